//! Counting leaves of the move tree: the test every move generator is measured by.
//!
//! A stop-or-play choice counts twice, a position without moves counts 0 at any depth from 1, and repetition is not looked at.

use super::{Move, Rules};
use crate::board::Position;
use rayon::prelude::*;

/// Leaves of the tree below `position` at `depth` plies; 1 at depth 0.
///
/// ```
/// use fundi::rules::{Rules, perft};
/// assert_eq!(perft(Rules::ZANZIBAR, &Rules::ZANZIBAR.start(), 6), 1430);
/// ```
#[must_use]
pub fn perft(rules: &Rules, position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => {
            let mut leaves = 0;
            rules.visit(position, |_| leaves += 1);
            leaves
        }
        _ => {
            let mut leaves = 0;
            rules.visit(position, |successor| leaves += perft(rules, &successor.position, depth - 1));
            leaves
        }
    }
}

/// Leaves below each legal move of `position`, counted by the threads of the current rayon pool.
///
/// The work is split two plies down, so that a few first moves still keep all threads busy.
#[must_use]
pub fn divide(rules: &Rules, position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let successors = rules.successors(position);
    let count = |below: &Position, depth: u32| -> u64 {
        if depth < 3 {
            return perft(rules, below, depth);
        }
        let second: Vec<Position> = rules
            .successors(below)
            .iter()
            .flat_map(|s| rules.successors(&s.position))
            .map(|s| s.position)
            .collect();
        second.par_iter().map(|position| perft(rules, position, depth - 2)).sum()
    };
    successors
        .par_iter()
        .map(|successor| (successor.mv, if depth == 0 { 0 } else { count(&successor.position, depth - 1) }))
        .collect()
}
