//! Arguments of commands that answer a question about one position.

use super::source::read_move;
use super::{CliError, PositionArgs};
use crate::notation::NotationError;
use crate::rules::{Game, Successor};

/// A position and how the answer is wanted.
#[derive(clap::Args, Debug)]
pub struct PositionQuery {
    #[command(flatten)]
    position: PositionArgs,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

impl PositionQuery {
    /// The game that leads to the position.
    ///
    /// # Errors
    /// As [`PositionArgs::game`].
    pub fn game(&self) -> Result<Game, CliError> {
        self.position.game()
    }
}

/// A position, a move in it and how the answer is wanted.
#[derive(clap::Args, Debug)]
pub struct MoveQuery {
    /// The move: hole, L or R, + to play the house
    #[arg(value_name = "TOKEN")]
    token: String,
    #[command(flatten)]
    pub query: PositionQuery,
}

impl MoveQuery {
    /// The move in the game's current position.
    ///
    /// # Errors
    /// It cannot be read or is illegal.
    pub fn played(&self, game: &Game) -> Result<Successor, NotationError> {
        read_move(game.rules(), game.position(), &self.token)
    }
}
