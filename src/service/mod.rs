//! Analysis as a service: requests and answers as JSON, one object a line, any number in flight.
//!
//! A program starts `fundi serve` once, writes requests to its standard input and reads answers as they come, in any order; `id` ties them together.
//! `protocol.md`, section 7, describes requests and answers, with examples that a test replays.

mod answer;
mod job;
mod queue;
mod request;
mod server;

pub use request::{ErrorKind, RequestError};
pub use server::{Settings, serve};
