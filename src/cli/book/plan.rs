//! `fundi book plan`: the leaves most worth opening, as position lines: one for each job of many.

use super::{Place, extend::WidthArgs, load_or_embedded};
use crate::book::Tree;
use crate::cli::{CliError, Output};
use std::io::Write;
use std::path::PathBuf;

/// Print the positions of a book most worth working below, one position line each
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Example:\n  fundi book plan my.book --count 64 > plan.txt\n  fundi book extend part-1.book --fen \"$(sed -n 1p plan.txt)\" --time 10"
)]
pub struct Args {
    /// The book [default: the one in the program]
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    place: Place,
    /// Positions wanted
    #[arg(long, value_name = "N", default_value_t = 16)]
    count: usize,
    #[command(flatten)]
    widths: WidthArgs,
}

/// Runs the command.
pub fn run(args: &Args, out: &mut Output) -> Result<(), CliError> {
    let book = load_or_embedded(args.file.as_deref())?;
    let game = args.place.game(&book)?;
    for position in Tree::of(&book).leaves(game.position(), args.widths.get(), args.count) {
        writeln!(out, "{position}")?;
    }
    Ok(())
}
