//! The last lines exchanged with an engine: evidence for when something goes wrong.
//!
//! A ring of lines with the time since the engine was started, kept in memory and written out only when a fault
//! is reported. Long lines are shortened and control characters made visible, so the log stays readable
//! whatever the engine printed.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// How many lines are kept.
const LINES: usize = 200;
/// How many characters of a line are kept.
const WIDTH: usize = 300;

/// Which way a line went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// From the referee to the engine.
    Sent,
    /// From the engine's standard output.
    Heard,
    /// From the engine's standard error.
    Complaint,
    /// A remark of the referee.
    Remark,
}

#[derive(Debug)]
struct Ring {
    lines: VecDeque<String>,
    dropped: u64,
}

/// The shared record of one engine process. Clones are the same record.
#[derive(Clone, Debug)]
pub struct Transcript {
    born: Instant,
    ring: Arc<Mutex<Ring>>,
}

impl Default for Transcript {
    fn default() -> Transcript {
        Transcript {
            born: Instant::now(),
            ring: Arc::new(Mutex::new(Ring { lines: VecDeque::new(), dropped: 0 })),
        }
    }
}

impl Transcript {
    /// Notes a line.
    pub fn note(&self, way: Way, line: &str) {
        let mark = match way {
            Way::Sent => '>',
            Way::Heard => '<',
            Way::Complaint => '!',
            Way::Remark => '#',
        };
        let text = format!("{:9.3} {mark} {}", self.born.elapsed().as_secs_f64(), visible(line));
        let mut ring = self.ring.lock().unwrap_or_else(PoisonError::into_inner);
        if ring.lines.len() == LINES {
            ring.lines.pop_front();
            ring.dropped += 1;
        }
        ring.lines.push_back(text);
    }
}

impl fmt::Display for Transcript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ring = self.ring.lock().unwrap_or_else(PoisonError::into_inner);
        if ring.dropped > 0 {
            writeln!(f, "({} earlier lines not kept)", ring.dropped)?;
        }
        for line in &ring.lines {
            writeln!(f, "{line}")?;
        }
        Ok(())
    }
}

/// A line made safe to print: control characters escaped, the middle of a long one left out.
pub fn visible(line: &str) -> String {
    let total = line.chars().count();
    let mut out = String::new();
    for c in line.chars().take(WIDTH) {
        if c.is_control() {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
    }
    if total > WIDTH {
        out.push_str(&format!(" ... ({} more characters)", total - WIDTH));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_lines_are_kept() {
        let t = Transcript::default();
        for i in 0..LINES + 5 {
            t.note(Way::Heard, &format!("line {i}"));
        }
        let text = t.to_string();
        assert!(text.starts_with("(5 earlier lines"));
        assert!(text.ends_with("< line 204\n"));
        assert!(!text.contains("line 4\n"));
    }

    #[test]
    fn nothing_strange_reaches_the_log() {
        assert_eq!(visible("a\u{1b}[31m\0b"), "a\\u{1b}[31m\\u{0}b");
        assert!(visible(&"x".repeat(1000)).ends_with("x ... (700 more characters)"));
    }
}
