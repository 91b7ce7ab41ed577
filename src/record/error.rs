//! What is wrong with a game record: which game, which line, which ply.

use crate::board::{FenError, Position};
use crate::notation::NotationError;
use crate::rules::UnknownRules;
use std::fmt;

/// A record that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The game in the file, from 1.
    pub game: usize,
    /// The line in the file, from 1.
    pub line: usize,
    /// What is wrong.
    pub problem: RecordProblem,
}

/// What is wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordProblem {
    /// The text holds no game.
    NoGame,
    /// A tag line that is not `[Name "value"]`.
    Tag(String),
    /// The `Rules` tag names no rule set.
    Rules(UnknownRules),
    /// The `FEN` tag is no position.
    Fen(FenError),
    /// A result that is not `1-0`, `0-1`, `1/2-1/2` or `*`.
    Result(String),
    /// Strict reading: the result at the end is not the one in the tag.
    ResultsDiffer {
        /// In the tag.
        tag: String,
        /// After the moves.
        end: String,
    },
    /// A `{` or `(` that is never closed.
    Unclosed(char),
    /// A `}` or `)` that was never opened.
    NotOpened(char),
    /// The text ends before the game does: strict reading wants a result.
    Truncated {
        /// Moves read.
        plies: usize,
    },
    /// Strict reading: a move number that does not fit.
    Number {
        /// As written.
        found: String,
        /// The right number.
        expected: usize,
    },
    /// A move that cannot be read or played.
    Move {
        /// Its ply, from 1.
        ply: usize,
        /// Why.
        error: NotationError,
        /// Before it.
        position: Position,
    },
    /// A listing's position after a move is not the one the move leads to.
    Board {
        /// The ply, from 1.
        ply: usize,
        /// The position reached.
        reached: Position,
    },
    /// JSON of another shape; what was expected.
    Json(&'static str),
    /// A listing's line that is not `ply token form count position`.
    Listing(String),
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let short = |text: &str| -> String { text.chars().take(24).flat_map(char::escape_debug).collect() };
        if self.problem == RecordProblem::NoGame {
            return f
                .write_str("no game found, expected tags such as [White \"name\"] or moves such as 1. A7L*");
        }
        write!(f, "game {}, line {}: ", self.game, self.line)?;
        match &self.problem {
            RecordProblem::NoGame => Ok(()),
            RecordProblem::Tag(text) => write!(f, "tag `{}`, expected [Name \"value\"]", short(text)),
            RecordProblem::Rules(error) => error.fmt(f),
            RecordProblem::Fen(error) => write!(f, "position line: {error}"),
            RecordProblem::Result(text) => {
                write!(f, "result `{}`, expected 1-0, 0-1, 1/2-1/2 or *", short(text))
            }
            RecordProblem::ResultsDiffer { tag, end } => {
                write!(f, "the moves end with `{}`, but the tag says `{}`", short(end), short(tag))
            }
            RecordProblem::Unclosed(open) => write!(f, "`{open}` is never closed"),
            RecordProblem::NotOpened(close) => write!(f, "`{close}` closes nothing"),
            RecordProblem::Truncated { plies } => {
                write!(
                    f,
                    "the text ends after {plies} moves without a result, expected 1-0, 0-1, 1/2-1/2 or *"
                )
            }
            RecordProblem::Number { found, expected } => {
                write!(f, "move number `{}`, expected {expected}", short(found))
            }
            RecordProblem::Move { ply, error, position } => {
                write!(f, "ply {ply}: {error}; position {position}")
            }
            RecordProblem::Board { ply, reached } => {
                write!(f, "ply {ply}: the position beside the move differs, the move leads to {reached}")
            }
            RecordProblem::Json(expected) => write!(f, "not the JSON of a game, expected {expected}"),
            RecordProblem::Listing(text) => {
                write!(f, "`{}`, expected ply, token, form, number of moves and position", short(text))
            }
        }
    }
}

impl std::error::Error for RecordError {}
