//! Judgement and golden outputs of the fixed review; `FUNDI_BLESS=1` writes the golden files.

use crate::support::{record, review};
use fundi::board::Side;
use fundi::record::{ReadOptions, read_all};
use fundi::review::{Assessment, Class, Options, Prover, Reviewer, Stage, accuracy};
use fundi::rules::{Game, Rules};
use fundi::search::{Control, Limits, Score, Settings};
use fundi::solve::Solver;
use fundi::words::Words;
use std::path::Path;

fn golden(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("FUNDI_BLESS").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    assert_eq!(text, std::fs::read_to_string(&path).unwrap_or_default(), "{} differs", path.display());
}

#[test]
fn a_review_reads_as_it_should() {
    let review = review(53);
    golden("review.txt", &review.text(Words::english()));
    golden("review-sw.txt", &review.text(Words::by_name("sw").unwrap()));
    golden("review.json", &(serde_json::to_string_pretty(&review.as_json()).unwrap() + "\n"));
    golden("review.bao", &review.annotated(Words::english()).to_string());
}

#[test]
fn an_annotated_record_reads_back_as_the_same_game() {
    let review = review(53);
    let text = review.annotated(Words::english()).to_string();
    let again = read_all(&text, &ReadOptions::default()).unwrap().remove(0);
    assert_eq!(again.game().moves(), review.record.game().moves());
    assert_eq!(again.note(25).unwrap().glyphs, [4], "A8 is a blunder");
    assert!(again.note(52).unwrap().comments.iter().any(|comment| comment == "South resigned"));
}

#[test]
fn losses_classes_and_averages_agree() {
    let review = review(53);
    assert!(review.is_complete());
    for mv in &review.moves {
        assert!((0.0..=1.0).contains(&mv.loss), "{mv:?}");
        assert!((mv.chance_before - mv.chance_after - mv.loss).abs() < 1e-9);
        if !matches!(mv.class, Class::Forced | Class::Only) {
            assert_eq!(mv.class, Class::of_loss(mv.loss), "{mv:?}");
        }
    }
    for side in Side::BOTH {
        let all: usize = Class::ALL.iter().map(|class| review.count(side, *class)).sum();
        assert_eq!(all, 26);
        let counted = review.moves.iter().filter(|mv| mv.side == side && mv.class != Class::Forced);
        let values: Vec<f64> = counted.map(|mv| accuracy(mv.loss)).collect();
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        assert!((review.accuracy(side, None).unwrap() - mean).abs() < 1e-9);
    }
    let turning: Vec<usize> = review.turning_points().iter().map(|mv| mv.ply).collect();
    assert_eq!(turning[..4], [43, 25, 20, 1], "the dearest first");
    let missed: Vec<usize> = review.missed_wins().map(|(mv, _)| mv.ply).collect();
    assert_eq!(missed, [43]);
    assert_eq!(review.moves[43 - 1].stage, Stage::Namua, "one seed was left in store");
}

#[test]
fn a_review_that_was_stopped_is_the_beginning_of_the_whole() {
    let (part, whole) = (review(21), review(53));
    assert!(!part.is_complete());
    assert_eq!(part.moves, whole.moves[..20]);
    assert!(part.text(Words::english()).contains("the first 20 of 52 plies are reviewed"));
    assert_eq!(review(1).moves, []);
    assert_eq!(review(0).accuracy(Side::South, None), None);
}

#[test]
fn stopping_a_review_keeps_what_is_done() {
    let limits = Limits { depth: Some(1), ..Limits::default() };
    let mut reviewer = Reviewer::new(Settings::default(), Options { limits, proof_nodes: 0 });
    let control = Control::new();
    let mut last = 0;
    let part = reviewer.review(&record(), &control, &mut |progress| {
        assert_eq!(progress.total, 53);
        last = progress.done;
        if last == 6 {
            control.stop();
        }
    });
    assert_eq!((last, part.moves.len(), part.is_complete()), (6, 5, false));
    let whole = reviewer.review(&record(), &Control::new(), &mut |_| ());
    assert_eq!(part.moves, whole.moves[..5]);
}

#[test]
fn the_solver_proves_what_the_search_only_believes() {
    let game = Game::new(Rules::KUJIFUNZA);
    let believed = |chance: f64| Assessment {
        mover: Side::South,
        score: Score::from_centiseeds(900),
        chance,
        best: None,
        line: Vec::new(),
        second: None,
        legal: 16,
        depth: 1,
        nodes: 1,
        proof: None,
    };
    let mut solver = Solver::new(16).unwrap();
    let mut prover = Prover { solver: &mut solver, nodes: 1_000_000 };
    let mut open = believed(0.6);
    prover.look(&game, &mut open);
    assert_eq!(open, believed(0.6), "nobody seems to be winning: not tried");
    let mut likely = believed(0.9);
    prover.look(&game, &mut likely);
    let proof = likely.proof.expect("the beginners' game is won for the player who begins");
    assert!(proof.winner == Side::South && proof.by_solver && proof.plies > 0);
    assert_eq!(likely.chance, 1.0);
    assert_eq!(likely.line.first(), likely.best.as_ref());
    assert!(game.rules().play(game.position(), likely.best.unwrap()).is_ok());
}
