//! Games as JSON: written with everything a program may want about each move, read by its tags, moves and comments.

use super::{Outcome, Record, RecordError, RecordProblem};
use crate::notation::{self, Notation, Reading};
use crate::rules::{Game, Rules};
use crate::words::Key;
use serde_json::{Map, Value, json};

impl Record {
    /// The game as a JSON value: `tags`, `rules`, `start`, `result`, and `moves` with token, form, captures, laps and position.
    #[must_use]
    pub fn as_json(&self) -> Value {
        let mut tags = Map::new();
        for name in super::STANDARD_TAGS {
            tags.insert(name.to_owned(), self.tag(name).into());
        }
        for (name, value) in self.more_tags() {
            tags.insert(name.to_owned(), value.into());
        }
        let game = self.game();
        let moves =
            game.moves().iter().zip(game.positions()).enumerate().filter_map(|(index, (mv, before))| {
                let played = game.rules().play(before, *mv).ok()?;
                let note = self.note(index + 1).cloned().unwrap_or_default();
                Some(json!({
                    "ply": index + 1,
                    "move": mv.token(before.mover()).to_string(),
                    "donkers": notation::write(Notation::Donkers, before, &played),
                    "captured": played.captured,
                    "laps": played.laps,
                    "fen": played.position.to_string(),
                    "glyphs": note.glyphs,
                    "comments": note.comments,
                }))
            });
        json!({
            "tags": tags,
            "rules": game.rules().name,
            "start": game.start().to_string(),
            "result": self.outcome().to_string(),
            "comments": self.note(0).map(|note| note.comments.clone()),
            "moves": moves.collect::<Vec<Value>>(),
        })
    }

    /// Reads a game written by [`Record::as_json`]; of the moves only `move`, `glyphs` and `comments` are read.
    ///
    /// # Errors
    /// What is wrong and where; `number` is the game's number in the message.
    pub fn from_json(value: &Value, number: usize) -> Result<Record, RecordError> {
        read(value).map_err(|problem| RecordError { game: number, line: 1, problem })
    }
}

fn read(value: &Value) -> Result<Record, RecordProblem> {
    let bad = RecordProblem::Json;
    let object = value.as_object().ok_or(bad(Key::RecordJsonObject))?;
    let text = |name: &str| object.get(name).and_then(Value::as_str);
    let rules = match text("rules") {
        Some(name) => Rules::by_name(name).map_err(RecordProblem::Rules)?,
        None => Rules::ZANZIBAR,
    };
    let start = match text("start") {
        Some(line) => line.parse().map_err(RecordProblem::Fen)?,
        None => rules.start(),
    };
    let mut record = Record::of(Game::from_position(rules, start));
    for (name, value) in object.get("tags").and_then(Value::as_object).into_iter().flatten() {
        record.set_tag(name, value.as_str().ok_or(bad(Key::RecordJsonTags))?);
    }
    comments(&mut record, object.get("comments"));
    let moves = object.get("moves").and_then(Value::as_array).ok_or(bad(Key::RecordJsonMoves))?;
    for (index, entry) in moves.iter().enumerate() {
        let token = entry.as_str().or_else(|| entry.get("move").and_then(Value::as_str));
        let token = token.ok_or(bad(Key::RecordJsonMove))?;
        let position = *record.game().position();
        let played = notation::read(rules, &position, token, Notation::Donkers, Reading::Lenient);
        let fail = |error| RecordProblem::Move { ply: index + 1, error, position };
        record.advance(&played.map_err(fail)?);
        comments(&mut record, entry.get("comments"));
        let glyphs = entry.get("glyphs").and_then(Value::as_array).into_iter().flatten();
        let glyphs = glyphs.filter_map(|glyph| u8::try_from(glyph.as_u64()?).ok());
        if let Some(note) = record.note_mut(index + 1) {
            note.glyphs.extend(glyphs);
        }
    }
    if let Some(result) = text("result") {
        let outcome = Outcome::parse(result);
        record.set_outcome(outcome.ok_or_else(|| RecordProblem::Result(result.to_owned()))?);
    }
    Ok(record)
}

fn comments(record: &mut Record, value: Option<&Value>) {
    let list = value.and_then(Value::as_array).into_iter().flatten();
    list.filter_map(Value::as_str).for_each(|text| record.comment(text));
}
