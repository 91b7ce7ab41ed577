//! `fundi book query`: what a book says about a position.

use super::{Place, load_or_embedded};
use crate::analysis::{rounded, score_json};
use crate::book::{Book, BookMove};
use crate::cli::show::below_board;
use crate::cli::{CliError, Output};
use crate::explain::{line, line_text, percent, score_text, win_chance};
use crate::rules::Game;
use crate::words::{Key, Words};
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;

/// Show what a book knows about a position: its moves with scores and lines, the best first
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  fundi book query --moves \"A7L a5R\"\n  fundi book query my.book --json"
)]
pub struct Args {
    /// The book [default: the one in the program]
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    place: Place,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args, out: &mut Output) -> Result<(), CliError> {
    let book = load_or_embedded(args.file.as_deref())?;
    let game = args.place.game(&book)?;
    if args.json {
        let moves: Vec<Value> = book.moves(game.position()).iter().map(|mv| move_json(&game, mv)).collect();
        return Ok(out.json(&json!({ "fen": game.position().to_string(), "moves": moves }))?);
    }
    writeln!(out, "{}\n{}\n", below_board(&out.words(), &game), game.position())?;
    table(&book, &game, out)
}

/// The moves of a position, a line each.
pub(super) fn table(book: &Book, game: &Game, out: &mut Output) -> Result<(), CliError> {
    let words = out.words();
    let moves = book.moves(game.position());
    if moves.is_empty() {
        writeln!(out, "{}", words.get(Key::BookNothing))?;
        return Ok(());
    }
    for mv in &moves {
        writeln!(out, "{}", move_text(&words, game, mv))?;
    }
    Ok(())
}

/// A move of a book in one line: its score, its depth and what is expected after it.
pub(in crate::cli) fn move_text(words: &Words, game: &Game, mv: &BookMove) -> String {
    let moves = line(game.rules(), game.position(), &mv.line);
    let percent = percent(win_chance(mv.score));
    let values: [(&str, &dyn std::fmt::Display); 5] = [
        ("move", &moves.first().map_or("", |first| first.text.as_str())),
        ("score", &score_text(words, mv.score)),
        ("chance", &words.fill(Key::WinChance, &[("percent", &percent)])),
        ("depth", &mv.depth),
        ("line", &line_text(&moves)),
    ];
    words.fill(Key::BookMove, &values)
}

/// The same in JSON.
pub(in crate::cli) fn move_json(game: &Game, mv: &BookMove) -> Value {
    let moves = line(game.rules(), game.position(), &mv.line);
    let tokens: Vec<&str> = moves.iter().map(|mv| mv.token.as_str()).collect();
    json!({
        "move": tokens.first(),
        "score": score_json(mv.score),
        "win_chance": rounded(win_chance(mv.score)),
        "depth": mv.depth,
        "line": tokens,
    })
}
