//! The two protocols a match engine may speak, and where their words differ.

use super::limits::{Clock, Limits};
use crate::words::{Message, say};
use serde::{Deserialize, Serialize};
use std::fmt::{self, Write};
use std::str::FromStr;

/// Universal Game Interface or Universal Chess Interface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Dialect {
    /// `ugi`: clocks are p1 (South) and p2 (North), wins are counted in plies, no pondering.
    #[default]
    Ugi,
    /// `uci`: clocks are white (South) and black (North), wins are counted in moves.
    Uci,
}

impl Dialect {
    /// The first word sent.
    pub fn hello(self) -> &'static str {
        match self {
            Dialect::Ugi => "ugi",
            Dialect::Uci => "uci",
        }
    }

    /// The line that ends the engine's introduction.
    pub fn ok(self) -> &'static str {
        match self {
            Dialect::Ugi => "ugiok",
            Dialect::Uci => "uciok",
        }
    }

    /// The line that announces a new game.
    pub fn new_game(self) -> &'static str {
        match self {
            Dialect::Ugi => "uginewgame",
            Dialect::Uci => "ucinewgame",
        }
    }

    /// Plies of a `score mate` number: the winner of `uci`'s N moves makes the last of 2N - 1 plies.
    pub fn mate_in_plies(self, number: i32) -> i32 {
        match self {
            Dialect::Ugi => number,
            Dialect::Uci if number > 0 => number.saturating_mul(2).saturating_sub(1),
            Dialect::Uci => number.saturating_mul(2),
        }
    }

    /// The `go` command for these limits; `clocks` are South's and North's, `to_move` the index of the mover's.
    pub fn go(self, limits: &Limits, clocks: &[Option<Clock>; 2], to_move: usize) -> String {
        let mut line = String::from("go");
        if clocks.get(to_move).is_some_and(Option::is_some) {
            let names = match self {
                Dialect::Ugi => [("p1time", "p1inc"), ("p2time", "p2inc")],
                Dialect::Uci => [("wtime", "winc"), ("btime", "binc")],
            };
            // Time odds against an engine without a clock: both see the mover's own.
            let shown = |side: usize| clocks.get(side).copied().flatten().or(clocks[to_move]);
            for (side, (time, _)) in names.iter().enumerate() {
                if let Some(clock) = shown(side) {
                    let _ = write!(line, " {time} {}", clock.left_ms());
                }
            }
            for (side, (_, increment)) in names.iter().enumerate() {
                if let Some(clock) = shown(side) {
                    let _ = write!(line, " {increment} {}", clock.increment_ms());
                }
            }
            if let Some(n) = clocks[to_move].and_then(|c| c.moves_to_go()) {
                let _ = write!(line, " movestogo {n}");
            }
        }
        if let Some(ms) = limits.movetime {
            let _ = write!(line, " movetime {ms}");
        }
        if let Some(depth) = limits.depth {
            let _ = write!(line, " depth {depth}");
        }
        if let Some(nodes) = limits.nodes {
            let _ = write!(line, " nodes {nodes}");
        }
        line
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.hello())
    }
}

impl FromStr for Dialect {
    type Err = Message;

    fn from_str(text: &str) -> Result<Dialect, Message> {
        match text {
            "ugi" => Ok(Dialect::Ugi),
            "uci" => Ok(Dialect::Uci),
            _ => Err(say!(BadProtocol, text = text.escape_debug().to_string())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn go_lines() {
        let limits = Limits { tc: "40/60+0.5".parse().ok(), nodes: Some(9), ..Limits::default() };
        let clocks = [limits.tc.map(Clock::new), "1+0".parse().ok().map(Clock::new)];
        assert_eq!(
            Dialect::Ugi.go(&limits, &clocks, 0),
            "go p1time 60000 p2time 1000 p1inc 500 p2inc 0 movestogo 40 nodes 9"
        );
        assert_eq!(
            Dialect::Uci.go(&Limits::default(), &[None, clocks[0]], 1),
            "go wtime 60000 btime 60000 winc 500 binc 500 movestogo 40"
        );
        let fixed = Limits { movetime: Some(50), depth: Some(7), ..Limits::default() };
        assert_eq!(Dialect::Uci.go(&fixed, &[None, None], 0), "go movetime 50 depth 7");
    }
}
