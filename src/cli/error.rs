//! How a command fails: one line for people and an exit code.

use crate::words::{Message, Told, Words, say};
use std::fmt;
use std::io;
use std::path::Path;

/// Why a command ended early.
#[derive(Debug)]
pub enum CliError {
    /// The input is wrong: exit code 2.
    Input(Message),
    /// The command ran and its check failed: exit code 1.
    Failed(Message),
    /// Whoever read the output has gone: exit code 0 and no word.
    OutputClosed,
}

impl CliError {
    /// Wrong input.
    pub fn input(error: impl Told) -> CliError {
        CliError::Input(error.message())
    }

    /// A check that failed.
    pub fn failed(error: impl Told) -> CliError {
        CliError::Failed(error.message())
    }

    /// A file that could not be read or written.
    #[must_use]
    pub fn file(path: &Path, error: &io::Error) -> CliError {
        CliError::in_file(path.display(), error)
    }

    /// What is wrong with the contents of a file.
    pub fn in_file(file: impl fmt::Display, error: impl Told) -> CliError {
        CliError::Input(say!(InFile, file = file.to_string(), error = error.message()))
    }

    /// 0, 1 or 2.
    #[must_use]
    pub const fn exit_code(&self) -> u8 {
        match self {
            CliError::OutputClosed => 0,
            CliError::Failed(_) => 1,
            CliError::Input(_) => 2,
        }
    }

    /// The line in a language: one line, whatever the input looked like.
    #[must_use]
    pub fn told(&self, words: &Words) -> String {
        match self {
            CliError::Input(message) | CliError::Failed(message) => {
                message.told(words).trim_end().replace(['\n', '\r'], " ")
            }
            CliError::OutputClosed => String::new(),
        }
    }
}

/// In English.
impl fmt::Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.told(Words::english()))
    }
}

impl std::error::Error for CliError {}

/// Errors of writing to [`super::Output`]; files have [`CliError::file`].
impl From<io::Error> for CliError {
    fn from(error: io::Error) -> CliError {
        match error.kind() {
            io::ErrorKind::BrokenPipe => CliError::OutputClosed,
            _ => CliError::Failed(say!(OutputFailed, error = error.message())),
        }
    }
}
