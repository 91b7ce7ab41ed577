//! Introduction, readiness and leaving.

use super::super::client::Client;
use super::super::dialect::Dialect;
use super::{Check, Examiner, Problem, Weight};
use std::time::{Duration, Instant};

const GROUP: &str = "Handshake";

/// The check without which no other makes sense.
pub const FIRST: &str = "starts, introduces itself and gets ready";

/// The checks of this file.
pub const CHECKS: &[Check] = &[
    Check { group: GROUP, name: FIRST, weight: Weight::Must, examine: starts },
    Check {
        group: GROUP,
        name: "prints nothing but protocol, and no stray blanks",
        weight: Weight::Must,
        examine: clean,
    },
    Check { group: GROUP, name: "gives name and author", weight: Weight::Should, examine: identity },
    Check { group: GROUP, name: "may be greeted twice", weight: Weight::Must, examine: twice },
    Check {
        group: GROUP,
        name: "speaks the other dialect too",
        weight: Weight::Should,
        examine: other_dialect,
    },
    Check { group: GROUP, name: "names its rules", weight: Weight::Should, examine: rules },
    Check { group: GROUP, name: "leaves on quit", weight: Weight::Must, examine: quits },
    Check {
        group: GROUP,
        name: "leaves on quit during a search",
        weight: Weight::Must,
        examine: quits_searching,
    },
    Check { group: GROUP, name: "leaves when its input ends", weight: Weight::Must, examine: end_of_input },
    Check {
        group: GROUP,
        name: "leaves when its input ends during a search",
        weight: Weight::Must,
        examine: end_of_input_searching,
    },
];

fn starts(examiner: &mut Examiner<'_>) -> Result<String, Problem> {
    let began = Instant::now();
    let stop = examiner.stop;
    let client = examiner.fresh()?;
    client.new_game(stop)?;
    Ok(format!("{}, ready after {} ms", client.name(), began.elapsed().as_millis()))
}

fn clean(examiner: &mut Examiner<'_>) -> Result<String, Problem> {
    examiner.fresh()?;
    examiner.think("startpos", "go depth 2", Duration::from_secs(10))?;
    examiner.ready()?;
    let remarks = examiner.client()?.take_remarks();
    if remarks.is_empty() { Ok(String::new()) } else { Err(Problem::Fails(remarks.join("; "))) }
}

fn identity(examiner: &mut Examiner<'_>) -> Result<String, Problem> {
    let client = examiner.client()?;
    for (what, value) in [("name", client.name()), ("author", client.author())] {
        if value.is_empty() {
            return Err(Problem::Fails(format!("no id {what}")));
        }
    }
    Ok(format!("{} by {}", client.name(), client.author()))
}

fn twice(examiner: &mut Examiner<'_>) -> Result<String, Problem> {
    let dialect = examiner.plan.dialect;
    examiner.client()?.send(dialect.hello())?;
    examiner.hear(dialect.ok(), examiner.plan.patience)?;
    examiner.ready()?;
    Ok(String::new())
}

fn other_dialect(examiner: &mut Examiner<'_>) -> Result<String, Problem> {
    let other = if examiner.plan.dialect == Dialect::Ugi { Dialect::Uci } else { Dialect::Ugi };
    let patience = examiner.plan.patience.min(Duration::from_secs(2));
    match Client::start(&examiner.plan.launch, other, patience, examiner.stop) {
        Ok(_) => Ok(other.to_string()),
        Err((fault, _)) => Err(Problem::NotOffered(format!("{other}: {fault}"))),
    }
}

fn rules(examiner: &mut Examiner<'_>) -> Result<String, Problem> {
    // A different answer would have been refused when the engine was started.
    examiner.query("startpos", "rules")
}

/// Waits for the process to end by itself with code 0.
fn ends(examiner: &Examiner<'_>, mut client: Client, told: Instant) -> Result<String, Problem> {
    let patience = examiner.plan.patience;
    match client.process().wait(patience) {
        Some(status) if status.success() => Ok(format!("after {} ms", told.elapsed().as_millis())),
        Some(status) => Err(Problem::Fails(super::super::process::describe(status))),
        None => Err(Problem::Fails(format!("still running {} s later", patience.as_secs()))),
    }
}

fn quits(examiner: &mut Examiner<'_>) -> Result<String, Problem> {
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

fn quits_searching(examiner: &mut Examiner<'_>) -> Result<String, Problem> {
    let mut client = searching(examiner)?;
    client.send("quit")?;
    ends(examiner, client, Instant::now())
}

fn end_of_input(examiner: &mut Examiner<'_>) -> Result<String, Problem> {
    let mut client = examiner.take()?;
    client.process().close_input();
    ends(examiner, client, Instant::now())
}

fn end_of_input_searching(examiner: &mut Examiner<'_>) -> Result<String, Problem> {
    let mut client = searching(examiner)?;
    client.process().close_input();
    ends(examiner, client, Instant::now())
}
