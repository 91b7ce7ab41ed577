//! `fundi match`: engines against each other.

use super::match_settings::SettingsArgs;
use super::{CliError, Output};
use crate::arena::opening::{self, Opening};
use crate::arena::random::Random;
use crate::arena::runner::{End, Event, Match, MatchError, Summary};
use crate::arena::settings::{MatchSettings, Order};
use crate::arena::standings::Standings;
use crate::arena::{crosstable, date, gamefile, generate, judge};
use crate::board::Position;
use crate::rules::Rules;
use std::io::{IsTerminal, Write, stderr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime};

/// Let engines play each other: checked moves, error bars, a sequential test, and matches that can be resumed
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  fundi match --nodes 2000 --games 100
  fundi match -e \"name=new ./fundi-new\" -e \"name=old ./fundi-old\" --tc 10+0.1 --sprt 0:10 -c 2
  fundi match --resume match-20261130-090045.journal
  fundi match --tally job-*.pgn --sprt 0:10")]
pub struct Args {
    #[command(flatten)]
    settings: SettingsArgs,
    /// Go on with a match that was stopped or killed
    #[arg(long, value_name = "JOURNAL", exclusive = true)]
    resume: Option<PathBuf>,
    /// Only add up the games of these files, say of the jobs of a cluster, and print the score
    #[arg(long, value_name = "GAMES", num_args = 1..)]
    tally: Vec<PathBuf>,
    /// Write no files
    #[arg(long, conflicts_with = "output")]
    no_files: bool,
    /// Fail if anything irregular happened
    #[arg(long)]
    strict: bool,
    /// No progress line
    #[arg(short, long)]
    quiet: bool,
    /// Print the settings as a settings file and play nothing
    #[arg(long)]
    print_settings: bool,
}

/// Runs the command.
pub fn run(args: Args, out: &mut Output) -> Result<(), CliError> {
    if !args.tally.is_empty() {
        return tally(args, out);
    }
    let stop = Arc::new(AtomicBool::new(false));
    let flag = stop.clone();
    ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed))
        .map_err(|e| CliError::Failed(format!("cannot watch for Ctrl-C: {e}")))?;
    let mut game = match &args.resume {
        Some(path) => Match::resume(path).map_err(CliError::input)?,
        None => {
            let mut settings = args.settings.settings()?;
            if args.print_settings {
                let text = toml::to_string(&settings).map_err(CliError::input)?;
                return Ok(write!(out, "{text}")?);
            }
            settings.check().map_err(CliError::input)?;
            if args.no_files {
                settings.output = PathBuf::new();
            } else if settings.output.as_os_str().is_empty() {
                settings.output = PathBuf::from(format!("match-{}", date::stamp(SystemTime::now())));
            }
            let openings = openings(&mut settings, &stop, args.quiet)?;
            Match::new(settings, openings, &stop).map_err(match_error)?
        }
    };
    announce(&game, out)?;
    let settings = game.settings().clone();
    let rules = Rules::by_name(&settings.rules).map_err(CliError::input)?;
    let prover = |position: &Position| judge::winner(rules, position, settings.proof_nodes);
    let prover: Option<crate::arena::referee::Prover<'_>> =
        if settings.proof_nodes > 0 { Some(&prover) } else { None };
    let mut progress = Progress::new(game.names().to_vec(), &settings, args.quiet);
    let summary = game.run(prover, &stop, &mut |event| progress.show(&event));
    progress.clear();
    let summary = summary.map_err(match_error)?;
    write!(out, "{}", crosstable::report(&summary, game.names(), settings.sprt.as_ref()))?;
    if let Some(files) = game.files() {
        writeln!(out, "Games in   {}", files.games_path().display())?;
        if files.log_path().exists() {
            writeln!(out, "Faults in  {}", files.log_path().display())?;
        }
    }
    verdict(&game, &summary, args.strict)
}

/// Adds up game files.
fn tally(args: Args, out: &mut Output) -> Result<(), CliError> {
    let read = |path: &PathBuf| std::fs::read_to_string(path).map_err(|e| CliError::file(path, &e));
    let texts: Vec<String> = args.tally.iter().map(read).collect::<Result<_, _>>()?;
    let meetings = gamefile::add_up(texts.iter().map(String::as_str)).map_err(CliError::input)?;
    let sprt = args.settings.settings()?.sprt;
    for meeting in &meetings {
        write!(out, "{}", crosstable::meeting_report(meeting, sprt.as_ref()))?;
    }
    Ok(())
}

fn match_error(error: MatchError) -> CliError {
    match error {
        MatchError::Files(_) | MatchError::Stopped => CliError::Failed(error.to_string()),
        other => CliError::input(other),
    }
}

