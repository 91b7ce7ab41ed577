//! The command line: one file a command, each with a clap `Args` struct and `run(args, out) -> Result<(), CliError>`.
//!
//! A new command needs its file, a line in `Command` and one in `Command::run`. Commands write to [`Output`] with `writeln!` and `?`:
//! a reader that has closed the pipe then ends the program quietly. Whatever is wrong with the input becomes one line on stderr and exit code 2.
//! What people read comes from [`crate::words`]; the help of commands and arguments stands beside them and is translated by `help`.

mod analyze;
mod bench;
mod book;
mod conformance;
mod convert;
mod error;
mod eval;
mod help;
mod interrupt;
mod match_command;
mod match_settings;
mod moves;
mod output;
mod perft;
mod play;
mod progress;
mod puzzle;
mod query;
mod review;
mod search_args;
mod serve;
mod show;
mod solve;
mod source;
mod threats;
mod trace;
mod usage;
mod values;
mod verify;
mod why;
mod words;

pub use error::CliError;
pub use output::Output;
pub use source::{PositionArgs, RulesArg, read_games, read_text};

use crate::words::{Key, Words};
use clap::{CommandFactory, Parser, Subcommand};
use output::Colour;
use std::ffi::OsString;
use std::io::{IsTerminal, Write, stderr, stdin, stdout};

/// Fundi, a game engine for Bao la Kiswahili.
#[derive(Parser, Debug)]
#[command(
    name = "fundi",
    version,
    max_term_width = 110,
    after_help = "Example:\n  fundi moves --moves \"A7L a5R\""
)]
struct Cli {
    /// Colours and box drawing in the output.
    #[arg(long, global = true, value_enum, default_value_t = Colour::Auto, value_name = "WHEN", display_order = 100)]
    color: Colour,
    /// Language: en, sw, or a language file [default: the locale's, or en]
    #[arg(long, global = true, value_name = "LANGUAGE", display_order = 100)]
    lang: Option<String>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand, Debug)]
enum Command {
    Analyze(analyze::Args),
    Bench(bench::Args),
    Book(book::Args),
    Convert(convert::Args),
    Eval(eval::Args),
    Conformance(conformance::Args),
    Match(Box<match_command::Args>),
    Moves(moves::Args),
    Perft(perft::Args),
    Play(play::Args),
    Puzzle(puzzle::Args),
    Review(review::Args),
    Serve(serve::Args),
    Show(show::Args),
    Solve(solve::Args),
    Threats(threats::Args),
    Trace(trace::Args),
    Verify(verify::Args),
    Why(why::Args),
    Words(words::Args),
}

impl Command {
    fn run(self, out: &mut Output) -> Result<(), CliError> {
        match self {
            Command::Bench(args) => bench::run(args, out),
            Command::Book(args) => book::run(args, out),
            Command::Conformance(args) => conformance::run(args, out),
            Command::Match(args) => match_command::run(*args, out),
            Command::Analyze(args) => analyze::run(args, out),
            Command::Convert(args) => convert::run(args, out),
            Command::Eval(args) => eval::run(args, out),
            Command::Moves(args) => moves::run(args, out),
            Command::Perft(args) => perft::run(args, out),
            Command::Play(args) => play::run(args, out),
            Command::Puzzle(args) => puzzle::run(args, out),
            Command::Review(args) => review::run(args, out),
            Command::Serve(args) => serve::run(&args, out),
            Command::Show(args) => show::run(args, out),
            Command::Solve(args) => solve::run(args, out),
            Command::Threats(args) => threats::run(args, out),
            Command::Trace(args) => trace::run(args, out),
            Command::Verify(args) => verify::run(args, out),
            Command::Why(args) => why::run(args, out),
            Command::Words(_) => words::run(out),
        }
    }
}

/// The texts of `--help`: key and English.
fn help_texts() -> Vec<(String, String)> {
    help::texts(Cli::command())
}

/// Runs the program with these arguments (the program's name first) and returns its exit code: 0, 1 for a check that
/// failed, 2 for bad input.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let mut out = Output::stdout(Colour::Auto, Words::english().clone());
    let result = match Cli::try_parse_from(&arguments) {
        Ok(cli) => output::language(cli.lang.as_deref()).and_then(|words| {
            out = Output::stdout(cli.color, words);
            match cli.command {
                Some(command) => command.run(&mut out),
                None => engine(&out),
            }
        }),
        Err(_) => {
            // Once more, in the language of the reader: most runs need no help.
            let words = output::language(wished_language(&arguments).as_deref());
            out = Output::stdout(Colour::Auto, words.unwrap_or_else(|_| Words::english().clone()));
            match help::translated(Cli::command(), &out.words()).try_get_matches_from(&arguments) {
                Err(error) if error.use_stderr() => Err(CliError::Input(usage::message(&error))),
                Err(help) => write!(out, "{}", help.render()).map_err(CliError::from),
                Ok(_) => Ok(()),
            }
        }
    };
    let result = result.and_then(|()| out.flush().map_err(CliError::from));
    match result {
        Ok(()) | Err(CliError::OutputClosed) => 0,
        Err(error) => {
            // What was written before the error is worth having; a closed pipe is no second error.
            drop(out.flush());
            drop(writeln!(stderr(), "fundi: {}", error.told(&out.words())));
            error.exit_code()
        }
    }
}

/// The engine protocol on standard input and output.
fn engine(out: &Output) -> Result<(), CliError> {
    if stdin().is_terminal() && stdout().is_terminal() {
        // A person: `help` is the word that leads to all others.
        let version = env!("CARGO_PKG_VERSION");
        let greeting = out.words().fill(Key::EngineGreeting, &[("version", &version)]);
        drop(writeln!(stdout(), "{greeting}"));
    }
    crate::protocol::run(stdin(), stdout());
    Ok(())
}

/// The language asked for by arguments that could not be read as a whole.
fn wished_language(arguments: &[OsString]) -> Option<String> {
    let mut texts = arguments.iter().filter_map(|argument| argument.to_str());
    while let Some(text) = texts.next() {
        match text.strip_prefix("--lang") {
            Some("") => return texts.next().map(str::to_owned),
            Some(rest) if rest.starts_with('=') => return rest.get(1..).map(str::to_owned),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed_in_every_language() {
        for name in Words::built_in_names() {
            let words = Words::by_name(name).unwrap();
            help::translated(Cli::command(), words).debug_assert();
        }
    }
}
