//! No engine can stop a match, and every fault costs its author, and only him, the game.

use super::support::{run, settings};
use fundi::arena::runner::End;
use fundi::arena::stats::Tally;

/// A match of the faulty engine against a good one: it must lose every game, with this word in the reason.
fn loses_everything(kind: &str, word: &str) {
    let outcome = run(settings(kind, "good", 1));
    assert_eq!(outcome.summary.end, End::Complete, "{kind}");
    let tally = outcome.summary.standings.pairings()[0].games;
    assert_eq!(tally, Tally { wins: 0, draws: 0, losses: 2 }, "{kind}: {:?}", outcome.reasons);
    assert_eq!(outcome.summary.standings.engines()[0].faults, 2, "{kind}");
    for reason in &outcome.reasons {
        assert!(reason.contains(word), "{kind}: \"{reason}\" does not say \"{word}\"");
    }
    assert!(outcome.irregular.iter().all(|(name, _)| name == kind), "{kind}: {:?}", outcome.irregular);
    assert!(outcome.summary.irregularities >= 2, "{kind}");
}

/// A match in which the oddity costs nothing: as many points as the good engine would get, but remarked.
fn only_remarked(kind: &str, word: &str) {
    let expected = run(settings("good", "good", 2)).summary.standings.pairings()[0].games;
    let outcome = run(settings(kind, "good", 2));
    assert_eq!(outcome.summary.end, End::Complete, "{kind}");
    assert_eq!(outcome.summary.standings.pairings()[0].games, expected, "{kind}: {:?}", outcome.reasons);
    let all: Vec<&str> = outcome.irregular.iter().map(|(_, text)| text.as_str()).collect();
    assert!(all.iter().any(|text| text.contains(word)), "{kind}: {all:?} does not say \"{word}\"");
    assert!(outcome.irregular.iter().all(|(name, _)| name == kind), "{kind}: {all:?}");
}

macro_rules! faults {
    ($($test:ident: $check:ident($kind:literal, $word:literal);)*) => {
        $(#[test] fn $test() { $check($kind, $word); })*
    };
}

faults! {
    crash_at_once: loses_everything("crash-at-once", "does not start: it exited with code 3");
    crash_at_hello: loses_everything("crash-at-hello", "does not start: it was ended by SIGABRT");
    silent_from_the_start: loses_everything("silent", "does not start: no answer to ugi");
    deaf_from_the_start: loses_everything("deaf", "does not start: no answer to ugi");
    flood_at_hello: loses_everything("flood-at-hello", "does not start");
    wrong_ok_word: loses_everything("wrong-ok-word", "it answers uciok to ugi");
    illegal_move: loses_everything("illegal", "illegal move");
    unreadable_move: loses_everything("unreadable", "cannot be read");
    no_move: loses_everything("no-move", "bestmove without a move");
    null_move: loses_everything("null-move", "cannot be read");
    crash_in_the_middle: loses_everything("crash", "crashes: it exited with code 4");
    abort_in_the_middle: loses_everything("abort", "crashes: it was ended by SIGABRT");
    leaves_a_child_behind: loses_everything("dying-child", "crashes: it exited with code 5");
    closes_its_output: loses_everything("closes-output", "crashes");
    silent_in_the_middle: loses_everything("silent-move", "hangs");
    ignores_stop: loses_everything("ignores-stop", "ignores stop");
    floods_instead_of_moving: loses_everything("flood", "hangs");
    crash_on_quit: only_remarked("crash-on-quit", "on quit it exited with code 9");
    ignores_quit: only_remarked("ignores-quit", "ignores quit");
    garbage: only_remarked("garbage", "not protocol");
    two_moves: only_remarked("two-moves", "nobody asked for");
    blanks_after_the_ok_word: only_remarked("blanks", "blanks around ugiok");
    words_after_the_move: only_remarked("talkative", "words after the move");
}

#[test]
fn megabytes_and_complaints_are_harmless() {
    let expected = run(settings("good", "good", 1)).summary.standings.pairings()[0].games;
    for kind in ["megabytes", "complaints"] {
        let outcome = run(settings(kind, "good", 1));
        assert_eq!(outcome.summary.standings.pairings()[0].games, expected, "{kind}: {:?}", outcome.reasons);
    }
}

#[test]
fn slow_engines_lose_on_time_only_beyond_the_margin() {
    let timed = |kind: &str, movetime: u64, margin: u64| {
        let mut settings = settings(kind, "good", 1);
        settings.engines[0].limits.movetime = Some(movetime);
        settings.margin_ms = margin;
        run(settings)
    };
    let late = timed("slow 60", 20, 10);
    assert_eq!(late.summary.standings.pairings()[0].games.losses, 2);
    assert!(late.reasons.iter().all(|r| r.contains("oversteps the time")), "{:?}", late.reasons);
    let forgiven = timed("slow 5", 1, 400);
    assert!(forgiven.reasons.iter().all(|r| !r.contains("time")), "{:?}", forgiven.reasons);
    assert_eq!(forgiven.summary.irregularities, 0);
}

#[test]
fn a_clock_runs_out_and_an_increment_saves() {
    let clock = |tc: &str| {
        let mut settings = settings("slow 25", "good", 1);
        settings.engines[0].limits.tc = tc.parse().ok();
        settings.margin_ms = 0;
        run(settings)
    };
    let out = clock("0.1");
    assert_eq!(out.summary.standings.pairings()[0].games.losses, 2, "{:?}", out.reasons);
    assert!(out.reasons.iter().all(|r| r.contains("oversteps the time")), "{:?}", out.reasons);
    let saved = clock("0.4+0.4");
    assert!(saved.reasons.iter().all(|r| !r.contains("time")), "{:?}", saved.reasons);
}

#[test]
fn two_bad_engines_still_finish_their_match() {
    let outcome = run(settings("crash-at-once", "silent", 1));
    assert_eq!(outcome.summary.end, End::Complete);
    assert_eq!(outcome.summary.standings.without_result(), 2);
    let outcome = run(settings("illegal 2", "crash 4", 2));
    assert_eq!(outcome.summary.end, End::Complete);
    assert_eq!(outcome.summary.standings.games(), 4);
    assert_eq!(outcome.summary.standings.engines()[0].faults, 4);
}
