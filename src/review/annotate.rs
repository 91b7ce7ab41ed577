//! A review written into the game's record: signs behind the moves, values and better moves as comments.

use super::{JudgedMove, Review};
use crate::explain::{line, line_text, percent, score_text};
use crate::record::Record;
use crate::words::{Key, Words};

/// Moves of a better line to write down.
const LINE: usize = 6;

impl Review {
    /// The record with a sign and a comment on every judged move; signs of an earlier annotator are replaced, his comments stay.
    #[must_use]
    pub fn annotated(&self, words: &Words) -> Record {
        let mut record = self.record.clone();
        record.set_tag("Annotator", concat!("fundi ", env!("CARGO_PKG_VERSION")));
        for side in crate::board::Side::BOTH {
            if let Some(accuracy) = self.accuracy(side, None) {
                record.set_tag(&format!("{side}Accuracy"), &format!("{accuracy:.1}"));
            }
        }
        for mv in &self.moves {
            let comment = self.comment(words, mv);
            if let Some(note) = record.note_mut(mv.ply) {
                note.glyphs = mv.class.glyph().into_iter().collect();
                note.comments.push(comment);
            }
        }
        record
    }

    fn comment(&self, words: &Words, mv: &JudgedMove) -> String {
        let chance = words.fill(Key::WinChance, &[("percent", &percent(mv.chance_after))]);
        let mut comment = format!("{}, {chance}", score_text(words, mv.after));
        let before = mv.ply.checked_sub(1).and_then(|index| self.record.game().positions().get(index));
        if let Some(position) = before.filter(|_| mv.is_worse()) {
            let best = line(self.record.rules(), position, mv.best.get(..LINE).unwrap_or(&mv.best));
            let class = words.get(mv.class.key());
            comment.push_str(&format!("; {class}, {} {}", words.get(Key::HeadBest), line_text(&best)));
        }
        comment
    }
}
