//! A move in one byte, and its token (rules, section 11): hole, `L` or `R`, then `+` to play the house: `A6R`, `a1L`, `A5R+`.

use crate::board::{Direction, Hole, Sense, Side};
use crate::words::{Message, Told, say, told_in_english};
use std::fmt;

/// A choice of hole, direction and, where it comes up, of playing the house.
///
/// In a namua capture the direction names the kichwa the captured seeds enter.
///
/// ```
/// use fundi::board::Side;
/// use fundi::rules::Move;
/// let mv = Move::parse("a5r+").unwrap();
/// assert!(mv.plays_house());
/// assert_eq!(mv.token(Side::South).to_string(), "A5R+");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u8);

const RIGHT: u8 = 16;
const PLAYS_HOUSE: u8 = 32;

impl Move {
    /// Number of different moves: [`Move::index`] is below it.
    pub const COUNT: usize = 64;

    /// Builds a move.
    #[inline(always)]
    #[must_use]
    pub const fn new(hole: Hole, direction: Direction, plays_house: bool) -> Move {
        let right = match direction {
            Direction::Left => 0,
            Direction::Right => RIGHT,
        };
        Move(hole.index() | right | if plays_house { PLAYS_HOUSE } else { 0 })
    }

    /// The move with that [`Move::index`], 0 to 63.
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Move> {
        if index < 64 { Some(Move(index)) } else { None }
    }

    /// The move with the low six bits of `index` as its [`Move::index`].
    #[inline(always)]
    pub(crate) const fn wrapping(index: u8) -> Move {
        Move(index & 63)
    }

    /// A number below 64 that stands for the move.
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The hole it starts from, on the mover's ring.
    #[inline(always)]
    #[must_use]
    pub const fn hole(self) -> Hole {
        Hole::wrapping(self.0)
    }

    /// The direction named in the token.
    #[inline(always)]
    #[must_use]
    pub const fn direction(self) -> Direction {
        if self.0 & RIGHT == 0 { Direction::Left } else { Direction::Right }
    }

    /// Whether the house is played when the choice comes up (safari).
    #[inline(always)]
    #[must_use]
    pub const fn plays_house(self) -> bool {
        self.0 & PLAYS_HOUSE != 0
    }

    /// The same start with the other decision about the house.
    #[must_use]
    pub const fn with_house(self, plays_house: bool) -> Move {
        Move::new(self.hole(), self.direction(), plays_house)
    }

    /// The left-right mirror image.
    #[must_use]
    pub const fn mirrored(self) -> Move {
        let index = self.hole().index();
        let hole = Hole::wrapping(if index < 8 { 7 - index } else { 23 - index });
        Move::new(hole, self.direction().other(), self.plays_house())
    }

    /// The sense in which the lifted hole is sown; not meant for namua captures, which sow captured seeds.
    #[inline(always)]
    #[must_use]
    pub const fn sense(self) -> Sense {
        Sense::leaving(self.hole(), self.direction())
    }

    /// The token as printed for `side`.
    #[must_use]
    pub const fn token(self, side: Side) -> MoveToken {
        MoveToken { mv: self, side }
    }

    /// Reads a token in either case.
    ///
    /// # Errors
    /// [`ParseMoveError`] with the offending text.
    pub fn parse(token: &str) -> Result<Move, ParseMoveError> {
        let error = || ParseMoveError(token.chars().take(16).collect());
        let (start, plays_house) = match token.strip_suffix('+') {
            Some(start) => (start, true),
            None => (token, false),
        };
        let hole = start.get(..2).and_then(Hole::parse).ok_or_else(error)?;
        let direction = match start.get(2..) {
            Some("L" | "l") => Direction::Left,
            Some("R" | "r") => Direction::Right,
            _ => return Err(error()),
        };
        Ok(Move::new(hole, direction, plays_house))
    }
}

/// A move's token for a side; made by [`Move::token`].
#[derive(Clone, Copy, Debug)]
pub struct MoveToken {
    mv: Move,
    side: Side,
}

impl fmt::Display for MoveToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plus = if self.mv.plays_house() { "+" } else { "" };
        write!(f, "{}{}{plus}", self.mv.hole().name(self.side), self.mv.direction().letter())
    }
}

/// A text that is not a move token; holds (the beginning of) it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseMoveError(pub String);

impl Told for ParseMoveError {
    fn message(&self) -> Message {
        say!(BadToken, text = self.0.escape_debug().to_string())
    }
}

told_in_english!(ParseMoveError);
