//! What is wrong with a game record: which game, which line, which ply.

use crate::board::{FenError, Position};
use crate::notation::NotationError;
use crate::rules::UnknownRules;
use crate::words::{Key, Message, Told, say, told_in_english};

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
    /// JSON of another shape; the text that says what was expected.
    Json(Key),
    /// A listing's line that is not `ply token form count position`.
    Listing(String),
}

impl Told for RecordError {
    fn message(&self) -> Message {
        let short = |text: &str| -> String { text.chars().take(24).flat_map(char::escape_debug).collect() };
        let problem = match &self.problem {
            RecordProblem::NoGame => return say!(RecordNoGame),
            RecordProblem::Tag(text) => say!(RecordTag, text = short(text)),
            RecordProblem::Rules(error) => error.message(),
            RecordProblem::Fen(error) => say!(PositionLine, error = error.message()),
            RecordProblem::Result(text) => say!(RecordResult, text = short(text)),
            RecordProblem::ResultsDiffer { tag, end } => {
                say!(RecordResultsDiffer, tag = short(tag), end = short(end))
            }
            RecordProblem::Unclosed(open) => say!(RecordUnclosed, sign = *open),
            RecordProblem::NotOpened(close) => say!(RecordNotOpened, sign = *close),
            RecordProblem::Truncated { plies } => say!(RecordTruncated, n = *plies),
            RecordProblem::Number { found, expected } => {
                say!(RecordMoveNumber, found = short(found), expected = *expected)
            }
            RecordProblem::Move { ply, error, position } => {
                say!(RecordMove, ply = *ply, error = error.message(), position = position.to_string())
            }
            RecordProblem::Board { ply, reached } => {
                say!(RecordBoard, ply = *ply, position = reached.to_string())
            }
            RecordProblem::Json(expected) => say!(RecordJson, expected = *expected),
            RecordProblem::Listing(text) => say!(RecordListing, text = short(text)),
        };
        say!(RecordPlace, game = self.game, line = self.line, problem = problem)
    }
}

told_in_english!(RecordError);
