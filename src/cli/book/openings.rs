//! `fundi book openings`: balanced positions inside a book, for matches that begin in it.

use super::load_or_embedded;
use crate::book::Tree;
use crate::cli::{CliError, Output};
use std::io::Write;
use std::path::PathBuf;

/// Print positions of a book that are nearly even, one position line each, as `fundi match --openings` reads them
#[derive(clap::Args, Debug)]
#[command(after_help = "Example:\n  fundi book openings --plies 2 --window 50 > openings.txt")]
pub struct Args {
    /// The book [default: the one in the program]
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// Positions at least so many plies from a root
    #[arg(long, value_name = "N", default_value_t = 2)]
    plies: usize,
    /// And at most so many
    #[arg(long, value_name = "N", default_value_t = 6)]
    to: usize,
    /// The score is within so many centiseeds of even
    #[arg(long, value_name = "CENTISEEDS", default_value_t = 100)]
    window: u32,
    /// The book knows at least so many further moves of the best line
    #[arg(long, value_name = "N", default_value_t = 2)]
    further: u8,
}

/// Runs the command.
pub fn run(args: &Args, out: &mut Output) -> Result<(), CliError> {
    let book = load_or_embedded(args.file.as_deref())?;
    for (distance, position, score, further) in Tree::of(&book).positions() {
        let near = (args.plies..=args.to).contains(&distance) && further >= args.further;
        if near && score.centiseeds().unsigned_abs() <= args.window {
            writeln!(out, "{position}")?;
        }
    }
    Ok(())
}
