//! The game tree that the entries of a book span.
//!
//! A position is *open* when a move leads to a position the book does not know; such a leaf is worth what its own search found. All
//! others are worth the best of their successors. Proved results stay proved: a win needs one winning move, a loss the proof of the search
//! or a loss after every move. Positions can be reached in several ways (and in mtaji even return), so scores are swept through the
//! graph from the last position found to the first until nothing changes.
//!
//! The leaf to open next is the one most likely to be reached by a player who owns the book (a form of "drop-out expansion"). The owner plays the best move;
//! others are followed only because they may turn out to be better, the less the further they are behind ([`Widths::own`]). The opponent plays move m with a
//! probability proportional to exp(-loss / [`Widths::opponent`]). Costs are logarithms of these probabilities, and a little for every ply, since farther
//! leaves are known less well. Either side may be the owner; the cheaper role counts.

use super::entry::Searched;
use super::{Book, Entry, canonical};
use crate::board::Position;
use crate::rules::{Move, Rules};
use crate::search::Score;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Sweeps after which scores that still change are left as they are (only repetitions can do that).
const SWEEPS: usize = 500;
/// Costs are in thousandths of a natural logarithm.
const UNIT: f64 = 1000.0;
/// The cost of a ply.
const PLY: u64 = 100;

/// How far moves may fall behind the best and still be followed, in centiseeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Widths {
    /// By a move of the book's owner to be followed e times less readily than the best.
    pub own: u32,
    /// By a move of the opponent to be e times less likely.
    pub opponent: u32,
}

impl Default for Widths {
    fn default() -> Widths {
        Widths { own: 15, opponent: 40 }
    }
}

/// Where a move leads.
#[derive(Clone, Copy, Debug)]
enum After {
    /// The game is won.
    Won,
    /// The position, as the book keeps it, and its key.
    To(Position, u64),
}

#[derive(Debug)]
struct Node {
    position: Position,
    searched: Searched,
    moves: Vec<(Move, After)>,
    best: Move,
    score: Score,
    plies: u8,
}

/// The positions of a book that its roots reach.
#[derive(Debug)]
pub struct Tree {
    rules: &'static Rules,
    roots: Vec<Position>,
    provenance: String,
    /// Every entry, also those no root reaches.
    known: FxHashMap<u64, Searched>,
    nodes: Vec<Node>,
    index: FxHashMap<u64, usize>,
}

/// A score one ply earlier, from the other side.
pub(super) fn before(score: Score) -> Score {
    match score.win_plies() {
        Some(plies) if score.is_win() => Score::loss_in(plies + 1),
        Some(plies) => Score::win_in(1 - plies),
        None => -score,
    }
}

impl Tree {
    /// The tree of a book, with scores backed up.
    #[must_use]
    pub fn of(book: &Book) -> Tree {
        let mut tree = Tree {
            rules: book.rules,
            roots: Vec::new(),
            provenance: book.provenance.clone(),
            known: book.entries.iter().map(|entry| (entry.key, entry.searched)).collect(),
            nodes: Vec::new(),
            index: FxHashMap::default(),
        };
        // The earliest first: it may reach the others, which are then no roots any more.
        let mut roots = book.roots.clone();
        let seeds_in_store = |root: &Position| root.own_store() + root.enemy_store();
        roots.sort_by_cached_key(|root| (Reverse(seeds_in_store(root)), root.to_string()));
        for root in roots {
            let (position, _) = canonical(&root);
            if !tree.roots.contains(&root) && !tree.index.contains_key(&position.key()) {
                tree.roots.push(root);
                tree.reach(position);
            }
        }
        tree.back_up();
        tree
    }

    /// The book of this tree.
    #[must_use]
    pub fn to_book(&self) -> Book {
        let (roots, provenance) = (self.roots.clone(), self.provenance.clone());
        Book { rules: self.rules, roots, entries: self.entries(), provenance }
    }

    fn entries(&self) -> Vec<Entry> {
        let mut entries: Vec<Entry> = Vec::with_capacity(self.known.len());
        for (&key, &searched) in &self.known {
            let leaf = Entry::leaf(key, searched);
            entries.push(match self.index.get(&key).and_then(|&index| self.nodes.get(index)) {
                Some(node) => Entry { mv: node.best, score: node.score, plies: node.plies, ..leaf },
                None => leaf,
            });
        }
        entries.sort_by_key(|entry| entry.key);
        entries
    }

