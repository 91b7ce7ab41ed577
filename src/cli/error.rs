//! How a command fails: one line for people and an exit code.

use std::fmt;
use std::io;
use std::path::Path;

/// Why a command ended early.
#[derive(Debug)]
pub enum CliError {
    /// The input is wrong: exit code 2.
    Input(String),
    /// The command ran and its check failed: exit code 1.
    Failed(String),
    /// Whoever read the output has gone: exit code 0 and no word.
    OutputClosed,
}

impl CliError {
    /// Wrong input, described by anything printable.
    pub fn input(message: impl fmt::Display) -> CliError {
        CliError::Input(message.to_string())
    }

    /// A file that could not be read or written.
    #[must_use]
    pub fn file(path: &Path, error: &io::Error) -> CliError {
        CliError::Input(format!("{}: {error}", path.display()))
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
}

impl fmt::Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // One line, whatever the input looked like.
            CliError::Input(message) | CliError::Failed(message) => {
                f.write_str(message.trim_end().replace(['\n', '\r'], " ").as_str())
            }
            CliError::OutputClosed => f.write_str("output closed"),
        }
    }
}

impl std::error::Error for CliError {}

/// Errors of writing to [`super::Output`]; files have [`CliError::file`].
impl From<io::Error> for CliError {
    fn from(error: io::Error) -> CliError {
        match error.kind() {
            io::ErrorKind::BrokenPipe => CliError::OutputClosed,
            _ => CliError::Failed(format!("cannot write the output: {error}")),
        }
    }
}
