//! Keeps threads out of each other's way: a move that another thread is searching right now is put off until the others are done (the
//! simplified ABDADA of T. Kerrigan). By then the table often knows its value.
//!
//! The list of what is being searched is a small hash table of atomics that may forget or confuse entries: that costs time, never
//! correctness, since a put-off move is searched all the same.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

const SLOTS: usize = 1 << 10;

/// Keys of positions that some thread is searching as a later move.
pub(crate) struct Busy(Box<[AtomicU64]>);

impl Busy {
    pub fn new() -> Busy {
        Busy(bytemuck::allocation::zeroed_slice_box(SLOTS))
    }

    #[inline]
    fn slot(&self, key: u64, depth: i32) -> (&AtomicU64, u64) {
        // The same position at another depth is other work.
        let mark = (key ^ depth.unsigned_abs() as u64).max(1);
        (&self.0[mark as usize % SLOTS], mark)
    }

    /// Whether another thread searches that position to that depth.
    #[inline]
    pub fn contains(&self, key: u64, depth: i32) -> bool {
        let (slot, mark) = self.slot(key, depth);
        slot.load(Relaxed) == mark
    }

    /// This thread begins.
    #[inline]
    pub fn enter(&self, key: u64, depth: i32) {
        let (slot, mark) = self.slot(key, depth);
        slot.store(mark, Relaxed);
    }

    /// This thread is done.
    #[inline]
    pub fn leave(&self, key: u64, depth: i32) {
        let (slot, mark) = self.slot(key, depth);
        if slot.load(Relaxed) == mark {
            slot.store(0, Relaxed);
        }
    }
}
