//! Sowing on packed rows: one handful is two 64-bit additions.
//!
//! A row is eight byte lanes in ring order. [`SOW`] holds, for each sense, hole and handful of up to 15 seeds, what
//! the handful adds to the front and the back row; it is computed from the seed-by-seed definition. A larger handful adds
//! one more seed to every hole for each full round of 16. No lane can overflow: a board holds 64 seeds and a lane 255.

use super::hole::Sense;

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

const fn sow_one_by_one(sense: usize, start: usize, seeds: usize) -> Rows {
    let mut rows = Rows { front: 0, back: 0 };
    let mut hole = start;
    let mut left = seeds;
    while left > 0 {
        hole = (if sense == 0 { hole + 1 } else { hole + 15 }) % 16;
        let seed = 1u64 << (8 * (hole % 8));
        if hole < 8 {
            rows.front += seed;
        } else {
            rows.back += seed;
        }
        left -= 1;
    }
    rows
}

const fn sow_table() -> [Rows; 512] {
    let mut table = [Rows { front: 0, back: 0 }; 512];
    let mut index = 0;
    while index < 512 {
        table[index] = sow_one_by_one(index >> 8, (index >> 4) & 15, index & 15);
        index += 1;
    }
    table
}

/// What a handful adds: index `sense << 8 | lifted hole << 4 | seeds % 16`.
static SOW: [Rows; 512] = sow_table();

impl Rows {
    /// Seeds in the hole with ring index `hole` (taken modulo 16).
    #[inline(always)]
    #[must_use]
    pub const fn count(self, hole: u8) -> u8 {
        let row = if hole & 8 == 0 { self.front } else { self.back };
        (row >> ((hole & 7) * 8)) as u8
    }

    /// Takes all seeds out of a hole.
    #[inline(always)]
    pub const fn clear(&mut self, hole: u8) {
        let keep = !(0xffu64 << ((hole & 7) * 8));
        if hole & 8 == 0 {
            self.front &= keep;
        } else {
            self.back &= keep;
        }
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

    /// Sows `seeds`, the first into the hole after `lifted`, and returns the ring index of the last one.
    #[inline(always)]
    pub fn sow(&mut self, lifted: u8, sense: Sense, seeds: u8) -> u8 {
        let table = match sense {
            Sense::Clockwise => 0usize,
            Sense::CounterClockwise => 256,
        };
        let added = SOW[table | (lifted as usize & 15) << 4 | (seeds as usize & 15)];
        let rounds = u64::from(seeds >> 4) * ONE_EACH;
        self.front += added.front + rounds;
        self.back += added.back + rounds;
        match sense {
            Sense::Clockwise => lifted.wrapping_add(seeds) & 15,
            Sense::CounterClockwise => lifted.wrapping_sub(seeds) & 15,
        }
    }

    /// Seeds in both rows together.
    #[must_use]
    pub const fn total(self) -> u32 {
        let mut sum = 0;
        let mut hole = 0;
        while hole < 16 {
            sum += self.count(hole) as u32;
            hole += 1;
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handfuls_of_every_size_equal_seed_by_seed_sowing() {
        for sense in [Sense::Clockwise, Sense::CounterClockwise] {
            for lifted in 0..16u8 {
                for seeds in 1..=64u8 {
                    let mut rows = Rows::default();
                    let last = rows.sow(lifted, sense, seeds);
                    let step = if sense == Sense::Clockwise { 1 } else { 15 };
                    let mut holes = [0u8; 16];
                    let mut at = lifted;
                    for _ in 0..seeds {
                        at = (at + step) % 16;
                        holes[at as usize] += 1;
                    }
                    assert_eq!(last, at);
                    assert!((0..16).all(|h| rows.count(h) == holes[h as usize]));
                }
            }
        }
    }
}
