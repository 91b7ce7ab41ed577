//! The losses of many games' moves, as a file: a line a move, fields with commas between.

use fundi::board::Side;
use fundi::record::{ReadOptions, Record, read_all};
use fundi::review::{Class, Options, Reviewer, Stage};
use fundi::search::{Control, Limits, Settings};
use rayon::prelude::*;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Nodes of the solver where a win looks likely: what `fundi review` uses.
const PROOF_NODES: u64 = 20_000;

/// A judged move of a game between levels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Move {
    /// Number of the game in the file.
    pub game: u32,
    /// Whose move it was.
    pub side: Side,
    /// The mover's level.
    pub level: u8,
    /// In namua or mtaji.
    pub namua: bool,
    /// The win chance before it.
    pub before: f64,
    /// The win chance it gave away.
    pub loss: f64,
}

/// Reviews games and writes the losses of all moves that had a choice and were not of the book.
pub fn review(files: &[PathBuf], nodes: u64, out: &Path) -> Result<(), String> {
    let mut records: Vec<Record> = Vec::new();
    for file in files {
        let named = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
        let text = std::fs::read_to_string(file).map_err(|error| named(&error))?;
        records.extend(read_all(&text, &ReadOptions::default()).map_err(|error| named(&error))?);
    }
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let options = Options { limits, proof_nodes: PROOF_NODES };
    let reviewer = || Reviewer::new(Settings { hash_mib: 8, ..Settings::default() }, options.clone());
    let reviewed: Vec<Result<Vec<Move>, String>> = records
        .par_iter()
        .enumerate()
        .map_init(reviewer, |reviewer, (number, record)| moves(reviewer, number as u32, record))
        .collect();
    let mut text = String::from("game,side,level,namua,before,loss\n");
    for game in reviewed {
        for mv in game? {
            let Move { game, side, level, namua, before, loss } = mv;
            // A String takes whatever is written.
            let _ =
                writeln!(text, "{game},{},{level},{},{before:.5},{loss:.5}", side.letter(), u8::from(namua));
        }
    }
    std::fs::write(out, text).map_err(|error| format!("{}: {error}", out.display()))
}

fn moves(reviewer: &mut Reviewer, number: u32, record: &Record) -> Result<Vec<Move>, String> {
    let level = |tag: &str| {
        let name = record.tag(tag);
        let digits = name.strip_prefix("level").map(|rest| rest.trim_end_matches('.'));
        let wrong = || format!("game {}: player `{name}`, expected levelN", number + 1);
        digits.and_then(|digits| digits.parse::<u8>().ok()).ok_or_else(wrong)
    };
    let levels = [level("White")?, level("Black")?];
    let review = reviewer.review(record, &Control::new(), &mut |_| {});
    let is_book = |ply| record.note(ply).is_some_and(|note| note.comments.iter().any(|text| text == "book"));
    let counted = review.moves.iter().filter(|mv| mv.class != Class::Forced && !is_book(mv.ply));
    Ok(counted
        .map(|mv| Move {
            game: number,
            side: mv.side,
            level: if mv.side == Side::South { levels[0] } else { levels[1] },
            namua: mv.stage == Stage::Namua,
            before: mv.chance_before,
            loss: mv.loss,
        })
        .collect())
}

/// Reads files of losses; the games of all are numbered through.
pub fn read(files: &[PathBuf]) -> Result<Vec<Move>, String> {
    let mut moves: Vec<Move> = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
        let first = moves.last().map_or(0, |last| last.game + 1);
        for (number, line) in text.lines().enumerate().skip(1) {
            let wrong = || format!("{}, line {}: not a move's losses", file.display(), number + 1);
            let mv = parse(line).ok_or_else(wrong)?;
            moves.push(Move { game: mv.game + first, ..mv });
        }
    }
    Ok(moves)
}

fn parse(line: &str) -> Option<Move> {
    let fields: Vec<&str> = line.split(',').collect();
    let [game, side, level, namua, before, loss] = fields.as_slice() else { return None };
    Some(Move {
        game: game.parse().ok()?,
        side: Side::BOTH.into_iter().find(|known| known.letter().to_string() == *side)?,
        level: level.parse().ok()?,
        namua: *namua == "1",
        before: before.parse().ok()?,
        loss: loss.parse().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_they_are_written() {
        let mv = Move { game: 3, side: Side::North, level: 8, namua: false, before: 0.25, loss: 0.125 };
        assert_eq!(parse("3,N,8,0,0.25000,0.12500"), Some(mv));
        assert_eq!(parse("3,X,8,0,0.25,0.125"), None);
        assert_eq!(parse("game,side,level,namua,before,loss"), None);
    }
}
