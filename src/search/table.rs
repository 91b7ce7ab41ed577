//! The transposition table, shared by all threads without locks.
//!
//! A bucket is one cache line of four slots; a slot is two 64-bit atomics, the packed entry and the key xor the entry (Hyatt and
//! Mann, ICGA Journal 2002). Every access is a relaxed atomic load or store, so there is no data race in the language's sense; if two
//! threads mix their halves, the xor no longer gives the key and the slot reads as empty. Forced wins are stored by their distance from
//! the stored position, not from the root.

use super::score::{PROVEN, WIN};
use crate::rules::Move;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// How a stored score is to be read; zero marks an empty slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Exact = 1,
    Lower = 2,
    Upper = 3,
}

impl Kind {
    /// Whether a score of this kind answers a search between `alpha` and `beta`.
    #[inline(always)]
    pub const fn cuts(self, score: i32, alpha: i32, beta: i32) -> bool {
        match self {
            Kind::Exact => true,
            Kind::Lower => score >= beta,
            Kind::Upper => score <= alpha,
        }
    }
}

/// What the table knows about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub mv: Option<Move>,
    /// Score relative to the stored position.
    pub score: i32,
    pub depth: i32,
    pub kind: Kind,
}

const NO_MOVE: u64 = 0xff;
const AGE_MASK: u64 = 63;

/// A bound that proves nothing does not replace what this search found out about the position more than so many plies deeper: the
/// shallow searches that test for a single good move would wipe out the deep ones.
const KEPT_DEPTH: i32 = 3;

impl Entry {
    /// move 8 | score 16 | depth 8 | kind 2 | age 6 bits.
    fn pack(self, age: u8) -> u64 {
        let mv = self.mv.map_or(NO_MOVE, |mv| u64::from(mv.index()));
        let score = u64::from((self.score as i16).cast_unsigned());
        let depth = u64::from(self.depth.clamp(0, 255) as u8);
        mv | score << 8 | depth << 24 | (self.kind as u64) << 32 | u64::from(age) << 34
    }

    fn unpack(data: u64) -> Option<Entry> {
        let kind = match data >> 32 & 3 {
            1 => Kind::Exact,
            2 => Kind::Lower,
            3 => Kind::Upper,
            _ => return None,
        };
        Some(Entry {
            mv: Move::from_index(data as u8),
            score: i32::from(((data >> 8) as u16).cast_signed()),
            depth: i32::from((data >> 24) as u8),
            kind,
        })
    }
}

/// A score at `ply` of a search, made relative to the position it belongs to.
pub(crate) const fn to_table(score: i32, ply: i32) -> i32 {
    if score >= PROVEN {
        score + ply
    } else if score <= -PROVEN {
        score - ply
    } else {
        score
    }
}

/// The reverse of [`to_table`].
pub(crate) const fn from_table(score: i32, ply: i32) -> i32 {
    if score >= PROVEN {
        score - ply
    } else if score <= -PROVEN {
        score + ply
    } else {
        score
    }
}

const _: () = assert!(WIN + 2_000 < i16::MAX as i32);

#[derive(bytemuck::Zeroable)]
#[repr(C)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

#[derive(bytemuck::Zeroable)]
#[repr(C, align(64))]
struct Bucket([Slot; 4]);

/// The table.
pub(crate) struct Table {
    buckets: Box<[Bucket]>,
    age: AtomicU8,
}

/// The memory asked for cannot be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableSizeError {
    /// MiB asked for.
    pub asked: usize,
    /// MiB in use instead.
    pub got: usize,
}

impl std::fmt::Display for TableSizeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "no memory for a table of {} MiB, {} MiB in use instead", self.asked, self.got)
    }
}

impl std::error::Error for TableSizeError {}

impl Table {
    /// A table of about `mib` MiB, or as much of that as memory allows by halves.
    pub fn new(mib: usize) -> Table {
        let mut mib = mib.max(1);
        loop {
            let buckets = mib.saturating_mul(1 << 20) / size_of::<Bucket>();
            if let Ok(buckets) = bytemuck::allocation::try_zeroed_slice_box(buckets) {
                return Table { buckets, age: AtomicU8::new(0) };
            }
            if mib == 1 {
                // Not even one MiB: a single bucket on the heap.
                return Table { buckets: bytemuck::allocation::zeroed_slice_box(1), age: AtomicU8::new(0) };
            }
            mib /= 2;
        }
    }

    /// Size in MiB.
    pub fn mib(&self) -> usize {
        (self.buckets.len() * size_of::<Bucket>()) >> 20
    }

