//! `fundi eval`: where the evaluation of a position comes from, hole by hole.

use super::query::PositionQuery;
use super::{CliError, Output};
use crate::analysis::rounded;
use crate::board::Side;
use crate::draw::View;
use crate::eval::{self, Breakdown, Network};
use crate::explain::percent;
use crate::words::Key;
use serde_json::{Map, Value, json};
use std::io::Write;

/// Show where the evaluation comes from, hole by hole
#[derive(clap::Args, Debug)]
#[command(after_help = "Example:\n  fundi eval game.bao --ply 29")]
pub struct Args {
    #[command(flatten)]
    query: PositionQuery,
}

/// Runs the command.
pub fn run(args: Args, out: &mut Output) -> Result<(), CliError> {
    let game = args.query.game()?;
    let position = game.position();
    let breakdown = Breakdown::of(Network::embedded(), position);
    let chance = eval::win_chance(breakdown.value);
    let mover = position.mover();
    let worth = |side: Side| if side == mover { &breakdown.own_holes } else { &breakdown.enemy_holes };
    let view = View::of(position.parts());
    if args.query.json {
        let mut holes = Map::new();
        for (side, _, row) in view.rows() {
            for hole in row {
                holes.insert(hole.name(side).to_string(), worth(side)[usize::from(hole.index())].into());
            }
        }
        return Ok(out.json(&json!({
            "fen": position.to_string(),
            "value": breakdown.value,
            "win_chance": rounded(chance),
            "stage": breakdown.bucket,
            "by_stage": breakdown.by_bucket,
            "holes": Value::Object(holes),
        }))?);
    }
    let words = out.words();
    let seeds = |centiseeds: i32| format!("{:+.2}", f64::from(centiseeds) / 100.0);
    let side = words.side(mover);
    out.board(&game)?;
    let values: [(&str, &dyn std::fmt::Display); 3] =
        [("side", &side), ("score", &seeds(breakdown.value)), ("percent", &percent(chance))];
    writeln!(out, "\n{}", words.fill(Key::EvalHead, &values))?;
    writeln!(out, "\n{}", words.fill(Key::EvalHoles, &[("side", &side)]))?;
    for (side, front, row) in view.rows() {
        let letter = View::row_letter(side, front);
        let cells = row.map(|hole| {
            if view.seeds(side, hole) == 0 {
                return format!("{:>7}", ".");
            }
            format!("{:>7}", seeds(worth(side)[usize::from(hole.index())]))
        });
        writeln!(out, "  {letter} {}", cells.concat())?;
    }
    Ok(())
}
