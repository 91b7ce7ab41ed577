//! Kutakatia, the block a takata can set (rules, section 6).

use super::Rules;
use super::starts::{capturing_starts, first_lap_capture_ends};
use crate::board::lanes::{facing_pairs, filled, two_or_more};
use crate::board::{Hole, sow::Rows};

const FRONT: u16 = 0x00ff;

/// The hole of the player now to move (`q`) that is blocked after a takata of the other (`p`) which left both stores empty.
///
/// `q_house`: whether `q` owns his house.
#[must_use]
pub fn block_after_takata(rules: &Rules, q: Rows, p: Rows, q_house: bool) -> Option<Hole> {
    if !rules.kutakatia || capturing_starts(q, facing_pairs(q, p.front)) != [0, 0] {
        return None;
    }
    let ends = first_lap_capture_ends(p, q.front);
    if !ends.is_power_of_two() {
        return None;
    }
    let hole = 7 - ends.trailing_zeros() as u8;
    let blocked = 1u16 << hole;
    let house_exempt =
        hole == Hole::HOUSE.index() && q_house && (!rules.house_needs_six || q.count(hole) >= 6);
    let only_filled = filled(q) & FRONT == blocked;
    let only_large = two_or_more(q) & FRONT == blocked;
    if house_exempt || only_filled || only_large { None } else { Some(Hole::wrapping(hole)) }
}
