//! Judges whether a position is a puzzle.
//!
//! A shallow search of all moves sorts out most positions. What is left is proved: the right move by the solver, every other move either proved
//! to be wrong or, where the solver gives up, judged by a search to be far from winning.

use super::{Puzzle, Task};
use crate::board::Position;
use crate::rules::{Game, Move, Rules, Successor};
use crate::search::{Bound, Control, Engine, Limits, Report, Score, Settings};
use crate::solve::{self, Solver, SolverError, Value};
use std::sync::atomic::AtomicBool;

/// Nodes of the search that sorts out.
const GLANCE: u64 = 4_000;
/// Nodes of the solver for one move.
const PROOF: u64 = 40_000;
/// Nodes of the solver before a search may judge a move: what is proved does not change with the evaluation.
const LONG_PROOF: u64 = 1_000_000;
/// Nodes of the search that judges an unproved move and rates the puzzle.
const JUDGEMENT: u64 = 30_000;
/// A move this good is too good to be called wrong, and a saving move this bad too bad to be called right.
const CLEAR: i32 = 400;
/// Longer wins are no puzzles for people.
const LONGEST: u32 = 11;
/// A puzzle has at least this many legal moves.
const CHOICES: usize = 3;

/// Finds puzzles, with a solver and an engine of its own.
pub struct Finder {
    solver: Solver,
    engine: Engine,
}

impl Finder {
    /// A finder with tables of moderate size.
    ///
    /// # Errors
    /// There is no memory for them.
    pub fn new() -> Result<Finder, SolverError> {
        let engine = Engine::new(Settings { threads: 1, hash_mib: 16, multi_pv: 64, ..Settings::default() });
        Ok(Finder { solver: Solver::new(64)?, engine })
    }

    /// The puzzle a position is, if it is one.
    pub fn find(&mut self, rules: &'static Rules, position: &Position, source: &str) -> Option<Puzzle> {
        if rules.successors(position).len() < CHOICES {
            return None;
        }
        let (task, answer) = self.glance(rules, position)?;
        self.judge(rules, position, task, answer, source)
    }

    /// Whether a puzzle is one indeed: everything but the first glance once more.
    pub fn confirms(&mut self, puzzle: &Puzzle) -> bool {
        let Puzzle { rules, position, task, source, .. } = puzzle;
        puzzle.answer().is_some_and(|answer| self.judge(rules, position, *task, answer, source).is_some())
    }

    /// The task a shallow search of all moves suggests: one move that wins or saves while the next one does not.
    fn glance(&mut self, rules: &'static Rules, position: &Position) -> Option<(Task, Move)> {
        self.engine.new_game();
        let mut lines: Vec<Report> = Vec::new();
        self.search(rules, position, GLANCE, &mut |report| match lines
            .iter_mut()
            .find(|line| line.multi_pv == report.multi_pv)
        {
            Some(line) => line.clone_from(report),
            None => lines.push(report.clone()),
        });
        lines.sort_by_key(|line| std::cmp::Reverse(line.score));
        let [best, second, ..] = lines.as_slice() else { return None };
        let answer = *best.pv.first()?;
        if best.score.is_win() {
            return (!second.score.is_win()).then_some((Task::Win, answer));
        }
        let saves = best.score.centiseeds() > -CLEAR && second.score.is_loss();
        saves.then_some((Task::Save, answer))
    }

    fn search(
        &mut self,
        rules: &'static Rules,
        position: &Position,
        nodes: u64,
        sink: &mut dyn FnMut(&Report),
    ) -> Score {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let game = Game::from_position(rules, *position);
        let exact = &mut |report: &Report| {
            if report.bound == Bound::Exact {
                sink(report);
            }
        };
        self.engine.search(&game, &limits, &Control::new(), exact).score
    }

