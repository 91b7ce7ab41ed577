//! Published problems, certificates and their checking, small memory, stopping and going on.

mod solve_support;

use fundi::board::Position;
use fundi::rules::{Game, Move, Rules};
use fundi::search::{self, Control, Engine, Score, Settings};
use fundi::solve::{Bound, Limits, Solver, StrategyError, Value};
use fundi::verify::{ClaimKind, VerifyError, verify};
use solve_support::{Random, from_play};
use std::sync::atomic::AtomicBool;

/// The position of a named case of the rules' case file.
fn case(name: &str) -> Position {
    let text = include_str!("data/cases.txt");
    let mut lines =
        text.lines().skip_while(|line| line.split(' ').nth(1) != Some(name) || !line.starts_with("case "));
    let line = lines.find_map(|line| line.strip_prefix("pos ")).unwrap();
    line.parse().unwrap()
}

fn shortest(rules: &'static Rules, position: &Position) -> (Value, Option<u32>, Option<Move>) {
    let mut solver = Solver::new(4).unwrap();
    let stop = AtomicBool::new(false);
    let answer = solver.shortest(rules, position, Limits::nodes(5_000_000), &stop, &mut |_| ());
    assert!(answer.is_exact());
    (answer.verdict.value, answer.verdict.plies, answer.verdict.best)
}

fn certificate(solver: &mut Solver, rules: &'static Rules, position: &Position, bound: Bound) -> Vec<u8> {
    let stop = AtomicBool::new(false);
    let strategy = solver.strategy(rules, position, bound, Limits::nodes(5_000_000), &stop).unwrap();
    let mut bytes = Vec::new();
    let written = strategy.write(&mut bytes).unwrap();
    assert_eq!(written, bytes.len() as u64);
    bytes
}

#[test]
fn published_problems_have_their_published_solutions() {
    let in_one = shortest(Rules::ZANZIBAR, &case("MW-P1"));
    assert_eq!(in_one, (Value::Win, Some(1), Some(Move::parse("B2L").unwrap())));
    let (value, plies, best) = shortest(Rules::ZANZIBAR, &case("MW-P2"));
    assert_eq!((value, plies), (Value::Win, Some(5)), "three moves of the winner");
    assert_eq!(best, Some(Move::parse("a4L").unwrap()));
    let safari = shortest(Rules::ZANZIBAR, &case("SAFARI-WIN"));
    assert_eq!(safari, (Value::Win, Some(1), Some(Move::parse("A5R+").unwrap())));
}

#[test]
fn finished_games_are_losses() {
    assert_eq!(shortest(Rules::ZANZIBAR, &case("NOMOVE-1")), (Value::Loss, Some(0), None));
    assert_eq!(shortest(Rules::ZANZIBAR, &case("EMPTY-FRONT-LOADED")), (Value::Loss, Some(0), None));
}

#[test]
fn a_block_and_a_never_ending_move_are_part_of_a_proof() {
    for name in ["KIBA-694", "BLOCK-SINGLE", "INF-AP2", "INF-R3"] {
        let position = case(name);
        let mut solver = Solver::new(16).unwrap();
        let verdict = solver.solve(Rules::ZANZIBAR, &position, Limits::nodes(2_000_000));
        assert_ne!(verdict.value, Value::Unknown, "{name}");
        let bytes = certificate(&mut solver, Rules::ZANZIBAR, &position, Bound::NONE);
        let verified = verify(&bytes[..]).unwrap();
        assert_eq!(verified.claim.kind.word(), verdict.value.to_string(), "{name}");
        assert_eq!(verified.position, position);
    }
}

