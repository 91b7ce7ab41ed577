//! The thread that owns the engine. It takes jobs one by one and tells the session what comes of them.
//!
//! A panic inside the engine ends neither the thread nor the process: the engine is thrown away, the session is told, and
//! the next job builds a new one. A worker that never answers can be left behind; its later news carry its number and
//! are not listened to.

use crate::board::Position;
use crate::eval::Evaluator;
use crate::rules::{Game, Move, Rules, perft};
use crate::search::{Choice, Control, Engine, Limits, Report, Settings};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Sender, SyncSender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// What the session needs of an engine; tests put misbehaving ones in its place.
pub trait Searcher {
    /// Searches; see [`Engine::search`].
    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control,
        sink: &mut dyn FnMut(&Report),
    ) -> Choice;
    /// Applies other settings and evaluates with `evaluator` from now on.
    ///
    /// # Errors
    /// What could not be had; the engine works all the same.
    fn configure(&mut self, settings: Settings, evaluator: Evaluator) -> Result<(), String>;
    /// Forgets what earlier searches learnt.
    fn new_game(&mut self);
}

impl Searcher for Engine {
    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control,
        sink: &mut dyn FnMut(&Report),
    ) -> Choice {
        Engine::search(self, game, limits, control, sink)
    }

    fn configure(&mut self, settings: Settings, evaluator: Evaluator) -> Result<(), String> {
        self.set_evaluator(evaluator);
        Engine::configure(self, settings).map_err(|error| error.to_string())
    }

    fn new_game(&mut self) {
        Engine::new_game(self);
    }
}

/// Builds an engine with default settings, on the worker's thread.
pub type Builder = Arc<dyn Fn() -> Box<dyn Searcher> + Send + Sync>;

/// The builder of the real engine.
#[must_use]
pub fn engine() -> Box<dyn Searcher> {
    Box::new(Engine::new(Settings { hash_mib: 1, ..Settings::default() }))
}

/// Something to do.
pub enum Job {
    /// Be ready to search with these settings and this evaluation.
    Prepare(Settings, Evaluator),
    /// Forget earlier games.
    NewGame,
    /// Search; time counts from the instant given.
    Search(Box<Game>, Limits, Instant),
    /// Count leaves.
    Perft(&'static Rules, Position, u32),
    /// Run the benchmark.
    Bench,
}

/// What came of a job.
pub enum News {
    /// A [`Job::Prepare`] or [`Job::NewGame`] is done; what went wrong, if anything.
    Prepared(Option<String>),
    /// A search has found a line.
    Report(Report),
    /// A search is over; `None` if the engine broke down.
    Finished(Option<Choice>),
    /// A count or benchmark has something to print.
    Line(String),
    /// A count or benchmark is over.
    Done,
}

/// The session's end of the worker.
pub struct Worker {
    jobs: Sender<Job>,
    /// Stops what is running.
    pub control: Control,
    /// Distinguishes this worker's news from those of one left behind.
    pub number: u64,
}

impl Worker {
    /// Starts a worker whose news arrive in `news`, wrapped by `wrap` together with its number.
    pub fn start<E: Send + 'static>(
        number: u64,
        builder: Builder,
        news: SyncSender<E>,
        wrap: fn(u64, News) -> E,
    ) -> Worker {
        let (jobs, inbox) = channel();
        let control = Control::new();
        let shared = control.clone();
        thread::spawn(move || {
            // The client is gone when nobody receives: then nothing is left to do.
            let tell = |item| news.send(wrap(number, item)).is_ok();
            let mut desk = Desk { builder, engine: None, control: shared };
            for job in inbox {
                if !desk.work(job, &tell) {
                    return;
                }
            }
        });
        Worker { jobs, control, number }
    }

    /// Hands over a job. Only fails if the thread could not live, and then the session's watchdog speaks.
    pub fn send(&self, job: Job) {
        let _ = self.jobs.send(job);
    }
}

/// The worker's own state.
struct Desk {
    builder: Builder,
    engine: Option<Box<dyn Searcher>>,
    control: Control,
}

