//! Keeps threads out of each other's way. A move that another thread is searching right now is put off until the others are done (the
//! simplified ABDADA of T. Kerrigan); by then the table often knows its value. And a thread deep inside a node leaves it once the table
//! holds the node's answer, found by another thread. That all search the same at the root is the business of `round`.
//!
//! What is being searched below a position stands in one line of the cache, with a place for each thread: where threads lie far apart, it is
//! the lines passed to and fro that cost time. The list may forget or confuse: that costs time too, never correctness, since a put-off move
//! is searched all the same.

use super::table::{Table, from_table};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Threads keep out of each other's way from this remaining depth on.
pub(crate) const SHARING_DEPTH: i32 = 3;

const LINES: usize = 1 << 10;

/// Threads with a place of their own; others share them.
const PLACES: usize = 8;

#[derive(bytemuck::Zeroable)]
#[repr(C, align(64))]
struct Line([AtomicU64; PLACES]);

/// What the threads are searching as later moves, by the position in which they are played.
pub(crate) struct Busy {
    lines: Box<[Line]>,
    /// Places in use.
    places: usize,
}

/// The same position at another depth is other work.
#[inline(always)]
fn mark(child: u64, depth: i32) -> u64 {
    (child ^ depth.unsigned_abs() as u64).max(1)
}

impl Busy {
    pub fn new(threads: usize) -> Busy {
        Busy { lines: bytemuck::allocation::zeroed_slice_box(LINES), places: threads.min(PLACES) }
    }

    #[inline(always)]
    fn line(&self, parent: u64) -> &[AtomicU64; PLACES] {
        &self.lines[parent as usize % LINES].0
    }

    /// Whether a thread searches that child of a position to that depth.
    #[inline]
    pub fn contains(&self, parent: u64, child: u64, depth: i32) -> bool {
        let mark = mark(child, depth);
        self.line(parent)[..self.places].iter().any(|place| place.load(Relaxed) == mark)
    }

    /// A thread begins.
    #[inline]
    pub fn enter(&self, thread: usize, parent: u64, child: u64, depth: i32) {
        self.line(parent)[thread % PLACES].store(mark(child, depth), Relaxed);
    }

    /// It is done with the children of that position, or with one.
    #[inline]
    pub fn leave(&self, thread: usize, parent: u64) {
        self.line(parent)[thread % PLACES].store(0, Relaxed);
    }
}

/// The order in which a thread takes a node's moves: as they stand, but those that another thread is searching last.
pub(crate) struct Turns<'b> {
    busy: Option<&'b Busy>,
    parent: u64,
    depth: i32,
    next: usize,
    /// Bit i: move i is put off.
    put_off: u64,
}

impl<'b> Turns<'b> {
    /// The turns of a node of that key and remaining depth; `busy` is `None` with one thread.
    #[inline]
    pub fn new(busy: Option<&'b Busy>, parent: u64, depth: i32) -> Turns<'b> {
        Turns { busy: busy.filter(|_| depth >= SHARING_DEPTH), parent, depth, next: 0, put_off: 0 }
    }

    /// The number of the next move; `key` gives the key of the position after a move, `None` after the last. The first is never put off.
    #[inline]
    pub fn next(&mut self, key: impl Fn(usize) -> Option<u64>) -> Option<usize> {
        while let Some(key) = key(self.next) {
            let index = self.next;
            self.next += 1;
            if index == 0 || !self.busy.is_some_and(|busy| busy.contains(self.parent, key, self.depth)) {
                return Some(index);
            }
            self.put_off |= 1 << index;
        }
        let index = self.put_off.trailing_zeros() as usize;
        self.put_off &= self.put_off.wrapping_sub(1);
        (index < 64).then_some(index)
    }
}

/// A null-window node a thread is inside of, which another thread may answer first.
#[derive(Clone, Copy)]
pub(crate) struct Open {
    pub key: u64,
    pub depth: i32,
    pub beta: i32,
    pub ply: usize,
}

impl Open {
    /// The ply and value of the node, if the table knows enough to leave it.
    pub fn answer(&self, table: &Table) -> Option<(usize, i32)> {
        let entry = table.probe(self.key).filter(|entry| entry.depth >= self.depth)?;
        let score = from_table(entry.score, self.ply as i32);
        entry.kind.cuts(score, self.beta - 1, self.beta).then_some((self.ply, score))
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::{Entry, Kind};
    use super::*;

    #[test]
    fn moves_another_thread_searches_come_last() {
        let busy = Busy::new(4);
        let keys = [10u64, 20, 30, 40];
        let order = |busy| {
            let mut turns = Turns::new(Some(busy), 5, SHARING_DEPTH);
            std::iter::from_fn(|| turns.next(|index| keys.get(index).copied())).collect::<Vec<_>>()
        };
        assert_eq!(order(&busy), [0, 1, 2, 3]);
        for (thread, key) in [10, 20, 40].into_iter().enumerate() {
            busy.enter(thread, 5, key, SHARING_DEPTH);
        }
        busy.enter(3, 5, 30, SHARING_DEPTH + 1);
        busy.enter(0, 6, 30, SHARING_DEPTH);
        assert_eq!(order(&busy), [0, 2, 1, 3], "the first never; another depth or parent not");
        busy.leave(1, 5);
        assert_eq!(order(&busy), [0, 1, 2, 3]);
    }

    #[test]
    fn a_node_is_left_once_the_table_answers_it() {
        let table = Table::new(1);
        let open = Open { key: 7, depth: 9, beta: 50, ply: 3 };
        let store = |score, depth, kind| table.store(7, Entry { mv: None, score, depth, kind });
        assert_eq!(open.answer(&table), None);
        store(60, 8, Kind::Lower);
        assert_eq!(open.answer(&table), None, "not deep enough");
        store(60, 9, Kind::Lower);
        assert_eq!(open.answer(&table), Some((3, 60)));
        store(60, 9, Kind::Upper);
        assert_eq!(open.answer(&table), None, "an upper bound above beta says nothing");
        store(49, 10, Kind::Upper);
        assert_eq!(open.answer(&table), Some((3, 49)));
    }
}
