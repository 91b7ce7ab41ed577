//! The referee's side of the protocol: one engine process, spoken to with a deadline for every answer.
//!
//! Whatever the engine does comes back as a value: a [`Thought`] or a [`Fault`]. Small sins that do not prevent a
//! game (blanks after `readyok`, lines that mean nothing, a non-zero exit) are collected as remarks, which a strict
//! match counts as irregularities.

use super::dialect::Dialect;
use super::info::Info;
use super::process::{EngineProcess, Launch, Line, Silence};
use super::transcript::{Transcript, Way};
use crate::words::{Key, Message, Told, say, told_in_english};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// How an engine failed. All but [`Fault::Stopped`] lose it the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It could not be brought up to play: reason.
    Start(Message),
    /// It plays by other rules than the match: by which.
    Rules(Message),
    /// Its process ended: how.
    Crash(Message),
    /// It gave no answer: to what.
    Hang(Message),
    /// It overstepped its time: how far.
    Time(Message),
    /// It broke the protocol: how.
    Protocol(Message),
    /// Not the engine's fault: the match is being stopped.
    Stopped,
}

impl Fault {
    fn from_silence(silence: Silence, waiting_for: &str) -> Fault {
        match silence {
            Silence::Deadline => Fault::Hang(say!(NoAnswer, word = waiting_for)),
            Silence::Ended(how) => Fault::Crash(how),
            Silence::Stopped => Fault::Stopped,
        }
    }
}

impl Told for Fault {
    fn message(&self) -> Message {
        let (kind, how) = match self {
            Fault::Start(why) => (Key::EndingStart, why),
            Fault::Rules(which) => (Key::EndingRules, which),
            Fault::Crash(how) => (Key::EndingCrash, how),
            Fault::Hang(what) => (Key::EndingHang, what),
            Fault::Time(how) => (Key::EndingTime, how),
            Fault::Protocol(how) => (Key::EndingProtocol, how),
            Fault::Stopped => return say!(FaultStopped),
        };
        say!(Fault, kind = kind, how = how.clone())
    }
}

told_in_english!(Fault);

/// An answer to `go`.
#[derive(Clone, Debug)]
pub struct Thought {
    /// The move as printed.
    pub best: String,
    /// The reply it would like to ponder on.
    pub ponder: Option<String>,
    /// Wall time from sending `go` to reading `bestmove`.
    pub elapsed: Duration,
    /// What it said meanwhile.
    pub info: Info,
}

/// An option an engine offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionLine {
    /// Its name.
    pub name: String,
    /// The rest of the line from the word `type` on.
    pub rest: String,
}

/// How long to wait for a move.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// After this the engine has lost on time.
    pub forfeit: Option<Duration>,
    /// After this a search without time limit counts as hung.
    pub watchdog: Duration,
}

/// A connected engine.
#[derive(Debug)]
pub struct Client {
    process: EngineProcess,
    dialect: Dialect,
    patience: Duration,
    name: String,
    author: String,
    options: Vec<OptionLine>,
    remarks: Vec<Message>,
    odd_lines: u64,
}

/// Longest wait for a move after `stop`, and for the end after `quit`.
const GRACE: Duration = Duration::from_secs(2);
/// At most so many remarks are kept for a game.
const MAX_REMARKS: usize = 20;

impl Client {
    /// Starts the process and runs the handshake. On failure the transcript is handed back if there is one.
    pub fn start(
        launch: &Launch,
        dialect: Dialect,
        patience: Duration,
        stop: &AtomicBool,
    ) -> Result<Client, (Fault, Option<Transcript>)> {
        let process = EngineProcess::start(launch).map_err(|e| (Fault::Start(e), None))?;
        let mut client = Client {
            process,
            dialect,
            patience,
            name: String::new(),
            author: String::new(),
            options: Vec::new(),
            remarks: Vec::new(),
            odd_lines: 0,
        };
        match client.handshake(stop) {
            Ok(()) => Ok(client),
            Err(fault) => Err((fault, Some(client.process.transcript().clone()))),
        }
    }

