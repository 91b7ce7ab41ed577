//! One thread's search: principal variation search with a shared table.
//!
//! Moves are played before they are ordered, because a Bao move costs less than guessing what it does. Nothing here assumes that
//! a player could pass: there is no null move and no standing pat, since captures are compulsory.

use super::clock::Stopwatch;
use super::leaf::decided;
use super::order::{self, Child, Moves};
use super::parameters::Parameters;
use super::round::Latest;
use super::score::{INFINITE, MAX_PLY, PROVEN, WIN};
use super::sharing::{Busy, Open, SHARING_DEPTH, Turns};
use super::shortcuts::Singular;
use super::table::{Entry, Kind, Table, from_table, to_table};
use crate::board::Position;
use crate::eval::Network;
use crate::rules::{Game, Move, Rules};
use crossbeam_utils::CachePadded;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// What all threads of one search share.
pub(crate) struct Shared<'a> {
    pub table: &'a Table,
    pub parameters: &'a Parameters,
    pub network: &'a Network,
    pub stopwatch: &'a Stopwatch,
    pub control: &'a super::Control,
    pub node_limit: u64,
    // What is written while the threads search lies in cache lines of its own: else every write costs the others all of the above.
    /// Nodes of all threads, added in batches.
    pub nodes: CachePadded<AtomicU64>,
    pub abort: CachePadded<AtomicBool>,
    /// What the threads search at the root.
    pub latest: CachePadded<Latest>,
    /// What the threads are searching; `None` with one thread.
    pub busy: Option<&'a Busy>,
}

impl Shared<'_> {
    /// The static value of a position for its mover.
    #[inline(always)]
    pub fn evaluate(&self, position: &Position) -> i32 {
        self.network.evaluate(position)
    }
}

/// Nodes between two looks at the clock and the stop switch.
const BATCH: u64 = 1024;

/// With several threads: nodes between two looks whether another has made this one's work unnecessary.
const SHARED_BATCH: u64 = 64;

/// A thread's state.
pub(crate) struct Worker<'a> {
    pub shared: &'a Shared<'a>,
    thread: usize,
    pub rules: &'a Rules,
    /// Positions visited by this thread.
    pub nodes: u64,
    counted: u64,
    next_count: u64,
    /// The next look at the clock or at the other threads.
    next_check: u64,
    pub stopped: bool,
    pub seldepth: usize,
    pub root_depth: i32,
    /// The number of the round it searches, see [`Latest`].
    pub round: u32,
    /// Keys of the game's positions and of the current line.
    pub path: Vec<u64>,
    /// Where the search's own line begins in `path`.
    root: usize,
    /// Plies until the ply limit makes a draw, seen from the root.
    plies_left: usize,
    buffers: Vec<Vec<Child>>,
    /// The best line found from each ply.
    pub lines: Vec<Vec<Move>>,
    /// Inside a shallow search that must not start another.
    pub in_probcut: bool,
    /// With several threads: the null-window nodes this thread is inside of, outermost first.
    open: Vec<Open>,
    /// Another thread has answered the node at this ply with this value: `stopped` until back there.
    answered: Option<(usize, i32)>,
}

