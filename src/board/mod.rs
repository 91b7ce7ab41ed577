//! The bitpacked board: who has how many seeds where, and nothing about what may be done with them.
//!
//! [`Position`] is the value everything else passes around. [`sow`] and [`lanes`] are the only files that know
//! how holes are packed into words; [`fen`] reads and writes the position line.

pub mod fen;
pub mod hole;
pub mod key;
pub mod lanes;
pub mod position;
pub mod sow;

pub use fen::FenError;
pub use hole::{Direction, Hole, Sense, Side};
pub use position::{Position, PositionError, PositionParts};