    fn handshake(&mut self, stop: &AtomicBool) -> Result<(), Fault> {
        let hello = self.dialect.hello();
        let failed = |silence| match silence {
            Silence::Deadline => Fault::Start(say!(NoAnswer, word = hello)),
            Silence::Ended(how) => Fault::Start(how),
            Silence::Stopped => Fault::Stopped,
        };
        self.process.send(hello).map_err(failed)?;
        let deadline = Instant::now() + self.patience;
        loop {
            let line = self.process.hear(deadline, stop).map_err(failed)?;
            let text = line.text.trim();
            if let Some(rest) = text.strip_prefix("id ") {
                if let Some(name) = rest.trim_start().strip_prefix("name ") {
                    self.name = name.trim().chars().take(80).collect();
                } else if let Some(author) = rest.trim_start().strip_prefix("author ") {
                    self.author = author.trim().chars().take(80).collect();
                }
            } else if let Some(rest) = text.strip_prefix("option ") {
                if self.options.len() < 1000 {
                    self.options.extend(read_option(rest));
                }
            } else if self.is_word(&line, self.dialect.ok()) {
                return Ok(());
            } else if ["uciok", "ugiok", "uaiok", "teiok", "usiok"].contains(&text) {
                return Err(Fault::Start(say!(WrongAnswer, answer = text, word = hello)));
            } else {
                self.odd(&line);
            }
        }
    }

    /// Whether a line is exactly this word; blanks around it are forgiven and remarked.
    fn is_word(&mut self, line: &Line, word: &str) -> bool {
        if line.text.trim() != word {
            return false;
        }
        if line.text != word {
            self.remark(say!(RemarkBlanks, word = word));
        }
        true
    }

    fn odd(&mut self, line: &Line) {
        if line.text.trim().is_empty() || line.text.starts_with("info") {
            return;
        }
        self.odd_lines += 1;
        if self.odd_lines == 1 {
            let shown = super::transcript::visible(&line.text);
            self.remark(say!(RemarkOdd, line = shown));
        }
    }

    /// Notes something irregular that does not prevent a game.
    pub fn remark(&mut self, message: Message) {
        if self.remarks.len() < MAX_REMARKS {
            self.process.transcript().note(Way::Remark, &message.to_string());
            self.remarks.push(message);
        }
    }

    /// The engine's own name, possibly empty.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The engine's author, possibly empty.
    pub fn author(&self) -> &str {
        &self.author
    }

    /// The options it offers.
    pub fn options(&self) -> &[OptionLine] {
        &self.options
    }

    /// Whether it offers an option of this name, in any case.
    pub fn offers(&self, option: &str) -> bool {
        self.options.iter().any(|o| o.name.eq_ignore_ascii_case(option))
    }

    /// The protocol it speaks.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// The process, for those who want to talk to it directly.
    pub fn process(&mut self) -> &mut EngineProcess {
        &mut self.process
    }

    /// The last lines exchanged.
    pub fn transcript(&self) -> &Transcript {
        self.process.transcript()
    }

    /// Takes the remarks collected so far.
    pub fn take_remarks(&mut self) -> Vec<Message> {
        if self.odd_lines > 1 {
            let more = self.odd_lines - 1;
            self.remark(say!(RemarkMore, n = more));
        }
        self.odd_lines = 0;
        std::mem::take(&mut self.remarks)
    }

