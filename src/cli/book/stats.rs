//! `fundi book stats`: how large and how deep a book is, and what it makes of its first position.

use super::{load_or_embedded, query::table};
use crate::book::Tree;
use crate::cli::{CliError, Output};
use crate::rules::Game;
use crate::words::Key;
use serde_json::json;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

/// Show the size of a book, the depths of its searches and its first moves
#[derive(clap::Args, Debug)]
#[command(after_help = "Example:\n  fundi book stats my.book")]
pub struct Args {
    /// The book [default: the one in the program]
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args, out: &mut Output) -> Result<(), CliError> {
    let book = load_or_embedded(args.file.as_deref())?;
    let tree = Tree::of(&book);
    let mut distances: Vec<usize> = Vec::new();
    for (distance, ..) in tree.positions() {
        distances.resize(distance + 1, 0);
        distances[distance] += 1;
    }
    let mut depths: BTreeMap<u8, usize> = BTreeMap::new();
    for entry in book.entries() {
        *depths.entry(entry.searched.depth).or_default() += 1;
    }
    let proved = book.entries().iter().filter(|entry| entry.score.win_plies().is_some()).count();
    if args.json {
        return Ok(out.json(&json!({
            "rules": book.rules().name,
            "entries": book.entries().len(),
            "reached": tree.len(),
            "proved": proved,
            "roots": book.roots().iter().map(ToString::to_string).collect::<Vec<_>>(),
            "plies": distances,
            "depths": depths,
            "provenance": book.provenance().lines().collect::<Vec<_>>(),
        }))?);
    }
    let words = out.words();
    let rules = book.rules();
    let entries = book.entries().len();
    let reached = tree.len();
    let counts: [(&str, &dyn std::fmt::Display); 4] =
        [("rules", &rules), ("entries", &entries), ("reached", &reached), ("proved", &proved)];
    writeln!(out, "{}", words.fill(Key::BookSize, &counts))?;
    let plies = distances.iter().enumerate().map(|(ply, count)| format!("{ply}: {count}"));
    writeln!(out, "{}", words.fill(Key::BookPlies, &[("counts", &list(plies))]))?;
    let depths = depths.iter().map(|(depth, count)| format!("{depth}: {count}"));
    writeln!(out, "{}", words.fill(Key::BookDepths, &[("counts", &list(depths))]))?;
    for line in book.provenance().lines() {
        writeln!(out, "{}", words.fill(Key::BookProvenance, &[("text", &line)]))?;
    }
    for root in book.roots() {
        writeln!(out, "\n{root}")?;
        table(&book, &Game::from_position(rules, *root), out)?;
    }
    Ok(())
}

fn list(items: impl Iterator<Item = String>) -> String {
    items.collect::<Vec<_>>().join(", ")
}
