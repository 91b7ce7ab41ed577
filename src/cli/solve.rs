//! `fundi solve`: the proved value of a position, with the distance, a line, and certificates.

use super::interrupt::stoppable;
use super::values::{seconds, whole};
use super::{CliError, Output, PositionArgs};
use crate::board::{Position, Side};
use crate::rules::{Move, Rules};
use crate::search::Control;
use crate::solve::{Bound, Limits, Progress, Solver, Strategy, Value, Verdict};
use crate::words::{Key, Words, say};
use serde::Serialize;
use std::fs::File;
use std::io::{BufWriter, Write, stderr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Prove a win or a loss
#[derive(clap::Args, Debug)]
#[command(
    long_about = "Prove a win or a loss\n\nSearches for a proof by proof numbers. Nodes are positions whose moves were generated. The distance is an \
        upper bound unless --shortest is given. Draw by repetition is no rule of Bao: a win is forced without any repetition.",
    after_help = "Examples:\n  fundi solve --rules kujifunza --all --shortest\n  fundi solve --rules kujifunza --proof start.proof && fundi verify start.proof"
)]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Give up after so many nodes (per move with --all)
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Give up after so many seconds (per move with --all)
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// Memory for the table, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 256)]
    memory: usize,
    /// Threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u16>(1..=256))]
    threads: u16,
    /// Value of each legal move
    #[arg(long)]
    all: bool,
    /// Prove the shortest distance
    #[arg(long)]
    shortest: bool,
    /// Write a certificate for `fundi verify`; with --all one for each move, its token added to the name
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// With --shortest: write a certificate that nothing shorter exists
    #[arg(long, value_name = "FILE", requires = "shortest", conflicts_with = "all")]
    proof_shortest: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// No progress on stderr
    #[arg(long)]
    quiet: bool,
}

/// What is known about one position.
#[derive(Serialize)]
struct Row {
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    token: Option<String>,
    /// Seen from the player to move at the root.
    #[serde(serialize_with = "named")]
    value: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u32>,
    /// Whether `plies` is proved to be the least.
    shortest: bool,
    line: Vec<String>,
    nodes: u64,
    children: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof_bytes: Option<u64>,
}

