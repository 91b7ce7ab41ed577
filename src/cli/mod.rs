//! The command line: one file a command, each with a clap `Args` struct and `run(args, out) -> Result<(), CliError>`.
//!
//! A new command needs its file, a line in `Command` and one in `Command::run`. Commands write to [`Output`] with `writeln!` and `?`:
//! a reader that has closed the pipe then ends the program quietly. Whatever is wrong with the input becomes one line on stderr and exit code 2.

mod analyze;
mod bench;
mod book;
mod conformance;
mod convert;
mod error;
mod eval;
mod interrupt;
mod match_command;
mod match_settings;
mod moves;
mod output;
mod perft;
mod play;
mod progress;
mod puzzle;
mod review;
mod search_args;
mod serve;
mod show;
mod solve;
mod source;
mod threats;
mod trace;
mod verify;
mod why;

pub use error::CliError;
pub use output::Output;
pub use source::{PositionArgs, RulesArg, read_games, read_text};

use crate::words::Words;
use clap::{Parser, Subcommand};
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
    #[arg(long, global = true, value_enum, default_value_t = Colour::Auto, value_name = "WHEN")]
    color: Colour,
    /// Language: en, sw, or a language file [default: the locale's, or en]
    #[arg(long, global = true, value_name = "LANGUAGE")]
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
        }
    }
}

/// Runs the program with these arguments (the program's name first) and returns its exit code: 0, 1 for a check that
/// failed, 2 for bad input.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let mut out = Output::stdout(Colour::Auto, Words::english().clone());
    let result = match Cli::try_parse_from(arguments) {
        Ok(cli) => output::language(cli.lang.as_deref()).and_then(|words| {
            out = Output::stdout(cli.color, words);
            match cli.command {
                Some(command) => command.run(&mut out),
                None => {
                    if stdin().is_terminal() && stdout().is_terminal() {
                        // A person: `help` is the word that leads to all others.
                        drop(writeln!(
                            stdout(),
                            "Fundi {}: `help` lists the commands",
                            env!("CARGO_PKG_VERSION")
                        ));
                    }
                    crate::protocol::run(stdin(), stdout());
                    Ok(())
                }
            }
        }),
        Err(error) if error.use_stderr() => Err(CliError::Input(one_line(&error))),
        Err(help) => write!(out, "{}", help.render()).map_err(CliError::from),
    };
    let result = result.and_then(|()| out.flush().map_err(CliError::from));
    match result {
        Ok(()) | Err(CliError::OutputClosed) => 0,
        Err(error) => {
            // What was written before the error is worth having; a closed pipe is no second error.
            drop(out.flush());
            drop(writeln!(stderr(), "fundi: {error}"));
            error.exit_code()
        }
    }
}

/// Clap's message without its usage block, in one line.
fn one_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let words = text.lines().take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"));
    let line = words.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ");
    line.strip_prefix("error: ").unwrap_or(&line).to_owned()
}
