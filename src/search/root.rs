//! Iterative deepening at the root: aspiration windows, several best lines, and when to stop.

use super::clock::Stopwatch;
use super::order::{self, Child};
use super::report::{Bound, Report};
use super::score::{INFINITE, MAX_PLY, PROVEN, Score, WIN};
use super::sharing::Turns;
use super::worker::Worker;
use super::{Limits, table::Table};
use crate::board::Position;
use crate::rules::Move;
use std::sync::atomic::Ordering::Relaxed;

/// A move at the root with what is known about it.
#[derive(Clone)]
pub(crate) struct RootMove {
    child: Child,
    pub score: i32,
    /// Whether the score is the value itself and not a bound of a window that failed.
    exact: bool,
    pub pv: Vec<Move>,
}

impl RootMove {
    pub const fn mv(&self) -> Move {
        self.child.mv()
    }
}

/// What a worker found.
pub(crate) struct Finding {
    pub depth: i32,
    /// Best first.
    pub moves: Vec<RootMove>,
}

/// Iterations never go deeper than this.
const MAX_DEPTH: i32 = 200;

/// The root moves: all legal ones, or those of `wanted` that are legal, if any is.
pub(crate) fn root_moves(
    worker: &Worker,
    position: &Position,
    table: &Table,
    wanted: &[Move],
) -> Vec<RootMove> {
    let mut children = Vec::new();
    order::generate(worker.rules, position, table, &mut children, true);
    order::order(&mut children, MAX_DEPTH, worker.shared);
    if children.iter().any(|child| wanted.contains(&child.mv())) {
        children.retain(|child| wanted.contains(&child.mv()));
    }
    children
        .into_iter()
        .map(|child| RootMove { child, score: -INFINITE, exact: false, pv: vec![child.mv()] })
        .collect()
}

/// Searches deeper and deeper. `first_depth` staggers helper threads; `sink` hears of every finished line.
pub(crate) fn deepen(
    worker: &mut Worker,
    position: &Position,
    limits: &Limits,
    multi_pv: usize,
    first_depth: i32,
    sink: &mut dyn FnMut(&Report),
) -> Finding {
    let stopwatch: &Stopwatch = worker.shared.stopwatch;
    let mut moves = root_moves(worker, position, worker.shared.table, &limits.search_moves);
    let mut finding = Finding { depth: 0, moves: moves.clone() };
    if moves.is_empty() {
        return finding;
    }
    let last_depth = limits.depth.map_or(MAX_DEPTH, |depth| depth.clamp(1, MAX_DEPTH as u32) as i32);
    let lines = multi_pv.clamp(1, moves.len());
    let mut stable_for = 0;
    let mut depth = first_depth.min(last_depth);
    while depth <= last_depth {
        worker.root_depth = depth;
        worker.seldepth = 0;
        let best_before = moves[0].mv();
        for line in 0..lines {
            if !aspirate(worker, &mut moves, line, depth, sink) {
                break;
            }
            moves[line..].sort_by_key(|mv| std::cmp::Reverse(mv.score));
        }
        if worker.stopped {
            // An unfinished iteration counts as far as it went: a better move found in it is better. A bound is no finding:
            // its line would break off before what it announces.
            if lines == 1 && finding.depth > 0 {
                moves.sort_by_key(|mv| std::cmp::Reverse(mv.score));
                if moves[0].exact {
                    finding.moves = moves;
                }
            }
            break;
        }
        moves[..lines].sort_by_key(|mv| std::cmp::Reverse(mv.score));
        finding = Finding { depth, moves: moves.clone() };
        for (index, mv) in moves[..lines].iter().enumerate() {
            report(worker, mv, index + 1, depth, Bound::Exact, sink);
        }
        stable_for = if moves[0].mv() == best_before { stable_for + 1 } else { 0 };
        if finished(stopwatch, limits, &moves, depth, stable_for, lines) {
            break;
        }
        depth += 1;
    }
    finding
}

/// Whether deeper iterations can or need not change anything.
fn finished(
    stopwatch: &Stopwatch,
    limits: &Limits,
    moves: &[RootMove],
    depth: i32,
    stable_for: i32,
    lines: usize,
) -> bool {
    let best = moves[0].score;
    if let Some(plies) = limits.mate
        && best >= PROVEN
        && WIN - best <= i32::try_from(plies).unwrap_or(i32::MAX)
    {
        return true;
    }
    if limits.infinite || stopwatch.must_wait() {
        return false;
    }
    // All shown lines are decided, and no shorter end can exist within a search this deep.
    if moves[..lines].iter().all(|mv| mv.score.abs() >= PROVEN && depth >= WIN - mv.score.abs()) {
        return true;
    }
    if stopwatch.on_clock() && moves.len() == 1 && depth >= 6 {
        return true;
    }
    let effort = match stable_for {
        0 => 1.6,
        1 => 1.2,
        2..=4 => 0.9,
        _ => 0.7,
    };
    stopwatch.enough(effort)
}

/// Searches line number `line` with a window around its last score, widened until the score fits. False if stopped.
fn aspirate(
    worker: &mut Worker,
    moves: &mut [RootMove],
    line: usize,
    depth: i32,
    sink: &mut dyn FnMut(&Report),
) -> bool {
    let parameters = worker.shared.parameters;
    let guess = moves[line].score;
    let mut width = parameters.aspiration_window;
    let (mut alpha, mut beta) = (-INFINITE, INFINITE);
    if depth >= parameters.aspiration_depth && guess.abs() < PROVEN {
        (alpha, beta) = (guess - width, guess + width);
    }
    let mut fails = 0;
    loop {
        let best = search_root(worker, &mut moves[line..], (alpha, beta), depth);
        if worker.stopped {
            return false;
        }
        fails += 1;
        width *= 3;
        let bound = if best <= alpha {
            beta = (alpha + beta) / 2;
            alpha = if fails < 3 { best - width } else { -INFINITE };
            Bound::Upper
        } else if best >= beta {
            beta = if fails < 3 { best + width } else { INFINITE };
            Bound::Lower
        } else {
            return true;
        };
        alpha = if alpha <= -PROVEN { -INFINITE } else { alpha };
        beta = if beta >= PROVEN { INFINITE } else { beta };
        if worker.shared.stopwatch.elapsed().as_millis() > 1000
            && let Some(mv) = moves[line..].iter().max_by_key(|mv| mv.score)
        {
            report(worker, mv, line + 1, depth, bound, sink);
        }
    }
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
    let mut turns = Turns::new(worker.shared.busy, depth);
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
    depth: i32,
    bound: Bound,
    sink: &mut dyn FnMut(&Report),
) {
    worker.flush_nodes();
    sink(&Report {
        depth: depth.unsigned_abs(),
        seldepth: worker.seldepth.min(MAX_PLY) as u32,
        multi_pv: rank,
        score: Score::from_raw(mv.score),
        bound,
        nodes: worker.shared.nodes.load(Relaxed),
        time: worker.shared.stopwatch.elapsed(),
        hashfull: worker.shared.table.hashfull(),
        pv: mv.pv.clone(),
    });
}