    /// Empties the table.
    pub fn clear(&mut self) {
        use rayon::prelude::*;
        self.buckets.par_chunks_mut(1 << 14).for_each(|chunk| {
            for slot in chunk.iter_mut().flat_map(|bucket| &mut bucket.0) {
                *slot.check.get_mut() = 0;
                *slot.data.get_mut() = 0;
            }
        });
        *self.age.get_mut() = 0;
    }

    /// Marks everything stored so far as one search older.
    pub fn next_age(&mut self) {
        let age = self.age.get_mut();
        *age = (*age + 1) & AGE_MASK as u8;
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &Bucket {
        let index = ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize;
        &self.buckets[index]
    }

    /// Asks the processor to fetch the bucket of `key` while other work goes on.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        crate::prefetch::prefetch(self.bucket(key));
    }

    /// What is known about `key`.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        for slot in &self.bucket(key).0 {
            let data = slot.data.load(Relaxed);
            if slot.check.load(Relaxed) ^ data == key {
                return Entry::unpack(data);
            }
        }
        None
    }

    /// Stores an entry over the same position, an empty slot, or the least valuable one (old first, then shallow).
    pub fn store(&self, key: u64, mut entry: Entry) {
        let age = self.age.load(Relaxed);
        let slots = &self.bucket(key).0;
        let mut place = &slots[0];
        let mut lowest = i32::MAX;
        for slot in slots {
            let data = slot.data.load(Relaxed);
            if data == 0 {
                place = slot;
                break;
            }
            if slot.check.load(Relaxed) ^ data == key {
                let deeper = (data >> 24) as u8 as i32 - entry.depth > KEPT_DEPTH;
                let of_use = entry.kind == Kind::Exact || entry.score.abs() >= PROVEN;
                if deeper && !of_use && (data >> 34 & AGE_MASK) as u8 == age {
                    return;
                }
                if entry.mv.is_none() {
                    entry.mv = Move::from_index(data as u8);
                }
                place = slot;
                break;
            }
            let searches_old = i32::from(age.wrapping_sub((data >> 34 & AGE_MASK) as u8) & AGE_MASK as u8);
            let value =
                (data >> 24) as u8 as i32 - 8 * searches_old + if data >> 32 & 3 == 1 { 1 } else { 0 };
            if value < lowest {
                lowest = value;
                place = slot;
            }
        }
        let data = entry.pack(age);
        place.data.store(data, Relaxed);
        place.check.store(key ^ data, Relaxed);
    }

    /// Share of slots written by the current search, per mille, from a sample.
    pub fn hashfull(&self) -> u32 {
        let age = u64::from(self.age.load(Relaxed));
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let used = sample.iter().flat_map(|bucket| &bucket.0).filter(|slot| {
            let data = slot.data.load(Relaxed);
            data != 0 && data >> 34 & AGE_MASK == age
        });
        (used.count() * 1000 / (sample.len() * 4)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_is_found_again_and_wins_are_kept_by_distance() {
        let table = Table::new(1);
        let mv = Move::parse("A5R+").ok();
        let entry = Entry { mv, score: to_table(WIN - 9, 4), depth: 17, kind: Kind::Lower };
        table.store(42, entry);
        assert_eq!(table.probe(42), Some(entry));
        assert_eq!(from_table(entry.score, 2), WIN - 7);
        assert_eq!(table.probe(43), None);
        for key in 0..100_000u64 {
            table.store(
                key.wrapping_mul(0x9e37_79b9_7f4a_7c15),
                Entry { mv, score: -5, depth: 1, kind: Kind::Upper },
            );
        }
        assert!(table.hashfull() > 500);
    }

    #[test]
    fn a_shallow_bound_does_not_replace_a_deep_one_but_a_proof_does() {
        let mut table = Table::new(1);
        let entry = |depth, kind, score| Entry { mv: None, score, depth, kind };
        let deep = entry(12, Kind::Lower, 40);
        table.store(9, deep);
        table.store(9, entry(8, Kind::Upper, 10));
        assert_eq!(table.probe(9), Some(deep));
        let won = entry(2, Kind::Lower, WIN - 3);
        table.store(9, won);
        assert_eq!(table.probe(9), Some(won));
        table.store(9, deep);
        table.next_age();
        let fresh = entry(3, Kind::Upper, 10);
        table.store(9, fresh);
        assert_eq!(table.probe(9), Some(fresh), "an older search's does not count");
    }

    #[test]
    fn a_slot_mixed_from_two_writes_reads_as_empty() {
        let table = Table::new(1);
        table.store(7, Entry { mv: None, score: 1, depth: 1, kind: Kind::Exact });
        let slot = &table.bucket(7).0[0];
        slot.data.store(slot.data.load(Relaxed) ^ 0xff00, Relaxed);
        assert_eq!(table.probe(7), None);
    }
}
