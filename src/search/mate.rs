//! `go mate N`: the proof solver is asked before the search.
//!
//! Its answer is exact: the least number of plies, tried one after the other. It is not asked where it could contradict the
//! conventions of the game (a position that has occurred twice may end the game as a draw on its third coming), nor
//! where the moves are restricted or the caller wants to search until told to stop.

use super::report::{Bound, Choice, Report};
use super::{Control, Limits, Score, check_line};
use crate::rules::{Game, Move};
use crate::solve::{self, Solver, Value};
use std::time::{Duration, Instant};

/// Nodes and memory the solver may use where the limits name none.
const MOST_NODES: u64 = 5_000_000;
const MEMORY_MIB: usize = 64;

/// Whether a position of the game has occurred twice, so that its third coming may end the game.
pub(super) fn repeats(game: &Game) -> bool {
    let twice = |position| game.positions().iter().filter(|earlier| *earlier == position).count() > 1;
    game.positions().iter().any(twice)
}

/// A proved result as a search would tell it, reported to `sink`. `None` if the line does not bear the score out, because the solver has
/// forgotten a part of it or the game's ply limit comes first: what is announced must be true.
pub(super) fn proved(
    game: &Game,
    pv: Vec<Move>,
    score: Score,
    (nodes, time): (u64, Duration),
    sink: &mut dyn FnMut(&Report),
) -> Option<Choice> {
    check_line(game, &pv, score).ok()?;
    let depth = u32::try_from(pv.len()).unwrap_or(u32::MAX);
    sink(&Report {
        depth,
        seldepth: depth,
        multi_pv: 1,
        score,
        bound: Bound::Exact,
        nodes,
        time,
        hashfull: 0,
        pv: pv.clone(),
    });
    Some(Choice { best: pv.first().copied(), ponder: pv.get(1).copied(), score, depth, nodes, time, pv })
}

/// A win within `plies` plies, reported to `sink`, if the solver finds one within half of the limits.
pub(super) fn find(
    game: &Game,
    plies: u32,
    limits: &Limits,
    control: &Control,
    sink: &mut dyn FnMut(&Report),
) -> Option<Choice> {
    if limits.infinite || limits.ponder || !limits.search_moves.is_empty() || repeats(game) {
        return None;
    }
    let start = Instant::now();
    let (rules, position) = (game.rules(), game.position());
    let mut solver = Solver::new(MEMORY_MIB).ok()?;
    let (most_nodes, most_time) =
        (limits.nodes.map_or(MOST_NODES, |nodes| nodes / 2), limits.movetime.map(|time| time / 2));
    let mut nodes = 0;
    for within in (1..=plies).map_while(|plies| u16::try_from(plies).ok()) {
        let left = solve::Limits {
            nodes: Some(most_nodes.saturating_sub(nodes)),
            time: most_time.map(|time: Duration| time.saturating_sub(start.elapsed())),
        };
        let bound = solve::Bound::new(within, true);
        let verdict = solver.ask(rules, position, bound, left, control.stop_flag(), &mut |_| ());
        nodes += verdict.nodes;
        match verdict.value {
            Value::Loss => {}
            Value::Unknown => return None,
            Value::Win => {
                let pv = solver.line_within(rules, position, bound);
                let score = Score::win_in(i32::from(within));
                return proved(game, pv, score, (nodes, start.elapsed()), sink);
            }
        }
    }
    None
}
