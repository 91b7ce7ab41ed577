//! One line of a proof, to show: the winner's moves against the most stubborn defence the table knows.

use super::key::Bound;
use super::solver::Solver;
use super::{Limits, Value, Verdict};
use crate::board::Position;
use crate::rules::{Move, Rules, Successor};
use std::sync::atomic::AtomicBool;

/// Nodes spent to find a forgotten part of the proof again.
const NODES_A_MOVE: u64 = 200_000;

impl Solver {
    /// A main line from a position whose value was proved, as far as it is known; empty if it is not proved.
    pub fn line(&mut self, rules: &'static Rules, position: &Position) -> Vec<Move> {
        self.line_within(rules, position, Bound::NONE)
    }

    /// As [`Solver::line`] for a question with a ply bound: with that of a shortest win the line is as long as the bound.
    pub fn line_within(&mut self, rules: &'static Rules, position: &Position, bound: Bound) -> Vec<Move> {
        let mut moves = Vec::new();
        let (mut position, mut bound) = (*position, bound);
        let mut verdict = self.recall(rules, &position, bound);
        while verdict.plies.is_some() && bound.is_spent().is_none() {
            let successors = rules.successors(&position);
            let next = match verdict.value {
                Value::Win => successors.iter().find(|successor| Some(successor.mv) == verdict.best),
                _ => {
                    successors.iter().max_by_key(|next| self.resistance(rules, &next.position, bound.below()))
                }
            };
            let Some(next) = next else { break };
            let next: Successor = *next;
            moves.push(next.mv);
            if next.wins() {
                break;
            }
            position = next.position;
            bound = bound.below();
            let left = self.recall(rules, &position, bound);
            // Without a bound, a line that does not get shorter has lost its way.
            if bound == Bound::NONE && left.plies >= verdict.plies {
                break;
            }
            verdict = left;
        }
        moves
    }

    fn recall(&mut self, rules: &'static Rules, position: &Position, bound: Bound) -> Verdict {
        let limits = Limits::nodes(NODES_A_MOVE);
        self.ask(rules, position, bound, limits, &AtomicBool::new(false), &mut |_| ())
    }

    /// How long the winner to move needs, as far as it is known: with a bound, whether he needs all of it.
    fn resistance(&mut self, rules: &'static Rules, position: &Position, bound: Bound) -> u32 {
        match bound.plies() {
            None => self.recall(rules, position, bound).plies.unwrap_or(0),
            Some(plies) => {
                let sooner = Bound::new(plies.saturating_sub(2), bound.attacks());
                u32::from(plies < 2 || self.recall(rules, position, sooner).value != Value::Win)
            }
        }
    }
}
