//! `fundi play`: a game against the engine, line by line, in any terminal.

mod animate;
mod command;
mod kept;
mod levels;
mod session;

use super::values::{cores, milliseconds, seconds};
use super::{CliError, Output, PositionArgs, interrupt};
use crate::board::Side;
use crate::record::Record;
use crate::search::{Engine, Settings};
use crate::words::{Key, say};
use kept::Kept;
use levels::Strength;
use session::{Next, Session};
use std::io::{BufRead, IsTerminal, Write, stdin};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
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
    #[arg(long, value_name = "SECONDS", default_value = "2", value_parser = seconds)]
    time: Duration,
    /// Milliseconds between the laps of the engine's moves; 0 shows only the result
    #[arg(long, value_name = "MS", default_value_t = 400, value_parser = milliseconds)]
    speed: u64,
    /// Show the evaluation bar
    #[arg(long)]
    eval: bool,
    /// Keep the game in this file, move by move; after Ctrl-C a game without one is saved under a new name
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
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
    let strength = Strength::named(&words, &args.level).map_err(CliError::Input)?;
    if let Some(file) = args.record.as_deref().filter(|file| file.exists() && !args.position.reads(file)) {
        return Err(CliError::in_file(file.display(), say!(FileExists)));
    }
    let settings = Settings { threads: cores(), ..Settings::default() };
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| time.as_nanos() as u64);
    let mut session = Session {
        record: Record::of(game),
        human: if args.side == Seat::South { Side::South } else { Side::North },
        strength,
        engine: Engine::new(settings),
        settings,
        think: args.time,
        pause: Duration::from_millis(args.speed),
        shows_eval: args.eval,
        seed: args.seed.unwrap_or_else(now),
        words: words.clone(),
        kept: Kept::new(args.record),
        interrupted: Arc::default(),
    };
    let inbox = inputs(&session.interrupted)?;
    let (side, example) = match session.human {
        Side::South => (Side::South, "A6R"),
        Side::North => (Side::North, "a6R"),
    };
    writeln!(out, "{}", words.fill(Key::PlayWelcome, &[("side", &words.side(side)), ("example", &example)]))?;
    writeln!(out, "{}", strength.describe(&words))?;
    session.engine_moves(out)?;
    session.show(out)?;
    while !session.is_interrupted() {
        let mover = session.record.game().position().mover();
        write!(out, "{}", words.fill(Key::PlayPrompt, &[("side", &words.side(mover))]))?;
        write!(out, " ")?;
        out.flush()?;
        match inbox.recv() {
            Ok(Input::Line(line)) => {
                if session.obey(&String::from_utf8_lossy(&line), out)? == Next::Quit {
                    return Ok(());
                }
            }
            Ok(Input::Interrupt) => break,
            Ok(Input::End) | Err(_) => {
                writeln!(out)?;
                // A script knows how it ends; a person may have typed Ctrl-D by mistake.
                return if stdin().is_terminal() { session.leave(out) } else { Ok(()) };
            }
        }
        let waits = session.record.game().position().mover() != session.human;
        if waits && session.record.outcome() == crate::record::Outcome::Open {
            session.engine_moves(out)?;
            session.show(out)?;
        }
    }
    if out.style().colour {
        write!(out, "\x1b[0m")?;
    }
    writeln!(out)?;
    session.leave(out)
}

/// What comes from outside.
enum Input {
    Line(Vec<u8>),
    /// The end of the input.
    End,
    /// Ctrl-C, or the terminal is gone.
    Interrupt,
}

/// Lines of the input and Ctrl-C as they come; the latter also raises the flag.
fn inputs(interrupted: &Arc<AtomicBool>) -> Result<Receiver<Input>, CliError> {
    let (sender, inbox) = channel();
    let (flag, signals) = (Arc::clone(interrupted), sender.clone());
    interrupt::watch(move || {
        flag.store(true, Ordering::Relaxed);
        // If nobody listens any more, the program is ending already.
        drop(signals.send(Input::Interrupt));
    })?;
    std::thread::spawn(move || {
        let mut input = stdin().lock();
        loop {
            let mut line = Vec::new();
            let read = input.read_until(b'\n', &mut line).unwrap_or(0);
            let news = if read == 0 { Input::End } else { Input::Line(line) };
            if sender.send(news).is_err() || read == 0 {
                return;
            }
        }
    });
    Ok(inbox)
}
