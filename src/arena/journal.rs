//! The journal: what lets a match go on exactly where it was killed.
//!
//! A text file of JSON lines. The first holds settings, engine names and openings; every further line is a finished
//! game with the length the game file had after it. A game is appended to the game file first and to the journal
//! second, each with one write. So after a kill at any moment the journal's complete lines are the truth: a torn last
//! line is cut off, and the game file is cut back to the length in the last complete line.

use super::opening::Opening;
use super::referee::{Effort, Outcome};
use super::settings::MatchSettings;
use crate::words::{Message, Told, say, told_in_english};
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Version of the format.
const VERSION: u32 = 1;

/// The first line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Head {
    /// Format version.
    pub fundi_match: u32,
    /// The settings of the match.
    pub settings: MatchSettings,
    /// The engines' names.
    pub names: Vec<String>,
    /// The openings in their order of use.
    pub openings: Vec<Opening>,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameLine {
    /// Its number in the schedule.
    pub game: usize,
    /// Its result.
    pub outcome: Outcome,
    /// Why it ended.
    pub reason: String,
    /// Whether the loser lost by a fault of its own.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fault: bool,
    /// Plies, the opening's included.
    pub plies: u32,
    /// South's and North's effort.
    pub effort: [Effort; 2],
    /// What was irregular.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub irregular: Vec<String>,
    /// Length of the game file after this game, in bytes.
    pub file_end: u64,
}

impl Default for GameLine {
    fn default() -> GameLine {
        GameLine {
            game: 0,
            outcome: Outcome::None,
            reason: String::new(),
            fault: false,
            plies: 0,
            effort: Default::default(),
            irregular: Vec::new(),
            file_end: 0,
        }
    }
}

/// Why a journal or game file cannot be used.
#[derive(Debug)]
pub enum JournalError {
    /// The file system refused.
    File(PathBuf, std::io::Error),
    /// The output files exist already.
    Exists(PathBuf),
    /// A complete line (from 1) does not mean anything.
    Line(PathBuf, usize, Message),
    /// Written by another version.
    Version(PathBuf, u32),
    /// The game file is shorter than the journal says.
    GamesMissing(PathBuf, u64, u64),
}

impl Told for JournalError {
    fn message(&self) -> Message {
        match self {
            JournalError::File(path, error) => {
                say!(InFile, file = path.display(), error = error.message())
            }
            JournalError::Exists(path) => say!(JournalExists, file = path.display()),
            JournalError::Line(path, line, why) => {
                say!(JournalLine, file = path.display(), line = *line, why = why.clone())
            }
            JournalError::Version(path, found) => {
                say!(JournalVersion, file = path.display(), found = *found, expected = VERSION)
            }
            JournalError::GamesMissing(path, is, expected) => {
                say!(JournalGamesMissing, file = path.display(), n = *is, expected = *expected)
            }
        }
    }
}

told_in_english!(JournalError);

/// The three files of a match: journal, games, log of faults.
#[derive(Debug)]
pub struct Files {
    journal: (PathBuf, File),
    games: (PathBuf, File),
    log: PathBuf,
    games_end: u64,
}

/// Extension of the game file.
pub const GAMES_EXTENSION: &str = "pgn";
/// Extension of the journal.
pub const JOURNAL_EXTENSION: &str = "journal";

fn with_extension(base: &Path, extension: &str) -> PathBuf {
    let mut name = base.as_os_str().to_owned();
    name.push(".");
    name.push(extension);
    PathBuf::from(name)
}

fn file_error(path: &Path) -> impl Fn(std::io::Error) -> JournalError + '_ {
    move |e| JournalError::File(path.to_path_buf(), e)
}