    /// Positions reached.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether nothing is known yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The number of a position in the tree.
    #[must_use]
    pub fn find(&self, position: &Position) -> Option<usize> {
        self.index.get(&canonical(position).0.key()).copied()
    }

    /// Makes nodes of a known position and of all it leads to.
    fn reach(&mut self, position: Position) {
        let mut waiting = vec![position];
        let mut next = 0;
        while let Some(&position) = waiting.get(next) {
            next += 1;
            let key = position.key();
            let Some(&searched) = self.known.get(&key).filter(|_| !self.index.contains_key(&key)) else {
                continue;
            };
            let mut moves = Vec::new();
            self.rules.visit(&position, |successor| {
                let after = canonical(&successor.position).0;
                moves.push((successor.mv, After::To(after, after.key())));
            });
            for (_, after) in &mut moves {
                if let After::To(position, _) = *after {
                    let mut over = true;
                    self.rules.visit(&position, |_| over = false);
                    if over {
                        *after = After::Won;
                    } else {
                        waiting.push(position);
                    }
                }
            }
            // A position of the same key that is another one: its search means nothing here.
            if moves.iter().all(|&(mv, _)| mv != searched.mv) {
                continue;
            }
            self.index.insert(key, self.nodes.len());
            let Searched { mv: best, score, .. } = searched;
            self.nodes.push(Node { position, searched, moves, best, score, plies: 0 });
        }
    }

    /// Adds the search of a position. Call [`Tree::back_up`] afterwards.
    pub fn add(&mut self, position: &Position, searched: Searched) {
        let (position, _) = canonical(position);
        self.known.insert(position.key(), searched);
        self.reach(position);
    }

    /// The score after a move for the player who makes it, and the moves the book goes on after it.
    fn after(&self, after: After) -> Option<(Score, u8)> {
        match after {
            After::Won => Some((Score::win_in(1), 0)),
            After::To(_, key) => {
                let node = self.nodes.get(*self.index.get(&key)?)?;
                Some((before(node.score), node.plies.saturating_add(1)))
            }
        }
    }

    /// Whether a position has a move to a position that is not in the book.
    fn is_open(&self, node: &Node) -> bool {
        node.moves.iter().any(|&(_, after)| self.after(after).is_none())
    }

    /// What a position is worth by what is now known of its successors.
    fn value(&self, node: &Node) -> (Move, Score, u8) {
        let own = (node.searched.mv, node.searched.score, 0);
        let known = node.moves.iter().filter_map(|&(mv, after)| Some((mv, self.after(after)?)));
        let best = known.map(|(mv, (score, plies))| (mv, score, plies)).reduce(|best, next| {
            // The move the search preferred stands first among equals.
            let first = next.1 > best.1 || next.1 == best.1 && next.0 == own.0;
            if first { next } else { best }
        });
        match best {
            Some(best) if best.1.is_win() => {
                if own.1 > best.1 {
                    own
                } else {
                    best
                }
            }
            _ if own.1.win_plies().is_some() => own,
            Some(best) if !self.is_open(node) => best,
            _ => own,
        }
    }

    /// Brings all scores up to date.
    pub fn back_up(&mut self) {
        for _ in 0..SWEEPS {
            let mut changed = false;
            for index in (0..self.nodes.len()).rev() {
                let Some(node) = self.nodes.get(index) else { continue };
                let value = self.value(node);
                if let Some(node) = self.nodes.get_mut(index) {
                    changed |= value != (node.best, node.score, node.plies);
                    (node.best, node.score, node.plies) = value;
                }
            }
            if !changed {
                break;
            }
        }
    }

