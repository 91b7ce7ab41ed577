//! `fundi trace`: a move told lap by lap.

use super::query::MoveQuery;
use super::{CliError, Output};
use crate::board::Hole;
use crate::draw::View;
use crate::explain::{Replay, Sentence, story};
use crate::rules::Event;
use serde_json::{Value, json};
use std::io::Write;

/// Tell a move lap by lap
#[derive(clap::Args, Debug)]
#[command(after_help = "Example:\n  fundi trace A7L --boards")]
pub struct Args {
    #[command(flatten)]
    asked: MoveQuery,
    /// Show the board after each lap
    #[arg(long)]
    boards: bool,
}

/// Runs the command.
pub fn run(args: Args, out: &mut Output) -> Result<(), CliError> {
    let game = args.asked.query.game()?;
    let words = out.words();
    let position = game.position();
    let played = args.asked.played(&game).map_err(CliError::input)?;
    let replay = Replay::of(game.rules(), position, played.mv).map_err(CliError::input)?;
    if args.asked.query.json {
        return Ok(out.json(&as_json(&replay))?);
    }
    let mut sentences = story(&words, game.rules(), &replay).into_iter().enumerate().peekable();
    while let Some((index, Sentence { text, board, is_lap, .. })) = sentences.next() {
        let indent = if is_lap || index == 0 { "" } else { "   " };
        writeln!(out, "{indent}{text}")?;
        let lap_ends = sentences.peek().is_none_or(|(_, next)| next.is_lap);
        if args.boards && lap_ends {
            let last = Some((replay.side, played.mv));
            out.view(&View { last, ..View::of(board) })?;
            writeln!(out)?;
        }
    }
    writeln!(out, "{}", played.position)?;
    Ok(())
}

/// The move and its events, one object each.
pub(super) fn as_json(replay: &Replay) -> Value {
    let own = |hole: Hole| hole.name(replay.side).to_string();
    let enemy = |hole: Hole| hole.name(replay.side.other()).to_string();
    let events = replay.steps.iter().map(|step| {
        let mut event = match step.event {
            Event::StoreSeed { hole } => json!({"event": "store_seed", "hole": own(hole)}),
            Event::Lift { hole, seeds } => json!({"event": "lift", "hole": own(hole), "seeds": seeds}),
            Event::Tax => json!({"event": "tax"}),
            Event::Lap { first, last, seeds, sense } => json!({
                "event": "lap", "first": own(first), "last": own(last), "seeds": seeds,
                "clockwise": sense == crate::board::Sense::Clockwise,
            }),
            Event::Seed { hole, count } => json!({"event": "seed", "hole": own(hole), "count": count}),
            Event::Capture { by, from, seeds } => {
                json!({"event": "capture", "by": own(by), "from": enemy(from), "seeds": seeds})
            }
            Event::Enter { kichwa, .. } => json!({"event": "enter", "kichwa": own(kichwa)}),
            Event::Turned { .. } => json!({"event": "turned"}),
            Event::HouseStopped => json!({"event": "house_stopped"}),
            Event::HousePlayed => json!({"event": "house_played"}),
            Event::OwnHouseLost => json!({"event": "own_house_lost"}),
            Event::EnemyHouseLost => json!({"event": "enemy_house_lost"}),
            Event::BlockStopped { hole } => json!({"event": "block_stopped", "hole": own(hole)}),
            Event::BlockSet { hole } => json!({"event": "block_set", "hole": enemy(hole)}),
            Event::EndedEmpty { hole } => json!({"event": "ended_empty", "hole": own(hole)}),
            Event::Won => json!({"event": "won"}),
            Event::NeverEnding { laps } => json!({"event": "never_ending", "laps": laps}),
        };
        event["hand"] = step.hand.into();
        event
    });
    json!({
        "move": replay.played.mv.token(replay.side).to_string(),
        "before": replay.before.to_string(),
        "after": replay.played.position.to_string(),
        "captured": replay.played.captured,
        "captures": replay.captures(),
        "laps": replay.played.laps,
        "wins": replay.played.wins(),
        "events": events.collect::<Vec<Value>>(),
    })
}
