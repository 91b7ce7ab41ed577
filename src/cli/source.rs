//! Arguments that many commands share: rules, and the position a command is about.

use super::CliError;
use crate::board::Position;
use crate::rules::{Game, Move, Rules};

/// `--rules`.
#[derive(clap::Args, Debug, Clone)]
pub struct RulesArg {
    /// Rule set: zanzibar, mancala-world or kujifunza.
    #[arg(long, value_name = "NAME")]
    rules: Option<String>,
}

impl RulesArg {
    /// The rule set named, if one is.
    ///
    /// # Errors
    /// An unknown name.
    pub fn named(&self) -> Result<Option<&'static Rules>, CliError> {
        self.rules.as_deref().map(|name| Rules::by_name(name).map_err(CliError::input)).transpose()
    }

    /// The rule set named, or Zanzibar.
    ///
    /// # Errors
    /// An unknown name.
    pub fn get(&self) -> Result<&'static Rules, CliError> {
        Ok(self.named()?.unwrap_or(Rules::ZANZIBAR))
    }
}

/// A position: the start, a position line, and moves played from there.
#[derive(clap::Args, Debug, Clone)]
pub struct PositionArgs {
    /// Position line; the start of the rule set without it.
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Moves to play first, separated by blanks.
    #[arg(long, value_name = "TOKENS")]
    moves: Option<String>,
    #[command(flatten)]
    rules: RulesArg,
}

impl PositionArgs {
    /// The game that leads to the position.
    ///
    /// # Errors
    /// Whatever is wrong with the line, the rules or a move.
    pub fn game(&self) -> Result<Game, CliError> {
        let rules = self.rules.get()?;
        let start = match &self.fen {
            Some(line) => read_fen(line)?,
            None => rules.start(),
        };
        let mut game = Game::from_position(rules, start);
        for token in self.moves.as_deref().unwrap_or_default().split_whitespace() {
            let ply = game.plies() + 1;
            let mv = Move::parse(token).map_err(|error| CliError::Input(format!("move {ply}: {error}")))?;
            game.play(mv).map_err(|error| {
                CliError::Input(format!("move {ply}: {error}; position {}", game.position()))
            })?;
        }
        Ok(game)
    }
}

/// Reads a position line.
pub(super) fn read_fen(line: &str) -> Result<Position, CliError> {
    line.parse().map_err(|error| CliError::Input(format!("position line: {error}")))
}
