//! The value of a position: a small network over hole counts.
//!
//! [`features`] says what the network sees, [`network`] keeps and reads its weights, `inference` does the arithmetic,
//! [`breakdown`] shows what a value is made of. A network is built into the program; another can be loaded from a file.
//! The search takes a `&Network` and nothing in an evaluation locks or waits.
//!
//! Values are in *centiseeds* from the mover's side: 100 is what capturing one seed is worth in the middle of the game.

pub mod breakdown;
pub mod features;
mod inference;
pub mod network;

pub use breakdown::Breakdown;
pub use features::Board;
pub use inference::{ONE, QA, QB};
pub use network::{MAX_EVALUATION, Network, NetworkError};

use crate::board::Position;
use std::sync::{Arc, LazyLock};

/// The network file in the program.
static EMBEDDED: &[u8] = include_bytes!("fundi.net");

static NETWORK: LazyLock<Network> = LazyLock::new(|| {
    // The bytes are a constant of this crate and a test reads them.
    Network::from_bytes(EMBEDDED).unwrap_or_else(|error| unreachable!("embedded network: {error}"))
});

/// Centiseeds that turn even odds into odds of e to 1; see [`win_chance`]. Fitted to the results of self-play games by
/// `fundi-tools calibrate`, line "by the searches".
const CENTISEEDS_A_LOGIT: f64 = 220.0;

impl Network {
    /// The network that is part of the program. Fetch it once and keep the reference.
    #[must_use]
    pub fn embedded() -> &'static Network {
        &NETWORK
    }

    /// The value of a position for its mover in centiseeds, within ±[`MAX_EVALUATION`]. Finished games are not looked
    /// for: that is the search's affair.
    #[must_use]
    #[inline]
    pub fn evaluate(&self, position: &Position) -> i32 {
        self.evaluate_board(&Board::from(position))
    }
}

/// What an engine evaluates with.
#[derive(Clone, Debug)]
pub enum Evaluator {
    /// The network in the program.
    Embedded,
    /// A network from a file.
    Loaded(Arc<Network>),
}

impl Evaluator {
    /// The network to evaluate with. Fetch it once a search.
    #[must_use]
    pub fn network(&self) -> &Network {
        match self {
            Evaluator::Embedded => Network::embedded(),
            Evaluator::Loaded(network) => network,
        }
    }
}

/// The value of a position for its mover in centiseeds, by the embedded network.
///
/// ```
/// use fundi::{eval, rules::Rules};
/// let value = eval::evaluate(&Rules::ZANZIBAR.start());
/// assert!(value.abs() < 1000);
/// ```
#[must_use]
pub fn evaluate(position: &Position) -> i32 {
    Network::embedded().evaluate(position)
}

/// The expected result for the mover, 0 to 1, that a search score in centiseeds stands for.
///
/// ```
/// assert_eq!(fundi::eval::win_chance(0), 0.5);
/// assert!(fundi::eval::win_chance(300) > 0.7);
/// ```
#[must_use]
pub fn win_chance(centiseeds: i32) -> f64 {
    1.0 / (1.0 + (-f64::from(centiseeds) / CENTISEEDS_A_LOGIT).exp())
}

impl From<&Position> for Board {
    #[inline]
    fn from(position: &Position) -> Board {
        Board {
            rows: position.rows(),
            stores: [position.own_store(), position.enemy_store()],
            houses: [position.own_house(), position.enemy_house()],
            block: position.blocked().map(|hole| hole.index()),
        }
    }
}

#[cfg(test)]
mod tests;
