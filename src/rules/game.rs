//! A game: start position, moves, and the conventions that end games the rules leave open (rules, section 8).

use super::{IllegalMove, Move, Rules, Successor};
use crate::board::{Position, Side};
use crate::words::{Message, Told, say};
use std::fmt;

/// The two draw conventions added for matches; either can be switched off with 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conventions {
    /// The occurrence of a position that makes a draw; 3 by default.
    pub repetition: u32,
    /// The ply after which an open game is a draw; 1,000 by default.
    pub max_plies: u32,
}

impl Default for Conventions {
    fn default() -> Conventions {
        Conventions { repetition: 3, max_plies: 1000 }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The loser's front row is empty.
    FrontRowEmpty,
    /// The loser is to move and has no legal move.
    NoLegalMove,
    /// The position occurred for the third time.
    Repetition,
    /// The ply limit was reached.
    PlyLimit,
}

/// As in game files.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl Told for Ending {
    fn message(&self) -> Message {
        match self {
            Ending::FrontRowEmpty => say!(EndingFrontRow),
            Ending::NoLegalMove => say!(EndingNoMove),
            Ending::Repetition => say!(EndingRepetition),
            Ending::PlyLimit => say!(EndingPlyLimit),
        }
    }
}

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// Who won; `None` for a draw.
    pub winner: Option<Side>,
    /// How it ended.
    pub ending: Ending,
}

/// A start position and the moves played from it.
///
/// ```
/// use fundi::rules::{Game, Move, Rules};
/// let mut game = Game::new(Rules::ZANZIBAR);
/// game.play(Move::parse("A7L").unwrap()).unwrap();
/// assert!(game.result().is_none());
/// assert_eq!(game.plies(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    rules: &'static Rules,
    conventions: Conventions,
    moves: Vec<Move>,
    /// The start and the position after each move: one more than `moves`.
    positions: Vec<Position>,
    position: Position,
}

impl Game {
    /// A game from the start position of `rules`.
    #[must_use]
    pub fn new(rules: &'static Rules) -> Game {
        Game::from_position(rules, rules.start())
    }

    /// A game from any position.
    #[must_use]
    pub fn from_position(rules: &'static Rules, start: Position) -> Game {
        Game {
            rules,
            conventions: Conventions::default(),
            moves: Vec::new(),
            positions: vec![start],
            position: start,
        }
    }

    /// The same game under other conventions.
    #[must_use]
    pub fn with_conventions(mut self, conventions: Conventions) -> Game {
        self.conventions = conventions;
        self
    }

    /// The rule set.
    #[must_use]
    pub const fn rules(&self) -> &'static Rules {
        self.rules
    }

    /// The draw conventions.
    #[must_use]
    pub const fn conventions(&self) -> Conventions {
        self.conventions
    }

    /// The current position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Where the game started.
    #[must_use]
    pub fn start(&self) -> &Position {
        self.positions.first().unwrap_or(&self.position)
    }

    /// The moves played.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The start and the position after every move.
    #[must_use]
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// Moves played.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// Plies until the ply limit makes a draw; `None` without a limit.
    #[must_use]
    pub fn plies_left(&self) -> Option<usize> {
        let most = self.conventions.max_plies as usize;
        (most > 0).then(|| most.saturating_sub(self.plies()))
    }

    /// Plays a move. The conventions are not enforced: whoever plays on after a draw may.
    ///
    /// # Errors
    /// Why the move is illegal; the game is then unchanged.
    pub fn play(&mut self, mv: Move) -> Result<Successor, IllegalMove> {
        let successor = self.rules.play(&self.position, mv)?;
        self.advance(&successor);
        Ok(successor)
    }

    /// Appends a move already played from the current position.
    pub(crate) fn advance(&mut self, successor: &Successor) {
        self.position = successor.position;
        self.moves.push(successor.mv);
        self.positions.push(successor.position);
    }

    /// Takes the last move back and returns it.
    pub fn undo(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        self.positions.pop();
        self.position = *self.positions.last()?;
        Some(mv)
    }

    /// How often the current position has occurred, this time included.
    #[must_use]
    pub fn occurrences(&self) -> u32 {
        self.positions.iter().map(|earlier| u32::from(*earlier == self.position)).sum()
    }

    /// The result, if the game is over: emptied front row first, then no legal move, then the draws.
    #[must_use]
    pub fn result(&self) -> Option<GameResult> {
        let mover = self.position.mover();
        for side in Side::BOTH {
            if self.position.front_empty(side) {
                return Some(GameResult { winner: Some(side.other()), ending: Ending::FrontRowEmpty });
            }
        }
        let mut moves = 0;
        self.rules.visit(&self.position, |_| moves += 1);
        if moves == 0 {
            return Some(GameResult { winner: Some(mover.other()), ending: Ending::NoLegalMove });
        }
        let repetition = self.conventions.repetition;
        if repetition > 0 && self.occurrences() >= repetition {
            return Some(GameResult { winner: None, ending: Ending::Repetition });
        }
        if self.plies_left() == Some(0) {
            return Some(GameResult { winner: None, ending: Ending::PlyLimit });
        }
        None
    }
}
