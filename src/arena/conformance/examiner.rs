//! Holds the engine under examination and the small conversations that checks are made of.

use super::super::client::{Client, Fault, Patience, Thought};
use super::super::process::Silence;
use super::super::roster;
use super::super::settings::{EngineSettings, MatchSettings};
use super::Plan;
use crate::rules::{Game, Move};
use crate::words::{Message, Told, say};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Why a check has no good end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// Something is wrong: what.
    Fails(Message),
    /// The engine cannot be asked.
    NotOffered(Message),
    /// The examination is being stopped.
    Stopped,
}

impl From<Fault> for Problem {
    fn from(fault: Fault) -> Problem {
        match fault {
            Fault::Stopped => Problem::Stopped,
            other => Problem::Fails(other.message()),
        }
    }
}

/// How far the rule checks go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope {
    /// Depth of the move tree from the start.
    pub depth: u32,
    /// Random games whose positions are compared.
    pub games: u32,
}

impl Default for Scope {
    fn default() -> Scope {
        Scope { depth: 5, games: 20 }
    }
}

/// The engine under examination.
pub struct Examiner<'a> {
    /// What is examined.
    pub plan: &'a Plan,
    /// Raised when the examination is to be broken off.
    pub stop: &'a AtomicBool,
    client: Option<Client>,
}

impl<'a> Examiner<'a> {
    /// No engine is started yet.
    pub fn new(plan: &'a Plan, stop: &'a AtomicBool) -> Examiner<'a> {
        Examiner { plan, stop, client: None }
    }

    /// The running engine; started, and set to the rules, if there is none.
    pub fn client(&mut self) -> Result<&mut Client, Problem> {
        let client = match self.client.take() {
            Some(client) => client,
            None => self.start()?,
        };
        Ok(self.client.insert(client))
    }

    fn start(&self) -> Result<Client, Problem> {
        let launch = &self.plan.launch;
        let settings = MatchSettings {
            engines: vec![EngineSettings {
                cmd: launch.program.clone(),
                args: launch.args.clone(),
                dir: launch.dir.clone(),
                protocol: self.plan.dialect,
                ..EngineSettings::default()
            }],
            rules: self.plan.rules.name.to_string(),
            patience_ms: self.plan.patience.as_millis() as u64,
            ..MatchSettings::default()
        };
        roster::bring_up(&settings, 0, &[], self.stop).map_err(|failed| failed.fault.into())
    }

    /// A newly started engine; the old one is killed.
    pub fn fresh(&mut self) -> Result<&mut Client, Problem> {
        self.dismiss();
        self.client()
    }

    /// Kills the engine if one is running.
    pub fn dismiss(&mut self) {
        self.client = None;
    }

    /// Takes the engine out, for checks that end it.
    pub fn take(&mut self) -> Result<Client, Problem> {
        match self.client.take() {
            Some(client) => Ok(client),
            None => self.start(),
        }
    }

    /// `isready`, and remarks on the way count as failures.
    pub fn ready(&mut self) -> Result<Duration, Problem> {
        let stop = self.stop;
        Ok(self.client()?.ready(stop)?)
    }

    /// Sends lines, then `isready`: the engine must still answer.
    pub fn survives(&mut self, lines: &[&str]) -> Result<(), Problem> {
        for line in lines {
            self.client()?.send(line)?;
        }
        self.ready().map(|_| ())
    }

    /// A position and a search, with this much time to answer.
    pub fn think(&mut self, position: &str, go: &str, within: Duration) -> Result<Thought, Problem> {
        let stop = self.stop;
        let client = self.client()?;
        client.send(&format!("position {position}"))?;
        client.ready(stop)?;
        let patience = Patience { forfeit: None, watchdog: within };
        client.think(go, patience, stop).map_err(|fault| match fault {
            Fault::Stopped => Problem::Stopped,
            other => Problem::Fails(say!(FoundAt, what = go, why = other.message())),
        })
    }

    /// `query WHAT` after a position.
    pub fn query(&mut self, position: &str, what: &str) -> Result<String, Problem> {
        let stop = self.stop;
        let client = self.client()?;
        client.send(&format!("position {position}"))?;
        match client.query(what, stop)? {
            Some(answer) => Ok(answer),
            None => Err(Problem::NotOffered(say!(FoundNoAnswer, what = what))),
        }
    }

    /// The next line that begins with `word`, within a time.
    pub fn hear(&mut self, word: &str, within: Duration) -> Result<(String, Instant), Problem> {
        let deadline = Instant::now() + within;
        let stop = self.stop;
        loop {
            match self.client()?.process().hear(deadline, stop) {
                Ok(line) if line.text.split_ascii_whitespace().next() == Some(word) => {
                    return Ok((line.text, line.at));
                }
                Ok(_) => {}
                Err(Silence::Stopped) => return Err(Problem::Stopped),
                Err(Silence::Deadline) => {
                    return Err(Problem::Fails(say!(FoundNothing, word = word, ms = super::millis(within))));
                }
                Err(Silence::Ended(how)) => {
                    return Err(Problem::Fails(say!(FoundWaiting, word = word, how = how)));
                }
            }
        }
    }

    /// Checks that a move can be played in the game.
    pub fn legal(game: &Game, token: &str) -> Result<Move, Problem> {
        let mv = Move::parse(token).map_err(|e| Problem::Fails(e.message()))?;
        match game.rules().why_illegal(game.position(), mv) {
            None => Ok(mv),
            Some(why) => {
                let position = game.position().to_string();
                Err(Problem::Fails(say!(FoundAt, what = position, why = why.message())))
            }
        }
    }
}
