//! `fundi puzzle`: asks puzzles, finds them in games, checks them.

use super::source::read_move;
use super::{CliError, Output, RulesArg, read_games, read_text};
use crate::draw::View;
use crate::explain::{clause, line, line_text};
use crate::puzzle::{Finder, Puzzle, Task, read, shipped};
use crate::record::ReadOptions;
use crate::words::{Key, Told, Words, say};
use std::collections::HashSet;
use std::fmt::Display;
use std::io::{BufRead, Write, stdin};
use std::path::PathBuf;

/// Plies between two puzzles taken from one game.
const APART: usize = 6;

/// Solve puzzles, or find them in games
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  fundi puzzle --from 20\n  fundi puzzle --list\n  fundi puzzle --extract game.bao"
)]
pub struct Args {
    /// Files of puzzles [default: the ones that come with the program]; with --extract: game records
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The first puzzle to ask
    #[arg(long, value_name = "N", default_value_t = 1)]
    from: usize,
    /// List the puzzles
    #[arg(long, conflicts_with_all = ["extract", "check"])]
    list: bool,
    /// Find puzzles in games and print them as records
    #[arg(long, requires = "files")]
    extract: bool,
    /// Judge every puzzle anew
    #[arg(long, conflicts_with = "extract")]
    check: bool,
    #[command(flatten)]
    rules: RulesArg,
}

/// Runs the command.
pub fn run(args: Args, out: &mut Output) -> Result<(), CliError> {
    if args.extract {
        return extract(&args, out);
    }
    let mut puzzles = Vec::new();
    for file in &args.files {
        let found = read(&read_text(file)?);
        puzzles.extend(found.map_err(|error| CliError::in_file(file.display(), error))?);
    }
    if args.files.is_empty() {
        puzzles = shipped().map_err(CliError::input)?;
    }
    if args.from == 0 || args.from > puzzles.len() {
        return Err(CliError::Input(say!(PuzzleFrom, number = args.from, total = puzzles.len())));
    }
    if args.check {
        return check(&puzzles, out);
    }
    if args.list {
        return list(&puzzles, out);
    }
    ask(&puzzles, args.from - 1, out)
}

fn extract(args: &Args, out: &mut Output) -> Result<(), CliError> {
    let options = ReadOptions { rules: args.rules.named()?, ..ReadOptions::default() };
    let mut finder = Finder::new().map_err(CliError::input)?;
    let mut seen = HashSet::new();
    let mut found = false;
    for file in &args.files {
        for (index, record) in read_games(file, &options)?.iter().enumerate() {
            let mut next = 0;
            for (ply, position) in record.game().positions().iter().enumerate() {
                if ply < next || !seen.insert(position.words()) {
                    continue;
                }
                let source = format!("{} game {}, after ply {ply}", record.tag("Event"), index + 1);
                if let Some(puzzle) = finder.find(record.rules(), position, &source) {
                    next = ply + APART;
                    found = true;
                    writeln!(out, "{}", puzzle.record())?;
                    out.flush()?;
                }
            }
        }
    }
    // A file of puzzles takes no remarks; a person wants to know that the search is over.
    if !found && out.is_terminal() {
        out.paragraph(out.words().get(Key::PuzzleNone))?;
    }
    Ok(())
}

fn check(puzzles: &[Puzzle], out: &mut Output) -> Result<(), CliError> {
    let mut finder = Finder::new().map_err(CliError::input)?;
    let mut wrong = 0usize;
    for (index, puzzle) in puzzles.iter().enumerate() {
        if !finder.confirms(puzzle) {
            wrong += 1;
            let position = puzzle.position.to_string();
            let text = say!(PuzzleUnconfirmed, number = index + 1, position = position);
            writeln!(out, "{}", text.told(&out.words()))?;
        }
    }
    let total = puzzles.len();
    if wrong > 0 {
        return Err(CliError::Failed(say!(PuzzlesUnconfirmed, n = wrong, total = total)));
    }
    writeln!(out, "{}", say!(PuzzlesConfirmed, n = total).told(&out.words()))?;
    Ok(())
}

fn goal(words: &Words, puzzle: &Puzzle) -> String {
    match (puzzle.task, puzzle.plies) {
        (Task::Win, Some(plies)) => words.fill(Key::PuzzleGoalWin, &[("n", &plies)]),
        _ => words.get(Key::PuzzleGoalSave).to_owned(),
    }
}

