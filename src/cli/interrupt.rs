//! Ctrl-C: a search stops and its answer so far is printed, a match ends and is saved, a game in the terminal is kept.

use super::CliError;
use crate::search::Control;
use crate::words::say;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// The search that runs.
static RUNNING: Mutex<Option<Control>> = Mutex::new(None);
/// What the system said when the signals were taken over, for the first who asked.
static TAKEN: OnceLock<Result<(), String>> = OnceLock::new();

fn running() -> MutexGuard<'static, Option<Control>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A control that Ctrl-C stops. If the system refuses, Ctrl-C ends the program as usual.
pub(super) fn stoppable() -> Control {
    let control = Control::new();
    *running() = Some(control.clone());
    drop(watch(|| {}));
    control
}

/// Ctrl-C and SIGTERM stop the search that runs and do this; only the first who asks is heard.
///
/// # Errors
/// The system refuses.
pub(super) fn watch(mut action: impl FnMut() + Send + 'static) -> Result<(), CliError> {
    let handler = move || {
        if let Some(control) = running().as_ref() {
            control.stop();
        }
        action();
    };
    let taken = TAKEN.get_or_init(|| ctrlc::set_handler(handler).map_err(|error| error.to_string()));
    taken.clone().map_err(|error| CliError::Failed(say!(NoInterrupt, error = error)))
}

/// Ctrl-C and SIGTERM raise the flag.
///
/// # Errors
/// The system refuses.
pub(super) fn raise(flag: &Arc<AtomicBool>) -> Result<(), CliError> {
    let flag = Arc::clone(flag);
    watch(move || flag.store(true, Ordering::Relaxed))
}
