//! Depth-first proof-number search: always into the child that decides the question soonest, by the numbers.
//!
//! A node is a position whose moves are generated; coming back to one whose moves are still known ([`super::nest`]) is none. Its `phi` is the least `delta` of its children, its `delta` the sum of
//! their `phi`; the search stays below a child until its numbers pass a threshold at which a sibling, or something further
//! up, is more promising. The sibling's number is loosened by seven sixteenths (the 1+epsilon rule) against endless switching.
//!
//! # Repetition
//! Bao's rules know no draws, but play can go round in circles once both stores are empty. A win is only ever claimed from a
//! *finished* sub-proof, and a position met again on its own path counts as undecided for **both** sides
//! ([`Numbers::REPEATED`]): it makes nobody's win and nobody's loss. So every zero in the table stands for a finite tree of
//! moves, whatever path it was found on, and can be used on any other path; the graph-history problem cannot arise. The
//! price is completeness: where only a circle is left the numbers become [`UNKNOWN`], and other paths ask again
//! (see [`super::numbers::CEILING`]). A shortest win never repeats a position, so no win is lost for good.
//!
//! # Threads
//! All threads search the same root with one table. Who enters a child of a large enough node leaves a mark in the child's entry; to
//! the others its number looks worse by half for each mark (virtual proof numbers, T. Kaneko 2010), so they turn to the next best child
//! where there is one nearly as good. Marks only choose; what is stored and returned are the true numbers.
//!
//! With a ply bound ([`Bound`]) the same code answers "does the attacker win within n plies", where the other's goal is to be
//! alive after them. The bound is part of the key and falls with every ply, so nothing can repeat.

use super::estimate::estimate;
use super::key::{Bound, Key};
use super::nest::{Kept, Nest};
use super::numbers::{INFINITE, Numbers, UNKNOWN};
use super::path::Path;
use super::signals::Signals;
use super::table::{Table, work_of};
use crate::board::Position;
use crate::rules::{Move, Rules};
use std::ops::ControlFlow;

/// Beyond this many plies a line is given up as undecided: deeper than any game, and it bounds the call stack.
const LONGEST_PATH: usize = 600;

/// Nodes between two looks at clock and stop flag.
const CHECK_EVERY: u64 = 1024;

/// Threads look at what the others do only where the numbers tell of dozens of positions below: elsewhere it would cost more than it saves.
const WORTH_SHARING: u32 = 4096;

/// A position is entered at most so often as the limit allows it to be counted: with a tiny table the numbers of two
/// siblings may be forgotten in turn for ever.
const MOST_VISITS: u64 = 32;

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

    #[inline(always)]
    fn of_key(key: Key) -> Node {
        Node { position: key.position(), key, hash: key.hash() }
    }
}

struct Child {
    key: Key,
    numbers: Numbers,
    /// The same with other threads' presence added, for choosing only.
    virtual_delta: u32,
    mv: Move,
}

impl Child {
    #[inline(always)]
    fn new(key: Key, mv: Move, numbers: Numbers) -> Child {
        Child { key, numbers, virtual_delta: numbers.delta, mv }
    }

    #[inline(always)]
    fn set(&mut self, numbers: Numbers) {
        self.numbers = numbers;
        self.virtual_delta = numbers.delta;
    }

    /// A lost child is a won parent: look no further.
    #[inline(always)]
    fn decides(&self) -> Option<(Numbers, Option<Move>)> {
        self.numbers.is_loss().then(|| (Numbers::win(self.numbers.distance.saturating_add(1)), Some(self.mv)))
    }
}

