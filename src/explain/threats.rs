//! What the opponent of the mover would capture if he were to move, and which replies prevent it.

use crate::board::{Hole, Position};
use crate::rules::{Move, Rules, Successor};

/// A hole that could be captured by a first lap (or, in namua, by a store seed).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Threat {
    /// The threatened hole, on its owner's ring.
    pub hole: Hole,
    /// Seeds in it.
    pub seeds: u8,
    /// The enemy moves that would capture it first.
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
    /// Every hole of the mover that could be captured first, in ring order.
    pub targets: Vec<Threat>,
    /// The opponent's largest capture, a winning one first.
    pub worst: Option<Successor>,
    /// Every legal reply and what it leaves, best first.
    pub defences: Vec<Defence>,
}

/// The first enemy hole a capturing move takes, on the enemy's ring.
fn first_captured(rules: &Rules, position: &Position, mv: Move) -> Option<Hole> {
    use crate::rules::Event;
    let mut events: Vec<Event> = Vec::new();
    rules.trace(position, mv, &mut events).ok()?;
    events.iter().find_map(|event| match event {
        Event::Capture { from, .. } => Some(*from),
        _ => None,
    })
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
        let mut targets: Vec<Threat> = Vec::new();
        for played in rules.successors(&passed).iter().filter(|played| played.is_capture()) {
            let Some(hole) = first_captured(rules, &passed, played.mv) else { continue };
            match targets.iter_mut().find(|threat| threat.hole == hole) {
                Some(threat) => threat.by.push(played.mv),
                None => targets.push(Threat { hole, seeds: passed.theirs(hole), by: vec![played.mv] }),
            }
        }
        targets.sort_unstable_by_key(|threat| threat.hole);
        Threats { passed, targets, worst: largest(rules, &passed), defences: Vec::new() }
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
