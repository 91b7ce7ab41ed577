//! Finding the best move: a parallel iterative-deepening search.
//!
//! [`Engine`] is the facade; [`Limits`] say what a search may spend, [`Control`] stops it, [`Report`]s tell what it sees. Inside, `root`
//! deepens round by `round`, `worker` searches, `order` plays and sorts the moves, `table` remembers, `clock` keeps the time, `parameters` holds every tunable.

mod clock;
mod control;
mod engine;
mod leaf;
mod level;
mod limits;
mod line;
mod mate;
mod order;
mod parameters;
mod proof;
mod report;
mod root;
mod round;
mod score;
mod sharing;
mod shortcuts;
mod table;
mod worker;

pub use control::Control;
pub use engine::Engine;
pub use level::Level;
pub use limits::{Clock, Limits, Settings};
pub use line::{LineError, check_line};
pub use parameters::{Parameters, UnknownParameter};
pub use report::{Bound, Choice, Report};
pub use score::Score;
pub use table::TableSizeError;
