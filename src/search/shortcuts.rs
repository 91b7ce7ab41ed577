//! What may make searching a node's children unnecessary: a child the table knows, a shallow search far above beta, or several moves
//! above beta; and the test whether one move is much better than all others.

use super::order::{Child, Moves};
use super::score::{INFINITE, MAX_EVAL, PROVEN};
use super::table::{Kind, from_table};
use super::worker::{Node, Worker};

/// The outcome of the test for a single good move.
pub(super) enum Singular {
    /// The table move alone keeps the score.
    Extend,
    /// Several moves exceed beta: the node is cut with this value.
    Cut(i32),
    /// Neither.
    No,
}

impl Worker<'_> {
    /// A child known to be bad enough for the opponent makes searching unnecessary (enhanced transposition cut-off).
    pub(super) fn transposition_cut(
        &self,
        children: &[Child],
        beta: i32,
        depth: i32,
        ply: usize,
    ) -> Option<i32> {
        children.iter().find_map(|child| {
            let entry = self.shared.table.probe(child.key)?;
            let score = -from_table(entry.score, ply as i32 + 1);
            let deep = entry.depth >= depth - 1 || score >= PROVEN;
            (entry.kind != Kind::Lower && deep && score >= beta).then_some(score)
        })
    }

    /// A shallow search well above beta stands for the deep one (ProbCut; the form is that of the draughts engine Scan).
    pub(super) fn probcut(&mut self, node: &Node, beta: i32, moves: &mut Moves) -> Option<i32> {
        let parameters = self.shared.parameters;
        let raised = beta + parameters.probcut_margin + parameters.probcut_margin_per_ply * node.depth;
        if raised >= MAX_EVAL || moves.children.len() < 2 {
            return None;
        }
        let depth = (node.depth * parameters.probcut_share / 100).max(1);
        let shallow = Node { depth, asked: depth, ..*node };
        self.in_probcut = true;
        let value = self.search_children(&shallow, (raised - 1, raised), moves, 0);
        self.in_probcut = false;
        (value >= raised && !self.stopped).then_some(if value >= PROVEN { value } else { beta })
    }

    /// Whether the table move is the only good one: all others are searched shallowly against a lowered score.
    pub(super) fn singular(&mut self, node: &Node, beta: i32, pv: bool, moves: &mut Moves) -> Singular {
        let Some(entry) = node.stored else { return Singular::No };
        let parameters = self.shared.parameters;
        let score = from_table(entry.score, node.ply as i32);
        if entry.kind == Kind::Upper
            || entry.depth < node.depth - 3
            || score.abs() >= PROVEN
            || entry.mv != moves.children.first().map(Child::mv)
        {
            return Singular::No;
        }
        let target = score - parameters.singular_margin * node.depth;
        let shallow = (node.depth - 1) / 2;
        self.in_probcut = true;
        self.path.push(node.key);
        moves.order_rest(node.depth, self.shared);
        let mut best = -INFINITE;
        for child in &moves.children[1..] {
            let value =
                -self.search(&child.position(), child.key, (-target, 1 - target), shallow - 1, node.ply + 1);
            best = best.max(value);
            if best >= target || self.stopped {
                break;
            }
        }
        self.path.pop();
        self.in_probcut = false;
        if self.stopped {
            return Singular::Cut(0);
        }
        if best < target {
            Singular::Extend
        } else if !pv && best >= beta && target >= beta {
            Singular::Cut(target)
        } else {
            Singular::No
        }
    }
}
