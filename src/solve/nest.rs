//! The successors of positions expanded lately, so that coming back to one costs no sowing.
//!
//! Depth-first proof-number search leaves a position and comes back to it many times, mostly soon: nearly every second visit is such
//! a return. The successors lie, packed, in a ring that overwrites the oldest, behind a head that names the whole question; a small
//! index says where the head should be. With them lie the numbers they had when the position was left. A number that another path has
//! improved since is noticed only when its position is entered; a proof is a proof on every path, and circles are not kept
//! ([`Numbers::capped`]), so nothing wrong can come of an old entry.
//!
//! A head is overwritten before what lies behind it: where the right head is, its successors are whole.

use super::key::{BOUND_SHIFT, Bound, EXTRA_BITS, Key};
use super::numbers::Numbers;
use crate::rules::Move;
use std::ops::Range;

/// Heads and successors kept, and places in the index: about 1 MiB together.
const RING: usize = 1 << 15;
const PLACES: usize = 1 << 14;

/// In the third word of a head, above the key: how many successors follow, and that it is a head.
const COUNT_SHIFT: u32 = EXTRA_BITS;
const MOST: usize = 127;
const HEAD: u64 = 1 << 63;

/// In the third word of a successor, above its key without the ply bound: move, then distance.
const MOVE_SHIFT: u32 = BOUND_SHIFT;
const DISTANCE_SHIFT: u32 = MOVE_SHIFT + 6;

/// A successor of an expanded position in half a line of the cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub(super) struct Kept([u64; 4]);

impl Kept {
    #[inline(always)]
    pub fn new(key: &Key, mv: Move, numbers: Numbers) -> Kept {
        let [first, second] = key.words;
        let place = key.extra & ((1 << BOUND_SHIFT) - 1) | u64::from(mv.index()) << MOVE_SHIFT;
        Kept([first, second, place, 0]).with(numbers)
    }

    #[inline(always)]
    fn with(self, numbers: Numbers) -> Kept {
        let Kept([first, second, third, _]) = self;
        let third = third & ((1 << DISTANCE_SHIFT) - 1) | u64::from(numbers.distance) << DISTANCE_SHIFT;
        Kept([first, second, third, u64::from(numbers.phi) | u64::from(numbers.delta) << 32])
    }

    /// The question about it, its ply bound as given.
    #[inline(always)]
    pub fn key(&self, bound: Bound) -> Key {
        Key::with_bound([self.0[0], self.0[1]], self.0[2], bound)
    }

    /// The move that leads to it.
    #[inline(always)]
    pub const fn mv(&self) -> Move {
        Move::wrapping((self.0[2] >> MOVE_SHIFT) as u8)
    }

    /// What was known of it when its parent was left.
    #[inline(always)]
    pub const fn numbers(&self) -> Numbers {
        let distance = (self.0[2] >> DISTANCE_SHIFT) as u16;
        Numbers { phi: self.0[3] as u32, delta: (self.0[3] >> 32) as u32, distance }
    }
}

/// The bits of a hash that choose no place, as they lie in the index.
#[inline(always)]
const fn tag(hash: u64) -> u32 {
    (hash >> PLACES.trailing_zeros()) as u32 & !(RING as u32 - 1)
}

/// Successors of lately expanded positions. Each in lines of the cache of its own: another thread's lies beside it.
#[derive(Debug)]
#[repr(align(128))]
pub(super) struct Nest {
    ring: Vec<Kept>,
    /// Where the head should be, and above that bits of the hash: most questions never asked before need no look into the ring.
    index: Vec<u32>,
    /// Where the next head goes.
    next: usize,
}

impl Nest {
    pub fn new() -> Nest {
        Nest { ring: Vec::new(), index: vec![u32::MAX; PLACES], next: 0 }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.index.fill(u32::MAX);
    }

