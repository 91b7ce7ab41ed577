//! An engine process that can do anything and still not stop its referee.
//!
//! * Its standard output is read by a thread into a bounded queue of lines, each stamped with its arrival; lines
//!   beyond a size are cut, so megabytes of output cost neither memory nor time.
//! * Its standard input is written by another thread: an engine that does not read cannot block the caller.
//! * Its standard error is drained into the [`Transcript`].
//! * Waiting always has a deadline, and a dead process is noticed even when a child of its own keeps the pipes open.
//! * It runs in a process group of its own: Ctrl-C in the terminal does not reach it, and killing it kills
//!   its children too. The threads are never joined: a pipe held open by a runaway cannot hang anybody.

use super::affinity;
use super::transcript::{Transcript, Way};
use crate::words::{Message, Told, say};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// Longest line kept of an engine's output, in bytes.
pub const MAX_LINE: usize = 64 * 1024;
/// Lines waiting to be read before the engine itself is held up.
const QUEUE: usize = 256;
/// Commands waiting to be written before the engine counts as deaf.
const BACKLOG: usize = 64;
/// How often a waiting referee looks whether the process still lives or the match is being stopped.
const GLANCE: Duration = Duration::from_millis(20);
/// How much of the standard error is noted, in lines.
const MAX_COMPLAINTS: usize = 1000;

/// What to start.
#[derive(Clone, Debug, Default)]
pub struct Launch {
    /// Program: a path, or a name looked up in PATH.
    pub program: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// Its working directory; the caller's if `None`.
    pub dir: Option<PathBuf>,
    /// Processors it is confined to; all if empty.
    pub cpus: Vec<usize>,
}

/// A line from an engine.
#[derive(Clone, Debug)]
pub struct Line {
    /// When it had been read completely.
    pub at: Instant,
    /// Its text without the line end; broken UTF-8 is replaced.
    pub text: String,
    /// Whether it was longer than [`MAX_LINE`] and cut.
    pub cut: bool,
}

/// Why no line came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Silence {
    /// The deadline passed.
    Deadline,
    /// The process has ended or closed its output; the text says how.
    Ended(Message),
    /// The match is being stopped.
    Stopped,
}

impl Told for Silence {
    fn message(&self) -> Message {
        match self {
            Silence::Deadline => say!(SilenceDeadline),
            Silence::Ended(how) => how.clone(),
            Silence::Stopped => say!(StoppedByUser),
        }
    }
}

/// A running engine process. Dropping it kills it and its children.
#[derive(Debug)]
pub struct EngineProcess {
    child: Child,
    input: Option<SyncSender<String>>,
    output: Receiver<Line>,
    transcript: Transcript,
}

impl EngineProcess {
    /// Starts the process. The error is a sentence naming the program.
    pub fn start(launch: &Launch) -> Result<EngineProcess, Message> {
        let cannot = |error: Message| say!(ProcessCannotStart, program = &launch.program, error = error);
        let mut command = Command::new(&launch.program);
        command.args(&launch.args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(dir) = &launch.dir {
            command.current_dir(dir);
        }
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let started = if launch.cpus.is_empty() {
            command.spawn()
        } else {
            affinity::confined(&launch.cpus, || command.spawn())?
        };
        let mut child = started.map_err(|error| cannot(error.message()))?;
        let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(cannot(say!(ProcessNoPipes)));
        };
        let transcript = Transcript::default();
        let (input, commands) = sync_channel(BACKLOG);
        let (lines, output) = sync_channel(QUEUE);
        let complaints = transcript.clone();
        thread::spawn(move || write_commands(stdin, &commands));
        thread::spawn(move || read_lines(BufReader::new(stdout), |line| lines.send(line).is_ok()));
        thread::spawn(move || {
            let mut noted = 0;
            read_lines(BufReader::new(stderr), |line| {
                if noted < MAX_COMPLAINTS {
                    complaints.note(Way::Complaint, &line.text);
                    noted += 1;
                }
                true
            });
        });
        Ok(EngineProcess { child, input: Some(input), output, transcript })
    }

    /// The process number.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// The last lines exchanged.
    pub fn transcript(&self) -> &Transcript {
        &self.transcript
    }

