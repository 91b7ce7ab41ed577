//! Writes a game the way Donkers' own files have it: header lines, then `1: A7L* a5R;`. Comments have no place there.

use super::Record;
use crate::board::Side;
use crate::notation::Notation;
use std::fmt::Write;

/// Our tags and the header names that mean the same.
const HEADERS: [(&str, &str); 6] = [
    ("Event", "title"),
    ("Site", "place"),
    ("Date", "date"),
    ("Round", "round"),
    ("White", "south"),
    ("Black", "north"),
];

impl Record {
    /// The game as Donkers' files have it.
    ///
    /// ```
    /// use fundi::record::Record;
    /// use fundi::rules::{Move, Rules};
    /// let mut record = Record::new(Rules::ZANZIBAR);
    /// record.set_tag("Event", "a first move");
    /// record.play(Move::parse("A7L").unwrap()).unwrap();
    /// assert_eq!(record.donkers_text(), "title: a first move\nrules: zanzibar\nresult: *\n\n1: A7L*;\n");
    /// ```
    #[must_use]
    pub fn donkers_text(&self) -> String {
        let mut text = String::new();
        // A String takes whatever is written.
        self.write_donkers(&mut text).unwrap_or_default();
        text
    }

    fn write_donkers(&self, text: &mut String) -> std::fmt::Result {
        for (tag, header) in HEADERS {
            if self.tag(tag) != "?" {
                writeln!(text, "{header}: {}", self.tag(tag))?;
            }
        }
        writeln!(text, "rules: {}", self.rules())?;
        let start = self.game().start();
        if *start != self.rules().start() {
            writeln!(text, "start: {start}")?;
        }
        writeln!(text, "result: {}\n", self.outcome())?;
        let north_first = start.mover() == Side::North;
        let mut pair = 0;
        let mut open = false;
        for (mover, form) in self.written_moves(Notation::Donkers) {
            if mover == Side::South || pair == 0 {
                pair += 1;
                let skipped = if mover == Side::North && north_first && pair == 1 { " ..." } else { "" };
                write!(text, "{pair}:{skipped}")?;
            }
            write!(text, " {form}")?;
            open = mover == Side::South;
            if !open {
                writeln!(text, ";")?;
            }
        }
        if open {
            writeln!(text, ";")?;
        }
        Ok(())
    }
}
