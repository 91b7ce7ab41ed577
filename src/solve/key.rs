//! Exact identity of a question in 178 bits: the packed position, and how many plies are left to win in.
//!
//! A hole rarely holds 16 seeds or more, so each hole gets four bits; a unit of sixteen above that is named by one of four
//! six-bit slots, and 79 seeds cannot fill a fifth. Nothing is hashed away: the tests unpack keys again, and two
//! different positions never share a key. A proof therefore rests on no hash; [`Key::hash`] only picks a place in the table.

use crate::board::Position;

const LOW: u64 = 0x0f0f_0f0f_0f0f_0f0f;
const MOST_SEEDS: u32 = 79;

/// Bits of the third word of a key in use: 16 of stores, houses and block, 24 of slots, 10 of the ply bound.
pub(super) const EXTRA_BITS: u32 = 50;

const SLOTS_SHIFT: u32 = 16;
const HEAPS: u64 = 0xff_ffff << SLOTS_SHIFT;
pub(super) const BOUND_SHIFT: u32 = 40;
const BOUND_BITS: u16 = 0x3ff;

/// Who has to win within how many plies. Without a bound the mover's win and his loss are both worth proving.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound(u16);

impl Bound {
    /// No bound.
    pub const NONE: Bound = Bound(BOUND_BITS);
    /// The most plies a bound can have.
    pub const MOST_PLIES: u16 = 510;

    /// At most `plies` plies (up to [`Bound::MOST_PLIES`]) to be played; `attacks` says whether it is the mover who must win in them, or else
    /// his opponent.
    #[must_use]
    pub const fn new(plies: u16, attacks: bool) -> Bound {
        let plies = if plies > Bound::MOST_PLIES { Bound::MOST_PLIES } else { plies };
        Bound(plies << 1 | attacks as u16)
    }

    /// The plies left, if there is a bound.
    #[must_use]
    pub const fn plies(self) -> Option<u16> {
        if self.0 == BOUND_BITS { None } else { Some(self.0 >> 1) }
    }

    /// Whether it is the mover who must win; only with a bound.
    #[must_use]
    pub const fn attacks(self) -> bool {
        self.0 & 1 != 0
    }

    /// With no plies left: whether the mover is the one who should have won.
    #[inline(always)]
    pub(super) const fn is_spent(self) -> Option<bool> {
        if self.0 >> 1 == 0 { Some(self.0 & 1 != 0) } else { None }
    }

    /// The bound after a ply.
    #[inline(always)]
    pub(super) const fn below(self) -> Bound {
        // From (plies, role) to (plies - 1, other role).
        if self.0 == BOUND_BITS { self } else { Bound(self.0.wrapping_sub(2) & BOUND_BITS ^ 1) }
    }
}

/// A position and a ply bound, packed without loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    pub(super) words: [u64; 2],
    /// Only the low [`EXTRA_BITS`] bits are used.
    pub(super) extra: u64,
}

impl Key {
    /// Whether positions with this many seeds can be packed: a game's 64 can, some printed fragments cannot.
    #[must_use]
    pub fn fits(position: &Position) -> bool {
        position.total() <= MOST_SEEDS
    }

    /// Packs a position for which [`Key::fits`].
    #[inline(always)]
    #[must_use]
    pub fn new(position: &Position, bound: Bound) -> Key {
        let [a, b, c, d, meta] = position.words();
        let high = (a | b | c | d) & !LOW;
        let slots = if high == 0 { 0 } else { slots_of([a, b, c, d]) };
        Key {
            words: [a & LOW | (b & LOW) << 4, c & LOW | (d & LOW) << 4],
            extra: meta | slots << SLOTS_SHIFT | (bound.0 as u64) << BOUND_SHIFT,
        }
    }

    /// The key with these words, the third without its ply bound (what lies above is passed over), and a ply bound.
    #[inline(always)]
    pub(super) const fn with_bound(words: [u64; 2], extra: u64, bound: Bound) -> Key {
        Key { words, extra: extra & ((1 << BOUND_SHIFT) - 1) | (bound.0 as u64) << BOUND_SHIFT }
    }

    /// The position that was packed, with South to move: colours are no part of a key.
    #[inline(always)]
    pub(super) fn position(&self) -> Position {
        let [own, enemy] = self.words;
        let mut rows = [own & LOW, own >> 4 & LOW, enemy & LOW, enemy >> 4 & LOW];
        if self.has_heaps() {
            self.add_heaps(&mut rows);
        }
        let [a, b, c, d] = rows;
        Position::from_words([a, b, c, d, self.extra & 0xffff])
    }

