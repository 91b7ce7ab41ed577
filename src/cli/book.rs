//! `fundi book`: grow, inspect and join opening books.

mod extend;
mod merge;
mod openings;
mod plan;
mod query;
mod stats;

pub(super) use query::{move_json, move_text};

use super::source::{read_fen, read_move};
use super::{CliError, Output};
use crate::book::Book;
use crate::rules::Game;
use crate::words::{Told, say};
use std::borrow::Cow;
use std::path::Path;

/// Grow, inspect and join opening books
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  fundi book query --moves \"A7L a5R\"\n  fundi book extend my.book --nodes 1000000 --time 10"
)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand, Debug)]
enum Command {
    Extend(extend::Args),
    Merge(merge::Args),
    Openings(openings::Args),
    Plan(plan::Args),
    Query(query::Args),
    Stats(stats::Args),
}

/// Runs the command.
pub fn run(args: Args, out: &mut Output) -> Result<(), CliError> {
    match args.command {
        Command::Extend(args) => extend::run(&args, out),
        Command::Merge(args) => merge::run(&args, out),
        Command::Openings(args) => openings::run(&args, out),
        Command::Plan(args) => plan::run(&args, out),
        Command::Query(args) => query::run(&args, out),
        Command::Stats(args) => stats::run(&args, out),
    }
}

/// Reads a book.
fn load(path: &Path) -> Result<Book, CliError> {
    Book::load(path).map_err(CliError::input)
}

/// Reads a book, or takes the one in the program.
pub(super) fn load_or_embedded(path: Option<&Path>) -> Result<Cow<'static, Book>, CliError> {
    path.map_or(Ok(Cow::Borrowed(Book::embedded())), |path| load(path).map(Cow::Owned))
}

/// A place in the tree of a book.
#[derive(clap::Args, Debug)]
struct Place {
    /// Position line [default: the first root of the book, or the start with --moves]
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Moves to play from there, separated by blanks
    #[arg(long, value_name = "TOKENS")]
    moves: Option<String>,
}

impl Place {
    /// The game that leads to the place, by the rules of the book.
    fn game(&self, book: &Book) -> Result<Game, CliError> {
        let rules = book.rules();
        let mut game = match (&self.fen, book.roots().first()) {
            (Some(line), _) => Game::from_position(rules, read_fen(line)?),
            (None, Some(root)) if self.moves.is_none() => Game::from_position(rules, *root),
            _ => Game::new(rules),
        };
        for text in self.moves.as_deref().unwrap_or_default().split_whitespace() {
            let ply = game.plies() + 1;
            let played = read_move(rules, game.position(), text).map_err(|error| {
                let position = game.position().to_string();
                CliError::Input(say!(MoveAt, ply = ply, error = error.message(), position = position))
            })?;
            game.advance(&played);
        }
        Ok(game)
    }
}
