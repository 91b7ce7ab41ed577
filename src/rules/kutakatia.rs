//! Kutakatia, the block a takata can set (rules, section 6).

use super::Rules;
use super::starts::first_lap_capture_ends;
use crate::board::lanes::{filled, two_or_more};
use crate::board::{Hole, Position, sow::Rows};

const FRONT: u16 = 0x00ff;
const HOUSE: u16 = 1 << Hole::HOUSE.index();

/// The player who may find a hole blocked after a takata of the other. A takata takes nothing from him, so what matters
/// of his side is looked at once for all takata moves of a position. Sets of holes are as the other sees them: bit i is
/// the hole that faces the other's front hole i.
#[derive(Clone, Copy)]
pub(crate) struct Victim {
    front: u64,
    /// Filled front holes in which a first lap of his can end: with a filled hole facing it he has a capture.
    lands: u16,
    /// Front holes that cannot be blocked.
    exempt: u16,
}

/// Bit i becomes bit 7 - i: from a front hole to the one it faces.
const fn facing(front: u16) -> u16 {
    (front as u8).reverse_bits() as u16
}

impl Victim {
    /// The opponent of the mover of `position`; `None` if no takata can block him.
    #[inline]
    pub(crate) fn of(rules: &Rules, position: &Position) -> Option<Victim> {
        if !rules.kutakatia || position.enemy_store() > 0 || position.own_store() > 1 {
            return None;
        }
        let rows = position.enemy_rows();
        let filled = filled(rows) & FRONT;
        let large = two_or_more(rows) & FRONT;
        let mut exempt = 0;
        if position.enemy_house() && (!rules.house_needs_six || rows.count(Hole::HOUSE.index()) >= 6) {
            exempt |= HOUSE;
        }
        for only in [filled, large] {
            if only.is_power_of_two() {
                exempt |= only;
            }
        }
        let lands = first_lap_capture_ends(rows, u64::MAX);
        Some(Victim { front: rows.front, lands: facing(lands), exempt: facing(exempt) })
    }

    /// The hole blocked for him when a takata left the other's rows like this and both stores empty.
    #[inline]
    pub(crate) fn block_after(&self, other: Rows) -> Option<Hole> {
        if self.lands & filled(other) != 0 {
            return None;
        }
        let ends = first_lap_capture_ends(other, self.front);
        if ends.is_power_of_two() && ends & self.exempt == 0 {
            Some(Hole::wrapping(7 - ends.trailing_zeros() as u8))
        } else {
            None
        }
    }
}
