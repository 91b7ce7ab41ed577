//! When to stop: a soft bound looked at between iterations, a hard bound looked at while searching.

use super::{Clock, Control, Limits};
use std::time::{Duration, Instant};

/// Time bounds of one search, counted from its start.
#[derive(Clone, Debug)]
pub(crate) struct Stopwatch {
    start: Instant,
    /// No new iteration after this.
    soft: Option<Duration>,
    /// The search ends at this.
    hard: Option<Duration>,
    pondering: bool,
    control: Control,
}

/// Moves a game may still last when nothing is said about it; half of a median game of 57 plies is 28, and early decisions weigh more.
const EXPECTED_MOVES: u32 = 20;

/// Overheads that stay on the clock for good: a busy machine delays single moves far more than usual.
const RESERVE: u32 = 3;

/// What a clock allows: soft and hard bound.
fn budget(clock: &Clock, overhead: Duration) -> (Duration, Duration) {
    let reserve = overhead.saturating_mul(RESERVE).min(clock.remaining / 3);
    let usable = clock.remaining.saturating_sub(overhead).saturating_sub(reserve);
    let moves = clock.moves_to_go.map_or(EXPECTED_MOVES, |moves| moves.clamp(1, EXPECTED_MOVES));
    let share = usable / moves + clock.increment.mul_f64(0.75);
    let last_of_control = clock.moves_to_go == Some(1);
    let ceiling = usable.mul_f64(if last_of_control { 0.9 } else { 0.4 });
    (share.mul_f64(0.6).min(ceiling), share.mul_f64(2.5).min(ceiling))
}

impl Stopwatch {
    pub fn new(limits: &Limits, overhead: Duration, control: &Control) -> Stopwatch {
        let (mut soft, mut hard) = (None, None);
        if let Some(clock) = &limits.clock {
            let (soft_bound, hard_bound) = budget(clock, overhead);
            (soft, hard) = (Some(soft_bound), Some(hard_bound));
        }
        if let Some(movetime) = limits.movetime {
            // A fixed time is meant to be used: no soft bound of its own.
            let usable = movetime.saturating_sub(overhead.min(movetime / 4));
            hard = Some(hard.map_or(usable, |bound| bound.min(usable)));
        }
        if limits.infinite {
            (soft, hard) = (None, None);
        }
        Stopwatch { start: Instant::now(), soft, hard, pondering: limits.ponder, control: control.clone() }
    }

    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// The time a search is meant to take, if time limits it.
    pub fn planned(&self) -> Option<Duration> {
        self.soft.or(self.hard)
    }

    /// Whether a clock (not a fixed time) governs this search.
    pub fn on_clock(&self) -> bool {
        self.soft.is_some()
    }

    fn counting(&self) -> bool {
        !self.pondering || self.control.ponder_was_hit()
    }

    /// Whether the time is used up.
    pub fn expired(&self) -> bool {
        self.hard.is_some_and(|bound| self.counting() && self.elapsed() >= bound)
    }

    /// Whether another iteration is not worth starting; `effort` scales the soft bound (more when the best move wavers).
    pub fn enough(&self, effort: f64) -> bool {
        self.soft.is_some_and(|bound| self.counting() && self.elapsed() >= bound.mul_f64(effort))
    }

    /// Whether the search must go on although everything is known, until the expected move is played.
    pub fn must_wait(&self) -> bool {
        !self.counting()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_never_overspent() {
        for remaining in [0u64, 1, 5, 20, 1000, 60_000] {
            for moves_to_go in [None, Some(1), Some(40)] {
                let clock = Clock {
                    remaining: Duration::from_millis(remaining),
                    increment: Duration::from_secs(5),
                    moves_to_go,
                };
                let (soft, hard) = budget(&clock, Duration::from_millis(10));
                assert!(soft <= hard && hard <= clock.remaining.saturating_sub(Duration::from_millis(10)));
            }
        }
    }
    #[test]
    fn a_short_clock_keeps_a_reserve_and_a_long_one_is_used() {
        let hard = |remaining| {
            let clock = Clock {
                remaining: Duration::from_millis(remaining),
                increment: Duration::from_millis(1),
                moves_to_go: None,
            };
            budget(&clock, Duration::from_millis(10)).1
        };
        assert!(hard(60) <= Duration::from_millis(60 - 10 - 20) / 2);
        assert!(hard(30) <= Duration::from_millis(5));
        assert!(hard(100_000) >= Duration::from_secs(12));
    }
}
