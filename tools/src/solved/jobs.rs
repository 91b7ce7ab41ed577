//! Solving a list of positions: one job of many, or all threads of one machine.

use super::database::{Database, Entry, canonical, line_of};
use super::tree::Tree;
use fundi::board::Position;
use fundi::rules::Rules;
use fundi::solve::{Limits, Solver, Value};
use rayon::prelude::*;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// What a job may use.
#[derive(Clone, Copy, Debug)]
pub struct Means {
    pub nodes: u64,
    pub memory_mib: usize,
}

/// Solves one position and says what came out, with the line in canonical colours.
fn attempt(solver: &mut Solver, rules: &'static Rules, position: &Position, nodes: u64) -> Entry {
    let verdict = solver.solve(rules, position, Limits::nodes(nodes));
    let mut side = position.mover();
    let mut tokens = Vec::new();
    for mv in solver.line(rules, position) {
        tokens.push(mv.token(side).to_string());
        side = side.other();
    }
    let solved = verdict.value != Value::Unknown;
    Entry {
        value: verdict.value,
        plies: verdict.plies.unwrap_or(0),
        // An attempt of no nodes would look like an opened position.
        nodes: if solved { verdict.nodes } else { verdict.nodes.max(1) },
        line: if solved { tokens.join(" ") } else { String::new() },
    }
}

/// Opens a results file for appending; a new one gets its first line, a cut last line is ended.
fn open(path: &Path, head: &str) -> Result<File, String> {
    let text = |error: std::io::Error| format!("{}: {error}", path.display());
    let before = std::fs::read(path).unwrap_or_default();
    let mut file = OpenOptions::new().create(true).append(true).open(path).map_err(text)?;
    if before.is_empty() {
        writeln!(file, "{head}").map_err(text)?;
    } else if before.last() != Some(&b'\n') {
        let whole = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        file.set_len(whole as u64).map_err(text)?;
    }
    Ok(file)
}

/// Solves every position of `list` that `out` does not hold yet, appending each result as it comes.
pub fn work(rules: &'static Rules, list: &[Position], out: &Path, means: Means) -> Result<usize, String> {
    let mut done = Database::new(rules);
    let file = open(out, &done.head())?;
    done.read(out)?;
    let attempted = |position: &Position| {
        let entry = done.entries.get(&canonical(position));
        entry.is_some_and(|entry| entry.value != Value::Unknown || entry.nodes >= means.nodes)
    };
    let open: Vec<Position> = list.iter().filter(|position| !attempted(position)).map(canonical).collect();
    let file = Mutex::new(file);
    let solver = || Solver::new(means.memory_mib).map_err(|error| error.to_string());
    open.par_iter().try_for_each_init(solver, |solver, position| {
        let solver = solver.as_mut().map_err(|error| error.clone())?;
        let entry = attempt(solver, rules, position, means.nodes);
        let line = line_of(position, &entry);
        let mut file = file.lock().map_err(|_| "another thread failed".to_owned())?;
        writeln!(file, "{line}").map_err(|error| format!("{}: {error}", out.display()))
    })?;
    Ok(open.len())
}

/// Plans and works in turn for so long, on this machine alone; `progress` gets lines to show.
pub fn extend(
    path: &Path,
    rules: &'static Rules,
    time: Duration,
    means: Means,
    progress: &mut dyn FnMut(&str),
) -> Result<(), String> {
    let started = Instant::now();
    let mut database = Database::new(rules);
    if path.exists() {
        database.read(path)?;
    }
    let results = path.with_extension("new");
    while started.elapsed() < time {
        let batch = 16 * rayon::current_num_threads();
        let mut tree = Tree::new(&mut database, means.nodes);
        let leaves = tree.choose(&rules.start(), batch)?;
        if leaves.is_empty() {
            break;
        }
        work(rules, &leaves, &results, means)?;
        database.read(&results)?;
        let left = Tree::new(&mut database, means.nodes).work(&rules.start())?;
        database.write(path)?;
        std::fs::remove_file(&results).map_err(|error| error.to_string())?;
        let seconds = started.elapsed().as_secs();
        progress(&format!(
            "{seconds} s: {}, work left {:.2e} nodes",
            super::summary(&database),
            left.win.min(left.loss)
        ));
    }
    Ok(())
}
