//! What a book knows about a position, in 16 bytes.

use crate::rules::Move;
use crate::search::Score;

/// Bytes of an entry in the file.
pub(super) const SIZE: usize = 16;

/// One position of a book. Moves are those of the position as the book keeps it, which may be the mirror image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The position's key; it does not know colours.
    pub key: u64,
    /// The best move, the whole tree below considered.
    pub mv: Move,
    /// Its score for the mover, backed up from the leaves.
    pub score: Score,
    /// Moves the book goes on along the best line after `mv`; 0 where the entry is a leaf.
    pub plies: u8,
    /// What the search of this very position found.
    pub searched: Searched,
}

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Searched {
    /// The best move.
    pub mv: Move,
    /// Its score for the mover.
    pub score: Score,
    /// Plies of the last complete iteration, 255 at most.
    pub depth: u8,
}

impl Entry {
    /// An entry known by its own search alone.
    #[must_use]
    pub(super) const fn leaf(key: u64, searched: Searched) -> Entry {
        Entry { key, mv: searched.mv, score: searched.score, plies: 0, searched }
    }

    /// The entry of the mirror image.
    #[must_use]
    pub(super) const fn mirrored(mut self) -> Entry {
        self.mv = self.mv.mirrored();
        self.searched.mv = self.searched.mv.mirrored();
        self
    }

    /// Which of two searches of a position to keep: the deeper one; the rest decides only so that the order of files does not.
    pub(super) fn rank(&self) -> (bool, u8, i32, u8) {
        let Searched { mv, score, depth } = self.searched;
        (score.win_plies().is_some(), depth, score.centiseeds(), mv.index())
    }

    /// Little-endian: key, score, searched score, move, searched move, depth, plies.
    pub(super) fn to_bytes(self) -> [u8; SIZE] {
        let mut bytes = [0; SIZE];
        bytes[..8].copy_from_slice(&self.key.to_le_bytes());
        bytes[8..10].copy_from_slice(&(self.score.centiseeds() as i16).to_le_bytes());
        bytes[10..12].copy_from_slice(&(self.searched.score.centiseeds() as i16).to_le_bytes());
        bytes[12..].copy_from_slice(&[
            self.mv.index(),
            self.searched.mv.index(),
            self.searched.depth,
            self.plies,
        ]);
        bytes
    }

    /// `None` if a move is none or a score is beyond a win.
    pub(super) fn from_bytes(bytes: &[u8; SIZE]) -> Option<Entry> {
        let [k0, k1, k2, k3, k4, k5, k6, k7, s0, s1, t0, t1, mv, searched_mv, depth, plies] = *bytes;
        let score = |low, high| {
            let raw = i32::from(i16::from_le_bytes([low, high]));
            (raw.abs() <= Score::win_in(0).centiseeds()).then(|| Score::from_raw(raw))
        };
        Some(Entry {
            key: u64::from_le_bytes([k0, k1, k2, k3, k4, k5, k6, k7]),
            mv: Move::from_index(mv)?,
            score: score(s0, s1)?,
            plies,
            searched: Searched { mv: Move::from_index(searched_mv)?, score: score(t0, t1)?, depth },
        })
    }
}
