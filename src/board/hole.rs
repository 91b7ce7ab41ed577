//! The smallest words of the board: a player's side, a hole of his ring, a direction of his hand.

use crate::words::{Key, Message, Told, Words};
use std::fmt;

/// One of the two players. South moves first and owns the rows `A` (front) and `B` (back).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The player with the capital letters, seated below the board.
    South,
    /// The player with the small letters, seated above the board.
    North,
}

impl Side {
    /// Both players, South first.
    pub const BOTH: [Side; 2] = [Side::South, Side::North];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::South => Side::North,
            Side::North => Side::South,
        }
    }

    /// `S` or `N`, as in a position line.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Side::South => 'S',
            Side::North => 'N',
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(Words::english().side(*self))
    }
}

impl Told for Side {
    fn message(&self) -> Message {
        Message::of(match self {
            Side::South => Key::South,
            Side::North => Key::North,
        })
    }
}

impl Told for Direction {
    fn message(&self) -> Message {
        Message::of(match self {
            Direction::Left => Key::Left,
            Direction::Right => Key::Right,
        })
    }
}

impl Words {
    /// South or North.
    #[must_use]
    pub fn side(&self, side: Side) -> &str {
        self.get(side.message().key())
    }

    /// Left or right.
    #[must_use]
    pub fn direction(&self, direction: Direction) -> &str {
        self.get(direction.message().key())
    }

    /// Clockwise or counter-clockwise.
    #[must_use]
    pub fn sense(&self, sense: Sense) -> &str {
        self.get(match sense {
            Sense::Clockwise => Key::Clockwise,
            Sense::CounterClockwise => Key::CounterClockwise,
        })
    }
}

/// A hole on its **owner's** ring: 0 to 7 are the front holes 1 to 8 from the owner's left, 8 to 15
/// the back holes 8 to 1, so that adding one walks clockwise (rules, section 1).
///
/// ```
/// use fundi::board::{Hole, Side};
/// let hole = Hole::parse("b8").unwrap();
/// assert_eq!(hole.index(), 8);
/// assert_eq!(hole.name(Side::South).to_string(), "B8");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hole(u8);

impl Hole {
    /// The nyumba: front hole 5.
    pub const HOUSE: Hole = Hole(4);
    /// The left head of the front row: front hole 1.
    pub const LEFT_KICHWA: Hole = Hole(0);
    /// The right head of the front row: front hole 8.
    pub const RIGHT_KICHWA: Hole = Hole(7);

    /// The hole at ring index `index`, which must be 0 to 15.
    #[must_use]
    pub const fn new(index: u8) -> Option<Hole> {
        if index < 16 { Some(Hole(index)) } else { None }
    }

    /// The hole `index` steps clockwise from front hole 1; any number of times round.
    #[must_use]
    pub const fn wrapping(index: u8) -> Hole {
        Hole(index & 15)
    }

    /// Ring index, 0 to 15.
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// Whether the hole faces the enemy.
    #[must_use]
    pub const fn is_front(self) -> bool {
        self.0 < 8
    }

    /// The hole's printed number, 1 to 8 from its owner's left.
    #[must_use]
    pub const fn number(self) -> u8 {
        if self.0 < 8 { self.0 + 1 } else { 16 - self.0 }
    }

    /// The hole on the **enemy's** ring that a front hole faces: front k faces front 9-k. `None` for a back hole.
    #[must_use]
    pub const fn facing(self) -> Option<Hole> {
        if self.0 < 8 { Some(Hole(7 - self.0)) } else { None }
    }

    /// All sixteen holes in ring order.
    pub fn all() -> impl DoubleEndedIterator<Item = Hole> + ExactSizeIterator {
        (0..16u8).map(Hole)
    }

    /// The name as printed for `side`: `A3`, `b2`.
    #[must_use]
    pub const fn name(self, side: Side) -> HoleName {
        HoleName { hole: self, side }
    }

    /// Reads a name such as `A3` or `b2`; either case, since the side is known from elsewhere.
    #[must_use]
    pub fn parse(text: &str) -> Option<Hole> {
        match *text.as_bytes() {
            [row, digit @ b'1'..=b'8'] => match row {
                b'A' | b'a' => Some(Hole(digit - b'1')),
                b'B' | b'b' => Some(Hole(16 - (digit - b'0'))),
                _ => None,
            },
            _ => None,
        }
    }
}

/// A hole's printed name; made by [`Hole::name`].
#[derive(Clone, Copy, Debug)]
pub struct HoleName {
    hole: Hole,
    side: Side,
}

impl fmt::Display for HoleName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = match (self.side, self.hole.is_front()) {
            (Side::South, true) => 'A',
            (Side::South, false) => 'B',
            (Side::North, true) => 'a',
            (Side::North, false) => 'b',
        };
        write!(f, "{row}{}", self.hole.number())
    }
}

/// The owner's left or right: the way the hand goes first along the hole's row; in a namua capture, the kichwa entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Toward the owner's left; in a namua capture: into the left kichwa.
    Left,
    /// Toward the owner's right; in a namua capture: into the right kichwa.
    Right,
}

impl Direction {
    /// Both directions, left first.
    pub const BOTH: [Direction; 2] = [Direction::Left, Direction::Right];

    /// The opposite direction.
    #[must_use]
    pub const fn other(self) -> Direction {
        match self {
            Direction::Left => Direction::Right,
            Direction::Right => Direction::Left,
        }
    }

    /// `L` or `R`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Direction::Left => 'L',
            Direction::Right => 'R',
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(Words::english().direction(*self))
    }
}

/// The sense of sowing round a player's ring, as seen from above.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sense {
    /// Up the ring indices: along the front row to the owner's right.
    Clockwise = 0,
    /// Down the ring indices.
    CounterClockwise = 1,
}

impl Sense {
    /// The sense in which a hand lifted from `hole` goes when it leaves toward `direction` (rules, section 11).
    #[must_use]
    pub const fn leaving(hole: Hole, direction: Direction) -> Sense {
        match (hole.is_front(), direction) {
            (true, Direction::Right) | (false, Direction::Left) => Sense::Clockwise,
            _ => Sense::CounterClockwise,
        }
    }

    /// The reverse sense.
    #[must_use]
    pub const fn reversed(self) -> Sense {
        match self {
            Sense::Clockwise => Sense::CounterClockwise,
            Sense::CounterClockwise => Sense::Clockwise,
        }
    }
}
