//! What the opponent of the mover would capture if he were to move, and which replies prevent it.

use super::Replay;
use crate::board::{Hole, Position};
use crate::rules::{Move, Rules, Successor};

/// A hole that could be captured, by whatever lap of a move. A move only adds to its own player's holes, so they hold what they hold now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Threat {
    /// The threatened hole, on its owner's ring.
    pub hole: Hole,
    /// Seeds in it.
    pub seeds: u8,
    /// The enemy moves that would capture it; those that capture it first stand first.
    pub by: Vec<Move>,
}

/// What a reply leaves to the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Defence {
    /// The reply.
    pub played: Successor,
    /// The opponent's largest capture afterwards, 0 if none.
    pub leaves: u8,
    /// Whether the opponent could then win at once.
    pub loses: bool,
}

/// The threats against the player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Threats {
    /// The board with the opponent to move, on which the threats are judged.
    pub passed: Position,
    /// Every hole of the mover that could be captured, in ring order.
    pub targets: Vec<Threat>,
    /// The opponent's largest capture, a winning one first.
    pub worst: Option<Successor>,
    /// Every legal reply and what it leaves, best first.
    pub defences: Vec<Defence>,
}

/// The enemy holes a move captures, in order.
fn captured(rules: &Rules, position: &Position, mv: Move) -> Vec<Hole> {
    Replay::of(rules, position, mv).map_or_else(|_| Vec::new(), |replay| replay.captured_holes().collect())
}

/// The largest capture, a winning one first.
fn largest(rules: &Rules, position: &Position) -> Option<Successor> {
    let captures = rules.successors(position).into_iter().filter(Successor::is_capture);
    captures.max_by_key(|played| (played.wins(), played.captured))
}

impl Threats {
    /// The threats of the mover's opponent, without the replies.
    #[must_use]
    pub fn against_mover(rules: &Rules, position: &Position) -> Threats {
        let passed = position.passed();
        let moves = rules.successors(&passed).into_iter().filter(Successor::is_capture);
        // How late in its move a hole is captured, the hole, the move.
        let mut captures: Vec<(usize, Hole, Move)> = Vec::new();
        for played in moves {
            let holes = captured(rules, &passed, played.mv);
            captures.extend(holes.into_iter().enumerate().map(|(turn, hole)| (turn, hole, played.mv)));
        }
        captures.sort_by_key(|(turn, ..)| *turn);
        let mut targets: Vec<Threat> = Vec::new();
        for (_, hole, mv) in captures {
            match targets.iter_mut().find(|threat| threat.hole == hole) {
                Some(threat) => threat.by.push(mv),
                None => targets.push(Threat { hole, seeds: passed.theirs(hole), by: vec![mv] }),
            }
        }
        targets.sort_unstable_by_key(|threat| threat.hole);
        Threats { passed, targets, worst: largest(rules, &passed), defences: Vec::new() }
    }

    /// Whether a reply leaves the opponent less than he threatens.
    #[must_use]
    pub fn defends(&self, defence: &Defence) -> bool {
        let threatened = self.worst.map_or((false, 0), |worst| (worst.wins(), worst.captured));
        defence.played.wins() || (defence.loses, defence.leaves) < threatened
    }

    /// The threats and every legal reply.
    #[must_use]
    pub fn of(rules: &Rules, position: &Position) -> Threats {
        let mut threats = Threats::against_mover(rules, position);
        for played in rules.successors(position) {
            let answer = if played.wins() { None } else { largest(rules, &played.position) };
            let loses = answer.is_some_and(|answer| answer.wins());
            let leaves = answer.map_or(0, |answer| answer.captured);
            threats.defences.push(Defence { played, leaves, loses });
        }
        threats.defences.sort_by_key(|defence| {
            (!defence.played.wins(), defence.loses, defence.leaves, u8::MAX - defence.played.captured)
        });
        threats
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By the rules alone: which holes each enemy move empties.
    #[test]
    fn every_hole_that_some_move_empties_is_a_target() {
        let record = include_str!("../../tests/data/games/zanzibar-1994.bao");
        let game = crate::record::read_all(record, &crate::record::ReadOptions::default()).unwrap().remove(0);
        let (mut later, mut defended) = (0, 0);
        for position in game.game().positions() {
            let threats = Threats::of(game.rules(), position);
            let passed = threats.passed;
            for hole in Hole::all() {
                let takes = |played: &Successor| {
                    passed.theirs(hole) > 0 && played.is_capture() && played.position.mine(hole) == 0
                };
                let moves = game.rules().successors(&passed);
                let mut expected: Vec<Move> = moves.iter().filter(|mv| takes(mv)).map(|mv| mv.mv).collect();
                let found = threats.targets.iter().find(|threat| threat.hole == hole);
                let mut by = found.map_or_else(Vec::new, |threat| threat.by.clone());
                assert!(
                    found.is_none_or(|threat| threat.seeds == passed.theirs(hole)),
                    "{position} {hole:?}"
                );
                expected.sort_unstable();
                by.sort_unstable();
                assert_eq!(by, expected, "{position} {hole:?}");
            }
            let captures = game.rules().successors(&passed).iter().filter(|mv| mv.is_capture()).count();
            later += threats.targets.iter().map(|threat| threat.by.len()).sum::<usize>() - captures;
            defended += threats.defences.iter().filter(|defence| threats.defends(defence)).count();
        }
        assert!(later > 0 && defended > 0, "{later} {defended}");
    }
}
