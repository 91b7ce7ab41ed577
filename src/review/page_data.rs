//! What the review page is given: positions, moves as events, judgements and texts, as JSON.
//!
//! A move's events are short lists that the page plays back: `["s",hole]` a seed from the store, `["l",hole,seeds]` a hole lifted, `["w",first,seeds,step]` a
//! lap sown (`step` 1 or -1 along the mover's ring), `["c",by,from,seeds]` a capture, `["e",kichwa]` where the captured seeds enter, and marks of one letter more. Holes are ring
//! indices of their owner.

use super::{Class, JudgedMove, Review};
use crate::analysis::rounded;
use crate::board::{Position, Sense, Side};
use crate::explain::{LineMove, line, percent, result_line, score_text};
use crate::rules::{Event, Move};
use crate::words::{Key, Words};
use serde_json::{Value, json};

/// Moves of a best line that the page can play.
const LINE: usize = 6;
/// Texts the page fills in itself.
const TEXTS: &[Key] = &[
    Key::South,
    Key::North,
    Key::ToMove,
    Key::Clockwise,
    Key::CounterClockwise,
    Key::TellStore,
    Key::TellLift,
    Key::TellTax,
    Key::TellLap,
    Key::TellCapture,
    Key::TellEnter,
    Key::TellHouseStopped,
    Key::TellHousePlayed,
    Key::TellOwnHouseLost,
    Key::TellBlockStopped,
    Key::TellBlockSet,
    Key::TellEndedEmpty,
    Key::TellWon,
    Key::ReviewTurning,
    Key::ReviewMissed,
    Key::ReviewAccuracy,
    Key::ReviewMoves,
    Key::HeadBest,
    Key::PageStart,
    Key::PageBack,
    Key::PagePlay,
    Key::PageNext,
    Key::PageLap,
    Key::PageEnd,
    Key::PageFlip,
    Key::PageBest,
    Key::PageReturn,
    Key::PageMarks,
    Key::PageSpeed,
    Key::PageKeys,
    Key::PageGraph,
    Key::PageInHand,
];

fn index(side: Side) -> usize {
    usize::from(side == Side::North)
}

/// A position: holes by owner, stores, houses, mover, blocked hole.
fn board(position: &Position) -> Value {
    let parts = position.parts();
    json!({
        "h": parts.holes,
        "s": parts.stores,
        "o": parts.houses,
        "m": index(parts.mover),
        "b": parts.block.map(|hole| hole.index()),
    })
}

/// A chance to four places; what is not certain does not become so by rounding.
fn open_chance(chance: f64) -> f64 {
    let rounded = rounded(chance);
    if chance > 0.0 && chance < 1.0 { rounded.clamp(0.0001, 0.9999) } else { rounded }
}

fn events(mv: &LineMove) -> Vec<Value> {
    mv.replay.steps.iter().filter_map(|step| event(&step.event)).collect()
}

fn event(event: &Event) -> Option<Value> {
    Some(match *event {
        Event::StoreSeed { hole } => json!(["s", hole.index()]),
        Event::Lift { hole, seeds } => json!(["l", hole.index(), seeds]),
        Event::Tax => json!(["tax"]),
        Event::Lap { first, seeds, sense, .. } => {
            json!(["w", first.index(), seeds, if sense == Sense::Clockwise { 1 } else { -1 }])
        }
        Event::Capture { by, from, seeds } => json!(["c", by.index(), from.index(), seeds]),
        Event::Enter { kichwa, .. } => json!(["e", kichwa.index()]),
        Event::HouseStopped => json!(["stop"]),
        Event::HousePlayed => json!(["play"]),
        Event::OwnHouseLost => json!(["own"]),
        Event::EnemyHouseLost => json!(["enemy"]),
        Event::BlockStopped { hole } => json!(["bstop", hole.index()]),
        Event::BlockSet { hole } => json!(["bset", hole.index()]),
        Event::EndedEmpty { hole } => json!(["end", hole.index()]),
        Event::Won => json!(["won"]),
        // The page expands laps itself and notices a turn by the step of the next lap.
        Event::Seed { .. } | Event::Turned { .. } | Event::NeverEnding { .. } => return None,
    })
}

