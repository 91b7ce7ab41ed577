//! Writes games: the record text, and files that grow game by game.

use super::{Record, STANDARD_TAGS};
use crate::board::Side;
use crate::notation::{self, Notation};
use std::fmt;
use std::io::{self, Write};

/// Lines of moves are broken before this column; a long comment stays whole.
const WIDTH: usize = 96;

/// A tag's value, quotes and backslashes escaped.
struct Quoted<'a>(&'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let escaped = self.0.replace('\\', "\\\\").replace('"', "\\\"");
        write!(f, "\"{escaped}\"")
    }
}

/// Words joined by blanks and line breaks.
struct Lines<'a, 'f> {
    out: &'a mut fmt::Formatter<'f>,
    column: usize,
}

impl Lines<'_, '_> {
    fn word(&mut self, word: &str) -> fmt::Result {
        let length = word.chars().count();
        if self.column > 0 && self.column + 1 + length > WIDTH {
            self.out.write_str("\n")?;
            self.column = 0;
        }
        if self.column > 0 {
            self.out.write_str(" ")?;
            self.column += 1;
        }
        self.column += length;
        self.out.write_str(word)
    }

    fn note(&mut self, record: &Record, ply: usize) -> Result<bool, fmt::Error> {
        let Some(note) = record.note(ply) else {
            return Ok(false);
        };
        for glyph in &note.glyphs {
            self.word(&format!("${glyph}"))?;
        }
        for comment in &note.comments {
            self.word(&format!("{{{}}}", comment.replace('}', ")")))?;
        }
        Ok(!note.comments.is_empty())
    }
}

impl Record {
    /// The moves of the game in a notation, each with the position before it.
    pub(crate) fn written_moves(&self, notation: Notation) -> impl Iterator<Item = (Side, String)> {
        let game = self.game();
        game.moves().iter().zip(game.positions()).filter_map(move |(mv, before)| {
            let played = game.rules().play(before, *mv).ok()?;
            Some((before.mover(), notation::write(notation, before, &played)))
        })
    }

    /// The record text with the moves in another notation; Donkers' is what `Display` writes.
    #[must_use]
    pub fn text(&self, notation: Notation) -> String {
        RecordText { record: self, notation }.to_string()
    }
}

struct RecordText<'a> {
    record: &'a Record,
    notation: Notation,
}

impl fmt::Display for RecordText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RecordText { record, notation } = *self;
        for name in STANDARD_TAGS {
            writeln!(f, "[{name} {}]", Quoted(record.tag(name)))?;
        }
        writeln!(f, "[Result \"{}\"]", record.outcome())?;
        writeln!(f, "[Rules \"{}\"]", record.rules())?;
        if notation == Notation::Kiba {
            // Readers must know: `A8>` means something else in Donkers' notation.
            writeln!(f, "[Notation \"{}\"]", notation.name())?;
        }
        let start = record.game().start();
        if *start != record.rules().start() {
            writeln!(f, "[FEN \"{start}\"]")?;
        }
        for (name, value) in record.more_tags() {
            writeln!(f, "[{name} {}]", Quoted(value))?;
        }
        writeln!(f)?;
        let mut lines = Lines { out: f, column: 0 };
        lines.note(record, 0)?;
        let offset = usize::from(start.mover() == Side::North);
        let mut wants_number = true;
        for (index, (mover, text)) in record.written_moves(notation).enumerate() {
            let number = (index + offset) / 2 + 1;
            match mover {
                Side::South => lines.word(&format!("{number}."))?,
                Side::North if wants_number => lines.word(&format!("{number}..."))?,
                Side::North => {}
            }
            lines.word(&text)?;
            wants_number = lines.note(record, index + 1)?;
        }
        lines.word(&record.outcome().to_string())?;
        writeln!(f)
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        RecordText { record: self, notation: Notation::Donkers }.fmt(f)
    }
}

/// Appends games to a file or any other sink, each whole and flushed.
#[derive(Debug)]
pub struct RecordWriter<W: Write>(W);

impl RecordWriter<std::fs::File> {
    /// Opens (or makes) a file to append to.
    ///
    /// # Errors
    /// As opening a file.
    pub fn append(path: &std::path::Path) -> io::Result<RecordWriter<std::fs::File>> {
        Ok(RecordWriter(std::fs::OpenOptions::new().create(true).append(true).open(path)?))
    }
}

impl<W: Write> RecordWriter<W> {
    /// Writes to `sink`.
    pub const fn new(sink: W) -> RecordWriter<W> {
        RecordWriter(sink)
    }

    /// Writes a game and an empty line in one piece, so that several writers do not mix their games.
    ///
    /// # Errors
    /// As writing.
    pub fn write(&mut self, record: &Record) -> io::Result<()> {
        self.0.write_all(format!("{record}\n").as_bytes())?;
        self.0.flush()
    }
}
