//! Puzzles: positions with exactly one winning move, or exactly one that does not lose.
//!
//! [`find`](Finder::find) judges a position with the solver and, where that gives up, with a search; [`Puzzle`] is kept as a game record whose
//! moves are the solution. [`shipped`] are the puzzles that come with the program.

mod finder;

pub use finder::Finder;

use crate::board::Position;
use crate::record::{ReadOptions, Record, RecordError, read_all};
use crate::rules::{Game, Move, Rules};
use crate::words::{Key, Message, Told, say, told_in_english};

/// What the solver has to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Find the only move that wins by force.
    Win,
    /// Find the only move that does not lose by force.
    Save,
}

impl Task {
    const fn name(self) -> &'static str {
        match self {
            Task::Win => "win",
            Task::Save => "save",
        }
    }
}

/// A position with one right move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The rules.
    pub rules: &'static Rules,
    /// The position.
    pub position: Position,
    /// What is asked.
    pub task: Task,
    /// The right move first, then, for a win, a line to the end.
    pub solution: Vec<Move>,
    /// Plies to the end of the game against any defence, for a win.
    pub plies: Option<u32>,
    /// How hard it is: the depth from which on a search prefers the right move and sees the win.
    pub depth: u32,
    /// Where the position comes from.
    pub source: String,
}

/// A record that is no puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PuzzleError {
    /// The file is no record.
    Record(RecordError),
    /// A puzzle without a solution, or without one of its tags; its number and what is missing.
    Missing(usize, Key),
}

impl Told for PuzzleError {
    fn message(&self) -> Message {
        match self {
            PuzzleError::Record(error) => error.message(),
            PuzzleError::Missing(number, what) => say!(PuzzleMissing, number = *number, what = *what),
        }
    }
}

told_in_english!(PuzzleError);

impl Puzzle {
    /// The right move.
    #[must_use]
    pub fn answer(&self) -> Option<Move> {
        self.solution.first().copied()
    }

    /// The puzzle as a game record.
    #[must_use]
    pub fn record(&self) -> Record {
        let mut record = Record::of(Game::from_position(self.rules, self.position));
        record.set_tag("Event", "Puzzle");
        record.set_tag("Task", self.task.name());
        record.set_tag("Depth", &self.depth.to_string());
        if let Some(plies) = self.plies {
            record.set_tag("Plies", &plies.to_string());
        }
        record.set_tag("Source", &self.source);
        for mv in &self.solution {
            // The solution was played when the puzzle was made.
            if record.play(*mv).is_err() {
                break;
            }
        }
        record
    }

    /// Reads a puzzle; `number` is its number in messages.
    ///
    /// # Errors
    /// What is missing.
    pub fn from_record(record: &Record, number: usize) -> Result<Puzzle, PuzzleError> {
        let missing = |what| PuzzleError::Missing(number, what);
        let task = match record.tag("Task") {
            "win" => Task::Win,
            "save" => Task::Save,
            _ => return Err(missing(Key::PuzzleNoTask)),
        };
        let game = record.game();
        if game.moves().is_empty() {
            return Err(missing(Key::PuzzleNoSolution));
        }
        Ok(Puzzle {
            rules: record.rules(),
            position: *game.start(),
            task,
            solution: game.moves().to_vec(),
            plies: record.tag("Plies").parse().ok(),
            depth: record.tag("Depth").parse().map_err(|_| missing(Key::PuzzleNoDepth))?,
            source: record.tag("Source").to_owned(),
        })
    }
}

/// Reads a file of puzzles.
///
/// # Errors
/// What is wrong, and in which puzzle.
pub fn read(text: &str) -> Result<Vec<Puzzle>, PuzzleError> {
    let records = read_all(text, &ReadOptions::default()).map_err(PuzzleError::Record)?;
    records.iter().enumerate().map(|(index, record)| Puzzle::from_record(record, index + 1)).collect()
}

/// The puzzles that come with the program, easy ones first.
///
/// # Errors
/// None in a program whose tests pass: they read the file.
pub fn shipped() -> Result<Vec<Puzzle>, PuzzleError> {
    read(include_str!("puzzles.bao"))
}
