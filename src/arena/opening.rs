//! Openings: where the games of a match begin.
//!
//! An opening is a start position and some moves from it. In a file every line is one: `startpos`, a position line,
//! either followed by `moves ...` or not; the words `position` and `fen` in front are allowed, empty lines and what
//! follows `#` are skipped. Openings that transpose into each other are recognised by their final position.

use crate::board::{FenError, Position};
use crate::rules::{Conventions, Game, Move, Rules};
use crate::words::{Message, Told, say, told_in_english};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A start and the moves to be played before the engines take over.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Opening {
    /// Position line of the start; empty: the start of the rules.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub start: String,
    /// Move tokens.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
}

/// An opening that cannot be used: the line (0 if it does not come from a file) and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningError {
    /// Line number from 1.
    pub line: usize,
    /// What is wrong.
    pub why: Message,
}

impl Told for OpeningError {
    fn message(&self) -> Message {
        match self.line {
            0 => self.why.clone(),
            line => say!(OpeningLine, line = line, why = self.why.clone()),
        }
    }
}

told_in_english!(OpeningError);

impl Opening {
    /// The opening at the end of a game so far.
    pub fn of_game(game: &Game) -> Opening {
        let start = game.start();
        let moves = game.positions().iter().zip(game.moves()).map(|(p, mv)| mv.token(p.mover()).to_string());
        Opening {
            start: if *start == game.rules().start() { String::new() } else { start.to_string() },
            moves: moves.collect(),
        }
    }

    /// The opening that starts at a position, without moves.
    pub fn at(position: &Position, rules: &Rules) -> Opening {
        let start = if *position == rules.start() { String::new() } else { position.to_string() };
        Opening { start, moves: Vec::new() }
    }

    /// Reads one line of a file.
    ///
    /// ```
    /// use fundi::arena::opening::Opening;
    /// let opening = Opening::parse("position startpos moves A7L b2R").unwrap();
    /// assert_eq!(opening.moves, ["A7L", "b2R"]);
    /// ```
    pub fn parse(line: &str) -> Result<Opening, OpeningError> {
        let mut words =
            line.split_ascii_whitespace().skip_while(|w| *w == "position" || *w == "fen").peekable();
        let mut start: Vec<&str> = Vec::new();
        while let Some(word) = words.next_if(|w| *w != "moves") {
            start.push(word);
        }
        let moves = words.skip(1).map(str::to_string).collect();
        let start = if start == ["startpos"] { String::new() } else { start.join(" ") };
        if start.is_empty() && !line.contains("startpos") {
            return Err(OpeningError { line: 0, why: say!(OpeningExpected) });
        }
        Ok(Opening { start, moves })
    }

    /// Sets the game up. The error names the move or the part of the position that is wrong.
    pub fn game(&self, rules: &'static Rules, conventions: Conventions) -> Result<Game, OpeningError> {
        let wrong = |why: Message| OpeningError { line: 0, why };
        let start = if self.start.is_empty() {
            rules.start()
        } else {
            self.start.parse().map_err(|error: FenError| {
                wrong(say!(OpeningPosition, position = &self.start, error = error.message()))
            })?
        };
        let mut game = Game::from_position(rules, start).with_conventions(conventions);
        for (ply, token) in self.moves.iter().enumerate() {
            let bad = |error: &dyn Told| {
                wrong(say!(OpeningMove, number = ply + 1, token = token, error = error.message()))
            };
            let mv = Move::parse(token).map_err(|error| bad(&error))?;
            game.play(mv).map_err(|error| bad(&error))?;
        }
        Ok(game)
    }
}

impl fmt::Display for Opening {
    /// As the argument of a `position` command: `startpos` or `fen ...`, then `moves ...`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.start.is_empty() {
            f.write_str("startpos")?;
        } else {
            write!(f, "fen {}", self.start)?;
        }
        if !self.moves.is_empty() {
            write!(f, " moves {}", self.moves.join(" "))?;
        }
        Ok(())
    }
}

/// Reads a file of openings and checks every one; finished games and repeated positions are refused, as they would
/// distort the match.
pub fn read_all(text: &str, rules: &'static Rules) -> Result<Vec<Opening>, OpeningError> {
    let mut openings = Vec::new();
    let mut seen = std::collections::HashMap::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let numbered = |e: OpeningError| OpeningError { line: index + 1, ..e };
        let opening = Opening::parse(line).map_err(numbered)?;
        let game = opening.game(rules, Conventions::default()).map_err(numbered)?;
        if let Some(result) = game.result() {
            return Err(numbered(OpeningError {
                line: 0,
                why: say!(OpeningOver, ending = result.ending.message()),
            }));
        }
        if let Some(first) = seen.insert(*game.position(), index + 1) {
            return Err(numbered(OpeningError { line: 0, why: say!(OpeningRepeated, line = first) }));
        }
        openings.push(opening);
    }
    if openings.is_empty() {
        return Err(OpeningError { line: 0, why: say!(OpeningNone) });
    }
    Ok(openings)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MTAJI: &str = "0,0,0,0,0,0,0,0/0,2,2,6,0,0,0,0/0,0,0,0,6,2,2,0/0,0,0,0,0,0,0,0 N 22,22 SN -";

    #[test]
    fn all_forms_are_read_and_written() {
        for line in [
            "startpos",
            "startpos moves A7L",
            MTAJI,
            &format!("fen {MTAJI} moves"),
            &format!("position fen {MTAJI}"),
        ] {
            let opening = Opening::parse(line).expect(line);
            let game = opening.game(Rules::ZANZIBAR, Conventions::default()).expect(line);
            let again = Opening::parse(&opening.to_string()).expect("own output");
            assert_eq!(again, opening);
            assert_eq!(Opening::of_game(&game), opening);
        }
    }

    #[test]
    fn files_are_checked() {
        let good = format!("# comment\n\nstartpos # the start\n{MTAJI}\n");
        assert_eq!(read_all(&good, Rules::ZANZIBAR).expect("good").len(), 2);
        for (bad, line, word) in [
            ("startpos\nrubbish", 2, "rubbish"),
            ("startpos moves A1L", 1, "A1L"),
            ("startpos moves zz", 1, "zz"),
            ("moves A7L", 1, "expected startpos"),
            ("startpos\nstartpos", 2, "line 1"),
            ("", 0, "no opening"),
            ("0,0,0,0,0,0,0,0/0,2,2,6,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,6,2,2,0 S 22,22 N -", 1, "over"),
        ] {
            let error = read_all(bad, Rules::ZANZIBAR).expect_err(bad);
            assert_eq!(error.line, line, "{bad}: {error}");
            assert!(error.to_string().contains(word), "{bad}: {error}");
        }
    }
}
