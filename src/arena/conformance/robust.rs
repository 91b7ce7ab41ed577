//! Robustness: what a runner, a GUI or a typing user may send without bringing the engine down.

use super::super::dialect::Dialect;
use super::{Check, Examiner, Problem, Weight};
use crate::rules::Game;
use std::time::Duration;

const GROUP: &str = "Robustness";

/// The checks of this file.
pub const CHECKS: &[Check] = &[
    Check {
        group: GROUP,
        name: "unknown words, blanks, tabs, empty lines and CR LF",
        weight: Weight::Must,
        examine: words,
    },
    Check {
        group: GROUP,
        name: "bad positions leave the old one standing",
        weight: Weight::Must,
        examine: bad_positions,
    },
    Check {
        group: GROUP,
        name: "an illegal move in a history does no harm",
        weight: Weight::Must,
        examine: illegal_history,
    },
    Check {
        group: GROUP,
        name: "after an illegal history the game counts as over (ugi)",
        weight: Weight::Should,
        examine: illegal_is_over,
    },
    Check {
        group: GROUP,
        name: "go and position during a search",
        weight: Weight::Must,
        examine: go_while_searching,
    },
    Check { group: GROUP, name: "go without a position", weight: Weight::Should, examine: go_first },
    Check {
        group: GROUP,
        name: "searchmoves, also without a legal one among them",
        weight: Weight::Should,
        examine: searchmoves,
    },
    Check { group: GROUP, name: "a line of a megabyte", weight: Weight::Must, examine: long_line },
    Check {
        group: GROUP,
        name: "NUL and characters beyond ASCII",
        weight: Weight::Must,
        examine: strange_characters,
    },
    Check { group: GROUP, name: "a hundred new games in a row", weight: Weight::Must, examine: many_games },
    Check { group: GROUP, name: "says nothing while idle", weight: Weight::Should, examine: idle },
];

fn words(examiner: &mut Examiner<'_>) -> Result<String, Problem> {
    examiner.survives(&[
        "",
        "   ",
        "\t",
        "xyzzy and more",
        "joho debug on",
        "debug off",
        "register later",
        "position",
        "position nonsense",
        "position fen",
        "position moves",
        "query",
        "query nonsense",
        "moves",
        "  isready",
        "position\tstartpos \t moves",
        "position startpos\r",
    ])?;
    examiner.think("startpos", " go \t depth   1\r", examiner.plan.patience)?;
    // The blanked isready above was answered too; nothing else may be left over.
    examiner.ready()?;
    Ok(String::new())
}

const BAD: &[&str] = &[
    "garbage",
    "0,0,0,0,0,0,0,0/0,2,2,6,0,0,0,0/0,0,0,0,6,2,2,0/0,0,0,0,0,0,0,0",
    "0,0,0,0,0,0,0,0/0,2,2,6,0,0,0,0/0,0,0,0,6,2,2,0/0,0,0,0,0,0,0,0 S 22,23 SN -",
    "0,0,0,0,0,0,0,0/0,2,2,6,0,0,0,0/0,0,0,0,6,2,2/0,0,0,0,0,0,0,0 S 22,22 SN -",
    "0,0,0,0,0,0,0,0/0,2,2,6,0,0,0,0/0,0,0,0,-6,2,2,0/0,0,0,0,0,0,0,0 S 22,22 SN -",
    "99999999999999999999,0,0,0,0,0,0,0/0,2,2,6,0,0,0,0/0,0,0,0,6,2,2,0/0,0,0,0,0,0,0,0 S 22,22 SN -",
    "0,0,0,0,0,0,0,0/0,2,2,6,0,0,0,0/0,0,0,0,6,2,2,0/0,0,0,0,0,0,0,0 X 22,22 SN -",
    "0,0,0,0,0,0,0,0/0,2,2,6,0,0,0,0/0,0,0,0,6,2,2,0/0,0,0,0,0,0,0,0 S 22,22 SN a9",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
];

fn bad_positions(examiner: &mut Examiner<'_>) -> Result<String, Problem> {
    let start = examiner.plan.rules.start().to_string();
    for bad in BAD {
        examiner.survives(&["position startpos", &format!("position fen {bad}")])?;
        let stop = examiner.stop;
        if let Some(answer) = examiner.client()?.query("fen", stop)?
            && answer != start
        {
            return Err(Problem::Fails(format!("{bad}: now the position is {answer}")));
        }
    }
    let thought = examiner.think("startpos", "go depth 1", examiner.plan.patience)?;
    Examiner::legal(&Game::new(examiner.plan.rules), &thought.best)?;
    Ok(format!("{} positions", BAD.len()))
}

