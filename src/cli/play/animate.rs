//! The engine's move shown lap by lap, at a speed the player chooses.

use crate::cli::{CliError, Output};
use crate::draw::View;
use crate::explain::{Replay, story};
use crate::rules::Rules;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::Duration;

/// However long a move is, its replay takes no longer than this.
const LONGEST: Duration = Duration::from_secs(12);
/// Lines of a board and the sentence under it.
const LINES: usize = 14;

/// Tells a move lap by lap, each followed by a pause: redrawn in place on a terminal that can, as lines of text elsewhere.
pub(super) fn animate(
    out: &mut Output,
    rules: &Rules,
    replay: &Replay,
    pause: Duration,
    stop: &AtomicBool,
) -> Result<(), CliError> {
    if pause.is_zero() {
        return Ok(());
    }
    let laps = u32::from(replay.played.laps).max(1);
    let pause = pause.min(LONGEST / laps);
    let redraws = out.is_terminal() && (out.style().colour || out.style().unicode);
    let words = out.words();
    let mut drawn = false;
    for sentence in story(&words, rules, replay) {
        if redraws {
            if std::mem::replace(&mut drawn, true) {
                write!(out, "\x1b[{LINES}A\x1b[J")?;
            }
            let last = Some((replay.side, replay.played.mv));
            out.view(&View { last, ..View::of(sentence.board) })?;
        }
        let text: String = sentence.text.chars().take(79).collect();
        writeln!(out, "{text}")?;
        out.flush()?;
        if stop.load(Ordering::Relaxed) {
            break;
        }
        if sentence.is_lap {
            sleep(pause);
        }
    }
    if drawn {
        write!(out, "\x1b[{LINES}A\x1b[J")?;
    }
    Ok(())
}
