//! Checking a database: every value, with nothing of the solver in what decides.
//!
//! An entry holds if its successors bear it out by the rules: a winner has a move to an entry lost in fewer plies, all moves of
//! a loser lead to entries won in fewer plies. Plies fall from entry to entry, so this goes round in no circle, and what is left are
//! the entries that rest on no others. Each of these is proved again, its proof written as a certificate of at most
//! the entry's plies, and the certificate read by [`fundi::verify`], which shares no code with the solver. The main line of every entry is
//! played by the rules: legal, no longer than the entry says, and never ended by the loser's win.

use super::database::{Database, Entry, canonical};
use super::{load, part_of, rules_named};
use clap::Args;
use fundi::board::Position;
use fundi::rules::{Move, Rules};
use fundi::solve::{Bound, Limits, Solver, StrategyError, Value, Verdict};
use rayon::prelude::*;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

/// What to check.
#[derive(Args)]
pub struct Arguments {
    /// The database.
    database: PathBuf,
    /// Nodes to prove an entry again; at least what it was solved with.
    #[arg(long, default_value_t = 4_000_000)]
    nodes: u64,
    /// Table of each thread in MiB.
    #[arg(long, default_value_t = 256)]
    memory: usize,
    /// Which part of how many of the entries to prove again: 3/16 is the third of sixteen.
    #[arg(long, default_value = "1/1")]
    part: String,
    /// The rule set: zanzibar or mancala-world.
    #[arg(long, default_value = "zanzibar", value_parser = rules_named)]
    rules: &'static Rules,
}

/// What was found.
#[derive(Debug, Default, PartialEq, Eq)]
struct Findings {
    lines: usize,
    by_successors: usize,
    certificates: usize,
    bytes: u64,
    /// Not proved again within the nodes, or the table.
    open: usize,
    wrong: Vec<String>,
}

/// Checks and prints; an error if anything is wrong or was not proved again.
pub fn run(arguments: &Arguments) -> Result<(), String> {
    let database = load(&arguments.database, arguments.rules)?;
    let part = part_of(&arguments.part)?;
    let findings = check(&database, part, arguments.nodes, arguments.memory)?;
    println!(
        "{} lines played, {} entries by their successors, {} by certificates of {} bytes in all, {} not proved again within {} nodes, {} wrong",
        findings.lines,
        findings.by_successors,
        findings.certificates,
        findings.bytes,
        findings.open,
        arguments.nodes,
        findings.wrong.len()
    );
    match findings {
        Findings { wrong, .. } if !wrong.is_empty() => Err(wrong.join("\n")),
        Findings { open, .. } if open > 0 => {
            Err(format!("{open} entries not proved again; more --nodes may do it"))
        }
        _ => Ok(()),
    }
}

fn check(
    database: &Database,
    (number, parts): (usize, usize),
    nodes: u64,
    memory: usize,
) -> Result<Findings, String> {
    let mut findings = Findings::default();
    let mut alone = Vec::new();
    for (position, entry) in database.entries.iter().filter(|(_, entry)| entry.value != Value::Unknown) {
        match line_holds(database.rules, position, entry) {
            Ok(()) => findings.lines += 1,
            Err(why) => findings.wrong.push(format!("{position}: its line {why}")),
        }
        if borne_out(database, position, entry) {
            findings.by_successors += 1;
        } else {
            alone.push((position, entry));
        }
    }
    alone.sort_by_cached_key(|(position, _)| position.to_string());
    let mine: Vec<_> = alone.into_iter().skip(number - 1).step_by(parts).collect();
    let solver = || Solver::new(memory).map_err(|error| error.to_string());
    let checked: Vec<_> = mine
        .par_iter()
        .map_init(solver, |solver, (position, entry)| {
            let solver = solver.as_mut().map_err(|error| error.clone())?;
            Ok::<_, String>((position, certify(solver, database.rules, position, entry, nodes)))
        })
        .collect::<Result<_, _>>()?;
    for (position, result) in checked {
        match result {
            Ok(Some(bytes)) => {
                findings.certificates += 1;
                findings.bytes += bytes;
            }
            Ok(None) => findings.open += 1,
            Err(why) => findings.wrong.push(format!("{position}: {why}")),
        }
    }
    Ok(findings)
}

/// Whether the entries of the successors prove an entry, by the rules alone.
fn borne_out(database: &Database, position: &Position, entry: &Entry) -> bool {
    let wins = entry.value == Value::Win;
    if position.is_decided() {
        return (position.own_rows().front != 0) == wins;
    }
    let mut below = database.rules.successors(position).into_iter().map(|successor| {
        if successor.wins() {
            return (true, 0);
        }
        match database.entries.get(&canonical(&successor.position)) {
            Some(known) if known.value == Value::Loss => (true, known.plies),
            Some(known) if known.value == Value::Win => (false, known.plies),
            _ => (!wins, u32::MAX),
        }
    });
    // `(true, plies)`: whoever has just moved wins within so many more plies.
    let holds = |(mover_wins, plies): (bool, u32)| mover_wins == wins && plies < entry.plies;
    if wins { below.any(holds) } else { below.all(holds) }
}

