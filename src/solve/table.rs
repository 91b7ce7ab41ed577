//! The solver's memory: a table of fixed size whose entries hold whole questions, never hashes of them.
//!
//! An entry is four words: three of [`Key`] with the bookkeeping in the free bits of the third, one of value. Two entries
//! make a bucket, one line of the cache. A full bucket gives up the entry that cost the fewest nodes, and proofs before open
//! questions of the same cost only as a last resort. What is lost is searched again; nothing wrong can come of it.
//!
//! Most questions looked up were never asked. So that this costs no line of a table that is larger than any cache, four bits of the hash of
//! each entry lie apart as its tag, a byte for each bucket: where no tag fits, there is no such entry.
//!
//! With several threads who writes locks the bucket by a bit of the bucket itself, and so does who reads a proof: no thread can ever read
//! half of an old entry and half of a new one and take the mixture for a proof. Open numbers are read as they are: they only guide.

use super::key::{EXTRA_BITS, Key};
use super::numbers::Numbers;
use super::pages::prefer_large;
use crate::prefetch::prefetch;
use crate::rules::Move;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Acquire, Ordering::Relaxed, Ordering::Release};

const WORDS: usize = 4;
const WAYS: usize = 2;
const BUCKET_BYTES: usize = WORDS * WAYS * 8;

const EXTRA: u64 = (1 << EXTRA_BITS) - 1;
const WORK_SHIFT: u32 = EXTRA_BITS;
const VISITOR_SHIFT: u32 = WORK_SHIFT + 6;
const MOST_VISITORS: u64 = 15;
/// In the first entry of a bucket: a thread is at work on the bucket.
const LOCKED: u64 = 1 << 60;
const STATE_SHIFT: u32 = 62;
const OPEN: u64 = 1;
const WIN: u64 = 2;
const LOSS: u64 = 3;

/// What the table knows about a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub numbers: Numbers,
    /// The winning move, where the mover's win is proved.
    pub mv: Option<Move>,
    /// About two times the binary logarithm of the nodes spent on it.
    pub work: u8,
    /// Other threads at work below it.
    pub visitors: u8,
}

/// The bounded table.
#[derive(Debug)]
pub(super) struct Table {
    buckets: Vec<Bucket>,
    /// The tags of each bucket's two entries, zero where there is none.
    tags: Vec<AtomicU8>,
    /// Whether several threads use the table, so that locks are needed.
    shared: bool,
}

/// Two entries in a line of the cache.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([AtomicU64; WORDS * WAYS]);

/// Holds the lock of a bucket: the word with its bit.
struct Guard<'a>(Option<&'a AtomicU64>);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        if let Some(lock) = self.0 {
            // Others can only have set the bit that is set: what is read here is still true when it is written.
            lock.store(lock.load(Relaxed) & !LOCKED, Release);
        }
    }
}

/// Nodes as a small number: two steps a doubling.
pub(super) fn work_of(nodes: u64) -> u8 {
    let log = 63 - (nodes | 1).leading_zeros();
    let half = if log > 0 { nodes >> (log - 1) & 1 } else { 0 };
    (2 * log as u64 + half).min(63) as u8
}

impl Table {
    /// A table of about `bytes` bytes, at least one bucket. `None` if the memory is not to be had.
    pub fn new(bytes: usize) -> Option<Table> {
        let buckets = (bytes / BUCKET_BYTES).max(1);
        let mut memory: Vec<Bucket> = Vec::new();
        memory.try_reserve_exact(buckets).ok()?;
        // Before anything is written: pages are chosen when they are first touched.
        prefer_large(memory.spare_capacity_mut());
        memory.resize_with(buckets, Bucket::default);
        let mut tags = Vec::new();
        tags.try_reserve_exact(buckets).ok()?;
        prefer_large(tags.spare_capacity_mut());
        tags.resize_with(buckets, AtomicU8::default);
        Some(Table { buckets: memory, tags, shared: false })
    }

