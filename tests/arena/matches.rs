//! Matches between honest engines: results, statistics, formats, adjudication.

use super::support::{directory, engine, openings, run, settings};
use fundi::arena::adjudicate::{DrawRule, ResignRule};
use fundi::arena::crosstable;
use fundi::arena::dialect::Dialect;
use fundi::arena::gamefile;
use fundi::arena::judge;
use fundi::arena::runner::{End, Event, Match};
use fundi::arena::settings::Format;
use fundi::arena::sprt::{Decision, Sprt};
use fundi::notation::Reading;
use fundi::record::{ReadOptions, read_all};
use fundi::rules::Rules;
use fundi::words::Words;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

#[test]
fn a_match_against_itself_is_level_and_repeats() {
    let mut results = Vec::new();
    for concurrency in [1, 4] {
        let mut settings = settings("good", "good", 4);
        settings.concurrency = concurrency;
        let outcome = run(settings);
        assert_eq!(outcome.summary.end, End::Complete);
        assert_eq!(outcome.summary.irregularities, 0, "{:?}", outcome.irregular);
        let pairing = outcome.summary.standings.pairings()[0].clone();
        // Both play the same moves, so every pair is split: Elo is zero without any doubt.
        assert_eq!(pairing.pairs.counts(), [0, 0, 4, 0, 0]);
        assert!(pairing.pairs.elo().contains(0.0));
        results.push(pairing);
    }
    assert_eq!(results[0], results[1]);
}

#[test]
fn both_protocols_and_restarts_give_the_same_games() {
    let plain = run(settings("good", "good", 2));
    let mut other = settings("good", "good", 2);
    other.engines[1].protocol = Dialect::Uci;
    other.restart = true;
    let other = run(other);
    assert_eq!(other.summary.irregularities, 0, "{:?}", other.irregular);
    assert_eq!(plain.summary.standings.pairings(), other.summary.standings.pairings());
}

#[test]
fn round_robin_and_gauntlet_with_a_crosstable() {
    let mut settings = settings("good", "illegal 2", 1);
    settings.engines.push(engine("crash 1"));
    settings.engines.push(engine("blanks"));
    let outcome = run(settings.clone());
    let standings = &outcome.summary.standings;
    assert_eq!(standings.games(), 12);
    assert_eq!(standings.engines()[2].games.wins, 0);
    let names: Vec<String> = settings.engines.iter().map(|e| e.name.clone()).collect();
    let text = crosstable::report(Words::english(), &outcome.summary, &names, None);
    let rows: Vec<&str> = text.lines().take(5).collect();
    assert!(rows[0].contains("rank") && rows[4].contains("crash 1") && rows[4].contains("0/6"), "{text}");
    settings.format = Format::Gauntlet;
    let outcome = run(settings);
    assert_eq!(outcome.summary.standings.games(), 6);
    assert_eq!(outcome.summary.standings.engines()[0].games.games(), 6);
}

#[test]
fn a_clear_difference_stops_the_match_early() {
    let mut settings = settings("good", "illegal 1", 500);
    settings.sprt = Some(Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 });
    let outcome = run(settings.clone());
    assert_eq!(outcome.summary.end, End::Decided(Decision::AcceptElo1));
    assert!(outcome.summary.standings.games() < 400, "{}", outcome.summary.standings.games());
    settings.engines.swap(0, 1);
    assert_eq!(run(settings).summary.end, End::Decided(Decision::AcceptElo0));
}

#[test]
fn scores_end_games_only_when_both_agree() {
    let mut settings = settings("winner", "defeatist", 1);
    settings.resign = Some(ResignRule { moves: 2, score: 1000 });
    let agreed = run(settings.clone());
    assert_eq!(agreed.summary.standings.pairings()[0].games.wins, 2);
    assert!(agreed.reasons.iter().all(|r| r.starts_with("adjudication")), "{:?}", agreed.reasons);
    settings.engines[1] = engine("good");
    let alone = run(settings.clone());
    assert!(alone.reasons.iter().all(|r| !r.starts_with("adjudication")), "{:?}", alone.reasons);
    settings.engines[0] = engine("blanks");
    settings.resign = None;
    settings.draw = Some(DrawRule { from_ply: 8, moves: 2, score: 10 });
    let level = run(settings);
    assert_eq!(level.summary.standings.seats().draws, 2);
}

