//! The engine's move shown lap by lap, at a speed the player chooses.

use crate::cli::{CliError, Output};
use crate::draw::{View, text};
use crate::explain::{Replay, story};
use crate::rules::Rules;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// However long a move is, its replay takes no longer than this.
const LONGEST: Duration = Duration::from_secs(12);
/// How often a pause looks whether the game is broken off.
const LOOK: Duration = Duration::from_millis(20);

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
    // Lines that the next picture takes the place of.
    let mut drawn = 0;
    for sentence in story(&words, rules, replay) {
        if redraws {
            clear(out, drawn)?;
            let last = Some((replay.side, replay.played.mv));
            let picture = text(&words, &View { last, ..View::of(sentence.board) }, out.style());
            write!(out, "{picture}")?;
            drawn = picture.lines().count() + out.wrapped(&sentence.text).len();
        }
        out.paragraph(&sentence.text)?;
        out.flush()?;
        if sentence.is_lap {
            wait(pause, stop);
        }
        if stop.load(Ordering::Relaxed) {
            break;
        }
    }
    clear(out, drawn)
}

/// Goes up so many lines and wipes what is below.
fn clear(out: &mut Output, lines: usize) -> Result<(), CliError> {
    if lines > 0 {
        write!(out, "\x1b[{lines}A\x1b[J")?;
    }
    Ok(())
}

/// Sleeps, unless the game is broken off.
fn wait(pause: Duration, stop: &AtomicBool) {
    let end = Instant::now() + pause;
    while !stop.load(Ordering::Relaxed) {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            break;
        }
        sleep(left.min(LOOK));
    }
}