    /// The cost of getting from `root` to every position, see the top of this file.
    fn costs(&self, root: usize, widths: Widths) -> Vec<u64> {
        // Two states a position: its mover owns the book, or the opponent does.
        let mut costs = vec![[u64::MAX; 2]; self.nodes.len()];
        let mut queue = BinaryHeap::from([Reverse((0, root, 0)), Reverse((0, root, 1))]);
        while let Some(Reverse((cost, index, role))) = queue.pop() {
            let (Some(node), Some(place)) = (self.nodes.get(index), costs.get_mut(index)) else { continue };
            if place[role] <= cost {
                continue;
            }
            place[role] = cost;
            if self.is_open(node) {
                continue;
            }
            let width = f64::from([widths.own, widths.opponent][role].max(1));
            let behind =
                |score: Score| f64::from(node.score.centiseeds() - score.centiseeds()).max(0.0) / width;
            let moves =
                node.moves.iter().filter_map(|&(_, after)| Some((after, behind(self.after(after)?.0))));
            let moves: Vec<(After, f64)> = moves.collect();
            // What all moves share: nothing for the owner, the sum of the weights for the opponent.
            let shared = if role == 0 {
                0.0
            } else {
                moves.iter().map(|(_, behind)| (-behind).exp()).sum::<f64>().ln()
            };
            for (after, behind) in moves {
                let After::To(_, key) = after else { continue };
                if let Some(&next) = self.index.get(&key) {
                    let dearer = ((behind + shared).max(0.0) * UNIT) as u64;
                    queue.push(Reverse((cost + PLY + dearer, next, 1 - role)));
                }
            }
        }
        costs.into_iter().map(|[own, opponent]| own.min(opponent)).collect()
    }

    /// The unproved leaves below `root` most worth opening, at most `count`, the best first; `root` itself while it is not known.
    #[must_use]
    pub fn leaves(&self, root: &Position, widths: Widths, count: usize) -> Vec<Position> {
        let Some(root) = self.find(root) else { return vec![canonical(root).0] };
        let costs = self.costs(root, widths);
        let mut leaves: Vec<(u64, u64, Position)> = Vec::new();
        for (node, cost) in self.nodes.iter().zip(costs) {
            if cost < u64::MAX && node.score.win_plies().is_none() && self.is_open(node) {
                leaves.push((cost, node.position.key(), node.position));
            }
        }
        leaves.sort_by_key(|&(cost, key, _)| (cost, key));
        leaves.into_iter().take(count).map(|(_, _, position)| position).collect()
    }

    /// What has to be searched to open a leaf: the positions after its moves that are not known; itself if it is not.
    #[must_use]
    pub fn missing(&self, leaf: &Position) -> Vec<Position> {
        let Some(node) = self.find(leaf).and_then(|index| self.nodes.get(index)) else {
            return vec![canonical(leaf).0];
        };
        let mut missing: Vec<Position> = Vec::new();
        for &(_, after) in &node.moves {
            if let After::To(position, _) = after
                && self.after(after).is_none()
                && !missing.contains(&position)
            {
                missing.push(position);
            }
        }
        missing
    }

    /// The best move of a position in the tree as the book keeps it, and its score.
    #[must_use]
    pub fn best(&self, position: &Position) -> Option<(Move, Score)> {
        self.find(position).and_then(|index| self.nodes.get(index)).map(|node| (node.best, node.score))
    }

    /// Every position as the book keeps it, the nearest to a root first: its least distance from one in plies, its score, and the moves
    /// the book goes on along the best line.
    #[must_use]
    pub fn positions(&self) -> Vec<(usize, Position, Score, u8)> {
        let mut seen = vec![false; self.nodes.len()];
        let mut layer: Vec<usize> = self.roots.iter().filter_map(|root| self.find(root)).collect();
        let mut positions = Vec::with_capacity(self.nodes.len());
        let mut distance = 0;
        while !layer.is_empty() {
            let mut next = Vec::new();
            for index in layer {
                let (Some(seen), Some(node)) = (seen.get_mut(index), self.nodes.get(index)) else { continue };
                if !std::mem::replace(seen, true) {
                    positions.push((distance, node.position, node.score, node.plies));
                    next.extend(node.moves.iter().filter_map(|(_, after)| match after {
                        After::To(_, key) => self.index.get(key).copied(),
                        After::Won => None,
                    }));
                }
            }
            distance += 1;
            layer = next;
        }
        positions
    }
}