/// One thread's search.
pub(super) struct Worker<'a> {
    rules: &'static Rules,
    table: &'a Table,
    signals: &'a Signals<'a>,
    shared: bool,
    children: Vec<Child>,
    /// The hashes of the successors being looked at for the first time.
    hashes: Vec<u64>,
    path: Path,
    nest: &'a mut Nest,
    sink: Option<&'a mut dyn FnMut(u64)>,
    /// The winning move of the position searched last, if its mover wins.
    pub best: Option<Move>,
    pub nodes: u64,
    /// Positions entered, expanded now or before.
    visits: u64,
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
        nest: &'a mut Nest,
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
            hashes: Vec::with_capacity(64),
            path,
            nest,
            sink,
            best: None,
            nodes: 0,
            visits: 0,
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
        let done = self.nodes.max(self.visits / MOST_VISITS);
        self.stopped |= self.signals.report(done - self.flushed);
        self.flushed = done;
        if let Some(sink) = &mut self.sink {
            sink(self.signals.nodes());
        }
    }

    /// Expands `node` and works below it until a number reaches its threshold.
    fn search(&mut self, node: &Node, phi_limit: u32, delta_limit: u32) -> Numbers {
        self.visits += 1;
        if self.visits.is_multiple_of(CHECK_EVERY) {
            self.flush();
        }
        if self.path.len() >= LONGEST_PATH
            || node.key.can_repeat() && self.path.contains(&node.key, node.hash)
        {
            return Numbers::REPEATED;
        }
        let started = self.visits;
        let base = self.children.len();
        if let Some((numbers, mv)) = self.expand(node, base) {
            self.children.truncate(base);
            self.table.put(&node.key, node.hash, numbers, mv, 0);
            self.best = mv;
            return numbers;
        }
        self.path.push(node.key, node.hash);
        let mut looked_up = false;
        let mut summary = self.summarize(base);
        loop {
            let Numbers { phi, delta, .. } = summary.numbers;
            let hopeless = phi >= UNKNOWN && delta >= UNKNOWN;
            let together = self.shared && phi.saturating_add(delta) >= WORTH_SHARING;
            if together && !looked_up {
                looked_up = true;
                self.refresh(base);
                summary = self.summarize(base);
                continue;
            }
            if phi >= phi_limit || delta >= delta_limit || phi == 0 || delta == 0 || hopeless || self.stopped
            {
                break;
            }
            let child = &self.children[summary.best];
            // Where a sum is saturated it says nothing about the child's share.
            let rest = if delta >= UNKNOWN { 0 } else { delta.saturating_sub(child.numbers.phi) };
            let child_phi_limit = delta_limit - rest;
            let loosened = summary.second.saturating_add(summary.second / 2 - summary.second / 16 + 1);
            // Beyond the own limit where another thread has the better child.
            let child_delta_limit = phi_limit.min(loosened).max(child.numbers.delta.saturating_add(1));
            let below = Node::of_key(child.key);
            // It is going to be stored.
            self.table.prefetch(below.hash);
            if together {
                self.table.enter(&below.key, below.hash, child.numbers);
            }
            let numbers = self.search(&below, child_phi_limit, child_delta_limit);
            if together {
                self.table.leave(&below.key, below.hash);
            }
            // Other lines have been fetched since; it is going to be stored, too.
            self.table.prefetch(node.hash);
            self.children[summary.best].set(numbers);
            looked_up = false;
            summary = self.summarize(base);
        }
        let numbers = summary.numbers;
        let mv = if numbers.is_win() { Some(self.children[summary.best].mv) } else { None };
        self.path.pop(node.hash);
        // Where nothing below was searched, the nest and the parent know the numbers: only a proof is worth storing. Other threads know them
        // from the table alone, and a parent that asks it would come back for ever to what it does not tell.
        let news = self.shared || self.visits > started;
        if news && !numbers.is_solved() {
            self.nest.update(&node.key, node.hash, self.children[base..].iter().map(|child| child.numbers));
        }
        if news || numbers.is_solved() {
            self.table.put(&node.key, node.hash, numbers.capped(), mv, work_of(self.visits - started + 1));
        }
        self.children.truncate(base);
        self.best = mv;
        numbers
    }

    /// Puts the children onto the stack; or says at once how the question is decided. Not inlined, so that the stack frames of the
    /// recursion stay small.
    #[inline(never)]
    fn expand(&mut self, node: &Node, base: usize) -> Option<(Numbers, Option<Move>)> {
        let bound = node.key.bound();
        if bound.is_spent() == Some(true) {
            return Some((Numbers::loss(0), None));
        }
        if let Some(kept) = self.nest.get(&node.key, node.hash) {
            self.evaluated += kept.len() as u64;
            let child = |kept: &Kept| Child::new(kept.key(bound.below()), kept.mv(), kept.numbers());
            self.children.extend(kept.iter().map(child));
            // It may have been solved on another path meanwhile.
            let known = self.table.get(&node.key, node.hash).filter(|found| found.numbers.is_solved());
            return known.map(|found| (found.numbers, found.mv));
        }
        self.nodes += 1;
        let below = bound.below();
        let (table, children, hashes) = (self.table, &mut self.children, &mut self.hashes);
        hashes.clear();
        let mut winner = None;
        self.rules.visit_until(&node.position, |successor| {
            if successor.wins() {
                winner = Some(successor.mv);
                return ControlFlow::Break(());
            }
            let key = Key::new(&successor.position, below);
            let hash = key.hash();
            table.prefetch_tags(hash);
            hashes.push(hash);
            children.push(Child::new(key, successor.mv, Numbers::REPEATED));
            ControlFlow::Continue(())
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
        // First numbers for all of them before the table is asked: meanwhile its lines arrive.
        // Bit i: the table may know child i. There are at most 64 moves.
        let mut known = 0u64;
        for (index, (child, &hash)) in self.children[base..].iter_mut().zip(&self.hashes).enumerate() {
            child.set(estimate(self.rules, &child.key));
            known |= u64::from(self.table.may_know(hash)) << (index & 63);
            if let won @ Some(_) = child.decides() {
                return won;
            }
        }
        while known != 0 {
            let index = known.trailing_zeros() as usize;
            known &= known - 1;
            let child = &mut self.children[base + index];
            if let Some(found) = self.table.get(&child.key, self.hashes[index]) {
                child.set(found.numbers);
                if let won @ Some(_) = child.decides() {
                    return won;
                }
            }
        }
        let kept = |child: &Child| Kept::new(&child.key, child.mv, child.numbers);
        self.nest.put(&node.key, node.hash, self.children[base..].iter().map(kept));
        None
    }

    /// Looks all open children up again: another thread may be at work on them, or have moved on.
    fn refresh(&mut self, base: usize) {
        for child in &mut self.children[base..] {
            if child.numbers.is_solved() || child.numbers == Numbers::REPEATED {
                continue;
            }
            if let Some(found) = self.table.get(&child.key, child.key.hash()) {
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
        let children = &self.children[base..];
        let (mut phi, mut delta) = (INFINITE, 0u64);
        let (mut best, mut first, mut second) = (0, INFINITE, INFINITE);
        let mut longest = 0;
        // Nothing here can be foreseen, so there are no branches. A won child changes nothing but the distance.
        for (index, child) in children.iter().enumerate() {
            let Numbers { phi: its_phi, delta: its_delta, distance } = child.numbers;
            delta += u64::from(its_phi);
            phi = phi.min(its_delta);
            longest = longest.max(distance);
            let promise = child.virtual_delta;
            second = second.min(first.max(promise));
            best = std::hint::select_unpredictable(promise < first, index, best);
            first = first.min(promise);
        }
        if phi == 0 {
            let lost = children.iter().enumerate().filter(|(_, child)| child.numbers.is_loss());
            if let Some((index, child)) = lost.min_by_key(|(_, child)| child.numbers.distance) {
                let numbers = Numbers::win(child.numbers.distance.saturating_add(1));
                return Summary { numbers, best: base + index, second };
            }
        }
        let numbers = if delta == 0 {
            Numbers::loss(longest.saturating_add(1))
        } else {
            Numbers::open(phi, delta.min(u64::from(UNKNOWN)) as u32)
        };
        Summary { numbers, best: base + best, second }
    }
}

/// A child others are working on looks worse by half for each of them.
#[inline(always)]
const fn with_visitors(numbers: Numbers, visitors: u8) -> u32 {
    let extra = (numbers.delta / 2 + 1).saturating_mul(visitors as u32);
    if numbers.delta >= UNKNOWN { numbers.delta } else { numbers.delta.saturating_add(extra) }
}
