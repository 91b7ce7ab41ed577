//! Which positions to solve next: proof-number search over the opening, with the database as its tree.
//!
//! Opened and attempted positions are inner nodes, the rest leaves. A leaf's numbers are nodes: what a proof is expected to cost,
//! from the measured growth with every seed left in the stores, and from who has more seeds. So the root's numbers
//! are an estimate of the work left, and the leaf most worth solving is found by walking down along the least numbers.

use super::database::{Database, Entry, canonical};
use fundi::board::Position;
use fundi::rules::Move;
use fundi::solve::Value;
use rustc_hash::FxHashMap;

/// Nodes a position at the start of mtaji takes on average, and the growth for each seed in store up to 8 and from there on. (Measured up to 16
/// seeds; from 8 to 12 it was 1.6 and from 12 to 16 1.7.)
const FIRST_COST: f64 = 5_000.0;
const EARLY_GROWTH: f64 = 1.31;
const GROWTH: f64 = 1.65;

/// Expected nodes for a proof that the mover wins, and that he loses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Work {
    pub win: f64,
    pub loss: f64,
}

const WON: Work = Work { win: 0.0, loss: f64::INFINITY };
const LOST: Work = Work { win: f64::INFINITY, loss: 0.0 };

/// The tree of the database.
pub struct Tree<'a> {
    database: &'a mut Database,
    known: FxHashMap<Position, Work>,
    /// Leaves dearer than this are opened rather than attempted.
    dearest: f64,
}

fn seeds_left(position: &Position) -> i32 {
    i32::from(position.own_store() + position.enemy_store())
}

fn guess(database: &Database, position: &Position) -> Work {
    let mut moves = 0;
    database.rules.visit(position, |_| moves += 1);
    let seeds = |rows: fundi::board::sow::Rows| rows.total() as i32;
    let advantage = seeds(position.own_rows()) + i32::from(position.own_store())
        - seeds(position.enemy_rows())
        - i32::from(position.enemy_store());
    let left = seeds_left(position);
    let cost = FIRST_COST * EARLY_GROWTH.powi(left.min(8)) * GROWTH.powi((left - 8).max(0));
    let odds = (f64::from(advantage) / 16.0).exp2();
    Work { win: cost / odds, loss: cost * odds * f64::from(moves).sqrt() }
}

