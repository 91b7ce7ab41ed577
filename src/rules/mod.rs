//! The rules of Bao as data and functions over positions; `rules.md` beside this file is the specification, whose sections are cited.
//!
//! A [`Rules`] value holds the switches in which the three rule sets differ; no code is copied for any of them.
//! [`starts`] says which holes may start a move, [`relay`] sows laps until a move ends, [`play`] joins the two
//! into legal moves that are already played, [`kutakatia`] sets the block, [`why`] explains illegal moves, [`trace`] tells a move event by
//! event, [`game`] adds history, repetition and the ply limit.

pub mod game;
pub mod kutakatia;
pub mod moves;
pub mod perft;
pub mod play;
pub mod relay;
pub mod starts;
pub mod trace;
pub mod why;

pub use game::{Conventions, Ending, Game, GameResult};
pub use moves::{Move, MoveToken, ParseMoveError};
pub use perft::perft;
pub use play::Successor;
pub use starts::{MoveKind, Starts};
pub use trace::{Event, Observer};
pub use why::{IllegalMove, Reason};

use crate::board::Position;
use crate::words::{Message, Told, say, told_in_english};
use std::fmt;

/// A rule set: its name, its start and the switches of the table in section 10.
///
/// ```
/// use fundi::rules::Rules;
/// let rules = Rules::by_name("zanzibar").unwrap();
/// assert_eq!(rules.successors(&rules.start()).len(), 4);
/// ```
#[derive(Debug, PartialEq, Eq)]
pub struct Rules {
    /// The name in options, records and on the command line.
    pub name: &'static str,
    /// One line for people.
    pub description: &'static str,
    /// The start position as a position line.
    start: &'static str,
    /// What protects the house: being owned, or being owned and holding six or more. Decides whether a single seed may
    /// start a namua takata (section 2) and whether the house can be blocked (section 6).
    pub house_needs_six: bool,
    /// Whether the first capture of a mtaji move ends both players' ownership (section 5).
    pub mtaji_capture_ends_houses: bool,
    /// Whether a takata can block a hole (section 6).
    pub kutakatia: bool,
    /// Whether a first lap lifted from the owned house passes a block (section 6).
    pub house_lap_passes_block: bool,
}

impl Rules {
    /// The Zanzibar master rules: the default.
    pub const ZANZIBAR: &'static Rules = &Rules {
        name: "zanzibar",
        description: "Bao la Kiswahili by the Zanzibar master rules",
        start: "0,0,0,0,0,0,0,0/0,2,2,6,0,0,0,0/0,0,0,0,6,2,2,0/0,0,0,0,0,0,0,0 S 22,22 SN -",
        house_needs_six: false,
        mtaji_capture_ends_houses: true,
        kutakatia: true,
        house_lap_passes_block: false,
    };

    /// The Mancala World reading.
    pub const MANCALA_WORLD: &'static Rules = &Rules {
        name: "mancala-world",
        description: "Bao la Kiswahili in the Mancala World reading",
        start: Rules::ZANZIBAR.start,
        house_needs_six: true,
        mtaji_capture_ends_houses: false,
        kutakatia: true,
        house_lap_passes_block: true,
    };

    /// The beginners' game: two seeds in every hole, no stores, no houses, no kutakatia (section 9).
    pub const KUJIFUNZA: &'static Rules = &Rules {
        name: "kujifunza",
        description: "Bao la Kujifunza, the beginners' game",
        start: "2,2,2,2,2,2,2,2/2,2,2,2,2,2,2,2/2,2,2,2,2,2,2,2/2,2,2,2,2,2,2,2 S 0,0 - -",
        house_needs_six: false,
        mtaji_capture_ends_houses: false,
        kutakatia: false,
        house_lap_passes_block: false,
    };

    /// Every rule set, the default first.
    pub const ALL: [&'static Rules; 3] = [Rules::ZANZIBAR, Rules::MANCALA_WORLD, Rules::KUJIFUNZA];

    /// The rule set of that name, in any case.
    ///
    /// # Errors
    /// [`UnknownRules`] for any other name.
    pub fn by_name(name: &str) -> Result<&'static Rules, UnknownRules> {
        let found = Rules::ALL.into_iter().find(|rules| rules.name.eq_ignore_ascii_case(name));
        found.ok_or_else(|| UnknownRules(name.chars().take(24).collect()))
    }

    /// The start position.
    #[must_use]
    pub fn start(&self) -> Position {
        // The text is a constant of this file and a test reads all three.
        self.start.parse().unwrap_or_else(|error| unreachable!("start of {}: {error}", self.name))
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name)
    }
}

/// No rule set has this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownRules(pub String);

impl Told for UnknownRules {
    fn message(&self) -> Message {
        say!(UnknownRules, name = self.0.escape_debug().to_string())
    }
}

told_in_english!(UnknownRules);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_start_position_is_sound() {
        for rules in Rules::ALL {
            assert_eq!(rules.start().total(), 64);
            assert_eq!(Rules::by_name(&rules.name.to_uppercase()), Ok(rules));
        }
        assert!(Rules::by_name("malawi").is_err());
    }
}
