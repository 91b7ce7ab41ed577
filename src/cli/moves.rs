//! `fundi moves`: the legal moves of a position and what each leads to.

use super::{CliError, Output, PositionArgs};
use serde::Serialize;
use std::io::Write;

/// List the legal moves with captures, laps and the position after each
#[derive(clap::Args, Debug)]
#[command(after_help = "Example:\n  fundi moves --moves \"A7L a5R\"")]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Row {
    #[serde(rename = "move")]
    token: String,
    captured: u8,
    laps: u16,
    wins: bool,
    fen: String,
}

/// Runs the command.
pub fn run(args: Args, out: &mut Output) -> Result<(), CliError> {
    let game = args.position.game()?;
    let position = game.position();
    let rows: Vec<Row> = game
        .rules()
        .successors(position)
        .iter()
        .map(|successor| Row {
            token: successor.mv.token(position.mover()).to_string(),
            captured: successor.captured,
            laps: successor.laps,
            wins: successor.wins(),
            fen: successor.position.to_string(),
        })
        .collect();
    if args.json {
        return Ok(out.json(&rows)?);
    }
    for row in &rows {
        let wins = if row.wins { " wins" } else { "" };
        writeln!(out, "{:<5}{:>3}{:>5}  {}{wins}", row.token, row.captured, row.laps, row.fen)?;
    }
    Ok(())
}