impl<'a> Worker<'a> {
    /// `thread` numbers the threads from 0.
    pub fn new(shared: &'a Shared<'a>, game: &'a Game, thread: usize) -> Worker<'a> {
        let plies_left = game.plies_left().unwrap_or(usize::MAX);
        let mut path: Vec<u64> = game.positions().iter().map(Position::key).collect();
        path.reserve(MAX_PLY + 8);
        Worker {
            shared,
            thread,
            rules: game.rules(),
            nodes: 0,
            counted: 0,
            next_count: BATCH.min(shared.node_limit),
            next_check: BATCH.min(shared.node_limit),
            stopped: false,
            seldepth: 0,
            root_depth: 0,
            round: 0,
            root: path.len() - 1,
            path,
            plies_left,
            buffers: (0..MAX_PLY + 2).map(|_| Vec::new()).collect(),
            lines: (0..MAX_PLY + 3).map(|_| Vec::new()).collect(),
            in_probcut: false,
            open: Vec::new(),
            answered: None,
        }
    }

    /// Adds this thread's nodes to the common count.
    pub fn flush_nodes(&mut self) -> u64 {
        let fresh = self.nodes - self.counted;
        self.counted = self.nodes;
        self.shared.nodes.fetch_add(fresh, Relaxed) + fresh
    }

    #[cold]
    fn check(&mut self) {
        let shared = self.shared;
        if self.nodes >= self.next_count {
            let total = self.flush_nodes();
            if total >= shared.node_limit || shared.control.stopped() || shared.stopwatch.expired() {
                shared.abort.store(true, Relaxed);
            }
            self.next_count = self.nodes + BATCH.min(shared.node_limit.saturating_sub(total)).max(1);
        }
        self.next_check = self.next_count;
        let several = shared.busy.is_some();
        if several {
            self.next_check = self.next_check.min(self.nodes + SHARED_BATCH);
        }
        // The first iteration is always finished, so that every search has a move and a score.
        let aborted = shared.abort.load(Relaxed) && self.root_depth > 1;
        if aborted || several && shared.latest.number() != self.round {
            self.stopped = true;
            self.answered = None;
        } else if several && !self.stopped {
            self.answered = self.open.iter().find_map(|open| open.answer(shared.table));
            self.stopped = self.answered.is_some();
        }
    }

    #[inline(always)]
    pub fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes >= self.next_check {
            self.check();
        }
    }

    /// A draw by repetition: once within the searched line, or for the third time counting the game.
    fn repeats(&self, key: u64) -> bool {
        let now = self.path.len();
        let mut earlier = 0;
        let mut at = now;
        while at >= 2 {
            at -= 2;
            if self.path[at] == key {
                if at >= self.root {
                    return true;
                }
                earlier += 1;
                if earlier == 2 {
                    return true;
                }
            }
        }
        false
    }

    /// The value of `position` at `ply`, searched `depth` plies deep, within `alpha` and `beta`.
    pub fn search(
        &mut self,
        position: &Position,
        key: u64,
        window: (i32, i32),
        depth: i32,
        ply: usize,
    ) -> i32 {
        let (mut alpha, mut beta) = window;
        let pv = beta - alpha > 1;
        if pv {
            self.lines[ply].clear();
            self.seldepth = self.seldepth.max(ply);
        }
        if let Some(value) = decided(position, ply) {
            self.count_node();
            return value;
        }
        // A shorter win is already known, or even the quickest win from here comes too late.
        alpha = alpha.max(ply as i32 - WIN);
        beta = beta.min(WIN - ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }
        if ply >= self.plies_left
            || (position.own_store() == 0 && position.enemy_store() == 0 && self.repeats(key))
        {
            self.count_node();
            return 0;
        }
        if depth <= 0 || ply >= MAX_PLY {
            return self.leaf(position, ply, self.shared.parameters.leaf_forced_plies, pv);
        }
        self.count_node();
        if self.stopped {
            return 0;
        }

        let mut depth = depth;
        let stored = self.shared.table.probe(key);
        if let Some(entry) = stored {
            let score = from_table(entry.score, ply as i32);
            let cuts = entry.kind.cuts(score, alpha, beta);
            let proven = score.abs() >= PROVEN;
            if cuts && !pv && (entry.depth >= depth || proven) {
                return score;
            }
            if pv && proven && (cuts || entry.kind != Kind::Exact) {
                // The line to a known end is shown whole: search as deep as the end is away.
                depth = depth.max(WIN - score.abs() - ply as i32).min(depth + 60);
            }
        }
        let asked = depth;
        if depth >= self.shared.parameters.unknown_depth && stored.is_none_or(|entry| entry.mv.is_none()) {
            depth -= 1;
        }

        let mut children = std::mem::take(&mut self.buffers[ply]);
        order::generate(self.rules, position, self.shared.table, &mut children, false);
        let node = Node { position, key, depth, asked, ply, stored };
        let watched = !pv && self.shared.busy.is_some() && depth > SHARING_DEPTH;
        if watched {
            self.open.push(Open { key, depth, beta, ply });
        }
        let mut score = self.search_node(&node, (alpha, beta), &mut children);
        if watched {
            self.open.pop();
            if let Some((at, value)) = self.answered
                && at == ply
            {
                self.answered = None;
                self.stopped = false;
                score = value;
            }
        }
        self.buffers[ply] = children;
        score
    }

