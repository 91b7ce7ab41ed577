//! `fundi threats`: what the opponent would capture if he were to move, and what each reply leaves him.

use super::query::PositionQuery;
use super::{CliError, Output};
use crate::explain::{Defence, Threats};
use crate::notation::{Notation, write};
use crate::words::Key;
use serde_json::{Value, json};
use std::io::Write;

/// Show what the opponent threatens and which replies defend
#[derive(clap::Args, Debug)]
#[command(after_help = "Example:\n  fundi threats game.bao --ply 33")]
pub struct Args {
    #[command(flatten)]
    query: PositionQuery,
}

/// Runs the command.
pub fn run(args: Args, out: &mut Output) -> Result<(), CliError> {
    let game = args.query.game()?;
    let (rules, position) = (game.rules(), game.position());
    let threats = Threats::of(rules, position);
    let (mover, enemy) = (position.mover(), position.mover().other());
    let form = |defence: &Defence| write(Notation::Donkers, position, &defence.played);
    if args.query.json {
        let targets = threats.targets.iter().map(|threat| {
            let by: Vec<String> = threat.by.iter().map(|mv| mv.token(enemy).to_string()).collect();
            json!({"hole": threat.hole.name(mover).to_string(), "seeds": threat.seeds, "by": by})
        });
        let replies = threats.defences.iter().map(|defence| {
            let token = defence.played.mv.token(mover).to_string();
            json!({"move": token, "donkers": form(defence), "leaves": defence.leaves, "loses": defence.loses,
                "wins": defence.played.wins(), "defends": threats.defends(defence)})
        });
        let worst = threats.worst.map(|worst| {
            let token = worst.mv.token(enemy).to_string();
            json!({"move": token, "captured": worst.captured, "wins": worst.wins()})
        });
        return Ok(out.json(&json!({
            "fen": position.to_string(),
            "threats": targets.collect::<Vec<Value>>(),
            "worst": worst,
            "replies": replies.collect::<Vec<Value>>(),
        }))?);
    }
    let words = out.words();
    out.board(&game)?;
    let side = words.side(enemy);
    writeln!(out)?;
    if threats.targets.is_empty() {
        writeln!(out, "{}", words.fill(Key::ThreatsNone, &[("side", &side)]))?;
    } else {
        writeln!(out, "{}", words.fill(Key::ThreatsHead, &[("side", &side)]))?;
    }
    for threat in &threats.targets {
        let by: Vec<String> = threat.by.iter().map(|mv| mv.token(enemy).to_string()).collect();
        let hole = threat.hole.name(mover);
        let values: [(&str, &dyn std::fmt::Display); 3] =
            [("hole", &hole), ("seeds", &threat.seeds), ("starts", &by.join(", "))];
        writeln!(out, "  {}", words.fill(Key::ThreatHole, &values))?;
    }
    if let Some(worst) = threats.worst {
        let more = if worst.wins() { words.get(Key::ThreatWins) } else { "" };
        let text = write(Notation::Donkers, &threats.passed, &worst);
        let values: [(&str, &dyn std::fmt::Display); 3] =
            [("move", &text), ("captured", &worst.captured), ("more", &more)];
        writeln!(out, "  {}", words.fill(Key::ThreatBest, &values))?;
    }
    if !threats.defences.is_empty() {
        writeln!(out, "\n{}", words.fill(Key::DefencesHead, &[("side", &side)]))?;
    }
    for defence in &threats.defences {
        let key = match defence {
            Defence { played, .. } if played.wins() => Key::DefenceWins,
            Defence { loses: true, .. } => Key::DefenceLoses,
            Defence { leaves: 0, .. } => Key::DefenceSafe,
            _ => Key::Defence,
        };
        let values: [(&str, &dyn std::fmt::Display); 2] = [("move", &form(defence)), ("n", &defence.leaves)];
        writeln!(out, "  {}", words.fill(key, &values))?;
    }
    if threats.worst.is_some() && !threats.defences.is_empty() {
        let defending: Vec<String> =
            threats.defences.iter().filter(|defence| threats.defends(defence)).map(form).collect();
        let told = match defending.as_slice() {
            [] => words.get(Key::DefencesNone).to_owned(),
            moves => words.fill(Key::DefencesSome, &[("moves", &moves.join(", "))]),
        };
        writeln!(out, "{told}")?;
    }
    Ok(())
}