    /// Sends one line. An error if the engine has stopped reading or is gone; how it went is found by [`Self::hear`].
    pub fn send(&mut self, line: &str) -> Result<(), Silence> {
        self.transcript.note(Way::Sent, line);
        let Some(input) = &self.input else { return Err(Silence::Ended(say!(ProcessInputClosed))) };
        match input.try_send(format!("{line}\n")) {
            Ok(()) => Ok(()),
            Err(TrySendError::Full(_)) => Err(Silence::Deadline),
            Err(TrySendError::Disconnected(_)) => Err(Silence::Ended(self.ending())),
        }
    }

    /// Closes its standard input.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// The next line, waiting until `deadline` at most; `stop` is looked at a few dozen times a second.
    pub fn hear(&mut self, deadline: Instant, stop: &AtomicBool) -> Result<Line, Silence> {
        loop {
            if stop.load(Ordering::Relaxed) {
                return Err(Silence::Stopped);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left.min(GLANCE)) {
                Ok(line) => {
                    self.transcript.note(Way::Heard, &line.text);
                    return Ok(line);
                }
                Err(RecvTimeoutError::Disconnected) => return Err(Silence::Ended(self.ending())),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if let Ok(Some(status)) = self.child.try_wait() {
                // Its last lines may still be on their way.
                return match self.output.recv_timeout(GLANCE) {
                    Ok(line) => {
                        self.transcript.note(Way::Heard, &line.text);
                        Ok(line)
                    }
                    Err(_) => Err(Silence::Ended(describe(status))),
                };
            }
            if left.is_zero() {
                return Err(Silence::Deadline);
            }
        }
    }

    /// How the process ended, or that it only closed its output.
    fn ending(&mut self) -> Message {
        match self.wait(Duration::from_millis(200)) {
            Some(status) => describe(status),
            None => say!(ProcessOutputClosed),
        }
    }

    /// Waits for the process to end, up to `patience`.
    pub fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + patience;
        let mut pause = Duration::from_micros(200);
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            if Instant::now() >= deadline {
                return None;
            }
            thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(10));
        }
    }

    /// Kills the process and everything in its group, and collects it.
    pub fn kill(&mut self) {
        #[cfg(unix)]
        if let Ok(group) = i32::try_from(self.child.id()) {
            // The group may be gone already: nothing to do then.
            let _ = nix::sys::signal::killpg(
                nix::unistd::Pid::from_raw(group),
                nix::sys::signal::Signal::SIGKILL,
            );
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        self.kill();
    }
}

/// How a process ended, in words.
pub fn describe(status: ExitStatus) -> Message {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        let name =
            nix::sys::signal::Signal::try_from(signal).map_or_else(|_| signal.to_string(), |s| s.to_string());
        return say!(ProcessSignal, signal = name);
    }
    match status.code() {
        Some(code) => say!(ProcessExited, code = code),
        None => say!(ProcessEnded),
    }
}

