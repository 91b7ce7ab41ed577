//! The engine as its users see it: set it up, give it a game and limits, get reports and a choice.
//!
//! Threads search the same rounds over the shared table and keep out of each other's way. The calling thread is the
//! first, so one thread needs no pool and is deterministic: the same nodes and move every time after [`Engine::new_game`].

use super::clock::Stopwatch;
use super::mate;
use super::parameters::Parameters;
use super::proof;
use super::report::{Choice, Report};
use super::root::deepen;
use super::round::{Finding, RootMove};
use super::score::{INFINITE, Score};
use super::sharing::Busy;
use super::table::{Table, TableSizeError};
use super::worker::{Shared, Worker};
use super::{Control, Level, Limits, Settings};
use crate::eval::Evaluator;
use crate::rules::Game;
use crate::solve::Solver;
use std::sync::Mutex;
use std::sync::atomic::Ordering::Relaxed;

/// A search engine with its table and threads.
///
/// ```
/// use fundi::rules::{Game, Rules};
/// use fundi::search::{Control, Engine, Limits, Settings};
/// let mut engine = Engine::new(Settings::default());
/// let game = Game::new(Rules::KUJIFUNZA);
/// let limits = Limits { depth: Some(6), ..Limits::default() };
/// let choice = engine.search(&game, &limits, &Control::new(), &mut |report| assert!(report.depth <= 6));
/// assert!(choice.best.is_some());
/// ```
pub struct Engine {
    /// Made when it is first asked.
    solver: Option<Solver>,
    settings: Settings,
    parameters: Parameters,
    evaluator: Evaluator,
    table: Table,
    /// What the threads are searching.
    busy: Busy,
    /// Helper threads, kept between searches; `None` with one thread.
    pool: Option<rayon::ThreadPool>,
}

impl Engine {
    /// An engine set up as asked; a table larger than memory allows is made smaller.
    #[must_use]
    pub fn new(settings: Settings) -> Engine {
        let mut engine = Engine {
            solver: None,
            settings,
            parameters: Parameters::default(),
            evaluator: Evaluator::Embedded,
            table: Table::new(settings.hash_mib),
            busy: Busy::new(1),
            pool: None,
        };
        engine.set_threads(settings.threads);
        engine
    }

    /// The present set-up.
    #[must_use]
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes the set-up; the table is emptied if its size changes.
    ///
    /// # Errors
    /// The table could not be made that large; a smaller one is in use and everything else is set.
    pub fn configure(&mut self, settings: Settings) -> Result<(), TableSizeError> {
        let resized = settings.hash_mib != self.settings.hash_mib;
        if settings.threads != self.settings.threads {
            self.set_threads(settings.threads);
        }
        self.settings = settings;
        if resized {
            // The old table goes first: both may not fit.
            self.table = Table::new(1);
            self.table = Table::new(settings.hash_mib);
            let got = self.table.mib();
            if got < settings.hash_mib {
                self.settings.hash_mib = got;
                return Err(TableSizeError { asked: settings.hash_mib, got });
            }
        }
        Ok(())
    }

    /// Search parameters other than the tuned ones: for experiments.
    pub fn set_parameters(&mut self, parameters: Parameters) {
        self.parameters = parameters;
    }

    /// Evaluates with something else from the next search on; call [`Engine::new_game`] too, the table holds old values.
    pub fn set_evaluator(&mut self, evaluator: Evaluator) {
        self.evaluator = evaluator;
    }

    fn set_threads(&mut self, threads: usize) {
        let helpers = threads.saturating_sub(1);
        self.pool = None;
        self.busy = Busy::new(threads);
        if helpers > 0 {
            // If the system gives no threads the engine still plays, with one.
            self.pool = rayon::ThreadPoolBuilder::new().num_threads(helpers).build().ok();
        }
    }

    /// Forgets everything learnt in earlier searches.
    pub fn new_game(&mut self) {
        self.table.clear();
        if let Some(solver) = &mut self.solver {
            solver.clear();
        }
    }