    fn judge(
        &mut self,
        rules: &'static Rules,
        position: &Position,
        task: Task,
        answer: Move,
        source: &str,
    ) -> Option<Puzzle> {
        let successors = rules.successors(position);
        let answer = *successors.iter().find(|played| played.mv == answer)?;
        // What is quickly shown to be no puzzle comes first.
        if task == Task::Win && self.value_after(rules, &answer) != Value::Win {
            return None;
        }
        for played in successors.iter().filter(|played| played.mv != answer.mv) {
            let quickly = self.value_after(rules, played);
            let value = match quickly {
                Value::Unknown if task == Task::Win => self.solved_after(rules, played, LONG_PROOF),
                known => known,
            };
            let wrong = match (task, value) {
                (_, Value::Loss) => true,
                (Task::Win, Value::Unknown) => {
                    let score = self.score_after(rules, played);
                    !score.is_win() && score.centiseeds() < CLEAR
                }
                _ => false,
            };
            if !wrong {
                return None;
            }
        }
        let (solution, plies) = match task {
            Task::Win => self.win(rules, position, &answer)?,
            Task::Save => {
                let score = self.score_after(rules, &answer);
                let open = self.value_after(rules, &answer) == Value::Unknown;
                let saved = open && !score.is_loss() && score.centiseeds() > -CLEAR;
                saved.then(|| (vec![answer.mv], None))?
            }
        };
        let depth = self.depth_needed(rules, position, task, answer.mv)?;
        let (position, source) = (*position, source.to_owned());
        Some(Puzzle { rules, position, task, solution, plies, depth, source })
    }

    /// The score of a move for who plays it, by a search.
    fn score_after(&mut self, rules: &'static Rules, played: &Successor) -> Score {
        -self.search(rules, &played.position, JUDGEMENT, &mut |_| {})
    }

    /// The value of a move for who plays it.
    fn value_after(&mut self, rules: &'static Rules, played: &Successor) -> Value {
        self.solved_after(rules, played, PROOF)
    }

    fn solved_after(&mut self, rules: &'static Rules, played: &Successor, nodes: u64) -> Value {
        match self.solver.solve(rules, &played.position, solve::Limits::nodes(nodes)).value {
            Value::Win => Value::Loss,
            Value::Loss => Value::Win,
            Value::Unknown => Value::Unknown,
        }
    }

    /// The shortest win that begins with `answer`, against the longest resistance, and its length.
    fn win(
        &mut self,
        rules: &'static Rules,
        position: &Position,
        answer: &Successor,
    ) -> Option<(Vec<Move>, Option<u32>)> {
        let plies = self.distance(rules, &answer.position)? + 1;
        if plies > LONGEST {
            return None;
        }
        let mut solution = vec![answer.mv];
        let mut here = answer.position;
        let winner = position.mover();
        while !here.is_decided() {
            let mut replies = Vec::new();
            for played in rules.successors(&here) {
                // The winner's moves must keep the win; the loser has only moves that lose.
                if here.mover() != winner || self.value_after(rules, &played) == Value::Win {
                    replies.extend(self.distance(rules, &played.position).map(|plies| (plies, played)));
                }
            }
            let best = if here.mover() == winner {
                replies.into_iter().min_by_key(|(plies, _)| *plies)
            } else {
                replies.into_iter().max_by_key(|(plies, _)| *plies)
            };
            let Some((_, played)) = best else { break };
            solution.push(played.mv);
            here = played.position;
        }
        (solution.len() == plies as usize).then_some((solution, Some(plies)))
    }

    /// The proved least number of plies to the end.
    fn distance(&mut self, rules: &'static Rules, position: &Position) -> Option<u32> {
        let stop = AtomicBool::new(false);
        let found =
            self.solver.shortest(rules, position, solve::Limits::nodes(PROOF * 2), &stop, &mut |_| ());
        if found.is_exact() { found.verdict.plies } else { None }
    }

    /// The depth from which on a search prefers `answer` and, where it wins, sees that it does; `None` if it never does.
    fn depth_needed(
        &mut self,
        rules: &'static Rules,
        position: &Position,
        task: Task,
        answer: Move,
    ) -> Option<u32> {
        self.engine.new_game();
        let settings = *self.engine.settings();
        // The table keeps its size, so this cannot fail.
        self.engine.configure(Settings { multi_pv: 1, ..settings }).unwrap_or_default();
        let mut since = None;
        self.search(rules, position, JUDGEMENT * 4, &mut |report| {
            if report.pv.first() == Some(&answer) && (task == Task::Save || report.score.is_win()) {
                since.get_or_insert(report.depth);
            } else {
                since = None;
            }
        });
        self.engine.configure(settings).unwrap_or_default();
        since
    }
}