impl Desk {
    fn engine(&mut self) -> &mut Box<dyn Searcher> {
        self.engine.get_or_insert_with(|| (self.builder)())
    }

    /// Runs `task` with the engine. If it panics, the engine is gone and the answer is `None`.
    fn guarded<T>(&mut self, task: impl FnOnce(&mut dyn Searcher, &Control) -> T) -> Option<T> {
        let control = self.control.clone();
        let result = catch_unwind(AssertUnwindSafe(|| task(self.engine().as_mut(), &control)));
        if result.is_err()
            && let Some(broken) = self.engine.take()
        {
            let _ = catch_unwind(AssertUnwindSafe(|| drop(broken)));
        }
        result.ok()
    }

    /// Does one job; false if nobody listens any more.
    fn work(&mut self, job: Job, tell: &dyn Fn(News) -> bool) -> bool {
        match job {
            Job::Prepare(settings, evaluator) => {
                let outcome = self.guarded(|engine, _| engine.configure(settings, evaluator));
                tell(News::Prepared(match outcome {
                    Some(Ok(())) => None,
                    Some(Err(problem)) => Some(problem),
                    None => Some("the engine broke down while changing its settings".to_owned()),
                }))
            }
            Job::NewGame => {
                let fresh = self.engine.is_none() || self.guarded(|engine, _| engine.new_game()).is_some();
                let problem = (!fresh).then(|| "the engine broke down and starts afresh".to_owned());
                tell(News::Prepared(problem))
            }
            Job::Search(game, limits, since) => {
                let choice = self.guarded(|engine, control| {
                    let limits = shorten(limits, since.elapsed());
                    engine.search(&game, &limits, control, &mut |report| {
                        tell(News::Report(report.clone()));
                    })
                });
                tell(News::Finished(choice))
            }
            Job::Perft(rules, position, depth) => {
                self.perft(rules, &position, depth, tell);
                tell(News::Done)
            }
            Job::Bench => {
                let control = self.control.clone();
                let outcome = catch_unwind(AssertUnwindSafe(|| {
                    crate::bench::run(&control, &mut |line| {
                        tell(News::Line(line));
                    });
                }));
                if outcome.is_err() {
                    tell(News::Line("info string the benchmark broke down".to_owned()));
                }
                tell(News::Done)
            }
        }
    }

    /// Counts below each move; looks at the stop flag between subtrees.
    fn perft(&self, rules: &'static Rules, position: &Position, depth: u32, tell: &dyn Fn(News) -> bool) {
        let start = Instant::now();
        let mut total = u64::from(depth == 0);
        if depth > 0 {
            for successor in rules.successors(position) {
                let Some(leaves) = count(rules, &successor.position, depth - 1, &self.control) else {
                    tell(News::Line("info string perft stopped".to_owned()));
                    return;
                };
                let mv: Move = successor.mv;
                tell(News::Line(format!("perft {} {leaves}", mv.token(position.mover()))));
                total = total.saturating_add(leaves);
            }
        }
        let time = start.elapsed();
        let speed = u128::from(total) * 1_000_000 / time.as_micros().max(1);
        tell(News::Line(format!("perft total {total} time {} nps {speed}", time.as_millis())));
    }
}

/// Leaves below `position`, or `None` if told to stop.
fn count(rules: &Rules, position: &Position, depth: u32, control: &Control) -> Option<u64> {
    if control.stopped() {
        return None;
    }
    if depth <= 3 {
        return Some(perft(rules, position, depth));
    }
    rules.successors(position).iter().try_fold(0_u64, |sum, successor| {
        Some(sum.saturating_add(count(rules, &successor.position, depth - 1, control)?))
    })
}

/// Takes time already spent (waiting for the engine to be ready) off the limits.
fn shorten(mut limits: Limits, spent: Duration) -> Limits {
    limits.movetime = limits.movetime.map(|time| time.saturating_sub(spent));
    if let Some(clock) = &mut limits.clock {
        clock.remaining = clock.remaining.saturating_sub(spent);
    }
    limits
}
