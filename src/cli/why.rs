//! `fundi why`: whether a move is legal, and if not, by which rule.

use super::query::MoveQuery;
use super::{CliError, Output};
use crate::explain::{Replay, clause};
use crate::notation::{Notation, Problem, write};
use crate::words::{Key, Told};
use std::io::Write;

/// Say whether a move is legal and, if not, which rule forbids it
#[derive(clap::Args, Debug)]
#[command(after_help = "Example:\n  fundi why A5L")]
pub struct Args {
    #[command(flatten)]
    asked: MoveQuery,
}

/// Runs the command.
pub fn run(args: Args, out: &mut Output) -> Result<(), CliError> {
    let game = args.asked.query.game()?;
    let words = out.words();
    let (rules, position) = (game.rules(), game.position());
    match args.asked.played(&game) {
        Ok(played) => {
            let text = write(Notation::Donkers, position, &played);
            let replay = Replay::of(rules, position, played.mv).map_err(CliError::input)?;
            if args.asked.query.json {
                return Ok(out.json(&serde_json::json!({"move": text, "legal": true}))?);
            }
            let does = clause(&words, rules, &replay);
            writeln!(out, "{}: {does}", words.fill(Key::Legal, &[("move", &text)]))?;
        }
        Err(error) => {
            let Problem::Illegal(reason) = &error.problem else { return Err(CliError::input(error)) };
            let why = reason.told(&words);
            if args.asked.query.json {
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
