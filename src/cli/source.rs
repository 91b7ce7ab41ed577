//! Arguments that many commands share: rules, and the position a command is about.

use super::CliError;
use crate::board::{FenError, Position};
use crate::notation::{self, Notation, Reading};
use crate::record::{Games, ReadOptions, Record};
use crate::rules::{Game, Rules, Successor};
use crate::words::{Told, say};
use serde_json::Value;
use std::io::Read;
use std::path::{Path, PathBuf};

/// `--rules`.
#[derive(clap::Args, Debug, Clone, Default)]
pub struct RulesArg {
    /// Rule set: zanzibar, mancala-world or kujifunza [default: the record's, or zanzibar]
    #[arg(long, value_name = "NAME")]
    rules: Option<String>,
}

impl RulesArg {
    /// The rule set named, if one is.
    ///
    /// # Errors
    /// An unknown name.
    pub fn named(&self) -> Result<Option<&'static Rules>, CliError> {
        self.rules.as_deref().map(|name| Rules::by_name(name).map_err(CliError::input)).transpose()
    }

    /// The rule set named, or Zanzibar.
    ///
    /// # Errors
    /// An unknown name.
    pub fn get(&self) -> Result<&'static Rules, CliError> {
        Ok(self.named()?.unwrap_or(Rules::ZANZIBAR))
    }
}

/// A position: the start, a position line or a place in a record, and moves played from there.
#[derive(clap::Args, Debug, Clone)]
pub struct PositionArgs {
    /// Game record or file of position lines (- for standard input)
    #[arg(value_name = "FILE", conflicts_with = "fen")]
    file: Option<PathBuf>,
    /// Position line [default: the start of the rule set]
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Moves played in the record before the position [default: all]
    #[arg(long, value_name = "N", requires = "file")]
    ply: Option<usize>,
    /// Which game of the record, or line of the file
    #[arg(long, value_name = "N", default_value_t = 1, requires = "file")]
    game: usize,
    /// Moves to play from there, separated by blanks
    #[arg(long, value_name = "TOKENS")]
    moves: Option<String>,
    #[command(flatten)]
    rules: RulesArg,
}

impl PositionArgs {
    /// Whether the position comes from this file.
    pub(super) fn reads(&self, file: &Path) -> bool {
        self.file.as_deref() == Some(file)
    }

    /// The game that leads to the position.
    ///
    /// # Errors
    /// Whatever is wrong with the file, the line, the rules or a move.
    pub fn game(&self) -> Result<Game, CliError> {
        let rules = self.rules.named()?;
        let mut game = match (&self.file, &self.fen) {
            (Some(path), _) => {
                let records = read_games(path, &ReadOptions { rules, ..ReadOptions::default() })?;
                place(choose(&records, self.game, path)?, self.ply)?
            }
            (None, Some(line)) => Game::from_position(rules.unwrap_or(Rules::ZANZIBAR), read_fen(line)?),
            (None, None) => Game::new(rules.unwrap_or(Rules::ZANZIBAR)),
        };
        play_on(&mut game, self.moves.as_deref())?;
        Ok(game)
    }
}

/// Plays moves separated by blanks.
pub(super) fn play_on(game: &mut Game, moves: Option<&str>) -> Result<(), CliError> {
    for text in moves.unwrap_or_default().split_whitespace() {
        let ply = game.plies() + 1;
        let played = read_move(game.rules(), game.position(), text).map_err(|error| {
            let position = game.position().to_string();
            CliError::Input(say!(MoveAt, ply = ply, error = error.message(), position = position))
        })?;
        game.advance(&played);
    }
    Ok(())
}

/// The game of that number, from 1.
pub(super) fn choose<'a>(records: &'a [Record], number: usize, path: &Path) -> Result<&'a Record, CliError> {
    let record = number.checked_sub(1).and_then(|index| records.get(index));
    record.ok_or_else(|| CliError::in_file(path.display(), say!(NoGame, number = number, n = records.len())))
}

/// The game up to a ply; to its end without one.
pub(super) fn place(record: &Record, ply: Option<usize>) -> Result<Game, CliError> {
    let plies = record.game().plies();
    record
        .game_at(ply.unwrap_or(plies))
        .ok_or_else(|| CliError::Input(say!(NoPly, ply = ply.unwrap_or(plies), n = plies)))
}

