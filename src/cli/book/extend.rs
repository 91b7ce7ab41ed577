//! `fundi book extend`: search the most wanted positions of a book, or begin one.

use super::{Place, load};
use crate::book::{Book, Growth, Means, Progress, Widths};
use crate::cli::interrupt::stoppable;
use crate::cli::values::{positive, seconds, whole};
use crate::cli::{CliError, Output, RulesArg};
use crate::explain::{line, line_text, score_text};
use crate::rules::Game;
use crate::words::{Key, Words, say};
use std::io::{Write, stderr};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How often the file is written while it grows.
const SAVE: Duration = Duration::from_secs(20);

/// Search the most wanted positions of a book; a new file begins one
#[derive(clap::Args, Debug)]
#[command(
    long_about = "Search the most wanted positions of a book; a new file begins one\n\n\
        Goes on until a limit is reached or Ctrl-C; nothing done is lost, and started again it continues.",
    after_help = "Examples:\n  fundi book extend my.book --nodes 20000 --positions 100\n  fundi book extend part.book --moves \"A7L a5R\" --time 10"
)]
pub struct Args {
    /// The book; need not exist
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    rules: RulesArg,
    /// Work below this place only
    #[command(flatten)]
    place: Place,
    /// Search each position so many nodes
    #[arg(long, value_name = "N", default_value_t = 500_000, value_parser = positive)]
    nodes: u64,
    /// Stop after so many more positions
    #[arg(long, value_name = "N")]
    positions: Option<usize>,
    /// Stop after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// Positions searched at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u16>(1..=1024))]
    threads: u16,
    /// Table of each thread in MiB
    #[arg(long, value_name = "MIB", default_value_t = 32, value_parser = whole::<u32>(1..=65_536))]
    hash: u32,
    #[command(flatten)]
    widths: WidthArgs,
    /// No progress on stderr
    #[arg(long)]
    quiet: bool,
}

/// Which moves are followed.
#[derive(clap::Args, Debug)]
pub(super) struct WidthArgs {
    /// A move of the book's owner so many centiseeds behind the best is followed e times less readily
    #[arg(long, value_name = "CENTISEEDS", default_value_t = Widths::default().own, value_parser = whole::<u32>(1..=100_000))]
    own: u32,
    /// A move of the opponent so many centiseeds behind the best counts as e times less likely
    #[arg(long, value_name = "CENTISEEDS", default_value_t = Widths::default().opponent, value_parser = whole::<u32>(1..=100_000))]
    opponent: u32,
}

impl WidthArgs {
    pub fn get(&self) -> Widths {
        Widths { own: self.own, opponent: self.opponent }
    }
}

/// Runs the command.
pub fn run(args: &Args, out: &mut Output) -> Result<(), CliError> {
    let book = if args.file.exists() {
        let book = load(&args.file)?;
        if let Some(rules) = args.rules.named()?.filter(|rules| *rules != book.rules()) {
            let other = say!(BookRules, found = book.rules().name, expected = rules.name);
            return Err(CliError::in_file(args.file.display(), other));
        }
        book
    } else {
        let rules = args.rules.get()?;
        Book::new(rules, *args.place.game(&Book::new(rules, rules.start()))?.position())
    };
    let game = args.place.game(&book)?;
    if game.result().is_some() {
        return Err(CliError::Input(say!(BookGameOver, position = game.position().to_string())));
    }
    let means = Means {
        nodes: args.nodes,
        positions: args.positions,
        time: args.time,
        threads: usize::from(args.threads),
        hash_mib: args.hash as usize,
        widths: args.widths.get(),
    };
    let words = out.words();
    let mut growth = Growth::new(book, *game.position(), means);
    let mut saved = Instant::now();
    let searched = growth.run(&stoppable(), &mut |progress| {
        if saved.elapsed() >= SAVE {
            progress.tree.to_book().save(&args.file).map_err(CliError::input)?;
            if !args.quiet {
                // Nobody need read it.
                drop(writeln!(stderr(), "{}", news(&words, &progress, &game)));
            }
            saved = Instant::now();
        }
        Ok::<(), CliError>(())
    })?;
    let book = growth.book();
    book.save(&args.file).map_err(CliError::input)?;
    let values: [(&str, &dyn std::fmt::Display); 3] =
        [("file", &args.file.display()), ("searched", &searched), ("entries", &book.entries().len())];
    writeln!(out, "{}", words.fill(Key::BookExtended, &values))?;
    Ok(())
}

/// How far it has come: time, positions, score and best line of the root.
fn news(words: &Words, progress: &Progress<'_>, game: &Game) -> String {
    let book = progress.tree.to_book();
    let best = book.best(game.position());
    let score = best.as_ref().map_or_else(|| "?".to_owned(), |best| score_text(words, best.score));
    let moves = best.map_or_else(Vec::new, |best| line(game.rules(), game.position(), &best.line));
    let (seconds, searched, entries) = (progress.time.as_secs(), progress.searched, book.entries().len());
    let values: [(&str, &dyn std::fmt::Display); 5] = [
        ("seconds", &seconds),
        ("searched", &searched),
        ("entries", &entries),
        ("score", &score),
        ("line", &line_text(&moves)),
    ];
    words.fill(Key::BookProgress, &values)
}
