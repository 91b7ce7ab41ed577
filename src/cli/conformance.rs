//! `fundi conformance`: does a Bao engine keep the protocol and the rules?

use super::{CliError, Output, RulesArg};
use crate::arena::conformance::{self, Entry, Finding, Plan, Scope, Weight};
use crate::arena::dialect::Dialect;
use crate::arena::process::Launch;
use serde::Serialize;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Examine a Bao engine: handshake, options, rules, search and robustness, as a table
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  fundi conformance ./my-engine
  fundi conformance --proto uci --depth 6 ./my-engine --threads 2")]
pub struct Args {
    /// The engine's command and its arguments; this program itself without it
    #[arg(value_name = "COMMAND", trailing_var_arg = true, allow_hyphen_values = true)]
    command: Vec<String>,
    /// Protocol: ugi or uci
    #[arg(long, value_name = "PROTOCOL", default_value = "ugi")]
    proto: Dialect,
    #[command(flatten)]
    rules: RulesArg,
    /// Plies of the move tree that is compared
    #[arg(long, value_name = "PLIES", default_value_t = 5, value_parser = clap::value_parser!(u32).range(0..=9))]
    depth: u32,
    /// Random games whose positions are compared
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(0..=100_000))]
    games: u32,
    /// Only checks whose group or name contains this text; may be repeated
    #[arg(long, value_name = "TEXT")]
    only: Vec<String>,
    /// Seconds to wait for an answer
    #[arg(long, value_name = "S", default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=600))]
    patience: u64,
    /// Milliseconds by which time limits may be overdrawn
    #[arg(long, value_name = "MS", default_value_t = 50, value_parser = clap::value_parser!(u64).range(0..=60_000))]
    margin: u64,
    /// Fail for poor manners too, not only for what breaks matches
    #[arg(long)]
    strict: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A row of the JSON output.
#[derive(Serialize)]
struct Row<'a> {
    group: &'a str,
    check: &'a str,
    required: bool,
    finding: &'static str,
    remark: &'a str,
}

impl<'a> Row<'a> {
    fn of(entry: &'a Entry) -> Row<'a> {
        let (finding, remark) = match &entry.finding {
            Finding::Holds(text) => ("holds", text),
            Finding::Fails(text) => ("fails", text),
            Finding::NotOffered(text) => ("not offered", text),
        };
        Row { group: entry.group, check: entry.name, required: entry.weight == Weight::Must, finding, remark }
    }
}

/// Runs the command.
pub fn run(args: Args, out: &mut Output) -> Result<(), CliError> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = stop.clone();
    ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed))
        .map_err(|e| CliError::Failed(format!("cannot watch for Ctrl-C: {e}")))?;
    let mut words = args.command.into_iter();
    let program = match words.next() {
        Some(program) if program != "self" => program,
        _ => std::env::current_exe().map_err(CliError::input)?.display().to_string(),
    };
    let plan = Plan {
        launch: Launch { program, args: words.collect(), ..Launch::default() },
        dialect: args.proto,
        rules: args.rules.get()?,
        patience: Duration::from_secs(args.patience),
        margin: Duration::from_millis(args.margin),
        scope: Scope { depth: args.depth, games: args.games },
        only: args.only,
    };
    let mut group = "";
    let mut written = Ok(());
    let entries = conformance::examine(&plan, &stop, &mut |entry| {
        if args.json || written.is_err() {
            return;
        }
        if entry.group != group {
            group = entry.group;
            written = writeln!(out, "{group}");
        }
        written = std::mem::replace(&mut written, Ok(()))
            .and_then(|()| writeln!(out, "  {entry}"))
            .and_then(|()| out.flush());
    });
    written?;
    if args.json {
        out.json(&entries.iter().map(Row::of).collect::<Vec<_>>())?;
    } else {
        writeln!(out, "{}", conformance::summary(&entries))?;
    }
    let [_, must, should, _] = conformance::count(&entries);
    if stop.load(Ordering::Relaxed) {
        return Err(CliError::Failed("stopped".to_string()));
    }
    if must > 0 || (args.strict && should > 0) {
        return Err(CliError::Failed(format!("{} does not conform", plan.launch.program)));
    }
    Ok(())
}