#[test]
fn kujifunza_is_won_in_21_plies_by_four_first_moves() {
    let rules = Rules::KUJIFUNZA;
    let start = rules.start();
    let mut solver = Solver::new(32).unwrap();
    let stop = AtomicBool::new(false);
    let answer = solver.shortest(rules, &start, Limits::nodes(3_000_000), &stop, &mut |_| ());
    assert_eq!((answer.verdict.value, answer.verdict.plies), (Value::Win, Some(21)));
    assert!(answer.is_exact());
    let mut winning = Vec::new();
    for successor in rules.successors(&start) {
        let verdict = solver.solve(rules, &successor.position, Limits::nodes(2_000_000));
        let bytes = certificate(&mut solver, rules, &successor.position, Bound::NONE);
        let verified = verify(&bytes[..]).unwrap();
        assert_eq!(verified.claim.kind.word(), verdict.value.to_string());
        if verified.claim.kind == ClaimKind::Loss {
            winning.push(successor.mv.token(start.mover()).to_string());
        }
    }
    assert_eq!(winning, ["A3L", "A6L", "A3R", "A6R"]);
    let within = verify(&certificate(&mut solver, rules, &start, Bound::new(21, true))[..]).unwrap();
    assert_eq!((within.claim.kind, within.claim.plies), (ClaimKind::Win, 21));
    let sooner = verify(&certificate(&mut solver, rules, &start, Bound::new(20, true))[..]).unwrap();
    assert_eq!((sooner.claim.kind, sooner.claim.plies), (ClaimKind::NoWin, 20));
}

#[test]
fn every_flipped_bit_of_a_certificate_is_noticed() {
    let rules = Rules::KUJIFUNZA;
    let position = rules.start();
    let mut solver = Solver::new(4).unwrap();
    assert_eq!(solver.solve(rules, &position, Limits::default()).value, Value::Win);
    let bytes = certificate(&mut solver, rules, &position, Bound::NONE);
    verify(&bytes[..]).unwrap();
    for at in 0..bytes.len() {
        for bit in 0..8 {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 << bit;
            assert!(verify(&damaged[..]).is_err(), "byte {at} bit {bit}");
        }
        assert!(verify(&bytes[..at]).is_err(), "cut at {at}");
    }
    let mut longer = bytes.clone();
    longer.push(0);
    assert!(matches!(verify(&longer[..]), Err(VerifyError::Trailing(_))));
}

/// A certificate with another head or body and the right check sum: only its meaning can be wrong.
fn forged(head: &str, body: &[u8]) -> Vec<u8> {
    let mut bytes = head.as_bytes().to_vec();
    bytes.extend_from_slice(body);
    let mut sum = u32::MAX;
    for byte in &bytes {
        sum ^= u32::from(*byte);
        for _ in 0..8 {
            sum = if sum & 1 == 0 { sum >> 1 } else { (sum >> 1) ^ 0xedb8_8320 };
        }
    }
    bytes.extend_from_slice(&(!sum).to_le_bytes());
    bytes
}

#[test]
fn false_claims_with_a_right_check_sum_are_refused() {
    let position = case("MW-P1");
    let head = |claim: &str| format!("fundi-proof 1\nrules zanzibar\nposition {position}\nclaim {claim}\n\n");
    let right = Move::parse("B2L").unwrap().index();
    verify(&forged(&head("win 1"), &[right])[..]).unwrap();
    let refuse = |claim: &str, body: &[u8]| verify(&forged(&head(claim), body)[..]).unwrap_err();
    assert!(matches!(refuse("win 0", &[]), VerifyError::TooLong(_)));
    let other = Rules::ZANZIBAR.successors(&position).into_iter().find(|s| !s.wins()).map(|s| s.mv.index());
    if let Some(other) = other {
        assert!(matches!(refuse("win 1", &[other]), VerifyError::TooLong(_)));
    }
    assert!(matches!(refuse("win 1", &[right ^ 16]), VerifyError::Illegal(..)));
    assert!(matches!(refuse("win 3", &[128, 0]), VerifyError::Lemma(_, 0)));
    assert!(matches!(refuse("win 1", &[right | 64, 0]), VerifyError::Malformed(_)));
    assert!(matches!(refuse("win 1", &[right | 64, 1]), VerifyError::UnusedLemma(0)));
    assert!(matches!(refuse("win 1", &[200]), VerifyError::Malformed(_)));
    assert!(matches!(refuse("no-win 1", &[]), VerifyError::AuthorLost(..)));
    assert!(matches!(refuse("draw 1", &[]), VerifyError::Head(..)));
    assert!(matches!(refuse("win 2001", &[right]), VerifyError::Head(..)));
    // A lost position has no move to write.
    let lost = case("EMPTY-FRONT-LOADED");
    let head = format!("fundi-proof 1\nrules zanzibar\nposition {lost}\nclaim loss 0\n\n");
    assert!(matches!(verify(&forged(&head, &[])[..]), Err(VerifyError::Head(..))));
}

