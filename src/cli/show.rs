//! `fundi show`: the board, as text or as a drawing.

use super::output::view_of;
use super::{CliError, Output, PositionArgs};
use crate::board::Side;
use crate::draw::{View, svg};
use crate::explain::result_line;
use crate::notation::{Notation, write};
use crate::rules::Game;
use crate::words::{Key, Words};
use std::io::Write;
use std::path::PathBuf;

/// Show a position as a board
#[derive(clap::Args, Debug)]
#[command(after_help = "Example:\n  fundi show --moves \"A7L a5R\"")]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Write a drawing to this file instead (- for standard output)
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Show the board as North sees it
    #[arg(long)]
    north: bool,
}

/// Runs the command.
pub fn run(args: Args, out: &mut Output) -> Result<(), CliError> {
    let game = args.position.game()?;
    let words = out.words();
    let below = if args.north { Side::North } else { Side::South };
    let view = View { below, ..view_of(&game) };
    match args.svg {
        Some(path) if path.as_os_str() == "-" => write!(out, "{}", svg(&words, &view))?,
        Some(path) => {
            std::fs::write(&path, svg(&words, &view)).map_err(|error| CliError::file(&path, &error))?
        }
        None => {
            out.view(&view)?;
            writeln!(out, "\n{}", below_board(&words, &game))?;
            writeln!(out, "{}", game.position())?;
        }
    }
    Ok(())
}

/// The lines under a board: last move, block, whose turn or how the game ended.
pub(super) fn below_board(words: &Words, game: &Game) -> String {
    let position = game.position();
    let mut lines = Vec::new();
    if let Some(mv) = game.moves().last()
        && let Some(before) = game.positions().iter().rev().nth(1)
        && let Ok(played) = game.rules().play(before, *mv)
    {
        lines.push(words.fill(Key::LastMove, &[("move", &write(Notation::Donkers, before, &played))]));
    }
    if let Some(hole) = position.blocked() {
        let (hole, side) = (hole.name(position.mover()), words.side(position.mover()));
        lines.push(words.fill(Key::TellBlockSet, &[("hole", &hole), ("side", &side)]));
    }
    lines.push(match game.result() {
        Some(result) => result_line(words, &result),
        None => {
            let stage = words.get(if position.is_namua() { Key::Namua } else { Key::Mtaji });
            format!("{} ({stage})", words.fill(Key::ToMove, &[("side", &words.side(position.mover()))]))
        }
    });
    lines.join("\n")
}
