//! Ctrl-C during a search: the search stops and its answer so far is printed.

use crate::search::Control;
use std::sync::Mutex;

static RUNNING: Mutex<Option<Control>> = Mutex::new(None);

/// A control that Ctrl-C stops. The first call takes over the signal; if the system refuses, Ctrl-C ends the program as usual.
pub(super) fn stoppable() -> Control {
    let control = Control::new();
    let mut running = RUNNING.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if running.is_none() {
        let stop = || {
            let running = RUNNING.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            if let Some(control) = running.as_ref() {
                control.stop();
            }
        };
        if ctrlc::set_handler(stop).is_err() {
            return control;
        }
    }
    *running = Some(control.clone());
    control
}
