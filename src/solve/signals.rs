//! When to stop: node limit, time limit, the caller's stop flag, or another thread's success.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Instant;

/// Shared by the threads of one search.
#[derive(Debug)]
pub(super) struct Signals<'a> {
    caller: &'a AtomicBool,
    done: AtomicBool,
    nodes: AtomicU64,
    node_limit: u64,
    deadline: Option<Instant>,
}

impl<'a> Signals<'a> {
    pub fn new(caller: &'a AtomicBool, node_limit: Option<u64>, deadline: Option<Instant>) -> Signals<'a> {
        Signals {
            caller,
            done: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            node_limit: node_limit.unwrap_or(u64::MAX),
            deadline,
        }
    }

    /// Adds nodes to the common count; true if it is time to stop.
    pub fn report(&self, nodes: u64) -> bool {
        let total = self.nodes.fetch_add(nodes, Relaxed) + nodes;
        if total >= self.node_limit
            || self.caller.load(Relaxed)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
        {
            self.finish();
        }
        self.done.load(Relaxed)
    }

    /// Tells all threads to stop.
    pub fn finish(&self) {
        self.done.store(true, Relaxed);
    }

    /// Nodes of all threads so far, in steps.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }
}
