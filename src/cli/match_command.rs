//! `fundi match`: engines against each other.

use super::match_settings::SettingsArgs;
use super::{CliError, Output};
use crate::arena::opening::{self, Opening};
use crate::arena::runner::{End, Event, Match, MatchError, Summary};
use crate::arena::settings::{MatchSettings, Order};
use crate::arena::standings::Standings;
use crate::arena::{crosstable, date, gamefile, generate, judge};
use crate::board::Position;
use crate::random::Random;
use crate::rules::Rules;
use crate::words::{Key, Message, Words, say};
use std::io::{IsTerminal, Write, stderr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
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
    let words = out.words();
    let stop = Arc::new(AtomicBool::new(false));
    let flag = stop.clone();
    super::interrupt::raise(&flag)?;
    let mut game = match &args.resume {
        Some(path) => Match::resume(path).map_err(CliError::input)?,
        None => {
            let mut settings = args.settings.settings()?;
            if args.print_settings {
                let text =
                    toml::to_string(&settings).map_err(|error| CliError::Input(Message::foreign(error)))?;
                return Ok(write!(out, "{text}")?);
            }
            settings.check().map_err(CliError::input)?;
            if args.no_files {
                settings.output = PathBuf::new();
            } else if settings.output.as_os_str().is_empty() {
                settings.output = PathBuf::from(format!("match-{}", date::stamp(SystemTime::now())));
            }
            let openings = openings(&mut settings, &stop, args.quiet, &words)?;
            Match::new(settings, openings, &stop).map_err(match_error)?
        }
    };
    write!(out, "{}", crosstable::announcement(&words, &game))?;
    out.flush()?;
    let settings = game.settings().clone();
    let rules = Rules::by_name(&settings.rules).map_err(CliError::input)?;
    let prover = |position: &Position| judge::winner(rules, position, settings.proof_nodes);
    let prover: Option<crate::arena::referee::Prover<'_>> =
        if settings.proof_nodes > 0 { Some(&prover) } else { None };
    let mut progress = Progress::new(game.names().to_vec(), &settings, args.quiet, &words);
    let summary = game.run(prover, &stop, &mut |event| progress.show(&event));
    progress.clear();
    let summary = summary.map_err(match_error)?;
    let report = crosstable::report(&words, &summary, game.names(), settings.sprt.as_ref());
    write!(out, "{report}")?;
    if let Some(files) = game.files() {
        write!(out, "{}", crosstable::files(&words, files))?;
    }
    verdict(&game, &summary, args.strict)
}

/// Adds up game files.
fn tally(args: Args, out: &mut Output) -> Result<(), CliError> {
    let read = |path: &PathBuf| std::fs::read_to_string(path).map_err(|e| CliError::file(path, &e));
    let texts: Vec<String> = args.tally.iter().map(read).collect::<Result<_, _>>()?;
    let meetings = gamefile::add_up(texts.iter().map(String::as_str)).map_err(CliError::input)?;
    let sprt = args.settings.settings()?.sprt;
    let words = out.words();
    for meeting in &meetings {
        write!(out, "{}", crosstable::meeting_report(&words, meeting, sprt.as_ref()))?;
    }
    Ok(())
}

fn match_error(error: MatchError) -> CliError {
    match error {
        MatchError::Files(_) | MatchError::Stopped => CliError::failed(error),
        other => CliError::input(other),
    }
}

/// The exit code: stopped matches and, if strict, irregular ones have failed.
fn verdict(game: &Match, summary: &Summary, strict: bool) -> Result<(), CliError> {
    if summary.end == End::Stopped {
        let played = summary.standings.games();
        return Err(CliError::Failed(match game.files() {
            Some(files) => say!(MatchStoppedResume, n = played, journal = files.journal_path().display()),
            None => say!(MatchStopped, n = played),
        }));
    }
    if strict && summary.irregularities > 0 {
        return Err(CliError::Failed(say!(MatchIrregular, n = summary.irregularities)));
    }
    Ok(())
}

/// Reads or generates the openings; fills in the seed.
fn openings(
    settings: &mut MatchSettings,
    stop: &AtomicBool,
    quiet: bool,
    words: &Words,
) -> Result<Vec<Opening>, CliError> {
    let rules = Rules::by_name(&settings.rules).map_err(CliError::input)?;
    let seed = *settings.openings.seed.get_or_insert_with(Random::fresh_seed);
    if let Some(path) = &settings.openings.file {
        let text = std::fs::read_to_string(path).map_err(|e| CliError::file(path, &e))?;
        let mut openings =
            opening::read_all(&text, rules).map_err(|error| CliError::in_file(path.display(), error))?;
        if settings.openings.order == Order::Random {
            Random::new(seed).shuffle(&mut openings);
        }
        return Ok(openings);
    }
    let wanted = settings.rounds as usize;
    if !quiet && wanted > 500 {
        // A closed stderr is no reason to stop.
        let _ = writeln!(stderr(), "{}", words.fill(Key::MatchGenerating, &[("n", &wanted)]));
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
        return Err(CliError::Input(say!(
            MatchNoneGenerated,
            low = settings.openings.min_plies,
            high = settings.openings.max_plies,
            window = settings.openings.window
        )));
    }
    Ok(openings)
}

/// Irregularities shown while the match runs; the rest is in the log.
const SHOWN: u32 = 20;
/// Between two lines where nobody watches.
const PAUSE: Duration = Duration::from_secs(30);

/// The running score on stderr: one line that is overwritten on a terminal, a line now and then elsewhere.
struct Progress {
    names: Vec<String>,
    settings: MatchSettings,
    words: Arc<Words>,
    quiet: bool,
    terminal: bool,
    shown: u32,
    last: Instant,
}

impl Progress {
    fn new(names: Vec<String>, settings: &MatchSettings, quiet: bool, words: &Arc<Words>) -> Progress {
        let (settings, words, terminal) = (settings.clone(), Arc::clone(words), stderr().is_terminal());
        Progress { names, settings, words, quiet, terminal, shown: 0, last: Instant::now() }
    }

    fn show(&mut self, event: &Event<'_>) {
        match event {
            Event::Irregular(name, text) => {
                self.shown += 1;
                if self.shown <= SHOWN {
                    self.clear();
                    let key = if self.shown == SHOWN { Key::IrregularLast } else { Key::Irregular };
                    let text = text.told(&self.words);
                    let text = self.words.fill(key, &[("name", name), ("text", &text)]);
                    self.line(&format!("{text}\n"));
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
        let line = crosstable::progress(&self.words, standings, &self.names, self.settings.sprt.as_ref());
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