impl Review {
    /// Everything the page shows.
    pub(super) fn page_data(&self, words: &Words) -> Value {
        let game = self.record.game();
        let [head, info] = self.head(words);
        let mut texts: serde_json::Map<String, Value> =
            TEXTS.iter().map(|key| (key.name().to_owned(), words.get(*key).into())).collect();
        texts.insert("tell_lap.one".to_owned(), words.one(Key::TellLap).into());
        let turning = self.turning_points();
        let decay = super::ACCURACY_DECAY;
        let nothing = words.fill(Key::ReviewNoTurning, &[("percent", &percent(Review::turning_loss()))]);
        let mut event = ["Event", "Site", "Date"].map(|tag| self.record.tag(tag)).to_vec();
        event.retain(|value| !value.is_empty() && !value.starts_with('?'));
        json!({
            "texts": texts,
            "head": head,
            "info": info,
            "partial": self.partial(words),
            "event": event,
            "players": [self.record.tag("White"), self.record.tag("Black")],
            "boards": game.positions().iter().map(board).collect::<Vec<_>>(),
            "south": self.assessments.iter().map(|seen| open_chance(seen.south())).collect::<Vec<_>>(),
            "scores": self.assessments.iter().map(|seen| seen.south_score().to_string()).collect::<Vec<_>>(),
            "moves": self.moves.iter().map(|mv| self.move_data(words, mv)).collect::<Vec<_>>(),
            "unseen": self.unseen(),
            "turning": turning.iter().map(|mv| json!({"ply": mv.ply, "text": self.turn(words, mv)})).collect::<Vec<_>>(),
            "no_turning": nothing,
            "missed": self.missed_lines(words).iter().map(|(ply, text)| json!({"ply": ply, "text": text})).collect::<Vec<_>>(),
            "table": self.table(words),
            "formula": words.fill(Key::ReviewFormula, &[("decay", &decay)]),
            "classes": Class::ALL.map(|class| json!({"id": class.name(), "name": words.get(class.key())})),
            "result": game.result().map_or_else(|| self.record.outcome().to_string(), |result| result_line(words, &result)),
            "comments": self.record.note(game.plies()).map(|note| note.comments.clone()),
        })
    }

    fn move_data(&self, words: &Words, mv: &JudgedMove) -> Value {
        let played = self.line_at(mv.ply, &[mv.mv]);
        let best = self.line_at(mv.ply, mv.best.get(..LINE).unwrap_or(&mv.best));
        let what = |line: &[LineMove]| {
            line.first().map(|first| first.words(words, self.record.rules())).unwrap_or_default()
        };
        json!({
            "side": index(mv.side),
            "text": mv.text,
            "token": mv.mv.token(mv.side).to_string(),
            "class": mv.class.name(),
            "sign": mv.class.sign(),
            "namua": mv.stage == super::Stage::Namua,
            "loss": (mv.loss * 1000.0).round() / 1000.0,
            "turn": self.turn(words, mv),
            "score": score_text(words, mv.after),
            "what": what(&played),
            "answer": self.answer(words, mv.ply, &self.played(mv)),
            "events": played.first().map(events),
            "worse": mv.is_worse(),
            "best": best.iter().map(|mv| json!({
                "side": index(mv.side), "text": mv.text, "events": events(mv), "after": board(&mv.replay.played.position),
            })).collect::<Vec<_>>(),
            "better": words.fill(Key::ReviewBetter, &[("move", &mv.best_text), ("what", &what(&best))]),
            "better_answer": self.answer(words, mv.ply, &mv.best),
        })
    }

    /// Moves that were not judged any more: the page can still play them.
    fn unseen(&self) -> Vec<Value> {
        let game = self.record.game();
        let rest = game.moves().iter().enumerate().skip(self.moves.len());
        let told = rest.filter_map(|(index_of, mv)| {
            let line = self.line_at(index_of + 1, &[*mv]);
            let first = line.first()?;
            Some(json!({"side": index(first.side), "text": first.text, "events": events(first)}))
        });
        told.collect()
    }

    fn line_at(&self, ply: usize, moves: &[Move]) -> Vec<LineMove> {
        let position = ply.checked_sub(1).and_then(|before| self.record.game().positions().get(before));
        position.map(|position| line(self.record.rules(), position, moves)).unwrap_or_default()
    }
}
