//! The value of a position: a small network over hole counts.
//!
//! `features` says what the network sees, `network` keeps and reads its weights, `inference` does the arithmetic.

pub mod features;
mod inference;
pub mod network;

pub use inference::{QA, QB};
pub use network::{MAX_EVALUATION, Network, NetworkError};
#[cfg(test)]
mod tests;