    /// Where in the ring the successors of a position lie, if they are still here.
    #[inline(always)]
    fn find(&self, key: &Key, hash: u64) -> Option<Range<usize>> {
        let entry = self.index[hash as usize % PLACES];
        if entry ^ tag(hash) >= RING as u32 {
            return None;
        }
        let at = entry as usize % RING;
        let Kept([first, second, third, _]) = self.ring.get(at)?;
        let head = key.extra | HEAD;
        let same = [*first, *second] == key.words && third & !((MOST as u64) << COUNT_SHIFT) == head;
        let count = (third >> COUNT_SHIFT) as usize & MOST;
        same.then_some(at + 1..at + 1 + count)
    }

    /// The successors of a position, if they are still here.
    #[inline(always)]
    pub fn get(&self, key: &Key, hash: u64) -> Option<&[Kept]> {
        self.ring.get(self.find(key, hash)?)
    }

    /// Notes what the successors of a position, if they are still here, have come to.
    #[inline(always)]
    pub fn update(&mut self, key: &Key, hash: u64, numbers: impl Iterator<Item = Numbers>) {
        let range = self.find(key, hash);
        let Some(successors) = range.and_then(|range| self.ring.get_mut(range)) else { return };
        for (successor, numbers) in successors.iter_mut().zip(numbers) {
            if numbers != Numbers::REPEATED {
                *successor = successor.with(numbers.capped());
            }
        }
    }

    /// Keeps the successors of a position.
    #[inline(always)]
    pub fn put(&mut self, key: &Key, hash: u64, successors: impl ExactSizeIterator<Item = Kept>) {
        let count = successors.len();
        if count > MOST {
            return;
        }
        if self.ring.is_empty() {
            self.ring.resize(RING, Kept([0; 4]));
        }
        if self.next + 1 + count > RING {
            // Not across the end.
            self.next = 0;
        }
        let at = self.next;
        self.next += 1 + count;
        self.index[hash as usize % PLACES] = at as u32 | tag(hash);
        let Some([head, places @ ..]) = self.ring.get_mut(at..self.next) else { return };
        let [first, second] = key.words;
        *head = Kept([first, second, key.extra | (count as u64) << COUNT_SHIFT | HEAD, 0]);
        for (place, successor) in places.iter_mut().zip(successors) {
            *place = successor;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Rules, Successor};

    #[test]
    fn successors_are_found_until_they_are_overwritten() {
        let start = Rules::KUJIFUNZA.start();
        let successors = Rules::KUJIFUNZA.successors(&start);
        let key = |plies| Key::new(&start, Bound::new(plies, true));
        let mut nest = Nest::new();
        let put = |nest: &mut Nest, key: &Key| {
            let kept = |s: &Successor| {
                Kept::new(&Key::new(&s.position, key.bound().below()), s.mv, Numbers::open(1, 2))
            };
            nest.put(key, key.hash(), successors.iter().map(kept));
        };
        put(&mut nest, &key(1));
        let numbers = [Numbers::open(7, 8), Numbers::REPEATED, Numbers::win(3)];
        nest.update(&key(1), key(1).hash(), numbers.into_iter());
        let kept = nest.get(&key(1), key(1).hash()).unwrap();
        assert_eq!(kept.len(), 16);
        let bound = Bound::new(0, false);
        let same =
            |kept: &Kept, s: &Successor| (kept.key(bound), kept.mv()) == (Key::new(&s.position, bound), s.mv);
        assert!(kept.iter().zip(&successors).all(|(kept, s)| same(kept, s)));
        let now: Vec<Numbers> = kept.iter().take(4).map(Kept::numbers).collect();
        assert_eq!(now, [Numbers::open(7, 8), Numbers::open(1, 2), Numbers::win(3), Numbers::open(1, 2)]);
        assert!(nest.get(&key(2), key(2).hash()).is_none());
        // Around the ring: the first is overwritten, the last ones are whole.
        let rounds = (RING / 17 + 5) as u64;
        for round in 0..rounds {
            // Other questions about the same position, so that they differ in key and hash.
            let key = Key::new(&start, Bound::new((2 + round % 500) as u16, round / 500 % 2 == 0));
            put(&mut nest, &key);
        }
        assert!(nest.get(&key(1), key(1).hash()).is_none());
        assert_eq!(nest.get(&key(5), key(5).hash()).map(<[Kept]>::len), Some(16));
        nest.clear();
        assert!(nest.get(&key(5), key(5).hash()).is_none());
    }
}
