//! What the accuracy of a review and the names of moves rest on: games between levels of known Elo.
//!
//! `accuracy review` reviews such games in bulk and writes what every move lost; `accuracy fit` finds the constants of
//! `src/review/judge.rs` from that file. Players are called `levelN` after their level, as in
//! `fundi match -e "name=level8 'option.Skill Level=8' self" ...`; moves of the opening book are left out.

mod fit;
mod losses;

use std::path::PathBuf;

/// The two steps.
#[derive(clap::Subcommand)]
pub enum Command {
    /// Review games between levels and write what every move lost.
    Review {
        /// Game files of `fundi match`; players are called levelN.
        #[arg(required = true)]
        games: Vec<PathBuf>,
        /// The file to write.
        #[arg(long)]
        out: PathBuf,
        /// Nodes for each position.
        #[arg(long, default_value_t = 30_000)]
        nodes: u64,
    },
    /// Fit the constants on such files and print all that was found.
    Fit {
        /// Files of losses.
        #[arg(required = true)]
        losses: Vec<PathBuf>,
        /// The level whose losses give the limits.
        #[arg(long, default_value_t = 10)]
        reference: u8,
    },
}

/// Does what is asked.
///
/// # Errors
/// A file that cannot be read or written, or holds something else.
pub fn run(command: &Command) -> Result<(), String> {
    match command {
        Command::Review { games, out, nodes } => losses::review(games, *nodes, out),
        Command::Fit { losses, reference } => {
            print!("{}", fit::report(&losses::read(losses)?, *reference));
            Ok(())
        }
    }
}
