//! Where the games of a session are kept, so that nothing is lost: the file of `--record`, or one of its own at the end.

use super::session::Session;
use crate::arena::date;
use crate::board::Side;
use crate::cli::{CliError, Output};
use crate::record::Record;
use crate::words::{Key, say};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// What is saved where.
pub(super) struct Kept {
    /// Written after every move.
    file: Option<PathBuf>,
    /// Earlier games of the session that are in no other file.
    earlier: String,
    /// Where the player has saved: these files may be written again.
    saved: Vec<PathBuf>,
    /// Whether the game has changed since it was last written.
    is_new: bool,
}

impl Kept {
    pub const fn new(file: Option<PathBuf>) -> Kept {
        Kept { file, earlier: String::new(), saved: Vec::new(), is_new: false }
    }
}

impl Session {
    /// Notes that the game has changed, and writes it to the file it is kept in.
    pub fn keep(&mut self) -> Result<(), CliError> {
        self.kept.is_new = true;
        self.kept.file.clone().map_or(Ok(()), |file| self.write(&file))
    }

    /// Writes the games of the session that are in no other file.
    fn write(&self, file: &Path) -> Result<(), CliError> {
        let text = format!("{}{}", self.kept.earlier, self.tagged());
        std::fs::write(file, text).map_err(|error| CliError::file(file, &error))
    }

    /// Writes the game to a file that is new, or that it was saved to before.
    pub fn save(&mut self, file: &Path) -> Result<(), CliError> {
        if self.kept.file.as_deref() == Some(file) {
            // It is up to date.
            return Ok(());
        }
        let ours = self.kept.saved.iter().any(|known| known == file);
        if !ours && file.exists() {
            return Err(CliError::in_file(file.display(), say!(FileExists)));
        }
        std::fs::write(file, self.tagged().to_string()).map_err(|error| CliError::file(file, &error))?;
        self.kept.is_new = false;
        if !ours {
            self.kept.saved.push(file.to_owned());
        }
        Ok(())
    }

    /// Lays the game aside before another takes its place.
    pub fn lay_aside(&mut self) {
        if self.kept.is_new && self.game().plies() > 0 {
            let text = format!("{}\n", self.tagged());
            self.kept.earlier.push_str(&text);
        }
    }

    /// Says where the games are, and saves them under a new name if they are nowhere.
    pub fn leave(&mut self, out: &mut Output) -> Result<(), CliError> {
        let is_new = self.kept.is_new && self.game().plies() > 0;
        let file = match self.kept.file.clone() {
            Some(file) => file,
            None if is_new || !self.kept.earlier.is_empty() => {
                let file = PathBuf::from(format!("bao-{}.bao", date::stamp(SystemTime::now())));
                self.write(&file)?;
                file
            }
            None => return Ok(()),
        };
        Ok(self.say(out, Key::PlaySaved, &[("file", &file.display())])?)
    }

    /// The record with the players' names.
    pub fn tagged(&self) -> Record {
        let mut record = self.record.clone();
        let engine =
            self.strength.0.map_or("Fundi".to_owned(), |level| format!("Fundi (level {})", level.number()));
        let [white, black] = if self.human == Side::South { ["?", &engine] } else { [&*engine, "?"] };
        record.set_tag("White", white);
        record.set_tag("Black", black);
        record
    }
}
