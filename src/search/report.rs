//! What a search tells while it runs and when it ends. The search never prints: it hands these to a sink.

use super::Score;
use crate::rules::Move;
use std::time::Duration;

/// How a score is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The value itself.
    Exact,
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
}

/// One line of an iteration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Plies of the iteration.
    pub depth: u32,
    /// Deepest ply reached.
    pub seldepth: u32,
    /// Rank of this line, from 1.
    pub multi_pv: usize,
    /// Score from the mover's view.
    pub score: Score,
    /// How to read the score.
    pub bound: Bound,
    /// Positions visited so far, by all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// Share of the transposition table in use, per mille.
    pub hashfull: u32,
    /// The principal variation; legal, never beyond the end of the game.
    pub pv: Vec<Move>,
}

impl Report {
    /// Nodes per second.
    #[must_use]
    pub fn nodes_per_second(&self) -> u64 {
        nodes_per_second(self.nodes, self.time)
    }
}

pub(crate) fn nodes_per_second(nodes: u64, time: Duration) -> u64 {
    let micros = time.as_micros().max(1);
    u64::try_from(u128::from(nodes) * 1_000_000 / micros).unwrap_or(u64::MAX)
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move to play; `None` only if there is no legal one.
    pub best: Option<Move>,
    /// The reply expected.
    pub ponder: Option<Move>,
    /// The score of the best move.
    pub score: Score,
    /// Plies of the last completed iteration.
    pub depth: u32,
    /// Positions visited, by all threads.
    pub nodes: u64,
    /// Time used.
    pub time: Duration,
    /// The principal variation.
    pub pv: Vec<Move>,
}