    /// Searches the game's current position. Returns when a limit is reached, when `control` says stop, or when all is known (with
    /// `infinite` only when stopped or at the deepest iteration). `sink` hears every finished line.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control,
        sink: &mut dyn FnMut(&Report),
    ) -> Choice {
        if let (Some(plies), None) = (limits.mate, self.settings.level)
            && let Some(choice) = mate::find(game, plies, limits, control, sink)
        {
            return choice;
        }
        let rest;
        let mut limits = limits;
        if self.settings.level.is_none() {
            let planned = Stopwatch::new(limits, self.settings.move_overhead, control).planned();
            let tables = (&mut self.solver, &self.table);
            match proof::first(tables, game, limits, &self.settings, planned, control, sink) {
                Ok(choice) => return choice,
                Err(left) => {
                    rest = left;
                    limits = &rest;
                }
            }
        }
        match self.settings.level {
            None => self.search_fully(game, limits, self.settings.multi_pv, control, sink).0,
            Some(level) => self.search_weakly(game, limits, level, control, sink),
        }
    }

    /// Searches all root moves with the level's nodes and plays the one that looks best to it.
    fn search_weakly(
        &mut self,
        game: &Game,
        limits: &Limits,
        level: Level,
        control: &Control,
        sink: &mut dyn FnMut(&Report),
    ) -> Choice {
        let nodes = limits.nodes.unwrap_or(u64::MAX).min(level.nodes());
        let limits = Limits { nodes: Some(nodes), ..limits.clone() };
        let shown = self.settings.multi_pv;
        let mut last = None;
        let (mut choice, moves) = self.search_fully(game, &limits, usize::MAX, control, &mut |report| {
            if report.multi_pv <= shown {
                sink(report);
            }
            last = Some(report.clone());
        });
        let key = game.position().key();
        let seen = moves.iter().filter(|mv| mv.score > -INFINITE);
        if let Some(mv) = seen.max_by_key(|mv| level.misjudge(key, mv.mv(), mv.score)) {
            choice.best = Some(mv.mv());
            choice.ponder = mv.pv.get(1).copied();
            choice.score = Score::from_raw(mv.score);
            choice.pv.clone_from(&mv.pv);
            if let Some(report) = last {
                sink(&Report { multi_pv: 1, score: choice.score, pv: choice.pv.clone(), ..report });
            }
        }
        choice
    }

    /// A search at full strength: the choice, and all root moves with what is known about them, best first.
    fn search_fully(
        &mut self,
        game: &Game,
        limits: &Limits,
        multi_pv: usize,
        control: &Control,
        sink: &mut dyn FnMut(&Report),
    ) -> (Choice, Vec<RootMove>) {
        self.table.next_age();
        let stopwatch = Stopwatch::new(limits, self.settings.move_overhead, control);
        let shared = Shared {
            table: &self.table,
            parameters: &self.parameters,
            network: self.evaluator.network(),
            stopwatch: &stopwatch,
            control,
            node_limit: limits.nodes.unwrap_or(u64::MAX).max(1),
            nodes: Default::default(),
            abort: Default::default(),
            busy: self.pool.as_ref().map(|_| &self.busy),
            latest: Default::default(),
        };
        let position = game.position();
        let findings = Mutex::new(Vec::new());
        let search = |thread, sink: &mut dyn FnMut(&Report)| {
            let mut worker = Worker::new(&shared, game, thread);
            let finding = deepen(&mut worker, position, limits, multi_pv, sink);
            worker.flush_nodes();
            shared.abort.store(true, Relaxed);
            finding
        };
        let first = match &self.pool {
            None => search(0, sink),
            Some(pool) => pool.in_place_scope(|scope| {
                for thread in 1..=pool.current_num_threads() {
                    let (search, findings) = (&search, &findings);
                    scope.spawn(move |_| {
                        let finding = search(thread, &mut |_| {});
                        findings.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push(finding);
                    });
                }
                search(0, sink)
            }),
        };
        let others = findings.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        // With several lines shown, the reported ranking is the first thread's and stays so.
        let best = if multi_pv > 1 { first } else { others.into_iter().fold(first, better) };
        let nodes = shared.nodes.load(Relaxed);
        let choice = match best.moves.first() {
            None => Choice {
                best: None,
                ponder: None,
                score: Score::loss_in(0),
                depth: 0,
                nodes,
                time: stopwatch.elapsed(),
                pv: Vec::new(),
            },
            Some(mv) => Choice {
                best: Some(mv.mv()),
                ponder: mv.pv.get(1).copied(),
                // Stopped before the first iteration was complete: nothing is known.
                score: if best.depth == 0 { Score::ZERO } else { Score::from_raw(mv.score) },
                depth: best.depth.unsigned_abs(),
                nodes,
                time: stopwatch.elapsed(),
                pv: mv.pv.clone(),
            },
        };
        (choice, best.moves)
    }
}

/// The finding to trust: a proven win first, then the deeper one, then the higher score.
fn better(a: Finding, b: Finding) -> Finding {
    let rank = |finding: &Finding| {
        let score = finding.moves.first().map_or(i32::MIN, |mv| mv.score);
        let proven = if score >= super::score::PROVEN { score } else { 0 };
        (proven, finding.depth, score)
    };
    if rank(&b) > rank(&a) { b } else { a }
}
