//! `fundi perft`: counts the leaves of the move tree.

use super::values::whole;
use super::{CliError, Output, PositionArgs};
use crate::rules::perft::divide;
use crate::words::say;
use rayon::ThreadPoolBuilder;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;
use std::time::Instant;

/// Count the leaves of the move tree: the test every move generator is measured by
#[derive(clap::Args, Debug)]
#[command(after_help = "Example:\n  fundi perft 7 --divide")]
pub struct Args {
    /// Plies to count, 0 to 30
    #[arg(value_name = "DEPTH", value_parser = whole::<u32>(0..=30))]
    depth: u32,
    #[command(flatten)]
    position: PositionArgs,
    /// Count each first move apart
    #[arg(long)]
    divide: bool,
    /// Threads, 1 to 1024
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u32>(1..=1024))]
    threads: u32,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Count {
    rules: &'static str,
    fen: String,
    depth: u32,
    leaves: u64,
    seconds: f64,
    leaves_per_second: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<BTreeMap<String, u64>>,
}

/// Runs the command.
pub fn run(args: Args, out: &mut Output) -> Result<(), CliError> {
    let game = args.position.game()?;
    let position = game.position();
    let pool = ThreadPoolBuilder::new()
        .num_threads(args.threads as usize)
        .build()
        .map_err(|error| CliError::Failed(say!(NoThreads, n = args.threads, error = error.to_string())))?;
    let start = Instant::now();
    let by_move = pool.install(|| divide(game.rules(), position, args.depth));
    let seconds = start.elapsed().as_secs_f64();
    let leaves = if args.depth == 0 { 1 } else { by_move.iter().map(|(_, leaves)| leaves).sum() };
    let leaves_per_second = if seconds > 0.0 { leaves as f64 / seconds } else { 0.0 };
    let named = || by_move.iter().map(|(mv, leaves)| (mv.token(position.mover()).to_string(), *leaves));
    if args.json {
        return Ok(out.json(&Count {
            rules: game.rules().name,
            fen: position.to_string(),
            depth: args.depth,
            leaves,
            seconds,
            leaves_per_second,
            divide: args.divide.then(|| named().collect()),
        })?);
    }
    if args.divide {
        for (token, leaves) in named() {
            writeln!(out, "{token}: {leaves}")?;
        }
    }
    let text = say!(
        PerftSum,
        depth = args.depth,
        n = leaves,
        seconds = format!("{seconds:.3}"),
        speed = format!("{:.1}", leaves_per_second / 1e6)
    );
    writeln!(out, "{}", text.told(&out.words()))?;
    Ok(())
}