    /// Whether a hole holds 16 seeds or more.
    #[inline(always)]
    pub(super) const fn has_heaps(&self) -> bool {
        self.extra & HEAPS != 0
    }

    #[cold]
    fn add_heaps(&self, rows: &mut [u64; 4]) {
        for slot in 0..4 {
            let hole = self.extra >> (SLOTS_SHIFT + 6 * slot) & 63;
            if hole > 0 {
                rows[((hole as usize - 1) / 8) & 3] += 16 << (8 * ((hole - 1) % 8));
            }
        }
    }

    /// The ply bound.
    #[inline(always)]
    #[must_use]
    pub const fn bound(&self) -> Bound {
        Bound((self.extra >> BOUND_SHIFT) as u16 & BOUND_BITS)
    }

    /// Sixty-four well mixed bits, to choose a place in a table.
    #[inline(always)]
    #[must_use]
    pub const fn hash(&self) -> u64 {
        let first = fold(self.words[0] ^ 0x9e37_79b9_7f4a_7c15, self.words[1] ^ 0xc2b2_ae3d_27d4_eb4f);
        fold(first ^ 0x1656_67b1_9e37_79f9, self.extra ^ 0xd6e8_feb8_6659_fd93)
    }

    /// Whether the same question could come up again below itself: not with a ply bound, nor while seeds are in store.
    #[inline(always)]
    pub(super) const fn can_repeat(&self) -> bool {
        self.extra & 0x3ff == 0 && self.extra >> BOUND_SHIFT == BOUND_BITS as u64
    }
}

const fn fold(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    product as u64 ^ (product >> 64) as u64
}

/// One slot for each unit of sixteen seeds, in hole order.
#[cold]
fn slots_of(rows: [u64; 4]) -> u64 {
    let (mut slots, mut shift) = (0, 0);
    for (row, lanes) in rows.iter().enumerate() {
        for lane in 0..8 {
            for _ in 0..lanes >> (8 * lane + 4) & 15 {
                slots |= (row as u64 * 8 + lane + 1) << shift;
                shift += 6;
            }
        }
    }
    slots
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{PositionParts, Side};

    #[test]
    fn packing_loses_nothing_even_with_heaps() {
        let mut state = 1u64;
        let mut seen_heap = 0;
        for _ in 0..50_000 {
            let mut random = |below: u64| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 33) % below
            };
            let mut holes = [[0u8; 16]; 2];
            let mut left = 64;
            while left > 0 {
                let seeds = (random(40) as u8 * u8::from(random(4) == 0) + 1).min(left);
                holes[random(2) as usize][random(16) as usize] += seeds;
                left -= seeds;
            }
            let parts = PositionParts {
                holes,
                stores: [0, 0],
                houses: [random(2) == 0, random(2) == 0],
                mover: if random(2) == 0 { Side::South } else { Side::North },
                block: None,
            };
            let position = Position::from_parts(&parts).unwrap();
            seen_heap += u32::from(holes.iter().flatten().any(|&seeds| seeds > 31));
            let bound =
                if random(9) == 0 { Bound::NONE } else { Bound::new(random(511) as u16, random(2) == 0) };
            let key = Key::new(&position, bound);
            assert_eq!((key.position().words(), key.bound()), (position.words(), bound));
        }
        assert!(seen_heap > 1000);
    }

    #[test]
    fn a_bound_falls_by_a_ply_and_changes_hands() {
        let bound = Bound::new(510, true);
        assert_eq!((bound.plies(), bound.is_spent()), (Some(510), None));
        assert_eq!(bound.below(), Bound::new(509, false));
        assert_eq!(Bound::new(1, true).below().is_spent(), Some(false));
        assert_eq!(
            (Bound::NONE.below(), Bound::NONE.plies(), Bound::NONE.is_spent()),
            (Bound::NONE, None, None)
        );
    }

    #[test]
    fn every_seed_in_one_hole_and_full_stores_fit() {
        for line in [
            "0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,64,0,0 N 0,0 - -",
            "0,0,0,0,0,0,0,0/0,2,2,6,0,0,0,0/0,0,0,0,6,2,2,0/0,0,0,0,0,0,0,0 S 22,22 SN -",
        ] {
            let position: Position = line.parse().unwrap();
            let key = Key::new(&position, Bound::NONE);
            assert_eq!((key.position().words(), key.bound()), (position.words(), Bound::NONE));
        }
    }
}
