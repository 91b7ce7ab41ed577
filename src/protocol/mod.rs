//! The engine behind a pipe: `uci` and `ugi` as graphical programs and match runners speak them, and a friendly mode
//! for people. `protocol.md` is the specification; a test replays its examples.
//!
//! A line goes this way: [`io`] reads it on a thread of its own, [`parse`] and [`go`] make a [`parse::Command`] of it, the
//! [`session`] carries it out and is the only one who writes. Searching happens on the [`worker`]'s thread, so input is
//! always read, and whatever goes wrong there (a panic, a search that does not end) still ends in a `bestmove`.
//! [`thinking`] is one `go`
//! from limits to `bestmove`, [`talk`] the commands that only show something, [`options`] is the one table of options, [`history`] the game told by the runner, [`reply`] the form of the answers.

pub mod go;
pub mod history;
pub mod io;
pub mod memory;
pub mod options;
pub mod parse;
pub mod reply;
pub mod session;
pub mod talk;
#[cfg(test)]
mod tests;
pub mod thinking;
pub mod worker;

use std::io::{Read, Write};
use std::sync::Arc;

/// Which dialect is spoken. The handshake word decides; before any, the program talks to a person.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// No handshake yet.
    #[default]
    Interactive,
    /// Universal Chess Interface: wins are counted in moves, ponder moves may be printed.
    Uci,
    /// Universal Game Interface: wins are counted in plies.
    Ugi,
    /// Tak Engine Interface, as an alias.
    Tei,
}

impl Mode {
    /// The line that ends the handshake.
    #[must_use]
    pub const fn ok(self) -> &'static str {
        match self {
            Mode::Interactive | Mode::Uci => "uciok",
            Mode::Ugi => "ugiok",
            Mode::Tei => "teiok",
        }
    }

    /// Whether `mate N` means plies; otherwise own moves.
    #[must_use]
    pub const fn counts_plies(self) -> bool {
        matches!(self, Mode::Ugi)
    }
}

/// Serves one client until `quit`, end of input, or until nobody reads the output any more.
///
/// Returns when the client is gone; a search that still runs then dies with the process.
pub fn run(input: impl Read + Send + 'static, output: impl Write + Send + 'static) {
    session::Session::new(Box::new(output), Arc::new(worker::engine)).serve(input);
}