    /// Says whether several threads are going to use the table.
    pub fn share(&mut self, shared: bool) {
        self.shared = shared;
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.buckets.iter_mut().flat_map(|bucket| &mut bucket.0).for_each(|word| *word.get_mut() = 0);
        self.tags.iter_mut().for_each(|tags| *tags.get_mut() = 0);
    }

    /// Bytes held by the entries.
    pub fn bytes(&self) -> usize {
        size_of_val(self.buckets.as_slice())
    }

    /// The share of entries in use, in thousandths, from a sample.
    pub fn permille_full(&self) -> u32 {
        let sample = self.buckets.iter().flat_map(|bucket| bucket.0.chunks_exact(WORDS)).take(4000);
        let (mut used, mut seen) = (0, 0);
        for entry in sample {
            used += u32::from(entry[2].load(Relaxed) >> STATE_SHIFT != 0);
            seen += 1;
        }
        used * 1000 / seen.max(1)
    }

    #[inline(always)]
    fn place(&self, hash: u64) -> usize {
        ((u128::from(hash) * self.buckets.len() as u128) >> 64) as usize
    }

    #[inline(always)]
    fn bucket(&self, hash: u64) -> &[AtomicU64; WORDS * WAYS] {
        &self.buckets[self.place(hash)].0
    }

    /// Asks the processor to fetch the tags that [`Table::may_know`] looks at.
    #[inline(always)]
    pub fn prefetch_tags(&self, hash: u64) {
        prefetch(&self.tags[self.place(hash)]);
    }

    /// Whether a look at the table is worth while: false where it does not know the question, but for one time in eight. Asks the processor to
    /// fetch the place if it is.
    #[inline(always)]
    pub fn may_know(&self, hash: u64) -> bool {
        let place = self.place(hash);
        let tags = &self.tags[place];
        let held = tags.load(Relaxed);
        let may = (held & 15 == tag(hash)) | (held >> 4 == tag(hash));
        // Which it is cannot be foreseen: no branch.
        let (known, not) = (std::ptr::from_ref(&self.buckets[place]), std::ptr::from_ref(tags).cast());
        prefetch(std::hint::select_unpredictable(may, known, not));
        may
    }

