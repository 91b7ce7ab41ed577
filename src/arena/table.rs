//! One table of a match: takes a fixture, seats two engines, has the game refereed, reports everything.

use super::client::{Client, Fault};
use super::opening::Opening;
use super::referee::{self, Conditions, Effort, Outcome, Prover, Remark, Verdict};
use super::roster::{Failed, Roster};
use super::schedule::Fixture;
use super::settings::MatchSettings;
use super::transcript::Transcript;
use crate::board::Side;
use crate::rules::{Conventions, Game, Rules};
use crate::words::{Message, Told};
use std::sync::atomic::AtomicBool;
use std::time::SystemTime;

/// Everything about a finished game.
#[derive(Debug)]
pub struct GameReport {
    /// Which game it was.
    pub fixture: Fixture,
    /// When it began.
    pub began: SystemTime,
    /// Board and moves.
    pub game: Game,
    /// Result.
    pub outcome: Outcome,
    /// Why, in words.
    pub reason: String,
    /// Whether the match was stopped in the middle of it.
    pub broken_off: bool,
    /// Whether the loser lost by a fault of its own.
    pub fault: bool,
    /// One remark for every move.
    pub remarks: Vec<Remark>,
    /// South's and North's effort.
    pub effort: [Effort; 2],
    /// Engine index and what was wrong.
    pub irregular: Vec<(usize, Message)>,
    /// Evidence for the log.
    pub evidence: String,
}

/// What a table needs to know of its match.
pub struct Hall<'a> {
    /// The settings.
    pub settings: &'a MatchSettings,
    /// The rule set.
    pub rules: &'static Rules,
    /// The openings; fixtures wrap around.
    pub openings: &'a [Opening],
    /// Settles proved positions, if wanted.
    pub prover: Option<Prover<'a>>,
    /// Raised when the match is to be broken off.
    pub stop: &'a AtomicBool,
}

/// Plays one game of the match with the engines of `roster`.
pub fn play(fixture: Fixture, roster: &mut Roster<'_>, hall: &Hall<'_>) -> GameReport {
    let settings = hall.settings;
    let conventions = Conventions { repetition: settings.repetition, max_plies: settings.max_plies };
    let mut report = GameReport {
        fixture,
        began: SystemTime::now(),
        game: Game::new(hall.rules),
        outcome: Outcome::None,
        reason: String::new(),
        broken_off: false,
        fault: false,
        remarks: Vec::new(),
        effort: Default::default(),
        irregular: Vec::new(),
        evidence: String::new(),
    };
    let opening = hall.openings.get(fixture.round % hall.openings.len().max(1)).cloned();
    match opening.unwrap_or(Opening { start: String::new(), moves: Vec::new() }).game(hall.rules, conventions)
    {
        Ok(game) => report.game = game,
        Err(why) => {
            report.reason = why.to_string();
            return report;
        }
    }
    let keep: &[usize] = if settings.restart { &[] } else { &fixture.seats };
    report.irregular.extend(roster.dismiss_others(keep));
    let south = roster.take(fixture.seats[0], hall.stop);
    let north = roster.take(fixture.seats[1], hall.stop);
    match (south, north) {
        (Ok(mut south), Ok(mut north)) => {
            let conditions = Conditions {
                settings,
                limits: fixture.seats.map(|e| settings.limits_of(e)),
                prover: hall.prover,
                stop: hall.stop,
            };
            let verdict = referee::play(&mut report.game, &mut [&mut south, &mut north], &conditions);
            report.settle(verdict, [south, north], roster);
        }
        (south, north) => report.not_started([south, north], roster),
    }
    report
}

impl GameReport {
    /// Takes over the verdict and puts the innocent engines back.
    fn settle(&mut self, verdict: Verdict, players: [Client; 2], roster: &mut Roster<'_>) {
        self.outcome = verdict.outcome;
        self.reason = verdict.reason;
        self.remarks = verdict.remarks;
        self.effort = verdict.effort;
        self.broken_off = self.outcome == Outcome::None;
        self.fault = verdict.fault.is_some();
        let culprit = verdict.fault.map(|(side, fault)| {
            self.irregular.push((self.fixture.engine(side), fault.message()));
            side
        });
        for (side, mut client) in Side::BOTH.into_iter().zip(players) {
            let engine = self.fixture.engine(side);
            let remarks = client.take_remarks();
            if culprit == Some(side) || !remarks.is_empty() {
                self.add_evidence(side, Some(client.transcript()));
            }
            self.irregular.extend(remarks.into_iter().map(|r| (engine, r)));
            // After a fault, or in the middle of a broken off game, the process cannot be trusted any more.
            if culprit != Some(side) && self.outcome != Outcome::None {
                roster.put(engine, client);
            }
        }
    }

    /// One engine or both could not be started: its opponent wins without a move.
    fn not_started(&mut self, players: [Result<Client, Failed>; 2], roster: &mut Roster<'_>) {
        let mut failed = Vec::new();
        for (side, player) in Side::BOTH.into_iter().zip(players) {
            let engine = self.fixture.engine(side);
            match player {
                Ok(client) => roster.put(engine, client),
                Err(Failed { fault: Fault::Stopped, .. }) => self.broken_off = true,
                Err(Failed { fault, transcript }) => {
                    self.irregular.push((engine, fault.message()));
                    self.add_evidence(side, transcript.as_ref());
                    failed.push((side, fault));
                }
            }
        }
        if self.broken_off {
            self.reason = "unterminated".to_string();
            return;
        }
        match failed.as_slice() {
            [(culprit, fault)] => {
                self.outcome = Outcome::win(culprit.other());
                self.fault = true;
                self.reason = format!("{culprit} {fault}");
            }
            _ => self.reason = "neither engine starts".to_string(),
        }
    }

    fn add_evidence(&mut self, side: Side, transcript: Option<&Transcript>) {
        if let Some(transcript) = transcript {
            self.evidence.push_str(&format!("-- {side}\n{transcript}"));
        }
    }
}
