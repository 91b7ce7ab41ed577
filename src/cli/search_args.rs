//! Arguments of commands that search: limits, threads, table.

use super::CliError;
use crate::search::{Engine, Limits, Settings};
use std::time::Duration;

/// Limits of a search and what it may use.
#[derive(clap::Args, Debug, Clone)]
pub struct SearchArgs {
    /// Stop after this many plies
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=200))]
    pub depth: Option<u32>,
    /// Stop after this many positions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Stop after this many seconds [default: 5, if there is no other limit]
    #[arg(long, value_name = "SECONDS")]
    pub time: Option<f64>,
    /// Search until Ctrl-C
    #[arg(long, conflicts_with_all = ["depth", "nodes", "time"])]
    pub infinite: bool,
    /// Threads [default: as many as the machine has cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: Option<u32>,
    /// Table size in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    pub hash: u32,
}

impl SearchArgs {
    /// The limits asked for.
    ///
    /// # Errors
    /// A time that is no time.
    pub fn limits(&self) -> Result<Limits, CliError> {
        let unlimited = self.depth.is_none() && self.nodes.is_none() && !self.infinite;
        let seconds = self.time.or(unlimited.then_some(5.0));
        let time = |seconds: f64| {
            let time = Duration::try_from_secs_f64(seconds).ok().filter(|time| !time.is_zero());
            time.ok_or_else(|| CliError::Input(format!("--time {seconds}, expected seconds above 0")))
        };
        Ok(Limits {
            depth: self.depth,
            nodes: self.nodes,
            movetime: seconds.map(time).transpose()?,
            infinite: self.infinite,
            ..Limits::default()
        })
    }

    /// An engine that shows `lines` best lines.
    #[must_use]
    pub fn engine(&self, lines: usize) -> Engine {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        Engine::new(Settings {
            threads: self.threads.map_or_else(cores, |threads| threads as usize),
            hash_mib: self.hash as usize,
            multi_pv: lines,
            ..Settings::default()
        })
    }
}
