//! What more threads bring: speed in nodes and, what counts, time to reach a depth; and advice how many to use.

use super::{Tally, positions};
use crate::board::Position;
use crate::rules::{Game, Rules};
use crate::search::{Control, Engine, Limits, Settings};
use std::time::{Duration, Instant};

/// How the threads are measured.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Depth every position is searched to.
    pub depth: u32,
    /// Only every so-many-th position of the benchmark is used (at least 1).
    pub every: usize,
    /// Size of the shared table, MiB.
    pub hash_mib: usize,
    /// Runs for each number of threads; the table is emptied before every search.
    pub rounds: u32,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan { depth: 24, every: 1, hash_mib: 64, rounds: 4 }
    }
}

/// One number of threads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// Threads searching.
    pub threads: usize,
    /// Nodes by all of them.
    pub nodes: u64,
    /// Time to reach the depth everywhere.
    pub time: Duration,
    /// Nodes per second, as a multiple of one thread's.
    pub speed: f64,
    /// How many times sooner than one thread the depth is reached.
    pub gain: f64,
}

/// Thread counts worth trying up to `most`: all up to 4, then about half as many again each time, and `most`.
#[must_use]
pub fn counts(most: usize) -> Vec<usize> {
    let mut counts = vec![1];
    let mut next = 2;
    while next < most {
        counts.push(next);
        next += (next / 2).max(1);
    }
    if most > 1 {
        counts.push(most);
    }
    counts
}

/// Measures the numbers of threads, each position by all of them in turn, so that a machine's better and worse moments meet all alike.
/// `sink` hears how many of how many positions are done. If `control` stops it, the lines say what the positions done so far came to;
/// there are none before the first is.
pub fn measure(
    plan: &Plan,
    counts: &[usize],
    control: &Control,
    sink: &mut dyn FnMut(usize, usize),
) -> Vec<Line> {
    let limits = Limits { depth: Some(plan.depth), ..Limits::default() };
    let mut engine = Engine::new(Settings { hash_mib: plan.hash_mib, ..Settings::default() });
    let chosen: Vec<Position> = positions().step_by(plan.every.max(1)).collect();
    let all = chosen.len() * plan.rounds.max(1) as usize;
    let mut tallies = vec![Tally::default(); counts.len()];
    for (done, &position) in chosen.iter().cycle().take(all).enumerate() {
        sink(done, all);
        let game = Game::from_position(Rules::ZANZIBAR, position);
        let mut fresh = tallies.clone();
        for (&threads, tally) in counts.iter().zip(&mut fresh) {
            // The size of the table stays: nothing can fail.
            let _ = engine.configure(Settings { threads, ..*engine.settings() });
            engine.new_game();
            let start = Instant::now();
            tally.nodes += engine.search(&game, &limits, control, &mut |_| {}).nodes;
            tally.time += start.elapsed();
        }
        if control.stopped() {
            break;
        }
        tallies = fresh;
    }
    let Some(one) = tallies.first().copied().filter(|tally| tally.nodes > 0) else { return Vec::new() };
    let rate = |tally: Tally| tally.nodes as f64 / tally.time.as_secs_f64().max(1e-9);
    let line = |(&threads, tally): (&usize, Tally)| Line {
        threads,
        nodes: tally.nodes,
        time: tally.time,
        speed: rate(tally) / rate(one).max(1e-9),
        gain: one.time.as_secs_f64() / tally.time.as_secs_f64().max(1e-9),
    };
    counts.iter().zip(tallies).map(line).collect()
}

/// The number of threads to use: the fewest that come within 3 % of the shortest time to depth.
#[must_use]
pub fn advise(lines: &[Line]) -> Option<usize> {
    let best = lines.iter().map(|line| line.gain).fold(0.0, f64::max);
    lines.iter().filter(|line| line.gain >= best * 0.97).map(|line| line.threads).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thread_counts_grow_to_the_end() {
        assert_eq!(counts(1), [1]);
        assert_eq!(counts(2), [1, 2]);
        assert_eq!(counts(4), [1, 2, 3, 4]);
        assert_eq!(counts(16), [1, 2, 3, 4, 6, 9, 13, 16]);
    }

    #[test]
    fn the_advice_is_the_fewest_that_nearly_reach_the_best() {
        let line = |threads, gain| Line { threads, nodes: 1, time: Duration::from_secs(1), speed: 1.0, gain };
        assert_eq!(advise(&[line(1, 1.0), line(2, 1.7), line(4, 2.5), line(8, 2.55)]), Some(4));
        assert_eq!(advise(&[]), None);
    }

    #[test]
    fn two_threads_are_measured_against_one() {
        let plan = Plan { depth: 6, every: 25, hash_mib: 1, rounds: 1 };
        let lines = measure(&plan, &counts(2), &Control::new(), &mut |_, _| {});
        assert_eq!(lines.len(), 2);
        assert_eq!(lines[0].gain, 1.0);
        assert!(lines.iter().all(|line| line.nodes > 0));
        assert_eq!(lines[1].threads, 2);
    }
}
