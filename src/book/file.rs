//! A book on disk. Format version 1, all numbers little-endian:
//!
//! | bytes | content |
//! |---|---|
//! | 0..8 | magic `FUNDBOOK` |
//! | 8..12 | format version, 1 |
//! | 12..16 | number of entries |
//! | 16..20 | length of the text in bytes |
//! | 20..24 | zero |
//! | 24..32 | checksum: FNV-1a, 64 bits, over everything from byte 32 on and the 16 bytes 8..24 |
//! | 32..40 | the key of the rule set's start position: other keys, other book |
//! | 40..56 | name of the rule set, filled up with zeros |
//! | 56..64 | zero |
//! | 64.. | entries of 16 bytes, sorted by key: u64 key, i16 backed-up score, i16 searched score, u8 backed-up move, u8 searched move, u8 depth of the search, u8 further moves along the best line |
//! | then | UTF-8 text: `root POSITION` lines, then the provenance |
//!
//! Scores are centiseeds for the mover, 30,000 - n a win in n plies, the negative a loss; a move is its index (hole, 16 for R, 32 to play the house).

use super::Book;
use super::entry::{Entry, SIZE};
use crate::board::Position;
use crate::checksum::fnv1a;
use crate::rules::Rules;
use crate::words::{Message, Told, say, told_in_english};
use std::path::Path;

const MAGIC: &[u8; 8] = b"FUNDBOOK";
const VERSION: u32 = 1;
const HEADER: usize = 64;
const ROOT: &str = "root ";

fn checksum(bytes: &[u8]) -> u64 {
    fnv1a(bytes[32..].iter().chain(&bytes[8..24]))
}

impl Book {
    /// Reads a book from the bytes of its file.
    ///
    /// # Errors
    /// The bytes are no book, of another version, cut off, damaged, or for other rules than this program knows.
    pub fn from_bytes(bytes: &[u8]) -> Result<Book, BookError> {
        let Some(header) = bytes.first_chunk::<HEADER>() else {
            return Err(if bytes.starts_with(MAGIC) { BookError::Length } else { BookError::Magic });
        };
        if !header.starts_with(MAGIC) {
            return Err(BookError::Magic);
        }
        let number =
            |at: usize| u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
        let long = |at: usize| u64::from(number(at)) | u64::from(number(at + 4)) << 32;
        if number(8) != VERSION {
            return Err(BookError::Version(number(8)));
        }
        let split = HEADER as u64 + SIZE as u64 * u64::from(number(12));
        if bytes.len() as u64 != split + u64::from(number(16)) {
            return Err(BookError::Length);
        }
        if checksum(bytes) != long(24) {
            return Err(BookError::Checksum);
        }
        let name = String::from_utf8_lossy(&header[40..56]).trim_end_matches('\0').to_owned();
        let rules = Rules::by_name(&name).map_err(|_| BookError::UnknownRules(name))?;
        if long(32) != rules.start().key() {
            return Err(BookError::Keys);
        }
        let (list, text) = bytes[HEADER..].split_at(split as usize - HEADER);
        let (chunks, _) = list.as_chunks::<SIZE>();
        let entries: Option<Vec<Entry>> = chunks.iter().map(Entry::from_bytes).collect();
        let entries =
            entries.filter(|list| list.is_sorted_by(|a, b| a.key < b.key)).ok_or(BookError::Entries)?;
        let text = str::from_utf8(text).map_err(|_| BookError::Text)?;
        let mut roots = Vec::new();
        let mut provenance = Vec::new();
        for line in text.lines() {
            match line.strip_prefix(ROOT) {
                Some(root) => roots.push(root.parse::<Position>().map_err(|_| BookError::Text)?),
                None => provenance.push(line),
            }
        }
        Ok(Book { rules, roots, entries, provenance: provenance.join("\n") })
    }

    /// The bytes of the book's file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut text: String = self.roots.iter().map(|root| format!("{ROOT}{root}\n")).collect();
        text.push_str(&self.provenance);
        let mut bytes = vec![0; HEADER];
        bytes[..8].copy_from_slice(MAGIC);
        for (at, number) in [(8, VERSION), (12, self.entries.len() as u32), (16, text.len() as u32)] {
            bytes[at..at + 4].copy_from_slice(&number.to_le_bytes());
        }
        bytes[32..40].copy_from_slice(&self.rules.start().key().to_le_bytes());
        for (place, byte) in bytes[40..56].iter_mut().zip(self.rules.name.bytes()) {
            *place = byte;
        }
        bytes.extend(self.entries.iter().flat_map(|entry| entry.to_bytes()));
        bytes.extend(text.as_bytes());
        let sum = checksum(&bytes);
        bytes[24..32].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// Reads a book file.
    ///
    /// # Errors
    /// The file cannot be read, or its content is refused as by [`Book::from_bytes`].
    pub fn load(path: &Path) -> Result<Book, BookError> {
        let failed = |error: std::io::Error| BookError::Read(error.message());
        std::fs::read(path)
            .map_err(failed)
            .and_then(|bytes| Book::from_bytes(&bytes))
            .map_err(|error| error.of(path))
    }

    /// Writes a book file by way of a second one: whenever the program ends, one of the two is whole.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), BookError> {
        let mut part = path.as_os_str().to_owned();
        part.push(".part");
        let written = std::fs::write(&part, self.to_bytes()).and_then(|()| std::fs::rename(&part, path));
        written.map_err(|error| BookError::Write(error.message()).of(path))
    }
}

/// Why a book was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BookError {
    /// The file could not be read; what the system said.
    Read(Message),
    /// The file could not be written; what the system said.
    Write(Message),
    /// The first eight bytes are not `FUNDBOOK`.
    Magic,
    /// A format version this program does not know.
    Version(u32),
    /// The file is shorter or longer than its header says.
    Length,
    /// The checksum does not match: the file is damaged.
    Checksum,
    /// A rule set this program does not know.
    UnknownRules(String),
    /// The keys of this program are others than those of the book.
    Keys,
    /// An entry that cannot be one, or entries out of order.
    Entries,
    /// The text at the end cannot be read.
    Text,
    /// Books for different rule sets cannot be joined.
    Rules {
        /// Those of the first book.
        expected: &'static str,
        /// Those of another.
        found: &'static str,
    },
    /// No book to join.
    Nothing,
    /// Any of these, with the file's name.
    File(String, Box<BookError>),
}

impl BookError {
    fn of(self, path: &Path) -> BookError {
        BookError::File(path.display().to_string(), Box::new(self))
    }
}

impl Told for BookError {
    fn message(&self) -> Message {
        match self {
            BookError::Read(error) => say!(CannotRead, error = error.clone()),
            BookError::Write(error) => say!(CannotWrite, error = error.clone()),
            BookError::Magic => say!(BookMagic),
            BookError::Version(found) => say!(BookVersion, found = *found, expected = VERSION),
            BookError::Length => say!(BookLength),
            BookError::Checksum => say!(BookChecksum),
            BookError::UnknownRules(name) => say!(BookUnknownRules, name = name.escape_debug().to_string()),
            BookError::Keys => say!(BookKeys),
            BookError::Entries => say!(BookEntries),
            BookError::Text => say!(BookText),
            BookError::Rules { expected, found } => say!(BookRules, expected = *expected, found = *found),
            BookError::Nothing => say!(BookNone),
            BookError::File(path, error) => say!(InFile, file = path, error = error.message()),
        }
    }
}

told_in_english!(BookError);
