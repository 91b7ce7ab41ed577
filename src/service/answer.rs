//! Answers as JSON.

use super::job::Job;
use crate::analysis::{Analysis, lines_json, rounded};
use crate::search::Report;
use serde_json::{Value, json};

/// A search in progress.
pub(super) fn partial(job: &Job, lines: &[Report]) -> Value {
    let (nodes, time) = lines.first().map(|first| (first.nodes, first.time)).unwrap_or_default();
    json!({
        "id": job.id,
        "type": "partial",
        "ply": job.ply,
        "nodes": nodes,
        "seconds": rounded(time.as_secs_f64()),
        "lines": lines_json(&job.game, lines),
    })
}

/// The last word on a position. Scores and chances are the mover's.
pub(super) fn result(job: &Job, analysis: &Analysis, cancelled: bool) -> Value {
    let ending = job.game.result().map(|result| {
        let winner = result.winner.map(|side| side.to_string());
        json!({"winner": winner, "ending": result.ending.to_string()})
    });
    let mut answer = analysis.as_json(&job.game);
    answer["id"] = job.id.as_str().into();
    answer["type"] = "result".into();
    answer["ply"] = job.ply.into();
    answer["cancelled"] = cancelled.into();
    answer["game_over"] = ending.into();
    answer
}

/// A job that was cancelled before it began.
pub(super) fn never_begun(job: &Job) -> Value {
    json!({"id": job.id, "type": "result", "ply": job.ply, "cancelled": true})
}
