//! What a search may spend, and how the engine is set up.

use crate::rules::Move;
use std::time::Duration;

/// Limits of one search; all may be combined, the first one reached stops it. The default has none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Plies of the last iteration.
    pub depth: Option<u32>,
    /// Positions visited, by all threads together.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub movetime: Option<Duration>,
    /// The mover's clock.
    pub clock: Option<Clock>,
    /// Stop when a win within that many plies is proven.
    pub mate: Option<u32>,
    /// Search until stopped, even when all is known.
    pub infinite: bool,
    /// The opponent is still thinking: time limits count only after [`super::Control::ponder_hit`].
    pub ponder: bool,
    /// Only these root moves, unless none of them is legal; empty means all.
    pub search_moves: Vec<Move>,
}

/// A player's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Time left.
    pub remaining: Duration,
    /// Added after every move.
    pub increment: Duration,
    /// Moves until the next time control; `None`: the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// How the engine is set up between searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Size of the transposition table, MiB (at least 1).
    pub hash_mib: usize,
    /// Search threads (at least 1).
    pub threads: usize,
    /// Lines to report.
    pub multi_pv: usize,
    /// Time kept back for each move, for a slow pipe or referee.
    pub move_overhead: Duration,
    /// Percent of a move's time for proof once few seeds are left in the stores; 0 for none.
    pub proof_percent: u32,
    /// Weaker play on purpose; `None` is full strength.
    pub level: Option<super::Level>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            hash_mib: 16,
            threads: 1,
            multi_pv: 1,
            move_overhead: Duration::from_millis(10),
            proof_percent: 0,
            level: None,
        }
    }
}
