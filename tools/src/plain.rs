//! The yardstick: a plain alpha-beta search as textbooks give it, with iterative deepening and a transposition table, table move first and
//! then the larger captures, and nothing else. What the real search adds is measured against it, with the same evaluation.

use crate::player::Budget;
use fundi::board::Position;
use fundi::eval::Evaluator;
use fundi::rules::{Game, Move, Rules, Successor};
use std::time::Instant;

const WIN: i32 = 30_000;
const SLOTS: usize = 1 << 16;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    Exact,
    Lower,
    Upper,
}

#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    score: i32,
    depth: i32,
    bound: Bound,
    mv: Option<Move>,
}

/// The search with its table.
pub struct Plain {
    evaluator: Evaluator,
    table: Vec<Option<Slot>>,
    nodes: u64,
    node_limit: u64,
    deadline: Option<Instant>,
    stopped: bool,
    line: Vec<u64>,
}

impl Plain {
    /// A search with an empty table of 65,536 entries.
    pub fn new(evaluator: Evaluator) -> Self {
        let table = vec![None; SLOTS];
        Self { evaluator, table, nodes: 0, node_limit: 0, deadline: None, stopped: false, line: Vec::new() }
    }

    /// Empties the table.
    pub fn new_game(&mut self) {
        self.table.fill(None);
    }

    /// The best move and its score; `None` if there is no legal move.
    pub fn choose(&mut self, game: &Game, budget: Budget) -> Option<(Move, i32)> {
        (self.node_limit, self.deadline) = match budget {
            Budget::Nodes(nodes) => (nodes, None),
            Budget::Time(time) => (u64::MAX, Some(Instant::now() + time)),
        };
        (self.nodes, self.stopped) = (0, false);
        self.line = game.positions().iter().map(Position::key).collect();
        self.line.pop();
        let mut best = None;
        for depth in 1..100 {
            let found = self.root(game, depth, best.map(|(mv, _)| mv));
            if self.stopped && best.is_some() {
                break;
            }
            best = found.or(best);
            if best.is_none_or(|(_, score)| score.abs() > WIN - 1_000) {
                break;
            }
        }
        best
    }

    fn root(&mut self, game: &Game, depth: i32, first: Option<Move>) -> Option<(Move, i32)> {
        let successors = ordered(game.rules(), game.position(), first);
        let mut best: Option<(Move, i32)> = None;
        self.line.push(game.position().key());
        for successor in successors {
            let alpha = best.map_or(-WIN, |(_, score)| score);
            let score = -self.search(game.rules(), &successor.position, depth - 1, -WIN, -alpha, 1);
            if self.stopped {
                break;
            }
            if best.is_none() || score > alpha {
                best = Some((successor.mv, score));
            }
        }
        self.line.pop();
        best
    }

    fn evaluate(&self, position: &Position) -> i32 {
        self.evaluator.network().evaluate(position)
    }

    fn search(
        &mut self,
        rules: &Rules,
        position: &Position,
        depth: i32,
        alpha: i32,
        beta: i32,
        ply: i32,
    ) -> i32 {
        self.nodes += 1;
        let late = self.nodes.is_multiple_of(64) && self.deadline.is_some_and(|end| Instant::now() >= end);
        self.stopped |= self.nodes >= self.node_limit || late;
        if self.stopped {
            return 0;
        }
        if position.is_decided() {
            return if position.rows()[0] == 0 { ply - WIN } else { WIN - ply };
        }
        let key = position.key();
        if self.line.iter().rev().skip(1).step_by(2).any(|&earlier| earlier == key) {
            return 0;
        }
        if depth <= 0 {
            return self.evaluate(position);
        }
        let place = key as usize % SLOTS;
        let stored = self.table[place].filter(|slot| slot.key == key);
        if let Some(slot) = stored
            && slot.depth >= depth
            && match slot.bound {
                Bound::Exact => true,
                Bound::Lower => slot.score >= beta,
                Bound::Upper => slot.score <= alpha,
            }
        {
            return slot.score;
        }
        let (mut best, mut best_move) = (ply - WIN, None);
        self.line.push(key);
        for successor in ordered(rules, position, stored.and_then(|slot| slot.mv)) {
            let score = -self.search(rules, &successor.position, depth - 1, -beta, -best.max(alpha), ply + 1);
            if self.stopped {
                break;
            }
            if best_move.is_none() || score > best {
                (best, best_move) = (score, Some(successor.mv));
            }
            if best >= beta {
                break;
            }
        }
        self.line.pop();
        if !self.stopped && best.abs() < WIN - 1_000 {
            let bound = if best >= beta {
                Bound::Lower
            } else if best > alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            self.table[place] = Some(Slot { key, score: best, depth, bound, mv: best_move });
        }
        best
    }
}

/// The legal moves, played: the table's first, then by seeds captured.
fn ordered(rules: &Rules, position: &Position, first: Option<Move>) -> Vec<Successor> {
    let mut successors = rules.successors(position);
    successors.sort_by_key(|s| if first == Some(s.mv) { i32::MIN } else { -i32::from(s.captured) });
    successors
}