impl Files {
    /// Creates the files of a new match; refuses to overwrite.
    pub fn create(
        base: &Path,
        settings: &MatchSettings,
        names: &[String],
        openings: &[Opening],
    ) -> Result<Files, JournalError> {
        let head = Head {
            fundi_match: VERSION,
            settings: settings.clone(),
            names: names.to_vec(),
            openings: openings.to_vec(),
        };
        let new = |extension: &str| {
            let path = with_extension(base, extension);
            match OpenOptions::new().create_new(true).append(true).open(&path) {
                Ok(file) => Ok((path, file)),
                Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => Err(JournalError::Exists(path)),
                Err(e) => Err(JournalError::File(path, e)),
            }
        };
        let games = new(GAMES_EXTENSION)?;
        let journal = new(JOURNAL_EXTENSION)?;
        let mut files = Files { journal, games, log: with_extension(base, "log"), games_end: 0 };
        files.append(&head)?;
        Ok(files)
    }

    /// Opens the files of a match that was broken off, repairs them and returns what was played. `path` is the journal or
    /// the common part of the names.
    pub fn resume(path: &Path) -> Result<(Files, Head, Vec<GameLine>), JournalError> {
        let base = match path.extension().and_then(|e| e.to_str()) {
            Some(JOURNAL_EXTENSION | GAMES_EXTENSION) => path.with_extension(""),
            _ => path.to_path_buf(),
        };
        let journal_path = with_extension(&base, JOURNAL_EXTENSION);
        let games_path = with_extension(&base, GAMES_EXTENSION);
        let open = |p: &Path| OpenOptions::new().read(true).append(true).open(p).map_err(file_error(p));
        let mut journal = open(&journal_path)?;
        let mut text = String::new();
        journal.read_to_string(&mut text).map_err(file_error(&journal_path))?;
        // Only what ends in a newline was written completely.
        let complete = text.rfind('\n').map_or(0, |at| at + 1);
        let mut lines = text[..complete].lines().enumerate();
        let broken = |n: usize, why: Message| JournalError::Line(journal_path.clone(), n + 1, why);
        let Some((n, first)) = lines.next() else { return Err(broken(0, say!(JournalNoHead))) };
        let head: Head = serde_json::from_str(first).map_err(|e| broken(n, e.message()))?;
        if head.fundi_match != VERSION {
            return Err(JournalError::Version(journal_path, head.fundi_match));
        }
        let mut played = Vec::new();
        for (n, line) in lines {
            let line: GameLine = serde_json::from_str(line).map_err(|e| broken(n, e.message()))?;
            played.push(line);
        }
        let games = open(&games_path)?;
        let games_end = played.last().map_or(0, |l| l.file_end);
        let length = games.metadata().map_err(file_error(&games_path))?.len();
        if length < games_end {
            return Err(JournalError::GamesMissing(games_path, length, games_end));
        }
        journal.set_len(complete as u64).map_err(file_error(&journal_path))?;
        games.set_len(games_end).map_err(file_error(&games_path))?;
        let files = Files {
            journal: (journal_path, journal),
            games: (games_path, games),
            log: with_extension(&base, "log"),
            games_end,
        };
        Ok((files, head, played))
    }

    fn append(&mut self, line: &impl Serialize) -> Result<(), JournalError> {
        let (path, file) = &mut self.journal;
        let mut text =
            serde_json::to_string(line).map_err(|e| JournalError::Line(path.clone(), 0, e.message()))?;
        text.push('\n');
        file.write_all(text.as_bytes()).map_err(file_error(path))
    }

    /// Saves a finished game: its text, then its line (whose `file_end` is filled in here).
    pub fn save(&mut self, text: &str, line: &mut GameLine) -> Result<(), JournalError> {
        self.append_games(text)?;
        self.games_end += text.len() as u64;
        line.file_end = self.games_end;
        self.append(line)
    }

    /// Adds the text of broken off games to the game file only: resuming cuts it off and plays them again. Nothing may be saved
    /// afterwards.
    pub fn save_unfinished(&mut self, text: &str) -> Result<(), JournalError> {
        self.append_games(text)
    }

