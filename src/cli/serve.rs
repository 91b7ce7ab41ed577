//! `fundi serve`: analysis for programs, JSON lines in and out.

use super::values::{cores, seconds, whole};
use super::{CliError, Output};
use crate::service::{Settings, serve};
use std::io::stdin;
use std::time::Duration;

/// Analyse for programs: JSON requests in, JSON answers out, a line each
#[derive(clap::Args, Debug)]
#[command(
    long_about = "Analyse for programs: JSON requests in, JSON answers out, a line each\n\n\
        Request: {\"id\": TEXT} and any of rules, fen, moves, plies, depth, nodes, seconds, lines, only, avoid, priority, report_every; or with \"action\" cancel \
        (target), status, version. Answers come as they are ready and carry the id; a bad request gets one answer of type error that names the field. \
        At the end of input queued work is finished.",
    after_help = "Examples:\n  echo '{\"id\": \"a\", \"moves\": [\"A7L\"], \"plies\": [0, 1], \"depth\": 8}' | fundi serve\n  fundi serve --workers 1 --hash 8 < /dev/null"
)]
pub struct Args {
    /// Positions searched at the same time [default: as many as the machine has cores]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=1024))]
    workers: Option<u32>,
    /// Threads of each search
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u32>(1..=1024))]
    threads: u32,
    /// Table size of each worker in MiB
    #[arg(long, value_name = "MIB", default_value_t = 32, value_parser = whole::<u32>(1..=1_048_576))]
    hash: u32,
    /// Seconds of a search without a limit of its own
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds)]
    time: Duration,
}

/// Runs the command.
pub fn run(args: &Args, out: &mut Output) -> Result<(), CliError> {
    let settings = Settings {
        workers: args.workers.map_or_else(cores, |workers| workers as usize),
        threads: args.threads as usize,
        hash_mib: args.hash as usize,
        default_time: args.time,
    };
    serve(stdin().lock(), out, settings).map_err(CliError::from)
}
