//! Rules: does the engine know which moves are legal, and when a game is over?
//!
//! The positions come from three sources: the collected cases of the rare rules, the whole move tree from the start to a
//! small depth, and random games to their end. An engine that answers `query moves` is asked in each; one that
//! answers only `query islegal` is asked about every move; any other must play from the cases: its moves must be legal,
//! and after every legal move it is given it must find a legal reply.

use super::{Check, Examiner, Problem, Weight};
use crate::board::{Position, Side};
use crate::random::Random;
use crate::rules::{Game, Move, Rules};
use crate::words::{Key, Message, Told, say};
use std::time::Duration;

const GROUP: Key = Key::CheckRuling;

/// The checks of this file.
pub const CHECKS: &[Check] = &[
    Check { group: GROUP, name: Key::CheckCases, weight: Weight::Must, examine: cases },
    Check { group: GROUP, name: Key::CheckTree, weight: Weight::Must, examine: tree },
    Check { group: GROUP, name: Key::CheckRandomGames, weight: Weight::Must, examine: random_games },
    Check { group: GROUP, name: Key::CheckIslegal, weight: Weight::Should, examine: islegal },
    Check { group: GROUP, name: Key::CheckFen, weight: Weight::Should, examine: fen },
    Check { group: GROUP, name: Key::CheckResults, weight: Weight::Should, examine: results },
    Check { group: GROUP, name: Key::CheckSelfPlay, weight: Weight::Must, examine: self_play },
];

const CASES: &str = include_str!("../../../tests/data/cases.txt");

/// The positions of the cases that are about these rules and hold 64 seeds.
fn case_positions(rules: &Rules) -> Vec<(&'static str, Position)> {
    let mut wanted = None;
    let mut found = Vec::new();
    for line in CASES.lines() {
        if let Some(rest) = line.strip_prefix("case ") {
            let mut words = rest.split_ascii_whitespace();
            let name = words.next();
            wanted = name.filter(|_| words.next() == Some(rules.name) && words.next().is_none());
        } else if let (Some(fen), Some(name)) = (line.strip_prefix("pos "), wanted)
            && let Ok(position) = fen.trim().parse()
        {
            found.push((name, position));
        }
    }
    found
}

fn tokens(rules: &Rules, position: &Position) -> Vec<String> {
    let successors = rules.successors(position);
    let mut tokens: Vec<String> =
        successors.iter().map(|s| s.mv.token(position.mover()).to_string()).collect();
    tokens.sort();
    tokens
}

/// Compares the legal moves in a position given as the argument of `position`.
fn compare(examiner: &mut Examiner<'_>, argument: &str, position: &Position) -> Result<(), Problem> {
    let answer = examiner.query(argument, "moves")?;
    let mut given: Vec<String> =
        answer.split_ascii_whitespace().filter(|w| *w != "(none)").map(str::to_string).collect();
    given.sort();
    let expected = tokens(examiner.plan.rules, position);
    if given.len() == expected.len() && given.iter().zip(&expected).all(|(a, b)| a.eq_ignore_ascii_case(b)) {
        return Ok(());
    }
    Err(Problem::Fails(say!(
        FoundMoves,
        position = position.to_string(),
        expected = expected.join(" "),
        given = given.join(" ")
    )))
}

/// The same by `query islegal`.
fn compare_each(examiner: &mut Examiner<'_>, argument: &str, position: &Position) -> Result<(), Problem> {
    let legal = tokens(examiner.plan.rules, position);
    for index in 0..Move::COUNT as u8 {
        let Some(mv) = Move::from_index(index) else { continue };
        let token = mv.token(position.mover()).to_string();
        let answer = examiner.query(argument, &format!("islegal {token}"))?;
        let expected = if legal.contains(&token) { "true" } else { "false" };
        if answer != expected {
            let what = format!("{position}: islegal {token}");
            return Err(Problem::Fails(say!(FoundSays, what = what, expected = expected, answer = answer)));
        }
    }
    Ok(())
}

