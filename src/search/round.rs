//! What is searched at the root: a line of an iteration within a window. A search that ends gives the next round: a wider window, the next
//! line, or a deeper iteration.
//!
//! Several threads search the same round, so that their work is of use to each other: whoever ends it first hands on the next one, and
//! the others leave theirs.

use super::Limits;
use super::order::Child;
use super::parameters::Parameters;
use super::report::Bound;
use super::score::{INFINITE, PROVEN, WIN};
use super::worker::{Shared, Worker};
use crate::rules::Move;
use std::cmp::Reverse;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard};

/// A move at the root with what is known about it.
#[derive(Clone)]
pub(crate) struct RootMove {
    pub child: Child,
    pub score: i32,
    /// Whether the score is the value itself and not a bound of a window that failed.
    pub exact: bool,
    pub pv: Vec<Move>,
}

impl RootMove {
    pub const fn mv(&self) -> Move {
        self.child.mv()
    }
}

/// What a search found.
#[derive(Clone)]
pub(crate) struct Finding {
    pub depth: i32,
    /// Deepest ply reached.
    pub seldepth: usize,
    /// Best first.
    pub moves: Vec<RootMove>,
}

/// Iterations never go deeper than this.
pub(crate) const MAX_DEPTH: i32 = 200;

/// One search of the root moves, and what the rounds before it found.
#[derive(Clone)]
pub(crate) struct Round {
    /// Rounds before this one.
    pub number: u32,
    pub depth: i32,
    /// Lines of this iteration already found; the moves after them are searched.
    pub line: usize,
    /// Lines wanted of each iteration.
    pub lines: usize,
    pub window: (i32, i32),
    width: i32,
    fails: u32,
    /// How the window of the last round failed, if it did.
    pub failed: Option<Bound>,
    pub moves: Vec<RootMove>,
    best_before: Option<Move>,
    stable_for: u32,
    /// The complete iterations.
    pub found: Vec<Arc<Finding>>,
    /// Nothing is left to be searched.
    pub done: bool,
}

impl Round {
    /// The first round.
    pub fn first(moves: Vec<RootMove>, multi_pv: usize, parameters: &Parameters) -> Round {
        let mut round = Round {
            number: 0,
            depth: 1,
            line: 0,
            lines: multi_pv.clamp(1, moves.len().max(1)),
            window: (-INFINITE, INFINITE),
            width: 0,
            fails: 0,
            failed: None,
            best_before: moves.first().map(RootMove::mv),
            stable_for: 0,
            found: Vec::new(),
            done: moves.is_empty(),
            moves,
        };
        round.begin_line(parameters);
        round
    }

    /// A window around the last score of the line's best move.
    fn begin_line(&mut self, parameters: &Parameters) {
        let guess = self.moves.get(self.line).map_or(-INFINITE, |mv| mv.score);
        self.width = parameters.aspiration_window;
        self.fails = 0;
        self.failed = None;
        self.window = if self.depth >= parameters.aspiration_depth && guess.abs() < PROVEN {
            (guess - self.width, guess + self.width)
        } else {
            (-INFINITE, INFINITE)
        };
    }

    /// Makes this the next round, after its moves were searched with this best value.
    pub fn conclude(&mut self, best: i32, limits: &Limits, worker: &Worker) {
        let shared = worker.shared;
        self.number += 1;
        let (alpha, beta) = self.window;
        if best <= alpha || best >= beta {
            return self.widen(best);
        }
        self.moves[self.line..].sort_by_key(|mv| Reverse(mv.score));
        self.line += 1;
        if self.line == self.lines {
            self.moves[..self.lines].sort_by_key(|mv| Reverse(mv.score));
            self.found.push(Arc::new(Finding {
                depth: self.depth,
                seldepth: worker.seldepth,
                moves: self.moves.clone(),
            }));
            let best = self.moves.first().map(RootMove::mv);
            self.stable_for = if best == self.best_before { self.stable_for + 1 } else { 0 };
            self.best_before = best;
            let last = limits.depth.map_or(MAX_DEPTH, |depth| depth.clamp(1, MAX_DEPTH as u32) as i32);
            self.done = self.finished(limits, shared) || self.depth >= last;
            self.depth += 1;
            self.line = 0;
        }
        self.begin_line(shared.parameters);
    }

    /// The value lies outside the window.
    fn widen(&mut self, best: i32) {
        let (mut alpha, mut beta) = self.window;
        self.fails += 1;
        self.width *= 3;
        if best <= alpha {
            beta = (alpha + beta) / 2;
            alpha = if self.fails < 3 { best - self.width } else { -INFINITE };
            self.failed = Some(Bound::Upper);
        } else {
            beta = if self.fails < 3 { best + self.width } else { INFINITE };
            self.failed = Some(Bound::Lower);
        }
        self.window =
            (if alpha <= -PROVEN { -INFINITE } else { alpha }, if beta >= PROVEN { INFINITE } else { beta });
    }