/// Reads a position line.
pub(super) fn read_fen(line: &str) -> Result<Position, CliError> {
    line.parse().map_err(|error: FenError| CliError::Input(say!(PositionLine, error = error.message())))
}

/// Reads a move written as a token or in one of Donkers' forms.
pub(super) fn read_move(
    rules: &Rules,
    position: &Position,
    text: &str,
) -> Result<Successor, notation::NotationError> {
    notation::read(rules, position, text, Notation::Donkers, Reading::Lenient)
}

/// Reads a file, or standard input for `-`.
///
/// # Errors
/// The file cannot be read or is not text.
pub fn read_text(path: &Path) -> Result<String, CliError> {
    let mut bytes = Vec::new();
    let read = if path.as_os_str() == "-" {
        std::io::stdin().lock().read_to_end(&mut bytes).map(|_| ())
    } else {
        std::fs::read(path).map(|file| bytes = file)
    };
    read.map_err(|error| CliError::file(path, &error))?;
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        CliError::in_file(path.display(), say!(NotText, at = at + 1))
    })
}

/// The positions of a list, one a line; `None` if the text is something else, a record most likely.
///
/// # Errors
/// A line after the first that is no position.
pub(super) fn position_lines(text: &str, name: &str) -> Result<Option<Vec<Position>>, CliError> {
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let mut positions = Vec::new();
    for (number, line) in lines {
        // Nothing in a record begins with four rows.
        let looks_like_one =
            line.split(' ').next().is_some_and(|rows| rows.matches('/').count() == 3 && rows.contains(','));
        if positions.is_empty() && !looks_like_one {
            return Ok(None);
        }
        let position = line.parse().map_err(|error: FenError| {
            CliError::in_file(name, say!(InLine, line = number, error = error.message()))
        });
        positions.push(position?);
    }
    Ok((!positions.is_empty()).then_some(positions))
}

/// The games of a text, one by one: JSON or a record of any kind.
///
/// # Errors
/// JSON that is none.
pub(super) fn games<'a>(
    text: &'a str,
    name: &'a str,
    options: &ReadOptions,
) -> Result<Box<dyn Iterator<Item = Result<Record, CliError>> + 'a>, CliError> {
    if !is_json(text) {
        let games = Games::new(text, *options);
        return Ok(Box::new(games.map(move |game| game.map_err(|error| CliError::in_file(name, error)))));
    }
    let value =
        serde_json::from_str(text).map_err(|error: serde_json::Error| CliError::in_file(name, error))?;
    let values = if let Value::Array(values) = value { values } else { vec![value] };
    Ok(Box::new(values.into_iter().enumerate().map(move |(index, value)| {
        Record::from_json(&value, index + 1).map_err(|error| CliError::in_file(name, error))
    })))
}

/// Whether a text is JSON rather than a record, in which a bracket begins a tag and a brace a comment.
fn is_json(text: &str) -> bool {
    let text = text.trim_start();
    let begins = |bracket: char, next: &[char]| {
        text.strip_prefix(bracket).is_some_and(|rest| rest.trim_start().starts_with(next))
    };
    begins('{', &['"', '}']) || begins('[', &['{', ']'])
}

/// Reads the games of a record, or one game without moves for each line of a file of position lines.
///
/// # Errors
/// What is wrong, with the file's name; also a game that names other rules than the options do.
pub fn read_games(path: &Path, options: &ReadOptions) -> Result<Vec<Record>, CliError> {
    let text = read_text(path)?;
    let name = path.display().to_string();
    if let Some(positions) = position_lines(&text, &name)? {
        let rules = options.rules.unwrap_or(Rules::ZANZIBAR);
        return Ok(positions
            .into_iter()
            .map(|start| Record::of(Game::from_position(rules, start)))
            .collect());
    }
    let records = games(&text, &name, options)?.collect::<Result<Vec<_>, _>>()?;
    if records.is_empty() {
        return Err(CliError::in_file(&name, say!(RecordNoGame)));
    }
    if let Some(rules) = options.rules
        && let Some(index) = records.iter().position(|record| record.rules() != rules)
        && let Some(record) = records.get(index)
    {
        let (number, found) = (index + 1, record.rules());
        let other = say!(OtherRules, number = number, found = found.name, rules = rules.name);
        return Err(CliError::in_file(&name, other));
    }
    Ok(records)
}
