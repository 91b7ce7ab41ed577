//! `fundi moves`: the legal moves of a position and what each leads to.

use super::query::PositionQuery;
use super::{CliError, Output};
use crate::explain::{Replay, result_line};
use crate::notation::{Notation, write};
use crate::words::Key;
use serde::Serialize;
use std::io::Write;

/// List the legal moves with captures, laps, seeds gained and the position after each
#[derive(clap::Args, Debug)]
#[command(after_help = "Example:\n  fundi moves --moves \"A7L a5R\"")]
pub struct Args {
    #[command(flatten)]
    query: PositionQuery,
}

#[derive(Serialize)]
struct Row {
    #[serde(rename = "move")]
    token: String,
    donkers: String,
    captures: usize,
    gain: u8,
    laps: u16,
    wins: bool,
    fen: String,
}

/// Runs the command.
pub fn run(args: Args, out: &mut Output) -> Result<(), CliError> {
    let game = args.query.game()?;
    let position = game.position();
    let row = |played: &crate::rules::Successor| {
        let replay = Replay::of(game.rules(), position, played.mv).ok()?;
        Some(Row {
            token: played.mv.token(position.mover()).to_string(),
            donkers: write(Notation::Donkers, position, played),
            captures: replay.captures(),
            gain: played.captured,
            laps: played.laps,
            wins: played.wins(),
            fen: played.position.to_string(),
        })
    };
    let rows: Vec<Row> = game.rules().successors(position).iter().filter_map(row).collect();
    if args.query.json {
        return Ok(out.json(&rows)?);
    }
    let words = out.words();
    if let (true, Some(result)) = (rows.is_empty(), game.result()) {
        writeln!(out, "{}", result_line(&words, &result))?;
        return Ok(());
    }
    let [head, captures, gain, laps, after] =
        [Key::HeadMove, Key::HeadCaptures, Key::HeadGain, Key::HeadLaps, Key::HeadAfter]
            .map(|key| words.get(key));
    let [a, b, c] = [captures, gain, laps].map(|text| text.chars().count().max(5));
    writeln!(out, "{head:<7}  {captures:>a$}  {gain:>b$}  {laps:>c$}  {after}")?;
    for row in &rows {
        let wins = if row.wins { format!("  {}", words.get(Key::Wins)) } else { String::new() };
        writeln!(
            out,
            "{:<7}  {:>a$}  {:>b$}  {:>c$}  {}{wins}",
            row.donkers, row.captures, row.gain, row.laps, row.fen
        )?;
    }
    Ok(())
}
