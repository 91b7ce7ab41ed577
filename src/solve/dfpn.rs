//! Depth-first proof-number search: always into the child that decides the question soonest, by the numbers.
//!
//! A node is a position whose moves are generated. Its `phi` is the least `delta` of its children, its `delta` the sum of
//! their `phi`; the search stays below a child until its numbers pass a threshold at which a sibling, or something further
//! up, is more promising. The sibling's number is loosened by five eighths (the 1+epsilon rule) against endless switching.
//!
//! # Repetition
//! Bao's rules know no draws, but play can go round in circles once both stores are empty. A win is only ever claimed from a
//! *finished* sub-proof, and a position met again on its own path counts as undecided for **both** sides
//! ([`Numbers::REPEATED`]): it makes nobody's win and nobody's loss. So every zero in the table stands for a finite tree of
//! moves, whatever path it was found on, and can be used on any other path; the graph-history problem cannot arise. The
//! price is completeness: where only a circle is left the numbers become [`UNKNOWN`], and other paths ask again
//! (see [`super::numbers::CEILING`]). A shortest win never repeats a position, so no win is lost for good.
//!
//! With a ply bound ([`Bound`]) the same code answers "does the attacker win within n plies", where the other's goal is to be
//! alive after them. The bound is part of the key and falls with every ply, so nothing can repeat.

use super::estimate::estimate;
use super::key::{Bound, Key};
use super::numbers::{INFINITE, Numbers, UNKNOWN};
use super::path::Path;
use super::signals::Signals;
use super::table::{Table, work_of};
use crate::board::Position;
use crate::rules::{Move, Rules};

/// Beyond this many plies a line is given up as undecided: deeper than any game, and it bounds the call stack.
const LONGEST_PATH: usize = 600;

/// Nodes between two looks at clock and stop flag.
const CHECK_EVERY: u64 = 1024;

/// A question on the search stack.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub position: Position,
    pub key: Key,
    pub hash: u64,
}

impl Node {
    #[inline(always)]
    pub fn new(position: Position, bound: Bound) -> Node {
        let key = Key::new(&position, bound);
        Node { position, key, hash: key.hash() }
    }
}

struct Child {
    node: Node,
    numbers: Numbers,
    /// The same with other threads' presence added, for choosing only.
    virtual_delta: u32,
    mv: Move,
}

/// One thread's search.
pub(super) struct Worker<'a> {
    rules: &'static Rules,
    table: &'a Table,
    signals: &'a Signals<'a>,
    shared: bool,
    children: Vec<Child>,
    path: Path,
    sink: Option<&'a mut dyn FnMut(u64)>,
    /// The winning move of the position searched last, if its mover wins.
    pub best: Option<Move>,
    pub nodes: u64,
    pub evaluated: u64,
    flushed: u64,
    stopped: bool,
}

/// What the children say about their parent.
struct Summary {
    numbers: Numbers,
    /// The most promising child (or the one that wins), as an index into the stack.
    best: usize,
    /// The second least `delta`.
    second: u32,
}

impl<'a> Worker<'a> {
    /// `sink`, if any, hears the common node count now and then.
    pub fn new(
        rules: &'static Rules,
        table: &'a Table,
        signals: &'a Signals<'a>,
        shared: bool,
        sink: Option<&'a mut dyn FnMut(u64)>,
    ) -> Self {
        let children = Vec::with_capacity(1024);
        let path = Path::new();
        Worker {
            rules,
            table,
            signals,
            shared,
            children,
            path,
            sink,
            best: None,
            nodes: 0,
            evaluated: 0,
            flushed: 0,
            stopped: false,
        }
    }

    /// Searches until the root is solved, hopeless or the signals say stop.
    pub fn run(&mut self, root: &Node) -> Numbers {
        let numbers = self.search(root, INFINITE, INFINITE);
        self.flush();
        if numbers.is_solved() {
            self.signals.finish();
        }
        numbers
    }

    fn flush(&mut self) {
        self.stopped |= self.signals.report(self.nodes - self.flushed);
        self.flushed = self.nodes;
        if let Some(sink) = &mut self.sink {
            sink(self.signals.nodes());
        }
    }

