//! Where commands write: a buffered stdout that knows what its reader can show.

use std::env;
use std::io::{self, BufWriter, IsTerminal, Write, stdout};

/// When to use colours and box drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Colour {
    /// On a terminal that has them and where `NO_COLOR` is not set.
    Auto,
    /// Always, with box drawing.
    Always,
    /// No colours; box drawing still where a terminal has it.
    Never,
}

/// The output of a command.
pub struct Output {
    sink: Box<dyn Write + Send>,
    terminal: bool,
    colour: bool,
    unicode: bool,
}

fn is_set(name: &str) -> bool {
    env::var_os(name).is_some_and(|value| !value.is_empty())
}

/// Whether the locale says UTF-8, in the order of precedence of POSIX.
fn utf8_locale() -> bool {
    let name = ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .filter(|name| is_set(name))
        .find_map(|name| env::var(name).ok());
    name.is_some_and(|name| name.to_ascii_uppercase().replace('-', "").contains("UTF8"))
}

impl Output {
    /// Standard output.
    #[must_use]
    pub fn stdout(colour: Colour) -> Output {
        let terminal = stdout().is_terminal();
        let dumb = env::var_os("TERM").is_none_or(|term| term == "dumb");
        Output {
            sink: Box::new(BufWriter::new(stdout())),
            terminal,
            colour: match colour {
                Colour::Always => true,
                Colour::Never => false,
                Colour::Auto => terminal && !dumb && !is_set("NO_COLOR"),
            },
            unicode: colour == Colour::Always || (terminal && utf8_locale()),
        }
    }

    /// Whether a person watches.
    #[must_use]
    pub const fn is_terminal(&self) -> bool {
        self.terminal
    }

    /// Whether colours are wanted.
    #[must_use]
    pub const fn colour(&self) -> bool {
        self.colour
    }

    /// Whether box drawing characters are wanted.
    #[must_use]
    pub const fn unicode(&self) -> bool {
        self.unicode
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

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.sink.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.sink.flush()
    }
}