/// The writing thread: ends when the engine is gone or its input is closed.
fn write_commands(mut stdin: impl Write, commands: &Receiver<String>) {
    for line in commands {
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

/// The reading thread: hands on line after line until the end of the stream or until nobody wants them.
fn read_lines(mut stream: impl BufRead, mut hand_on: impl FnMut(Line) -> bool) {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match stream.by_ref().take(MAX_LINE as u64).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let ended = bytes.last() == Some(&b'\n');
        let cut = !ended && bytes.len() == MAX_LINE;
        let at = Instant::now();
        if ended {
            bytes.pop();
        }
        if bytes.last() == Some(&b'\r') {
            bytes.pop();
        }
        if !hand_on(Line { at, text: String::from_utf8_lossy(&bytes).into_owned(), cut }) {
            return;
        }
        if cut && !skip_line(&mut stream) {
            return;
        }
    }
}

/// Skips the rest of an overlong line; whether the stream goes on.
fn skip_line(stream: &mut impl BufRead) -> bool {
    loop {
        let Ok(buffer) = stream.fill_buf() else { return false };
        if buffer.is_empty() {
            return false;
        }
        match buffer.iter().position(|&b| b == b'\n') {
            Some(end) => {
                stream.consume(end + 1);
                return true;
            }
            None => {
                let all = buffer.len();
                stream.consume(all);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_and_repaired() {
        let mut text = b"one\r\n\n".to_vec();
        text.extend(vec![b'x'; MAX_LINE * 3]);
        text.extend(b"\nbad \xff utf8\nlast");
        let mut lines = Vec::new();
        read_lines(BufReader::new(&text[..]), |line| {
            lines.push((line.text.len(), line.cut, line.text));
            true
        });
        let seen: Vec<(usize, bool)> = lines.iter().map(|l| (l.0, l.1)).collect();
        assert_eq!(seen, [(3, false), (0, false), (MAX_LINE, true), (12, false), (4, false)]);
        assert_eq!(lines[3].2, "bad \u{fffd} utf8");
    }

    #[test]
    fn a_missing_program_is_named() {
        let launch = Launch { program: "no-such-engine-here".to_string(), ..Launch::default() };
        let error = EngineProcess::start(&launch).expect_err("must fail");
        assert!(error.to_string().contains("no-such-engine-here"), "{error}");
    }

    #[cfg(unix)]
    mod with_a_shell {
        use super::*;

        fn shell(script: &str) -> EngineProcess {
            let launch = Launch {
                program: "sh".to_string(),
                args: vec!["-c".to_string(), script.to_string()],
                ..Launch::default()
            };
            EngineProcess::start(&launch).expect("sh starts")
        }

        fn soon(ms: u64) -> Instant {
            Instant::now() + Duration::from_millis(ms)
        }

        static GO: AtomicBool = AtomicBool::new(false);

        #[test]
        fn talks_and_ends() {
            let mut p = shell("read x; echo got $x; echo oops >&2; exit 3");
            p.send("hello").expect("sent");
            assert_eq!(p.hear(soon(5000), &GO).expect("line").text, "got hello");
            assert_eq!(
                p.hear(soon(5000), &GO).expect_err("ended"),
                Silence::Ended(say!(ProcessExited, code = 3))
            );
            // The error stream has a reader of its own, which may come a little later.
            let end = soon(5000);
            while !p.transcript().to_string().contains("! oops") {
                assert!(Instant::now() < end, "the error stream was not kept");
                std::thread::yield_now();
            }
        }

        #[test]
        fn silence_and_stop() {
            let mut p = shell("sleep 100");
            assert_eq!(p.hear(soon(30), &GO).expect_err("silent"), Silence::Deadline);
            let stop = AtomicBool::new(true);
            assert_eq!(p.hear(soon(60_000), &stop).expect_err("stopped"), Silence::Stopped);
        }

        #[test]
        fn an_engine_that_does_not_read_blocks_nobody() {
            let mut p = shell("sleep 100");
            let long = "x".repeat(60_000);
            let began = Instant::now();
            let refused = (0..200).find_map(|_| p.send(&long).err());
            assert_eq!(refused, Some(Silence::Deadline));
            assert!(began.elapsed() < Duration::from_secs(5));
        }

        #[test]
        fn a_dead_engine_is_noticed_although_its_child_holds_the_pipe() {
            let mut p = shell("sleep 100 & exit 7");
            let began = Instant::now();
            assert_eq!(
                p.hear(soon(60_000), &GO).expect_err("dead"),
                Silence::Ended(say!(ProcessExited, code = 7))
            );
            assert!(began.elapsed() < Duration::from_secs(5));
        }

        #[test]
        fn killing_kills_the_children() {
            let mut p = shell("sleep 100 & echo $!; wait");
            let child: i32 = p.hear(soon(5000), &GO).expect("pid").text.parse().expect("number");
            p.kill();
            // The orphan is gone, or a zombie waiting for init.
            let deadline = soon(5000);
            let gone = || {
                std::fs::read_to_string(format!("/proc/{child}/stat")).map_or(true, |s| {
                    s.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('Z'))
                })
            };
            while !gone() && Instant::now() < deadline {
                thread::sleep(Duration::from_millis(5));
            }
            assert!(gone());
        }

        #[test]
        fn a_flood_costs_no_memory() {
            let mut p =
                shell("while :; do echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; done");
            let deadline = soon(200);
            let mut lines = 0;
            while p.hear(deadline, &GO).is_ok() && Instant::now() < deadline {
                lines += 1;
            }
            assert!(lines > 100, "{lines}");
        }
    }
}
