//! Two engines play games through pipes under every kind of limit; the rules library referees and every line is checked.
//!
//! `FUNDI_GAMES=50 cargo test --release --test protocol games` plays that many games with each limit instead of a few.

use super::client::Client;
use super::lines::check_search;
use fundi::board::{Position, Side};
use fundi::rules::{Game, Rules};
use std::time::{Duration, Instant};

/// A time control and what is allowed beyond it on a busy machine.
struct Control {
    go: &'static str,
    /// Milliseconds on the clock and increment, or `None`.
    clock: Option<(u64, u64)>,
    movetime: Option<u64>,
}

const CONTROLS: &[Control] = &[
    Control { go: "depth 5", clock: None, movetime: None },
    Control { go: "nodes 800", clock: None, movetime: None },
    Control { go: "movetime 15", clock: None, movetime: Some(15) },
    Control { go: "", clock: Some((600, 6)), movetime: None },
    Control { go: "depth 6", clock: Some((100, 2)), movetime: None },
];

fn games() -> (usize, Duration) {
    match std::env::var("FUNDI_GAMES").ok().and_then(|text| text.parse().ok()) {
        Some(games) => (games, Duration::from_millis(50)),
        None => (2, Duration::from_secs(2)),
    }
}

/// Plays one game; returns its length.
fn play(
    engines: &mut [Client; 2],
    rules: &'static Rules,
    opening: u64,
    control: &Control,
    margin: Duration,
) -> usize {
    let mut game = Game::new(rules);
    let mut told = String::new();
    let mut state = opening.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut clocks = [control.clock.map_or(0, |(base, _)| base as i64 * 1000); 2];
    for engine in engines.iter_mut() {
        engine.send(&format!("setoption name RuleSet value {}\nuginewgame\nisready", rules.name));
        engine.expect("readyok");
    }
    while game.result().is_none() {
        let position: &Position = game.position();
        let side = usize::from(position.mover() == Side::North);
        let mv = if game.plies() < 4 {
            let legal = rules.successors(position);
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            legal[(state >> 33) as usize % legal.len()].mv
        } else {
            let engine = &mut engines[side];
            engine.send(&format!("position startpos moves{told}"));
            engine.sync();
            let mut go = format!("go {}", control.go);
            if let Some((_, increment)) = control.clock {
                let shown = clocks.map(|left| (left / 1000).max(1));
                go = format!(
                    "{go} p1time {} p2time {} p1inc {increment} p2inc {increment}",
                    shown[0], shown[1]
                );
            }
            let start = Instant::now();
            engine.send(&go);
            let lines = engine.until("bestmove ");
            let used = start.elapsed();
            if let Some(movetime) = control.movetime {
                assert!(used <= Duration::from_millis(movetime) + margin, "{go} took {used:?}");
            }
            if let Some((_, increment)) = control.clock {
                clocks[side] -= used.as_micros() as i64;
                assert!(clocks[side] + margin.as_micros() as i64 > 0, "time lost: {go} took {used:?}");
                clocks[side] = clocks[side].max(0) + increment as i64 * 1000;
            }
            check_search(&game, &lines, "ugi")
        };
        told.push_str(&format!(" {}", mv.token(game.position().mover())));
        game.play(mv).expect("it was checked");
    }
    let winner = game.result().and_then(|result| result.winner);
    let word = winner.map_or("draw", |side| if side == Side::South { "p1win" } else { "p2win" });
    for engine in engines.iter_mut() {
        engine.send(&format!("position startpos moves{told}"));
        assert_eq!(engine.query("gameover"), "true");
        assert_eq!(engine.query("result"), word);
        engine.heard.clear();
    }
    game.plies()
}

#[test]
fn games_under_every_limit_end_without_a_fault() {
    let (games, margin) = games();
    let mut plies = 0;
    for control in CONTROLS {
        let mut engines = [Client::start("ugi"), Client::start("ugi")];
        engines[1].send("setoption name Threads value 2\nsetoption name Hash value 1");
        for number in 0..games {
            let rules = Rules::ALL[number % Rules::ALL.len()];
            plies += play(&mut engines, rules, number as u64 / 2 + 1, control, margin);
            engines.swap(0, 1);
        }
        for engine in engines {
            engine.quit();
        }
    }
    assert!(plies > games * CONTROLS.len() * 5, "games have moves: {plies}");
}
