//! A whole match: engines at several tables, results saved as they come, an end as soon as the evidence is enough.
//!
//! Worker threads play games; the calling thread alone writes files and keeps the score, so nothing is shared but a
//! queue of fixtures and a flag. The caller watches through [`Event`]s and may raise the stop flag at any time.

use super::affinity::{self, PinError};
use super::client::Fault;
use super::gamefile;
use super::journal::{Files, GameLine, JournalError};
use super::opening::Opening;
use super::referee::Prover;
use super::roster::{self, Roster};
use super::schedule::Schedule;
use super::settings::{MatchSettings, SettingsError};
use super::sprt::Decision;
use super::standings::Standings;
use super::table::{self, GameReport, Hall};
use crate::rules::Rules;
use crate::words::{self, Told, say, told_in_english};
use std::collections::{HashSet, VecDeque};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Why a match cannot be played.
#[derive(Debug)]
pub enum MatchError {
    /// The settings are wrong.
    Settings(SettingsError),
    /// An engine's program cannot be started at all: number from 1, reason.
    Engine(usize, words::Message),
    /// Processors cannot be assigned.
    Pinning(PinError),
    /// The output files cannot be used.
    Files(JournalError),
    /// Stopped before the first game.
    Stopped,
}

impl Told for MatchError {
    fn message(&self) -> words::Message {
        match self {
            MatchError::Settings(error) => error.message(),
            MatchError::Engine(number, why) => say!(EngineCannot, number = *number, why = why.clone()),
            MatchError::Pinning(why) => why.clone(),
            MatchError::Files(error) => error.message(),
            MatchError::Stopped => say!(StoppedEarly),
        }
    }
}

told_in_english!(MatchError);

impl From<SettingsError> for MatchError {
    fn from(e: SettingsError) -> MatchError {
        MatchError::Settings(e)
    }
}

impl From<JournalError> for MatchError {
    fn from(e: JournalError) -> MatchError {
        MatchError::Files(e)
    }
}

/// What happens during a match.
#[derive(Debug)]
pub enum Event<'a> {
    /// A game ended and was saved.
    Game {
        /// The game.
        report: &'a GameReport,
        /// The score with it.
        standings: &'a Standings,
    },
    /// An engine behaved irregularly: its name and what it did.
    Irregular(&'a str, &'a words::Message),
}

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// All games were played.
    Complete,
    /// The sequential test has decided.
    Decided(Decision),
    /// It was stopped.
    Stopped,
}

/// What a match came to.
#[derive(Debug)]
pub struct Summary {
    /// The score.
    pub standings: Standings,
    /// How it ended.
    pub end: End,
    /// Irregularities in all, also those between games.
    pub irregularities: u64,
}

/// A match ready to run.
#[derive(Debug)]
pub struct Match {
    settings: MatchSettings,
    rules: &'static Rules,
    names: Vec<String>,
    openings: Vec<Opening>,
    files: Option<Files>,
    played: Vec<GameLine>,
}

impl Match {
    /// Checks the settings, asks every engine for its name, and creates the output files.
    pub fn new(
        settings: MatchSettings,
        openings: Vec<Opening>,
        stop: &AtomicBool,
    ) -> Result<Match, MatchError> {
        settings.check()?;
        let rules = Rules::by_name(&settings.rules).map_err(|error| SettingsError(error.message()))?;
        if openings.is_empty() {
            return Err(SettingsError(say!(MatchNoOpening)).into());
        }
        let names = ask_names(&settings, stop)?;
        let files = if settings.output.as_os_str().is_empty() {
            None
        } else {
            Some(Files::create(&settings.output, &settings, &names, &openings)?)
        };
        Ok(Match { settings, rules, names, openings, files, played: Vec::new() })
    }

    /// Takes up a match that was stopped or killed; `path` is its journal or game file.
    pub fn resume(path: &Path) -> Result<Match, MatchError> {
        let (files, head, played) = Files::resume(path)?;
        head.settings.check()?;
        let rules = Rules::by_name(&head.settings.rules).map_err(|error| SettingsError(error.message()))?;
        Ok(Match {
            settings: head.settings,
            rules,
            names: head.names,
            openings: head.openings,
            files: Some(files),
            played,
        })
    }

