//! Stopping, killing and resuming.

use super::support::{directory, openings, settings};
use fundi::arena::crosstable;
use fundi::arena::runner::{End, Event, Match, Summary};
use fundi::words::Words;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// Runs a match until so many more games are in.
fn run_until(game: &mut Match, games: usize) -> (Summary, Vec<usize>) {
    let stop = AtomicBool::new(games == 0);
    let mut ids = Vec::new();
    let summary = game
        .run(None, &stop, &mut |event| {
            if let Event::Game { report, .. } = event {
                ids.push(report.fixture.id);
                if ids.len() >= games {
                    stop.store(true, Ordering::Relaxed);
                }
            }
        })
        .expect("runs");
    (summary, ids)
}

/// The results in a game file, in order.
fn results(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).expect("game file");
    text.lines().filter(|l| l.starts_with("[Result ")).map(str::to_string).collect()
}

#[test]
fn a_stopped_match_goes_on_where_it_was() {
    let dir = directory("stopped");
    let mut settings = settings("slow 1", "good", 10);
    settings.output = dir.join("match");
    let stop = AtomicBool::new(false);
    let mut game = Match::new(settings.clone(), openings(), &stop).expect("starts");
    let (summary, mut all) = run_until(&mut game, 5);
    assert_eq!(summary.end, End::Stopped);
    let journal = game.files().expect("files").journal_path().to_path_buf();
    let games = game.files().expect("files").games_path().to_path_buf();
    // The broken off games are in the game file, without a result.
    assert!(results(&games).iter().any(|r| r.contains('*')), "{:?}", results(&games));
    drop(game);
    for part in [3, 0, 100] {
        let mut game = Match::resume(&journal).expect("resumes");
        assert_eq!(game.already_played(), all.len());
        assert_eq!(game.settings(), &settings);
        let (summary, ids) = run_until(&mut game, part);
        all.extend(ids);
        assert_eq!(summary.standings.games() as usize, all.len());
    }
    assert_eq!(all.len(), 20);
    assert_eq!(all.iter().copied().collect::<BTreeSet<_>>(), (0..20).collect());
    assert_eq!(results(&games).len(), 20);
    assert!(results(&games).iter().all(|r| !r.contains('*')));
    // A complete match resumes to nothing, with the same report apart from measured times.
    let mut game = Match::resume(&games).expect("resumes by the game file");
    let (summary, ids) = run_until(&mut game, 100);
    assert_eq!((summary.end, ids.len()), (End::Complete, 0));
    let names = game.names().to_vec();
    let report = crosstable::report(Words::english(), &summary, &names, None);
    assert!(report.contains("all games played"), "{report}");
}

#[test]
fn nothing_is_overwritten() {
    let dir = directory("exists");
    let mut settings = settings("good", "good", 1);
    settings.output = dir.join("match");
    let stop = AtomicBool::new(false);
    assert!(Match::new(settings.clone(), openings(), &stop).is_ok());
    let error = Match::new(settings, openings(), &stop).expect_err("exists");
    assert!(error.to_string().contains("resume"), "{error}");
}
