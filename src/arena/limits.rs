//! How long an engine may think: clocks, fixed times, depths and nodes, and the clock that runs in a game.
//!
//! A limit is written the way engine people write it: `40/60+0.5` is 40 moves in 60 seconds and half a second
//! added after every move, `10+0.1` the same without a move count. Clock, move time, depth and nodes can be
//! combined; the engine stops at whatever comes first. Two engines may have different limits (time odds).

use crate::words::{Message, Told, say, told_in_english};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A game clock: time for a number of moves (or the whole game) and an increment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockSpec {
    /// Moves until the time is granted again; `None` if it is for the whole game.
    pub moves: Option<u32>,
    /// Milliseconds granted.
    pub base_ms: u64,
    /// Milliseconds added after every move.
    pub increment_ms: u64,
}

/// Why a clock could not be read: what was written and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClockError(String);

impl Told for ClockError {
    fn message(&self) -> Message {
        say!(BadClock, text = &self.0)
    }
}

told_in_english!(ClockError);

/// Seconds with an optional fraction, at most 30 days, as milliseconds.
fn milliseconds(text: &str) -> Option<u64> {
    let seconds: f64 = text.trim().parse().ok()?;
    (0.0..=2_592_000.0).contains(&seconds).then(|| (seconds * 1000.0).round() as u64)
}

impl FromStr for ClockSpec {
    type Err = ClockError;

    fn from_str(text: &str) -> Result<ClockSpec, ClockError> {
        let read = || {
            let (moves, rest) = match text.split_once('/') {
                Some((n, rest)) => (Some(n.trim().parse::<u32>().ok().filter(|&n| n > 0)?), rest),
                None => (None, text),
            };
            let (base, increment) = match rest.split_once('+') {
                Some((base, increment)) => (milliseconds(base)?, milliseconds(increment)?),
                None => (milliseconds(rest)?, 0),
            };
            (base + increment > 0).then_some(ClockSpec { moves, base_ms: base, increment_ms: increment })
        };
        read().ok_or_else(|| ClockError(text.to_string()))
    }
}

impl fmt::Display for ClockSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base_ms as f64 / 1000.0)?;
        if self.increment_ms > 0 {
            write!(f, "+{}", self.increment_ms as f64 / 1000.0)?;
        }
        Ok(())
    }
}

impl Serialize for ClockSpec {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for ClockSpec {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<ClockSpec, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// Everything that bounds the thinking of one engine. Nothing set means that nothing bounds it, which a match
/// refuses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Game clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tc: Option<ClockSpec>,
    /// Milliseconds for each move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub movetime: Option<u64>,
    /// Plies of search depth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Nodes for each move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

impl Limits {
    /// Whether nothing is limited.
    pub fn is_empty(&self) -> bool {
        *self == Limits::default()
    }
}

impl Told for Limits {
    fn message(&self) -> Message {
        let parts = [
            self.tc.map(Message::foreign),
            self.movetime.map(|ms| say!(LimitMoveTime, ms = ms)),
            self.depth.map(|depth| say!(LimitDepth, depth = depth)),
            self.nodes.map(|nodes| say!(CountNodes, n = nodes)),
        ];
        Message::list(parts.into_iter().flatten())
    }
}

/// As in game files.
impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

/// One player's running clock.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    spec: ClockSpec,
    /// Time left; may become negative within the margin.
    left: i64,
    moves_to_go: Option<u32>,
}

impl Clock {
    /// A full clock.
    pub fn new(spec: ClockSpec) -> Clock {
        let base = spec.base_ms as i64 * 1_000_000;
        Clock { spec, left: base, moves_to_go: spec.moves }
    }

    /// Milliseconds left, rounded down and at least 1: what the engine is told.
    pub fn left_ms(&self) -> u64 {
        (self.left / 1_000_000).max(1) as u64
    }

    /// Milliseconds added after each move.
    pub fn increment_ms(&self) -> u64 {
        self.spec.increment_ms
    }

    /// Moves until more time is granted, if that is counted.
    pub fn moves_to_go(&self) -> Option<u32> {
        self.moves_to_go
    }

    /// Time left; zero if overdrawn.
    pub fn left(&self) -> Duration {
        Duration::from_nanos(self.left.max(0) as u64)
    }

    /// Takes the time of a move. Returns whether the flag fell by more than `margin`; if not, the increment (and
    /// the time of the next period) is added.
    pub fn spend(&mut self, used: Duration, margin: Duration) -> bool {
        self.left -= used.as_nanos().min(i64::MAX as u128 / 4) as i64;
        if self.left < -(margin.as_nanos().min(i64::MAX as u128 / 4) as i64) {
            return true;
        }
        // An overdraft within the margin is forgiven, else it would add up.
        self.left = self.left.max(0) + self.spec.increment_ms as i64 * 1_000_000;
        if let Some(to_go) = &mut self.moves_to_go {
            *to_go -= 1;
            if *to_go == 0 {
                *to_go = self.spec.moves.unwrap_or(1);
                self.left += self.spec.base_ms as i64 * 1_000_000;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_and_written() {
        for (text, moves, base_ms, increment_ms) in [
            ("10+0.1", None, 10_000, 100),
            ("40/60+0.5", Some(40), 60_000, 500),
            ("5", None, 5000, 0),
            ("0+1", None, 0, 1000),
            ("0.25", None, 250, 0),
        ] {
            let spec: ClockSpec = text.parse().expect(text);
            assert_eq!(spec, ClockSpec { moves, base_ms, increment_ms });
            assert_eq!(spec.to_string(), text);
        }
        for bad in ["", "x", "10+", "/5", "0/5", "-1", "1e9", "0", "nan", "5+inf", "3/", "1+2+3"] {
            let error = bad.parse::<ClockSpec>().expect_err(bad);
            assert!(error.to_string().contains(&format!("\"{bad}\"")));
        }
    }

    #[test]
    fn a_clock_runs_down_and_is_filled_again() {
        let mut clock = Clock::new("2/1+0.1".parse().unwrap());
        assert!(!clock.spend(Duration::from_millis(400), Duration::ZERO));
        assert_eq!((clock.left_ms(), clock.moves_to_go()), (700, Some(1)));
        assert!(!clock.spend(Duration::from_millis(700), Duration::ZERO));
        assert_eq!((clock.left_ms(), clock.moves_to_go()), (1100, Some(2)));
        // Over the time but within the margin: forgiven, and no debt is carried on.
        assert!(!clock.spend(Duration::from_millis(1120), Duration::from_millis(50)));
        assert_eq!(clock.left_ms(), 100);
        assert!(clock.spend(Duration::from_millis(200), Duration::from_millis(50)));
    }
}
