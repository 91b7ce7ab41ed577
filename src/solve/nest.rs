//! The successors of positions expanded lately, so that coming back to one costs no sowing.
//!
//! Depth-first proof-number search leaves a position and comes back to it many times, mostly soon: nearly every second visit is such
//! a return. The successors lie in a ring that overwrites the oldest; a small index finds them by the whole question. With them lie
//! the numbers they had when the position was left. A number that another path has improved since is noticed
//! only when its position is entered; a proof is a proof on every path, and circles are not kept ([`Numbers::capped`]), so nothing
//! wrong can come of an old entry.

use super::key::Key;
use super::numbers::Numbers;
use crate::board::Position;
use crate::rules::Move;
use std::ops::Range;

/// Successors kept, and places in the index: about 3 MiB together.
const RING: usize = 1 << 15;
const PLACES: usize = 1 << 14;

/// A successor of an expanded position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kept {
    pub position: Position,
    pub mv: Move,
    /// What was known of it when its parent was left.
    pub numbers: Numbers,
}

#[derive(Clone, Copy, Debug)]
struct Place {
    key: Key,
    /// Successors pushed before its first one; the ring holds the last [`RING`] pushed.
    first: u64,
    count: u32,
}

/// Successors of lately expanded positions.
#[derive(Debug)]
pub(super) struct Nest {
    ring: Vec<Kept>,
    index: Vec<Option<Place>>,
    pushed: u64,
}

impl Nest {
    pub fn new() -> Nest {
        Nest { ring: Vec::new(), index: vec![None; PLACES], pushed: 0 }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.pushed += RING as u64;
    }

    /// Where in the ring the successors of a position lie, if they are still here.
    #[inline(always)]
    fn find(&self, key: &Key, hash: u64) -> Option<Range<usize>> {
        let place = self.index[hash as usize % PLACES].as_ref()?;
        if place.key != *key || self.pushed - place.first > RING as u64 {
            return None;
        }
        let at = place.first as usize % RING;
        Some(at..at + place.count as usize)
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
                successor.numbers = numbers.capped();
            }
        }
    }

    /// Keeps the successors of a position.
    #[inline(always)]
    pub fn put(&mut self, key: &Key, hash: u64, successors: impl ExactSizeIterator<Item = Kept>) {
        let count = successors.len();
        let mut at = self.pushed as usize % RING;
        if at + count > RING {
            // Not across the end.
            self.pushed += (RING - at) as u64;
            at = 0;
        }
        self.index[hash as usize % PLACES] =
            Some(Place { key: *key, first: self.pushed, count: count as u32 });
        self.pushed += count as u64;
        for successor in successors {
            match self.ring.get_mut(at) {
                Some(place) => *place = successor,
                None => self.ring.resize(at + 1, successor),
            }
            at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::key::Bound;
    use super::*;
    use crate::rules::Rules;

    #[test]
    fn successors_are_found_until_they_are_overwritten() {
        let start = Rules::KUJIFUNZA.start();
        let successors = Rules::KUJIFUNZA.successors(&start);
        let key = |plies| Key::new(&start, Bound::new(plies, true));
        let mut nest = Nest::new();
        let put = |nest: &mut Nest, key: &Key| {
            let kept = |s: &crate::rules::Successor| Kept {
                position: s.position,
                mv: s.mv,
                numbers: Numbers::open(1, 2),
            };
            nest.put(key, key.hash(), successors.iter().map(kept));
        };
        put(&mut nest, &key(1));
        let numbers = [Numbers::open(7, 8), Numbers::REPEATED, Numbers::win(3)];
        nest.update(&key(1), key(1).hash(), numbers.into_iter());
        let kept = nest.get(&key(1), key(1).hash()).unwrap();
        assert_eq!(kept.len(), 16);
        assert!(kept.iter().zip(&successors).all(|(kept, s)| (kept.position, kept.mv) == (s.position, s.mv)));
        let now: Vec<Numbers> = kept.iter().take(4).map(|kept| kept.numbers).collect();
        assert_eq!(now, [Numbers::open(7, 8), Numbers::open(1, 2), Numbers::win(3), Numbers::open(1, 2)]);
        assert!(nest.get(&key(2), key(2).hash()).is_none());
        // Around the ring: the first is overwritten, the last ones are whole.
        let rounds = (RING / 16 + 5) as u64;
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
