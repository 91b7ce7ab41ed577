//! Leaf counts: the known ones, and deeper ones on which the naive rules in `tests/reference` agree.

use fundi::board::Position;
use fundi::rules::{Rules, perft};
use fundi_reference::files::{self, Leaves};

fn assert_counts(leaves: &Leaves) {
    let rules = Rules::by_name(leaves.rules.name).unwrap();
    let position: Position = leaves.position.parse().unwrap();
    for (depth, &count) in (1..).zip(&leaves.counts) {
        assert_eq!(
            perft(rules, &position, depth),
            count,
            "{} {} depth {depth}",
            leaves.name,
            leaves.rules.name
        );
    }
}

#[test]
fn published_counts() {
    let all = files::leaves("perft.txt");
    assert_eq!(all.len(), 14);
    assert_eq!(all[0].counts[10], 2_439_001, "the start at depth 11");
    all.iter().for_each(assert_counts);
}

#[test]
fn deeper_counts() {
    let all = files::leaves("perft-deep.txt");
    assert!(all.len() >= 12);
    all.iter().for_each(assert_counts);
}

#[test]
fn depth_zero_is_one_leaf_and_a_finished_game_has_none() {
    let start = Rules::ZANZIBAR.start();
    assert_eq!(perft(Rules::ZANZIBAR, &start, 0), 1);
    let finished: Position =
        "0,0,0,0,0,0,0,0/2,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/9,9,9,9,9,9,8,0 S 0,0 - -".parse().unwrap();
    assert_eq!(perft(Rules::ZANZIBAR, &finished, 0), 1);
    assert_eq!(perft(Rules::ZANZIBAR, &finished, 1), 0);
    assert_eq!(perft(Rules::ZANZIBAR, &finished, 3), 0);
}
