//! `fundi verify`: checks a proof certificate with the rules alone.

use super::{CliError, Output};
use crate::verify::{ClaimKind, verify};
use crate::words::{Told, say};
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
        let checked = checked.map_err(|error| {
            CliError::Failed(say!(InFile, file = file.display(), error = error.message()))
        })?;
        let claim = match checked.claim.kind {
            ClaimKind::Win => say!(ClaimWin, n = checked.claim.plies),
            ClaimKind::Loss => say!(ClaimLoss, n = checked.claim.plies),
            ClaimKind::NoWin => say!(ClaimNoWin, n = checked.claim.plies),
            ClaimKind::NoLoss => say!(ClaimNoLoss, n = checked.claim.plies),
        };
        let text = say!(
            ProofHolds,
            file = file.display(),
            claim = claim,
            position = checked.position.to_string(),
            rules = checked.rules.name,
            answers = checked.author_moves,
            replies = checked.replies,
            longest = checked.longest,
            bytes = checked.bytes,
            lemmas = checked.lemmas_held
        );
        writeln!(out, "{}", text.told(&out.words()))?;
    }
    Ok(())
}
