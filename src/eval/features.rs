//! What the network sees of a position: 1,438 inputs that are either on or off.
//!
//! Everything is told from the side of the mover, the enemy's holes numbered from the enemy's own seat, so that
//! swapping the colours of a position changes no input. A hole contributes one input naming its count (an empty hole
//! none), so at most 45 inputs are on and about 25 are in play:
//!
//! | inputs | what |
//! |---|---|
//! | 0..736 | 32 holes in ring order (the mover's 16, then the enemy's 16) x counts 1..=23; more than 23 counts as 23 |
//! | 736..758, 758..780 | seeds in the mover's store, in the enemy's store, 1..=22 |
//! | 780, 781 | the mover owns its house, the enemy owns its house |
//! | 782..790 | the mover's front hole blocked by kutakatia |
//! | 790..1438 | 8 pairs of facing front holes, both filled: mover's count 1..=9 x enemy's count 1..=9; more counts as 9 |
//!
//! The pairs are where captures happen; a hidden layer of this size does not find them in the single holes (`tools/EXPERIMENTS.md`).

use crate::board::lanes::{facing_pairs, filled};
use crate::board::sow::Rows;

/// Number of inputs.
pub const INPUTS: usize = PAIRS + 8 * PAIR_COUNTS * PAIR_COUNTS;

/// Most inputs that can be on at once: 32 holes, two stores, two houses, one blocked hole, eight facing pairs.
pub const MAX_ACTIVE: usize = 45;

/// Number of output rows of the network, one for each stage of the game; see [`Board::bucket`].
pub const BUCKETS: usize = 4;

/// The identity of this set of inputs in a network file.
pub const FEATURE_SET: u32 = 2;

/// Slots of [`Active`]: 32 holes, two stores, two houses, the block, eight pairs; a power of two.
const SLOTS: usize = 64;
const PAIR_SLOTS: usize = 37;
const COUNTS: usize = 23;
const OWN_STORE: usize = 32 * COUNTS;
const ENEMY_STORE: usize = OWN_STORE + 22;
const OWN_HOUSE: usize = ENEMY_STORE + 22;
const ENEMY_HOUSE: usize = OWN_HOUSE + 1;
const BLOCK: usize = ENEMY_HOUSE + 1;
const PAIRS: usize = BLOCK + 8;
const PAIR_COUNTS: usize = 9;

/// To which the count is added: the input before the first one of each hole.
const BEFORE_HOLE: [u16; 32] = {
    let mut before = [0u16; 32];
    let mut hole = 0;
    while hole < 32 {
        before[hole] = ((hole * COUNTS) as u16).wrapping_sub(1);
        hole += 1;
    }
    before
};

/// To which nine times the mover's count and the enemy's are added.
const BEFORE_PAIR: [u16; 8] = {
    let mut before = [0; 8];
    let mut lane = 0;
    while lane < 8 {
        before[lane] = (PAIRS + lane * PAIR_COUNTS * PAIR_COUNTS - PAIR_COUNTS - 1) as u16;
        lane += 1;
    }
    before
};

/// The parts of a position that the inputs depend on, from the mover's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// Mover's front, mover's back, enemy's front, enemy's back: one byte a hole in the owner's ring order, the first
    /// hole in the lowest byte.
    pub rows: [u64; 4],
    /// Seeds in the mover's and in the enemy's store.
    pub stores: [u8; 2],
    /// Whether the mover and the enemy still own their houses.
    pub houses: [bool; 2],
    /// The mover's blocked front hole as a ring index 0..=7.
    pub block: Option<u8>,
}

impl Board {
    /// The output row for this position, by the seeds left in both stores: none, 1 to 15, 16 to 30, 31 and more.
    #[must_use]
    pub fn bucket(&self) -> usize {
        let left = usize::from(self.stores[0]) + usize::from(self.stores[1]);
        left.div_ceil(15).min(BUCKETS - 1)
    }

    /// Seeds in one hole: 0..16 are the mover's ring, 16..32 the enemy's.
    #[must_use]
    pub fn count(&self, hole: usize) -> u8 {
        self.rows.get(hole / 8).map_or(0, |row| row.to_le_bytes()[hole % 8])
    }

    /// The same position with one hole emptied.
    #[must_use]
    pub fn without(mut self, hole: usize) -> Self {
        if let Some(row) = self.rows.get_mut(hole / 8) {
            *row &= !(0xff << (8 * (hole % 8)));
        }
        self
    }

