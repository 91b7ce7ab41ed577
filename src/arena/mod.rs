//! Matches between engines: a referee that trusts nobody, and the statistics engine authors expect.

pub mod adjudicate;
pub mod affinity;
pub mod client;
pub mod dialect;
pub mod info;
pub mod latency;
pub mod limits;
pub mod normal;
pub mod opening;
pub mod process;
pub mod random;
pub mod referee;
pub mod schedule;
pub mod settings;
pub mod sprt;
pub mod stats;
pub mod transcript;
pub mod words;