    #[inline(always)]
    fn lock(&self, hash: u64) -> Guard<'_> {
        if !self.shared {
            return Guard(None);
        }
        let lock = &self.bucket(hash)[2];
        while lock.fetch_or(LOCKED, Acquire) & LOCKED != 0 {
            std::hint::spin_loop();
        }
        Guard(Some(lock))
    }

    /// Asks the processor to fetch the bucket of `hash`.
    #[inline(always)]
    pub fn prefetch(&self, hash: u64) {
        prefetch(self.bucket(hash));
    }

    /// The entry of `key` in its bucket.
    #[inline(always)]
    fn find(&self, key: &Key, hash: u64) -> Option<&[AtomicU64]> {
        let bucket = self.bucket(hash);
        let same = |entry: &[AtomicU64]| {
            entry[0].load(Relaxed) == key.words[0]
                && entry[1].load(Relaxed) == key.words[1]
                && entry[2].load(Relaxed) & EXTRA == key.extra
                && entry[2].load(Relaxed) >> STATE_SHIFT != 0
        };
        bucket.chunks_exact(WORDS).find(|entry| same(entry))
    }

    /// Looks a question up.
    #[inline(always)]
    pub fn get(&self, key: &Key, hash: u64) -> Option<Found> {
        let look = || {
            let entry = self.find(key, hash)?;
            Some(found(entry[2].load(Relaxed), entry[3].load(Relaxed)))
        };
        let found = look()?;
        if self.shared && found.numbers.is_solved() {
            let _guard = self.lock(hash);
            return look();
        }
        Some(found)
    }

    /// Stores what is known about a question. A proof is never taken back, only replaced by one with a shorter distance.
    pub fn put(&self, key: &Key, hash: u64, numbers: Numbers, mv: Option<Move>, work: u8) {
        let _guard = self.lock(hash);
        let mut visitors = 0;
        let entry = match self.find(key, hash) {
            Some(entry) => {
                let old = found(entry[2].load(Relaxed), entry[3].load(Relaxed));
                if old.numbers.is_solved()
                    && (!numbers.is_solved() || numbers.distance >= old.numbers.distance)
                {
                    return;
                }
                visitors = old.visitors;
                entry
            }
            None => self.victim(hash),
        };
        write(entry, key, numbers, mv, work, visitors);
    }

    /// Notes that one thread more works below a question, whose numbers are given in case the table does not know it.
    pub fn enter(&self, key: &Key, hash: u64, numbers: Numbers) {
        let _guard = self.lock(hash);
        if let Some(entry) = self.find(key, hash) {
            let meta = entry[2].load(Relaxed);
            let visitors = (meta >> VISITOR_SHIFT & MOST_VISITORS) + 1;
            set_meta(entry, with_visitors(meta, visitors.min(MOST_VISITORS)));
        } else {
            write(self.victim(hash), key, numbers.capped(), None, 0, 1);
        }
    }

    /// Takes back an [`Table::enter`]. Does nothing if the entry has been given up meanwhile.
    pub fn leave(&self, key: &Key, hash: u64) {
        let _guard = self.lock(hash);
        if let Some(entry) = self.find(key, hash) {
            let meta = entry[2].load(Relaxed);
            let visitors = meta >> VISITOR_SHIFT & MOST_VISITORS;
            set_meta(entry, with_visitors(meta, visitors.saturating_sub(1)));
        }
    }

    /// The entry to give up for the one of `hash`, which it is tagged for: an empty one, else the one with the least work behind it, where a
    /// proof counts double.
    #[inline(always)]
    fn victim(&self, hash: u64) -> &[AtomicU64] {
        let price = |entry: &&[AtomicU64]| {
            let meta = entry[2].load(Relaxed);
            let state = meta >> STATE_SHIFT;
            let work = meta >> WORK_SHIFT & 63;
            if state == 0 { 0 } else { 1 + work + if state == OPEN { 0 } else { 2 } }
        };
        let (first, second) = self.bucket(hash).split_at(WORDS);
        let tags = &self.tags[self.place(hash)];
        let old = tags.load(Relaxed);
        // Under the lock of the bucket: other threads may read what was before, but none writes.
        if price(&first) <= price(&second) {
            tags.store(old & 0xf0 | tag(hash), Relaxed);
            first
        } else {
            tags.store(old & 0x0f | tag(hash) << 4, Relaxed);
            second
        }
    }
}

/// The tag of an entry.
#[inline(always)]
const fn tag(hash: u64) -> u8 {
    // Never zero, which means none.
    let bits = hash as u8 & 15;
    if bits == 0 { 8 } else { bits }
}

/// Writes the third word of an entry, but for the lock: that is given back by its [`Guard`] alone.
#[inline(always)]
fn set_meta(entry: &[AtomicU64], meta: u64) {
    entry[2].store(meta & !LOCKED | entry[2].load(Relaxed) & LOCKED, Relaxed);
}

const fn with_visitors(meta: u64, visitors: u64) -> u64 {
    meta & !(MOST_VISITORS << VISITOR_SHIFT) | visitors << VISITOR_SHIFT
}

#[inline(always)]
fn write(entry: &[AtomicU64], key: &Key, numbers: Numbers, mv: Option<Move>, work: u8, visitors: u8) {
    let (state, value) = if numbers.is_win() {
        (WIN, u64::from(numbers.distance) | mv.map_or(255, |mv| u64::from(mv.index())) << 16)
    } else if numbers.is_loss() {
        (LOSS, u64::from(numbers.distance) | 255 << 16)
    } else {
        (OPEN, u64::from(numbers.phi) | u64::from(numbers.delta) << 32)
    };
    entry[0].store(key.words[0], Relaxed);
    entry[1].store(key.words[1], Relaxed);
    let bookkeeping = u64::from(work.min(63)) << WORK_SHIFT | u64::from(visitors) << VISITOR_SHIFT;
    set_meta(entry, key.extra | bookkeeping | state << STATE_SHIFT);
    entry[3].store(value, Relaxed);
}