    /// The inputs that are on.
    #[must_use]
    #[inline(always)]
    pub fn active(&self) -> Active {
        let mut inputs = [0; SLOTS];
        let counts = self.rows.map(u64::to_le_bytes);
        for ((input, before), count) in inputs.iter_mut().zip(BEFORE_HOLE).zip(counts.as_flattened()) {
            *input = before.wrapping_add(u16::from((*count).min(COUNTS as u8)));
        }
        let facing = self.rows[2].swap_bytes().to_le_bytes();
        for lane in 0..8 {
            let [own, enemy] =
                [counts[0][lane], facing[lane]].map(|count| u16::from(count.min(PAIR_COUNTS as u8)));
            inputs[PAIR_SLOTS + lane] =
                BEFORE_PAIR[lane].wrapping_add(own * PAIR_COUNTS as u16).wrapping_add(enemy);
        }
        let [own_store, enemy_store] = self.stores.map(|seeds| u16::from(seeds.min(22)));
        inputs[32] = (OWN_STORE as u16 + own_store).wrapping_sub(1);
        inputs[33] = (ENEMY_STORE as u16 + enemy_store).wrapping_sub(1);
        inputs[34] = OWN_HOUSE as u16;
        inputs[35] = ENEMY_HOUSE as u16;
        inputs[36] = BLOCK as u16 + u16::from(self.block.unwrap_or(0) & 7);

        let [own, enemy] = [0, 2].map(|side| Rows { front: self.rows[side], back: self.rows[side + 1] });
        let on = u64::from(filled(own))
            | u64::from(filled(enemy)) << 16
            | u64::from(own_store > 0) << 32
            | u64::from(enemy_store > 0) << 33
            | u64::from(self.houses[0]) << 34
            | u64::from(self.houses[1]) << 35
            | u64::from(self.block.is_some()) << 36
            | u64::from(facing_pairs(own, enemy.front)) << PAIR_SLOTS;
        Active { inputs, on }
    }
}

/// The inputs that are on: each hole, store, house and pair has a slot with the input it may switch on, and a bit that says whether it does.
/// Filling all slots takes a few vector instructions; a list of the right ones would take a branch or a step each.
#[derive(Clone, Copy, Debug)]
pub struct Active {
    inputs: [u16; SLOTS],
    on: u64,
}

impl Active {
    /// The inputs, in rising order.
    #[inline(always)]
    pub fn iter(&self) -> impl Iterator<Item = u16> {
        let mut left = self.on;
        std::iter::from_fn(move || {
            let slot = left.trailing_zeros() as usize;
            left &= left.wrapping_sub(1);
            self.inputs.get(slot).copied()
        })
    }
}

/// The input that takes the place of `input` when the board is seen in a mirror, left and right exchanged.
///
/// Where neither side owns its house the mirror image of a position is worth exactly as much.
///
/// ```
/// use fundi::eval::features::{INPUTS, mirrored_input};
/// assert!((0..INPUTS).all(|input| mirrored_input(mirrored_input(input)) == input));
/// ```
#[must_use]
pub fn mirrored_input(input: usize) -> usize {
    match input {
        _ if input < OWN_STORE => {
            let (hole, count) = (input / COUNTS, input % COUNTS);
            ((hole & !7) | (7 - (hole & 7))) * COUNTS + count
        }
        BLOCK..PAIRS => BLOCK + 7 - (input - BLOCK),
        PAIRS..INPUTS => {
            const EACH: usize = PAIR_COUNTS * PAIR_COUNTS;
            let (pair, counts) = ((input - PAIRS) / EACH, (input - PAIRS) % EACH);
            PAIRS + (7 - pair) * EACH + counts
        }
        _ => input,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inputs(board: &Board) -> Vec<usize> {
        board.active().iter().map(usize::from).collect()
    }

    #[test]
    fn inputs_of_a_small_board() {
        let board = Board {
            rows: [0x02, 0x0100_0000_0000_0000, 0x40, 0x0300],
            stores: [22, 0],
            houses: [false, true],
            block: Some(3),
        };
        let expected = [1, 15 * 23, 16 * 23 + 22, 25 * 23 + 2, 736 + 21, 781, 785];
        assert_eq!(inputs(&board), expected);
        assert_eq!(board.bucket(), 2);
        assert_eq!(board.without(25).count(25), 0);
        assert_eq!(inputs(&board.without(25)).len(), 6);
    }

    #[test]
    fn facing_front_holes_make_pairs() {
        let rows = [0x0a00_0000_0000_0002, 0, 0x0300_0000_0000_0001, 0];
        let board = Board { rows, stores: [0; 2], houses: [false; 2], block: None };
        let expected = [1, 7 * 23 + 9, 16 * 23, 23 * 23 + 2, 790 + 9 + 2, 790 + 7 * 81 + 8 * 9];
        assert_eq!(inputs(&board), expected);
        assert_eq!(mirrored_input(801), 790 + 7 * 81 + 11);
    }

    #[test]
    fn buckets_by_seeds_left() {
        let bucket = |own, enemy| {
            Board { rows: [1; 4], stores: [own, enemy], houses: [false; 2], block: None }.bucket()
        };
        assert_eq!([bucket(0, 0), bucket(1, 0), bucket(8, 7), bucket(8, 8)], [0, 1, 1, 2]);
        assert_eq!([bucket(15, 15), bucket(15, 16), bucket(22, 22)], [2, 3, 3]);
    }

    #[test]
    fn all_inputs_fit() {
        let board = Board {
            rows: [u64::from_le_bytes([60; 8]); 4],
            stores: [22; 2],
            houses: [true; 2],
            block: Some(7),
        };
        let inputs = inputs(&board);
        assert_eq!(inputs.len(), MAX_ACTIVE);
        assert!(inputs.is_sorted_by(|a, b| a < b));
        assert_eq!(inputs.last(), Some(&(INPUTS - 1)));
    }
}
