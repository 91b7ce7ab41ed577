//! The opening book: positions searched deeply in advance, the moves that follow from them, and how such a book grows.
//!
//! [`Book`] is a sorted list of [`Entry`]s: looked up by key, played from by [`Book::choose`]. `file` is its form on disk, `tree` the game tree
//! that the entries span, with scores backed up to the root and the leaves most worth opening; [`Growth`] searches those leaves; [`Book::merge`]
//! joins books. A key is a hash, therefore a move from a book counts only where it is legal.

mod choose;
mod entry;
mod file;
mod growth;
mod tree;

pub use choose::BookMove;
pub use entry::{Entry, Searched};
pub use file::BookError;
pub use growth::{Growth, Means, Progress};
pub use tree::{Tree, Widths};

use crate::board::Position;
use crate::rules::Rules;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// The book file in the program.
static EMBEDDED: &[u8] = include_bytes!("fundi.book");

static BOOK: LazyLock<Book> = LazyLock::new(|| {
    // The bytes are a constant of this crate and a test reads them.
    Book::from_bytes(EMBEDDED).unwrap_or_else(|error| unreachable!("embedded book: {error}"))
});

/// An opening book for one rule set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    rules: &'static Rules,
    /// Where the tree of the book begins.
    roots: Vec<Position>,
    /// Sorted by key, no key twice.
    entries: Vec<Entry>,
    provenance: String,
}

impl Book {
    /// A book of no positions that is to grow from `root`.
    #[must_use]
    pub fn new(rules: &'static Rules, root: Position) -> Book {
        Book { rules, roots: vec![root], entries: Vec::new(), provenance: String::new() }
    }

    /// The book that is part of the program.
    #[must_use]
    pub fn embedded() -> &'static Book {
        &BOOK
    }

    /// The rule set.
    #[must_use]
    pub const fn rules(&self) -> &'static Rules {
        self.rules
    }

    /// Where the tree of the book begins: the start position, in books made of parts perhaps others.
    #[must_use]
    pub fn roots(&self) -> &[Position] {
        &self.roots
    }

    /// All entries, sorted by key.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// How the book was made, a line for each kind of search.
    #[must_use]
    pub fn provenance(&self) -> &str {
        &self.provenance
    }

    /// The entry of a position with that key.
    #[must_use]
    pub fn entry(&self, key: u64) -> Option<&Entry> {
        let index = self.entries.binary_search_by_key(&key, |entry| entry.key).ok()?;
        self.entries.get(index)
    }

    /// The entry of a position, its moves as they are named there.
    #[must_use]
    pub fn entry_of(&self, position: &Position) -> Option<Entry> {
        let (kept, mirrored) = canonical(position);
        let entry = *self.entry(kept.key())?;
        Some(if mirrored { entry.mirrored() } else { entry })
    }

    /// Adds a line to the provenance unless it is there.
    pub fn add_provenance(&mut self, text: &str) {
        let lines: BTreeSet<&str> = self.provenance.lines().chain(text.lines()).collect();
        self.provenance = lines.into_iter().collect::<Vec<_>>().join("\n");
    }

    /// Joins books: of two searches of a position the deeper one counts, and all scores are backed up anew.
    ///
    /// # Errors
    /// The books are for different rule sets.
    pub fn merge(books: &[Book]) -> Result<Book, BookError> {
        let Some((first, rest)) = books.split_first() else { return Err(BookError::Nothing) };
        let mut joined = first.clone();
        for book in rest {
            if book.rules != joined.rules {
                return Err(BookError::Rules { expected: joined.rules.name, found: book.rules.name });
            }
            joined.roots.extend(&book.roots);
            joined.entries.extend(&book.entries);
            joined.add_provenance(&book.provenance);
        }
        joined.entries.sort_by_key(|entry| (entry.key, std::cmp::Reverse(entry.rank())));
        joined.entries.dedup_by_key(|entry| entry.key);
        Ok(Tree::of(&joined).to_book())
    }

    /// Adds a root unless the tree reaches it anyway. Returns whether it was added.
    pub fn add_root(&mut self, root: Position) -> bool {
        let new = Tree::of(self).find(&root).is_none() && !self.roots.contains(&root);
        if new {
            self.roots.push(root);
        }
        new
    }
}

/// The position as the book keeps it, and whether that is the mirror image: where neither side owns a house the mirror is a symmetry, and
/// the image with the smaller key stands for both.
pub(crate) fn canonical(position: &Position) -> (Position, bool) {
    if position.own_house() || position.enemy_house() {
        return (*position, false);
    }
    let mirrored = position.mirrored();
    if mirrored.key() < position.key() { (mirrored, true) } else { (*position, false) }
}

#[cfg(test)]
mod tests;
