//! The naive rules against the published cases, the corpora, the leaf counts and the recorded game.

use std::collections::BTreeSet;

use fundi_reference::files::{self, Case};
use fundi_reference::{ALL, Board, list, perft};

/// Token, position after it, and whether it wins.
type Row = (String, String, bool);

fn expected(case: &Case) -> BTreeSet<Row> {
    case.moves.iter().map(|line| (line.token.clone(), line.position.clone(), line.wins)).collect()
}

fn found(case: &Case) -> BTreeSet<Row> {
    let board = Board::parse(&case.position).unwrap();
    assert_eq!(board.to_string(), case.position, "{}", case.name);
    let rows = list(&case.rules, &board).legal;
    rows.iter().map(|row| (row.token.text(board.mover), row.board.to_string(), row.facts.won)).collect()
}

fn assert_equal(cases: &[Case]) {
    let mut differences = String::new();
    for case in cases {
        let (expected, found) = (expected(case), found(case));
        if expected != found {
            differences.push_str(&format!("{} {}\n  {}\n", case.name, case.rules.name, case.position));
            for row in expected.difference(&found) {
                differences.push_str(&format!("  expected {row:?}\n"));
            }
            for row in found.difference(&expected) {
                differences.push_str(&format!("  found    {row:?}\n"));
            }
        }
    }
    assert!(differences.is_empty(), "{differences}");
}

#[test]
fn published_cases() {
    let cases = files::cases();
    assert_eq!(cases.len(), 138);
    for case in &cases {
        assert_eq!(Board::parse(&case.position).unwrap().total() == 64, case.complete, "{}", case.name);
    }
    assert_equal(&cases);
}

#[test]
fn corpora() {
    for rules in ALL {
        let cases = files::corpus(&rules);
        assert!(cases.len() > 300, "{}: {}", rules.name, cases.len());
        assert_equal(&cases);
    }
}

#[test]
fn leaf_counts() {
    let all = files::leaves("perft.txt");
    assert_eq!(all.len(), 14);
    for leaves in all {
        let board = Board::parse(&leaves.position).unwrap();
        for (index, &count) in leaves.counts.iter().enumerate().filter(|(_, count)| **count < 400_000) {
            let depth = index as u32 + 1;
            assert_eq!(perft(&leaves.rules, &board, depth), count, "{} depth {depth}", leaves.name);
        }
    }
}

#[test]
fn the_game_of_1994() {
    let (start, plies) = files::game_1994();
    let rules = fundi_reference::ZANZIBAR;
    let mut board = Board::parse(&start).unwrap();
    assert_eq!(board, Board::start(&rules));
    assert_eq!(plies.len(), 52);
    for ply in plies {
        let legal = list(&rules, &board).legal;
        assert_eq!(legal.len(), ply.choices, "{board}");
        let played = legal.into_iter().find(|played| played.token.text(board.mover) == ply.token);
        board = played.unwrap_or_else(|| panic!("{} is not legal: {board}", ply.token)).board;
        assert_eq!(board.to_string(), ply.position);
    }
}
