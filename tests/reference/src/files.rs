//! Reads the test data in `tests/data`.
//!
//! Every function panics on a malformed line: the data is part of the tests.

use std::fs;
use std::path::PathBuf;

use crate::{RuleSet, by_name};

/// A position with everything known about its moves.
#[derive(Debug, Clone)]
pub struct Case {
    /// Where it stands: a case's name, or file and line.
    pub name: String,
    /// The rules it is played under.
    pub rules: RuleSet,
    /// Holds 64 seeds; a few printed examples do not.
    pub complete: bool,
    /// The position line.
    pub position: String,
    /// Its legal moves.
    pub moves: Vec<Line>,
}

/// A legal move of a [`Case`].
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Line {
    /// The move token.
    pub token: String,
    /// The position line after it.
    pub position: String,
    /// It empties the enemy's front row.
    pub wins: bool,
    /// Donkers' form, where the file gives it.
    pub donkers: Option<String>,
}

/// Known leaf counts of a position.
#[derive(Debug, Clone)]
pub struct Leaves {
    /// Name of the position.
    pub name: String,
    /// The rules.
    pub rules: RuleSet,
    /// The position line.
    pub position: String,
    /// Counts for depth 1, 2, 3 and so on.
    pub counts: Vec<u64>,
}

/// A ply of a recorded game.
#[derive(Debug, Clone)]
pub struct Ply {
    /// The move token.
    pub token: String,
    /// Donkers' form.
    pub donkers: String,
    /// How many moves were legal.
    pub choices: usize,
    /// The position line after it.
    pub position: String,
}

/// The text of a file in `tests/data`.
pub fn text(name: &str) -> String {
    let path = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../data")).join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The cases of `cases.txt`: named positions, most of them from published texts.
pub fn cases() -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for line in text("cases.txt").lines() {
        if let Some(head) = line.strip_prefix("case ") {
            let mut words = head.split_whitespace();
            let name = words.next().expect("a case has a name").to_owned();
            let rules = by_name(words.next().expect("a case names its rules"));
            let complete = words.next().is_none();
            cases.push(Case { name, rules, complete, position: String::new(), moves: Vec::new() });
        } else if let Some(position) = line.strip_prefix("pos ") {
            cases.last_mut().expect("a position belongs to a case").position = position.to_owned();
        } else if line.starts_with("  ") {
            cases.last_mut().expect("a move belongs to a case").moves.push(move_line(line));
        } else {
            assert!(line.starts_with('#'), "cases.txt: {line}");
        }
    }
    cases
}

/// The corpus of a rule set: positions of random games, chosen for the rare rules.
pub fn corpus(rules: &RuleSet) -> Vec<Case> {
    let name = format!("corpus-{}.txt", rules.name);
    let mut cases: Vec<Case> = Vec::new();
    for (number, line) in text(&name).lines().enumerate() {
        if let Some(position) = line.strip_prefix("pos ") {
            cases.push(Case {
                name: format!("{name}:{}", number + 1),
                rules: *rules,
                complete: true,
                position: position.to_owned(),
                moves: Vec::new(),
            });
        } else {
            assert!(line.starts_with("  "), "{name}: {line}");
            cases.last_mut().expect("a move belongs to a position").moves.push(move_line(line));
        }
    }
    cases
}

/// A file of leaf counts: `perft.txt` or one of its form.
pub fn leaves(name: &str) -> Vec<Leaves> {
    let mut all = Vec::new();
    for line in text(name).lines().filter(|line| !line.starts_with('#')) {
        let [head, position, counts] = line.split(" | ").collect::<Vec<_>>()[..] else {
            panic!("{name}: {line}");
        };
        let (position_name, rules) = head.rsplit_once(' ').expect("name and rules");
        all.push(Leaves {
            name: position_name.to_owned(),
            rules: by_name(rules),
            position: position.to_owned(),
            counts: counts.split_whitespace().map(|count| count.parse().expect("a leaf count")).collect(),
        });
    }
    all
}

/// The game of 1994: the position line it starts from and its plies.
pub fn game_1994() -> (String, Vec<Ply>) {
    let mut start = String::new();
    let mut plies = Vec::new();
    for line in text("game-1994.txt").lines().filter(|line| !line.starts_with('#')) {
        if let Some(position) = line.strip_prefix("start ") {
            start = position.to_owned();
            continue;
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        let [_, token, donkers, choices, position @ ..] = &words[..] else { panic!("game-1994.txt: {line}") };
        plies.push(Ply {
            token: (*token).to_owned(),
            donkers: (*donkers).to_owned(),
            choices: choices.parse().expect("a number of moves"),
            position: position.join(" "),
        });
    }
    (start, plies)
}

/// `token position [wins] [# donkers]`.
fn move_line(line: &str) -> Line {
    let (body, donkers) = match line.split_once('#') {
        Some((body, form)) => (body, Some(form.trim().to_owned())),
        None => (line, None),
    };
    let words: Vec<&str> = body.split_whitespace().collect();
    let (token, position, wins) = match &words[..] {
        [token, position @ .., "wins"] => (token, position, true),
        [token, position @ ..] => (token, position, false),
        [] => panic!("an empty move line"),
    };
    Line { token: (*token).to_owned(), position: position.join(" "), wins, donkers }
}
