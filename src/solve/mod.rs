//! Proof: forced wins and losses, exactly.
//!
//! A score is an opinion, a proof a fact. [`Solver`] searches for proofs by proof numbers (`dfpn`), in a bounded
//! `table` of exact questions (`key`). Draw conventions (repetition, ply limit) are no rules of Bao and no part of
//! a proof: a value is claimed only where a finite forced line of play shows it, and is [`Value::Unknown`] otherwise.

mod certificate;
mod dfpn;
mod estimate;
mod key;
mod line;
mod nest;
mod numbers;
mod pages;
mod path;
mod shortest;
mod signals;
mod solver;
mod strategy;
mod table;

pub use key::Bound;
pub use shortest::Shortest;
pub use solver::{Solver, SolverError};
pub use strategy::{Goal, Step, Strategy, StrategyError};

use crate::rules::Move;
use std::time::Duration;

/// What is proved about a position, seen from its mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// The mover wins against any defence.
    Win,
    /// The mover loses whatever he plays.
    Loss,
    /// Not decided within the limits, or only by going round in circles.
    Unknown,
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Value::Win => "win",
            Value::Loss => "loss",
            Value::Unknown => "unknown",
        })
    }
}

/// When to give up. The default never does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Nodes of all threads together (kept to within a thousand or so a thread).
    pub nodes: Option<u64>,
    /// Time on the clock of the wall.
    pub time: Option<Duration>,
}

impl Limits {
    /// A limit of nodes alone.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), time: None }
    }
}

/// The answer to a question put to a [`Solver`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The proved value, or [`Value::Unknown`].
    pub value: Value,
    /// A winning move, where the mover wins and has one to make.
    pub best: Option<Move>,
    /// Where the value is proved: the game ends within this many plies against any defence. Not always the least such number.
    pub plies: Option<u32>,
    /// Nodes searched: positions whose moves were generated.
    pub nodes: u64,
    /// Children looked at: looked up, or given first numbers from their starts.
    pub children: u64,
    /// Time taken.
    pub time: Duration,
    /// Proof numbers for a win and for a loss of the mover, as far as they were brought; saturated when solved.
    pub numbers: (u32, u32),
}

/// News of a search under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Nodes of all threads so far.
    pub nodes: u64,
    /// Time since the start.
    pub time: Duration,
    /// Table entries in use, in thousandths.
    pub table_permille: u32,
}
