//! First-lap captures of the mtaji stage, and kutakatia, which is built on them (sections 3 and 6 of the rules).

use crate::RuleSet;
use crate::board::{Board, HOUSE};
use crate::hand::next;

/// A start whose first lap captures: hole, sense along the ring, and the own front hole it ends in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// Ring number of the hole lifted.
    pub hole: usize,
    /// Sown clockwise.
    pub clockwise: bool,
    /// The own front hole the first lap ends in.
    pub end: usize,
}

/// Every mtaji start of a side that captures with its first lap.
pub fn capturing_starts(board: &Board, side: usize) -> Vec<Start> {
    let mut found = Vec::new();
    for hole in 0..16 {
        let seeds = board.holes[side][hole];
        if !(2..=15).contains(&seeds) {
            continue;
        }
        for clockwise in [true, false] {
            let mut end = hole;
            for _ in 0..seeds {
                end = next(end, clockwise);
            }
            if end < 8 && board.holes[side][end] > 0 && board.holes[1 - side][7 - end] > 0 {
                found.push(Start { hole, clockwise, end });
            }
        }
    }
    found
}

/// The hole that a takata just ended blocks, with the victim already to move.
pub fn blocked_after_takata(rules: &RuleSet, board: &Board) -> Option<usize> {
    let victim = board.mover;
    let attacker = 1 - victim;
    if !rules.kutakatia || board.store != [0, 0] || !capturing_starts(board, victim).is_empty() {
        return None;
    }
    let mut targets: Vec<usize> =
        capturing_starts(board, attacker).iter().map(|start| 7 - start.end).collect();
    targets.sort_unstable();
    targets.dedup();
    let [target] = targets[..] else {
        return None;
    };
    let front = &board.holes[victim][..8];
    let filled = front.iter().filter(|&&seeds| seeds > 0).count();
    let several = front.iter().filter(|&&seeds| seeds > 1).count();
    let house = if rules.exemption_needs_full_house { board.full_house(victim) } else { board.house[victim] };
    let exempt = (target == HOUSE && house) || filled == 1 || (several == 1 && front[target] > 1);
    if exempt { None } else { Some(target) }
}
