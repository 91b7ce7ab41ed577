//! `fundi why`: whether a move is legal, and if not, by which rule.

use super::source::read_move;
use super::{CliError, Output, PositionArgs};
use crate::explain::{Replay, clause, illegal};
use crate::notation::{Notation, Problem, write};
use crate::words::Key;
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
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: Args, out: &mut Output) -> Result<(), CliError> {
    let game = args.position.game()?;
    let words = out.words();
    let (rules, position) = (game.rules(), game.position());
    match read_move(rules, position, &args.token) {
        Ok(played) => {
            let text = write(Notation::Donkers, position, &played);
            let replay = Replay::of(rules, position, played.mv).map_err(CliError::input)?;
            if args.json {
                return Ok(out.json(&serde_json::json!({"move": text, "legal": true}))?);
            }
            let does = clause(&words, rules, &replay);
            writeln!(out, "{}: {does}", words.fill(Key::Legal, &[("move", &text)]))?;
        }
        Err(error) => {
            let Problem::Illegal(reason) = &error.problem else { return Err(CliError::input(error)) };
            let why = illegal(&words, reason);
            if args.json {
                let kind = crate::rules::starts::Starts::of(rules, position).kind;
                let section = reason.reason.section(kind);
                let token = reason.mv.token(reason.side).to_string();
                let answer =
                    serde_json::json!({"move": token, "legal": false, "section": section, "reason": why});
                return Ok(out.json(&answer)?);
            }
            writeln!(out, "{why}")?;
        }
    }
    Ok(())
}
