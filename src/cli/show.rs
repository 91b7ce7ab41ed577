//! `fundi show`: the board, as text or as a drawing.

use super::output::view_of;
use super::{CliError, Output, PositionArgs};
use crate::board::Side;
use crate::draw::{View, animated_svg, captioned_svg, svg};
use crate::explain::{Replay, captions, result_line};
use crate::notation::{Notation, write};
use crate::rules::{Event, Game, Rules};
use crate::words::{Key, Words, say};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Show a position as a board
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  fundi show --moves \"A7L a5R\"\n  fundi show game.bao --ply 30 --svg move.svg --animate\n  \
    fundi show game.bao --ply 30 --svg lap.svg --laps"
)]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Write a drawing to this file instead (- for standard output)
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// With --svg: draw the last move in motion
    #[arg(long, requires = "svg", conflicts_with = "laps")]
    animate: bool,
    /// With --svg FILE: draw the last move lap by lap, into FILE-00.svg (before it), FILE-01.svg and so on
    #[arg(long, requires = "svg")]
    laps: bool,
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
    let Some(path) = args.svg else {
        out.view(&view)?;
        writeln!(out, "\n{}", below_board(&words, &game))?;
        writeln!(out, "{}", game.position())?;
        return Ok(());
    };
    if args.laps {
        return write_laps(&words, game.rules(), &last_move(&game)?, below, &path);
    }
    let drawing = if args.animate {
        animated_svg(&words, game.rules(), &last_move(&game)?, below)
    } else {
        svg(&words, &view)
    };
    if path.as_os_str() == "-" {
        write!(out, "{drawing}")?;
        return Ok(());
    }
    std::fs::write(&path, drawing).map_err(|error| CliError::file(&path, &error))
}

/// The last move played, step by step.
fn last_move(game: &Game) -> Result<Replay, CliError> {
    let none = || CliError::Input(say!(NoMoveToDraw));
    let mv = game.moves().last().ok_or_else(none)?;
    let before = game.positions().iter().rev().nth(1).ok_or_else(none)?;
    Replay::of(game.rules(), before, *mv).map_err(CliError::input)
}

/// A drawing for the board before the move and after each lap, with the hole the lap ended in.
fn write_laps(
    words: &Words,
    rules: &Rules,
    replay: &Replay,
    below: Side,
    path: &Path,
) -> Result<(), CliError> {
    if path.as_os_str() == "-" {
        return Err(CliError::Input(say!(LapsNeedFile)));
    }
    let start = View { below, ..View::of(replay.before.parts()) };
    let last = Some((replay.side, replay.played.mv));
    let laps = replay.laps().map(|step| {
        let landing = match step.event {
            Event::Seed { hole, .. } => Some((replay.side, hole)),
            _ => None,
        };
        View { below, last, landing, ..View::of(step.board) }
    });
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let captions = captions(words, rules, replay);
    for (number, view) in std::iter::once(start).chain(laps).enumerate() {
        let caption = captions.get(number).or(captions.last()).map_or("", String::as_str);
        let file = path.with_file_name(format!("{stem}-{number:02}.svg"));
        std::fs::write(&file, captioned_svg(words, &view, caption))
            .map_err(|error| CliError::file(&file, &error))?;
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