    /// Searches a node whose children are played: first what may make searching them unnecessary.
    fn search_node(&mut self, node: &Node, (alpha, beta): (i32, i32), children: &mut [Child]) -> i32 {
        let Node { depth, ply, .. } = *node;
        let parameters = self.shared.parameters;
        let pv = beta - alpha > 1;
        if children.is_empty() {
            return ply as i32 - WIN;
        }
        if let [winner] = children
            && winner.wins()
        {
            if pv {
                self.lines[ply].push(winner.mv());
                self.lines[ply + 1].clear();
            }
            return WIN - ply as i32 - 1;
        }
        if !pv && beta.abs() < PROVEN {
            if depth >= parameters.transposition_cut_depth
                && let Some(score) = self.transposition_cut(children, beta, depth, ply)
            {
                return score;
            }
            if depth <= parameters.futility_depth {
                let value = self.shared.evaluate(node.position);
                if value - parameters.futility_margin * depth >= beta {
                    return value;
                }
            }
        }
        let table_move = node.stored.and_then(|entry| entry.mv);
        let single = children.len() == 1;
        let mut moves = Moves::new(children, table_move, depth, self.shared);
        if !pv
            && beta.abs() < PROVEN
            && depth >= parameters.probcut_depth
            && !self.in_probcut
            && let Some(score) = self.probcut(node, beta, &mut moves)
        {
            return score;
        }
        let mut extension = i32::from(single && parameters.extend_single_reply != 0);
        if depth >= parameters.singular_depth && !single && !self.in_probcut {
            match self.singular(node, beta, pv, &mut moves) {
                Singular::Cut(score) => {
                    // A thread that had put this node off must find its value.
                    if self.shared.busy.is_some() && !self.stopped {
                        let score = to_table(score, ply as i32);
                        let entry = Entry { mv: table_move, score, depth: node.asked, kind: Kind::Lower };
                        self.shared.table.store(node.key, entry);
                    }
                    return score;
                }
                Singular::Extend => extension = 1,
                Singular::No => {}
            }
        }
        if (ply as i32) >= 2 * self.root_depth {
            extension = 0;
        }
        self.search_children(node, (alpha, beta), &mut moves, extension)
    }