#[test]
fn proofs_of_random_positions_are_verified_in_all_rule_sets() {
    let mut random = Random(23);
    let mut solver = Solver::with_bytes(1 << 20).unwrap();
    let mut claims = 0;
    for round in 0..150 {
        let rules = Rules::ALL[round % 3];
        let position = from_play(rules, &mut random);
        let verdict = solver.solve(rules, &position, Limits::nodes(20_000));
        if verdict.value == Value::Unknown || verdict.plies == Some(0) {
            continue;
        }
        let verified = verify(&certificate(&mut solver, rules, &position, Bound::NONE)[..]).unwrap();
        assert_eq!(verified.claim.kind.word(), verdict.value.to_string(), "{rules} {position}");
        assert!(verified.longest <= verified.claim.plies);
        claims += 1;
    }
    assert!(claims > 60, "{claims}");
}

#[test]
fn tiny_memory_costs_time_and_never_truth() {
    let mut random = Random(31);
    let mut large = Solver::with_bytes(1 << 22).unwrap();
    let mut tiny = Solver::with_bytes(2048).unwrap();
    let stop = AtomicBool::new(false);
    let (mut agreed, mut written) = (0, 0);
    for _ in 0..40 {
        let position = from_play(Rules::ZANZIBAR, &mut random);
        let truth = large.solve(Rules::ZANZIBAR, &position, Limits::nodes(20_000));
        tiny.clear();
        let verdict = tiny.solve(Rules::ZANZIBAR, &position, Limits::nodes(40_000));
        if truth.value == Value::Unknown || verdict.value == Value::Unknown || verdict.plies == Some(0) {
            continue;
        }
        assert_eq!(verdict.value, truth.value, "{position}");
        agreed += 1;
        match tiny.strategy(Rules::ZANZIBAR, &position, Bound::NONE, Limits::nodes(40_000), &stop) {
            Ok(strategy) => {
                let mut bytes = Vec::new();
                strategy.write(&mut bytes).unwrap();
                verify(&bytes[..]).unwrap();
                written += 1;
            }
            Err(error) => assert!(error == StrategyError::Forgotten || error == StrategyError::NotProved),
        }
    }
    assert!(agreed >= 10 && written >= 5, "{agreed} {written}");
}

#[test]
fn a_stopped_search_claims_nothing_and_goes_on_where_it_was() {
    let rules = Rules::KUJIFUNZA;
    let after = rules.play(&rules.start(), Move::parse("A6R").unwrap()).unwrap().position;
    let mut solver = Solver::new(8).unwrap();
    let stopped = AtomicBool::new(true);
    let verdict = solver.solve_until(rules, &after, Limits::default(), &stopped, &mut |_| ());
    assert_eq!(verdict.value, Value::Unknown);
    assert!(verdict.nodes < 3_000);
    let mut rounds = 0;
    let mut total = 0;
    let verdict = loop {
        let verdict = solver.solve(rules, &after, Limits::nodes(1_000));
        rounds += 1;
        total += verdict.nodes;
        if verdict.value != Value::Unknown {
            break verdict;
        }
        assert!(rounds < 200, "no progress");
    };
    assert_eq!(verdict.value, Value::Loss);
    assert!(rounds > 2 && total < 100_000, "{rounds} rounds, {total} nodes");
}

#[test]
fn threads_agree_with_one_thread() {
    let mut random = Random(5);
    let mut one = Solver::with_bytes(1 << 22).unwrap();
    let mut four = Solver::with_bytes(1 << 22).unwrap();
    four.set_threads(4);
    let mut solved = 0;
    for round in 0..60 {
        let rules = Rules::ALL[round % 3];
        let position = from_play(rules, &mut random);
        let (a, b) = (
            one.solve(rules, &position, Limits::nodes(50_000)),
            four.solve(rules, &position, Limits::nodes(200_000)),
        );
        if a.value != Value::Unknown && b.value != Value::Unknown {
            assert_eq!(a.value, b.value, "{rules} {position}");
            solved += 1;
        }
    }
    assert!(solved > 25, "{solved}");
}

