//! The solver as others use it: a table that outlives single questions, and threads that share it.
//!
//! Asking again with higher limits goes on where the last search stopped, as long as the table still holds it.

use super::dfpn::{Node, Worker};
use super::key::{Bound, Key};
use super::nest::Nest;
use super::numbers::Numbers;
use super::signals::Signals;
use super::table::Table;
use super::{Limits, Progress, Value, Verdict};
use crate::board::Position;
use crate::rules::{Move, Rules};
use crate::words::{Message, Told, say, told_in_english};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

const STACK_BYTES: usize = 8 << 20;
const PROGRESS_EVERY: Duration = Duration::from_secs(1);

/// Why a solver could not be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolverError {
    /// The table's memory, in MiB, is not to be had.
    Memory(usize),
}

impl Told for SolverError {
    fn message(&self) -> Message {
        let SolverError::Memory(mib) = self;
        say!(SolverMemory, mib = *mib)
    }
}

told_in_english!(SolverError);

/// Proves wins and losses.
///
/// ```
/// use fundi::rules::Rules;
/// use fundi::solve::{Limits, Solver, Value};
/// let mut solver = Solver::new(16).unwrap();
/// let start = Rules::KUJIFUNZA.start();
/// let verdict = solver.solve(Rules::KUJIFUNZA, &start, Limits::nodes(1_000_000));
/// assert_eq!(verdict.value, Value::Win, "the beginners' game is won for the player who begins");
/// ```
#[derive(Debug)]
pub struct Solver {
    table: Table,
    /// One for each thread.
    nests: Vec<Nest>,
    threads: usize,
    rules: Option<&'static Rules>,
}

impl Solver {
    /// A solver with a table of `memory_mib` MiB (at least a fraction of one) and one thread.
    ///
    /// # Errors
    /// [`SolverError::Memory`] if there is not that much.
    pub fn new(memory_mib: usize) -> Result<Solver, SolverError> {
        Solver::with_bytes(memory_mib.saturating_mul(1 << 20).max(1 << 16))
            .ok_or(SolverError::Memory(memory_mib))
    }

    /// A solver with a table of about so many bytes; `None` if there is no such memory. Proofs stay right however few they are.
    #[must_use]
    pub fn with_bytes(bytes: usize) -> Option<Solver> {
        Some(Solver { table: Table::new(bytes)?, nests: vec![Nest::new()], threads: 1, rules: None })
    }

    /// Sets the number of threads, at least 1.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.clamp(1, 256);
        self.table.share(self.threads > 1);
        self.nests.resize_with(self.threads, Nest::new);
    }

    /// Forgets everything proved so far.
    pub fn clear(&mut self) {
        self.table.clear();
        self.nests.iter_mut().for_each(Nest::clear);
    }

    /// Bytes held by the table.
    #[must_use]
    pub fn table_bytes(&self) -> usize {
        self.table.bytes()
    }

    /// What the table holds as proved about `position` by the rules asked about last: its value, the plies within which the game ends, and
    /// the winner's move. Nothing is searched.
    #[must_use]
    pub fn known(&self, rules: &Rules, position: &Position) -> Option<(Value, u32, Option<Move>)> {
        if !Key::fits(position) || self.rules.is_none_or(|asked| asked.name != rules.name) {
            return None;
        }
        let node = Node::new(*position, Bound::NONE);
        let found = self.table.get(&node.key, node.hash).filter(|found| found.numbers.is_solved())?;
        let value = if found.numbers.is_win() { Value::Win } else { Value::Loss };
        Some((value, u32::from(found.numbers.distance), found.mv))
    }

    /// Tries to prove the value of `position` within `limits`.
    pub fn solve(&mut self, rules: &'static Rules, position: &Position, limits: Limits) -> Verdict {
        self.solve_until(rules, position, limits, &AtomicBool::new(false), &mut |_| ())
    }

    /// As [`Solver::solve`]; gives up soon after `stop` becomes true, and tells `sink` about once a second how it goes.
    pub fn solve_until(
        &mut self,
        rules: &'static Rules,
        position: &Position,
        limits: Limits,
        stop: &AtomicBool,
        sink: &mut dyn FnMut(&Progress),
    ) -> Verdict {
        self.ask(rules, position, Bound::NONE, limits, stop, sink)
    }

    /// Answers a question with or without a ply bound. With one, [`Value::Win`] means that the mover reaches his goal: to win within the plies
    /// if he attacks, else not to be beaten within them. The table holds one rule set's questions at a time.
    pub fn ask(
        &mut self,
        rules: &'static Rules,
        position: &Position,
        bound: Bound,
        limits: Limits,
        stop: &AtomicBool,
        sink: &mut dyn FnMut(&Progress),
    ) -> Verdict {
        let start = Instant::now();
        if self.rules.is_none_or(|earlier| earlier.name != rules.name) {
            if self.rules.is_some() {
                self.clear();
            }
            self.rules = Some(rules);
        }
        let verdict = |numbers: Numbers, best: Option<Move>, nodes, children| Verdict {
            value: match numbers {
                _ if numbers.is_win() => Value::Win,
                _ if numbers.is_loss() => Value::Loss,
                _ => Value::Unknown,
            },
            best,
            plies: numbers.is_solved().then_some(u32::from(numbers.distance)),
            nodes,
            children,
            time: start.elapsed(),
            numbers: (numbers.phi, numbers.delta),
        };
        if position.is_decided() {
            let lost = position.own_rows().front == 0;
            return verdict(if lost { Numbers::loss(0) } else { Numbers::win(0) }, None, 0, 0);
        }
        if !Key::fits(position) {
            return verdict(Numbers::REPEATED, None, 0, 0);
        }
        let root = Node::new(*position, bound);
        if let Some(found) = self.table.get(&root.key, root.hash).filter(|found| found.numbers.is_solved()) {
            return verdict(found.numbers, found.mv, 0, 0);
        }
        let signals = Signals::new(stop, limits.nodes, limits.time.map(|time| start + time));
        let (table, threads) = (&self.table, self.threads);
        let mut next_news = PROGRESS_EVERY;
        let mut report = |nodes| {
            let time = start.elapsed();
            if time >= next_news {
                next_news = time + PROGRESS_EVERY;
                sink(&Progress { nodes, time, table_permille: table.permille_full() });
            }
        };
        let mut nests = self.nests.iter_mut();
        let Some(nest) = nests.next() else { return verdict(Numbers::REPEATED, None, 0, 0) };
        let mut first = Worker::new(rules, table, &signals, nest, threads > 1, Some(&mut report));
        if threads == 1 {
            let numbers = first.run(&root);
            return verdict(numbers, first.best, first.nodes, first.evaluated);
        }
        std::thread::scope(|scope| {
            let (signals, root) = (&signals, &root);
            let helpers: Vec<_> = nests
                .filter_map(|nest| {
                    let work = move || {
                        let mut worker = Worker::new(rules, table, signals, nest, true, None);
                        let numbers = worker.run(root);
                        (numbers, worker.best, worker.nodes, worker.evaluated)
                    };
                    std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work).ok()
                })
                .collect();
            let mut answer = (first.run(root), first.best);
            let (mut nodes, mut evaluated) = (first.nodes, first.evaluated);
            for helper in helpers {
                let Ok((numbers, best, its_nodes, its_evaluated)) = helper.join() else { continue };
                nodes += its_nodes;
                evaluated += its_evaluated;
                if !answer.0.is_solved() && numbers.is_solved() {
                    answer = (numbers, best);
                }
            }
            verdict(answer.0, answer.1, nodes, evaluated)
        })
    }
}
