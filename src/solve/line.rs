//! One line of a proof, to show: the winner's moves against the most stubborn defence the table knows.

use super::solver::Solver;
use super::{Limits, Value, Verdict};
use crate::board::Position;
use crate::rules::{Move, Rules};

/// Nodes spent to find a forgotten part of the proof again.
const NODES_A_MOVE: u64 = 200_000;

impl Solver {
    /// A main line from a position whose value was proved, as far as it is known; empty if it is not proved.
    pub fn line(&mut self, rules: &'static Rules, position: &Position) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut position = *position;
        let mut verdict = self.solve(rules, &position, Limits::nodes(NODES_A_MOVE));
        while let Some(plies) = verdict.plies.filter(|&plies| plies > 0) {
            let successors = rules.successors(&position);
            let next = match verdict.value {
                Value::Win => successors.iter().find(|successor| Some(successor.mv) == verdict.best).copied(),
                _ => {
                    let mut stubbornness = |position: &Position| -> u32 {
                        let verdict: Verdict = self.solve(rules, position, Limits::nodes(NODES_A_MOVE));
                        verdict.plies.unwrap_or(0)
                    };
                    successors.iter().max_by_key(|successor| stubbornness(&successor.position)).copied()
                }
            };
            let Some(next) = next else { break };
            moves.push(next.mv);
            if next.wins() {
                break;
            }
            position = next.position;
            verdict = self.solve(rules, &position, Limits::nodes(NODES_A_MOVE));
            // A line that does not get shorter has lost its way.
            if verdict.plies.is_none_or(|left| left >= plies) {
                break;
            }
        }
        moves
    }
}
