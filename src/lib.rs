//! Fundi: a game engine for *Bao la Kiswahili*, the four-row mancala of Zanzibar and the Swahili coast.
//!
//! Dependencies point one way: [`board`] → [`rules`] → evaluation → search → [`book`] → protocol, [`arena`] → command line. The search never prints, and
//! nothing here ends the process; the program in `main.rs` does both.
//!
//! ```
//! use fundi::rules::{Game, Rules};
//! let game = Game::new(Rules::ZANZIBAR);
//! for successor in game.rules().successors(game.position()) {
//!     println!("{} captures {}", successor.mv.token(game.position().mover()), successor.captured);
//! }
//! ```

pub mod analysis;
pub mod arena;
pub mod bench;
pub mod board;
pub mod book;
mod checksum;
pub mod cli;
pub mod draw;
pub mod eval;
pub mod explain;
pub mod notation;
mod prefetch;
pub mod protocol;
pub mod puzzle;
pub mod random;
pub mod record;
pub mod review;
pub mod rules;
pub mod search;
pub mod service;
pub mod solve;
pub mod verify;
pub mod words;
