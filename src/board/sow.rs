//! Sowing on packed rows: a lap, lifting included, is two 64-bit additions.
//!
//! A row is eight byte lanes in ring order. A table holds, for each origin of a hand and each handful of up to 15 seeds, what
//! the lap changes in the front and the back row, the hole lifted included; it is computed from the seed-by-seed
//! definition. A larger handful adds one more seed to every hole for each full round of 16. No lane can overflow: a board
//! holds 64 seeds and a lane 255.

use super::hole::Sense;
use std::hint::select_unpredictable;

/// One seed in each of the eight lanes of a row.
pub const ONE_EACH: u64 = 0x0101_0101_0101_0101;

/// A player's two rows, packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Rows {
    /// Front holes 1 to 8 in lanes 0 to 7.
    pub front: u64,
    /// Back holes 8 to 1 in lanes 0 to 7 (ring indices 8 to 15).
    pub back: u64,
}

/// Where a hand comes from and which way it goes: lifted from an own hole, or captured and about to enter at a kichwa.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// Ring index of the hole lifted, or [`CAPTURED`].
    place: u8,
    sense: Sense,
}

/// The place of captured seeds.
const CAPTURED: u8 = 16;

impl Origin {
    /// The hole with ring index `hole` (taken modulo 16) is lifted and sown in that sense.
    #[inline(always)]
    #[must_use]
    pub const fn lifted(hole: u8, sense: Sense) -> Origin {
        Origin { place: hole & 15, sense }
    }

    /// Captured seeds: clockwise they enter at the left kichwa, else at the right one.
    #[inline(always)]
    #[must_use]
    pub const fn captured(sense: Sense) -> Origin {
        Origin { place: CAPTURED, sense }
    }

    /// The next hand after a lap that ended in `hole`: lifted there, or captured by that hole, in front. Holes 1 and 2 enter
    /// left, 7 and 8 right, the others keep the sense. Chosen without a branch: in play nothing foretells it.
    #[inline(always)]
    #[must_use]
    pub fn next(self, captures: bool, hole: u8) -> Origin {
        /// Bit `8 * sense + hole`: enters at the right kichwa, counter-clockwise.
        const RIGHT: u16 = 0b1111_1100_1100_0000;
        let entry = (RIGHT >> (8 * self.sense as u16 + u16::from(hole & 7))) as u8 & 1;
        let place = select_unpredictable(captures, CAPTURED, hole & 15);
        let sense = select_unpredictable(captures, entry, self.sense as u8);
        Origin { place, sense: if sense == 0 { Sense::Clockwise } else { Sense::CounterClockwise } }
    }

    /// Which way the hand goes.
    #[inline(always)]
    #[must_use]
    pub const fn sense(self) -> Sense {
        self.sense
    }

    /// Ring index of the hole lifted; `None` for captured seeds.
    #[must_use]
    pub const fn hole_lifted(self) -> Option<u8> {
        if self.place < CAPTURED { Some(self.place) } else { None }
    }

    /// Ring index of the hole before the one that gets the first seed.
    #[inline(always)]
    #[must_use]
    pub const fn hole_before(self) -> u8 {
        // Before the left kichwa is hole 15, before the right one, the other way, hole 8.
        if self.place < CAPTURED { self.place } else { 15 - 7 * self.sense as u8 }
    }
}

const fn lap(origin: Origin, seeds: u8) -> Rows {
    let mut rows = [0u64; 2];
    if let Some(hole) = origin.hole_lifted() {
        rows[(hole >> 3) as usize] = 0u64.wrapping_sub((seeds as u64) << (8 * (hole & 7)));
    }
    let mut hole = origin.hole_before();
    let mut left = seeds;
    while left > 0 {
        hole = match origin.sense {
            Sense::Clockwise => (hole + 1) & 15,
            Sense::CounterClockwise => (hole + 15) & 15,
        };
        let row = (hole >> 3) as usize;
        rows[row] = rows[row].wrapping_add(1 << (8 * (hole & 7)));
        left -= 1;
    }
    Rows { front: rows[0], back: rows[1] }
}

/// What a lap changes: by place, sense and seeds modulo 16.
static LAPS: [[[Rows; 16]; 2]; 17] = {
    let mut table = [[[Rows { front: 0, back: 0 }; 16]; 2]; 17];
    let mut index = 0;
    while index < 17 * 16 {
        let (place, seeds) = ((index / 16) as u8, (index % 16) as u8);
        table[index / 16][0][index % 16] = lap(Origin { place, sense: Sense::Clockwise }, seeds);
        table[index / 16][1][index % 16] = lap(Origin { place, sense: Sense::CounterClockwise }, seeds);
        index += 1;
    }
    table
};

