//! The questions on the path from the root, to notice one that comes up again below itself.

use super::key::Key;

const FILTER: usize = 4096;

/// A stack of keys with a counting filter that answers nearly every "is it on the path?" with one look.
#[derive(Debug)]
pub(super) struct Path {
    keys: Vec<Key>,
    filter: Vec<u16>,
}

impl Path {
    pub fn new() -> Path {
        Path { keys: Vec::with_capacity(256), filter: vec![0; FILTER] }
    }

    pub fn len(&self) -> usize {
        self.keys.len()
    }

    pub fn push(&mut self, key: Key, hash: u64) {
        self.keys.push(key);
        self.filter[hash as usize % FILTER] += 1;
    }

    /// Takes back the last [`Path::push`], whose hash this was.
    pub fn pop(&mut self, hash: u64) {
        self.keys.pop();
        self.filter[hash as usize % FILTER] -= 1;
    }

    #[inline(always)]
    pub fn contains(&self, key: &Key, hash: u64) -> bool {
        self.filter[hash as usize % FILTER] != 0 && self.keys.contains(key)
    }
}
