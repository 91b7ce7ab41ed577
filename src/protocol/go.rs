//! The `go` command: words in any order and number become the limits of a search.
//!
//! A limit that is named but cannot be read must not turn into an endless search that hangs a match, so it is
//! replaced by one second and reported. Numbers too large are taken as the largest, negative ones as zero.

use super::Mode;
use super::history::read_move;
use crate::board::Side;
use crate::notation::Notation;
use crate::rules::{Game, Move};
use crate::search::{Clock, Limits};
use std::time::Duration;

/// The words of a `go` command, before they meet a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go<'a> {
    times: [Option<u64>; 2],
    increments: [Option<u64>; 2],
    moves_to_go: Option<u64>,
    depth: Option<u64>,
    nodes: Option<u64>,
    mate: Option<u64>,
    movetime: Option<u64>,
    infinite: bool,
    ponder: bool,
    search_moves: Option<Vec<&'a str>>,
    /// `go perft N`, as some programs say it.
    pub perft: Option<u32>,
    unreadable: Vec<&'a str>,
    unknown: Vec<&'a str>,
}

/// Limits for a position, with whatever has to be said about them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The limits.
    pub limits: Limits,
    /// Remarks for `info string`.
    pub remarks: Vec<String>,
}

/// What is searched instead of a limit that cannot be read.
const INSTEAD: Duration = Duration::from_secs(1);

/// The largest time taken seriously: some 31 years, far from any overflow.
const MAX_MILLISECONDS: u64 = 1_000_000_000_000;

/// A whole number of any length: negative as 0, too large as the largest.
pub(super) fn number(text: &str) -> Option<u64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(if negative { 0 } else { digits.parse().unwrap_or(u64::MAX) })
}

/// The words `go` knows.
const WORDS: &[&str] = &[
    "wtime",
    "btime",
    "winc",
    "binc",
    "p1time",
    "p2time",
    "p1inc",
    "p2inc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "ponder",
    "searchmoves",
    "perft",
];

fn is_word(text: &str) -> bool {
    WORDS.iter().any(|word| word.eq_ignore_ascii_case(text))
}

