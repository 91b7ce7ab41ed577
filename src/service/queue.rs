//! Jobs that wait and jobs that run, shared by the reader and the workers.

use super::job::Job;
use crate::search::Control;
use std::collections::BinaryHeap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

#[derive(Default)]
struct State {
    waiting: BinaryHeap<Job>,
    running: Vec<Running>,
    closed: bool,
}

struct Running {
    id: String,
    number: u64,
    control: Control,
}

/// The queue.
#[derive(Default)]
pub(super) struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a request of that id waits or runs.
    pub fn holds(&self, id: &str) -> bool {
        let state = self.lock();
        state.waiting.iter().any(|job| job.id == id) || state.running.iter().any(|job| job.id == id)
    }

    /// Adds jobs.
    pub fn add(&self, jobs: Vec<Job>) {
        self.lock().waiting.extend(jobs);
        self.changed.notify_all();
    }

    /// The next job, when there is one; `None` when there will be none.
    pub fn next(&self) -> Option<(Job, Control)> {
        let mut state = self.lock();
        loop {
            if let Some(job) = state.waiting.pop() {
                let control = Control::new();
                let running = Running { id: job.id.clone(), number: job.number, control: control.clone() };
                state.running.push(running);
                return Some((job, control));
            }
            if state.closed {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// A job has been answered.
    pub fn done(&self, job: &Job) {
        self.lock().running.retain(|running| running.number != job.number);
    }

    /// Stops what runs and takes out what waits, of one request or of all; returns the jobs taken out and how many were stopped.
    pub fn cancel(&self, id: Option<&str>) -> (Vec<Job>, usize) {
        let mut state = self.lock();
        let hit = |other: &str| id.is_none_or(|id| id == other);
        let (taken, kept): (Vec<Job>, Vec<Job>) = state.waiting.drain().partition(|job| hit(&job.id));
        state.waiting.extend(kept);
        let running = state.running.iter().filter(|job| hit(&job.id));
        let stopped = running.map(|job| job.control.stop()).count();
        (taken, stopped)
    }

    /// Jobs that wait and jobs that run.
    pub fn counts(&self) -> (usize, usize) {
        let state = self.lock();
        (state.waiting.len(), state.running.len())
    }

    /// No more jobs will come.
    pub fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }
}