impl Rows {
    /// Seeds in the hole with ring index `hole` (taken modulo 16). Which row that is, a processor cannot foretell in play:
    /// there is no branch on it.
    #[inline(always)]
    #[must_use]
    pub fn count(self, hole: u8) -> u8 {
        let row = select_unpredictable(hole & 8 == 0, self.front, self.back);
        row.wrapping_shr(8 * u32::from(hole)) as u8
    }

    /// Puts `seeds` more into a hole.
    #[inline(always)]
    pub const fn add(&mut self, hole: u8, seeds: u8) {
        let more = (seeds as u64) << ((hole & 7) * 8);
        if hole & 8 == 0 {
            self.front += more;
        } else {
            self.back += more;
        }
    }

    /// Takes `seeds` out of a hole, which must hold so many.
    #[inline(always)]
    pub const fn take(&mut self, hole: u8, seeds: u8) {
        let less = (seeds as u64) << ((hole & 7) * 8);
        if hole & 8 == 0 {
            self.front -= less;
        } else {
            self.back -= less;
        }
    }

    /// Sows a hand of `seeds`, after taking them out of the hole lifted, and returns the ring index of the last hole. The
    /// hole lifted must hold so many; what it holds beyond them stays.
    #[inline(always)]
    pub fn sow(&mut self, origin: Origin, seeds: u8) -> u8 {
        let lap = &LAPS[usize::from(origin.place)][origin.sense as usize][usize::from(seeds & 15)];
        self.front = self.front.wrapping_add(lap.front);
        self.back = self.back.wrapping_add(lap.back);
        if seeds >= 16 {
            self.add_rounds(origin, seeds >> 4);
        }
        // Where it ends is worked out beside the additions, not after them: it decides when the next lap can begin.
        let steps = select_unpredictable(origin.sense == Sense::Clockwise, seeds, seeds.wrapping_neg());
        origin.hole_before().wrapping_add(steps) & 15
    }

    /// Full rounds of 16 seeds.
    #[inline(always)]
    fn add_rounds(&mut self, origin: Origin, rounds: u8) {
        let each = u64::from(rounds) * ONE_EACH;
        self.front += each;
        self.back += each;
        if let Some(hole) = origin.hole_lifted() {
            self.take(hole, rounds << 4);
        }
    }

    /// Seeds in both rows together, modulo 256.
    #[inline(always)]
    #[must_use]
    pub const fn sum(self) -> u8 {
        (self.front.wrapping_add(self.back).wrapping_mul(ONE_EACH) >> 56) as u8
    }

    /// Seeds in both rows together.
    #[must_use]
    pub fn total(self) -> u32 {
        (0..16).map(|hole| u32::from(self.count(hole))).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sows one by one on a plain array and compares.
    fn assert_sown(origin: Origin, seeds: u8, sense: Sense, start: u8, lifted: Option<u8>) {
        let step = if sense == Sense::Clockwise { 1 } else { 15 };
        let (mut rows, mut holes) = (Rows::default(), [0u8; 16]);
        for hole in 0..16 {
            holes[usize::from(hole)] = if lifted == Some(hole) { seeds } else { hole % 3 };
            rows.add(hole, holes[usize::from(hole)]);
        }
        let last = rows.sow(origin, seeds);
        if let Some(hole) = lifted {
            holes[usize::from(hole)] = 0;
        }
        let mut at = start;
        for _ in 0..seeds {
            at = (at + step) % 16;
            holes[usize::from(at)] += 1;
        }
        assert_eq!(last, at);
        assert!((0..16).all(|hole| rows.count(hole) == holes[usize::from(hole)]), "{origin:?} {seeds}");
        assert_eq!(u32::from(rows.sum()), rows.total());
    }

    #[test]
    fn handfuls_of_every_size_equal_seed_by_seed_sowing() {
        for sense in [Sense::Clockwise, Sense::CounterClockwise] {
            for seeds in 1..=64u8 {
                for hole in 0..16u8 {
                    assert_sown(Origin::lifted(hole, sense), seeds, sense, hole, Some(hole));
                }
                let before_kichwa = if sense == Sense::Clockwise { 15 } else { 8 };
                assert_sown(Origin::captured(sense), seeds, sense, before_kichwa, None);
            }
        }
    }
}
