//! Robustness: what a runner, a GUI or a typing user may send without bringing the engine down.

use super::super::dialect::Dialect;
use super::{Check, Examiner, Problem, Weight};
use crate::rules::Game;
use crate::words::{Key, Message, say};
use std::time::Duration;

const GROUP: Key = Key::CheckRobust;

/// The checks of this file.
pub const CHECKS: &[Check] = &[
    Check { group: GROUP, name: Key::CheckWords, weight: Weight::Must, examine: words },
    Check { group: GROUP, name: Key::CheckBadPositions, weight: Weight::Must, examine: bad_positions },
    Check { group: GROUP, name: Key::CheckHistory, weight: Weight::Must, examine: illegal_history },
    Check { group: GROUP, name: Key::CheckHistoryOver, weight: Weight::Should, examine: illegal_is_over },
    Check { group: GROUP, name: Key::CheckGoSearching, weight: Weight::Must, examine: go_while_searching },
    Check { group: GROUP, name: Key::CheckGoFirst, weight: Weight::Should, examine: go_first },
    Check { group: GROUP, name: Key::CheckSearchmoves, weight: Weight::Should, examine: searchmoves },
    Check { group: GROUP, name: Key::CheckLongLine, weight: Weight::Must, examine: long_line },
    Check { group: GROUP, name: Key::CheckCharacters, weight: Weight::Must, examine: strange_characters },
    Check { group: GROUP, name: Key::CheckManyGames, weight: Weight::Must, examine: many_games },
    Check { group: GROUP, name: Key::CheckIdle, weight: Weight::Should, examine: idle },
];

fn words(examiner: &mut Examiner<'_>) -> Result<Message, Problem> {
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
    Ok(Message::default())
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

fn bad_positions(examiner: &mut Examiner<'_>) -> Result<Message, Problem> {
    let start = examiner.plan.rules.start().to_string();
    for bad in BAD {
        examiner.survives(&["position startpos", &format!("position fen {bad}")])?;
        let stop = examiner.stop;
        if let Some(answer) = examiner.client()?.query("fen", stop)?
            && answer != start
        {
            return Err(Problem::Fails(say!(FoundNow, bad = *bad, answer = answer)));
        }
    }
    let thought = examiner.think("startpos", "go depth 1", examiner.plan.patience)?;
    Examiner::legal(&Game::new(examiner.plan.rules), &thought.best)?;
    Ok(say!(CountPositions, n = BAD.len()))
}

fn illegal_history(examiner: &mut Examiner<'_>) -> Result<Message, Problem> {
    for history in [
        "startpos moves A1L",
        "startpos moves e2e4 e7e5",
        "startpos moves A6R zz a5R",
        "startpos moves (none)",
    ] {
        examiner.think(history, "go depth 1", examiner.plan.patience)?;
    }
    examiner.ready()?;
    Ok(Message::default())
}

fn illegal_is_over(examiner: &mut Examiner<'_>) -> Result<Message, Problem> {
    if examiner.plan.dialect == Dialect::Uci {
        return Err(Problem::NotOffered(say!(FoundUciQuestion)));
    }
    let over = examiner.query("startpos moves A1L", "gameover")?;
    let result = examiner.query("startpos moves A1L", "result")?;
    if over == "true" && result == "none" {
        Ok(Message::default())
    } else {
        Err(Problem::Fails(say!(FoundForEver, over = over, result = result)))
    }
}

fn go_while_searching(examiner: &mut Examiner<'_>) -> Result<Message, Problem> {
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
    Ok(Message::default())
}

fn go_first(examiner: &mut Examiner<'_>) -> Result<Message, Problem> {
    let patience = examiner.plan.patience;
    examiner.fresh()?.send("go depth 1")?;
    examiner.hear("bestmove", patience)?;
    Ok(Message::default())
}

fn searchmoves(examiner: &mut Examiner<'_>) -> Result<Message, Problem> {
    let rules = examiner.plan.rules;
    let start = rules.start();
    let successors = rules.successors(&start);
    let Some(last) = successors.last() else {
        return Err(Problem::NotOffered(say!(FoundNoMoves)));
    };
    let token = last.mv.token(start.mover()).to_string();
    let thought =
        examiner.think("startpos", &format!("go depth 2 searchmoves {token}"), examiner.plan.patience)?;
    examiner.think("startpos", "go depth 2 searchmoves e2e4 0000", examiner.plan.patience)?;
    if thought.best.eq_ignore_ascii_case(&token) {
        Ok(Message::default())
    } else {
        Err(Problem::Fails(say!(FoundInstead, played = &thought.best, expected = token)))
    }
}

fn long_line(examiner: &mut Examiner<'_>) -> Result<Message, Problem> {
    let junk = "x".repeat(1_000_000);
    let moves = "A1L ".repeat(250_000);
    examiner.survives(&[&junk, &format!("position startpos moves {moves}"), "position startpos"])?;
    examiner.client()?.take_remarks();
    Ok(Message::default())
}

fn strange_characters(examiner: &mut Examiner<'_>) -> Result<Message, Problem> {
    examiner.survives(&[
        "\0",
        "go\0 depth 1",
        "ügi \u{1F600} \u{FFFD}",
        "position fen \u{0}",
        "setoption name \u{202E} value ß",
    ])?;
    let _ = examiner.client()?.take_remarks();
    examiner.dismiss();
    Ok(Message::default())
}

fn many_games(examiner: &mut Examiner<'_>) -> Result<Message, Problem> {
    let stop = examiner.stop;
    for _ in 0..100 {
        examiner.client()?.new_game(stop)?;
    }
    examiner.think("startpos", "go depth 1", examiner.plan.patience)?;
    Ok(Message::default())
}

fn idle(examiner: &mut Examiner<'_>) -> Result<Message, Problem> {
    examiner.ready()?;
    let until = std::time::Instant::now() + Duration::from_millis(200);
    let stop = examiner.stop;
    match examiner.client()?.process().hear(until, stop) {
        Ok(line) => {
            let line = super::super::transcript::visible(&line.text);
            Err(Problem::Fails(Message::foreign(format_args!("\"{line}\""))))
        }
        Err(_) => Ok(Message::default()),
    }
}
