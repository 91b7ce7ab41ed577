//! Positions to measure on: games played out from the start by a repeatable player who mostly takes what is best two
//! plies deep and sometimes errs. Random games are shorter and emptier than real ones and would flatter.

use fundi::board::Position;
use fundi::rules::{Rules, Successor};
use rustc_hash::FxHashSet;

/// Distinct positions of played-out games.
pub struct Sample {
    /// The positions, each with at least one legal move.
    pub positions: Vec<Position>,
    /// Games played.
    pub games: usize,
}

/// Plays games until `count` distinct positions are found.
pub fn sample(rules: &Rules, count: usize) -> Sample {
    let mut state = 0x5eed_1994_0aa0_0bb0_u64;
    let mut dice = move |sides: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % sides
    };
    let mut seen = FxHashSet::default();
    let mut sample = Sample { positions: Vec::new(), games: 0 };
    while sample.positions.len() < count {
        sample.games += 1;
        let mut position = rules.start();
        for _ in 0..400 {
            let successors = rules.successors(&position);
            if successors.is_empty() || sample.positions.len() == count {
                break;
            }
            if seen.insert(position.words()) {
                sample.positions.push(position);
            }
            let best = successors.iter().max_by_key(|next| balance_after(rules, next));
            let any = &successors[dice(successors.len() as u64) as usize];
            position = best.filter(|_| dice(5) > 0).unwrap_or(any).position;
        }
    }
    sample
}

/// Seeds won by a move less the most the reply can win; a won game beats all.
fn balance_after(rules: &Rules, next: &Successor) -> i32 {
    let reply = rules.successors(&next.position).iter().map(|reply| i32::from(reply.captured)).max();
    i32::from(next.captured) - reply.unwrap_or(-64)
}
