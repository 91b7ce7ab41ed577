//! Where commands write: a buffered stdout that knows what its reader can show and which language he reads.

use super::CliError;
use crate::draw::{TextStyle, View};
use crate::rules::Game;
use crate::words::{Words, say};
use std::env;
use std::io::{self, BufWriter, IsTerminal, Write, stdout};
use std::path::Path;
use std::sync::Arc;

/// When to use colours and box drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Colour {
    /// On a terminal that has them and where `NO_COLOR` is not set
    Auto,
    /// Always, with box drawing
    Always,
    /// No colours; box drawing still where a terminal has it
    Never,
}

/// The output of a command.
pub struct Output {
    sink: Box<dyn Write + Send>,
    terminal: bool,
    columns: usize,
    style: TextStyle,
    words: Arc<Words>,
}

/// The width of a terminal that does not tell.
const USUAL_COLUMNS: usize = 80;

/// The width of the terminal, if it can be known.
fn columns() -> Option<usize> {
    let told = || env::var("COLUMNS").ok()?.parse().ok();
    let known = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    known.or_else(told).filter(|columns| *columns > 0)
}

fn is_set(name: &str) -> bool {
    env::var_os(name).is_some_and(|value| !value.is_empty())
}

/// The locale's name, in the order of precedence of POSIX.
fn locale() -> String {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"];
    names.into_iter().filter(|name| is_set(name)).find_map(|name| env::var(name).ok()).unwrap_or_default()
}

/// The words of a language named or kept in a file; without either the locale decides.
///
/// # Errors
/// The language is unknown and no readable language file either.
pub(super) fn language(name: Option<&str>) -> Result<Words, CliError> {
    let Some(name) = name else {
        let known = Words::by_name(locale().get(..2).unwrap_or_default());
        return Ok(known.unwrap_or_else(Words::english).clone());
    };
    if let Some(words) = Words::by_name(name) {
        return Ok(words.clone());
    }
    let path = Path::new(name);
    if !path.exists() {
        let known = Words::built_in_names().collect::<Vec<_>>().join(", ");
        return Err(CliError::Input(say!(
            UnknownLanguage,
            name = name.escape_debug().to_string(),
            known = known
        )));
    }
    let text = super::source::read_text(path)?;
    super::words::read(&text).map_err(|error| CliError::in_file(name, error))
}

impl Output {
    /// Standard output.
    #[must_use]
    pub fn stdout(colour: Colour, words: Words) -> Output {
        let terminal = stdout().is_terminal();
        let dumb = env::var_os("TERM").is_none_or(|term| term == "dumb");
        let utf8 = locale().to_ascii_uppercase().replace('-', "").contains("UTF8");
        let colours = match colour {
            Colour::Always => true,
            Colour::Never => false,
            Colour::Auto => terminal && !dumb && !is_set("NO_COLOR"),
        };
        let unicode = colour == Colour::Always || (terminal && !dumb && utf8);
        let columns = columns().filter(|_| terminal).unwrap_or(USUAL_COLUMNS);
        Output {
            sink: Box::new(BufWriter::new(stdout())),
            terminal,
            columns,
            style: TextStyle { unicode, colour: colours, narrow: columns < TextStyle::COLUMNS },
            words: Arc::new(words),
        }
    }

    /// Whether a person watches.
    #[must_use]
    pub const fn is_terminal(&self) -> bool {
        self.terminal
    }

    /// How many columns a line may have.
    #[must_use]
    pub const fn columns(&self) -> usize {
        self.columns
    }

    /// A text in lines that the terminal holds.
    #[must_use]
    pub fn wrapped(&self, text: &str) -> Vec<String> {
        let mut lines = vec![String::new()];
        for word in text.split(' ') {
            let Some(line) = lines.last_mut() else { continue };
            if line.is_empty() {
                line.push_str(word);
            } else if line.chars().count() + 1 + word.chars().count() < self.columns {
                line.push(' ');
                line.push_str(word);
            } else {
                lines.push(word.to_owned());
            }
        }
        lines
    }

    /// Writes a text in lines that the terminal holds.
    ///
    /// # Errors
    /// As writing.
    pub fn paragraph(&mut self, text: &str) -> io::Result<()> {
        self.wrapped(text).iter().try_for_each(|line| writeln!(self, "{line}"))
    }

    /// Whether colours and box drawing are wanted.
    #[must_use]
    pub const fn style(&self) -> TextStyle {
        self.style
    }

    /// The language of the output.
    #[must_use]
    pub fn words(&self) -> Arc<Words> {
        Arc::clone(&self.words)
    }

    /// Draws the board of a game's current position with its last move, seen by South.
    ///
    /// # Errors
    /// As writing.
    pub fn board(&mut self, game: &Game) -> io::Result<()> {
        self.view(&view_of(game))
    }

    /// Draws a board.
    ///
    /// # Errors
    /// As writing.
    pub fn view(&mut self, view: &View) -> io::Result<()> {
        let picture = crate::draw::text(&self.words, view, self.style);
        self.sink.write_all(picture.as_bytes())
    }

    /// Writes a value as indented JSON and ends the line.
    ///
    /// # Errors
    /// As writing.
    pub fn json(&mut self, value: &impl serde::Serialize) -> io::Result<()> {
        serde_json::to_writer_pretty(&mut self.sink, value)?;
        writeln!(self.sink)
    }
}

/// The current position of a game with its last move.
pub(super) fn view_of(game: &Game) -> View {
    let mover = game.position().mover();
    View { last: game.moves().last().map(|mv| (mover.other(), *mv)), ..View::of(game.position().parts()) }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.sink.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.sink.flush()
    }
}
