//! One `go` from its limits to its `bestmove`: exactly one, never before it may be told, never an illegal move.
//!
//! The session's watchdog lives here too: a search that outlives its time is told to stop, and one that does not obey
//! is answered for with the best move it reported.

use super::Mode;
use super::options::Values;
use super::reply::{BestMove, Info, Style, Summary};
use crate::book::BookMove;
use crate::rules::{Game, Move};
use crate::search::{Choice, Limits, Report, Score, Settings};
use std::time::{Duration, Instant};

/// How long a search that was told to stop may take before it is given up, and how much longer for each thread it has to
/// gather: a machine may be busy, and more threads than cores take turns.
const OBEDIENCE: Duration = Duration::from_secs(2);
const OBEDIENCE_PER_THREAD: Duration = Duration::from_millis(10);

/// A search that is running or whose result is held back.
pub struct Thinking {
    game: Game,
    limits: Limits,
    settings: Settings,
    /// Still to be waited for before the best move may be told.
    infinite: bool,
    ponder: bool,
    /// When to stop it, when to give it up.
    stop_at: Option<Instant>,
    give_up_at: Option<Instant>,
    stopping: bool,
    /// What the opening book plays instead of what a search finds; not while pondering.
    book: Option<BookMove>,
    /// The last report on the best line.
    last: Option<Report>,
    choice: Option<Choice>,
}

impl Thinking {
    /// Begins at `now`. A position without legal moves, or with a move of the book, is answered without any search.
    #[must_use]
    pub fn new(
        game: Game,
        limits: Limits,
        settings: Settings,
        book: Option<BookMove>,
        now: Instant,
    ) -> Thinking {
        let mut thinking = Thinking {
            infinite: limits.infinite,
            ponder: limits.ponder,
            game,
            limits,
            settings,
            stop_at: None,
            give_up_at: None,
            stopping: false,
            book,
            last: None,
            choice: None,
        };
        if thinking.game.rules().successors(thinking.game.position()).is_empty() {
            thinking.book = None;
            thinking.choice = Some(thinking.without_search());
        } else if !thinking.ponder && thinking.book.is_some() {
            thinking.choice = Some(thinking.without_search());
        } else if !thinking.ponder {
            thinking.set_alarm(now);
        }
        thinking
    }

    /// Whether the answer is known without a search.
    #[must_use]
    pub fn is_known(&self) -> bool {
        self.choice.is_some()
    }

    /// What the worker needs.
    #[must_use]
    pub fn task(&self) -> (Game, Limits) {
        (self.game.clone(), self.limits.clone())
    }

    fn set_alarm(&mut self, now: Instant) {
        let clock =
            self.limits.clock.map(|clock| clock.remaining.saturating_sub(self.settings.move_overhead));
        let time = [clock, self.limits.movetime].into_iter().flatten().min();
        if !self.infinite {
            self.stop_at = time.and_then(|time| now.checked_add(time));
        }
    }

    /// When something has to be done about it.
    #[must_use]
    pub fn alarm(&self) -> Option<Instant> {
        if self.choice.is_some() {
            None
        } else if self.stopping {
            self.give_up_at
        } else {
            self.stop_at
        }
    }

    /// Whether it has been told to stop and has not answered.
    #[must_use]
    pub fn is_stopping(&self) -> bool {
        self.stopping && self.choice.is_none()
    }

    /// It has been told to stop: nothing is held back any more.
    pub fn stop(&mut self) {
        if self.ponder {
            // Another move than the expected one was played, or the client is in a hurry: the search has its say.
            self.book = None;
        }
        self.infinite = false;
        self.ponder = false;
        if !self.stopping {
            self.stopping = true;
            let threads = u32::try_from(self.settings.threads).unwrap_or(u32::MAX);
            let patience = OBEDIENCE.saturating_add(OBEDIENCE_PER_THREAD.saturating_mul(threads));
            self.give_up_at = Instant::now().checked_add(patience);
        }
    }

    /// The expected move was played at `now`.
    pub fn ponder_hit(&mut self, now: Instant) {
        if self.ponder {
            self.ponder = false;
            if self.book.is_none() {
                self.set_alarm(now);
            } else if self.choice.is_some() {
                self.choice = Some(self.without_search());
            } else {
                self.stop();
            }
        }
    }

    fn style(&self, options: &Values, mode: Mode) -> Style<'_> {
        Style { mode, wdl: options.show_wdl, notation: options.notation(), game: &self.game }
    }

    /// Takes in a report and returns its line.
    pub fn report(&mut self, report: Report, options: &Values, mode: Mode) -> String {
        let line = Info(&report, self.style(options, mode)).to_string();
        if report.multi_pv == 1 && !report.pv.is_empty() {
            self.last = Some(report);
        }
        line
    }

    /// The search is over; without a choice the best report so far has to do.
    pub fn finish(&mut self, choice: Option<Choice>) {
        let choice = choice.filter(|choice| choice.best.is_some_and(|mv| self.is_legal(mv)));
        let choice = choice.filter(|_| self.ponder || self.book.is_none());
        if self.choice.is_none() {
            self.choice = Some(choice.unwrap_or_else(|| self.without_search()));
        }
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.game.rules().play(self.game.position(), mv).is_ok()
    }

    /// The best answer without the engine: the book's, the last line reported, any legal move, or none.
    fn without_search(&self) -> Choice {
        let mover = self.game.position().mover();
        let first = self.game.rules().successors(self.game.position()).first().map(|successor| successor.mv);
        let over = match self.game.result().and_then(|result| result.winner) {
            Some(winner) if winner == mover => Score::win_in(0),
            Some(_) => Score::loss_in(0),
            None => Score::ZERO,
        };
        let mut choice = Choice {
            best: first,
            ponder: None,
            score: over,
            depth: 0,
            nodes: 0,
            time: Duration::ZERO,
            pv: first.into_iter().collect(),
        };
        if let Some(&BookMove { mv, score, depth, ref line }) = self.book.as_ref().filter(|_| !self.ponder) {
            (choice.best, choice.ponder) = (Some(mv), line.get(1).copied());
            (choice.score, choice.depth, choice.pv) = (score, depth, line.clone());
        } else if let Some(report) = &self.last
            && let Some(best) = report.pv.first().copied().filter(|&mv| self.is_legal(mv))
        {
            let Report { depth, score, nodes, time, ref pv, .. } = *report;
            choice = Choice { best: Some(best), ponder: None, score, depth, nodes, time, pv: pv.clone() };
        }
        choice
    }

    /// The last lines, once the best move is known and may be told.
    #[must_use]
    pub fn conclusion(&self, options: &Values, mode: Mode) -> Option<Vec<String>> {
        let choice = self.choice.as_ref().filter(|_| !self.infinite && !self.ponder)?;
        let ponder = match (choice.best, choice.ponder) {
            (Some(best), Some(reply)) if options.ponder && mode == Mode::Uci => self.legal_reply(best, reply),
            _ => None,
        };
        let style = self.style(options, mode);
        let best = BestMove { best: choice.best, ponder, style };
        let mut lines = vec![Summary(choice, style).to_string(), best.to_string()];
        if self.book.is_some() {
            let first =
                BestMove { ponder: None, ..best }.to_string().replacen("bestmove", "info string book", 1);
            lines.insert(0, first);
        }
        Some(lines)
    }

    fn legal_reply(&self, best: Move, reply: Move) -> Option<Move> {
        let after = self.game.rules().play(self.game.position(), best).ok()?;
        self.game.rules().play(&after.position, reply).ok().map(|_| reply)
    }
}
