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

/// Puts the table's move first; whether it is there. It mostly cuts off, and then the others need no order.
pub(crate) fn put_first(children: &mut [Child], table_move: Option<Move>) -> bool {
    let place = children.iter().position(|child| table_move == Some(child.mv()));
    if let Some(place) = place {
        children[..=place].rotate_right(1);
    }
    place.is_some()
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
