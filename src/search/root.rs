//! Iterative deepening at the root, round by round.

use super::Limits;
use super::order;
use super::report::{Bound, Report};
use super::round::{Finding, MAX_DEPTH, RootMove, Round};
use super::score::{INFINITE, MAX_PLY, Score};
use super::sharing::Turns;
use super::worker::Worker;
use crate::board::Position;
use crate::rules::Move;
use std::sync::atomic::Ordering::Relaxed;

/// The root moves: all legal ones, or those of `wanted` that are legal, if any is.
fn root_moves(worker: &Worker, position: &Position, wanted: &[Move]) -> Vec<RootMove> {
    let mut children = Vec::new();
    order::generate(worker.rules, position, worker.shared.table, &mut children, true);
    order::order(&mut children, MAX_DEPTH, worker.shared);
    if children.iter().any(|child| wanted.contains(&child.mv())) {
        children.retain(|child| wanted.contains(&child.mv()));
    }
    children
        .into_iter()
        .map(|child| RootMove { child, score: -INFINITE, exact: false, pv: vec![child.mv()] })
        .collect()
}

/// Searches deeper and deeper, in step with the other threads. `sink` hears of every finished line.
pub(crate) fn deepen(
    worker: &mut Worker,
    position: &Position,
    limits: &Limits,
    multi_pv: usize,
    sink: &mut dyn FnMut(&Report),
) -> Finding {
    let shared = worker.shared;
    let several = shared.busy.is_some();
    let moves = root_moves(worker, position, &limits.search_moves);
    let mut round = Round::first(moves, multi_pv, shared.parameters);
    let mut told = 0;
    while !round.done {
        if worker.root_depth != round.depth {
            worker.root_depth = round.depth;
            worker.seldepth = 0;
        }
        worker.round = round.number;
        let best = search_root(worker, &mut round.moves[round.line..], round.window, round.depth);
        if worker.stopped {
            shared.latest.catch_up(&mut round);
        } else {
            round.conclude(best, limits, worker);
            if several {
                shared.latest.hand_on(&mut round);
            }
        }
        if worker.stopped && round.number == worker.round {
            break;
        }
        worker.stopped = false;
        if told < round.found.len() {
            for finding in &round.found[told..] {
                for (index, mv) in finding.moves[..round.lines].iter().enumerate() {
                    report(worker, mv, index + 1, (finding.depth, finding.seldepth), Bound::Exact, sink);
                }
            }
            told = round.found.len();
        } else if let Some(bound) = round.failed
            && shared.stopwatch.elapsed().as_millis() > 1000
            && let Some(mv) = round.moves[round.line..].iter().max_by_key(|mv| mv.score)
        {
            report(worker, mv, round.line + 1, (round.depth, worker.seldepth), bound, sink);
        }
    }
    round.finding()
}

fn search_root(
    worker: &mut Worker,
    moves: &mut [RootMove],
    (mut alpha, beta): (i32, i32),
    depth: i32,
) -> i32 {
    let mut best = -INFINITE;
    for mv in moves.iter_mut() {
        mv.score = -INFINITE;
        mv.exact = false;
    }
    let window = alpha;
    worker.count_node();
    let mut turns = Turns::new(worker.shared.busy, worker.path.last().copied().unwrap_or_default(), depth);
    while let Some(index) = turns.next(|index| moves.get(index).map(|mv| mv.child.key)) {
        let mv = &mut moves[index];
        let value = worker.search_child((depth, 0), (alpha, beta), &mv.child, index, 0);
        if worker.stopped {
            return best;
        }
        if index == 0 || value > alpha {
            mv.score = value;
            mv.exact = window < value && value < beta;
            mv.pv.clear();
            mv.pv.push(mv.child.mv());
            mv.pv.extend_from_slice(&worker.lines[1]);
        }
        best = best.max(value);
        alpha = alpha.max(value);
        if value >= beta {
            break;
        }
    }
    best
}

fn report(
    worker: &mut Worker,
    mv: &RootMove,
    rank: usize,
    (depth, seldepth): (i32, usize),
    bound: Bound,
    sink: &mut dyn FnMut(&Report),
) {
    worker.flush_nodes();
    sink(&Report {
        depth: depth.unsigned_abs(),
        seldepth: seldepth.min(MAX_PLY) as u32,
        multi_pv: rank,
        score: Score::from_raw(mv.score),
        bound,
        nodes: worker.shared.nodes.load(Relaxed),
        time: worker.shared.stopwatch.elapsed(),
        hashfull: worker.shared.table.hashfull(),
        pv: mv.pv.clone(),
    });
}
