//! The state of a conversation: what the client has said, what is being done, what still has to be answered.
//!
//! One thread runs everything here. It takes events from a single queue (lines read, news from the worker, alarms), so nothing
//! needs a lock and answers never mix. A command that has to wait for the worker (a second `go` after `stop`, anything after an
//! `isready` that is still owed its `readyok`) waits in line, together with everything after it.

use super::history::History;
use super::io::{Input, Output, read_lines};
use super::options::Values;
use super::parse::{Command, Fault, Setup};
use super::thinking::Thinking;
use super::worker::{Builder, Job, News, Worker};
use super::{Mode, go::Go};
use crate::board::Position;
use crate::book::Book;
use crate::eval::Evaluator;
use crate::rules::Game;
use crate::search::{Limits, Settings};
use std::collections::VecDeque;
use std::io::{Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long a client that quits waits for the running search to finish.
const QUIT_PATIENCE: Duration = Duration::from_millis(120);
/// Plies beyond which `perft` could only overflow something.
const MAX_PERFT: u32 = 60;
/// Events waiting to be handled before the reader is held back.
const QUEUE: usize = 4096;

/// Something that happened.
enum Event {
    Read(Input),
    Worker(u64, News),
}

/// What the worker is doing for the client.
enum State {
    Idle,
    /// `isready` waits for the engine to be set up.
    OwesReady,
    Thinking(Box<Thinking>),
    /// A count or a benchmark.
    Errand,
}

/// Whether a command could be carried out.
#[derive(PartialEq, Eq)]
enum Outcome {
    Done,
    MustWait,
}

/// A conversation with one client.
pub struct Session {
    pub(super) output: Output,
    pub(super) mode: Mode,
    pub(super) options: Values,
    pub(super) history: History,
    /// What positions are evaluated with.
    pub(super) evaluator: Evaluator,
    /// The book played from, if it is not the one in the program.
    pub(super) book: Option<Arc<Book>>,
    pub(super) debug: bool,
    born: Instant,
    builder: Builder,
    sender: SyncSender<Event>,
    inbox: Receiver<Event>,
    worker: Worker,
    /// The settings the worker has been told; `None` also after a change of the evaluation.
    pub(super) told: Option<Settings>,
    /// Preparations the worker has not reported on.
    preparing: usize,
    state: State,
    waiting: VecDeque<String>,
    /// Set when the client is gone: when to leave at the latest.
    leave_by: Option<Instant>,
}

impl Session {
    /// A session that answers on `output` with engines from `builder`.
    #[must_use]
    pub fn new(output: Box<dyn Write + Send>, builder: Builder) -> Session {
        let (sender, inbox) = sync_channel(QUEUE);
        let options = Values::default();
        Session {
            output: Output::new(output),
            mode: Mode::default(),
            history: History::new(options.rules(), options.conventions()),
            options,
            evaluator: Evaluator::Embedded,
            book: None,
            debug: false,
            born: Instant::now(),
            worker: Worker::start(0, builder.clone(), sender.clone(), Event::Worker),
            builder,
            sender,
            inbox,
            told: None,
            preparing: 0,
            state: State::Idle,
            waiting: VecDeque::new(),
            leave_by: None,
        }
    }

    /// Answers until the client is gone.
    pub fn serve(mut self, input: impl Read + Send + 'static) {
        let sender = self.sender.clone();
        thread::spawn(move || read_lines(input, |found| sender.send(Event::Read(found)).is_ok()));
        while self.output.is_open() && !self.may_leave() {
            let event = self.next_event();
            let handled = catch_unwind(AssertUnwindSafe(|| {
                if let Some(event) = event {
                    self.handle(event);
                }
                self.work_off();
            }));
            if handled.is_err() {
                self.output.line("info string internal error, the command is dropped");
            }
        }
        self.worker.control.stop();
    }

    /// Waits for the next event, or until an alarm rings and is dealt with.
    fn next_event(&mut self) -> Option<Event> {
        let alarm = match &self.state {
            State::Thinking(thinking) => thinking.alarm(),
            _ => None,
        };
        let alarm = [alarm, self.leave_by].into_iter().flatten().min();
        let wait = alarm.map_or(Duration::from_secs(3600), |at| at.saturating_duration_since(Instant::now()));
        match self.inbox.recv_timeout(wait) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                self.ring();
                None
            }
        }
    }

    fn may_leave(&self) -> bool {
        self.leave_by.is_some_and(|at| matches!(self.state, State::Idle) || Instant::now() >= at)
    }

    fn handle(&mut self, event: Event) {
        match event {
            Event::Read(Input::Line(line)) => {
                self.output.heard(&line);
                self.take(line);
            }
            Event::Read(Input::TooLong) => {
                self.output.line("info string the line is too long and was skipped")
            }
            Event::Read(Input::End) => self.take("quit".to_owned()),
            Event::Worker(number, news) if number == self.worker.number => self.hear(news),
            Event::Worker(..) => {}
        }
    }

    /// Carries out what waits in line, as far as it need not wait any more.
    fn work_off(&mut self) {
        while let Some(line) = self.waiting.pop_front() {
            if self.carry_out(&line) == Outcome::MustWait {
                self.waiting.push_front(line);
                break;
            }
        }
    }

    /// Carries out a line or puts it in line.
    fn take(&mut self, line: String) {
        if self.leave_by.is_some() {
            return;
        }
        let command = Command::parse(&line, self.skips_unknown());
        let urgent = match command {
            Command::Quit => !self.finishes_first(),
            Command::IsReady => !matches!(self.state, State::OwesReady),
            Command::Stop => matches!(self.state, State::Errand),
            _ => false,
        };
        // A `stop` ends what is running and also what waits in line before it.
        let once_more = urgent && command == Command::Stop && !self.waiting.is_empty();
        let in_line = !urgent && !self.waiting.is_empty();
        let command_is_quit = command == Command::Quit;
        if in_line || self.carry_out(&line) == Outcome::MustWait || once_more {
            if command_is_quit && matches!(self.state, State::OwesReady) {
                // A table of gigabytes, or a thread that hangs, must not keep the client.
                self.leave_by = Some(Instant::now() + QUIT_PATIENCE);
            }
            self.waiting.push_back(line);
        }
    }

    /// What a person asked to be counted is finished; a program that quits does not want to wait. Lines that came before `quit`
    /// and wait only for `readyok` are still answered, so that a script may be piped in whole.
    fn finishes_first(&self) -> bool {
        match self.state {
            State::OwesReady => true,
            State::Errand => self.mode == Mode::Interactive,
            _ => false,
        }
    }

    fn skips_unknown(&self) -> bool {
        self.mode != Mode::Interactive
    }

    /// The client has gone or wants to.
    fn leave(&mut self) {
        self.waiting.clear();
        match &mut self.state {
            State::Thinking(thinking) => {
                self.worker.control.stop();
                self.leave_by = Some(Instant::now() + QUIT_PATIENCE);
                thinking.stop();
                self.conclude();
            }
            State::Idle | State::OwesReady | State::Errand => {
                self.worker.control.stop();
                self.leave_by = Some(Instant::now());
            }
        }
    }

    fn carry_out(&mut self, line: &str) -> Outcome {
        let command = Command::parse(line, self.skips_unknown());
        let must_wait = match (&self.state, &command) {
            (_, Command::Quit) => self.finishes_first(),
            (State::OwesReady, _) => true,
            (State::Errand, Command::IsReady | Command::Stop) => false,
            (State::Errand, _) => true,
            (State::Thinking(thinking), command) => thinking.is_stopping() && waits_for_bestmove(command),
            (State::Idle, _) => false,
        };
        if must_wait {
            return Outcome::MustWait;
        }
        match command {
            Command::Nothing | Command::Register => {}
            Command::Handshake(mode) => self.introduce(mode),
            Command::NewGame => self.new_game(),
            Command::IsReady => self.answer_ready(),
            Command::Position(setup) => self.set_up(&setup),
            Command::Moves(tokens) => self.play_on(&tokens),
            Command::Go(go) => self.go(&go),
            Command::Stop => self.stop(),
            Command::PonderHit => self.ponder_hit(),
            Command::SetOption(name, value) => self.set_option(&name, value),
            Command::Debug(on) => self.debug = on,
            Command::Show => self.show(),
            Command::Evaluate => self.evaluate(),
            Command::Flip => self.flip(),
            Command::Perft(depth) => self.perft(depth),
            Command::Bench => self.errand(Job::Bench),
            Command::Trace(token) => self.trace(token),
            Command::Query(query) => self.answer(query),
            Command::Help => self.help(),
            Command::Quit => self.leave(),
            Command::Faulty(fault) => self.complain(&fault),
        }
        Outcome::Done
    }

    pub(super) fn note(&mut self, text: impl std::fmt::Display) {
        self.output.line(format_args!("info string {text}"));
    }

    fn complain(&mut self, fault: &Fault<'_>) {
        match fault {
            Fault::Unknown(word) if self.mode == Mode::Interactive => {
                let word: String = word.chars().take(24).flat_map(char::escape_debug).collect();
                self.output.line(format_args!("unknown command `{word}`; `help` lists what there is"));
            }
            Fault::Unknown(_) if self.debug => self.note("unknown command"),
            Fault::Unknown(_) => {}
            Fault::Position => self.note("position: expected startpos or fen, nothing is changed"),
            Fault::Incomplete(command, missing) => self.note(format_args!("{command}: expected {missing}")),
            Fault::Option(error) => self.note(error),
        }
    }

    /// Tells the worker about changed settings.
    fn prepare(&mut self) {
        let settings = self.options.settings();
        if self.told != Some(settings) {
            self.told = Some(settings);
            self.preparing += 1;
            self.worker.send(Job::Prepare(settings, self.evaluator.clone()));
        }
    }

    fn new_game(&mut self) {
        self.history = History::new(self.options.rules(), self.options.conventions());
        // Only a limited strength uses it: its mistakes should not be the same in every game.
        self.options.seed = self.options.seed.wrapping_add(1 + self.born.elapsed().as_nanos() as u64);
        self.forget();
    }

    /// Clears what the engine has learnt, after any search that is running.
    pub(super) fn forget(&mut self) {
        self.preparing += 1;
        self.worker.send(Job::NewGame);
    }

    fn answer_ready(&mut self) {
        if matches!(self.state, State::Idle) {
            self.prepare();
            if self.preparing > 0 {
                self.state = State::OwesReady;
                return;
            }
        }
        self.output.line("readyok");
    }

    fn set_up(&mut self, setup: &Setup<'_>) {
        let rules = self.options.rules();
        let game = match &setup.fen {
            None => Game::new(rules),
            Some(fen) => match fen.parse::<Position>() {
                Ok(position) => Game::from_position(rules, position),
                Err(error) => {
                    return self.note(format_args!("position refused: {error}; nothing is changed"));
                }
            },
        };
        self.history = History::of(game.with_conventions(self.options.conventions()));
        self.play(&setup.moves);
    }

    pub(super) fn play(&mut self, tokens: &[&str]) {
        if let Err(bad) = self.history.play(tokens, self.options.notation()) {
            let ply = self.history.game().plies() + 1;
            self.note(format_args!(
                "illegal move `{}` at ply {ply}: {}; the position before it stands",
                bad.token, bad.reason
            ));
        }
    }

    /// The same game with South and North exchanged.
    fn flip(&mut self) {
        let position = self.history.game().position().exchanged();
        let game = Game::from_position(self.options.rules(), position);
        self.history = History::of(game.with_conventions(self.options.conventions()));
    }

    fn go(&mut self, go: &Go<'_>) {
        if let Some(depth) = go.perft {
            return self.perft(depth);
        }
        if !matches!(self.state, State::Idle) {
            return self.note("go ignored: a search is running, stop it first");
        }
        let game = self.history.game().clone();
        let request = go.request(self.mode, &game, self.options.notation());
        for remark in request.remarks {
            self.note(remark);
        }
        if self.mode == Mode::Interactive && request.limits == Limits::default() {
            self.note("searching until `stop`; `go movetime 1000` would end by itself");
        }
        self.prepare();
        self.worker.control.reset();
        let now = Instant::now();
        let book = self.book_move(&game, &request.limits);
        let thinking = Thinking::new(game, request.limits, self.options.settings(), book, now);
        if !thinking.is_known() {
            let (game, limits) = thinking.task();
            self.worker.send(Job::Search(Box::new(game), limits, now));
        }
        self.state = State::Thinking(Box::new(thinking));
        self.conclude();
    }

    fn stop(&mut self) {
        match &mut self.state {
            State::Thinking(thinking) => {
                self.worker.control.stop();
                thinking.stop();
                self.conclude();
            }
            State::Errand => self.worker.control.stop(),
            State::Idle | State::OwesReady => {}
        }
    }

    fn ponder_hit(&mut self) {
        if let State::Thinking(thinking) = &mut self.state {
            self.worker.control.ponder_hit();
            thinking.ponder_hit(Instant::now());
            if thinking.is_stopping() {
                self.worker.control.stop();
            }
            self.conclude();
        }
    }

    fn perft(&mut self, depth: u32) {
        if depth > MAX_PERFT {
            return self.note(format_args!("perft: expected at most {MAX_PERFT} plies"));
        }
        let game = self.history.game();
        self.errand(Job::Perft(game.rules(), *game.position(), depth));
    }

    fn errand(&mut self, job: Job) {
        if !matches!(self.state, State::Idle) {
            return self.note("ignored: a search is running, stop it first");
        }
        self.worker.control.reset();
        self.worker.send(job);
        self.state = State::Errand;
    }

    fn hear(&mut self, news: News) {
        match news {
            News::Prepared(problem) => {
                self.preparing = self.preparing.saturating_sub(1);
                if let Some(problem) = problem {
                    self.note(problem);
                }
                if self.preparing == 0 && matches!(self.state, State::OwesReady) {
                    self.state = State::Idle;
                    self.output.line("readyok");
                }
            }
            News::Report(report) => {
                if let State::Thinking(thinking) = &mut self.state {
                    let line = thinking.report(report, &self.options, self.mode);
                    self.output.line(line);
                }
            }
            News::Finished(choice) => {
                if choice.is_none() {
                    self.told = None;
                    self.note("the search broke down, the best move so far is played");
                }
                if let State::Thinking(thinking) = &mut self.state {
                    thinking.finish(choice);
                }
                self.conclude();
            }
            News::Line(line) => self.output.line(line),
            News::Done => self.state = State::Idle,
        }
    }

    /// Prints the best move once it is known and may be told.
    fn conclude(&mut self) {
        let State::Thinking(thinking) = &self.state else { return };
        if let Some(lines) = thinking.conclusion(&self.options, self.mode) {
            self.state = State::Idle;
            lines.into_iter().for_each(|line| self.output.line(line));
        }
    }

    /// An alarm rang: the search is told to stop; if it had been told, the worker is left behind.
    fn ring(&mut self) {
        let State::Thinking(thinking) = &mut self.state else { return };
        let now = Instant::now();
        if thinking.alarm().is_none_or(|at| at > now) {
            return;
        }
        if !thinking.is_stopping() {
            self.worker.control.stop();
            return thinking.stop();
        }
        thinking.finish(None);
        let number = self.worker.number + 1;
        self.worker = Worker::start(number, self.builder.clone(), self.sender.clone(), Event::Worker);
        self.told = None;
        self.preparing = 0;
        self.note("the search does not answer and is left behind, the best move so far is played");
        self.conclude();
    }
}

/// Commands that, between `stop` and `bestmove`, take effect only after it.
fn waits_for_bestmove(command: &Command<'_>) -> bool {
    !matches!(command, Command::IsReady | Command::Stop | Command::PonderHit | Command::Handshake(_))
}
