//! A client that starts the program, talks to it and notices every kind of misbehaviour.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How long anything may take before it counts as hanging.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// Words that only appear when something inside went wrong.
const ALARMS: [&str; 4] = ["broke down", "internal error", "left behind", "panicked"];

/// The program as a child process.
pub struct Client {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<(Instant, String)>,
    errors: Option<JoinHandle<String>>,
    /// Every line received so far.
    pub heard: Vec<String>,
}

impl Client {
    /// Starts the program without saying anything.
    pub fn silent() -> Client {
        let mut child = Command::new(env!("CARGO_BIN_EXE_fundi"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let stdout = child.stdout.take().expect("piped");
        let mut stderr = child.stderr.take().expect("piped");
        let (sender, output) = channel();
        thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                if sender.send((Instant::now(), line)).is_err() {
                    return;
                }
            }
        });
        let errors = thread::spawn(move || {
            let mut text = String::new();
            let _ = stderr.read_to_string(&mut text);
            text
        });
        let input = child.stdin.take();
        Client { child, input, output, errors: Some(errors), heard: Vec::new() }
    }

    /// Starts the program and shakes hands: `uci`, `ugi` or `tei`.
    pub fn start(dialect: &str) -> Client {
        let mut client = Client::silent();
        client.send(dialect);
        client.expect(&format!("{dialect}ok"));
        client
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Sends bytes as they are.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("the program reads");
    }

    /// The next line, with the time it came, or `None` if there is none for so long (or none any more).
    pub fn next_within(&mut self, time: Duration) -> Option<(Instant, String)> {
        match self.output.recv_timeout(time) {
            Ok((at, line)) => {
                assert!(!ALARMS.iter().any(|alarm| line.contains(alarm)), "alarming line: {line}");
                assert_eq!(line, line.trim_end(), "no line ends in blanks");
                self.heard.push(line.clone());
                Some((at, line))
            }
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => None,
        }
    }

    /// Reads up to the first line that starts with `prefix` and returns all lines read, that one last.
    pub fn until(&mut self, prefix: &str) -> Vec<String> {
        let mut lines = Vec::new();
        let start = Instant::now();
        loop {
            let left = PATIENCE.saturating_sub(start.elapsed());
            let Some((_, line)) = self.next_within(left) else {
                panic!("no line `{prefix}...` after {:?}; last: {:?}", start.elapsed(), self.heard.last());
            };
            let found = line.starts_with(prefix);
            lines.push(line);
            if found {
                return lines;
            }
        }
    }

    /// The first line that starts with `prefix`.
    pub fn expect(&mut self, prefix: &str) -> String {
        self.until(prefix).pop().unwrap_or_default()
    }

    /// Sends a line and returns the first answer that starts with `prefix`.
    pub fn ask(&mut self, line: &str, prefix: &str) -> String {
        self.send(line);
        self.expect(prefix)
    }

    /// The answer to a `query`, without the word `response`.
    pub fn query(&mut self, question: &str) -> String {
        let answer = self.ask(&format!("query {question}"), "response ");
        answer["response ".len()..].to_owned()
    }

    /// The move of a `go` command.
    pub fn best_move(&mut self, go: &str) -> String {
        let line = self.ask(go, "bestmove ");
        line.split(' ').nth(1).unwrap_or_default().to_owned()
    }

    /// Nothing may come in for that long.
    pub fn expect_silence(&mut self, time: Duration) {
        if let Some((_, line)) = self.next_within(time) {
            panic!("expected silence, got: {line}");
        }
    }

    /// Asks `isready` and returns what came before the answer.
    pub fn sync(&mut self) -> Vec<String> {
        self.send("isready");
        let mut lines = self.until("readyok");
        assert_eq!(lines.pop().as_deref(), Some("readyok"));
        lines
    }

    /// Closes the program's input.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Waits for the end of the program: how it ended, when, and what it wrote to stderr.
    pub fn wait(&mut self) -> (ExitStatus, Instant, String) {
        let start = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("it can be waited for") {
                break status;
            }
            assert!(start.elapsed() < PATIENCE, "the program does not end");
            thread::sleep(Duration::from_millis(1));
        };
        let ended = Instant::now();
        let errors = self.errors.take().map(|thread| thread.join().unwrap_or_default()).unwrap_or_default();
        (status, ended, errors)
    }

    /// `quit` must end the program with success and without a word on stderr.
    pub fn quit(mut self) {
        self.send("quit");
        self.assert_gone();
    }

    /// The program must end with success and without a word on stderr.
    pub fn assert_gone(&mut self) {
        let (status, _, errors) = self.wait();
        assert!(status.success(), "{status}");
        assert_eq!(errors, "");
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Client {
    /// `isready` during a search: the answer comes among other lines, none of which ends the search.
    pub fn sync_during(&mut self) {
        self.send("isready");
        let lines = self.until("readyok");
        assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:?}");
    }
}
