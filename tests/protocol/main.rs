//! The protocol, tested on the real program through its pipes: every promise of `protocol.md`, everything match runners and
//! graphical programs are known to send, and whatever else can come in through a pipe.

mod book;
mod client;
mod conversation;
mod document;
mod games;
mod latency;
mod limits;
mod lines;
mod noise;
mod options;
mod positions;
mod runners;
