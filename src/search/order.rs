//! Playing all moves of a position and putting them in the order in which they are most likely to cut off.

use super::score::PROVEN;
use super::table::{Entry, Kind, Table};
use super::worker::Shared;
use crate::board::Position;
use crate::rules::{Move, Rules, Successor};
use std::cmp::Reverse;
use std::ops::ControlFlow;

/// A move already played, with the key of the position after it.
#[derive(Clone, Copy)]
pub(crate) struct Child {
    successor: Successor,
    pub key: u64,
    value: i32,
}

impl Child {
    pub const fn mv(&self) -> Move {
        self.successor.mv
    }

    pub const fn position(&self) -> Position {
        self.successor.position
    }

    pub const fn wins(&self) -> bool {
        self.successor.wins()
    }

    /// The value of the move for the mover, where moves are ordered by it: static, or what the table knows better.
    pub const fn static_value(&self) -> i32 {
        self.value
    }

    pub const fn captured(&self) -> i32 {
        self.successor.captured as i32
    }
}

/// Plays every move of `position` into `children` and starts loading their table buckets. A move that wins is left there alone, unless `all`
/// are wanted.
pub(crate) fn generate(
    rules: &Rules,
    position: &Position,
    table: &Table,
    children: &mut Vec<Child>,
    all: bool,
) {
    children.clear();
    rules.visit_until(position, |successor| {
        let key = successor.position.key();
        table.prefetch(key);
        let wins = successor.wins();
        if wins && !all {
            children.clear();
        }
        children.push(Child { successor, key, value: 0 });
        if wins && !all { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
}

/// The moves of a node to be searched in turn: the table's move first, which mostly cuts off, and the others ordered once they are needed.
pub(crate) struct Moves<'a> {
    /// The moves; those after the first in their order only after [`Moves::order_rest`].
    pub children: &'a mut [Child],
    ordered: bool,
}

impl<'a> Moves<'a> {
    /// Puts the first move of a node of so much remaining depth in its place.
    pub fn new(
        children: &'a mut [Child],
        table_move: Option<Move>,
        depth: i32,
        shared: &Shared,
    ) -> Moves<'a> {
        let mut ordered = children.len() == 1;
        if let Some(place) = children.iter().position(|child| table_move == Some(child.mv())) {
            children[..=place].rotate_right(1);
        } else if !ordered {
            order(children, depth, shared);
            ordered = true;
        }
        Moves { children, ordered }
    }

    /// Puts the moves after the first in their order.
    pub fn order_rest(&mut self, depth: i32, shared: &Shared) {
        if !self.ordered {
            order(&mut self.children[1..], depth, shared);
            self.ordered = true;
        }
    }
}

/// Sorts moves of a node of so much remaining depth by the value of the position reached, or near the horizon by seeds captured. Equal moves
/// keep the generator's order.
pub(crate) fn order(children: &mut [Child], depth: i32, shared: &Shared) {
    if depth < shared.parameters.order_by_evaluation_depth {
        return children.sort_by_key(|child| Reverse(child.captured()));
    }
    for child in children.iter_mut() {
        child.value = -shared.evaluate(&child.successor.position);
        if depth >= shared.parameters.table_value_depth
            && let Some(entry) = shared.table.probe(child.key)
        {
            child.value = bettered(child.value, &entry);
        }
    }
    children.sort_by_key(|child| Reverse(child.value));
}

/// The static value of a move, corrected by the table's entry for the position it leads to: a score, or a bound that excludes the value.
fn bettered(value: i32, entry: &Entry) -> i32 {
    let score = -entry.score;
    match entry.kind {
        _ if score.abs() >= PROVEN || entry.depth == 0 => value,
        Kind::Exact => score,
        Kind::Upper => value.max(score),
        Kind::Lower => value.min(score),
    }
}
