//! What the network sees of a position: 790 inputs that are either on or off.
//!
//! Everything is told from the side of the mover, the enemy's holes numbered from the enemy's own seat, so that
//! swapping the colours of a position changes no input. A hole contributes one input naming its count (an empty hole
//! none), so at most 37 inputs are on and about 20 are in play:
//!
//! | inputs | what |
//! |---|---|
//! | 0..736 | 32 holes in ring order (the mover's 16, then the enemy's 16) x counts 1..=23; more than 23 counts as 23 |
//! | 736..758, 758..780 | seeds in the mover's store, in the enemy's store, 1..=22 |
//! | 780, 781 | the mover owns its house, the enemy owns its house |
//! | 782..790 | the mover's front hole blocked by kutakatia |

/// Number of inputs.
pub const INPUTS: usize = 790;

/// Most inputs that can be on at once: 32 holes, two stores, two houses, one blocked hole.
pub const MAX_ACTIVE: usize = 37;

/// Number of output rows of the network, one for each stage of the game; see [`Board::bucket`].
pub const BUCKETS: usize = 4;

/// The identity of this set of inputs in a network file.
pub const FEATURE_SET: u32 = 1;

/// Room for the list of active inputs and one more that is written and not counted.
const SLOTS: usize = 64;
const COUNTS: usize = 23;
const OWN_STORE: usize = 32 * COUNTS;
const ENEMY_STORE: usize = OWN_STORE + 22;
const OWN_HOUSE: usize = ENEMY_STORE + 22;
const ENEMY_HOUSE: usize = OWN_HOUSE + 1;
const BLOCK: usize = ENEMY_HOUSE + 1;

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
    #[inline]
    pub fn active(&self) -> Active {
        let mut list = [0u16; SLOTS];
        let mut len = 0;
        // Every hole is written down, and the next one overwrites it if it was empty: no branch to guess wrong.
        for (at, row) in self.rows.iter().enumerate() {
            for (lane, count) in row.to_le_bytes().into_iter().enumerate() {
                let first = ((8 * at + lane) * COUNTS) as u16;
                list[len % SLOTS] = (first + u16::from(count.min(COUNTS as u8))).wrapping_sub(1);
                len += usize::from(count != 0);
            }
        }
        let mut push = |input: usize, on: bool| {
            list[len % SLOTS] = input as u16;
            len += usize::from(on);
        };
        let [own_store, enemy_store] = self.stores.map(|seeds| usize::from(seeds.min(22)));
        push((OWN_STORE + own_store).wrapping_sub(1), own_store > 0);
        push((ENEMY_STORE + enemy_store).wrapping_sub(1), enemy_store > 0);
        push(OWN_HOUSE, self.houses[0]);
        push(ENEMY_HOUSE, self.houses[1]);
        push(BLOCK + usize::from(self.block.unwrap_or(0) & 7), self.block.is_some());
        Active { list, len }
    }
}

/// A short list of the inputs that are on.
#[derive(Clone, Copy, Debug)]
pub struct Active {
    list: [u16; SLOTS],
    len: usize,
}

impl Active {
    /// The inputs, in rising order.
    #[must_use]
    #[inline]
    pub fn as_slice(&self) -> &[u16] {
        &self.list[..self.len.min(SLOTS)]
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
        BLOCK..INPUTS => BLOCK + 7 - (input - BLOCK),
        _ => input,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_of_a_small_board() {
        let board = Board {
            rows: [0x02, 0x0100_0000_0000_0000, 0x40, 0x0300],
            stores: [22, 0],
            houses: [false, true],
            block: Some(3),
        };
        let expected = [1, 15 * 23, 16 * 23 + 22, 25 * 23 + 2, 736 + 21, 781, 785];
        assert_eq!(board.active().as_slice(), expected.map(|i| i as u16));
        assert_eq!(board.bucket(), 2);
        assert_eq!(board.without(25).count(25), 0);
        assert_eq!(board.without(25).active().as_slice().len(), 6);
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
        let active = board.active();
        assert_eq!(active.as_slice().len(), MAX_ACTIVE);
        assert!(active.as_slice().windows(2).all(|pair| pair[0] < pair[1]));
        assert_eq!(active.as_slice().last(), Some(&(INPUTS as u16 - 1)));
    }
}
