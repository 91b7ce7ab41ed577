//! A move told lap by lap.

use super::Replay;
use crate::board::PositionParts;
use crate::rules::starts::Starts;
use crate::rules::{Event, MoveKind, Rules};
use crate::words::{Key, Words};

/// A sentence of a story and the board after what it tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// The text.
    pub text: String,
    /// The board afterwards.
    pub board: PositionParts,
    /// Seeds in hand.
    pub hand: u8,
    /// Whether a lap begins here: the sentences after it up to the next are about the same lap.
    pub is_lap: bool,
}

/// The name of a move's kind.
pub(super) fn kind_key(kind: MoveKind) -> Key {
    match kind {
        MoveKind::NamuaCapture => Key::KindNamuaCapture,
        MoveKind::NamuaTakata => Key::KindNamuaTakata,
        MoveKind::MtajiCapture => Key::KindMtajiCapture,
        MoveKind::MtajiTakata | MoveKind::Decided => Key::KindMtajiTakata,
    }
}

/// A move in a paragraph for what comes before the first lap and one for every lap, the sum with the last.
#[must_use]
pub fn captions(words: &Words, rules: &Rules, replay: &Replay) -> Vec<String> {
    let mut captions: Vec<String> = Vec::new();
    for sentence in story(words, rules, replay) {
        match captions.last_mut().filter(|_| !sentence.is_lap) {
            Some(caption) => {
                // The first sentence is a headline without a full stop.
                let stop = if caption.ends_with('.') { "" } else { "." };
                *caption = format!("{caption}{stop} {}", sentence.text);
            }
            None => captions.push(sentence.text),
        }
    }
    captions
}

/// Tells a move: who plays what, every lap, every capture and decision, and the sum.
#[must_use]
pub fn story(words: &Words, rules: &Rules, replay: &Replay) -> Vec<Sentence> {
    let side = replay.side;
    let kind = Starts::of(rules, &replay.before).kind;
    let head = words.fill(
        Key::PlaysKind,
        &[
            ("side", &words.side(side)),
            ("move", &replay.played.mv.token(side)),
            ("kind", &words.get(kind_key(kind))),
        ],
    );
    let board = replay.before.parts();
    let mut sentences = vec![Sentence { text: head, board, hand: 0, is_lap: false }];
    let mut lap = 0u32;
    for step in &replay.steps {
        // A lap's sentence stands at its beginning and shows the board at its end.
        if let (Event::Seed { .. }, Some(last)) = (&step.event, sentences.last_mut()) {
            last.board = step.board;
            last.hand = step.hand;
            continue;
        }
        let own = |hole: crate::board::Hole| hole.name(side);
        let enemy = |hole: crate::board::Hole| hole.name(side.other());
        let text =
            match step.event {
                Event::StoreSeed { hole } => {
                    let count = replay.before.mine(hole) + 1;
                    words.fill(Key::TellStore, &[("hole", &own(hole)), ("count", &count)])
                }
                Event::Lift { hole, seeds } => {
                    words.fill(Key::TellLift, &[("hole", &own(hole)), ("seeds", &seeds)])
                }
                Event::Tax => words.get(Key::TellTax).to_owned(),
                Event::Lap { first, last, seeds, sense } => {
                    lap += 1;
                    let sense = words.sense(sense);
                    words.fill(
                        Key::TellLap,
                        &[
                            ("lap", &lap),
                            ("n", &seeds),
                            ("sense", &sense),
                            ("first", &own(first)),
                            ("last", &own(last)),
                        ],
                    )
                }
                Event::Capture { by, from, seeds } => words
                    .fill(Key::TellCapture, &[("by", &own(by)), ("from", &enemy(from)), ("seeds", &seeds)]),
                Event::Enter { kichwa, .. } => words.fill(Key::TellEnter, &[("kichwa", &own(kichwa))]),
                Event::Turned { .. } => words.get(Key::TellTurned).to_owned(),
                Event::HouseStopped => words.get(Key::TellHouseStopped).to_owned(),
                Event::HousePlayed => words.get(Key::TellHousePlayed).to_owned(),
                Event::OwnHouseLost => words.fill(Key::TellOwnHouseLost, &[("side", &words.side(side))]),
                Event::EnemyHouseLost => {
                    words.fill(Key::TellOwnHouseLost, &[("side", &words.side(side.other()))])
                }
                Event::BlockStopped { hole } => words.fill(Key::TellBlockStopped, &[("hole", &own(hole))]),
                Event::BlockSet { hole } => words
                    .fill(Key::TellBlockSet, &[("hole", &enemy(hole)), ("side", &words.side(side.other()))]),
                Event::EndedEmpty { hole } => words.fill(Key::TellEndedEmpty, &[("hole", &own(hole))]),
                Event::Won => words.get(Key::TellWon).to_owned(),
                Event::NeverEnding { laps } => words.fill(Key::TellNeverEnding, &[("n", &laps)]),
                Event::Seed { .. } => continue,
            };
        let is_lap = matches!(step.event, Event::Lap { .. });
        sentences.push(Sentence { text, board: step.board, hand: step.hand, is_lap });
    }
    let played = &replay.played;
    let sum = if played.is_capture() {
        let values: [(&str, &dyn std::fmt::Display); 3] =
            [("n", &played.captured), ("captures", &replay.captures()), ("laps", &played.laps)];
        words.fill(Key::TellSum, &values)
    } else {
        words.fill(Key::TellSumTakata, &[("laps", &played.laps)])
    };
    let board = played.position.parts();
    sentences.push(Sentence { text: sum, board, hand: 0, is_lap: false });
    sentences
}
