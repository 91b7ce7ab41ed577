//! `fundi analyze`: the best lines of positions, with scores, win chances and, on request, every move in words.

use super::book::{load_or_embedded, move_json, move_text};
use super::interrupt::stoppable;
use super::progress::Progress;
use super::search_args::SearchArgs;
use super::show::below_board;
use super::source::{place, play_on, read_fen, read_games};
use super::values::whole;
use super::{CliError, Output, RulesArg};
use crate::analysis::Analysis;
use crate::explain::{LineMove, line, line_text, percent, score_text, win_chance};
use crate::record::ReadOptions;
use crate::rules::{Game, Rules};
use crate::search::{Choice, Control, Engine, Limits};
use crate::words::{Key, Words};
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

/// Find the best moves of one or more positions
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  fundi analyze --moves \"A7L a5R\" --depth 12 --explain\n  \
    fundi analyze game.bao --ply 29 --time 10 --lines 3\n  \
    fundi analyze --rules kujifunza --depth 10 --json")]
pub struct Args {
    /// Game records or files of position lines (- for standard input)
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Position line; may be given several times
    #[arg(long, value_name = "FEN")]
    fen: Vec<String>,
    /// Moves played in a record before the position [default: all]
    #[arg(long, value_name = "N", requires = "files")]
    ply: Option<usize>,
    /// Moves to play first, separated by blanks
    #[arg(long, value_name = "TOKENS")]
    moves: Option<String>,
    #[command(flatten)]
    rules: RulesArg,
    #[command(flatten)]
    search: SearchArgs,
    /// Show this many best lines
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u32>(1..=64))]
    lines: u32,
    /// Tell the first N moves of the best line in words
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "8")]
    explain: Option<usize>,
    /// Opening book to show the move of [default: the one in the program]
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Args {
    /// The positions asked for; the start if none.
    fn games(&self) -> Result<Vec<Game>, CliError> {
        let rules = self.rules.named()?;
        let mut games = Vec::new();
        for line in &self.fen {
            games.push(Game::from_position(rules.unwrap_or(Rules::ZANZIBAR), read_fen(line)?));
        }
        for path in &self.files {
            for record in read_games(path, &ReadOptions { rules, ..ReadOptions::default() })? {
                games.push(place(&record, self.ply)?);
            }
        }
        if games.is_empty() {
            games.push(Game::new(rules.unwrap_or(Rules::ZANZIBAR)));
        }
        for game in &mut games {
            play_on(game, self.moves.as_deref())?;
        }
        Ok(games)
    }
}

/// Runs the command.
pub fn run(args: Args, out: &mut Output) -> Result<(), CliError> {
    let games = args.games()?;
    let limits = args.search.limits();
    let book = load_or_embedded(args.book.as_deref())?;
    let mut engine = args.search.engine(args.lines as usize);
    let words = out.words();
    let control = stoppable();
    let mut values = Vec::new();
    for (index, game) in games.iter().enumerate() {
        let analysis = if args.json {
            Analysis::run(&mut engine, game, &limits, &control, &mut |_, _| {})
        } else {
            if games.len() > 1 {
                writeln!(out, "{}", words.fill(Key::PositionNumber, &[("number", &(index + 1))]))?;
            }
            out.board(game)?;
            writeln!(out, "\n{}", below_board(&words, game))?;
            writeln!(out, "{}\n", game.position())?;
            with_progress(&mut engine, game, &limits, &control, out)?
        };
        if args.json {
            let mut value = analysis.as_json(game);
            value["book"] = book.choose(game, 0, 0).map(|mv| move_json(game, &mv)).into();
            values.push(value);
        } else {
            write(&analysis, &words, game, args.explain, out)?;
            if let Some(mv) = book.choose(game, 0, 0) {
                writeln!(out, "{}", words.fill(Key::BookLine, &[("move", &move_text(&words, game, &mv))]))?;
            }
        }
        if control.stopped() {
            if !args.json {
                writeln!(out, "{}", words.get(Key::Interrupted))?;
            }
            break;
        }
        if !args.json && index + 1 < games.len() {
            writeln!(out)?;
        }
        out.flush()?;
    }
    if args.json {
        out.json(&json!({"engine": concat!("fundi ", env!("CARGO_PKG_VERSION")), "positions": values}))?;
    }
    Ok(())
}

/// Searches while a line on the terminal tells how far it has come.
fn with_progress(
    engine: &mut Engine,
    game: &Game,
    limits: &Limits,
    control: &Control,
    out: &mut Output,
) -> Result<Analysis, CliError> {
    let words = out.words();
    let mut progress = Progress::new(out);
    let mut shown = Ok(());
    let analysis = Analysis::run(engine, game, limits, control, &mut |report, _| {
        if report.multi_pv == 1 && shown.is_ok() {
            let line = line_text(&line(game.rules(), game.position(), &report.pv));
            let score = score_text(&words, report.score);
            let stats = stats(&words, report.depth, report.nodes, report.time);
            shown = progress.show(out, &format!("{stats}  {score}  {line}"));
            if shown.is_err() {
                control.stop();
            }
        }
    });
    shown?;
    progress.clear(out)?;
    Ok(analysis)
}

/// How deep a search went and what that took.
fn stats(words: &Words, depth: u32, nodes: u64, time: Duration) -> String {
    let seconds = format!("{:.2}", time.as_secs_f64());
    words.fill(Key::LineStats, &[("depth", &depth), ("n", &nodes), ("seconds", &seconds)])
}

/// The lines of a position in words; the first moves of the best one told, if wanted.
fn write(
    analysis: &Analysis,
    words: &Words,
    game: &Game,
    explain: Option<usize>,
    out: &mut Output,
) -> Result<(), CliError> {
    let (rules, position) = (game.rules(), game.position());
    if analysis.choice.best.is_none() {
        let side = words.side(position.mover());
        writeln!(out, "{}", words.fill(Key::NoBestMove, &[("side", &side)]))?;
        return Ok(());
    }
    let mut best: Option<Vec<LineMove>> = None;
    for report in &analysis.lines {
        let moves = line(rules, position, &report.pv);
        let percent = percent(win_chance(report.score));
        let chance = words.fill(Key::WinChance, &[("percent", &percent)]);
        let score = score_text(words, report.score);
        writeln!(out, "{}. {score}, {chance}: {}", report.multi_pv, line_text(&moves))?;
        best.get_or_insert(moves);
    }
    if let Some(mv) = best.as_ref().and_then(|line| line.first()) {
        writeln!(out, "{}", words.fill(Key::BestMove, &[("move", &mv.text)]))?;
    }
    let Choice { depth, nodes, time, .. } = analysis.choice;
    writeln!(out, "{}", stats(words, depth, nodes, time))?;
    if let Some(told) = explain {
        writeln!(out)?;
        for mv in best.unwrap_or_default().iter().take(told) {
            writeln!(out, "{} {}: {}", words.side(mv.side), mv.text, mv.words(words, rules))?;
        }
    }
    Ok(())
}
