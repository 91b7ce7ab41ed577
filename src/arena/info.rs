//! What an engine says about its search: the `info` lines, read without trust.
//!
//! Unknown words are skipped, damaged numbers ignored; nothing an engine prints can do more than leave a field
//! empty. Of several lines (`multipv`) only the first line's score is kept.

use super::dialect::Dialect;
use std::fmt;

/// A score as the engine printed it, from its own point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Centiseeds: about 100 to a seed.
    Centiseeds(i32),
    /// Forced win (positive) or loss (negative) in so many plies; zero: already lost.
    Plies(i32),
}

impl Score {
    /// The score on one scale: wins and losses are beyond any number of centiseeds.
    pub fn value(self) -> i32 {
        match self {
            Score::Centiseeds(c) => c.clamp(-100_000, 100_000),
            Score::Plies(n) if n > 0 => 200_000 - n.min(50_000),
            Score::Plies(n) => -200_000 - n.max(-50_000),
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Centiseeds(c) => write!(f, "{:+.2}", f64::from(*c) / 100.0),
            Score::Plies(n) if *n > 0 => write!(f, "+M{n}"),
            Score::Plies(n) => write!(f, "-M{}", n.unsigned_abs()),
        }
    }
}

/// The last values an engine gave in one search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// Nominal depth in plies.
    pub depth: Option<u32>,
    /// Deepest line in plies.
    pub seldepth: Option<u32>,
    /// Milliseconds since the search began, by the engine's own clock.
    pub time_ms: Option<u64>,
    /// Positions searched.
    pub nodes: Option<u64>,
    /// Score of the best line; bounds are kept only until an exact score comes.
    pub score: Option<Score>,
    /// The best line, as printed.
    pub pv: Vec<String>,
    /// How many `info` lines came.
    pub lines: u64,
}

/// Longest best line that is kept, in moves.
const MAX_PV: usize = 256;

impl Info {
    /// Takes in one line; `text` is what follows the word `info`.
    pub fn update(&mut self, text: &str, dialect: Dialect) {
        self.lines += 1;
        let mut words = text.split_ascii_whitespace();
        let mut fresh = Info::default();
        let mut first_line = true;
        while let Some(word) = words.next() {
            match word {
                "depth" => fresh.depth = words.next().and_then(|w| w.parse().ok()),
                "seldepth" => fresh.seldepth = words.next().and_then(|w| w.parse().ok()),
                "time" => fresh.time_ms = words.next().and_then(|w| w.parse().ok()),
                "nodes" => fresh.nodes = words.next().and_then(|w| w.parse().ok()),
                "multipv" => first_line = words.next().is_none_or(|w| w == "1"),
                "score" => fresh.score = read_score(words.next(), words.next(), dialect),
                "pv" => {
                    fresh.pv = words.by_ref().take(MAX_PV).map(str::to_string).collect();
                    break;
                }
                "string" => break,
                _ => {}
            }
        }
        if !first_line {
            fresh = Info { nodes: fresh.nodes, time_ms: fresh.time_ms, ..Info::default() };
        }
        self.depth = fresh.depth.or(self.depth);
        self.seldepth = fresh.seldepth.or(self.seldepth);
        self.time_ms = fresh.time_ms.or(self.time_ms);
        self.nodes = fresh.nodes.or(self.nodes);
        self.score = fresh.score.or(self.score);
        if !fresh.pv.is_empty() {
            self.pv = fresh.pv;
        }
    }
}

/// `cp N` or `mate N`, converted to plies.
fn read_score(kind: Option<&str>, number: Option<&str>, dialect: Dialect) -> Option<Score> {
    let number: i32 = number?.parse().ok()?;
    match kind? {
        "cp" => Some(Score::Centiseeds(number)),
        "mate" => Some(Score::Plies(dialect.mate_in_plies(number))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_line() {
        let mut info = Info::default();
        info.update(
            "depth 12 seldepth 20 multipv 1 score cp -35 nodes 2000 nps 1000 time 2 hashfull 3 pv A5R b3L",
            Dialect::Ugi,
        );
        assert_eq!(info.depth, Some(12));
        assert_eq!(info.score, Some(Score::Centiseeds(-35)));
        assert_eq!((info.nodes, info.time_ms), (Some(2000), Some(2)));
        assert_eq!(info.pv, ["A5R", "b3L"]);
        info.update("nodes 2100 time 3", Dialect::Ugi);
        assert_eq!((info.nodes, info.depth, info.lines), (Some(2100), Some(12), 2));
        info.update("depth 13 multipv 2 score cp -90 nodes 2200 pv A1R", Dialect::Ugi);
        assert_eq!((info.score, info.nodes), (Some(Score::Centiseeds(-35)), Some(2200)));
        assert_eq!(info.pv, ["A5R", "b3L"]);
    }

    #[test]
    fn wins_are_counted_in_plies_whatever_the_dialect() {
        for (line, dialect, plies) in [
            ("score mate 5", Dialect::Ugi, 5),
            ("score mate 3", Dialect::Uci, 5),
            ("score mate -3", Dialect::Uci, -6),
            ("score mate 0", Dialect::Uci, 0),
        ] {
            let mut info = Info::default();
            info.update(line, dialect);
            assert_eq!(info.score, Some(Score::Plies(plies)), "{line}");
        }
        assert!(Score::Plies(1).value() > Score::Plies(9).value());
        assert!(Score::Plies(9).value() > Score::Centiseeds(i32::MAX).value());
        assert!(Score::Plies(-9).value() > Score::Plies(-2).value());
        assert!(Score::Plies(0).value() < Score::Plies(-2).value());
        assert_eq!(Score::Plies(-6).to_string(), "-M6");
        assert_eq!(Score::Centiseeds(35).to_string(), "+0.35");
    }

    #[test]
    fn noise_leaves_fields_empty() {
        let mut info = Info::default();
        for junk in [
            "",
            "depth",
            "score",
            "score cp",
            "score cp x",
            "nodes -1",
            "time 99999999999999999999",
            "string depth 3",
        ] {
            info.update(junk, Dialect::Uci);
        }
        assert_eq!(info, Info { lines: 8, ..Info::default() });
    }
}
