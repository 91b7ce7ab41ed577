//! Searching: limits, stopping, and what is printed meanwhile.

use super::super::dialect::Dialect;
use super::super::info::Score;
use super::{Check, Examiner, Problem, Weight};
use crate::rules::Game;
use std::time::{Duration, Instant};

const GROUP: &str = "Search";

/// The checks of this file.
pub const CHECKS: &[Check] = &[
    Check {
        group: GROUP,
        name: "every kind of limit ends in exactly one legal bestmove",
        weight: Weight::Must,
        examine: limits,
    },
    Check {
        group: GROUP,
        name: "clocks in any order, of one side, tiny or overdrawn",
        weight: Weight::Must,
        examine: clocks,
    },
    Check { group: GROUP, name: "zero limits end at once", weight: Weight::Should, examine: zeros },
    Check { group: GROUP, name: "movetime is kept", weight: Weight::Must, examine: movetime },
    Check {
        group: GROUP,
        name: "an infinite search waits for stop and then answers promptly",
        weight: Weight::Must,
        examine: infinite,
    },
    Check {
        group: GROUP,
        name: "isready is answered promptly during a search",
        weight: Weight::Must,
        examine: ready_meanwhile,
    },
    Check {
        group: GROUP,
        name: "stop and ponderhit without a search are ignored",
        weight: Weight::Must,
        examine: idle_words,
    },
    Check {
        group: GROUP,
        name: "bestmove has exactly two words (ugi)",
        weight: Weight::Must,
        examine: two_words,
    },
    Check {
        group: GROUP,
        name: "info carries depth, score, nodes and time",
        weight: Weight::Should,
        examine: info,
    },
    Check {
        group: GROUP,
        name: "the last line of play is legal and begins with the move",
        weight: Weight::Should,
        examine: lines_of_play,
    },
    Check {
        group: GROUP,
        name: "no line shorter than 8 bytes during a search (ugi)",
        weight: Weight::Should,
        examine: short_lines,
    },
    Check {
        group: GROUP,
        name: "a finished position is answered too",
        weight: Weight::Should,
        examine: finished,
    },
    Check {
        group: GROUP,
        name: "a win in one is found and announced",
        weight: Weight::Should,
        examine: win_in_one,
    },
    Check {
        group: GROUP,
        name: "the same search gives the same move after a new game",
        weight: Weight::Should,
        examine: repeats,
    },
];

const LONG: Duration = Duration::from_secs(20);

/// A move from the start under a limit, which must be legal and the only one.
fn one_move(examiner: &mut Examiner<'_>, go: &str) -> Result<Duration, Problem> {
    let thought = examiner.think("startpos", go, LONG)?;
    Examiner::legal(&Game::new(examiner.plan.rules), &thought.best)?;
    examiner.ready()?;
    let remarks = examiner.client()?.take_remarks();
    match remarks.into_iter().find(|r| r.contains("nobody asked")) {
        Some(remark) => Err(Problem::Fails(format!("{go}: {remark}"))),
        None => Ok(thought.elapsed),
    }
}

fn limits(examiner: &mut Examiner<'_>) -> Result<String, Problem> {
    for go in [
        "go depth 1",
        "go depth 3",
        "go nodes 1",
        "go nodes 500",
        "go movetime 30",
        "go depth 2 nodes 100 movetime 50",
        "go nodes 18446744073709551615 depth 1",
    ] {
        one_move(examiner, go)?;
    }
    Ok(String::new())
}

fn clocks(examiner: &mut Examiner<'_>) -> Result<String, Problem> {
    let names = match examiner.plan.dialect {
        Dialect::Ugi => ["p1time", "p2time", "p1inc", "p2inc"],
        Dialect::Uci => ["wtime", "btime", "winc", "binc"],
    };
    let [own, other, own_inc, other_inc] = names;
    for go in [
        format!("go {own} 1000 {other} 1000 {own_inc} 10 {other_inc} 10"),
        format!("go {other_inc} 10 {own_inc} 10 {other} 1000 {own} 1000 movestogo 3"),
        format!("go {own} 100"),
        format!("go {other} 100"),
        format!("go {own} 1"),
        format!("go {own} 0 {other} 0"),
        format!("go {own} -50 {other} 100"),
    ] {
        let took = one_move(examiner, &go)?;
        if took > Duration::from_secs(1) + examiner.plan.margin * 20 {
            return Err(Problem::Fails(format!("{go}: {} ms", took.as_millis())));
        }
    }
    Ok(String::new())
}

