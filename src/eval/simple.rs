//! The hand-written evaluation: seeds on the board, filled front holes, and the house.

use crate::board::lanes::{filled, two_or_more};
use crate::board::{Hole, Position, sow::ONE_EACH, sow::Rows};

/// Seeds in two rows (the sum of sixteen lanes).
fn seeds(rows: Rows) -> i32 {
    ((rows.front + rows.back).wrapping_mul(ONE_EACH) >> 56) as i32
}

/// Half a seed each way, since a captured seed moves from one side to the other.
const SEED: i32 = 50;
/// A filled front hole can capture and keeps the front row alive.
const FRONT_HOLE: i32 = 12;
/// A hole with two or more can start a mtaji move.
const STARTER: i32 = 8;
/// Each seed in an owned house is safer than elsewhere.
const HOUSE_SEED: i32 = 6;

fn side(rows: Rows, owns_house: bool) -> i32 {
    let front = (filled(rows) & 0xff).count_ones() as i32;
    let starters = two_or_more(rows).count_ones() as i32;
    let house = if owns_house { i32::from(rows.count(Hole::HOUSE.index())) } else { 0 };
    SEED * seeds(rows) + FRONT_HOLE * front + STARTER * starters + HOUSE_SEED * house
}

/// Seeds, front row, mobility and house of the mover minus those of the opponent, plus half a seed for the move.
#[must_use]
pub fn evaluate(position: &Position) -> i32 {
    side(position.own_rows(), position.own_house()) - side(position.enemy_rows(), position.enemy_house())
        + SEED
}
