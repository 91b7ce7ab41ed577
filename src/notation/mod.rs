//! The ways people write moves, read and written against a position (rules, section 11).
//!
//! Besides the token (`A5R+`) there are Donkers' forms (`A5R>`, `7L*`, `A8`), in which a direction that is forced and the row letter in namua
//! may be missing and `*` marks a takata, `**` one that blocks; and K.I.B.A.'s forms (`A5>+`), whose `>` means right and which
//! therefore are read only when asked for. [`read`] finds the legal move that is meant; [`write()`] needs only the played move.

mod error;
mod parse;

pub use error::{NotationError, Problem};

use crate::board::{Direction, Position, Side};
use crate::rules::{Move, Rules, Successor};
use parse::Parsed;

/// A way to write moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Notation {
    /// `A6R`, `a1L`, `A5R+`: as in the protocol.
    Token,
    /// `A6R*`, `a1`, `A5R>`: as in Donkers' papers and in game records.
    #[default]
    Donkers,
    /// `A6>`, `a1<`, `A5>+`: as in the K.I.B.A. club's texts.
    Kiba,
}

impl Notation {
    /// The name in the tag `Notation` of records whose moves are not in Donkers' forms or tokens.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Notation::Token => "token",
            Notation::Donkers => "Donkers",
            Notation::Kiba => "K.I.B.A.",
        }
    }
}

/// How much a reader forgives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Reading {
    /// Letters of either case, `+` for `>`, wrong `*` marks.
    #[default]
    Lenient,
    /// Only what the notation documents: the mover's letters, its own signs, no mark that is wrong.
    Strict,
}

/// Writes a move that was played from `position` and led to `played`.
///
/// ```
/// use fundi::notation::{Notation, write};
/// use fundi::rules::{Move, Rules};
/// let rules = Rules::ZANZIBAR;
/// let played = rules.play(&rules.start(), Move::parse("A6R").unwrap()).unwrap();
/// assert_eq!(write(Notation::Donkers, &rules.start(), &played), "A6R*");
/// assert_eq!(write(Notation::Kiba, &rules.start(), &played), "A6>");
/// ```
#[must_use]
pub fn write(notation: Notation, position: &Position, played: &Successor) -> String {
    let mv = played.mv;
    if notation == Notation::Token {
        return mv.token(position.mover()).to_string();
    }
    let mut text = mv.hole().name(position.mover()).to_string();
    if notation == Notation::Kiba {
        text.push(if mv.direction() == Direction::Left { '<' } else { '>' });
        text.push_str(if mv.plays_house() { "+" } else { "" });
        return text;
    }
    let enters_near = position.is_namua() && played.is_capture() && !(3..=6).contains(&mv.hole().number());
    if !enters_near {
        text.push(mv.direction().letter());
    }
    text.push_str(if mv.plays_house() { ">" } else { "" });
    text.push_str(&"*".repeat(marks(played)));
    text
}

/// Donkers' marks: one for a takata, two for one that blocks.
fn marks(played: &Successor) -> usize {
    match (played.is_capture(), played.position.blocked()) {
        (true, _) => 0,
        (false, None) => 1,
        (false, Some(_)) => 2,
    }
}

/// Finds and plays the legal move that `text` means in `position`.
///
/// ```
/// use fundi::notation::{Notation, Reading, read};
/// use fundi::rules::Rules;
/// let rules = Rules::ZANZIBAR;
/// let played = read(rules, &rules.start(), "7L*", Notation::Donkers, Reading::Strict).unwrap();
/// assert_eq!(played.mv.token(rules.start().mover()).to_string(), "A7L");
/// ```
///
/// # Errors
/// What is wrong with the text and where, or why the move it means is illegal.
pub fn read(
    rules: &Rules,
    position: &Position,
    text: &str,
    notation: Notation,
    reading: Reading,
) -> Result<Successor, NotationError> {
    let text = if reading == Reading::Lenient { text.trim() } else { text };
    let fail = |problem| NotationError::new(text, problem);
    let parsed = parse::parse(text, notation, reading).map_err(fail)?;
    let hole = match parsed.row {
        None if !position.is_namua() => return Err(fail(Problem::RowMissing)),
        Some(row) if reading == Reading::Strict && !is_letter_of(row, position.mover()) => {
            return Err(fail(Problem::EnemyLetter { letter: row, mover: position.mover() }));
        }
        _ => parsed.hole,
    };
    let played = match parsed.direction {
        Some(direction) => play(rules, position, Move::new(hole, direction, parsed.plays_house)),
        None if notation == Notation::Token => return Err(fail(Problem::DirectionMissing)),
        None => forced(rules, position, &parsed),
    }
    .map_err(fail)?;
    if reading == Reading::Strict && parsed.marks > 0 && parsed.marks != marks(&played) {
        return Err(fail(Problem::WrongMark { expected: marks(&played) }));
    }
    Ok(played)
}

fn is_letter_of(letter: char, side: Side) -> bool {
    letter.is_ascii_uppercase() == (side == Side::South)
}

fn play(rules: &Rules, position: &Position, mv: Move) -> Result<Successor, Problem> {
    rules.play(position, mv).map_err(Problem::Illegal)
}

/// The only legal move from the hole with that decision about the house.
fn forced(rules: &Rules, position: &Position, parsed: &Parsed) -> Result<Successor, Problem> {
    let [left, right] = Direction::BOTH
        .map(|direction| play(rules, position, Move::new(parsed.hole, direction, parsed.plays_house)));
    match (left, right) {
        (Ok(_), Ok(_)) => Err(Problem::DirectionMissing),
        (Ok(played), Err(_)) | (Err(_), Ok(played)) => Ok(played),
        (Err(problem), Err(_)) => Err(problem),
    }
}
