//! `fundi verify`: checks a proof certificate with the rules alone.

use super::{CliError, Output};
use crate::verify::verify;
use std::fs::File;
use std::io::{BufReader, Write};
use std::path::PathBuf;

/// Check a proof certificate
#[derive(clap::Args, Debug)]
#[command(after_help = "Example:\n  fundi verify start.proof")]
pub struct Args {
    /// Certificates written by `fundi solve --proof`
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// Runs the command.
pub fn run(args: Args, out: &mut Output) -> Result<(), CliError> {
    for file in &args.files {
        let opened = File::open(file).map_err(|error| CliError::file(file, &error))?;
        let checked = verify(BufReader::new(opened));
        let checked = checked.map_err(|error| CliError::Failed(format!("{}: {error}", file.display())))?;
        writeln!(
            out,
            "{}: {} in {} plies for the mover, {} of {}; {} answers to {} replies, longest line {}, {} bytes, {} lemmas held",
            file.display(),
            checked.claim.kind.word(),
            checked.claim.plies,
            checked.position,
            checked.rules,
            checked.author_moves,
            checked.replies,
            checked.longest,
            checked.bytes,
            checked.lemmas_held
        )?;
    }
    Ok(())
}
