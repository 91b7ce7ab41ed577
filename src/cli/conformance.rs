//! `fundi conformance`: does a Bao engine keep the protocol and the rules?

use super::values::whole;
use super::{CliError, Output, RulesArg};
use crate::arena::conformance::{self, Entry, Finding, Plan, Scope, Weight};
use crate::arena::dialect::Dialect;
use crate::arena::process::Launch;
use crate::words::{Words, say};
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
    #[arg(long, value_name = "PLIES", default_value_t = 5, value_parser = whole::<u32>(0..=9))]
    depth: u32,
    /// Random games whose positions are compared
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = whole::<u32>(0..=100_000))]
    games: u32,
    /// Only checks whose group or name contains this text; may be repeated
    #[arg(long, value_name = "TEXT")]
    only: Vec<String>,
    /// Seconds to wait for an answer
    #[arg(long, value_name = "S", default_value_t = 5, value_parser = whole::<u64>(1..=600))]
    patience: u64,
    /// Milliseconds by which time limits may be overdrawn
    #[arg(long, value_name = "MS", default_value_t = 50, value_parser = whole::<u64>(0..=60_000))]
    margin: u64,
    /// Fail for poor manners too, not only for what breaks matches
    #[arg(long)]
    strict: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A row of the JSON output, which is English.
#[derive(Serialize)]
struct Row {
    group: &'static str,
    check: &'static str,
    required: bool,
    finding: &'static str,
    remark: String,
}

impl Row {
    fn of(entry: &Entry) -> Row {
        let words = Words::english();
        let (finding, remark) = match &entry.finding {
            Finding::Holds(text) => ("holds", text),
            Finding::Fails(text) => ("fails", text),
            Finding::NotOffered(text) => ("not offered", text),
        };
        let (group, check) = (words.get(entry.group), words.get(entry.name));
        Row { group, check, required: entry.weight == Weight::Must, finding, remark: remark.told(words) }
    }
}

/// Runs the command.
pub fn run(args: Args, out: &mut Output) -> Result<(), CliError> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = stop.clone();
    super::interrupt::raise(&flag)?;
    let words = out.words();
    let mut command = args.command.into_iter();
    let program = match command.next() {
        Some(program) if program != "self" => program,
        _ => std::env::current_exe().map_err(CliError::input)?.display().to_string(),
    };
    let plan = Plan {
        launch: Launch { program, args: command.collect(), ..Launch::default() },
        dialect: args.proto,
        rules: args.rules.get()?,
        patience: Duration::from_secs(args.patience),
        margin: Duration::from_millis(args.margin),
        scope: Scope { depth: args.depth, games: args.games },
        only: args.only,
    };
    let mut group = None;
    let mut written = Ok(());
    let entries = conformance::examine(&plan, &stop, &mut |entry| {
        if args.json || written.is_err() {
            return;
        }
        if group.replace(entry.group) != Some(entry.group) {
            written = writeln!(out, "{}", words.get(entry.group));
        }
        written = std::mem::replace(&mut written, Ok(()))
            .and_then(|()| writeln!(out, "  {}", entry.told(&words)))
            .and_then(|()| out.flush());
    });
    written?;
    if args.json {
        out.json(&entries.iter().map(Row::of).collect::<Vec<_>>())?;
    } else {
        writeln!(out, "{}", conformance::summary(&entries).told(&words))?;
    }
    let [_, must, should, _] = conformance::count(&entries);
    if stop.load(Ordering::Relaxed) {
        return Err(CliError::Failed(say!(FaultStopped)));
    }
    if must > 0 || (args.strict && should > 0) {
        return Err(CliError::Failed(say!(NotConforming, program = &plan.launch.program)));
    }
    Ok(())
}