impl<'a> Tree<'a> {
    /// The tree; leaves expected to cost more than some times `budget` nodes are not attempted but opened.
    pub fn new(database: &'a mut Database, budget: u64) -> Tree<'a> {
        Tree { database, known: FxHashMap::default(), dearest: 4.0 * budget as f64 }
    }

    /// The work left below a position. Solved positions found on the way are entered into the database.
    pub fn work(&mut self, position: &Position) -> Result<Work, String> {
        let position = canonical(position);
        if let Some(work) = self.known.get(&position) {
            return Ok(*work);
        }
        let attempted = self.database.entries.get(&position).map(|entry| entry.nodes);
        let work = match (self.settled(&position), attempted) {
            (Some((true, ..)), _) => WON,
            (Some((false, ..)), _) => LOST,
            // Mtaji can go round in circles: there an attempt is repeated with more nodes instead of being opened.
            (None, Some(nodes)) if seeds_left(&position) == 0 => {
                Work { win: 10.0 * nodes as f64, loss: 10.0 * nodes as f64 }
            }
            (None, Some(_)) => self.inner(&position)?,
            (None, None) => guess(self.database, &position),
        };
        self.known.insert(position, work);
        Ok(work)
    }

    /// Whether the mover of a settled position wins, in how many plies, and the line.
    fn settled(&self, position: &Position) -> Option<(bool, u32, String)> {
        if position.is_decided() {
            return Some((position.own_rows().front != 0, 0, String::new()));
        }
        if let Some(entry) = self.database.entries.get(position) {
            let value = entry.value;
            return (value != Value::Unknown).then(|| (value == Value::Win, entry.plies, entry.line.clone()));
        }
        let mut moves = 0;
        self.database.rules.visit(position, |_| moves += 1);
        (moves == 0).then(|| (false, 0, String::new()))
    }

    fn inner(&mut self, position: &Position) -> Result<Work, String> {
        let mut work = LOST;
        for successor in self.database.rules.successors(position) {
            let below = self.work(&successor.position)?;
            work.win = work.win.min(below.loss);
            work.loss += below.win;
        }
        if work.win == 0.0 || work.loss == 0.0 {
            self.derive(position, work.win == 0.0)?;
        }
        Ok(work)
    }

    /// Enters the value of a position whose successors settle it: the quickest win, or the longest resistance.
    fn derive(&mut self, position: &Position, wins: bool) -> Result<(), String> {
        let mut chosen: Option<(u32, Move, String)> = None;
        for successor in self.database.rules.successors(position) {
            let Some((below_wins, plies, line)) = self.settled(&canonical(&successor.position)) else {
                continue;
            };
            let better =
                chosen.as_ref().is_none_or(|(best, ..)| if wins { plies < *best } else { plies > *best });
            if below_wins != wins && better {
                chosen = Some((plies, successor.mv, line));
            }
        }
        let Some((plies, mv, line)) = chosen else { return Ok(()) };
        let value = if wins { Value::Win } else { Value::Loss };
        let line = format!("{} {}", mv.token(position.mover()), swapped(&line)).trim_end().to_owned();
        let nodes = self.database.entries.get(position).map_or(0, |entry| entry.nodes);
        self.database.add(position, Entry { value, plies: plies + 1, nodes, line })
    }

    /// The leaves most worth solving from `root`, at most `count`; too dear ones are opened and walked through.
    pub fn choose(&mut self, root: &Position, count: usize) -> Result<Vec<Position>, String> {
        let mut chosen = Vec::new();
        let mut rounds = 0;
        while chosen.len() < count && rounds < 100 * count {
            rounds += 1;
            let work = self.work(root)?;
            if work.win == 0.0 || work.loss == 0.0 || work.win.min(work.loss).is_infinite() {
                break;
            }
            // Aim at the side that looks cheaper.
            let wins = work.win <= work.loss;
            if let Some(leaf) = self.descend(&canonical(root), wins)?
                && !chosen.contains(&leaf)
            {
                chosen.push(leaf);
            }
        }
        Ok(chosen)
    }

    /// Walks to the leaf that matters most for a win (or a loss) of the mover, and brings the numbers on the way up to date.
    fn descend(&mut self, position: &Position, wins: bool) -> Result<Option<Position>, String> {
        let attempted = self.database.entries.get(position).map(|entry| entry.nodes);
        if attempted.is_none() || (seeds_left(position) == 0 && attempted.is_some()) {
            let work = self.work(position)?;
            if seeds_left(position) > 0 && work.win.min(work.loss) > self.dearest {
                let opened = Entry { value: Value::Unknown, plies: 0, nodes: 0, line: String::new() };
                self.database.add(position, opened)?;
                self.known.remove(position);
                self.work(position)?;
                return Ok(None);
            }
            // The next walk should find another leaf.
            let busy = Work { win: work.win * 8.0, loss: work.loss * 8.0 };
            self.known.insert(*position, busy);
            return Ok(Some(*position));
        }
        let mut best: Option<(f64, Position)> = None;
        for successor in self.database.rules.successors(position) {
            let below = canonical(&successor.position);
            let work = self.work(&below)?;
            if work.win == 0.0 || work.loss == 0.0 {
                continue;
            }
            // For a win: the child nearest to losing. For a loss every child must win: again the cheapest first.
            let price = if wins { work.loss } else { work.win };
            if best.is_none_or(|(least, _)| price < least) {
                best = Some((price, below));
            }
        }
        let leaf = match best {
            Some((_, below)) => self.descend(&below, !wins)?,
            None => None,
        };
        let work = self.inner(position)?;
        self.known.insert(*position, work);
        Ok(leaf)
    }
}

/// The same line with the colours of the letters changed.
fn swapped(line: &str) -> String {
    let swap = |c: char| match c {
        'A' => 'a',
        'B' => 'b',
        'a' => 'A',
        'b' => 'B',
        other => other,
    };
    line.chars().map(swap).collect()
}
