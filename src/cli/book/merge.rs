//! `fundi book merge`: join books made in parts.

use super::load;
use crate::book::Book;
use crate::cli::{CliError, Output};
use crate::words::{Key, say};
use std::io::Write;
use std::path::PathBuf;

/// Join books: of two searches of a position the deeper counts, and all scores are backed up anew
#[derive(clap::Args, Debug)]
#[command(after_help = "Example:\n  fundi book merge part-1.book part-2.book -o whole.book")]
pub struct Args {
    /// The books to join
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The file to write; may be one of those joined
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
}

/// Runs the command.
pub fn run(args: &Args, out: &mut Output) -> Result<(), CliError> {
    let books = args.files.iter().map(|file| load(file)).collect::<Result<Vec<_>, _>>()?;
    for (book, file) in books.iter().zip(&args.files) {
        if let Some(first) = books.first().filter(|first| first.rules() != book.rules()) {
            let other = say!(BookRules, found = book.rules().name, expected = first.rules().name);
            return Err(CliError::in_file(file.display(), other));
        }
    }
    let joined = Book::merge(&books).map_err(CliError::input)?;
    joined.save(&args.out).map_err(CliError::input)?;
    let values: [(&str, &dyn std::fmt::Display); 3] =
        [("file", &args.out.display()), ("books", &books.len()), ("entries", &joined.entries().len())];
    writeln!(out, "{}", out.words().fill(Key::BookMerged, &values))?;
    Ok(())
}
