//! Answers as JSON.

use super::job::Job;
use crate::explain::{line, line_text, win_chance};
use crate::search::{Choice, Report, Score};
use serde_json::{Value, json};

fn score(score: Score) -> Value {
    match score.win_plies() {
        Some(plies) => json!({ "win_in": plies }),
        None => json!({ "centiseeds": score.centiseeds() }),
    }
}

fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

fn one_line(job: &Job, report: &Report) -> Value {
    let moves = line(job.game.rules(), job.game.position(), &report.pv);
    json!({
        "rank": report.multi_pv,
        "depth": report.depth,
        "score": score(report.score),
        "win_chance": rounded(win_chance(report.score)),
        "moves": moves.iter().map(|mv| mv.token.as_str()).collect::<Vec<_>>(),
        "donkers": line_text(&moves),
    })
}

/// A search in progress.
pub(super) fn partial(job: &Job, lines: &[Report]) -> Value {
    let (nodes, time) = lines.first().map(|first| (first.nodes, first.time)).unwrap_or_default();
    json!({
        "id": job.id,
        "type": "partial",
        "ply": job.ply,
        "nodes": nodes,
        "seconds": rounded(time.as_secs_f64()),
        "lines": lines.iter().map(|report| one_line(job, report)).collect::<Vec<_>>(),
    })
}

/// The last word on a position. Scores and chances are the mover's.
pub(super) fn result(job: &Job, choice: &Choice, lines: &[Report], cancelled: bool) -> Value {
    let position = job.game.position();
    let ending = job.game.result().map(|result| {
        let winner = result.winner.map(|side| side.to_string());
        json!({"winner": winner, "ending": result.ending.to_string()})
    });
    json!({
        "id": job.id,
        "type": "result",
        "ply": job.ply,
        "cancelled": cancelled,
        "rules": job.game.rules().name,
        "fen": position.to_string(),
        "game_over": ending,
        "best": choice.best.map(|mv| mv.token(position.mover()).to_string()),
        "score": score(choice.score),
        "win_chance": rounded(win_chance(choice.score)),
        "depth": choice.depth,
        "nodes": choice.nodes,
        "seconds": rounded(choice.time.as_secs_f64()),
        "lines": lines.iter().map(|report| one_line(job, report)).collect::<Vec<_>>(),
    })
}

/// A job that was cancelled before it began.
pub(super) fn never_begun(job: &Job) -> Value {
    json!({"id": job.id, "type": "result", "ply": job.ply, "cancelled": true})
}
