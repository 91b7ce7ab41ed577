//! The search by itself: it is repeatable, its lines are legal, its announced wins are true, and it stops when told.

use fundi::board::{Position, Side};
use fundi::rules::{Game, Rules};
use fundi::search::{Control, Engine, Level, Limits, Report, Settings, check_line};
use std::time::{Duration, Instant};

/// Positions met in games of the engine against itself, a few nodes a move.
fn positions_of_games(rules: &'static Rules, games: usize) -> Vec<Position> {
    let mut engine = Engine::new(Settings { hash_mib: 1, ..Settings::default() });
    let mut positions = Vec::new();
    for number in 0..games {
        let mut game = Game::new(rules);
        let mut state = number as u64 + 1;
        while game.result().is_none() {
            let mv = if game.plies() < 6 {
                let successors = rules.successors(game.position());
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                successors[(state >> 33) as usize % successors.len()].mv
            } else {
                let limits = Limits { nodes: Some(200), ..Limits::default() };
                engine
                    .search(&game, &limits, &Control::new(), &mut |_| {})
                    .best
                    .expect("a game not over has a move")
            };
            game.play(mv).expect("the engine plays legal moves");
            positions.push(*game.position());
        }
    }
    positions
}

/// Every line must be legal to its end, and an announced end must come in exactly that many plies.
fn check(game: &Game, report: &Report) {
    if let Err(error) = check_line(game, &report.pv, report.score) {
        panic!("{}: {error}: {report:?}", game.position());
    }
}

#[test]
fn lines_are_legal_and_announced_wins_replay_to_the_end() {
    let mut announced = 0;
    for rules in Rules::ALL {
        let mut engine = Engine::new(Settings { hash_mib: 4, ..Settings::default() });
        for position in positions_of_games(rules, 12) {
            let game = Game::from_position(rules, position);
            let limits = Limits { nodes: Some(3_000), ..Limits::default() };
            let choice = engine.search(&game, &limits, &Control::new(), &mut |report| {
                check(&game, report);
                announced += usize::from(report.score.win_plies().is_some());
            });
            assert_eq!(choice.best.is_none(), rules.successors(&position).is_empty());
        }
    }
    assert!(announced > 300, "only {announced} announced ends were checked");
}

#[test]
fn wins_proved_in_a_share_of_the_time_replay_to_the_end() {
    let mut proved = 0;
    for rules in [Rules::ZANZIBAR, Rules::MANCALA_WORLD] {
        let settings = Settings { proof_percent: 90, hash_mib: 1, ..Settings::default() };
        let mut engine = Engine::new(settings);
        let late = positions_of_games(rules, 6)
            .into_iter()
            .filter(|position| (1..=12).contains(&(position.own_store() + position.enemy_store())));
        for position in late {
            let game = Game::from_position(rules, position);
            let limits = Limits { movetime: Some(Duration::from_millis(60)), ..Limits::default() };
            let mut first = None;
            let choice = engine.search(&game, &limits, &Control::new(), &mut |report| {
                check(&game, report);
                first.get_or_insert(report.clone());
            });
            // A proof is the only report, and deeper than a first iteration.
            proved += usize::from(first.is_some_and(|report| report.score.is_win() && report.depth > 1));
            assert!(choice.best.is_some_and(|mv| game.rules().play(&position, mv).is_ok()));
        }
    }
    assert!(proved >= 5, "{proved} wins proved");
}

#[test]
fn one_thread_repeats_itself_exactly_after_a_new_game() {
    let mut engine = Engine::new(Settings { hash_mib: 1, ..Settings::default() });
    for position in positions_of_games(Rules::ZANZIBAR, 2).into_iter().step_by(7) {
        let game = Game::from_position(Rules::ZANZIBAR, position);
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        let mut run = || {
            engine.new_game();
            let choice = engine.search(&game, &limits, &Control::new(), &mut |_| {});
            (choice.best, choice.nodes, choice.score, choice.pv)
        };
        assert_eq!(run(), run());
    }
}

#[test]
fn more_threads_than_cores_and_a_tiny_table_find_the_same_proven_results() {
    let mut one = Engine::new(Settings { hash_mib: 1, ..Settings::default() });
    let mut many = Engine::new(Settings { hash_mib: 1, threads: 8, ..Settings::default() });
    let mut compared = 0;
    for position in positions_of_games(Rules::KUJIFUNZA, 8) {
        let game = Game::from_position(Rules::KUJIFUNZA, position);
        let limits = Limits { depth: Some(9), ..Limits::default() };
        let scores = [&mut one, &mut many].map(|engine| {
            engine.search(&game, &limits, &Control::new(), &mut |report| check(&game, report)).score
        });
        if scores.iter().all(|score| score.win_plies().is_some()) {
            assert_eq!(scores[0].is_win(), scores[1].is_win(), "{position}");
            compared += 1;
        }
    }
    assert!(compared > 20, "only {compared} compared");
}

#[test]
fn a_search_stops_when_told_and_keeps_its_limits() {
    let game = Game::new(Rules::ZANZIBAR);
    let mut engine = Engine::new(Settings { hash_mib: 1, threads: 2, ..Settings::default() });
    let control = Control::new();
    let stopper = control.clone();
    let thread = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(100));
        stopper.stop();
    });
    let start = Instant::now();
    let choice = engine.search(&game, &Limits { infinite: true, ..Limits::default() }, &control, &mut |_| {});
    assert!(choice.best.is_some() && start.elapsed() < Duration::from_secs(5));
    thread.join().expect("the stopping thread ends");

    let mut single = Engine::new(Settings { hash_mib: 1, ..Settings::default() });
    for nodes in [1u64, 2, 100, 5_000] {
        let choice = single.search(
            &game,
            &Limits { nodes: Some(nodes), ..Limits::default() },
            &Control::new(),
            &mut |_| {},
        );
        assert!(choice.best.is_some());
        assert!(choice.nodes <= nodes.max(60), "{} nodes for a limit of {nodes}", choice.nodes);
    }
    let mut wanted = Rules::ZANZIBAR.successors(game.position());
    wanted.truncate(1);
    let only = wanted[0].mv;
    let limits = Limits { depth: Some(5), search_moves: vec![only], ..Limits::default() };
    assert_eq!(single.search(&game, &limits, &Control::new(), &mut |_| {}).best, Some(only));
}

#[test]
fn a_low_level_loses_to_a_high_one() {
    let mut weak = Engine::new(Settings { hash_mib: 1, level: Some(Level::new(0)), ..Settings::default() });
    let mut strong = Engine::new(Settings { hash_mib: 1, level: Some(Level::new(8)), ..Settings::default() });
    let mut won = 0;
    for number in 0..20u64 {
        let mut game = Game::new(Rules::ZANZIBAR);
        let strong_side = Side::BOTH[number as usize % 2];
        weak.configure(Settings { level: Some(Level::new(0).with_seed(number)), ..*weak.settings() })
            .expect("same size");
        let winner = loop {
            if let Some(result) = game.result() {
                break result.winner;
            }
            let engine = if game.position().mover() == strong_side { &mut strong } else { &mut weak };
            let choice = engine.search(&game, &Limits::default(), &Control::new(), &mut |_| {});
            game.play(choice.best.expect("a game not over has a move")).expect("a legal move");
        };
        won += usize::from(winner == Some(strong_side));
    }
    assert!(won >= 17, "level 8 won only {won} of 20 against level 0");
}