#[inline(always)]
fn found(meta: u64, value: u64) -> Found {
    let distance = value as u16;
    let numbers = match meta >> STATE_SHIFT {
        WIN => Numbers::win(distance),
        LOSS => Numbers::loss(distance),
        _ => Numbers::open(value as u32, (value >> 32) as u32),
    };
    Found {
        numbers,
        mv: if numbers.is_win() { Move::from_index((value >> 16) as u8) } else { None },
        work: (meta >> WORK_SHIFT & 63) as u8,
        visitors: (meta >> VISITOR_SHIFT & MOST_VISITORS) as u8,
    }
}

#[cfg(test)]
mod tests {
    use super::super::key::Bound;
    use super::*;
    use crate::rules::Rules;

    #[test]
    fn proofs_stay_and_open_numbers_change() {
        let table = Table::new(1 << 16).unwrap();
        let key = Key::new(&Rules::ZANZIBAR.start(), Bound::NONE);
        let hash = key.hash();
        assert_eq!(table.get(&key, hash), None);
        table.put(&key, hash, Numbers::open(3, 7), None, 5);
        assert_eq!(table.get(&key, hash).unwrap().numbers, Numbers::open(3, 7));
        table.enter(&key, hash, Numbers::open(9, 9));
        let mv = Move::parse("A6R").unwrap();
        table.put(&key, hash, Numbers::win(9), Some(mv), 6);
        table.put(&key, hash, Numbers::open(1, 1), None, 7);
        table.put(&key, hash, Numbers::win(11), None, 7);
        let found = table.get(&key, hash).unwrap();
        assert_eq!((found.numbers, found.mv, found.work, found.visitors), (Numbers::win(9), Some(mv), 6, 1));
        table.leave(&key, hash);
        table.leave(&key, hash);
        assert_eq!(table.get(&key, hash).unwrap().visitors, 0);
        let other = Key::new(&Rules::KUJIFUNZA.start(), Bound::NONE);
        table.enter(&other, other.hash(), Numbers::open(4, 5));
        let entered = table.get(&other, other.hash()).unwrap();
        assert_eq!((entered.numbers, entered.visitors), (Numbers::open(4, 5), 1));
    }

    #[test]
    fn a_full_bucket_gives_up_the_cheapest_entry() {
        let table = Table::new(1).unwrap();
        let start = Rules::ZANZIBAR.start();
        let keys: Vec<Key> = (0..4).map(|plies| Key::new(&start, Bound::new(plies, true))).collect();
        for (key, work) in keys.iter().zip([9, 4, 2, 6]) {
            table.put(key, key.hash(), Numbers::open(1, 1), None, work);
        }
        let kept: Vec<bool> = keys.iter().map(|key| table.get(key, key.hash()).is_some()).collect();
        assert_eq!(kept, [true, false, false, true]);
    }

    #[test]
    fn tags_tell_what_the_table_may_know() {
        let mut table = Table::new(1 << 12).unwrap();
        let start = Rules::ZANZIBAR.start();
        let hashed = |plies| {
            let key = Key::new(&start, Bound::new(plies, true));
            (key, key.hash())
        };
        assert!((0..500).all(|plies| !table.may_know(hashed(plies).1)));
        (0..500).map(hashed).for_each(|(key, hash)| table.put(&key, hash, Numbers::open(1, 1), None, 1));
        let count = |told: &dyn Fn(&Key, u64) -> bool| {
            (0..500).map(hashed).filter(|(key, hash)| told(key, *hash)).count()
        };
        let known = count(&|key, hash| table.get(key, hash).is_some());
        let told = count(&|_, hash| table.may_know(hash));
        assert_eq!(count(&|key, hash| table.get(key, hash).is_some() && !table.may_know(hash)), 0);
        assert!(known > 100 && (known..known + 80).contains(&told), "{known} known, {told} told");
        table.clear();
        assert!((0..500).all(|plies| !table.may_know(hashed(plies).1)));
    }

    #[test]
    fn work_grows_with_nodes() {
        assert_eq!([0, 1, 2, 3, 4, 6, 8].map(work_of), [0, 0, 2, 3, 4, 5, 6]);
        assert_eq!(work_of(u64::MAX), 63);
    }
}
