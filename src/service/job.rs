//! One position to analyse.

use super::request::Query;
use crate::rules::Game;
use crate::search::Limits;
use std::cmp::Ordering;
use std::time::Duration;

/// A search that waits or runs.
#[derive(Clone, Debug)]
pub(super) struct Job {
    pub id: String,
    pub ply: usize,
    pub game: Game,
    pub limits: Limits,
    pub lines: usize,
    pub report_every: Option<Duration>,
    priority: i64,
    /// Order of arrival.
    pub number: u64,
}

impl Job {
    /// The jobs of a query; `number` counts them.
    pub fn all(query: Query, number: &mut u64) -> Vec<Job> {
        let Query { id, games, limits, lines, priority, report_every } = query;
        let jobs = games.into_iter().map(|(ply, game)| {
            *number += 1;
            let (id, limits) = (id.clone(), limits.clone());
            Job { id, ply, game, limits, lines, report_every, priority, number: *number }
        });
        jobs.collect()
    }
}

impl PartialEq for Job {
    fn eq(&self, other: &Job) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Job {}

impl PartialOrd for Job {
    fn partial_cmp(&self, other: &Job) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Job {
    /// The greater is to be done first.
    fn cmp(&self, other: &Job) -> Ordering {
        self.priority.cmp(&other.priority).then(other.number.cmp(&self.number))
    }
}
