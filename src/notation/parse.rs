//! The grammar all notations share: row letter, hole number, direction, house sign, marks.

use super::{Notation, Problem, Reading};
use crate::board::{Direction, Hole};
use std::iter::Peekable;
use std::str::CharIndices;

/// A move's text taken apart, before any board is looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parsed {
    /// The row letter as written.
    pub row: Option<char>,
    /// The hole; a front hole if no row was written.
    pub hole: Hole,
    pub direction: Option<Direction>,
    pub plays_house: bool,
    /// Number of `*`.
    pub marks: usize,
}

/// Takes the next character if it is one of `accepted`.
fn take(chars: &mut Peekable<CharIndices>, accepted: &[char]) -> Option<char> {
    chars.next_if(|(_, c)| accepted.contains(c)).map(|(_, c)| c)
}

pub(super) fn parse(text: &str, notation: Notation, reading: Reading) -> Result<Parsed, Problem> {
    let lenient = reading == Reading::Lenient;
    let mut chars = text.char_indices().peekable();
    let row = take(&mut chars, &['A', 'a', 'B', 'b']);
    if row.is_none() && notation == Notation::Token {
        return Err(Problem::Row);
    }
    let digit = match chars.next() {
        Some((_, digit @ '1'..='8')) => digit,
        Some((at, _)) if row.is_some() => return Err(Problem::Number { at }),
        None if row.is_some() => return Err(Problem::Number { at: text.len() }),
        _ => return Err(Problem::Row),
    };
    let name = [row.unwrap_or('A'), digit].iter().collect::<String>();
    let hole = Hole::parse(&name).ok_or(Problem::Row)?;
    let (left, right): (&[char], &[char]) = match (notation, lenient) {
        (Notation::Kiba, _) => (&['<'], &['>']),
        (_, true) => (&['L', 'l'], &['R', 'r']),
        (_, false) => (&['L'], &['R']),
    };
    let direction = if take(&mut chars, left).is_some() {
        Some(Direction::Left)
    } else {
        take(&mut chars, right).map(|_| Direction::Right)
    };
    let house: &[char] = match notation {
        Notation::Donkers if lenient => &['>', '+'],
        Notation::Donkers => &['>'],
        Notation::Token | Notation::Kiba => &['+'],
    };
    let plays_house = take(&mut chars, house).is_some();
    let mut marks = 0;
    while notation != Notation::Token && marks < 2 && take(&mut chars, &['*']).is_some() {
        marks += 1;
    }
    match chars.next() {
        Some((at, found)) => Err(Problem::Rest { at, found, notation }),
        None => Ok(Parsed { row, hole, direction, plays_house, marks }),
    }
}