/// A value as JSON names it.
fn named<S: serde::Serializer>(value: &Value, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

struct Session {
    solver: Solver,
    rules: &'static Rules,
    limits: Limits,
    shortest: bool,
    quiet: bool,
    words: Arc<Words>,
    /// Ctrl-C ends the search and shows what is known.
    control: Control,
}

/// Runs the command.
pub fn run(args: Args, out: &mut Output) -> Result<(), CliError> {
    let game = args.position.game()?;
    let position = game.position();
    let mut solver = Solver::new(args.memory).map_err(CliError::input)?;
    solver.set_threads(usize::from(args.threads));
    let limits = Limits { nodes: args.nodes, time: args.time };
    let mut session = Session {
        solver,
        rules: game.rules(),
        limits,
        shortest: args.shortest,
        quiet: args.quiet,
        words: out.words(),
        control: stoppable(),
    };
    let start = Instant::now();
    let mut rows = Vec::new();
    if args.all {
        for successor in game.rules().successors(position) {
            let mut row =
                session.row(position.mover(), Some((successor.mv, successor.wins())), &successor.position);
            if let Some(file) = args.proof.as_deref().filter(|_| row.plies.is_some_and(|plies| plies > 1)) {
                let name = format!("{}.{}", file.display(), successor.mv.token(position.mover()));
                row.proof_bytes = Some(session.write_proof(&successor.position, &row, Path::new(&name))?);
            }
            show(out, &args, &row)?;
            rows.push(row);
        }
    } else {
        let mut row = session.row(position.mover(), None, position);
        if let Some(file) = &args.proof {
            row.proof_bytes = Some(session.write_proof(position, &row, file)?);
        }
        if let Some(file) = &args.proof_shortest {
            session.write_minimality(position, &row, file)?;
        }
        show(out, &args, &row)?;
        rows.push(row);
    }
    if args.json {
        return Ok(out.json(&rows)?);
    }
    let (nodes, children) = rows.iter().fold((0, 0), |sum, row| (sum.0 + row.nodes, sum.1 + row.children));
    let time = start.elapsed().as_secs_f64();
    let text = say!(SolveSum, n = nodes, children = children, seconds = format!("{time:.3}"));
    writeln!(out, "{}", text.told(&out.words()))?;
    Ok(())
}

fn show(out: &mut Output, args: &Args, row: &Row) -> Result<(), CliError> {
    if args.json {
        return Ok(());
    }
    let words = out.words();
    let token = row.token.as_ref().map_or(String::new(), |token| format!("{token:<5} "));
    let value = words.get(match row.value {
        Value::Win => Key::SolveWin,
        Value::Loss => Key::SolveLoss,
        Value::Unknown => Key::SolveUnknown,
    });
    let distance = match row.plies {
        Some(plies) if row.shortest => words.fill(Key::SolveIn, &[("plies", &plies)]),
        Some(plies) => words.fill(Key::SolveWithin, &[("plies", &plies)]),
        None => String::new(),
    };
    let (nodes, seconds) = (format!("{:<10}", row.nodes), format!("{:.3}", row.seconds));
    let effort = words.fill(Key::SolveEffort, &[("nodes", &nodes), ("seconds", &seconds)]);
    write!(out, "{token}{value:<7} {distance:<12} {effort}")?;
    if let Some(bytes) = row.proof_bytes {
        write!(out, "  {}", words.fill(Key::SolveProof, &[("n", &bytes)]))?;
    }
    writeln!(out)?;
    if !row.line.is_empty() && !args.all {
        writeln!(out, "{}", words.fill(Key::SolveLine, &[("line", &row.line.join(" "))]))?;
    }
    out.flush()?;
    Ok(())
}

impl Session {
    /// Solves a position; after a move, value and distance are turned round to the player who made it.
    fn row(&mut self, mover: Side, after: Option<(Move, bool)>, position: &Position) -> Row {
        let (quiet, words) = (self.quiet, Arc::clone(&self.words));
        let mut progress = |news: &Progress| {
            if !quiet {
                let speed = news.nodes as f64 / news.time.as_secs_f64() / 1e6;
                let Progress { nodes, time, table_permille } = news;
                let line = say!(
                    SolveProgress,
                    seconds = time.as_secs(),
                    nodes = *nodes,
                    speed = format!("{speed:.2}"),
                    full = format!("{}.{}", table_permille / 10, table_permille % 10)
                );
                drop(writeln!(stderr(), "{}", line.told(&words)));
            }
        };
        let stop = self.control.stop_flag();
        let (verdict, exact): (Verdict, bool) = if self.shortest {
            let shortest = self.solver.shortest(self.rules, position, self.limits, stop, &mut progress);
            (shortest.verdict, shortest.is_exact())
        } else {
            (self.solver.solve_until(self.rules, position, self.limits, stop, &mut progress), false)
        };
        let bound = match verdict.plies {
            Some(plies) if exact => Bound::new(plies as u16, verdict.value == Value::Win),
            _ => Bound::NONE,
        };
        let line = self.solver.line_within(self.rules, position, bound);
        let mut side = position.mover();
        let mut tokens: Vec<String> = Vec::new();
        for mv in line {
            tokens.push(mv.token(side).to_string());
            side = side.other();
        }
        let (value, token) = match (verdict.value, after) {
            (Value::Win, Some(_)) => (Value::Loss, after),
            (Value::Loss, Some(_)) => (Value::Win, after),
            (value, _) => (value, after),
        };
        Row {
            token: token.map(|(mv, _)| mv.token(mover).to_string()),
            value,
            plies: verdict.plies.map(|plies| plies + u32::from(after.is_some())),
            shortest: exact,
            line: tokens,
            nodes: verdict.nodes,
            children: verdict.children,
            seconds: verdict.time.as_secs_f64(),
            proof_bytes: None,
        }
    }

    /// Writes the certificate of a proved position; the shortest proof if that was asked for.
    fn write_proof(&mut self, position: &Position, row: &Row, file: &Path) -> Result<u64, CliError> {
        let verdict = self.solver.solve(self.rules, position, self.limits);
        let own = row.plies.map(|plies| plies - u32::from(row.token.is_some()));
        let bound = match own {
            Some(plies) if row.shortest => Bound::new(plies as u16, verdict.value == Value::Win),
            _ => Bound::NONE,
        };
        self.write(position, bound, file)
    }

    /// Writes the certificate that the distance of a position cannot be shortened.
    fn write_minimality(&mut self, position: &Position, row: &Row, file: &Path) -> Result<u64, CliError> {
        let Some(plies) = row.plies.filter(|&plies| row.shortest && plies > 0) else {
            return Err(CliError::Failed(say!(SolveNoShortest)));
        };
        self.write(position, Bound::new(plies as u16 - 1, row.value == Value::Win), file)
    }

    fn write(&mut self, position: &Position, bound: Bound, file: &Path) -> Result<u64, CliError> {
        let stop = self.control.stop_flag();
        let strategy = self.solver.strategy(self.rules, position, bound, self.limits, stop);
        let strategy: Strategy = strategy.map_err(CliError::failed)?;
        let created = File::create(file).map_err(|error| CliError::file(file, &error))?;
        strategy.write(BufWriter::new(created)).map_err(|error| CliError::file(file, &error))
    }
}
