//! What a value is made of, for people: by hole and by stage.
//!
//! A network has no table of hole values to print. What can be told is how much the value changes when one hole is
//! emptied, and what the same board would be worth at another stage of the game.

use super::features::{BUCKETS, Board};
use super::network::Network;
use crate::board::Position;

/// The parts of an evaluation, all in centiseeds from the mover's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Breakdown {
    /// The value of the position.
    pub value: i32,
    /// The stage bucket it was taken from: 0 when no seeds are left in the stores, then 1 to 15, 16 to 30, 31 and more.
    pub bucket: usize,
    /// What each bucket's output would say.
    pub by_bucket: [i32; BUCKETS],
    /// For the mover's holes in ring order: the value minus the value with that hole emptied. 0 for empty holes.
    pub own_holes: [i32; 16],
    /// The same for the enemy's holes, on the enemy's ring.
    pub enemy_holes: [i32; 16],
}

impl Breakdown {
    /// Takes the value of a position apart.
    ///
    /// ```
    /// use fundi::eval::{Breakdown, Network};
    /// use fundi::rules::Rules;
    /// let start = Rules::ZANZIBAR.start();
    /// let breakdown = Breakdown::of(Network::embedded(), &start);
    /// assert_eq!(breakdown.value, fundi::eval::evaluate(&start));
    /// assert_eq!(breakdown.own_holes[0], 0, "an empty hole");
    /// ```
    #[must_use]
    pub fn of(network: &Network, position: &Position) -> Breakdown {
        let board = Board::from(position);
        let (value, bucket) = (network.evaluate_board(&board), board.bucket());
        let part = |hole: usize| value - network.evaluate_board(&board.without(hole));
        Breakdown {
            value,
            bucket,
            by_bucket: std::array::from_fn(|bucket| network.evaluate_bucket(&board, bucket)),
            own_holes: std::array::from_fn(part),
            enemy_holes: std::array::from_fn(|hole| part(16 + hole)),
        }
    }
}
