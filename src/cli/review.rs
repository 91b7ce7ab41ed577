//! `fundi review`: a whole game judged move by move, as text, JSON, an annotated record or a page for the browser.

use super::interrupt::stoppable;
use super::source::{choose, read_games};
use super::values::{cores, positive, seconds, whole};
use super::{CliError, Output, RulesArg};
use crate::record::ReadOptions;
use crate::review::{Options, Progress, Review, Reviewer, html};
use crate::search::{Limits, Settings};
use crate::words::{Key, Words};
use std::io::{IsTerminal, Write, stderr};
use std::path::PathBuf;
use std::time::Duration;

/// Judge a whole game, move by move
#[derive(clap::Args, Debug)]
#[command(
    long_about = "Judge a whole game, move by move\n\nEvery position is searched to the same limit. A move's loss is the win chance it gave away: below 5% it is good, \
        below 10% an inaccuracy, below 20% a mistake, else a blunder. Its accuracy is 100 exp(-6 loss), a player's is the mean over his moves that had a choice. \
        Turning points come first. Ctrl-C ends the review and gives what is done.",
    after_help = "Examples:\n  fundi review game.bao --depth 4\n  fundi review game.bao --nodes 5000 --html review.html"
)]
pub struct Args {
    /// Game record (- for standard input)
    #[arg(value_name = "GAME")]
    file: PathBuf,
    /// Which game of the record
    #[arg(long, value_name = "N", default_value_t = 1)]
    game: usize,
    #[command(flatten)]
    rules: RulesArg,
    /// Search each position to this many plies
    #[arg(long, value_name = "PLIES", value_parser = whole::<u32>(1..=200))]
    depth: Option<u32>,
    /// Search this many nodes in each position
    #[arg(long, value_name = "N", value_parser = positive)]
    nodes: Option<u64>,
    /// Search each position for this many seconds [default: 1, if there is no other limit]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// Nodes of the solver where a win looks likely; 0 for none
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    prove: u64,
    /// Threads [default: as many as the machine has cores]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=1024))]
    threads: Option<u32>,
    /// Table size in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = whole::<u32>(1..=1_048_576))]
    hash: u32,
    /// Print JSON
    #[arg(long, conflicts_with = "record")]
    json: bool,
    /// Print the record with signs and comments
    #[arg(long)]
    record: bool,
    /// Write a page for the browser to this file (- for standard output, and nothing else there)
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// No progress on stderr
    #[arg(long)]
    quiet: bool,
}

impl Args {
    fn limits(&self) -> Limits {
        let unlimited = self.depth.is_none() && self.nodes.is_none();
        let movetime = self.time.or(unlimited.then_some(Duration::from_secs(1)));
        Limits { depth: self.depth, nodes: self.nodes, movetime, ..Limits::default() }
    }

    fn settings(&self) -> Settings {
        Settings {
            threads: self.threads.map_or_else(cores, |threads| threads as usize),
            hash_mib: self.hash as usize,
            ..Settings::default()
        }
    }
}

/// Runs the command.
pub fn run(args: Args, out: &mut Output) -> Result<(), CliError> {
    let limits = args.limits();
    let rules = args.rules.named()?;
    let records = read_games(&args.file, &ReadOptions { rules, ..ReadOptions::default() })?;
    let record = choose(&records, args.game, &args.file)?;
    let words = out.words();
    let mut reviewer = Reviewer::new(args.settings(), Options { limits, proof_nodes: args.prove });
    let control = stoppable();
    let mut news = News { words: &words, live: !args.quiet && stderr().is_terminal() };
    let review = reviewer.review(record, &control, &mut |progress| news.show(progress));
    news.end();
    write(&args, &review, &words, out)
}

fn write(args: &Args, review: &Review, words: &Words, out: &mut Output) -> Result<(), CliError> {
    match &args.html {
        Some(path) if path.as_os_str() == "-" => {
            write!(out, "{}", html(review, words))?;
            return Ok(());
        }
        Some(path) => {
            std::fs::write(path, html(review, words)).map_err(|error| CliError::file(path, &error))?
        }
        None => {}
    }
    if args.json {
        out.json(&review.as_json())?;
    } else if args.record {
        write!(out, "{}", review.annotated(words))?;
    } else {
        write!(out, "{}", review.text(words))?;
    }
    Ok(())
}

/// A line on stderr that tells how far the review has come; only where somebody watches.
struct News<'a> {
    words: &'a Words,
    live: bool,
}

impl News<'_> {
    fn show(&mut self, Progress { done, total }: Progress) {
        if self.live {
            let plies: [(&str, &dyn std::fmt::Display); 2] = [("done", &(done - 1)), ("plies", &(total - 1))];
            let text = self.words.fill(Key::ReviewProgress, &plies);
            // News that cannot be written are not missed.
            drop(write!(stderr(), "\r\x1b[K{text}"));
        }
    }

    fn end(&mut self) {
        if std::mem::take(&mut self.live) {
            drop(write!(stderr(), "\r\x1b[K"));
        }
    }
}