#[test]
fn go_mate_asks_the_solver() {
    let mut engine = Engine::new(Settings::default());
    let game = Game::from_position(Rules::ZANZIBAR, case("MW-P2"));
    let mut mate = |plies| {
        let mut reports = 0;
        let limits = search::Limits { mate: Some(plies), nodes: Some(20_000), ..search::Limits::default() };
        (engine.search(&game, &limits, &Control::new(), &mut |_| reports += 1), reports)
    };
    let (choice, reports) = mate(7);
    assert_eq!((choice.best, choice.score), (Move::parse("a4L").ok(), Score::win_in(5)));
    assert_eq!(choice.pv.len(), 5, "the whole of the win");
    assert!(choice.nodes < 1_000, "{}", choice.nodes);
    assert_eq!(reports, 1);
    let played = choice.pv.iter().try_fold(*game.position(), |position, mv| {
        Rules::ZANZIBAR.play(&position, *mv).map(|successor| successor.position)
    });
    assert!(played.unwrap().is_decided());
    assert!(mate(3).0.best.is_some(), "no win in three: the search still has a move to play");
}

#[test]
fn wins_announced_by_the_search_are_proved_by_the_solver() {
    let mut random = Random(77);
    let mut engine = Engine::new(Settings { hash_mib: 1, ..Settings::default() });
    let mut solver = Solver::with_bytes(1 << 20).unwrap();
    let stop = AtomicBool::new(false);
    let mut announced = 0;
    for round in 0..90 {
        let rules = Rules::ALL[round % 3];
        let position = from_play(rules, &mut random);
        engine.new_game();
        let limits = search::Limits { nodes: Some(2_000), ..search::Limits::default() };
        let game = Game::from_position(rules, position);
        let choice = engine.search(&game, &limits, &Control::new(), &mut |_| ());
        let Some(plies) = choice.score.win_plies().filter(|plies| *plies != 0) else { continue };
        // A win is announced with its distance. A search stopped in the middle may not have seen the longest defence of a lost game.
        let bound = if plies > 0 { Bound::new(plies as u16, true) } else { Bound::NONE };
        let verdict = solver.ask(rules, &position, bound, Limits::nodes(2_000_000), &stop, &mut |_| ());
        let expected = if plies > 0 { Value::Win } else { Value::Loss };
        assert_eq!(verdict.value, expected, "{rules} {position}: {plies}");
        announced += 1;
    }
    assert!(announced > 20, "{announced}");
}

#[test]
fn the_published_certificates_hold() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/proofs");
    let start = Rules::KUJIFUNZA.start();
    let mut first_moves = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let verified = verify(&std::fs::read(&path).unwrap()[..]).unwrap();
        assert_eq!(verified.rules, Rules::KUJIFUNZA);
        let name = path.file_name().unwrap().to_str().unwrap();
        match name.split('.').nth(1).unwrap() {
            "proof" => {
                assert_eq!(verified.position, start);
                let claim = (verified.claim.kind, verified.claim.plies);
                let shortest = name == "kujifunza-no-shorter.proof";
                assert_eq!(claim, if shortest { (ClaimKind::NoWin, 20) } else { (ClaimKind::Win, 21) });
            }
            token => {
                let after = Rules::KUJIFUNZA.play(&start, Move::parse(token).unwrap()).unwrap();
                assert_eq!(verified.position, after.position, "{name}");
                let wins = ["A3L", "A3R", "A6L", "A6R"].contains(&token);
                assert_eq!(
                    verified.claim.kind,
                    if wins { ClaimKind::Loss } else { ClaimKind::Win },
                    "{name}"
                );
                first_moves += 1;
            }
        }
    }
    assert_eq!(first_moves, 16);
}
