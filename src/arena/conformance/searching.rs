//! Searching: limits, stopping, and what is printed meanwhile.

use super::super::dialect::Dialect;
use super::super::info::Score;
use super::{Check, Examiner, Problem, Weight, millis};
use crate::rules::Game;
use crate::words::{Key, Message, say};
use std::time::{Duration, Instant};

const GROUP: Key = Key::CheckSearch;

/// The checks of this file.
pub const CHECKS: &[Check] = &[
    Check { group: GROUP, name: Key::CheckLimits, weight: Weight::Must, examine: limits },
    Check { group: GROUP, name: Key::CheckClocks, weight: Weight::Must, examine: clocks },
    Check { group: GROUP, name: Key::CheckZeros, weight: Weight::Should, examine: zeros },
    Check { group: GROUP, name: Key::CheckMovetime, weight: Weight::Must, examine: movetime },
    Check { group: GROUP, name: Key::CheckInfinite, weight: Weight::Must, examine: infinite },
    Check { group: GROUP, name: Key::CheckReady, weight: Weight::Must, examine: ready_meanwhile },
    Check { group: GROUP, name: Key::CheckIdleWords, weight: Weight::Must, examine: idle_words },
    Check { group: GROUP, name: Key::CheckTwoWords, weight: Weight::Must, examine: two_words },
    Check { group: GROUP, name: Key::CheckInfo, weight: Weight::Should, examine: info },
    Check { group: GROUP, name: Key::CheckLines, weight: Weight::Should, examine: lines_of_play },
    Check { group: GROUP, name: Key::CheckShortLines, weight: Weight::Should, examine: short_lines },
    Check { group: GROUP, name: Key::CheckFinished, weight: Weight::Should, examine: finished },
    Check { group: GROUP, name: Key::CheckWinInOne, weight: Weight::Should, examine: win_in_one },
    Check { group: GROUP, name: Key::CheckRepeats, weight: Weight::Should, examine: repeats },
];

const LONG: Duration = Duration::from_secs(20);

/// A move from the start under a limit, which must be legal and the only one.
fn one_move(examiner: &mut Examiner<'_>, go: &str) -> Result<Duration, Problem> {
    let thought = examiner.think("startpos", go, LONG)?;
    Examiner::legal(&Game::new(examiner.plan.rules), &thought.best)?;
    examiner.ready()?;
    let remarks = examiner.client()?.take_remarks();
    match remarks.into_iter().find(|remark| remark.key() == Key::RemarkUnasked) {
        Some(remark) => Err(Problem::Fails(say!(FoundAt, what = go, why = remark))),
        None => Ok(thought.elapsed),
    }
}

fn limits(examiner: &mut Examiner<'_>) -> Result<Message, Problem> {
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
    Ok(Message::default())
}

fn clocks(examiner: &mut Examiner<'_>) -> Result<Message, Problem> {
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
            return Err(Problem::Fails(say!(FoundAt, what = go, why = say!(FoundMs, ms = millis(took)))));
        }
    }
    Ok(Message::default())
}

fn zeros(examiner: &mut Examiner<'_>) -> Result<Message, Problem> {
    for go in ["go depth 0", "go nodes 0", "go movetime 0"] {
        let took = examiner.think("startpos", go, examiner.plan.patience)?.elapsed;
        if took > examiner.plan.margin * 10 {
            return Err(Problem::Fails(say!(FoundAt, what = go, why = say!(FoundMs, ms = millis(took)))));
        }
    }
    Ok(Message::default())
}

fn movetime(examiner: &mut Examiner<'_>) -> Result<Message, Problem> {
    let mut worst = Duration::ZERO;
    for _ in 0..5 {
        let took = one_move(examiner, "go movetime 100")?;
        worst = worst.max(took);
    }
    let over = worst.saturating_sub(Duration::from_millis(100));
    if over > examiner.plan.margin {
        return Err(Problem::Fails(say!(FoundOverdrawn, ms = millis(over))));
    }
    Ok(say!(FoundTook, ms = millis(worst)))
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

fn infinite(examiner: &mut Examiner<'_>) -> Result<Message, Problem> {
    let mut worst = Duration::ZERO;
    for _ in 0..5 {
        start_infinite(examiner)?;
        match examiner.hear("bestmove", Duration::from_millis(200)) {
            // An exhausted ugi search may end by itself; the start position is not exhausted in 0.2 s.
            Ok(_) => return Err(Problem::Fails(say!(FoundEarly))),
            Err(Problem::Fails(why)) if why.key() == Key::FoundNothing => {}
            Err(other) => return Err(other),
        }
        worst = worst.max(stop_search(examiner)?);
    }
    if worst > examiner.plan.margin * 2 {
        return Err(Problem::Fails(say!(FoundStopAfter, ms = millis(worst))));
    }
    Ok(say!(FoundStopWorst, time = super::super::latency::short(worst)))
}

fn ready_meanwhile(examiner: &mut Examiner<'_>) -> Result<Message, Problem> {
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
        return Err(Problem::Fails(say!(FoundAfter, ms = millis(worst))));
    }
    Ok(say!(FoundWorst, time = super::super::latency::short(worst)))
}

