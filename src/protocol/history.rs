//! The game as the runner tells it, and what may be answered about it.
//!
//! A history can contain an illegal move. Then the game stands at the last good position, where a search still
//! finds a move; but a runner that checks nothing itself must be able to notice, or it would ask for ever. So the game then counts
//! as over without a result, and the turn passes as if the moves had been made.

use crate::board::Side;
use crate::notation::{self, Notation, NotationError, Problem, Reading};
use crate::rules::{Conventions, Game, GameResult, Move, Rules, Successor};

/// A game with the moves that could not be played.
#[derive(Clone, Debug)]
pub struct History {
    game: Game,
    /// Moves told after (and with) the first illegal one.
    unplayed: usize,
}

/// Reads and plays a move in the game's position: a token always, Donkers' forms too, or K.I.B.A.'s if those are in use.
///
/// # Errors
/// Why the text is no legal move, in words.
pub fn read_move(game: &Game, text: &str, notation: Notation) -> Result<Successor, String> {
    let (rules, position) = (game.rules(), game.position());
    let not_a_token = match Move::parse(text) {
        Ok(mv) => return rules.play(position, mv).map_err(|error| error.to_string()),
        Err(error) => error,
    };
    let notation = if notation == Notation::Kiba { Notation::Kiba } else { Notation::Donkers };
    notation::read(rules, position, text, notation, Reading::Lenient).map_err(|error| match error {
        NotationError { problem: Problem::Row, .. } => not_a_token.to_string(),
        error => error.to_string(),
    })
}

/// An illegal move in a history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadMove {
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
    pub fn play(&mut self, tokens: &[&str], notation: Notation) -> Result<(), BadMove> {
        if self.unplayed > 0 {
            self.unplayed += tokens.len();
            return Ok(());
        }
        for (index, token) in tokens.iter().enumerate() {
            let played = read_move(&self.game, token, notation)
                .and_then(|played| self.game.play(played.mv).map_err(|error| error.to_string()));
            if let Err(reason) = played {
                self.unplayed = tokens.len() - index;
                let token = token.chars().take(16).flat_map(char::escape_debug).collect();
                return Err(BadMove { token, reason });
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
        assert!(history.play(&["A7L"], Notation::Token).is_ok());
        assert_eq!((history.turn(), history.is_over()), (Side::North, false));
        let good = *history.game().position();
        let error = history.play(&["e2e4", "A1L", "A2L"], Notation::Token).unwrap_err();
        assert_eq!(error.token, "e2e4");
        assert!(history.is_over() && history.is_broken());
        assert_eq!(history.result_word(), "none");
        assert_eq!(history.turn(), Side::South, "three moves after North's turn");
        assert_eq!(*history.game().position(), good);
        assert!(history.play(&["A1L"], Notation::Token).is_ok());
        assert_eq!(history.turn(), Side::North);
    }

    #[test]
    fn other_notations_are_read_where_they_are_clear() {
        let game = Game::new(Rules::ZANZIBAR);
        let read = |text, notation| read_move(&game, text, notation).map(|played| played.mv).ok();
        let expected = Move::parse("A6R").ok();
        assert_eq!(read("6R*", Notation::Token), expected);
        assert_eq!(read("a6r", Notation::Kiba), expected);
        assert_eq!(read("A6>", Notation::Kiba), expected);
        assert_eq!(read("A6>", Notation::Donkers), None, "there `>` plays the house");
        for junk in ["", "zz", "A", "6", "e2e4", "A6R!"] {
            assert!(read_move(&game, junk, Notation::Token).is_err(), "{junk}");
        }
    }
}