    /// The engines' names.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The settings.
    pub fn settings(&self) -> &MatchSettings {
        &self.settings
    }

    /// The output files, if anything is written.
    pub fn files(&self) -> Option<&Files> {
        self.files.as_ref()
    }

    /// How many games were played before, in a match that is resumed.
    pub fn already_played(&self) -> usize {
        self.played.len()
    }

    /// The openings.
    pub fn openings(&self) -> &[Opening] {
        &self.openings
    }

    /// The score of the games played before.
    pub fn standings(&self) -> Standings {
        let mut standings = Standings::new(Schedule::new(&self.settings), self.settings.engines.len());
        for line in &self.played {
            standings.add(line);
        }
        standings
    }

    fn decision(&self, standings: &Standings) -> Decision {
        match (&self.settings.sprt, standings.pairings().first()) {
            (Some(sprt), Some(first)) => sprt.decide(&first.pairs),
            _ => Decision::Continue,
        }
    }

    /// Plays what is left of the match.
    pub fn run(
        &mut self,
        prover: Option<Prover<'_>>,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(Event<'_>),
    ) -> Result<Summary, MatchError> {
        let mut standings = self.standings();
        let schedule = standings.schedule().clone();
        let done: HashSet<usize> = self.played.iter().map(|l| l.game).collect();
        let left: VecDeque<usize> = (0..schedule.len()).filter(|id| !done.contains(id)).collect();
        let tables = self.settings.concurrency.min(left.len());
        let cpus = if self.settings.pin {
            affinity::plan(tables, self.engine_threads()).map_err(MatchError::Pinning)?
        } else {
            vec![Vec::new(); tables]
        };
        let mut between = 0;
        let mut end = End::Complete;
        if self.decision(&standings) != Decision::Continue {
            return Ok(self.summary(standings, 0, End::Complete));
        }
        let halt = AtomicBool::new(false);
        let mut files = self.files.take();
        let this = &*self;
        let hall = Hall {
            settings: &this.settings,
            rules: this.rules,
            openings: &this.openings,
            prover,
            stop: &halt,
        };
        let queue = Mutex::new(left);
        let played = std::thread::scope(|scope| {
            let (reports, inbox) = channel();
            for cpus in cpus {
                let (reports, hall, queue, schedule) = (reports.clone(), &hall, &queue, &schedule);
                scope.spawn(move || {
                    let mut roster = Roster::new(hall.settings, cpus);
                    while !hall.stop.load(Ordering::Relaxed) {
                        let id = queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
                        let Some(fixture) = id.and_then(|id| schedule.fixture(id)) else { break };
                        let report = table::play(fixture, &mut roster, hall);
                        if reports.send(Message::Game(Box::new(report))).is_err() {
                            break;
                        }
                    }
                    let remarks = roster.dismiss_others(&[]);
                    let _ = reports.send(Message::Left(remarks));
                });
            }
            drop(reports);
            let mut played = Vec::new();
            // Written last: whatever stands behind the games of the journal is cut off when the match is resumed.
            let mut unfinished = Vec::new();
            loop {
                if stop.load(Ordering::Relaxed) && !halt.swap(true, Ordering::Relaxed) {
                    end = End::Stopped;
                }
                let message = match inbox.recv_timeout(Duration::from_millis(50)) {
                    Ok(message) => message,
                    Err(RecvTimeoutError::Timeout) => continue,
                    Err(RecvTimeoutError::Disconnected) => break,
                };
                let result = match message {
                    Message::Left(remarks) => {
                        between += remarks.len() as u64;
                        this.report_remarks(&remarks, watch);
                        Ok(())
                    }
                    Message::Game(report) if report.broken_off => {
                        unfinished.push(gamefile::text(&report, this));
                        Ok(())
                    }
                    Message::Game(report) => this.settle(&report, &mut files, watch).map(|line| {
                        standings.add(&line);
                        played.push(line);
                        watch(Event::Game { report: &report, standings: &standings });
                        let decision = this.decision(&standings);
                        if decision != Decision::Continue && !halt.swap(true, Ordering::Relaxed) {
                            end = End::Decided(decision);
                        }
                    }),
                };
                if let Err(error) = result {
                    halt.store(true, Ordering::Relaxed);
                    return Err(error);
                }
            }
            if let (Some(files), End::Stopped) = (&mut files, end) {
                files.save_unfinished(&unfinished.concat())?;
            }
            Ok(played)
        });
        self.files = files;
        self.played.extend(played?);
        Ok(self.summary(standings, between, end))
    }

    fn summary(&self, standings: Standings, between: u64, end: End) -> Summary {
        let end = match self.decision(&standings) {
            Decision::Continue => end,
            decided => End::Decided(decided),
        };
        Summary { irregularities: standings.irregularities() + between, standings, end }
    }

    /// Saves a game and tells what was irregular about it.
    fn settle(
        &self,
        report: &GameReport,
        files: &mut Option<Files>,
        watch: &mut dyn FnMut(Event<'_>),
    ) -> Result<GameLine, JournalError> {
        let mut line = GameLine {
            game: report.fixture.id,
            outcome: report.outcome,
            reason: report.reason.clone(),
            fault: report.fault,
            plies: report.game.plies() as u32,
            effort: report.effort.clone(),
            irregular: report
                .irregular
                .iter()
                .map(|(e, text)| format!("{}: {text}", self.name(*e)))
                .collect(),
            file_end: 0,
        };
        if let Some(files) = files {
            files.save(&gamefile::text(report, self), &mut line)?;
            if !report.irregular.is_empty() {
                let [south, north] = report.fixture.seats.map(|e| self.name(e));
                let mut text = format!("== game {}: South {south}, North {north}\n", report.fixture.id + 1);
                for irregular in &line.irregular {
                    text.push_str(&format!("{irregular}\n"));
                }
                text.push_str(&report.evidence);
                files.log(&text)?;
            }
        }
        self.report_remarks(&report.irregular, watch);
        Ok(line)
    }

    fn report_remarks(&self, remarks: &[(usize, words::Message)], watch: &mut dyn FnMut(Event<'_>)) {
        for (engine, text) in remarks {
            watch(Event::Irregular(self.name(*engine), text));
        }
    }

    fn name(&self, engine: usize) -> &str {
        self.names.get(engine).map_or("?", String::as_str)
    }

    /// The largest number of threads an engine is told to use.
    fn engine_threads(&self) -> usize {
        let options = self.settings.engines.iter().flat_map(|e| &e.options);
        let threads = options.filter(|(name, _)| name.eq_ignore_ascii_case("threads"));
        threads.filter_map(|(_, value)| value.to_string().parse().ok()).max().unwrap_or(1)
    }
}

/// What a table sends to the score keeper.
enum Message {
    Game(Box<GameReport>),
    Left(Vec<(usize, words::Message)>),
}

/// The engines' names: as set, else their own, else the program's; made different where they are not.
fn ask_names(settings: &MatchSettings, stop: &AtomicBool) -> Result<Vec<String>, MatchError> {
    let mut names: Vec<String> = Vec::new();
    for (index, engine) in settings.engines.iter().enumerate() {
        let own = match roster::bring_up(settings, index, &[], stop) {
            Ok(client) => client.name().to_string(),
            Err(failed) => match (failed.fault, failed.transcript) {
                (Fault::Stopped, _) => return Err(MatchError::Stopped),
                // The program cannot be run at all, or plays another game: a mistake of the user, not of the engine.
                (fault, None) | (fault @ Fault::Rules(_), _) => {
                    return Err(MatchError::Engine(index + 1, fault.message()));
                }
                (_, Some(_)) => String::new(),
            },
        };
        let file = Path::new(&engine.cmd).file_stem().map(|s| s.to_string_lossy().into_owned());
        let wished = [engine.name.clone(), own, file.unwrap_or_default()];
        let plain = wished.into_iter().find(|n| !n.trim().is_empty()).unwrap_or_else(|| "engine".to_string());
        let mut name = plain.clone();
        let mut number = 2;
        while names.contains(&name) {
            name = format!("{plain} #{number}");
            number += 1;
        }
        names.push(name);
    }
    Ok(names)
}
