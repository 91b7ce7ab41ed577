//! The position line (rules, section 11): `b-row/a-row/A-row/B-row mover stores houses block`.
//!
//! Rows run left to right as South sees the board, so North's are written from hole 8 to hole 1.

use super::hole::{Hole, Side};
use super::position::{Position, PositionError, PositionParts};
use crate::words::{Message, Told, say, told_in_english};
use std::fmt;
use std::str::FromStr;

/// What is wrong with a position line, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FenError {
    /// A wrong number of blank-separated fields: how many there are.
    Fields(usize),
    /// A wrong number of rows: how many there are.
    Rows(usize),
    /// A wrong number of counts in a row: its letter and how many there are.
    Counts(char, usize),
    /// Something that is not a seed count: the letter of its row, `None` for the stores, and the text.
    Number(Option<char>, String),
    /// Not `S` or `N`.
    Mover(String),
    /// Not two counts separated by a comma.
    Stores(String),
    /// Not `SN`, `S`, `N` or `-`.
    Houses(String),
    /// Not a hole of the mover's front row, or `-`.
    Block(String),
    /// The parts are well formed but do not make a position.
    Position(PositionError),
}

/// A short safe piece of foreign text for a message.
fn excerpt(text: &str) -> String {
    let mut short: String = text.chars().take(24).flat_map(char::escape_debug).collect();
    if text.chars().nth(24).is_some() {
        short.push_str("...");
    }
    short
}

impl Told for FenError {
    fn message(&self) -> Message {
        match self {
            FenError::Fields(found) => say!(FenFields, n = *found),
            FenError::Rows(found) => say!(FenRows, n = *found),
            FenError::Counts(row, found) => say!(FenCounts, row = *row, n = *found),
            FenError::Number(Some(row), text) => say!(FenNumber, text = excerpt(text), row = *row),
            FenError::Number(None, text) => say!(FenStoreNumber, text = excerpt(text)),
            FenError::Mover(text) => say!(FenMover, text = excerpt(text)),
            FenError::Stores(text) => say!(FenStores, text = excerpt(text)),
            FenError::Houses(text) => say!(FenHouses, text = excerpt(text)),
            FenError::Block(text) => say!(FenBlock, text = excerpt(text)),
            FenError::Position(error) => error.message(),
        }
    }
}

told_in_english!(FenError);

fn count(row: Option<char>, text: &str) -> Result<u8, FenError> {
    let digits = !text.is_empty() && text.len() <= 2 && text.bytes().all(|b| b.is_ascii_digit());
    match text.parse::<u8>() {
        Ok(seeds) if digits && seeds <= 64 => Ok(seeds),
        _ => Err(FenError::Number(row, text.to_owned())),
    }
}

/// The four rows as printed: letter, side, and the ring index of the leftmost hole with the step to the next.
const PRINTED_ROWS: [(char, Side, u8, i8); 4] = [
    ('b', Side::North, 8, 1),
    ('a', Side::North, 7, -1),
    ('A', Side::South, 0, 1),
    ('B', Side::South, 15, -1),
];

fn printed_holes(first: u8, step: i8) -> impl Iterator<Item = Hole> {
    (0..8i8).map(move |i| Hole::wrapping(first.wrapping_add_signed(step * i)))
}

/// Reads the parts of a position line without judging the position they make.
///
/// # Errors
/// A [`FenError`] that names the field.
pub fn parse_parts(line: &str) -> Result<PositionParts, FenError> {
    let mut fields = [""; 5];
    let mut found = 0;
    for field in line.split_ascii_whitespace() {
        if let Some(place) = fields.get_mut(found) {
            *place = field;
        }
        found += 1;
    }
    let [rows, mover, stores, houses, block] = fields;
    if found != 5 {
        return Err(FenError::Fields(found));
    }
    let mut holes = [[0u8; 16]; 2];
    let row_count = rows.split('/').count();
    if row_count != 4 {
        return Err(FenError::Rows(row_count));
    }
    for ((letter, side, first, step), row) in PRINTED_ROWS.into_iter().zip(rows.split('/')) {
        let counts = row.split(',').count();
        if counts != 8 {
            return Err(FenError::Counts(letter, counts));
        }
        for (hole, text) in printed_holes(first, step).zip(row.split(',')) {
            holes[usize::from(side == Side::North)][hole.index() as usize] = count(Some(letter), text)?;
        }
    }
    let mover = match mover {
        "S" => Side::South,
        "N" => Side::North,
        _ => return Err(FenError::Mover(mover.to_owned())),
    };
    let (south, north) = stores.split_once(',').ok_or_else(|| FenError::Stores(stores.to_owned()))?;
    let stores = [count(None, south)?, count(None, north)?];
    let houses = match houses {
        "SN" => [true, true],
        "S" => [true, false],
        "N" => [false, true],
        "-" => [false, false],
        _ => return Err(FenError::Houses(houses.to_owned())),
    };
    let block = match block {
        "-" => None,
        text => match Hole::parse(text) {
            Some(hole) if hole.is_front() && hole.name(mover).to_string() == text => Some(hole),
            _ => return Err(FenError::Block(text.to_owned())),
        },
    };
    Ok(PositionParts { holes, stores, houses, mover, block })
}

impl FromStr for Position {
    type Err = FenError;

    fn from_str(line: &str) -> Result<Position, FenError> {
        Position::from_parts(&parse_parts(line)?).map_err(FenError::Position)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (_, side, first, step)) in PRINTED_ROWS.into_iter().enumerate() {
            if index > 0 {
                f.write_str("/")?;
            }
            for (column, hole) in printed_holes(first, step).enumerate() {
                let comma = if column > 0 { "," } else { "" };
                write!(f, "{comma}{}", self.seeds(side, hole))?;
            }
        }
        let houses = match Side::BOTH.map(|side| self.owns_house(side)) {
            [true, true] => "SN",
            [true, false] => "S",
            [false, true] => "N",
            [false, false] => "-",
        };
        let [south, north] = Side::BOTH.map(|side| self.store(side));
        write!(f, " {} {south},{north} {houses} ", self.mover().letter())?;
        match self.blocked() {
            Some(hole) => write!(f, "{}", hole.name(self.mover())),
            None => f.write_str("-"),
        }
    }
}
