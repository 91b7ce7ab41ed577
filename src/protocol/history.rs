//! The game as the runner tells it, and what may be answered about it.
//!
//! A history can contain an illegal move. Then the game stands at the last good position, where a search still
//! finds a move; but a runner that checks nothing itself must be able to notice, or it would ask for ever. So the game then counts
//! as over without a result, and the turn passes as if the moves had been made.

use crate::board::Side;
use crate::rules::{Conventions, Game, GameResult, Move, Rules};

/// A game with the moves that could not be played.
#[derive(Clone, Debug)]
pub struct History {
    game: Game,
    /// Moves told after (and with) the first illegal one.
    unplayed: usize,
}

/// An illegal move in a history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadMove {
    /// Its number in the list, from 1.
    pub ply: usize,
    /// The token, made safe to print.
    pub token: String,
    /// Why it cannot be played.
    pub reason: String,
}

impl History {
    /// The start of a game.
    #[must_use]
    pub fn new(rules: &'static Rules, conventions: Conventions) -> History {
        History::of(Game::new(rules).with_conventions(conventions))
    }

    /// A game that is all right so far.
    #[must_use]
    pub fn of(game: Game) -> History {
        History { game, unplayed: 0 }
    }

    /// The game up to its last legal move.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Applies other draw conventions.
    pub fn set_conventions(&mut self, conventions: Conventions) {
        self.game = self.game.clone().with_conventions(conventions);
    }

    /// Plays tokens up to the first that is illegal; the rest only passes the turn.
    ///
    /// # Errors
    /// The illegal move.
    pub fn play(&mut self, tokens: &[&str]) -> Result<(), BadMove> {
        if self.unplayed > 0 {
            self.unplayed += tokens.len();
            return Ok(());
        }
        for (index, token) in tokens.iter().enumerate() {
            let played = Move::parse(token)
                .map_err(|error| error.to_string())
                .and_then(|mv| self.game.play(mv).map_err(|error| error.to_string()));
            if let Err(reason) = played {
                self.unplayed = tokens.len() - index;
                let token = token.chars().take(16).flat_map(char::escape_debug).collect();
                return Err(BadMove { ply: index + 1, token, reason });
            }
        }
        Ok(())
    }

    /// Whether a move could not be played.
    #[must_use]
    pub fn is_broken(&self) -> bool {
        self.unplayed > 0
    }

    /// Whose turn it is by the number of moves told.
    #[must_use]
    pub fn turn(&self) -> Side {
        let mover = self.game.position().mover();
        if self.unplayed.is_multiple_of(2) { mover } else { mover.other() }
    }

    /// Whether nothing more is to be played.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.is_broken() || self.game.result().is_some()
    }

    /// The result in one word: `p1win`, `p2win`, `draw` or `none`.
    #[must_use]
    pub fn result_word(&self) -> &'static str {
        if self.is_broken() {
            return "none";
        }
        match self.game.result() {
            None => "none",
            Some(GameResult { winner: None, .. }) => "draw",
            Some(GameResult { winner: Some(Side::South), .. }) => "p1win",
            Some(GameResult { winner: Some(Side::North), .. }) => "p2win",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_illegal_move_ends_the_game_without_a_result() {
        let mut history = History::new(Rules::ZANZIBAR, Conventions::default());
        assert!(history.play(&["A7L"]).is_ok());
        assert_eq!((history.turn(), history.is_over()), (Side::North, false));
        let good = *history.game().position();
        let error = history.play(&["e2e4", "A1L", "A2L"]).unwrap_err();
        assert_eq!((error.ply, error.token.as_str()), (1, "e2e4"));
        assert!(history.is_over() && history.is_broken());
        assert_eq!(history.result_word(), "none");
        assert_eq!(history.turn(), Side::South, "three moves after North's turn");
        assert_eq!(*history.game().position(), good);
        assert!(history.play(&["A1L"]).is_ok());
        assert_eq!(history.turn(), Side::North);
    }
}
