//! `fundi why`: whether a move is legal, and if not, by which rule.

use super::{CliError, Output, PositionArgs};
use crate::rules::Move;
use std::io::Write;

/// Say whether a move is legal and, if not, which rule forbids it
#[derive(clap::Args, Debug)]
#[command(after_help = "Example:\n  fundi why A5L")]
pub struct Args {
    /// The move: hole, L or R, + to play the house
    #[arg(value_name = "TOKEN")]
    token: String,
    #[command(flatten)]
    position: PositionArgs,
}

/// Runs the command.
pub fn run(args: Args, out: &mut Output) -> Result<(), CliError> {
    let game = args.position.game()?;
    let mv = Move::parse(&args.token).map_err(CliError::input)?;
    match game.rules().why_illegal(game.position(), mv) {
        Some(illegal) => writeln!(out, "{illegal}")?,
        None => writeln!(out, "{} is legal", mv.token(game.position().mover()))?,
    }
    Ok(())
}