/// By playing: its own move must be legal, and it must follow every legal move.
fn compare_by_playing(
    examiner: &mut Examiner<'_>,
    argument: &str,
    position: &Position,
) -> Result<(), Problem> {
    let rules = examiner.plan.rules;
    let patience = examiner.plan.patience;
    let game = Game::from_position(rules, *position);
    if game.result().is_some() {
        return Ok(());
    }
    let own = examiner.think(argument, "go depth 1", patience)?;
    Examiner::legal(&game, &own.best)?;
    for successor in rules.successors(position).iter() {
        let mut after = game.clone();
        if after.play(successor.mv).is_err() || after.result().is_some() {
            continue;
        }
        let token = successor.mv.token(position.mover());
        let joint = if argument.contains(" moves ") { "" } else { " moves" };
        let reply = examiner.think(&format!("{argument}{joint} {token}"), "go depth 1", patience)?;
        Examiner::legal(&after, &reply.best).map_err(|p| match p {
            Problem::Fails(why) => {
                let (after, played) = (token.to_string(), &reply.best);
                Problem::Fails(say!(FoundReply, after = after, played = played, why = why))
            }
            other => other,
        })?;
    }
    Ok(())
}

/// How the engine can be asked about legal moves.
fn way(examiner: &mut Examiner<'_>) -> Result<(Key, Compare), Problem> {
    let ways: [(&str, Key, Compare); 2] =
        [("moves", Key::FoundByMoves, compare), ("islegal A1L", Key::FoundByIslegal, compare_each)];
    for (what, name, compare) in ways {
        match examiner.query("startpos", what) {
            Ok(answer) if what == "moves" || ["true", "false"].contains(&answer.as_str()) => {
                return Ok((name, compare));
            }
            Ok(_) | Err(Problem::NotOffered(_)) => {}
            Err(other) => return Err(other),
        }
    }
    Ok((Key::FoundByPlaying, compare_by_playing))
}

