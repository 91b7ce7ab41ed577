//! What can be wrong with a written move, and where in it.

use super::Notation;
use crate::board::Side;
use crate::rules::IllegalMove;
use std::fmt;

/// A text that is no move of the position it was read for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    /// The text, shortened.
    pub text: String,
    /// What is wrong.
    pub problem: Problem,
}

/// What is wrong with a written move; `at` counts bytes from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// It does not begin with a hole.
    Row,
    /// No hole number from 1 to 8 after the row letter.
    Number {
        /// Where it was expected.
        at: usize,
    },
    /// Something after the move.
    Rest {
        /// Where.
        at: usize,
        /// Its first character.
        found: char,
        /// The notation in which it has no meaning there.
        notation: Notation,
    },
    /// No row letter, though the player's store is empty and the back row may move.
    RowMissing,
    /// No direction, though both are legal or the notation always wants it.
    DirectionMissing,
    /// Strict reading: a row letter in the other player's case.
    EnemyLetter {
        /// The letter written.
        letter: char,
        /// Who is to move.
        mover: Side,
    },
    /// Strict reading: a wrong number of `*`.
    WrongMark {
        /// The right number: 0 for a capture, 1 for a takata, 2 for one that blocks.
        expected: usize,
    },
    /// The move is understood and illegal.
    Illegal(IllegalMove),
}

impl NotationError {
    pub(super) fn new(text: &str, problem: Problem) -> NotationError {
        NotationError { text: text.chars().take(16).collect(), problem }
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.text.escape_debug();
        match &self.problem {
            Problem::Row => write!(f, "`{text}` does not begin with a hole, expected A1 to A8 or B1 to B8"),
            Problem::Number { at } => {
                write!(f, "`{text}`: character {}: expected a hole number from 1 to 8", at + 1)
            }
            Problem::Rest { at, found, notation } => {
                let expected = match notation {
                    Notation::Token => "L or R, then + to play the house",
                    Notation::Donkers => "L or R, then > to play the house, then * for a takata",
                    Notation::Kiba => "< or >, then + to play the house",
                };
                write!(
                    f,
                    "`{text}`: character {}: unexpected `{}`, expected {expected}",
                    at + 1,
                    found.escape_debug()
                )
            }
            Problem::RowMissing => {
                write!(f, "`{text}`: no row letter, expected A or B because the store is empty")
            }
            Problem::DirectionMissing => {
                write!(f, "`{text}`: no direction, expected one because it is not forced")
            }
            Problem::EnemyLetter { letter, mover } => {
                let case = if *mover == Side::South { "capital" } else { "small" };
                write!(
                    f,
                    "`{text}`: row letter `{letter}`, expected a {case} letter because {mover} is to move"
                )
            }
            Problem::WrongMark { expected } => match expected {
                0 => write!(f, "`{text}`: marked as takata, but the move captures"),
                1 => write!(f, "`{text}`: marked as blocking, but the takata blocks nothing"),
                _ => write!(f, "`{text}`: one `*`, expected two because the takata blocks a hole"),
            },
            Problem::Illegal(illegal) => illegal.fmt(f),
        }
    }
}

impl std::error::Error for NotationError {}
