//! The board as plain arrays, with its position line and the move tokens (section 11 of the rules).
//!
//! Every player's sixteen holes are numbered along his ring: 0..=7 are front 1..8, 8..=15 are back 8..1.
//! Adding one goes clockwise. Side 0 is South, side 1 is North.

use std::fmt;

/// Ring number of the house, front hole 5.
pub const HOUSE: usize = 4;

/// A board and who is to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// Seeds by side and ring number.
    pub holes: [[u8; 16]; 2],
    /// Seeds in store by side.
    pub store: [u8; 2],
    /// Who owns his house.
    pub house: [bool; 2],
    /// The mover's blocked hole, if any.
    pub block: Option<usize>,
    /// The side to move.
    pub mover: usize,
}

/// The text of a move, taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Token {
    /// Ring number of the hole.
    pub hole: usize,
    /// `R`, along the row as its owner sees it; in a namua capture the kichwa entered.
    pub right: bool,
    /// `+`: the house is played when it comes up.
    pub plus: bool,
}

impl Board {
    /// The opening position of a rule set.
    pub fn start(rules: &crate::RuleSet) -> Board {
        if rules.name == "kujifunza" {
            return Board {
                holes: [[2; 16]; 2],
                store: [0, 0],
                house: [false, false],
                block: None,
                mover: 0,
            };
        }
        let mut ring = [0; 16];
        ring[HOUSE] = 6;
        ring[5] = 2;
        ring[6] = 2;
        Board { holes: [ring, ring], store: [22, 22], house: [true, true], block: None, mover: 0 }
    }

    /// All seeds, stores included.
    pub fn total(&self) -> u32 {
        let holes: u32 = self.holes.iter().flatten().map(|&n| u32::from(n)).sum();
        holes + u32::from(self.store[0]) + u32::from(self.store[1])
    }

    /// Whether a side has no seed in its front row.
    pub fn front_empty(&self, side: usize) -> bool {
        (0..8).all(|hole| self.holes[side][hole] == 0)
    }

    /// Whether a side owns its house and the house holds six or more.
    pub fn full_house(&self, side: usize) -> bool {
        self.house[side] && self.holes[side][HOUSE] >= 6
    }

    /// The board seen in a mirror: left and right change places. Keep it away from owned houses, which stand
    /// left of the middle and have no mirror image.
    pub fn mirrored(&self) -> Board {
        let mut mirrored = self.clone();
        for side in 0..2 {
            for hole in 0..16 {
                mirrored.holes[side][mirror(hole)] = self.holes[side][hole];
            }
        }
        mirrored.block = self.block.map(mirror);
        mirrored
    }

    /// Reads a position line; the number of seeds is not checked.
    ///
    /// # Errors
    /// Says what is wrong with the line.
    pub fn parse(line: &str) -> Result<Board, String> {
        let parts: Vec<&str> = line.split_whitespace().collect();
        let [rows, mover, stores, houses, block] = parts[..] else {
            return Err(format!("five parts expected: {line}"));
        };
        let rows: Vec<&str> = rows.split('/').collect();
        if rows.len() != 4 {
            return Err(format!("four rows expected: {line}"));
        }
        let mover = match mover {
            "S" => 0,
            "N" => 1,
            other => return Err(format!("mover: {other}")),
        };
        let mut holes = [[0; 16]; 2];
        for (row, text) in rows.into_iter().enumerate() {
            let counts = numbers(text, 8)?;
            for (column, count) in counts.into_iter().enumerate() {
                let (side, hole) = place(row, column);
                holes[side][hole] = count;
            }
        }
        let store = numbers(stores, 2)?;
        let house = match houses {
            "SN" => [true, true],
            "S" => [true, false],
            "N" => [false, true],
            "-" => [false, false],
            other => return Err(format!("houses: {other}")),
        };
        let block = match block {
            "-" => None,
            name => Some(hole_named(name, mover).ok_or_else(|| format!("block: {name}"))?),
        };
        Ok(Board { holes, store: [store[0], store[1]], house, block, mover })
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..4 {
            for column in 0..8 {
                let (side, hole) = place(row, column);
                let separator = if column < 7 {
                    ","
                } else if row < 3 {
                    "/"
                } else {
                    " "
                };
                write!(f, "{}{separator}", self.holes[side][hole])?;
            }
        }
        write!(f, "{} {},{} ", ["S", "N"][self.mover], self.store[0], self.store[1])?;
        f.write_str(match self.house {
            [true, true] => "SN",
            [true, false] => "S",
            [false, true] => "N",
            [false, false] => "-",
        })?;
        match self.block {
            None => f.write_str(" -"),
            Some(hole) => write!(f, " {}", hole_name(hole, self.mover)),
        }
    }
}

impl Token {
    /// Reads a token such as `A6R`, `b1L` or `A5R+`.
    ///
    /// # Errors
    /// Says which token could not be read.
    pub fn parse(text: &str, side: usize) -> Result<Token, String> {
        let wrong = || format!("not a move: {text}");
        let (body, plus) = match text.strip_suffix('+') {
            Some(body) => (body, true),
            None => (text, false),
        };
        let name = body.get(..2).ok_or_else(wrong)?;
        let right = match &body[2..] {
            "R" => true,
            "L" => false,
            _ => return Err(wrong()),
        };
        Ok(Token { hole: hole_named(name, side).ok_or_else(wrong)?, right, plus })
    }

    /// The token in the mover's letters.
    pub fn text(&self, side: usize) -> String {
        let direction = if self.right { "R" } else { "L" };
        let plus = if self.plus { "+" } else { "" };
        format!("{}{direction}{plus}", hole_name(self.hole, side))
    }

    /// The same move on a mirrored board.
    pub fn mirrored(&self) -> Token {
        Token { hole: mirror(self.hole), right: !self.right, plus: self.plus }
    }
}

/// `A3` for South's front hole 3, `b7` for North's back hole 7.
pub fn hole_name(hole: usize, side: usize) -> String {
    let (row, number) = if hole < 8 { ('A', hole + 1) } else { ('B', 16 - hole) };
    let row = if side == 0 { row } else { row.to_ascii_lowercase() };
    format!("{row}{number}")
}

/// The hole of that name, if it belongs to the side.
fn hole_named(name: &str, side: usize) -> Option<usize> {
    (0..16).find(|&hole| hole_name(hole, side) == name)
}

/// Front 1..8 becomes front 8..1, the back likewise.
fn mirror(hole: usize) -> usize {
    if hole < 8 { 7 - hole } else { 23 - hole }
}

/// The side and ring number of a place in the position line: rows from North's back to South's back, columns
/// from South's left. North's rows therefore run from his hole 8 to his hole 1.
fn place(row: usize, column: usize) -> (usize, usize) {
    match row {
        0 => (1, 8 + column),
        1 => (1, 7 - column),
        2 => (0, column),
        _ => (0, 15 - column),
    }
}

/// Exactly `count` numbers between commas.
fn numbers(text: &str, count: usize) -> Result<Vec<u8>, String> {
    let found: Result<Vec<u8>, _> = text.split(',').map(str::parse).collect();
    match found {
        Ok(found) if found.len() == count => Ok(found),
        _ => Err(format!("{count} numbers expected: {text}")),
    }
}