    /// Sets an option; an empty value presses a button.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        let line = if value.is_empty() {
            format!("setoption name {name}")
        } else {
            format!("setoption name {name} value {value}")
        };
        self.send(&line)
    }

    /// Sends one line.
    pub fn send(&mut self, line: &str) -> Result<(), Fault> {
        self.process.send(line).map_err(|silence| match silence {
            Silence::Deadline => Fault::Hang(say!(DoesNotRead)),
            other => Fault::from_silence(other, line),
        })
    }

    /// `isready`: waits until everything sent before is done, and drops stale output. Returns the time it took.
    pub fn ready(&mut self, stop: &AtomicBool) -> Result<Duration, Fault> {
        let began = Instant::now();
        self.send("isready")?;
        let deadline = began + self.patience;
        loop {
            let line = self.process.hear(deadline, stop).map_err(|s| Fault::from_silence(s, "isready"))?;
            if self.is_word(&line, "readyok") {
                return Ok(line.at.saturating_duration_since(began));
            }
            if line.text.starts_with("bestmove") {
                self.remark(say!(RemarkUnasked));
            } else if !line.text.starts_with("response") {
                self.odd(&line);
            }
        }
    }

    /// Announces a new game and waits until the engine is ready for it.
    pub fn new_game(&mut self, stop: &AtomicBool) -> Result<Duration, Fault> {
        self.send(self.dialect.new_game())?;
        self.ready(stop)
    }

    /// Asks `query WHAT`. `None` if the engine has no answer (it is then still in step).
    pub fn query(&mut self, what: &str, stop: &AtomicBool) -> Result<Option<String>, Fault> {
        self.send(&format!("query {what}"))?;
        self.send("isready")?;
        let deadline = Instant::now() + self.patience;
        let mut answer = None;
        loop {
            let line = self.process.hear(deadline, stop).map_err(|s| Fault::from_silence(s, "query"))?;
            let text = line.text.trim();
            if text == "readyok" {
                return Ok(answer);
            }
            if let Some(rest) = text.strip_prefix("response") {
                answer.get_or_insert_with(|| rest.trim().to_string());
            }
        }
    }

    /// Sends a `go` (or `ponderhit`) line and waits for the move.
    pub fn think(&mut self, go: &str, patience: Patience, stop: &AtomicBool) -> Result<Thought, Fault> {
        let began = Instant::now();
        self.send(go)?;
        let limit = patience.forfeit.unwrap_or(patience.watchdog);
        let mut info = Info::default();
        match self.await_move(began + limit, &mut info, stop) {
            Ok((best, ponder, at)) => {
                let elapsed = at.saturating_duration_since(began);
                if patience.forfeit.is_some_and(|f| elapsed > f) {
                    return Err(self.late(elapsed, limit));
                }
                Ok(Thought { best, ponder, elapsed, info })
            }
            Err(Fault::Hang(_)) => {
                // Too late in any case; whether it still listens decides if the process is worth keeping.
                self.send("stop")?;
                match self.await_move(Instant::now() + self.patience.min(GRACE), &mut info, stop) {
                    Ok((_, _, at)) if patience.forfeit.is_some() => {
                        Err(self.late(at.saturating_duration_since(began), limit))
                    }
                    Ok(_) => Err(Fault::Hang(say!(NoMoveWithin, seconds = limit.as_secs_f64().to_string()))),
                    Err(Fault::Hang(_)) => Err(Fault::Hang(say!(NoMoveNoStop))),
                    Err(other) => Err(other),
                }
            }
            Err(other) => Err(other),
        }
    }

    fn late(&self, elapsed: Duration, limit: Duration) -> Fault {
        let seconds = |time: Duration| format!("{:.3}", time.as_secs_f64());
        Fault::Time(say!(TimeUsedAllowed, used = seconds(elapsed), allowed = seconds(limit)))
    }

    /// Starts pondering with a `go ponder ...` line.
    pub fn start_pondering(&mut self, go: &str) -> Result<(), Fault> {
        self.send(go)
    }

    /// Ends a search whose answer is not wanted.
    pub fn stop_pondering(&mut self, stop: &AtomicBool) -> Result<(), Fault> {
        self.send("stop")?;
        self.await_move(Instant::now() + self.patience.min(GRACE), &mut Info::default(), stop).map(|_| ())
    }

    /// Reads lines until `bestmove`.
    fn await_move(
        &mut self,
        deadline: Instant,
        info: &mut Info,
        stop: &AtomicBool,
    ) -> Result<(String, Option<String>, Instant), Fault> {
        loop {
            let line = self.process.hear(deadline, stop).map_err(|s| Fault::from_silence(s, "go"))?;
            let mut words = line.text.split_ascii_whitespace();
            match words.next() {
                Some("info") => {
                    let rest = line.text.trim_start().strip_prefix("info").unwrap_or_default();
                    info.update(rest, self.dialect);
                }
                Some("bestmove") => {
                    let Some(best) = words.next() else {
                        return Err(Fault::Protocol(say!(BestmoveEmpty)));
                    };
                    let rest: Vec<&str> = words.collect();
                    let ponder = match rest[..] {
                        ["ponder", reply] => Some(reply.to_string()),
                        _ => None,
                    };
                    if !rest.is_empty() && (ponder.is_none() || self.dialect == Dialect::Ugi) {
                        self.remark(say!(RemarkWords, line = super::transcript::visible(&line.text)));
                    }
                    return Ok((best.to_string(), ponder, line.at));
                }
                Some("readyok") => {}
                _ => self.odd(&line),
            }
            // A flood of output must not push the deadline back.
            if Instant::now() > deadline {
                return Err(Fault::Hang(say!(NoAnswer, word = "go")));
            }
        }
    }

    /// Tells the engine to quit and waits for it; what was wrong about its leaving is the last remark.
    pub fn quit(mut self) -> Vec<Message> {
        let told = self.process.send("quit");
        self.process.close_input();
        match self.process.wait(self.patience.min(GRACE)) {
            Some(status) if status.success() => {}
            // It was dead before it was told: that is the same remark.
            Some(status) => self.remark(say!(RemarkOnQuit, how = super::process::describe(status))),
            None if told.is_ok() => self.remark(say!(RemarkIgnoresQuit)),
            None => self.remark(say!(RemarkNoRead)),
        }
        self.process.kill();
        self.take_remarks()
    }
}

/// Splits `name N type T ...`.
fn read_option(rest: &str) -> Option<OptionLine> {
    let rest = rest.trim().strip_prefix("name ")?;
    let at = rest.find(" type ")?;
    let (name, kind) = rest.split_at(at);
    Some(OptionLine { name: name.trim().to_string(), rest: kind.trim().to_string() })
}
