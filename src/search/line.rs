//! Is a reported line true? Every move legal, none after the end, and an announced win or loss ends the game in exactly that many plies.

use super::Score;
use crate::rules::{Game, IllegalMove, Move};
use std::fmt;

/// What is wrong with a reported line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineError {
    /// A move is illegal; its number in the line (from 1) and the reason.
    Illegal(usize, IllegalMove),
    /// The line goes on after the game has ended; the number of the first move too many.
    BeyondEnd(usize),
    /// The score announces the end in so many plies, the line ends it after so many, or not at all (`None`).
    WrongLength(u32, Option<usize>),
    /// The line ends the game, but not with the result announced.
    WrongWinner,
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LineError::Illegal(number, error) => write!(f, "move {number} of the line: {error}"),
            LineError::BeyondEnd(number) => {
                write!(f, "move {number} of the line comes after the end of the game")
            }
            LineError::WrongLength(announced, Some(plies)) => {
                write!(f, "the end is announced in {announced} plies, the line ends the game after {plies}")
            }
            LineError::WrongLength(announced, None) => {
                write!(f, "the end is announced in {announced} plies, the line does not end the game")
            }
            LineError::WrongWinner => write!(f, "the line ends the game with another result than announced"),
        }
    }
}

impl std::error::Error for LineError {}

/// Checks a line reported for the current position of `game` with `score` (exact, not a bound).
///
/// # Errors
/// The first thing that is wrong.
pub fn check_line(game: &Game, line: &[Move], score: Score) -> Result<(), LineError> {
    let mover = game.position().mover();
    let mut game = game.clone();
    for (index, &mv) in line.iter().enumerate() {
        if game.result().is_some() {
            return Err(LineError::BeyondEnd(index + 1));
        }
        game.play(mv).map_err(|error| LineError::Illegal(index + 1, error))?;
    }
    let Some(plies) = score.win_plies() else { return Ok(()) };
    let result = game.result();
    if result.is_none() || line.len() as u32 != plies.unsigned_abs() {
        return Err(LineError::WrongLength(plies.unsigned_abs(), result.map(|_| line.len())));
    }
    let expected = if score.is_win() { mover } else { mover.other() };
    if result.and_then(|result| result.winner) == Some(expected) {
        Ok(())
    } else {
        Err(LineError::WrongWinner)
    }
}
