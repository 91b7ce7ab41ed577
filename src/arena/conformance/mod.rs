//! A conformance kit for Bao engines: what holds, what fails, what is not offered.
//!
//! Every check is a function that talks to a running engine and returns a sentence or a [`Problem`]; a check that finds
//! something wrong costs the engine its process, so that one fault does not spoil the next check. The rule
//! checks ask for legal moves where the engine can be asked, and play otherwise.

mod examiner;
mod handshake;
mod options;
mod robust;
mod ruling;
mod searching;

pub use examiner::{Examiner, Problem, Scope};

use super::dialect::Dialect;
use super::process::Launch;
use crate::rules::Rules;
use crate::words::{Key, Message, Words, say};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How much a check matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// Without it matches go wrong.
    Must,
    /// Good manners, and what some runners expect.
    Should,
}

/// One check.
pub struct Check {
    /// What it belongs to.
    pub group: Key,
    /// What should hold.
    pub name: Key,
    /// How much it matters.
    pub weight: Weight,
    /// Finds out: a remark for the table, or what is wrong.
    pub examine: fn(&mut Examiner<'_>) -> Result<Message, Problem>,
}

/// What a check found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// It holds; with a remark, perhaps empty.
    Holds(Message),
    /// It does not: why.
    Fails(Message),
    /// The engine does not offer it.
    NotOffered(Message),
}

/// A finding with its check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// As in [`Check`].
    pub group: Key,
    /// As in [`Check`].
    pub name: Key,
    /// As in [`Check`].
    pub weight: Weight,
    /// What was found.
    pub finding: Finding,
}

impl Entry {
    /// The line of the table.
    #[must_use]
    pub fn told(&self, words: &Words) -> String {
        let (mark, remark) = match (&self.finding, self.weight) {
            (Finding::Holds(remark), _) => (Key::MarkHolds, remark),
            (Finding::Fails(remark), Weight::Must) => (Key::MarkFails, remark),
            (Finding::Fails(remark), Weight::Should) => (Key::MarkPoor, remark),
            (Finding::NotOffered(remark), _) => (Key::MarkNotOffered, remark),
        };
        let (mark, name, remark) = (words.get(mark), words.get(self.name), remark.told(words));
        if remark.is_empty() { format!("{mark:<5} {name}") } else { format!("{mark:<5} {name}: {remark}") }
    }
}

/// Whole milliseconds.
fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// All checks, in the order of the table.
pub fn checks() -> Vec<Check> {
    [handshake::CHECKS, options::CHECKS, ruling::CHECKS, searching::CHECKS, robust::CHECKS]
        .into_iter()
        .flat_map(|group| group.iter())
        .map(|c| Check { group: c.group, name: c.name, weight: c.weight, examine: c.examine })
        .collect()
}

/// How an engine is examined.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The engine.
    pub launch: Launch,
    /// The protocol it is examined in.
    pub dialect: Dialect,
    /// The rules it is examined by.
    pub rules: &'static Rules,
    /// How long it may take to answer.
    pub patience: Duration,
    /// By how much a time limit may be overdrawn; twice as much for an answer to `stop` or `isready`.
    pub margin: Duration,
    /// How far the rule checks go.
    pub scope: Scope,
    /// Only checks whose group or name contains one of these texts, in any case and language of the program; empty: all.
    pub only: Vec<String>,
}

impl Plan {
    fn includes(&self, check: &Check) -> bool {
        let places = Words::built_in_names()
            .filter_map(Words::by_name)
            .map(|words| format!("{} {}", words.get(check.group), words.get(check.name)).to_lowercase());
        let place = places.collect::<Vec<_>>().join(" ");
        self.only.is_empty() || self.only.iter().any(|text| place.contains(&text.to_lowercase()))
    }
}

/// Runs all checks; `watch` hears of each. Ends early if `stop` is raised.
pub fn examine(plan: &Plan, stop: &AtomicBool, watch: &mut dyn FnMut(&Entry)) -> Vec<Entry> {
    let mut examiner = Examiner::new(plan, stop);
    let mut entries = Vec::new();
    for check in checks().into_iter().filter(|c| plan.includes(c)) {
        let finding = match (check.examine)(&mut examiner) {
            Ok(remark) => Finding::Holds(remark),
            Err(Problem::Stopped) => break,
            Err(Problem::Fails(why)) => {
                examiner.dismiss();
                Finding::Fails(why)
            }
            Err(Problem::NotOffered(what)) => Finding::NotOffered(what),
        };
        let entry = Entry { group: check.group, name: check.name, weight: check.weight, finding };
        watch(&entry);
        let hopeless = check.name == handshake::FIRST && matches!(entry.finding, Finding::Fails(_));
        entries.push(entry);
        // An engine that does not start would make every other check wait in vain.
        if hopeless {
            break;
        }
    }
    entries
}

/// Counts of findings: holding, failing musts, failing shoulds, not offered.
pub fn count(entries: &[Entry]) -> [usize; 4] {
    let mut counts = [0; 4];
    for entry in entries {
        let at = match (&entry.finding, entry.weight) {
            (Finding::Holds(_), _) => 0,
            (Finding::Fails(_), Weight::Must) => 1,
            (Finding::Fails(_), Weight::Should) => 2,
            (Finding::NotOffered(_), _) => 3,
        };
        counts[at] += 1;
    }
    counts
}

/// The last line of the table.
pub fn summary(entries: &[Entry]) -> Message {
    let [holds, must, should, absent] = count(entries);
    let others = [
        (must, say!(SumFail, n = must)),
        (should, say!(SumPoor, n = should)),
        (absent, say!(SumAbsent, n = absent)),
    ];
    let others = others.into_iter().filter(|(n, _)| *n > 0).map(|(_, text)| text);
    Message::list(std::iter::once(say!(SumHold, n = holds)).chain(others))
}