fn zeros(examiner: &mut Examiner<'_>) -> Result<String, Problem> {
    for go in ["go depth 0", "go nodes 0", "go movetime 0"] {
        let took = examiner.think("startpos", go, examiner.plan.patience)?.elapsed;
        if took > examiner.plan.margin * 10 {
            return Err(Problem::Fails(format!("{go}: {} ms", took.as_millis())));
        }
    }
    Ok(String::new())
}

fn movetime(examiner: &mut Examiner<'_>) -> Result<String, Problem> {
    let mut worst = Duration::ZERO;
    for _ in 0..5 {
        let took = one_move(examiner, "go movetime 100")?;
        worst = worst.max(took);
    }
    let over = worst.saturating_sub(Duration::from_millis(100));
    if over > examiner.plan.margin {
        return Err(Problem::Fails(format!("100 ms overdrawn by {} ms", over.as_millis())));
    }
    Ok(format!("100 ms took at most {} ms", worst.as_millis()))
}

/// Starts an endless search from the start position.
fn start_infinite(examiner: &mut Examiner<'_>) -> Result<(), Problem> {
    let stop = examiner.stop;
    let client = examiner.client()?;
    client.send("position startpos")?;
    client.ready(stop)?;
    Ok(client.send("go infinite")?)
}

/// Stops a search and returns how long the answer took.
fn stop_search(examiner: &mut Examiner<'_>) -> Result<Duration, Problem> {
    let told = Instant::now();
    examiner.client()?.send("stop")?;
    let (_, at) = examiner.hear("bestmove", examiner.plan.patience)?;
    Ok(at.saturating_duration_since(told))
}

fn infinite(examiner: &mut Examiner<'_>) -> Result<String, Problem> {
    let mut worst = Duration::ZERO;
    for _ in 0..5 {
        start_infinite(examiner)?;
        match examiner.hear("bestmove", Duration::from_millis(200)) {
            // An exhausted ugi search may end by itself; the start position is not exhausted in 0.2 s.
            Ok(_) => return Err(Problem::fails("bestmove before stop")),
            Err(Problem::Fails(why)) if why.starts_with("no bestmove") => {}
            Err(other) => return Err(other),
        }
        worst = worst.max(stop_search(examiner)?);
    }
    if worst > examiner.plan.margin * 2 {
        return Err(Problem::Fails(format!("stop was answered after {} ms", worst.as_millis())));
    }
    Ok(format!("stop to bestmove {} at worst", super::super::latency::short(worst)))
}

fn ready_meanwhile(examiner: &mut Examiner<'_>) -> Result<String, Problem> {
    start_infinite(examiner)?;
    let mut worst = Duration::ZERO;
    for _ in 0..20 {
        let asked = Instant::now();
        examiner.client()?.send("isready")?;
        let (_, at) = examiner.hear("readyok", examiner.plan.patience)?;
        worst = worst.max(at.saturating_duration_since(asked));
    }
    stop_search(examiner)?;
    if worst > examiner.plan.margin * 2 {
        return Err(Problem::Fails(format!("after {} ms", worst.as_millis())));
    }
    Ok(format!("{} at worst", super::super::latency::short(worst)))
}

fn idle_words(examiner: &mut Examiner<'_>) -> Result<String, Problem> {
    examiner.survives(&["stop", "ponderhit", "stop"])?;
    let remarks = examiner.client()?.take_remarks();
    match remarks.into_iter().find(|r| r.contains("nobody asked")) {
        Some(remark) => Err(Problem::Fails(remark)),
        None => Ok(String::new()),
    }
}

fn two_words(examiner: &mut Examiner<'_>) -> Result<String, Problem> {
    if examiner.plan.dialect == Dialect::Uci {
        return Err(Problem::NotOffered("uci allows more".to_string()));
    }
    examiner.client()?.take_remarks();
    examiner.think("startpos", "go depth 4", LONG)?;
    let remarks = examiner.client()?.take_remarks();
    match remarks.into_iter().find(|r| r.contains("words after")) {
        Some(remark) => Err(Problem::Fails(remark)),
        None => Ok(String::new()),
    }
}

fn info(examiner: &mut Examiner<'_>) -> Result<String, Problem> {
    let info = examiner.think("startpos", "go movetime 50", LONG)?.info;
    let missing: Vec<&str> = [
        ("depth", info.depth.is_none()),
        ("score", info.score.is_none()),
        ("nodes", info.nodes.is_none()),
        ("time", info.time_ms.is_none()),
        ("pv", info.pv.is_empty()),
    ]
    .iter()
    .filter(|(_, absent)| *absent)
    .map(|(name, _)| *name)
    .collect();
    if missing.is_empty() {
        Ok(format!("{} lines", info.lines))
    } else {
        Err(Problem::Fails(format!("no {}", missing.join(", no "))))
    }
}

