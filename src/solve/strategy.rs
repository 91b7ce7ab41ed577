//! A complete strategy taken out of the table: an answer to every reply.
//!
//! The *author* is the player whose goal was proved. His moves are read from the table; where an entry has been given up the
//! question is simply asked again. A line must get shorter with every answer: a position of the author has to be won within the plies its parent
//! allows. Where the table only knows a longer way (or one that leads back to the position being
//! answered) the question is asked with that ply bound, and so the strategy can never go round in circles.

use super::key::{Bound, Key};
use super::solver::Solver;
use super::{Limits, Value};
use crate::board::Position;
use crate::rules::{Move, Rules};
use crate::words::{Message, Told, say, told_in_english};
use rustc_hash::FxHashMap;
use std::sync::atomic::AtomicBool;

/// A step of a strategy in the order of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The author's next position gets a number of its own (counted from 0 in this order) and this answer.
    Play(Move),
    /// The author's next position was answered before, under this number.
    Same(u32),
}

/// What a strategy achieves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The author wins, against any defence.
    Force,
    /// The author is not beaten within so many plies from the root.
    Hold(u16),
}

/// A strategy for every reply of the opponent.
#[derive(Clone, Debug)]
pub struct Strategy {
    /// The rule set.
    pub rules: &'static Rules,
    /// Where it starts.
    pub root: Position,
    /// Whether the author is the player to move there.
    pub author_moves_first: bool,
    /// What it achieves.
    pub goal: Goal,
    /// The steps: the author's answers in the order of play, the opponent's moves going through in the order of [`Move::index`].
    pub steps: Vec<Step>,
    /// How often each numbered position is used again.
    pub uses: Vec<u32>,
    /// The longest line of play.
    pub longest: u32,
}

/// Why no strategy could be written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StrategyError {
    /// The value of the position itself is not proved.
    NotProved,
    /// Something the table has forgotten could not be proved again within the limits.
    Forgotten,
}

impl Told for StrategyError {
    fn message(&self) -> Message {
        match self {
            StrategyError::NotProved => say!(StrategyNotProved),
            StrategyError::Forgotten => say!(StrategyForgotten),
        }
    }
}

told_in_english!(StrategyError);

/// What is known about an author's position met before.
#[derive(Clone, Copy)]
struct Seen {
    number: u32,
    /// The longest line from it, once it is answered to its end.
    longest: Option<u32>,
}

struct Collector<'a> {
    solver: &'a mut Solver,
    stop: &'a AtomicBool,
    limits: Limits,
    seen: FxHashMap<Key, Seen>,
    strategy: Strategy,
}

impl Solver {
    /// The strategy that proves the value of `position`: without a bound, or for a question with a ply bound either way. The position must
    /// have been solved before; `limits` hold for each sub-question asked again.
    ///
    /// # Errors
    /// [`StrategyError`] if the value is not proved, or not any more.
    pub fn strategy(
        &mut self,
        rules: &'static Rules,
        position: &Position,
        bound: Bound,
        limits: Limits,
        stop: &AtomicBool,
    ) -> Result<Strategy, StrategyError> {
        let verdict = self.ask(rules, position, bound, limits, stop, &mut |_| ());
        let author_moves_first = match verdict.value {
            Value::Win => true,
            Value::Loss => false,
            Value::Unknown => return Err(StrategyError::NotProved),
        };
        if position.is_decided() {
            return Err(StrategyError::NotProved);
        }
        let goal = match bound.plies() {
            Some(plies) if bound.attacks() != author_moves_first => Goal::Hold(plies),
            _ => Goal::Force,
        };
        let mut collector = Collector {
            solver: self,
            stop,
            limits,
            seen: FxHashMap::default(),
            strategy: Strategy {
                rules,
                root: *position,
                author_moves_first,
                goal,
                steps: Vec::new(),
                uses: Vec::new(),
                longest: 0,
            },
        };
        let within = bound.plies().map_or(verdict.plies.unwrap_or(0), u32::from);
        let longest = if author_moves_first {
            collector.author(position, bound, within)?
        } else {
            collector.opponent(position, bound, within)?
        };
        collector.strategy.longest = longest;
        Ok(collector.strategy)
    }
}

impl Collector<'_> {
    /// The author, to move, needs a way to his goal within so many plies; returns the longest line.
    fn author(&mut self, position: &Position, bound: Bound, within: u32) -> Result<u32, StrategyError> {
        if bound.is_spent().is_some() {
            return Ok(0);
        }
        let key = Key::new(position, bound);
        if let Some(seen) = self.seen.get(&key) {
            if let Some(longest) = seen.longest {
                self.strategy.steps.push(Step::Same(seen.number));
                self.strategy.uses[seen.number as usize] += 1;
                return Ok(longest);
            }
            return self.author_bounded(position, bound, within);
        }
        let rules = self.strategy.rules;
        let verdict = self.solver.ask(rules, position, bound, self.limits, self.stop, &mut |_| ());
        let (Value::Win, Some(mv), Some(plies)) = (verdict.value, verdict.best, verdict.plies) else {
            return Err(StrategyError::Forgotten);
        };
        if bound == Bound::NONE && plies > within {
            return self.author_bounded(position, bound, within);
        }
        let number = self.strategy.uses.len() as u32;
        self.strategy.uses.push(0);
        self.strategy.steps.push(Step::Play(mv));
        self.seen.insert(key, Seen { number, longest: None });
        let successor = rules.play(position, mv).map_err(|_| StrategyError::Forgotten)?;
        let longest = if successor.wins() {
            1
        } else {
            let left = if bound == Bound::NONE { plies } else { within };
            1 + self.opponent(&successor.position, bound.below(), left.saturating_sub(1))?
        };
        self.seen.insert(key, Seen { number, longest: Some(longest) });
        Ok(longest)
    }

    /// As [`Collector::author`], where the way without a bound is too long.
    fn author_bounded(
        &mut self,
        position: &Position,
        bound: Bound,
        within: u32,
    ) -> Result<u32, StrategyError> {
        if bound != Bound::NONE || within > u32::from(Bound::MOST_PLIES) {
            return Err(StrategyError::Forgotten);
        }
        self.author(position, Bound::new(within as u16, true), within)
    }

    /// The opponent is to move; returns the longest line.
    fn opponent(&mut self, position: &Position, bound: Bound, within: u32) -> Result<u32, StrategyError> {
        if bound.is_spent().is_some() {
            return Ok(0);
        }
        let mut replies = self.strategy.rules.successors(position);
        replies.sort_by_key(|reply| reply.mv.index());
        let mut longest = 0;
        for reply in &replies {
            let over = reply.position.enemy_rows().front == 0;
            let below =
                if over { 0 } else { self.author(&reply.position, bound.below(), within.saturating_sub(1))? };
            longest = longest.max(1 + below);
        }
        Ok(longest)
    }
}