    /// Searches the children in their order. Only the first is extended.
    pub fn search_children(
        &mut self,
        node: &Node,
        (mut alpha, beta): (i32, i32),
        moves: &mut Moves,
        extension: i32,
    ) -> i32 {
        let Node { key, depth, ply, .. } = *node;
        let pv = beta - alpha > 1;
        let mut best = -INFINITE;
        let mut best_move = None;
        let original_alpha = alpha;
        self.path.push(key);
        let mut turns = Turns::new(self.shared.busy, key, depth);
        while let Some(index) = turns.next(|index| moves.children.get(index).map(|child| child.key)) {
            let child = &moves.children[index];
            if index > 0 && self.too_late(depth, pv, alpha, child) {
                best = best.max(child.static_value());
                continue;
            }
            let value = self.search_child((depth, ply), (alpha, beta), child, index, extension);
            if self.stopped {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(child.mv());
                    alpha = value;
                    if pv {
                        self.extend_line(ply, child.mv());
                    }
                    if value >= beta {
                        break;
                    }
                }
            }
            moves.order_rest(depth, self.shared);
        }
        self.path.pop();
        if self.stopped {
            return 0;
        }
        let kind = if best >= beta {
            Kind::Lower
        } else if best > original_alpha {
            Kind::Exact
        } else {
            Kind::Upper
        };
        // With several threads the others must find their question answered, though by a reduced search: else they search again.
        let depth = if self.shared.busy.is_some() { node.asked } else { depth };
        let entry = Entry { mv: best_move, score: to_table(best, ply as i32), depth, kind };
        self.shared.table.store(key, entry);
        best
    }

    /// The value of one child of a node of `depth` at `ply`: the first with the whole window and `extension`, the others first with a null
    /// window and reduced. Other threads keep away from these meanwhile.
    pub fn search_child(
        &mut self,
        (depth, ply): (i32, usize),
        (alpha, beta): (i32, i32),
        child: &Child,
        index: usize,
        extension: i32,
    ) -> i32 {
        let pv = beta - alpha > 1;
        let (below, key) = (child.position(), child.key);
        if index == 0 {
            return -self.search(&below, key, (-beta, -alpha), depth - 1 + extension, ply + 1);
        }
        let busy = self.shared.busy.filter(|_| depth >= SHARING_DEPTH);
        let parent = self.path.last().copied().unwrap_or_default();
        if let Some(busy) = busy {
            busy.enter(self.thread, parent, key, depth);
        }
        let reduction = self.reduction(depth, index, pv, alpha, child);
        let mut value = -self.search(&below, key, (-alpha - 1, -alpha), depth - 1 - reduction, ply + 1);
        if value > alpha && reduction > 0 && !self.stopped {
            value = -self.search(&below, key, (-alpha - 1, -alpha), depth - 1, ply + 1);
        }
        if value > alpha && pv && !self.stopped {
            value = -self.search(&below, key, (-beta, -alpha), depth - 1, ply + 1);
        }
        if let Some(busy) = busy {
            busy.leave(self.thread, parent);
        }
        value
    }

    /// Puts `mv` before the line of the next ply.
    pub fn extend_line(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        if let (Some(line), Some(below)) = (upper.last_mut(), lower.first()) {
            line.clear();
            line.push(mv);
            line.extend_from_slice(below);
        }
    }

    /// Plies by which a late move is searched less deep.
    pub fn reduction(&self, depth: i32, index: usize, pv: bool, alpha: i32, child: &Child) -> i32 {
        let parameters = self.shared.parameters;
        if depth < parameters.reduction_depth
            || (index as i32) < parameters.reduction_move
            || alpha <= -PROVEN
        {
            return 0;
        }
        let mut reduction = 1 + i32::from(!pv && index as i32 >= parameters.reduction_late_move);
        if parameters.reduction_gap > 0 && depth >= parameters.order_by_evaluation_depth {
            let gap = (alpha - child.static_value()).clamp(0, 3 * parameters.reduction_gap);
            reduction += gap / parameters.reduction_gap;
        }
        reduction.min(depth - 1)
    }

    /// Whether a late move near the horizon is statically so bad that it is left out.
    fn too_late(&self, depth: i32, pv: bool, alpha: i32, child: &Child) -> bool {
        let parameters = self.shared.parameters;
        depth <= parameters.late_depth
            && depth >= parameters.order_by_evaluation_depth
            && !pv
            && alpha.abs() < PROVEN
            && child.static_value() + parameters.late_margin * depth < alpha
    }
}

/// A node being searched.
#[derive(Clone, Copy)]
pub(super) struct Node<'p> {
    pub position: &'p Position,
    pub key: u64,
    pub depth: i32,
    /// The depth asked for, before it was reduced for want of a table move.
    pub asked: i32,
    pub ply: usize,
    /// What the table knows about it.
    pub stored: Option<Entry>,
}