fn lines_of_play(examiner: &mut Examiner<'_>) -> Result<String, Problem> {
    let mut longest = 0;
    for moves in ["", " moves A6R", " moves A7L a5R"] {
        let position = format!("startpos{moves}");
        let thought = examiner.think(&position, "go nodes 3000", LONG)?;
        let mut game = Game::new(examiner.plan.rules);
        for token in moves.split_ascii_whitespace().skip(1) {
            let Ok(mv) = Examiner::legal(&game, token) else {
                return Err(Problem::NotOffered("the rules have another start".to_string()));
            };
            let _ = game.play(mv);
        }
        if thought.info.pv.is_empty() {
            return Err(Problem::NotOffered("no pv".to_string()));
        }
        if thought.info.pv.first() != Some(&thought.best) {
            return Err(Problem::Fails(format!(
                "{} is played, the line begins with {:?}",
                thought.best,
                thought.info.pv.first()
            )));
        }
        for token in &thought.info.pv {
            if game.position().is_decided() {
                return Err(Problem::fails("the line goes on after the end of the game"));
            }
            let mv = Examiner::legal(&game, token)?;
            let _ = game.play(mv);
        }
        longest = longest.max(thought.info.pv.len());
    }
    Ok(format!("up to {longest} moves"))
}

fn short_lines(examiner: &mut Examiner<'_>) -> Result<String, Problem> {
    if examiner.plan.dialect == Dialect::Uci {
        return Err(Problem::NotOffered("not needed in uci".to_string()));
    }
    start_infinite(examiner)?;
    let until = Instant::now() + Duration::from_millis(150);
    let stop = examiner.stop;
    let mut short = None;
    while let Ok(line) = examiner.client()?.process().hear(until, stop) {
        if line.text.len() < 8 {
            short = Some(line.text);
        }
    }
    stop_search(examiner)?;
    match short {
        Some(line) => Err(Problem::Fails(format!("\"{line}\""))),
        None => Ok(String::new()),
    }
}

/// South's front row is empty: the game is over.
const LOST: &str = "fen 0,0,0,0,0,0,0,0/0,4,4,4,4,4,4,0/0,0,0,0,0,0,0,0/8,8,8,8,8,0,0,0 S 0,0 - -";

fn finished(examiner: &mut Examiner<'_>) -> Result<String, Problem> {
    let thought = examiner.think(LOST, "go depth 3", examiner.plan.patience)?;
    Ok(format!("bestmove {}", thought.best))
}

/// North has one seed in front, and South's capture takes it.
const WIN: &str = "fen 0,0,0,0,0,0,0,0/0,0,0,1,0,0,0,0/0,0,0,2,3,6,2,0/10,10,10,10,10,0,0,0 S 0,0 - -";

fn win_in_one(examiner: &mut Examiner<'_>) -> Result<String, Problem> {
    let rules = examiner.plan.rules;
    let Some(Ok(position)) = WIN.strip_prefix("fen ").map(str::parse) else {
        return Err(Problem::NotOffered("no such position".to_string()));
    };
    let successors = rules.successors(&position);
    let wins: Vec<String> =
        successors.iter().filter(|s| s.wins()).map(|s| s.mv.token(position.mover()).to_string()).collect();
    if wins.is_empty() {
        return Err(Problem::NotOffered("these rules have no win here".to_string()));
    }
    let thought = examiner.think(WIN, "go depth 4", LONG)?;
    if !wins.iter().any(|w| w.eq_ignore_ascii_case(&thought.best)) {
        return Err(Problem::Fails(format!("it plays {} instead of {}", thought.best, wins.join(" or "))));
    }
    match thought.info.score {
        Some(Score::Plies(1)) => Ok(String::new()),
        other => Err(Problem::Fails(format!("its score is {other:?}, not a win in one ply"))),
    }
}

fn repeats(examiner: &mut Examiner<'_>) -> Result<String, Problem> {
    let mut seen = Vec::new();
    for _ in 0..3 {
        let stop = examiner.stop;
        examiner.client()?.new_game(stop)?;
        let thought = examiner.think("startpos moves A6R", "go nodes 2000", LONG)?;
        seen.push((thought.best, thought.info.score));
    }
    if seen.windows(2).all(|pair| pair.first() == pair.last()) {
        Ok(String::new())
    } else {
        Err(Problem::Fails(format!("{seen:?}")))
    }
}