    /// What all rounds came to. An unfinished iteration counts as far as it went: a better move found in it is better. A bound is no
    /// finding: its line would break off before what it announces.
    pub fn finding(mut self) -> Finding {
        let (depth, seldepth) = self.found.last().map_or((0, 0), |last| (last.depth, last.seldepth));
        self.moves.sort_by_key(|mv| Reverse(mv.score));
        match self.found.pop() {
            Some(last) if self.lines > 1 || !self.moves.first().is_some_and(|mv| mv.exact) => {
                Arc::unwrap_or_clone(last)
            }
            _ => Finding { depth, seldepth, moves: self.moves },
        }
    }

    /// Whether deeper iterations can or need not change anything.
    fn finished(&self, limits: &Limits, shared: &Shared) -> bool {
        let Some(best) = self.moves.first().map(|mv| mv.score) else { return true };
        let stopwatch = shared.stopwatch;
        if let Some(plies) = limits.mate
            && best >= PROVEN
            && WIN - best <= i32::try_from(plies).unwrap_or(i32::MAX)
        {
            return true;
        }
        if limits.infinite || stopwatch.must_wait() {
            return false;
        }
        // All shown lines are decided, and no shorter end can exist within a search this deep.
        let decided = |mv: &RootMove| mv.score.abs() >= PROVEN && self.depth >= WIN - mv.score.abs();
        if self.moves[..self.lines].iter().all(decided) {
            return true;
        }
        if stopwatch.on_clock() && self.moves.len() == 1 && self.depth >= 6 {
            return true;
        }
        let effort = match self.stable_for {
            0 => 1.6,
            1 => 1.2,
            2..=4 => 0.9,
            _ => 0.7,
        };
        stopwatch.enough(effort)
    }
}

/// The newest round of all threads.
#[derive(Default)]
pub(crate) struct Latest {
    number: AtomicU32,
    /// `None` before the first round has ended.
    round: Mutex<Option<Round>>,
}

impl Latest {
    /// The number of the newest round.
    #[inline]
    pub fn number(&self) -> u32 {
        self.number.load(Relaxed)
    }

    fn lock(&self) -> MutexGuard<'_, Option<Round>> {
        self.round.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Hands on the round a thread came to, or gives the one that another thread came to before.
    pub fn hand_on(&self, round: &mut Round) {
        let mut latest = self.lock();
        match &*latest {
            Some(other) if other.number >= round.number => round.clone_from(other),
            _ => {
                *latest = Some(round.clone());
                self.number.store(round.number, Relaxed);
            }
        }
    }

    /// Gives the newest round if it is newer than this.
    pub fn catch_up(&self, round: &mut Round) {
        if let Some(newer) = self.lock().as_ref().filter(|latest| latest.number > round.number) {
            round.clone_from(newer);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round() -> Round {
        Round::first(Vec::new(), 1, &Parameters::default())
    }

    #[test]
    fn a_failed_window_opens_on_its_side_and_at_last_wholly() {
        let mut round = Round { window: (-50, 50), width: 50, ..round() };
        round.widen(60);
        assert_eq!((round.window, round.failed), ((-50, 210), Some(Bound::Lower)));
        round.widen(-70);
        assert_eq!((round.window, round.failed), ((-520, 80), Some(Bound::Upper)));
        round.widen(90);
        assert_eq!(round.window, (-520, INFINITE));
        let mut won = Round { window: (-50, 50), width: 50, ..self::round() };
        won.widen(WIN - 7);
        assert_eq!(won.window, (-50, INFINITE), "no window ends among the proved scores");
    }

    #[test]
    fn who_ends_a_round_first_decides_the_next() {
        let latest = Latest::default();
        let mut first = Round { number: 1, depth: 7, ..round() };
        latest.hand_on(&mut first);
        assert_eq!((latest.number(), first.depth), (1, 7));
        let mut second = Round { number: 1, depth: 8, ..round() };
        latest.hand_on(&mut second);
        assert_eq!((latest.number(), second.depth), (1, 7), "too late");
        let mut behind = round();
        latest.catch_up(&mut behind);
        assert_eq!((behind.number, behind.depth), (1, 7));
        let mut same = Round { number: 1, depth: 9, ..round() };
        latest.catch_up(&mut same);
        assert_eq!(same.depth, 9, "of its own round a thread keeps what it found");
    }
}
