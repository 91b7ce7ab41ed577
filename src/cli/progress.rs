//! A line on the terminal that shows how a search is getting on.

use super::Output;
use std::io::{self, Write};

/// A line that is rewritten in place; silent where nobody watches.
pub(super) struct Progress {
    shown: bool,
    width: usize,
}

impl Progress {
    /// Nothing shown yet.
    pub fn new(out: &Output) -> Progress {
        // A plain terminal may not know how to rewrite a line.
        let width = if out.is_terminal() && (out.style().colour || out.style().unicode) {
            out.columns().max(20) - 1
        } else {
            0
        };
        Progress { shown: false, width }
    }

    /// Rewrites the line.
    pub fn show(&mut self, out: &mut Output, text: &str) -> io::Result<()> {
        if self.width == 0 {
            return Ok(());
        }
        self.shown = true;
        let text: String = text.chars().take(self.width).collect();
        write!(out, "\r\x1b[K{text}")?;
        out.flush()
    }

    /// Removes the line.
    pub fn clear(&mut self, out: &mut Output) -> io::Result<()> {
        if std::mem::take(&mut self.shown) {
            write!(out, "\r\x1b[K")?;
        }
        Ok(())
    }
}
