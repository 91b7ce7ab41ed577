//! What can be wrong with a written move, and where in it.

use super::Notation;
use crate::board::Side;
use crate::rules::IllegalMove;
use crate::words::{Key, Message, Told, say, told_in_english};

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

impl Told for NotationError {
    fn message(&self) -> Message {
        let text = self.text.escape_debug().to_string();
        match &self.problem {
            Problem::Row => say!(MoveRow, text = text),
            Problem::Number { at } => say!(MoveNumber, text = text, at = at + 1),
            Problem::Rest { at, found, notation } => {
                let expected = match notation {
                    Notation::Token => Key::MoveRestToken,
                    Notation::Donkers => Key::MoveRestDonkers,
                    Notation::Kiba => Key::MoveRestKiba,
                };
                let found = found.escape_debug().to_string();
                say!(MoveRest, text = text, at = at + 1, found = found, expected = expected)
            }
            Problem::RowMissing => say!(MoveRowMissing, text = text),
            Problem::DirectionMissing => say!(MoveDirectionMissing, text = text),
            Problem::EnemyLetter { letter, mover: Side::South } => {
                say!(MoveLetterSouth, text = text, letter = *letter)
            }
            Problem::EnemyLetter { letter, mover: Side::North } => {
                say!(MoveLetterNorth, text = text, letter = *letter)
            }
            Problem::WrongMark { expected: 0 } => say!(MoveMarkCapture, text = text),
            Problem::WrongMark { expected: 1 } => say!(MoveMarkNoBlock, text = text),
            Problem::WrongMark { .. } => say!(MoveMarkBlock, text = text),
            Problem::Illegal(illegal) => illegal.message(),
        }
    }
}

told_in_english!(NotationError);