fn headline(words: &Words, puzzle: &Puzzle, number: usize, total: usize) -> String {
    let side = words.side(puzzle.position.mover());
    let values: [(&str, &dyn Display); 5] = [
        ("number", &number),
        ("total", &total),
        ("side", &side),
        ("goal", &goal(words, puzzle)),
        ("rating", &puzzle.depth),
    ];
    words.fill(Key::PuzzleAsk, &values)
}

fn list(puzzles: &[Puzzle], out: &mut Output) -> Result<(), CliError> {
    let words = out.words();
    for (index, puzzle) in puzzles.iter().enumerate() {
        writeln!(out, "{}", headline(&words, puzzle, index + 1, puzzles.len()))?;
        writeln!(out, "  {}  {}", puzzle.rules, puzzle.position)?;
    }
    Ok(())
}

/// How a puzzle was left.
enum Left {
    Solved,
    Unsolved,
    Quit,
}

fn ask(puzzles: &[Puzzle], first: usize, out: &mut Output) -> Result<(), CliError> {
    let words = out.words();
    let mut input = stdin().lock();
    let (mut solved, mut asked) = (0, 0);
    out.paragraph(words.get(Key::PuzzleHelp))?;
    for (index, puzzle) in puzzles.iter().enumerate().skip(first) {
        writeln!(out, "{}\n", headline(&words, puzzle, index + 1, puzzles.len()))?;
        out.view(&View { below: puzzle.position.mover(), ..View::of(puzzle.position.parts()) })?;
        writeln!(out, "\n{}", puzzle.position)?;
        match answers(puzzle, &words, &mut input, out)? {
            Left::Solved => {
                solved += 1;
                asked += 1;
            }
            Left::Unsolved => asked += 1,
            Left::Quit => break,
        }
    }
    writeln!(out, "{}", words.fill(Key::PuzzleScore, &[("solved", &solved), ("asked", &asked)]))?;
    Ok(())
}

/// Reads answers until the puzzle is solved, given up or left.
fn answers(
    puzzle: &Puzzle,
    words: &Words,
    input: &mut impl BufRead,
    out: &mut Output,
) -> Result<Left, CliError> {
    let (rules, position) = (puzzle.rules, &puzzle.position);
    let solution =
        || words.fill(Key::PuzzleAnswer, &[("line", &line_text(&line(rules, position, &puzzle.solution)))]);
    let mut hinted = false;
    loop {
        write!(out, "{} ", words.fill(Key::PlayPrompt, &[("side", &words.side(position.mover()))]))?;
        out.flush()?;
        let mut bytes = Vec::new();
        if input.read_until(b'\n', &mut bytes).unwrap_or(0) == 0 {
            writeln!(out)?;
            return Ok(Left::Quit);
        }
        let text = String::from_utf8_lossy(&bytes);
        let text = text.trim();
        let word = text.to_lowercase();
        let is = |key: Key| word == words.get(key) || word == Words::english().get(key);
        if text.is_empty() {
            continue;
        } else if is(Key::CmdQuit) {
            return Ok(Left::Quit);
        } else if is(Key::CmdSkip) {
            return Ok(Left::Unsolved);
        } else if is(Key::CmdSolve) {
            writeln!(out, "{}\n", solution())?;
            return Ok(Left::Unsolved);
        } else if is(Key::CmdHelp) || word == "?" {
            out.paragraph(words.get(Key::PuzzleHelp))?;
            continue;
        } else if is(Key::CmdHint) {
            // First where the move starts, then what it does.
            if let Some(mv) = line(rules, position, &puzzle.solution).first() {
                let hint = if std::mem::replace(&mut hinted, true) {
                    words.fill(Key::PuzzleHintMore, &[("what", &clause(words, rules, &mv.replay))])
                } else {
                    let hole = mv.replay.played.mv.hole().name(mv.side);
                    words.fill(Key::PuzzleHint, &[("hole", &hole)])
                };
                out.paragraph(&hint)?;
            }
            continue;
        }
        match read_move(rules, position, text) {
            Ok(played) if Some(played.mv) == puzzle.answer() => {
                writeln!(out, "{} {}\n", words.get(Key::PuzzleRight), solution())?;
                return Ok(Left::Solved);
            }
            Ok(played) => {
                let token = played.mv.token(position.mover());
                writeln!(out, "{}", words.fill(Key::PuzzleWrong, &[("move", &token)]))?;
            }
            Err(error) => out.paragraph(&error.told(words))?,
        }
    }
}