fn illegal_history(examiner: &mut Examiner<'_>) -> Result<String, Problem> {
    for history in [
        "startpos moves A1L",
        "startpos moves e2e4 e7e5",
        "startpos moves A6R zz a5R",
        "startpos moves (none)",
    ] {
        examiner.think(history, "go depth 1", examiner.plan.patience)?;
    }
    examiner.ready()?;
    Ok(String::new())
}

fn illegal_is_over(examiner: &mut Examiner<'_>) -> Result<String, Problem> {
    if examiner.plan.dialect == Dialect::Uci {
        return Err(Problem::NotOffered("uci has no such question".to_string()));
    }
    let over = examiner.query("startpos moves A1L", "gameover")?;
    let result = examiner.query("startpos moves A1L", "result")?;
    if over == "true" && result == "none" {
        Ok(String::new())
    } else {
        Err(Problem::Fails(format!(
            "gameover {over}, result {result}: a runner that checks no moves goes on for ever"
        )))
    }
}

fn go_while_searching(examiner: &mut Examiner<'_>) -> Result<String, Problem> {
    examiner.client()?.send("position startpos")?;
    for line in ["go infinite", "go depth 1", "position startpos moves A6R", "setoption name Hash value 8"] {
        examiner.client()?.send(line)?;
    }
    std::thread::sleep(Duration::from_millis(50));
    examiner.client()?.send("stop")?;
    examiner.hear("bestmove", examiner.plan.patience)?;
    examiner.survives(&["stop"])?;
    examiner.client()?.take_remarks();
    examiner.think("startpos", "go depth 1", examiner.plan.patience)?;
    Ok(String::new())
}

fn go_first(examiner: &mut Examiner<'_>) -> Result<String, Problem> {
    let patience = examiner.plan.patience;
    examiner.fresh()?.send("go depth 1")?;
    examiner.hear("bestmove", patience)?;
    Ok(String::new())
}

fn searchmoves(examiner: &mut Examiner<'_>) -> Result<String, Problem> {
    let rules = examiner.plan.rules;
    let start = rules.start();
    let successors = rules.successors(&start);
    let Some(last) = successors.last() else {
        return Err(Problem::NotOffered("no moves at the start".to_string()));
    };
    let token = last.mv.token(start.mover()).to_string();
    let thought =
        examiner.think("startpos", &format!("go depth 2 searchmoves {token}"), examiner.plan.patience)?;
    examiner.think("startpos", "go depth 2 searchmoves e2e4 0000", examiner.plan.patience)?;
    if thought.best.eq_ignore_ascii_case(&token) {
        Ok(String::new())
    } else {
        Err(Problem::Fails(format!("asked for {token}, it plays {}", thought.best)))
    }
}

fn long_line(examiner: &mut Examiner<'_>) -> Result<String, Problem> {
    let junk = "x".repeat(1_000_000);
    let moves = "A1L ".repeat(250_000);
    examiner.survives(&[&junk, &format!("position startpos moves {moves}"), "position startpos"])?;
    examiner.client()?.take_remarks();
    Ok(String::new())
}

fn strange_characters(examiner: &mut Examiner<'_>) -> Result<String, Problem> {
    examiner.survives(&[
        "\0",
        "go\0 depth 1",
        "ügi \u{1F600} \u{FFFD}",
        "position fen \u{0}",
        "setoption name \u{202E} value ß",
    ])?;
    let _ = examiner.client()?.take_remarks();
    examiner.dismiss();
    Ok(String::new())
}

fn many_games(examiner: &mut Examiner<'_>) -> Result<String, Problem> {
    let stop = examiner.stop;
    for _ in 0..100 {
        examiner.client()?.new_game(stop)?;
    }
    examiner.think("startpos", "go depth 1", examiner.plan.patience)?;
    Ok(String::new())
}

fn idle(examiner: &mut Examiner<'_>) -> Result<String, Problem> {
    examiner.ready()?;
    let until = std::time::Instant::now() + Duration::from_millis(200);
    let stop = examiner.stop;
    match examiner.client()?.process().hear(until, stop) {
        Ok(line) => Err(Problem::Fails(format!("\"{}\"", super::super::transcript::visible(&line.text)))),
        Err(_) => Ok(String::new()),
    }
}
