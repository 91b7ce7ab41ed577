//! The least number of plies to a forced end.
//!
//! A proof gives some distance. Questions with a ply bound, asked for more and more plies, are each answered exactly: the first
//! bound that suffices is the shortest win (or the longest resistance), and the refusal of the bound before it is the proof that nothing
//! shorter exists. A winner's last ply is his own except where the loser has to sow his own front row empty, so
//! every second bound is skipped at first.

use super::key::Bound;
use super::solver::Solver;
use super::{Limits, Progress, Value, Verdict};
use crate::board::Position;
use crate::rules::Rules;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// The answer of [`Solver::shortest`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortest {
    /// Value and move. `plies` is the shortest distance proved so far; `nodes`, `children` and `time` count everything.
    pub verdict: Verdict,
    /// Nothing ends within this many plies by force: proved.
    pub not_within: u32,
}

impl Shortest {
    /// Whether the distance is proved to be the shortest.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.verdict.plies.is_some_and(|plies| plies == 0 || self.not_within + 1 == plies)
    }
}

impl Solver {
    /// Proves value and shortest distance, as far as the limits allow.
    pub fn shortest(
        &mut self,
        rules: &'static Rules,
        position: &Position,
        limits: Limits,
        stop: &AtomicBool,
        sink: &mut dyn FnMut(&Progress),
    ) -> Shortest {
        let start = Instant::now();
        let verdict = self.solve_until(rules, position, limits, stop, sink);
        let mut answer = Shortest { verdict, not_within: 0 };
        let Some(known) = verdict.plies else { return answer };
        let attacks = verdict.value == Value::Win;
        let mut plies = if attacks { 1 } else { 2 };
        while !answer.is_exact() {
            // Two steps at a time, then one back; the last step is to one below what is known.
            let upper = answer.verdict.plies.unwrap_or(known);
            let next = if upper <= plies { upper - 1 } else { plies };
            let rest = Limits {
                nodes: limits.nodes.map(|nodes| nodes.saturating_sub(answer.verdict.nodes)),
                time: limits.time.map(|time| time.saturating_sub(start.elapsed())),
            };
            if next > u32::from(Bound::MOST_PLIES)
                || rest.nodes == Some(0)
                || rest.time.is_some_and(|t| t.is_zero())
            {
                break;
            }
            let asked = self.ask(rules, position, Bound::new(next as u16, attacks), rest, stop, sink);
            answer.verdict.nodes += asked.nodes;
            answer.verdict.children += asked.children;
            let within = if attacks { Value::Win } else { Value::Loss };
            match asked.value {
                Value::Unknown => break,
                value if value == within => {
                    answer.verdict.plies = Some(next);
                    answer.verdict.best = asked.best.or(answer.verdict.best);
                }
                _ => {
                    answer.not_within = next;
                    plies = next + 2;
                }
            }
        }
        answer.verdict.time = start.elapsed();
        answer
    }
}