    /// Expands `node` and works below it until a number reaches its threshold.
    fn search(&mut self, node: &Node, phi_limit: u32, delta_limit: u32) -> Numbers {
        self.nodes += 1;
        if self.nodes.is_multiple_of(CHECK_EVERY) {
            self.flush();
        }
        if self.path.len() >= LONGEST_PATH {
            return Numbers::REPEATED;
        }
        let started = self.nodes;
        let base = self.children.len();
        if let Some((numbers, mv)) = self.expand(node, base) {
            self.children.truncate(base);
            self.table.put(&node.key, node.hash, numbers, mv, 0);
            self.best = mv;
            return numbers;
        }
        self.path.push(node.key, node.hash);
        if self.shared {
            self.table.visit(&node.key, node.hash, true);
        }
        let mut summary = self.summarize(base);
        loop {
            let Numbers { phi, delta, .. } = summary.numbers;
            let hopeless = phi >= UNKNOWN && delta >= UNKNOWN;
            if phi >= phi_limit || delta >= delta_limit || phi == 0 || delta == 0 || hopeless || self.stopped
            {
                break;
            }
            let child = &self.children[summary.best];
            // Where a sum is saturated it says nothing about the child's share.
            let rest = if delta >= UNKNOWN { 0 } else { delta.saturating_sub(child.numbers.phi) };
            let child_phi_limit = delta_limit - rest;
            let child_delta_limit = phi_limit.min(summary.second.saturating_add(summary.second / 8 * 5 + 1));
            let below = child.node;
            let numbers = self.search(&below, child_phi_limit, child_delta_limit);
            self.children[summary.best].numbers = numbers;
            if self.shared {
                self.refresh(base);
            } else {
                self.children[summary.best].virtual_delta = numbers.delta;
            }
            summary = self.summarize(base);
        }
        let numbers = summary.numbers;
        let mv = if numbers.is_win() { Some(self.children[summary.best].mv) } else { None };
        self.path.pop(node.hash);
        self.children.truncate(base);
        if self.shared {
            self.table.visit(&node.key, node.hash, false);
        }
        self.best = mv;
        self.table.put(&node.key, node.hash, numbers.capped(), mv, work_of(self.nodes - started + 1));
        numbers
    }

    /// Generates the children onto the stack; or says at once how the question is decided.
    fn expand(&mut self, node: &Node, base: usize) -> Option<(Numbers, Option<Move>)> {
        let bound = node.key.bound();
        if bound.is_spent() == Some(true) {
            return Some((Numbers::loss(0), None));
        }
        let below = bound.below();
        let (table, children) = (self.table, &mut self.children);
        let mut winner = None;
        self.rules.visit(&node.position, |successor| {
            if successor.wins() {
                winner = Some(successor.mv);
            }
            let node = Node::new(successor.position, below);
            table.prefetch(node.hash);
            let numbers = Numbers::open(1, 1);
            children.push(Child { node, numbers, virtual_delta: 0, mv: successor.mv });
        });
        if winner.is_some() {
            return Some((Numbers::win(1), winner));
        }
        if self.children.len() == base {
            return Some((Numbers::loss(0), None));
        }
        if bound.is_spent().is_some() {
            return Some((Numbers::win(0), None));
        }
        self.evaluated += (self.children.len() - base) as u64;
        for child in &mut self.children[base..] {
            let Node { position, key, hash } = &child.node;
            child.numbers = if key.can_repeat() && self.path.contains(key, *hash) {
                Numbers::REPEATED
            } else if let Some(found) = self.table.get(key, *hash) {
                child.virtual_delta = with_visitors(found.numbers, found.visitors);
                found.numbers
            } else {
                estimate(self.rules, position, key.bound())
            };
            if child.numbers.is_loss() {
                // A lost child is a won parent; look no further.
                let numbers = Numbers::win(child.numbers.distance.saturating_add(1));
                return Some((numbers, Some(child.mv)));
            }
            child.virtual_delta = child.virtual_delta.max(child.numbers.delta);
        }
        None
    }

    /// Looks all open children up again: another thread may have moved on.
    fn refresh(&mut self, base: usize) {
        for child in &mut self.children[base..] {
            if child.numbers.is_solved() || child.numbers == Numbers::REPEATED {
                continue;
            }
            child.virtual_delta = child.numbers.delta;
            if let Some(found) = self.table.get(&child.node.key, child.node.hash) {
                if child.numbers.phi < UNKNOWN && child.numbers.delta < UNKNOWN || found.numbers.is_solved() {
                    child.numbers = found.numbers;
                }
                child.virtual_delta = with_visitors(child.numbers, found.visitors);
            }
        }
    }

    /// Combines the children's numbers.
    #[inline(always)]
    fn summarize(&self, base: usize) -> Summary {
        let (mut phi, mut delta) = (INFINITE, 0u32);
        let (mut best, mut first, mut second) = (base, INFINITE, INFINITE);
        let (mut longest, mut shortest) = (0u16, u16::MAX);
        for (offset, child) in self.children[base..].iter().enumerate() {
            let numbers = child.numbers;
            if numbers.is_win() {
                longest = longest.max(numbers.distance);
                continue;
            }
            if numbers.is_loss() {
                if phi != 0 || numbers.distance < shortest {
                    shortest = numbers.distance;
                    best = base + offset;
                }
                phi = 0;
                continue;
            }
            delta = delta.saturating_add(numbers.phi).min(UNKNOWN);
            if phi == 0 {
                continue;
            }
            phi = phi.min(numbers.delta);
            if child.virtual_delta < first {
                second = first;
                first = child.virtual_delta;
                best = base + offset;
            } else if child.virtual_delta < second {
                second = child.virtual_delta;
            }
        }
        let numbers = if phi == 0 {
            Numbers::win(shortest.saturating_add(1))
        } else if delta == 0 {
            Numbers::loss(longest.saturating_add(1))
        } else {
            Numbers::open(phi, delta)
        };
        Summary { numbers, best, second }
    }
}

/// A child others are working on looks worse by half for each of them.
#[inline(always)]
const fn with_visitors(numbers: Numbers, visitors: u8) -> u32 {
    let extra = (numbers.delta / 2 + 1).saturating_mul(visitors as u32);
    if numbers.delta >= UNKNOWN { numbers.delta } else { numbers.delta.saturating_add(extra) }
}
