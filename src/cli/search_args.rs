//! Arguments of commands that search: limits, threads, table.

use super::values::{cores, positive, seconds, whole};
use crate::search::{Engine, Limits, Settings};
use std::time::Duration;

/// Limits of a search and what it may use.
#[derive(clap::Args, Debug, Clone)]
pub struct SearchArgs {
    /// Stop after this many plies
    #[arg(long, value_name = "PLIES", value_parser = whole::<u32>(1..=200))]
    pub depth: Option<u32>,
    /// Stop after this many positions
    #[arg(long, value_name = "N", value_parser = positive)]
    pub nodes: Option<u64>,
    /// Stop after this many seconds [default: 5, if there is no other limit]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Duration>,
    /// Search until Ctrl-C
    #[arg(long, conflicts_with_all = ["depth", "nodes", "time"])]
    pub infinite: bool,
    /// Threads [default: as many as the machine has cores]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=1024))]
    pub threads: Option<u32>,
    /// Table size in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = whole::<u32>(1..=1_048_576))]
    pub hash: u32,
}

impl SearchArgs {
    /// The limits asked for.
    #[must_use]
    pub fn limits(&self) -> Limits {
        let unlimited = self.depth.is_none() && self.nodes.is_none() && !self.infinite;
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            movetime: self.time.or(unlimited.then_some(Duration::from_secs(5))),
            infinite: self.infinite,
            ..Limits::default()
        }
    }

    /// An engine that shows `lines` best lines.
    #[must_use]
    pub fn engine(&self, lines: usize) -> Engine {
        Engine::new(Settings {
            threads: self.threads.map_or_else(cores, |threads| threads as usize),
            hash_mib: self.hash as usize,
            multi_pv: lines,
            ..Settings::default()
        })
    }
}
