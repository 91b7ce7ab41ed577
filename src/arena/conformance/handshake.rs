//! Introduction, readiness and leaving.

use super::super::client::Client;
use super::super::dialect::Dialect;
use super::{Check, Examiner, Problem, Weight, millis};
use crate::words::{Key, Message, Told, say};
use std::time::{Duration, Instant};

const GROUP: Key = Key::CheckHandshake;

/// The check without which no other makes sense.
pub const FIRST: Key = Key::CheckStarts;

/// The checks of this file.
pub const CHECKS: &[Check] = &[
    Check { group: GROUP, name: FIRST, weight: Weight::Must, examine: starts },
    Check { group: GROUP, name: Key::CheckClean, weight: Weight::Must, examine: clean },
    Check { group: GROUP, name: Key::CheckIdentity, weight: Weight::Should, examine: identity },
    Check { group: GROUP, name: Key::CheckTwice, weight: Weight::Must, examine: twice },
    Check { group: GROUP, name: Key::CheckDialect, weight: Weight::Should, examine: other_dialect },
    Check { group: GROUP, name: Key::CheckRules, weight: Weight::Should, examine: rules },
    Check { group: GROUP, name: Key::CheckQuit, weight: Weight::Must, examine: quits },
    Check { group: GROUP, name: Key::CheckQuitSearching, weight: Weight::Must, examine: quits_searching },
    Check { group: GROUP, name: Key::CheckEnd, weight: Weight::Must, examine: end_of_input },
    Check {
        group: GROUP,
        name: Key::CheckEndSearching,
        weight: Weight::Must,
        examine: end_of_input_searching,
    },
];

fn starts(examiner: &mut Examiner<'_>) -> Result<Message, Problem> {
    let began = Instant::now();
    let stop = examiner.stop;
    let client = examiner.fresh()?;
    client.new_game(stop)?;
    Ok(say!(FoundReady, name = client.name(), ms = millis(began.elapsed())))
}

fn clean(examiner: &mut Examiner<'_>) -> Result<Message, Problem> {
    examiner.fresh()?;
    examiner.think("startpos", "go depth 2", Duration::from_secs(10))?;
    examiner.ready()?;
    let remarks = examiner.client()?.take_remarks();
    if remarks.is_empty() { Ok(Message::default()) } else { Err(Problem::Fails(Message::list(remarks))) }
}

fn identity(examiner: &mut Examiner<'_>) -> Result<Message, Problem> {
    let client = examiner.client()?;
    for (what, value) in [("name", client.name()), ("author", client.author())] {
        if value.is_empty() {
            return Err(Problem::Fails(say!(FoundNoId, what = what)));
        }
    }
    Ok(say!(FoundIdentity, name = client.name(), author = client.author()))
}

fn twice(examiner: &mut Examiner<'_>) -> Result<Message, Problem> {
    let dialect = examiner.plan.dialect;
    examiner.client()?.send(dialect.hello())?;
    examiner.hear(dialect.ok(), examiner.plan.patience)?;
    examiner.ready()?;
    Ok(Message::default())
}

fn other_dialect(examiner: &mut Examiner<'_>) -> Result<Message, Problem> {
    let other = if examiner.plan.dialect == Dialect::Ugi { Dialect::Uci } else { Dialect::Ugi };
    let patience = examiner.plan.patience.min(Duration::from_secs(2));
    match Client::start(&examiner.plan.launch, other, patience, examiner.stop) {
        Ok(_) => Ok(Message::foreign(other)),
        Err((fault, _)) => {
            Err(Problem::NotOffered(say!(FoundAt, what = other.to_string(), why = fault.message())))
        }
    }
}

fn rules(examiner: &mut Examiner<'_>) -> Result<Message, Problem> {
    // A different answer would have been refused when the engine was started.
    examiner.query("startpos", "rules").map(Message::foreign)
}

/// Waits for the process to end by itself with code 0.
fn ends(examiner: &Examiner<'_>, mut client: Client, told: Instant) -> Result<Message, Problem> {
    let patience = examiner.plan.patience;
    match client.process().wait(patience) {
        Some(status) if status.success() => Ok(say!(FoundAfter, ms = millis(told.elapsed()))),
        Some(status) => Err(Problem::Fails(super::super::process::describe(status))),
        None => Err(Problem::Fails(say!(FoundRunning, seconds = patience.as_secs()))),
    }
}

fn quits(examiner: &mut Examiner<'_>) -> Result<Message, Problem> {
    let mut client = examiner.take()?;
    client.send("quit")?;
    ends(examiner, client, Instant::now())
}

/// An engine in the middle of an endless search.
fn searching(examiner: &mut Examiner<'_>) -> Result<Client, Problem> {
    let mut client = examiner.take()?;
    client.send("position startpos")?;
    client.ready(examiner.stop)?;
    client.send("go infinite")?;
    std::thread::sleep(Duration::from_millis(50));
    Ok(client)
}

fn quits_searching(examiner: &mut Examiner<'_>) -> Result<Message, Problem> {
    let mut client = searching(examiner)?;
    client.send("quit")?;
    ends(examiner, client, Instant::now())
}

fn end_of_input(examiner: &mut Examiner<'_>) -> Result<Message, Problem> {
    let mut client = examiner.take()?;
    client.process().close_input();
    ends(examiner, client, Instant::now())
}

fn end_of_input_searching(examiner: &mut Examiner<'_>) -> Result<Message, Problem> {
    let mut client = searching(examiner)?;
    client.process().close_input();
    ends(examiner, client, Instant::now())
}
