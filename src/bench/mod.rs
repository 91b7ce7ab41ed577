//! The benchmark: fixed positions searched to a fixed depth by one thread.
//!
//! The node count is a signature of the search: it is the same on every machine and in every build, and changes with anything that changes
//! what the search does. A test compares it with the stored one, so no change of behaviour goes unnoticed. The speed beside it compares
//! builds and machines. [`threads`] measures what more threads bring.

pub mod threads;

use crate::board::Position;
use crate::rules::{Game, Rules};
use crate::search::{Control, Engine, Limits, Settings};
use std::fmt;
use std::time::{Duration, Instant};

/// Depth of every search of the benchmark.
pub const DEPTH: u32 = 16;

/// Size of the table in the benchmark, MiB.
const HASH_MIB: usize = 16;

/// The positions, one a line; `#` begins a remark.
const POSITIONS: &str = include_str!("positions.txt");

/// The benchmark's positions: the start, then namua, then mtaji, all under the default rules.
pub fn positions() -> impl Iterator<Item = Position> {
    // Lines that cannot be read are left out; a test finds that there are none.
    POSITIONS.lines().filter_map(|line| line.parse().ok())
}

/// What a benchmark run came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Nodes of all searches: the signature.
    pub nodes: u64,
    /// Time of all searches.
    pub time: Duration,
}

impl Tally {
    /// Nodes per second.
    #[must_use]
    pub fn nodes_per_second(&self) -> u64 {
        u64::try_from(u128::from(self.nodes) * 1_000_000 / self.time.as_micros().max(1)).unwrap_or(u64::MAX)
    }
}

/// `N nodes M nps`, as engine test farms read it.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} nodes {} nps", self.nodes, self.nodes_per_second())
    }
}

/// Searches every position to `depth` with one thread and tells `sink` about each. `None` if `control` stopped it.
pub fn measure(depth: u32, control: &Control, sink: &mut dyn FnMut(String)) -> Option<Tally> {
    let mut engine = Engine::new(Settings { hash_mib: HASH_MIB, ..Settings::default() });
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let mut tally = Tally::default();
    for (index, position) in positions().enumerate() {
        engine.new_game();
        let start = Instant::now();
        let game = Game::from_position(Rules::ZANZIBAR, position);
        let choice = engine.search(&game, &limits, control, &mut |_| {});
        if control.stopped() {
            return None;
        }
        tally.nodes += choice.nodes;
        tally.time += start.elapsed();
        let best =
            choice.best.map_or_else(|| "(none)".to_owned(), |mv| mv.token(position.mover()).to_string());
        sink(format!(
            "position {:2} nodes {:8} score {} bestmove {best}",
            index + 1,
            choice.nodes,
            choice.score
        ));
    }
    Some(tally)
}

/// The benchmark as `bench` prints it: a line a position, then the [`Tally`].
pub fn run(control: &Control, sink: &mut dyn FnMut(String)) {
    let line = match measure(DEPTH, control, sink) {
        Some(tally) => tally.to_string(),
        None => "info string bench stopped".to_owned(),
    };
    sink(line);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fifty_different_positions_of_both_stages() {
        let found: Vec<Position> = positions().collect();
        assert_eq!(found.len(), 50);
        assert_eq!(found.len(), POSITIONS.lines().filter(|line| !line.starts_with('#')).count());
        assert_eq!(found.iter().collect::<std::collections::HashSet<_>>().len(), 50);
        assert!((20..30).contains(&found.iter().filter(|position| position.is_namua()).count()));
        for position in found {
            assert!(Rules::ZANZIBAR.successors(&position).len() > 1, "{position}");
        }
    }

    #[test]
    fn a_stopped_benchmark_says_so() {
        let control = Control::new();
        control.stop();
        let mut lines = Vec::new();
        run(&control, &mut |line| lines.push(line));
        assert_eq!(lines, ["info string bench stopped"]);
    }
}