/// Plays an entry's line.
fn line_holds(rules: &Rules, position: &Position, entry: &Entry) -> Result<(), String> {
    let mut now = *position;
    let winner = if entry.value == Value::Win { now.mover() } else { now.mover().other() };
    let mut plies = 0;
    for token in entry.line.split_whitespace() {
        let mv = Move::parse(token).map_err(|error| format!("has {error}"))?;
        let mover = now.mover();
        let next = rules.play(&now, mv).map_err(|error| format!("has the illegal move {token}: {error}"))?;
        plies += 1;
        if next.wins() && mover != winner {
            return Err(format!("ends with a win of the loser, {token}"));
        }
        now = next.position;
    }
    if plies > entry.plies { Err(format!("is longer than {} plies", entry.plies)) } else { Ok(()) }
}

/// Proves an entry again; the bytes of the certificate that was verified. `None` if the means do not suffice.
fn certify(
    solver: &mut Solver,
    rules: &'static Rules,
    position: &Position,
    entry: &Entry,
    nodes: u64,
) -> Result<Option<u64>, String> {
    if entry.plies == 0 {
        return Err("called over, but it is not, or not so".to_owned());
    }
    let stop = AtomicBool::new(false);
    let limits = Limits::nodes(nodes);
    solver.clear();
    let verdict: Verdict = solver.solve(rules, position, limits);
    if verdict.value == Value::Unknown {
        return Ok(None);
    }
    if verdict.value != entry.value {
        return Err(format!("called a {}, but it is a {}", entry.value, verdict.value));
    }
    let bounded = u16::try_from(entry.plies).map(|plies| Bound::new(plies, entry.value == Value::Win));
    for bound in [Ok(Bound::NONE), bounded].into_iter().flatten() {
        let strategy = match solver.strategy(rules, position, bound, limits, &stop) {
            Ok(strategy) => strategy,
            Err(StrategyError::NotProved | StrategyError::Forgotten) => continue,
        };
        let mut bytes = Vec::new();
        strategy.write(&mut bytes).map_err(|error| error.to_string())?;
        let verified = fundi::verify::verify(&bytes[..]).map_err(|error| format!("certificate: {error}"))?;
        if verified.position != *position || verified.claim.kind.word() != entry.value.to_string() {
            return Err(format!("the certificate claims {}", verified.claim));
        }
        if verified.longest <= entry.plies {
            return Ok(Some(verified.bytes));
        }
        // Another proof than the entry's: ask for one as short.
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A small database: a position won in mtaji, and what follows from it.
    fn database() -> Database {
        let rules = Rules::ZANZIBAR;
        let text = "0,0,0,3,2,0,1,1/1,9,2,3,1,1,1,0/1,0,0,0,7,0,12,2/2,2,4,2,1,3,1,2 N 0,0 - -";
        let root = canonical(&text.parse().unwrap());
        let mut solver = Solver::new(16).unwrap();
        let mut database = Database::new(rules);
        let successors = rules.successors(&root).into_iter().map(|successor| successor.position);
        for position in std::iter::once(root).chain(successors).map(|position| canonical(&position)) {
            let verdict = solver.solve(rules, &position, Limits::nodes(500_000));
            if verdict.value != Value::Unknown {
                let mut side = position.mover();
                let mut line = Vec::new();
                for mv in solver.line(rules, &position) {
                    line.push(mv.token(side).to_string());
                    side = side.other();
                }
                let plies = verdict.plies.unwrap();
                let entry = Entry { value: verdict.value, plies, nodes: verdict.nodes, line: line.join(" ") };
                database.add(&position, entry).unwrap();
            }
        }
        assert!(database.entries.len() > 2);
        database
    }

    #[test]
    fn a_sound_database_is_verified_whole() {
        let database = database();
        let findings = check(&database, (1, 1), 2_000_000, 16).unwrap();
        assert_eq!((findings.wrong.as_slice(), findings.open), (&[][..], 0));
        let entries = database.entries.len();
        assert_eq!((findings.lines, findings.by_successors + findings.certificates), (entries, entries));
        assert!(
            findings.by_successors > 0 && findings.certificates > 0 && findings.bytes > 0,
            "{findings:?}"
        );
        let halves = [1, 2].map(|part| check(&database, (part, 2), 2_000_000, 16).unwrap().certificates);
        assert_eq!(halves.iter().sum::<usize>(), findings.certificates);
    }

    #[test]
    fn a_wrong_value_distance_or_line_is_found() {
        let sound = database();
        for entry_at in 0..2 {
            let position = *sound.entries.keys().nth(entry_at).unwrap();
            let mut other = sound.entries[&position].clone();
            other.value = if other.value == Value::Win { Value::Loss } else { Value::Win };
            let mut wrong = Database::new(sound.rules);
            wrong.add(&position, other.clone()).unwrap();
            assert!(!check(&wrong, (1, 1), 500_000, 16).unwrap().wrong.is_empty());
            let mut short = Database::new(sound.rules);
            other = Entry { plies: 1, ..sound.entries[&position].clone() };
            short.add(&position, other.clone()).unwrap();
            let findings = check(&short, (1, 1), 500_000, 16).unwrap();
            assert!(!findings.wrong.is_empty() || sound.entries[&position].plies == 1, "{findings:?}");
            other = Entry { line: "A1R+ a8L".to_owned(), ..sound.entries[&position].clone() };
            let mut illegal = Database::new(sound.rules);
            illegal.add(&position, other).unwrap();
            assert!(check(&illegal, (1, 1), 500_000, 16).unwrap().wrong[0].contains("line"));
        }
    }
}
