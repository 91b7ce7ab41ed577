//! Growing a book: the most wanted leaves are opened by searching every position a move leads to, until the means are used up.
//!
//! Every position is searched for itself, by one thread with an empty table, so its result depends on nothing but the position and the nodes: a
//! book that was stopped and continued, or made in parts, is the book made in one go.

use super::entry::Searched;
use super::{Book, Tree, Widths};
use crate::board::Position;
use crate::rules::{Game, Rules};
use crate::search::{Control, Engine, Limits, Score, Settings};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// What growing may use, and how.
#[derive(Clone, Copy, Debug)]
pub struct Means {
    /// Nodes for each position.
    pub nodes: u64,
    /// Positions to search; `None`: no limit.
    pub positions: Option<usize>,
    /// Time; `None`: no limit.
    pub time: Option<Duration>,
    /// Positions searched at once. More than one opens as many leaves at a time.
    pub threads: usize,
    /// Table of each thread, MiB.
    pub hash_mib: usize,
    /// Which moves are followed.
    pub widths: Widths,
}

/// How far growing has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The tree as it is now.
    pub tree: &'a Tree,
    /// Positions searched in this run.
    pub searched: usize,
    /// Time used.
    pub time: Duration,
}

/// A book that grows below a position.
pub struct Growth {
    rules: &'static Rules,
    tree: Tree,
    root: Position,
    means: Means,
    engines: Vec<Engine>,
}

impl Growth {
    /// Prepares to extend `book` below `root`, which becomes a root of the book unless it is part of it.
    #[must_use]
    pub fn new(mut book: Book, root: Position, means: Means) -> Growth {
        book.add_root(root);
        let checksum = crate::eval::Network::embedded().checksum();
        let version = env!("CARGO_PKG_VERSION");
        book.add_provenance(&format!(
            "fundi {version}, network {checksum:016x}, {} nodes a position",
            means.nodes
        ));
        let settings = Settings { hash_mib: means.hash_mib, ..Settings::default() };
        Growth {
            rules: book.rules,
            tree: Tree::of(&book),
            root,
            means,
            engines: (0..means.threads.max(1)).map(|_| Engine::new(settings)).collect(),
        }
    }

    /// Grows until the means are used up, nothing is left to open or `control` says stop. `watch` is told after every batch and may
    /// end it by an error. Returns the positions searched.
    ///
    /// # Errors
    /// What `watch` said.
    pub fn run<E>(
        &mut self,
        control: &Control,
        watch: &mut dyn FnMut(Progress<'_>) -> Result<(), E>,
    ) -> Result<usize, E> {
        let start = Instant::now();
        let mut searched = 0;
        let is_late = || self.means.time.is_some_and(|time| start.elapsed() >= time);
        while !control.stopped() && !is_late() {
            let left =
                self.means.positions.map_or(usize::MAX, |positions| positions.saturating_sub(searched));
            let leaves = self.tree.leaves(&self.root, self.means.widths, self.engines.len());
            let mut wanted: Vec<Position> = Vec::new();
            for position in leaves.iter().flat_map(|leaf| self.tree.missing(leaf)) {
                if wanted.len() < left && !wanted.contains(&position) {
                    wanted.push(position);
                }
            }
            if wanted.is_empty() {
                break;
            }
            for (position, result) in
                search_all(&mut self.engines, self.rules, self.means.nodes, &wanted, control)
            {
                self.tree.add(&position, result);
                searched += 1;
            }
            self.tree.back_up();
            watch(Progress { tree: &self.tree, searched, time: start.elapsed() })?;
        }
        Ok(searched)
    }

    /// The book as it is now.
    #[must_use]
    pub fn book(&self) -> Book {
        self.tree.to_book()
    }
}

/// Searches positions, each with one engine; those that `control` cut short are left out. In the order of `positions`.
fn search_all(
    engines: &mut [Engine],
    rules: &'static Rules,
    nodes: u64,
    positions: &[Position],
    control: &Control,
) -> Vec<(Position, Searched)> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    let work = |engine: &mut Engine| {
        loop {
            let index = next.fetch_add(1, Relaxed);
            let Some(position) = positions.get(index) else { return };
            let Some(searched) = search(engine, rules, nodes, position, control) else { continue };
            results
                .lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner)
                .push((index, *position, searched));
        }
    };
    match engines {
        [engine] => work(engine),
        _ => std::thread::scope(|scope| {
            for engine in engines {
                scope.spawn(|| work(engine));
            }
        }),
    }
    let mut results = results.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    results.sort_by_key(|(index, ..)| *index);
    results.into_iter().map(|(_, position, searched)| (position, searched)).collect()
}

/// Searches a position; `None` if it has no move or was cut short.
fn search(
    engine: &mut Engine,
    rules: &'static Rules,
    nodes: u64,
    position: &Position,
    control: &Control,
) -> Option<Searched> {
    engine.new_game();
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let choice = engine.search(&Game::from_position(rules, *position), &limits, control, &mut |_| {});
    let score = choice.score;
    // A search that has proved its result ends early and is complete.
    let complete = !control.stopped() || score.win_plies().is_some();
    let depth = u8::try_from(choice.depth).unwrap_or(u8::MAX);
    choice.best.filter(|_| complete && score != Score::loss_in(0)).map(|mv| Searched { mv, score, depth })
}