type Compare = fn(&mut Examiner<'_>, &str, &Position) -> Result<(), Problem>;

fn cases(examiner: &mut Examiner<'_>) -> Result<Message, Problem> {
    let (name, compare) = way(examiner)?;
    let positions = case_positions(examiner.plan.rules);
    for (case, position) in &positions {
        compare(examiner, &format!("fen {position}"), position).map_err(|p| match p {
            Problem::Fails(why) => Problem::Fails(say!(FoundCase, name = *case, why = why)),
            other => other,
        })?;
    }
    Ok(Message::list([say!(CountPositions, n = positions.len()), name.into()]))
}

fn tree(examiner: &mut Examiner<'_>) -> Result<Message, Problem> {
    let (name, compare) = way(examiner)?;
    // One ply of playing costs as much as several of asking.
    let depth = if name == Key::FoundByPlaying {
        examiner.plan.scope.depth.min(2)
    } else {
        examiner.plan.scope.depth
    };
    let mut level = vec![Game::new(examiner.plan.rules)];
    let mut seen = 0u32;
    for _ in 0..=depth {
        let mut next = Vec::new();
        for game in level {
            compare(examiner, &argument(&game), game.position())?;
            seen += 1;
            if game.position().is_decided() {
                continue;
            }
            for successor in game.rules().successors(game.position()).iter() {
                let mut after = game.clone();
                if after.play(successor.mv).is_ok() {
                    next.push(after);
                }
            }
        }
        level = next;
    }
    Ok(Message::list([say!(CountPositions, n = seen), say!(LimitDepth, depth = depth), name.into()]))
}

/// A game as the argument of `position`.
fn argument(game: &Game) -> String {
    super::super::opening::Opening::of_game(game).to_string()
}

/// Plays random moves to the end and calls `visit` after each.
fn random_game(
    rules: &'static Rules,
    random: &mut Random,
    visit: &mut dyn FnMut(&Game) -> Result<(), Problem>,
) -> Result<Game, Problem> {
    let mut game = Game::new(rules);
    while game.result().is_none() && game.plies() < 400 {
        let successors = rules.successors(game.position());
        let Some(chosen) = successors.get(random.below(successors.len())) else { break };
        if game.play(chosen.mv).is_err() {
            break;
        }
        visit(&game)?;
    }
    Ok(game)
}

fn random_games(examiner: &mut Examiner<'_>) -> Result<Message, Problem> {
    let (name, compare) = way(examiner)?;
    let games = if name == Key::FoundByPlaying {
        examiner.plan.scope.games.min(2)
    } else {
        examiner.plan.scope.games
    };
    let mut random = Random::new(1994);
    let mut seen = 0u32;
    for _ in 0..games {
        random_game(examiner.plan.rules, &mut random, &mut |game| {
            seen += 1;
            compare(examiner, &argument(game), game.position())
        })?;
    }
    Ok(Message::list([say!(CountPositions, n = seen), say!(CountGames, n = games), name.into()]))
}

fn islegal(examiner: &mut Examiner<'_>) -> Result<Message, Problem> {
    let rules = examiner.plan.rules;
    let positions: Vec<Position> =
        case_positions(rules).into_iter().map(|(_, p)| p).step_by(7).take(8).collect();
    for position in &positions {
        compare_each(examiner, &format!("fen {position}"), position)?;
    }
    Ok(say!(FoundQuestions, n = positions.len() * Move::COUNT))
}

fn fen(examiner: &mut Examiner<'_>) -> Result<Message, Problem> {
    let rules = examiner.plan.rules;
    let mut seen = 0u32;
    let mut random = Random::new(11);
    for _ in 0..3 {
        random_game(rules, &mut random, &mut |game| {
            seen += 1;
            let answer = examiner.query(&argument(game), "fen")?;
            let expected = game.position().to_string();
            if answer == expected {
                Ok(())
            } else {
                Err(Problem::Fails(say!(FoundCameBack, expected = expected, answer = answer)))
            }
        })?;
    }
    Ok(say!(CountPositions, n = seen))
}

fn results(examiner: &mut Examiner<'_>) -> Result<Message, Problem> {
    let rules = examiner.plan.rules;
    let mut random = Random::new(12);
    let mut finished = 0;
    for _ in 0..examiner.plan.scope.games {
        let mut check = |game: &Game| {
            let argument = argument(game);
            let turn = if game.position().mover() == Side::South { "true" } else { "false" };
            let (over, result) = match game.result() {
                None => ("false", "none"),
                Some(r) => match r.winner {
                    Some(Side::South) => ("true", "p1win"),
                    Some(Side::North) => ("true", "p2win"),
                    None => ("true", "draw"),
                },
            };
            for (what, expected) in [("p1turn", turn), ("gameover", over), ("result", result)] {
                let answer = examiner.query(&argument, what)?;
                if answer != expected {
                    let what = format!("{argument}: {what}");
                    return Err(Problem::Fails(say!(
                        FoundSays,
                        what = what,
                        expected = expected,
                        answer = answer
                    )));
                }
            }
            finished += u32::from(over == "true");
            Ok(())
        };
        random_game(rules, &mut random, &mut check)?;
    }
    Ok(say!(FoundFinished, n = finished))
}

fn self_play(examiner: &mut Examiner<'_>) -> Result<Message, Problem> {
    let mut game = Game::new(examiner.plan.rules);
    while game.result().is_none() && game.plies() < 300 {
        let thought = examiner.think(&argument(&game), "go nodes 200", Duration::from_secs(10))?;
        let mv = Examiner::legal(&game, &thought.best)?;
        if game.play(mv).is_err() {
            break;
        }
    }
    let end = game.result().map_or(say!(FoundOpen), |result| result.ending.message());
    Ok(Message::list([say!(CountPlies, n = game.plies()), end]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cases_are_there_for_every_rule_set() {
        let counts = Rules::ALL.map(|rules| case_positions(rules).len());
        assert!(counts.iter().all(|n| *n >= 1), "{counts:?}");
        assert!(counts.iter().sum::<usize>() >= 100, "{counts:?}");
    }
}
