//! `fundi play`: a game against the engine, line by line, in any terminal.

mod animate;
mod command;
mod levels;
mod session;

use super::{CliError, Output, PositionArgs};
use crate::board::Side;
use crate::record::Record;
use crate::search::{Engine, Settings};
use crate::words::Key;
use levels::Strength;
use session::{Next, Session};
use std::io::{BufRead, Write, stdin};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Play against Fundi in the terminal
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  fundi play --level pupil\n  fundi play --side north --level 1500 --speed 0\n  fundi play --rules kujifunza"
)]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Your side
    #[arg(long, value_enum, value_name = "SIDE", default_value_t = Seat::South)]
    side: Seat,
    /// The engine's level: beginner, pupil, player, champion, master (with the opening book), or an Elo
    #[arg(long, value_name = "LEVEL", default_value = "player")]
    level: String,
    /// Seconds the engine thinks at most
    #[arg(long, value_name = "SECONDS", default_value_t = 2.0)]
    time: f64,
    /// Milliseconds between the laps of the engine's moves; 0 shows only the result
    #[arg(long, value_name = "MS", default_value_t = 400, value_parser = clap::value_parser!(u64).range(0..=10_000))]
    speed: u64,
    /// Show the evaluation bar
    #[arg(long)]
    eval: bool,
    /// Same number, same weaknesses and openings of the engine [default: another each time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// A side to sit at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Seat {
    /// Below the board; moves first
    South,
    /// Above the board
    North,
}

/// Runs the command.
pub fn run(args: Args, out: &mut Output) -> Result<(), CliError> {
    let words = out.words();
    let game = args.position.game()?;
    let strength = Strength::parse(&words, &args.level).ok_or_else(|| {
        CliError::Input(format!("level `{}`: {}", args.level.escape_debug(), Strength::list(&words)))
    })?;
    let think = Duration::try_from_secs_f64(args.time).ok().filter(|time| !time.is_zero());
    let think =
        think.ok_or_else(|| CliError::Input(format!("--time {}, expected seconds above 0", args.time)))?;
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let settings = Settings { threads, ..Settings::default() };
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| time.as_nanos() as u64);
    let mut session = Session {
        record: Record::of(game),
        human: if args.side == Seat::South { Side::South } else { Side::North },
        strength,
        engine: Engine::new(settings),
        settings,
        think,
        pause: Duration::from_millis(args.speed),
        shows_eval: args.eval,
        seed: args.seed.unwrap_or_else(now),
        words: words.clone(),
    };
    let (side, example) = match session.human {
        Side::South => (Side::South, "A6R"),
        Side::North => (Side::North, "a6R"),
    };
    writeln!(out, "{}", words.fill(Key::PlayWelcome, &[("side", &words.side(side)), ("example", &example)]))?;
    writeln!(out, "{}", strength.describe(&words))?;
    session.engine_moves(out)?;
    session.show(out)?;
    let mut input = stdin().lock();
    loop {
        let mover = session.record.game().position().mover();
        write!(out, "{}", words.fill(Key::PlayPrompt, &[("side", &words.side(mover))]))?;
        write!(out, " ")?;
        out.flush()?;
        let mut line = Vec::new();
        if input.read_until(b'\n', &mut line).unwrap_or(0) == 0 {
            writeln!(out)?;
            return Ok(());
        }
        if session.obey(&String::from_utf8_lossy(&line), out)? == Next::Quit {
            return Ok(());
        }
        let waits = session.record.game().position().mover() != session.human;
        if waits && session.record.outcome() == crate::record::Outcome::Open {
            session.engine_moves(out)?;
            session.show(out)?;
        }
    }
}