impl<'a> Go<'a> {
    /// Reads what follows the word `go`.
    pub fn parse(words: impl Iterator<Item = &'a str>) -> Go<'a> {
        let mut go = Go::default();
        let mut words = words.peekable();
        while let Some(word) = words.next() {
            let lower = word.to_ascii_lowercase();
            match lower.as_str() {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "searchmoves" => {
                    let moves = go.search_moves.get_or_insert_default();
                    while let Some(token) = words.next_if(|word| !is_word(word)) {
                        moves.push(token);
                    }
                }
                _ if !is_word(word) => go.unknown.push(word),
                _ => match words.next_if(|word| !is_word(word)).and_then(number) {
                    Some(value) => go.set(&lower, value),
                    None => go.unreadable.push(word),
                },
            }
        }
        go
    }

    fn set(&mut self, word: &str, value: u64) {
        match word {
            "wtime" | "p1time" => self.times[0] = Some(value),
            "btime" | "p2time" => self.times[1] = Some(value),
            "winc" | "p1inc" => self.increments[0] = Some(value),
            "binc" | "p2inc" => self.increments[1] = Some(value),
            "movestogo" => self.moves_to_go = Some(value),
            "depth" => self.depth = Some(value),
            "nodes" => self.nodes = Some(value),
            "mate" => self.mate = Some(value),
            "movetime" => self.movetime = Some(value),
            _ => self.perft = Some(u32::try_from(value).unwrap_or(u32::MAX)),
        }
    }

    /// The limits for the player to move in `game`; `mode` decides whether `mate` counts plies or moves.
    #[must_use]
    pub fn request(&self, mode: Mode, game: &Game, notation: Notation) -> Request {
        let mut remarks = Vec::new();
        let small = |value: u64| u32::try_from(value).unwrap_or(u32::MAX).max(1);
        let mut limits = Limits {
            depth: self.depth.map(small),
            nodes: self.nodes.map(|nodes| nodes.max(1)),
            movetime: self.movetime.map(milliseconds),
            clock: self.clock(game.position().mover()),
            mate: self
                .mate
                .map(|n| if mode.counts_plies() { small(n) } else { small(n).saturating_mul(2) - 1 }),
            infinite: self.infinite,
            ponder: self.ponder,
            search_moves: self.search_moves(game, notation, &mut remarks),
        };
        // One line however many there are: a megabyte of nonsense is not worth a megabyte of answers.
        if let [first, rest @ ..] = &self.unknown[..] {
            let more =
                if rest.is_empty() { String::new() } else { format!(" and {} more words", rest.len()) };
            remarks.push(format!("go: ignored `{}`{more}", excerpt(first)));
        }
        let mut named: Vec<&str> = Vec::new();
        for word in &self.unreadable {
            if !named.iter().any(|known| known.eq_ignore_ascii_case(word)) {
                named.push(word);
                remarks.push(format!("go: `{word}` needs a whole number"));
            }
        }
        let bounded =
            Limits { search_moves: Vec::new(), ponder: false, ..limits.clone() } != Limits::default();
        if !self.unreadable.is_empty() && !bounded {
            remarks.push("go: searching for one second instead".to_owned());
            limits.movetime = Some(INSTEAD);
        }
        Request { limits, remarks }
    }

    /// The mover's clock; if only the opponent's is given, that one.
    fn clock(&self, mover: Side) -> Option<Clock> {
        let own = usize::from(mover == Side::North);
        let side = if self.times[own].is_some() || self.times[1 - own].is_none() { own } else { 1 - own };
        // An increment alone still is a promise of time for every move.
        let remaining = self.times[side].or(self.increments[own]).or(self.increments[1 - own])?;
        Some(Clock {
            remaining: milliseconds(remaining),
            increment: milliseconds(self.increments[side].unwrap_or(0)),
            moves_to_go: self
                .moves_to_go
                .filter(|&moves| moves > 0)
                .map(|moves| u32::try_from(moves).unwrap_or(u32::MAX)),
        })
    }

    fn search_moves(&self, game: &Game, notation: Notation, remarks: &mut Vec<String>) -> Vec<Move> {
        let Some(tokens) = &self.search_moves else { return Vec::new() };
        let mut moves = Vec::new();
        let mut skipped = 0;
        for token in tokens {
            match read_move(game, token, notation).map(|played| played.mv) {
                Ok(mv) if !moves.contains(&mv) => moves.push(mv),
                Ok(_) => {}
                Err(_) => skipped += 1,
            }
        }
        if skipped > 0 {
            remarks.push(format!("searchmoves: skipped {skipped} that are not legal moves here"));
        }
        if moves.is_empty() {
            remarks.push("searchmoves: no legal move named, searching all".to_owned());
        }
        moves
    }
}

fn milliseconds(value: u64) -> Duration {
    Duration::from_millis(value.min(MAX_MILLISECONDS))
}

/// The beginning of a foreign word, safe to print.
fn excerpt(word: &str) -> String {
    word.chars().take(24).flat_map(char::escape_debug).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;

    fn request(line: &str, mode: Mode) -> Request {
        Go::parse(line.split_ascii_whitespace()).request(mode, &Game::new(Rules::ZANZIBAR), Notation::Token)
    }

    fn limits(line: &str) -> Limits {
        request(line, Mode::Ugi).limits
    }

    const fn ms(value: u64) -> Duration {
        Duration::from_millis(value)
    }

    #[test]
    fn words_come_in_any_order_and_combine() {
        let all = limits(
            "nodes 9 binc 4 movetime 100 wtime 1000 ponder infinite winc 3 btime 7 depth 5 mate 3 movestogo 2",
        );
        let expected = Limits {
            depth: Some(5),
            nodes: Some(9),
            movetime: Some(ms(100)),
            clock: Some(Clock { remaining: ms(1000), increment: ms(3), moves_to_go: Some(2) }),
            mate: Some(3),
            infinite: true,
            ponder: true,
            search_moves: Vec::new(),
        };
        assert_eq!(all, expected);
        assert_eq!(limits("p2time 7 p1time 1000 p1inc 3 p2inc 4 movestogo 2").clock, expected.clock);
        assert_eq!(limits(""), Limits::default());
    }

    #[test]
    fn one_clock_is_enough_whoever_it_belongs_to() {
        let clock = |remaining, increment| {
            Some(Clock { remaining: ms(remaining), increment: ms(increment), moves_to_go: None })
        };
        assert_eq!(limits("wtime 100").clock, clock(100, 0));
        assert_eq!(limits("btime 100").clock, clock(100, 0));
        assert_eq!(limits("btime 100 winc 5 binc 6").clock, clock(100, 6));
        assert_eq!(limits("winc 50").clock, clock(50, 50));
        assert_eq!(limits("wtime -20 btime 100").clock, clock(0, 0));
        assert_eq!(limits("movestogo 3").clock, None);
    }

    #[test]
    fn zero_is_the_least_and_enormous_the_most() {
        assert_eq!(limits("depth 0").depth, Some(1));
        assert_eq!(limits("nodes -5").nodes, Some(1));
        assert_eq!(limits("movetime 0").movetime, Some(ms(0)));
        assert_eq!(limits("mate 0").mate, Some(1));
        assert_eq!(limits("depth 99999999999999999999999").depth, Some(u32::MAX));
        assert_eq!(limits("nodes 99999999999999999999999").nodes, Some(u64::MAX));
        assert!(limits("wtime 99999999999999999999999").clock.is_some());
        assert_eq!(request("mate 3", Mode::Uci).limits.mate, Some(5));
        assert_eq!(request("mate 99999999999999", Mode::Uci).limits.mate, Some(u32::MAX - 1));
    }

    #[test]
    fn unreadable_limits_never_search_for_ever() {
        let request = request("depth abc", Mode::Uci);
        assert_eq!(request.limits.movetime, Some(INSTEAD));
        assert_eq!(request.remarks.len(), 2);
        assert_eq!(limits("depth nodes 7"), Limits { nodes: Some(7), ..Limits::default() });
        assert_eq!(limits("movetime").movetime, Some(INSTEAD));
        assert_eq!(limits("infinite depth x").movetime, None);
        let long = "depth x y z ".repeat(1000);
        assert_eq!(self::request(&long, Mode::Ugi).remarks.len(), 3);
    }

    #[test]
    fn illegal_search_moves_are_skipped() {
        assert_eq!(limits("searchmoves a6r e2e4 A6R depth 3").search_moves.len(), 1);
        assert_eq!(limits("searchmoves a6r e2e4 A6R depth 3").depth, Some(3));
        let none = request("searchmoves 0000 depth 2", Mode::Uci);
        assert_eq!((none.limits.search_moves.len(), none.remarks.len()), (0, 2));
    }
}
