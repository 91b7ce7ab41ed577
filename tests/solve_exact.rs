//! The solver against complete knowledge: whole small games worked out backwards, and plain search to a fixed depth.

mod solve_support;

use fundi::board::{Position, PositionParts, Side};
use fundi::rules::Rules;
use fundi::solve::{Bound, Limits, Solver, Value};
use rustc_hash::FxHashMap;
use solve_support::{Random, from_play};
use std::sync::atomic::AtomicBool;

/// A mtaji board with `seeds` seeds scattered at random and both front rows filled somewhere.
fn few_seeds(random: &mut Random, seeds: u8) -> Position {
    loop {
        let mut holes = [[0u8; 16]; 2];
        for _ in 0..seeds {
            holes[random.below(2) as usize][random.below(16) as usize] += 1;
        }
        let parts =
            PositionParts { holes, stores: [0, 0], houses: [false, false], mover: Side::South, block: None };
        if let Ok(position) = Position::from_parts_of_any_total(&parts)
            && !position.is_decided()
        {
            return position;
        }
    }
}

/// A position with its value: whether the mover wins, and in how many plies.
type Valued = (Position, Option<(bool, u32)>);

/// Values of everything reachable, found backwards from the ends; `None` is a position from which neither side can force an end.
/// Gives up (no map) beyond `most` positions.
fn retrograde(rules: &'static Rules, root: &Position, most: usize) -> Option<Vec<Valued>> {
    let mut index: FxHashMap<[u64; 5], usize> = FxHashMap::default();
    let mut nodes: Vec<(Position, Vec<usize>)> = Vec::new();
    index.insert(root.words(), 0);
    nodes.push((*root, Vec::new()));
    let mut next = 0;
    while next < nodes.len() {
        let position = nodes[next].0;
        for successor in rules.successors(&position) {
            let id = *index.entry(successor.position.words()).or_insert_with(|| {
                nodes.push((successor.position, Vec::new()));
                nodes.len() - 1
            });
            nodes[next].1.push(id);
        }
        next += 1;
        if nodes.len() > most {
            return None;
        }
    }
    let mut values: Vec<Option<(bool, u32)>> = nodes
        .iter()
        .map(|(position, children)| {
            if position.is_decided() {
                Some((position.own_rows().front != 0, 0))
            } else if children.is_empty() {
                Some((false, 0))
            } else {
                None
            }
        })
        .collect();
    // Round n settles exactly the positions decided in n plies.
    for plies in 1.. {
        let settled: Vec<(usize, (bool, u32))> = (0..nodes.len())
            .filter(|&id| values[id].is_none())
            .filter_map(|id| {
                let children = &nodes[id].1;
                if children.iter().any(|&child| matches!(values[child], Some((false, _)))) {
                    Some((id, (true, plies)))
                } else if children.iter().all(|&child| matches!(values[child], Some((true, _)))) {
                    Some((id, (false, plies)))
                } else {
                    None
                }
            })
            .collect();
        if settled.is_empty() {
            break;
        }
        for (id, value) in settled {
            values[id] = Some(value);
        }
    }
    Some(nodes.iter().zip(values).map(|((position, _), value)| (*position, value)).collect())
}

#[test]
fn small_games_agree_with_retrograde_analysis_circles_included() {
    let mut random = Random(7);
    let (mut games, mut circles, mut claims) = (0, 0, 0);
    let mut solver = Solver::with_bytes(1 << 20).unwrap();
    let stop = AtomicBool::new(false);
    while games < 60 {
        let rules = Rules::ALL[games % 3];
        let seeds = 8 + random.below(7) as u8;
        let root = few_seeds(&mut random, seeds);
        let Some(values) = retrograde(rules, &root, 20_000) else { continue };
        let has_circles = values.iter().any(|(_, value)| value.is_none());
        if values.len() < 20 || (!has_circles && random.below(30) > 0) {
            continue;
        }
        games += 1;
        solver.clear();
        // The table is kept from one position to the next: what was found on one path is used on others.
        let step = 1 + values.len() / 40;
        for (position, value) in values.iter().step_by(step) {
            let verdict = solver.solve(rules, position, Limits::nodes(2_000_000));
            let Some((wins, plies)) = *value else {
                assert_eq!(verdict.value, Value::Unknown, "{rules} {position}");
                circles += 1;
                continue;
            };
            assert_eq!(verdict.value, if wins { Value::Win } else { Value::Loss }, "{rules} {position}");
            assert!(verdict.plies.unwrap() >= plies, "{rules} {position}");
            let shortest = solver.shortest(rules, position, Limits::nodes(2_000_000), &stop, &mut |_| ());
            assert!(shortest.is_exact());
            assert_eq!(shortest.verdict.plies, Some(plies), "{rules} {position}");
            claims += 1;
        }
    }
    assert!(circles >= 100 && claims >= 500, "{circles} circles, {claims} claims");
}

/// Whether the attacker (the mover if `attacks`) has won after at most `plies` more plies: all lines, no table.
fn forced(rules: &'static Rules, position: &Position, plies: u32, attacks: bool) -> bool {
    if position.is_decided() {
        return (position.own_rows().front != 0) == attacks;
    }
    let successors = rules.successors(position);
    if successors.is_empty() {
        return !attacks;
    }
    if plies == 0 {
        return false;
    }
    let below = |next: &Position| forced(rules, next, plies - 1, !attacks);
    if attacks {
        successors.iter().any(|successor| below(&successor.position))
    } else {
        successors.iter().all(|successor| below(&successor.position))
    }
}

#[test]
fn bounded_questions_agree_with_plain_search_in_all_rule_sets() {
    let mut random = Random(11);
    let mut solver = Solver::with_bytes(1 << 20).unwrap();
    let stop = AtomicBool::new(false);
    let mut forced_ends = 0;
    for round in 0..600 {
        let rules = Rules::ALL[round % 3];
        let position = from_play(rules, &mut random);
        for plies in 0..=5 {
            for attacks in [true, false] {
                let bound = Bound::new(plies, attacks);
                let verdict = solver.ask(rules, &position, bound, Limits::default(), &stop, &mut |_| ());
                let reached = (verdict.value == Value::Win) == attacks;
                let expected = forced(rules, &position, u32::from(plies), attacks);
                assert_eq!(reached, expected, "{rules} {position} {plies} {attacks}");
                forced_ends += u32::from(expected);
            }
        }
        let verdict = solver.solve(rules, &position, Limits::nodes(3_000));
        let Some(claimed) = verdict.plies.filter(|&plies| plies <= 5) else { continue };
        assert!(forced(rules, &position, claimed, verdict.value == Value::Win), "{rules} {position}");
    }
    assert!(forced_ends > 100, "{forced_ends}");
}
