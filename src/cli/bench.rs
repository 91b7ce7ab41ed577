//! `fundi bench`: the search's node signature and speed, or what more threads bring.

use super::{CliError, Output};
use crate::bench::{DEPTH, Tally, measure, threads};
use crate::search::Control;
use serde::Serialize;
use std::io::Write;
use std::num::NonZero;
use std::thread::available_parallelism;

/// Search fixed positions: prints the node count, the same on every machine, and the speed
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  fundi bench\n  fundi bench --threads auto")]
pub struct Args {
    /// Depth of every search, 1 to 40
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=40))]
    depth: Option<u32>,
    /// Compare 1 to N threads (auto: as many as the machine has) and advise how many to use
    #[arg(long, value_name = "N|auto", value_parser = thread_count)]
    threads: Option<usize>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn thread_count(text: &str) -> Result<usize, String> {
    if text.eq_ignore_ascii_case("auto") {
        return Ok(available_parallelism().map_or(1, NonZero::get));
    }
    match text.parse() {
        Ok(threads @ 1..=1024) => Ok(threads),
        _ => Err("expected auto or a number from 1 to 1024".to_owned()),
    }
}

#[derive(Serialize)]
struct Signature {
    depth: u32,
    nodes: u64,
    seconds: f64,
    nodes_per_second: u64,
}

#[derive(Serialize)]
struct Scaling {
    depth: u32,
    advice: Option<usize>,
    threads: Vec<ThreadLine>,
}

#[derive(Serialize)]
struct ThreadLine {
    threads: usize,
    nodes: u64,
    seconds: f64,
    nodes_per_second_ratio: f64,
    time_to_depth_ratio: f64,
}

/// Runs the command.
pub fn run(args: Args, out: &mut Output) -> Result<(), CliError> {
    match args.threads {
        Some(most) => compare(&args, most, out),
        None => sign(&args, out),
    }
}

/// The signature.
fn sign(args: &Args, out: &mut Output) -> Result<(), CliError> {
    let depth = args.depth.unwrap_or(DEPTH);
    let mut written = Ok(());
    let tally = measure(depth, &Control::new(), &mut |line| {
        if !args.json && written.is_ok() {
            written = writeln!(out, "{line}").and_then(|()| out.flush());
        }
    });
    written?;
    let tally: Tally = tally.ok_or_else(|| CliError::Failed("the benchmark was stopped".to_owned()))?;
    if args.json {
        return Ok(out.json(&Signature {
            depth,
            nodes: tally.nodes,
            seconds: tally.time.as_secs_f64(),
            nodes_per_second: tally.nodes_per_second(),
        })?);
    }
    writeln!(out, "{tally}")?;
    Ok(())
}

/// What more threads bring.
fn compare(args: &Args, most: usize, out: &mut Output) -> Result<(), CliError> {
    let mut plan = threads::Plan::default();
    plan.depth = args.depth.unwrap_or(plan.depth);
    let mut written = Ok(());
    let lines = threads::measure(&plan, &threads::counts(most), &Control::new(), &mut |line| {
        if !args.json && written.is_ok() {
            written = writeln!(out, "{line}").and_then(|()| out.flush());
        }
    });
    written?;
    let advice = threads::advise(&lines);
    if args.json {
        let threads = lines
            .iter()
            .map(|line| ThreadLine {
                threads: line.threads,
                nodes: line.nodes,
                seconds: line.time.as_secs_f64(),
                nodes_per_second_ratio: line.speed,
                time_to_depth_ratio: line.gain,
            })
            .collect();
        return Ok(out.json(&Scaling { depth: plan.depth, advice, threads })?);
    }
    if let Some(advice) = advice {
        writeln!(out, "advice: Threads {advice} (time to depth is what counts in a game)")?;
    }
    Ok(())
}