#[test]
fn proved_games_end_with_the_right_winner() {
    let settings = settings("good", "good", 4);
    let full = run(settings.clone());
    let stop = AtomicBool::new(false);
    let prover = |position: &_| judge::winner(Rules::ZANZIBAR, position, 300);
    let mut game = Match::new(settings, openings(), &stop).expect("starts");
    let mut by_proof = BTreeMap::new();
    let summary = game
        .run(Some(&prover), &stop, &mut |event| {
            if let Event::Game { report, .. } = event {
                by_proof.insert(report.fixture.id, report.reason.clone());
            }
        })
        .expect("runs");
    assert!(by_proof.values().any(|reason| reason.contains("by proof")), "{by_proof:?}");
    assert!(summary.standings.mean_plies() < full.summary.standings.mean_plies());
    assert_eq!(summary.irregularities, 0);
}

#[test]
fn the_conventions_are_the_referee_s_own() {
    let mut settings = settings("good", "good", 1);
    settings.max_plies = 10;
    let outcome = run(settings);
    assert_eq!(outcome.summary.standings.seats().draws, 2);
    assert!(outcome.reasons.iter().all(|r| r == "ply limit"), "{:?}", outcome.reasons);
}

#[test]
fn a_program_that_does_not_exist_is_the_user_s_mistake() {
    let mut settings = settings("good", "good", 1);
    settings.engines[1].cmd = "no-such-engine".to_string();
    let error = Match::new(settings, openings(), &AtomicBool::new(false)).expect_err("cannot start");
    assert!(
        error.to_string().contains("engine 2") && error.to_string().contains("no-such-engine"),
        "{error}"
    );
}

#[test]
fn an_engine_with_other_rules_is_refused() {
    let settings = settings("good", "wrong-rules", 1);
    let error = Match::new(settings, openings(), &AtomicBool::new(false)).expect_err("other rules");
    assert!(error.to_string().contains("engine 2") && error.to_string().contains("mancala-world"), "{error}");
}

#[test]
fn unknown_options_are_remarked_and_known_ones_set() {
    let mut settings = settings("good", "good", 1);
    settings.concurrency = 1;
    settings.engines[0].set_option("Threads=2");
    settings.engines[0].set_option("Contempt=3");
    let outcome = run(settings);
    assert_eq!(outcome.irregular.len(), 1, "{:?}", outcome.irregular);
    assert!(outcome.irregular[0].1.contains("Contempt"));
}

#[test]
fn the_game_file_reads_back_move_for_move_and_gives_the_same_score() {
    let dir = directory("reads-back");
    let mut settings = settings("good", "illegal 6", 4);
    settings.output = dir.join("m");
    settings.event = "a \"quoted\" event".to_string();
    let stop = AtomicBool::new(false);
    let mut game = Match::new(settings, openings(), &stop).expect("starts");
    let mut played = Vec::new();
    let summary = game
        .run(None, &stop, &mut |event| {
            if let Event::Game { report, .. } = event {
                played.push((report.game.clone(), report.outcome, report.reason.clone()));
            }
        })
        .expect("runs");
    let text = std::fs::read_to_string(game.files().expect("files").games_path()).expect("games");
    let options = ReadOptions { reading: Reading::Strict, ..ReadOptions::default() };
    let records = read_all(&text, &options).expect("strict reading");
    assert_eq!(records.len(), 8);
    for (record, (game, outcome, reason)) in records.iter().zip(&played) {
        assert_eq!(record.game().moves(), game.moves());
        assert_eq!(record.game().positions(), game.positions());
        assert_eq!(record.outcome().to_string(), outcome.to_string());
        assert_eq!(record.tag("Termination"), reason);
        assert_eq!(record.tag("Event"), "a \"quoted\" event");
        for ply in 1..=game.plies() {
            assert_eq!(record.note(ply).expect("note").comments.len(), 1);
        }
    }
    let meetings = gamefile::add_up([text.as_str()]).expect("adds up");
    assert_eq!(meetings.len(), 1);
    let pairing = &summary.standings.pairings()[0];
    let (games, pairs) = (meetings[0].score.games, meetings[0].score.pairs);
    assert_eq!(meetings[0].names, ["good", "illegal 6"]);
    assert_eq!((games, pairs), (pairing.games, pairing.pairs));
}
