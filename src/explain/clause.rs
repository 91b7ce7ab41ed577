//! A move in one line: what it captures, what becomes of the houses, what it blocks, what it threatens next.

use super::{Replay, Threats};
use crate::board::Hole;
use crate::rules::why::list_holes;
use crate::rules::{Ending, Event, GameResult, Rules};
use crate::words::{Key, Words};

/// What a move does, in a few clauses joined by commas.
///
/// ```
/// use fundi::explain::{Replay, clause};
/// use fundi::rules::{Move, Rules};
/// use fundi::words::Words;
/// let start = Rules::ZANZIBAR.start();
/// let replay = Replay::of(Rules::ZANZIBAR, &start, Move::parse("A6R").unwrap()).unwrap();
/// assert_eq!(clause(Words::english(), Rules::ZANZIBAR, &replay), "takata in one lap");
/// ```
#[must_use]
pub fn clause(words: &Words, rules: &Rules, replay: &Replay) -> String {
    let played = &replay.played;
    let (side, enemy) = (replay.side, replay.side.other());
    let mut parts = Vec::new();
    if played.is_capture() {
        let mut holes: Vec<Hole> = replay.captured_holes().collect();
        holes.sort_unstable();
        holes.dedup();
        let holes = list_holes(enemy, holes).told(words);
        parts.push(words.fill(Key::DoesCaptures, &[("captured", &played.captured), ("holes", &holes)]));
    } else {
        parts.push(words.fill(Key::DoesTakata, &[("n", &played.laps)]));
    }
    let had_house = replay.before.own_house();
    let played_house = replay.any(|event| *event == Event::HousePlayed);
    let plain = |key: Key| words.get(key).to_owned();
    if replay.any(|event| *event == Event::Tax) {
        parts.push(plain(Key::DoesTax));
    }
    if played_house {
        parts.push(plain(Key::DoesPlaysHouse));
    } else if replay.any(|event| *event == Event::HouseStopped) && played.is_capture() {
        parts.push(plain(Key::DoesStopsHouse));
    } else if had_house && !played.position.owns_house(side) && replay.before.is_namua() {
        parts.push(plain(Key::DoesLosesHouse));
    }
    let lost = replay.captured_holes().any(|hole| hole == Hole::HOUSE);
    if lost && replay.before.enemy_house() {
        parts.push(plain(Key::DoesTakesHouse));
    }
    if played.wins() {
        parts.push(plain(Key::DoesWins));
    } else if rules.successors(&played.position).is_empty() {
        parts.push(plain(Key::DoesLeavesNoMove));
    }
    if let Some(hole) = played.position.blocked() {
        parts.push(words.fill(Key::DoesBlocks, &[("hole", &hole.name(enemy))]));
    }
    parts.join(", ")
}

/// What the player who has just moved would capture next, or nothing to say.
#[must_use]
pub fn threat_clause(words: &Words, rules: &Rules, replay: &Replay) -> Option<String> {
    if replay.played.wins() {
        return None;
    }
    let threats = Threats::against_mover(rules, &replay.played.position);
    let best = threats.worst?;
    let holes = list_holes(replay.side.other(), threats.targets.iter().map(|threat| threat.hole)).told(words);
    Some(words.fill(Key::DoesThreatens, &[("n", &best.captured), ("holes", &holes)]))
}

/// How a game ended, in a sentence.
#[must_use]
pub fn result_line(words: &Words, result: &GameResult) -> String {
    let reason = words.get(match result.ending {
        Ending::FrontRowEmpty => Key::FrontRowEmpty,
        Ending::NoLegalMove => Key::NoLegalMove,
        Ending::Repetition => Key::Repetition,
        Ending::PlyLimit => Key::PlyLimit,
    });
    match result.winner {
        Some(side) => words.fill(Key::WonBy, &[("side", &words.side(side)), ("reason", &reason)]),
        None => words.fill(Key::DrawnBy, &[("reason", &reason)]),
    }
}
