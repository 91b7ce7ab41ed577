//! Our own engine in matches: not one irregularity under any kind of limit.

use super::support::{engine, openings, run};
use fundi::arena::dialect::Dialect;
use fundi::arena::limits::Limits;
use fundi::arena::settings::{EngineSettings, MatchSettings};

fn own(name: &str) -> EngineSettings {
    EngineSettings {
        name: name.to_string(),
        cmd: env!("CARGO_BIN_EXE_fundi").to_string(),
        ..EngineSettings::default()
    }
}

/// A short match with margins for a busy machine.
fn settings(limits: Limits) -> MatchSettings {
    MatchSettings {
        engines: vec![own("one"), own("two")],
        limits,
        rounds: 1,
        concurrency: 2,
        margin_ms: 5000,
        ..MatchSettings::default()
    }
}

#[test]
fn nodes_depth_movetime_and_clocks_in_both_protocols() {
    let fixed = Limits { nodes: Some(150), ..Limits::default() };
    for (limits, dialect) in [
        (fixed, Dialect::Ugi),
        (Limits { depth: Some(3), ..Limits::default() }, Dialect::Uci),
        (Limits { movetime: Some(2), ..Limits::default() }, Dialect::Ugi),
        (Limits { tc: "20/0.2+0.002".parse().ok(), ..Limits::default() }, Dialect::Uci),
    ] {
        let mut settings = settings(limits);
        settings.engines[1].protocol = dialect;
        let outcome = run(settings);
        assert_eq!(outcome.summary.irregularities, 0, "{limits}: {:?}", outcome.irregular);
        assert_eq!(outcome.summary.standings.games(), 2, "{limits}: {:?}", outcome.reasons);
        for score in outcome.summary.standings.engines() {
            assert!(score.effort.nodes > 0 && score.effort.with_depth == score.effort.moves, "{limits}");
        }
    }
}

#[test]
fn pondering_costs_no_game() {
    let mut settings = settings(Limits { tc: "1+0.01".parse().ok(), ..Limits::default() });
    settings.engines[0].protocol = Dialect::Uci;
    settings.engines[1] = engine("good");
    settings.ponder = true;
    let outcome = run(settings);
    assert_eq!(outcome.summary.irregularities, 0, "{:?}", outcome.irregular);
    assert_eq!(outcome.summary.standings.games(), 2, "{:?}", outcome.reasons);
}

#[test]
fn a_full_search_beats_a_one_ply_search() {
    let mut settings = settings(Limits { nodes: Some(400), ..Limits::default() });
    settings.engines[1].limits = Limits { depth: Some(1), ..Limits::default() };
    settings.rounds = openings().len() as u32;
    let outcome = run(settings);
    assert!(
        outcome.summary.standings.pairings()[0].games.wins >= 6,
        "{:?}",
        outcome.summary.standings.pairings()
    );
}

#[cfg(target_os = "linux")]
#[test]
fn pinned_games_are_played_too() {
    let mut settings = settings(Limits { nodes: Some(50), ..Limits::default() });
    settings.pin = true;
    settings.concurrency = 1;
    assert_eq!(run(settings.clone()).summary.irregularities, 0);
    settings.engines[0].set_option("Threads=100000");
    let stop = std::sync::atomic::AtomicBool::new(false);
    settings.engines = vec![engine("good"), engine("good two")];
    settings.engines[0].set_option("Threads=100000");
    let mut game = fundi::arena::runner::Match::new(settings, openings(), &stop).expect("starts");
    let error = game.run(None, &stop, &mut |_| {}).expect_err("too few processors");
    assert!(error.to_string().contains("processors"), "{error}");
}
