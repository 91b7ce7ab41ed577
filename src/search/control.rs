//! The switch between a running search and whoever may end it: shared, lock-free, clonable.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Stops a search from another thread, or tells it that the expected move was played.
#[derive(Clone, Debug, Default)]
pub struct Control(Arc<Flags>);

#[derive(Debug, Default)]
struct Flags {
    stop: AtomicBool,
    ponder_hit: AtomicBool,
}

impl Control {
    /// Nothing requested yet.
    #[must_use]
    pub fn new() -> Control {
        Control::default()
    }

    /// Ends the search as soon as it looks, within a few milliseconds.
    pub fn stop(&self) {
        self.0.stop.store(true, Relaxed);
    }

    /// Whether [`Control::stop`] was called.
    #[inline]
    #[must_use]
    pub fn stopped(&self) -> bool {
        self.0.stop.load(Relaxed)
    }

    /// The flag behind [`Control::stop`].
    pub(crate) fn stop_flag(&self) -> &AtomicBool {
        &self.0.stop
    }

    /// The opponent played the expected move: time limits count from now on.
    pub fn ponder_hit(&self) {
        self.0.ponder_hit.store(true, Relaxed);
    }

    /// Whether [`Control::ponder_hit`] was called.
    #[must_use]
    pub fn ponder_was_hit(&self) -> bool {
        self.0.ponder_hit.load(Relaxed)
    }

    /// Forgets both requests, before a new search.
    pub fn reset(&self) {
        self.0.stop.store(false, Relaxed);
        self.0.ponder_hit.store(false, Relaxed);
    }
}
