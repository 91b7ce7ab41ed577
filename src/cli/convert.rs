//! `fundi convert`: games between our record, Donkers' files, the K.I.B.A. notation, JSON and lists of positions.

use super::source::{games, position_lines};
use super::{CliError, Output, RulesArg, read_text};
use crate::board::Position;
use crate::notation::{Notation, Reading};
use crate::record::{ReadOptions, Record};
use crate::rules::{Game, Rules};
use crate::words::say;
use std::io::Write;
use std::path::PathBuf;

/// Convert games between notations and formats, or check them
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  fundi convert game.bao --to json\n  fundi convert game.bao --strict --check"
)]
pub struct Args {
    /// Game record, Donkers' file, JSON or list of positions (- for standard input)
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// What to write
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Format::Record)]
    to: Format,
    /// How the moves of the file are written
    #[arg(long, value_enum, value_name = "NOTATION", default_value_t = From::Donkers)]
    from: From,
    /// Forgive nothing: marks, letters, move numbers and results must fit
    #[arg(long)]
    strict: bool,
    /// Write nothing, only say how many games there are and whether all are right
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    rules: RulesArg,
}

/// What to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Our record: tags and Donkers' notation
    Record,
    /// Donkers' files: header lines and `1: A7L* a5R;`
    Donkers,
    /// Our record with moves in the K.I.B.A. notation
    Kiba,
    /// Our record with moves as tokens
    Token,
    /// JSON
    Json,
    /// One position a line
    Fen,
}

/// How moves are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum From {
    /// Donkers' notation or tokens
    Donkers,
    /// The K.I.B.A. notation, in which > means right
    Kiba,
}

/// Runs the command.
pub fn run(args: Args, out: &mut Output) -> Result<(), CliError> {
    let text = read_text(&args.file)?;
    let name = args.file.display().to_string();
    let options = ReadOptions {
        rules: args.rules.named()?,
        notation: if args.from == From::Kiba { Notation::Kiba } else { Notation::Donkers },
        reading: if args.strict { Reading::Strict } else { Reading::Lenient },
    };
    let games: Box<dyn Iterator<Item = Result<Record, CliError>>> = match position_lines(&text, &name)? {
        Some(positions) => {
            let rules = options.rules.unwrap_or(Rules::ZANZIBAR);
            Box::new(joined(rules, &positions).into_iter().map(Ok))
        }
        None => games(&text, &name, &options)?,
    };
    let mut written = 0usize;
    let mut values = Vec::new();
    for record in games {
        let record = record?;
        if args.check {
            written += 1;
            continue;
        }
        match args.to {
            Format::Json => values.push(record.as_json()),
            Format::Fen => {
                for position in record.game().positions() {
                    writeln!(out, "{position}")?;
                }
            }
            format => {
                let blank = if written > 0 { "\n" } else { "" };
                let text = match format {
                    Format::Donkers => record.donkers_text(),
                    Format::Kiba => record.text(Notation::Kiba),
                    Format::Token => record.text(Notation::Token),
                    _ => record.to_string(),
                };
                write!(out, "{blank}{text}")?;
            }
        }
        written += 1;
    }
    if written == 0 {
        return Err(CliError::in_file(&name, say!(RecordNoGame)));
    }
    match (values.as_slice(), args.check) {
        (_, true) => writeln!(out, "{}", say!(ConvertRight, n = written).told(&out.words()))?,
        ([], _) => {}
        ([one], _) => out.json(one)?,
        (many, _) => out.json(&many)?,
    }
    Ok(())
}

/// Games out of positions: each follows the one before by the first legal move that leads to it, or begins another game.
fn joined(rules: &'static Rules, positions: &[Position]) -> Vec<Record> {
    let mut records: Vec<Record> = Vec::new();
    for position in positions {
        let step = records.last().and_then(|record| {
            let successors = rules.successors(record.game().position());
            successors.into_iter().find(|played| played.position == *position)
        });
        match (step, records.last_mut()) {
            (Some(played), Some(record)) => record.advance(&played),
            _ => records.push(Record::of(Game::from_position(rules, *position))),
        }
    }
    records
}