/// The exit code: stopped matches and, if strict, irregular ones have failed.
fn verdict(game: &Match, summary: &Summary, strict: bool) -> Result<(), CliError> {
    if summary.end == End::Stopped {
        let again = game
            .files()
            .map(|f| format!("; go on with: fundi match --resume {}", f.journal_path().display()));
        return Err(CliError::Failed(format!(
            "stopped after {} games{}",
            summary.standings.games(),
            again.unwrap_or_default()
        )));
    }
    if strict && summary.irregularities > 0 {
        return Err(CliError::Failed(format!("{} irregularities", summary.irregularities)));
    }
    Ok(())
}

/// Reads or generates the openings; fills in the seed.
fn openings(settings: &mut MatchSettings, stop: &AtomicBool, quiet: bool) -> Result<Vec<Opening>, CliError> {
    let rules = Rules::by_name(&settings.rules).map_err(CliError::input)?;
    let seed = *settings.openings.seed.get_or_insert_with(Random::fresh_seed);
    if let Some(path) = &settings.openings.file {
        let text = std::fs::read_to_string(path).map_err(|e| CliError::file(path, &e))?;
        let mut openings = opening::read_all(&text, rules)
            .map_err(|e| CliError::Input(format!("{}: {e}", path.display())))?;
        if settings.openings.order == Order::Random {
            Random::new(seed).shuffle(&mut openings);
        }
        return Ok(openings);
    }
    let wanted = settings.rounds as usize;
    if !quiet && wanted > 500 {
        // A closed stderr is no reason to stop.
        let _ = writeln!(stderr(), "generating {wanted} openings ...");
    }
    let nodes = settings.openings.nodes;
    let openings = generate::generate(
        rules,
        &settings.openings,
        seed,
        wanted,
        &|position| judge::score(rules, position, nodes),
        stop,
    );
    if openings.is_empty() {
        return Err(CliError::Input(format!(
            "no opening of {} to {} random plies scores within {} centiseeds",
            settings.openings.min_plies, settings.openings.max_plies, settings.openings.window
        )));
    }
    Ok(openings)
}

/// The lines before the first game.
fn announce(game: &Match, out: &mut Output) -> Result<(), CliError> {
    let s = game.settings();
    for (index, name) in game.names().iter().enumerate() {
        writeln!(out, "Engine {}   {name} ({})", index + 1, s.limits_of(index))?;
    }
    let games = game.standings().schedule().len();
    let origin = match &s.openings.file {
        Some(path) => format!("of {}", path.file_name().unwrap_or(path.as_os_str()).display()),
        None => "generated".to_string(),
    };
    writeln!(
        out,
        "Match      {games} games by the rules {}, {} at a time; {} openings {origin}, seed {}",
        s.rules,
        s.concurrency,
        game.openings().len(),
        s.openings.seed.unwrap_or_default()
    )?;
    if game.openings().len() < s.rounds as usize {
        writeln!(out, "Note       fewer openings than rounds: they will be used again")?;
    }
    if game.already_played() > 0 {
        writeln!(out, "Resumed    {} games were played before", game.already_played())?;
    }
    Ok(out.flush()?)
}

/// Irregularities shown while the match runs; the rest is in the log.
const SHOWN: u32 = 20;
/// Between two lines where nobody watches.
const PAUSE: Duration = Duration::from_secs(30);

/// The running score on stderr: one line that is overwritten on a terminal, a line now and then elsewhere.
struct Progress {
    names: Vec<String>,
    settings: MatchSettings,
    quiet: bool,
    terminal: bool,
    shown: u32,
    last: Instant,
}

impl Progress {
    fn new(names: Vec<String>, settings: &MatchSettings, quiet: bool) -> Progress {
        let settings = settings.clone();
        Progress { names, settings, quiet, terminal: stderr().is_terminal(), shown: 0, last: Instant::now() }
    }

    fn show(&mut self, event: &Event<'_>) {
        match event {
            Event::Irregular(name, text) => {
                self.shown += 1;
                if self.shown <= SHOWN {
                    self.clear();
                    let more = if self.shown == SHOWN { " (more are not shown)" } else { "" };
                    self.line(&format!("irregular: {name}: {text}{more}\n"));
                }
            }
            Event::Game { standings, .. } if !self.quiet => self.score(standings),
            Event::Game { .. } => {}
        }
    }

    fn score(&mut self, standings: &Standings) {
        if !self.terminal && self.last.elapsed() < PAUSE {
            return;
        }
        let line = crosstable::progress(standings, &self.names, self.settings.sprt.as_ref());
        self.clear();
        self.line(&if self.terminal { line } else { format!("{line}\n") });
        self.last = Instant::now();
    }

    fn clear(&self) {
        if self.terminal {
            self.line("\r\x1b[K");
        }
    }

    fn line(&self, text: &str) {
        // Progress is a courtesy: if stderr is gone the match goes on without it.
        let _ = write!(stderr(), "{text}").and_then(|()| stderr().flush());
    }
}