fn idle_words(examiner: &mut Examiner<'_>) -> Result<Message, Problem> {
    examiner.survives(&["stop", "ponderhit", "stop"])?;
    let remarks = examiner.client()?.take_remarks();
    match remarks.into_iter().find(|remark| remark.key() == Key::RemarkUnasked) {
        Some(remark) => Err(Problem::Fails(remark)),
        None => Ok(Message::default()),
    }
}

fn two_words(examiner: &mut Examiner<'_>) -> Result<Message, Problem> {
    if examiner.plan.dialect == Dialect::Uci {
        return Err(Problem::NotOffered(say!(FoundUciMore)));
    }
    examiner.client()?.take_remarks();
    examiner.think("startpos", "go depth 4", LONG)?;
    let remarks = examiner.client()?.take_remarks();
    match remarks.into_iter().find(|remark| remark.key() == Key::RemarkWords) {
        Some(remark) => Err(Problem::Fails(remark)),
        None => Ok(Message::default()),
    }
}

fn info(examiner: &mut Examiner<'_>) -> Result<Message, Problem> {
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
        Ok(say!(FoundLines, n = info.lines))
    } else {
        Err(Problem::Fails(Message::list(missing.into_iter().map(|what| say!(FoundNo, what = what)))))
    }
}

fn lines_of_play(examiner: &mut Examiner<'_>) -> Result<Message, Problem> {
    let mut longest = 0;
    for moves in ["", " moves A6R", " moves A7L a5R"] {
        let position = format!("startpos{moves}");
        let thought = examiner.think(&position, "go nodes 3000", LONG)?;
        let mut game = Game::new(examiner.plan.rules);
        for token in moves.split_ascii_whitespace().skip(1) {
            let Ok(mv) = Examiner::legal(&game, token) else {
                return Err(Problem::NotOffered(say!(FoundOtherStart)));
            };
            let _ = game.play(mv);
        }
        if thought.info.pv.is_empty() {
            return Err(Problem::NotOffered(say!(FoundNo, what = "pv")));
        }
        if thought.info.pv.first() != Some(&thought.best) {
            let first = thought.info.pv.first().map_or("", String::as_str);
            return Err(Problem::Fails(say!(FoundOtherMove, played = &thought.best, first = first)));
        }
        for token in &thought.info.pv {
            if game.position().is_decided() {
                return Err(Problem::Fails(say!(FoundBeyond)));
            }
            let mv = Examiner::legal(&game, token)?;
            let _ = game.play(mv);
        }
        longest = longest.max(thought.info.pv.len());
    }
    Ok(say!(FoundUpTo, n = longest))
}

fn short_lines(examiner: &mut Examiner<'_>) -> Result<Message, Problem> {
    if examiner.plan.dialect == Dialect::Uci {
        return Err(Problem::NotOffered(say!(FoundUciNone)));
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
        Some(line) => Err(Problem::Fails(Message::foreign(format_args!("\"{line}\"")))),
        None => Ok(Message::default()),
    }
}

/// South's front row is empty: the game is over.
const LOST: &str = "fen 0,0,0,0,0,0,0,0/0,4,4,4,4,4,4,0/0,0,0,0,0,0,0,0/8,8,8,8,8,0,0,0 S 0,0 - -";

fn finished(examiner: &mut Examiner<'_>) -> Result<Message, Problem> {
    let thought = examiner.think(LOST, "go depth 3", examiner.plan.patience)?;
    Ok(Message::foreign(format_args!("bestmove {}", thought.best)))
}

/// North has one seed in front, and South's capture takes it.
const WIN: &str = "fen 0,0,0,0,0,0,0,0/0,0,0,1,0,0,0,0/0,0,0,2,3,6,2,0/10,10,10,10,10,0,0,0 S 0,0 - -";

fn win_in_one(examiner: &mut Examiner<'_>) -> Result<Message, Problem> {
    let rules = examiner.plan.rules;
    let Some(Ok(position)) = WIN.strip_prefix("fen ").map(str::parse) else {
        return Err(Problem::NotOffered(say!(FoundNoPosition)));
    };
    let successors = rules.successors(&position);
    let wins: Vec<String> =
        successors.iter().filter(|s| s.wins()).map(|s| s.mv.token(position.mover()).to_string()).collect();
    if wins.is_empty() {
        return Err(Problem::NotOffered(say!(FoundNoWin)));
    }
    let thought = examiner.think(WIN, "go depth 4", LONG)?;
    if !wins.iter().any(|w| w.eq_ignore_ascii_case(&thought.best)) {
        let wins = wins.join(" ");
        return Err(Problem::Fails(say!(FoundInstead, played = &thought.best, expected = wins)));
    }
    match thought.info.score {
        Some(Score::Plies(1)) => Ok(Message::default()),
        other => {
            let score = other.map_or("-".to_owned(), |score| score.to_string());
            Err(Problem::Fails(say!(FoundScore, score = score)))
        }
    }
}

fn repeats(examiner: &mut Examiner<'_>) -> Result<Message, Problem> {
    let mut seen = Vec::new();
    for _ in 0..3 {
        let stop = examiner.stop;
        examiner.client()?.new_game(stop)?;
        let thought = examiner.think("startpos moves A6R", "go nodes 2000", LONG)?;
        seen.push((thought.best, thought.info.score));
    }
    if seen.windows(2).all(|pair| pair.first() == pair.last()) {
        Ok(Message::default())
    } else {
        Err(Problem::Fails(Message::foreign(format_args!("{seen:?}"))))
    }
}