    fn append_games(&mut self, text: &str) -> Result<(), JournalError> {
        let (path, file) = &mut self.games;
        file.seek(SeekFrom::End(0)).and_then(|_| file.write_all(text.as_bytes())).map_err(file_error(path))
    }

    /// Adds evidence of a fault to the log.
    pub fn log(&self, text: &str) -> Result<(), JournalError> {
        let mut file =
            OpenOptions::new().create(true).append(true).open(&self.log).map_err(file_error(&self.log))?;
        file.write_all(text.as_bytes()).map_err(file_error(&self.log))
    }

    /// Path of the game file.
    pub fn games_path(&self) -> &Path {
        &self.games.0
    }

    /// Path of the journal.
    pub fn journal_path(&self) -> &Path {
        &self.journal.0
    }

    /// Path of the log, which exists only if something was logged.
    pub fn log_path(&self) -> &Path {
        &self.log
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn base(name: &str) -> PathBuf {
        let dir = std::env::temp_dir().join(format!("fundi-journal-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&dir);
        std::fs::create_dir_all(&dir).expect("temp dir");
        dir.join("m.atch")
    }

    fn line(game: usize) -> GameLine {
        GameLine { game, outcome: Outcome::South, reason: "r".to_string(), ..GameLine::default() }
    }

    #[test]
    fn any_cut_of_the_journal_resumes_with_the_complete_games() {
        let base = base("cut");
        let mut files =
            Files::create(&base, &MatchSettings::default(), &["a".to_string()], &[]).expect("create");
        let head_end = std::fs::metadata(files.journal_path()).expect("journal").len();
        for game in 0..3 {
            files.save(&format!("game {game}\n"), &mut line(game)).expect("save");
        }
        let journal = std::fs::read(files.journal_path()).expect("journal");
        let games = std::fs::read(files.games_path()).expect("games");
        let (journal_path, games_path) =
            (files.journal_path().to_path_buf(), files.games_path().to_path_buf());
        drop(files);
        for cut in head_end as usize..=journal.len() {
            std::fs::write(&journal_path, &journal[..cut]).expect("write");
            std::fs::write(&games_path, &games).expect("write");
            let (mut files, head, played) = Files::resume(&journal_path).expect("resume");
            assert_eq!(head.names, ["a"]);
            let complete = journal[..cut].iter().filter(|&&b| b == b'\n').count() - 1;
            assert_eq!(played.len(), complete);
            // Continuing gives the same files as if nothing had happened.
            for game in complete..3 {
                files.save(&format!("game {game}\n"), &mut line(game)).expect("save");
            }
            assert_eq!(std::fs::read(&journal_path).expect("journal"), journal);
            assert_eq!(std::fs::read(&games_path).expect("games"), games);
        }
        // Inside the head there is nothing to resume.
        std::fs::write(&journal_path, &journal[..head_end as usize - 1]).expect("write");
        assert!(Files::resume(&journal_path).is_err());
    }

    #[test]
    fn damage_is_named_and_nothing_is_overwritten() {
        let base = base("damage");
        let mut files = Files::create(&base, &MatchSettings::default(), &[], &[]).expect("create");
        assert!(matches!(
            Files::create(&base, &MatchSettings::default(), &[], &[]),
            Err(JournalError::Exists(_))
        ));
        files.save("text", &mut line(0)).expect("save");
        files.save_unfinished("half a game").expect("save");
        let (_, _, played) = Files::resume(&base).expect("resume by the common part");
        assert_eq!(played.len(), 1);
        assert_eq!(std::fs::read_to_string(files.games_path()).expect("games"), "text");
        std::fs::write(files.games_path(), "t").expect("write");
        assert!(Files::resume(&base).expect_err("short").to_string().contains("1 byte long"));
        let mut text = std::fs::read_to_string(files.journal_path()).expect("journal");
        text.push_str("nonsense\n");
        std::fs::write(files.journal_path(), text).expect("write");
        assert!(Files::resume(&base).expect_err("nonsense").to_string().contains("line 3"));
    }
}
