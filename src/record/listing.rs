//! Reads a listing: `start POSITION`, then one move a line as `ply token form count position`, each position checked.

use super::{ReadOptions, Record, RecordError, RecordProblem};
use crate::board::Position;
use crate::notation::{self, Notation, Reading};
use crate::rules::{Game, Rules};

/// Whether the first line that is no comment is a listing's.
pub(super) fn is_listing(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.next().is_some_and(|line| line.starts_with("start "))
}

pub(super) fn read(text: &str, options: &ReadOptions) -> Result<Record, RecordError> {
    let mut record: Option<Record> = None;
    let mut remarks: Vec<&str> = Vec::new();
    let mut last_line = 1;
    for (index, line) in text.lines().enumerate() {
        last_line = index + 1;
        let line = line.trim();
        let step = if let Some(remark) = line.strip_prefix('#') {
            remarks.push(remark.trim());
            Ok(())
        } else if let Some(start) = line.strip_prefix("start ") {
            let rules = options.rules.unwrap_or(Rules::ZANZIBAR);
            start.parse().map_err(RecordProblem::Fen).map(|position| {
                let started = record.insert(Record::of(Game::from_position(rules, position)));
                remarks.drain(..).for_each(|remark| started.comment(remark));
            })
        } else if line.is_empty() {
            Ok(())
        } else if let Some(record) = &mut record {
            play(record, line)
        } else {
            Err(RecordProblem::Listing(line.to_owned()))
        };
        step.map_err(|problem| RecordError { game: 1, line: last_line, problem })?;
    }
    record.ok_or(RecordError { game: 1, line: last_line, problem: RecordProblem::NoGame })
}

/// Plays a line's move, reads its Donkers form strictly and compares the position.
fn play(record: &mut Record, line: &str) -> Result<(), RecordProblem> {
    let bad = || RecordProblem::Listing(line.to_owned());
    let fields: Vec<&str> = line.split_ascii_whitespace().collect();
    let [ply, token, form, count, position @ ..] = fields.as_slice() else {
        return Err(bad());
    };
    let reached: Position = position.join(" ").parse().map_err(RecordProblem::Fen)?;
    let game = record.game();
    let (rules, before, expected) = (game.rules(), *game.position(), game.plies() + 1);
    if ply.parse() != Ok(expected) || count.parse() != Ok(rules.successors(&before).len()) {
        return Err(bad());
    }
    let fail = |error| RecordProblem::Move { ply: expected, error, position: before };
    let played = notation::read(rules, &before, token, Notation::Token, Reading::Strict).map_err(fail)?;
    let meant = notation::read(rules, &before, form, Notation::Donkers, Reading::Strict).map_err(fail)?;
    if played.position != reached || meant != played {
        return Err(RecordProblem::Board { ply: expected, reached: played.position });
    }
    record.advance(&played);
    Ok(())
}
