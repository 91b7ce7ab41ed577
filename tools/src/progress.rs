//! How far a long command is: a bar on a terminal, now and then a line elsewhere (in a log file or a job's output).

use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// Seconds between two lines where there is no terminal.
const PAUSE: Duration = Duration::from_secs(10);

/// Shows progress on standard error.
pub struct Progress {
    bar: Option<ProgressBar>,
    total: u64,
    shown: Option<Instant>,
}

impl Progress {
    /// Of `total` things to do.
    pub fn new(total: u64) -> Progress {
        let bar = std::io::stderr().is_terminal().then(|| ProgressBar::new(total));
        if let (Some(bar), Ok(style)) =
            (&bar, ProgressStyle::with_template("{bar:30} {pos}/{len}  {elapsed} gone, {eta} left  {msg}"))
        {
            bar.set_style(style);
        }
        Progress { bar, total, shown: None }
    }

    /// `done` of them are done; `note` says more.
    pub fn at(&mut self, done: u64, note: &str) {
        if let Some(bar) = &self.bar {
            bar.set_position(done);
            bar.set_message(note.to_owned());
        } else if done >= self.total || self.shown.is_none_or(|shown| shown.elapsed() >= PAUSE) {
            self.shown = Some(Instant::now());
            eprintln!("{done}/{}  {note}", self.total);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.abandon();
        }
    }
}
