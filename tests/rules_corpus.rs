//! The engine's rules against the files in `tests/data`: published cases, corpora of rare positions, the game of 1994.
//!
//! The set of legal moves, every position after them and the wins must be exactly those of the file.

use std::collections::BTreeSet;

use fundi::board::{Position, fen};
use fundi::rules::{Move, Rules};
use fundi_reference::files::{self, Case};

/// Token, position after it, and whether it wins.
type Row = (String, String, bool);

fn rules_of(case: &Case) -> &'static Rules {
    Rules::by_name(case.rules.name).unwrap_or_else(|error| panic!("{}: {error}", case.name))
}

/// Printed examples that do not hold 64 seeds are loaded unchecked, all others strictly.
fn load(case: &Case) -> Position {
    if case.complete {
        return case.position.parse().unwrap_or_else(|error| panic!("{}: {error}", case.name));
    }
    let strict: Result<Position, _> = case.position.parse();
    assert!(strict.is_err(), "{} does not hold 64 seeds", case.name);
    let parts = fen::parse_parts(&case.position).unwrap_or_else(|error| panic!("{}: {error}", case.name));
    Position::from_parts_of_any_total(&parts).unwrap_or_else(|error| panic!("{}: {error}", case.name))
}

fn differences(case: &Case) -> String {
    let position = load(case);
    assert_eq!(position.to_string(), case.position);
    let expected: BTreeSet<Row> =
        case.moves.iter().map(|line| (line.token.clone(), line.position.clone(), line.wins)).collect();
    let successors = rules_of(case).successors(&position);
    let found: BTreeSet<Row> = successors
        .iter()
        .map(|next| (next.mv.token(position.mover()).to_string(), next.position.to_string(), next.wins()))
        .collect();
    let mut text = String::new();
    if successors.len() != case.moves.len() || expected != found {
        text.push_str(&format!("{} {}\n  {}\n", case.name, case.rules.name, case.position));
        expected.difference(&found).for_each(|row| text.push_str(&format!("  expected {row:?}\n")));
        found.difference(&expected).for_each(|row| text.push_str(&format!("  found    {row:?}\n")));
    }
    text
}

fn assert_no_differences(cases: &[Case]) {
    let text: String = cases.iter().map(differences).collect();
    assert!(text.is_empty(), "{text}");
}

/// Playing one move must lead where the list of all moves leads, and nothing else may be playable.
fn assert_single_moves_agree(case: &Case) {
    let (rules, position) = (rules_of(case), load(case));
    for mv in (0..=u8::MAX).filter_map(Move::from_index) {
        let listed = case.moves.iter().find(|line| line.token == mv.token(position.mover()).to_string());
        let played = rules.play(&position, mv);
        let reason = rules.why_illegal(&position, mv);
        match listed {
            Some(line) => {
                let after = played.unwrap_or_else(|why| panic!("{} {}: {why}", case.name, line.token));
                assert_eq!(after.position.to_string(), line.position, "{} {}", case.name, line.token);
                assert_eq!(reason, None, "{} {}", case.name, line.token);
            }
            None => {
                let token = mv.token(position.mover());
                assert!(played.is_err(), "{} {token} is playable: {position}", case.name);
                let reason =
                    reason.unwrap_or_else(|| panic!("{} {token} is illegal without a reason", case.name));
                assert!(!reason.to_string().is_empty());
            }
        }
    }
}

#[test]
fn published_cases() {
    let cases = files::cases();
    assert_eq!(cases.len(), 138);
    assert_no_differences(&cases);
    cases.iter().for_each(assert_single_moves_agree);
}

#[test]
fn corpora() {
    for set in fundi_reference::ALL {
        let cases = files::corpus(&set);
        assert!(cases.len() > 300, "{}: {}", set.name, cases.len());
        assert!(cases.iter().any(|case| case.moves.iter().any(|line| line.wins)));
        assert_no_differences(&cases);
        cases.iter().for_each(assert_single_moves_agree);
    }
}

#[test]
fn the_game_of_1994() {
    let (start, plies) = files::game_1994();
    let mut position: Position = start.parse().unwrap();
    assert_eq!(position, Rules::ZANZIBAR.start());
    assert_eq!(plies.len(), 52);
    for ply in plies {
        assert_eq!(Rules::ZANZIBAR.successors(&position).len(), ply.choices, "{position}");
        let mv = Move::parse(&ply.token).unwrap();
        position =
            Rules::ZANZIBAR.play(&position, mv).unwrap_or_else(|why| panic!("{}: {why}", ply.token)).position;
        assert_eq!(position.to_string(), ply.position);
    }
}
