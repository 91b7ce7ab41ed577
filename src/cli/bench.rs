//! `fundi bench`: the search's node signature and speed, or what more threads bring.

use super::interrupt::stoppable;
use super::progress::Progress;
use super::values::{cores, whole};
use super::{CliError, Output};
use crate::bench::{DEPTH, Tally, measure, threads};
use crate::search::Control;
use crate::words::{Key, Message, Words, say};
use serde::Serialize;
use std::io::Write;

/// Search fixed positions: prints the node count, the same on every machine, and the speed
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  fundi bench\n  fundi bench --threads auto")]
pub struct Args {
    /// Depth of every search, 1 to 40
    #[arg(long, value_name = "PLIES", value_parser = whole::<u32>(1..=40))]
    depth: Option<u32>,
    /// Compare 1 to N threads (auto: as many as the machine has) and advise how many to use
    #[arg(long, value_name = "N|auto", value_parser = thread_count)]
    threads: Option<usize>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn thread_count(text: &str) -> Result<usize, Message> {
    if text.eq_ignore_ascii_case("auto") {
        return Ok(cores());
    }
    match text.parse() {
        Ok(threads @ 1..=1024) => Ok(threads),
        _ => Err(say!(ExpectedThreads)),
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
    let tally: Tally = tally.ok_or_else(|| CliError::Failed(say!(StoppedByUser)))?;
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
    let words = out.words();
    let mut plan = threads::Plan::default();
    plan.depth = args.depth.unwrap_or(plan.depth);
    let control = stoppable();
    let mut progress = Progress::new(out);
    let mut shown = Ok(());
    let lines = threads::measure(&plan, &threads::counts(most), &control, &mut |done, all| {
        if !args.json && shown.is_ok() {
            shown = progress.show(out, &format!("{done}/{all}"));
        }
    });
    progress.clear(out)?;
    shown?;
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
    if control.stopped() {
        writeln!(out, "{}", words.get(Key::Interrupted))?;
    }
    for line in &lines {
        writeln!(out, "{}", thread_line(line, &words))?;
    }
    if let Some(advice) = advice {
        writeln!(out, "{}", words.fill(Key::BenchAdvice, &[("threads", &advice)]))?;
    }
    Ok(())
}

/// One number of threads in a language.
fn thread_line(line: &threads::Line, words: &Words) -> String {
    let seconds = line.time.as_secs_f64();
    let values: [(&str, &dyn std::fmt::Display); 5] = [
        ("threads", &format!("{:3}", line.threads)),
        ("speed", &format!("{:9.0}", line.nodes as f64 / seconds.max(1e-9))),
        ("more", &format!("{:<5.2}", line.speed)),
        ("seconds", &format!("{seconds:7.2}")),
        ("sooner", &format!("{:.2}", line.gain)),
    ];
    words.fill(Key::BenchThreads, &values)
}
