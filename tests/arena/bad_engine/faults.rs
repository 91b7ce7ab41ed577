//! The faults of the bad engine, by name.

use std::thread::sleep;
use std::time::Duration;

/// Points in an engine's life.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum When {
    /// Before anything is read.
    Start,
    /// At `ugi` or `uci`.
    Hello,
    /// At `isready`.
    Ready,
    /// At `quit`.
    Quit,
    /// When the input ends.
    EndOfInput,
}

/// A kind of fault and the move number at which it shows.
pub struct Fault {
    kind: String,
    number: u64,
}

fn forever() -> ! {
    loop {
        sleep(Duration::from_secs(3600));
    }
}

fn flood(line: &str) -> ! {
    loop {
        super::say(line);
    }
}

/// Starts another process that holds the same pipes and does not leave.
fn leave_a_child() {
    if let Ok(program) = std::env::current_exe() {
        // If it cannot be started there is no fault to show, and the test will say so.
        let _ = std::process::Command::new(program).arg("sleeper").spawn();
    }
}

impl Fault {
    /// From the command line; no fault without words.
    pub fn from_words(kind: Option<&str>, number: Option<&str>) -> Fault {
        Fault {
            kind: kind.unwrap_or("good").to_string(),
            number: number.and_then(|n| n.parse().ok()).unwrap_or(3),
        }
    }

    /// The kind.
    pub fn name(&self) -> &str {
        &self.kind
    }

    /// Whatever goes wrong at this point.
    pub fn at(&self, when: When) {
        match (self.kind.as_str(), when) {
            ("sleeper", _) => {
                // Not for ever: a test that fails to kill it must not leave it behind.
                sleep(Duration::from_secs(60));
                std::process::exit(0);
            }
            ("silent", When::Hello) | ("ignores-quit", When::Quit | When::EndOfInput) => forever(),
            ("deaf", When::Start) => forever(),
            ("crash-at-once", When::Start) => std::process::exit(3),
            ("crash-at-hello", When::Hello) => std::process::abort(),
            ("crash-on-quit", When::Quit) => std::process::exit(9),
            ("garbage", When::Hello | When::Ready) => {
                super::say("%&/()=? \u{1b}[31m not a protocol \0 line");
                super::say("");
                super::say("info");
                super::say("info depth x score cp");
            }
            ("megabytes", When::Ready) => {
                super::say(&"x".repeat(3_000_000));
                for _ in 0..2000 {
                    super::say("info string noise noise noise noise noise noise noise noise");
                }
            }
            ("flood-at-hello", When::Hello) => flood("id name again and again"),
            ("complaints", When::Ready) => {
                for _ in 0..3000 {
                    eprintln!("error: something is wrong, something is very wrong");
                }
            }
            _ => {}
        }
    }

    /// The line that ends the introduction.
    pub fn ok_word(&self, hello: &str) -> &'static str {
        match (self.kind.as_str(), hello) {
            ("wrong-ok-word", "ugi") => "uciok",
            ("blanks", "ugi") => "ugiok  ",
            (_, "ugi") => "ugiok",
            _ => "uciok",
        }
    }

    /// The rules it claims to play.
    pub fn rules(&self) -> &'static str {
        if self.kind == "wrong-rules" { "mancala-world" } else { "zanzibar" }
    }

    /// The score it claims.
    pub fn score(&self) -> &'static str {
        match self.kind.as_str() {
            "braggart" => "mate 5",
            "defeatist" => "cp -2000",
            "winner" => "cp 2000",
            _ => "cp 0",
        }
    }

    /// What it prints at `go` number `number`, if anything.
    pub fn answer(&self, number: u64, legal: &str, go: &str) -> Option<String> {
        let now = number == self.number;
        let good = format!("bestmove {legal}");
        match self.kind.as_str() {
            "illegal" if now => Some("bestmove A1L+".to_string()),
            "unreadable" if now => Some("bestmove e2e4".to_string()),
            "no-move" if now => Some("bestmove".to_string()),
            "null-move" if now => Some("bestmove 0000".to_string()),
            "two-moves" if now => Some(format!("{good}\n{good}")),
            "crash" if now => std::process::exit(4),
            "abort" if now => std::process::abort(),
            "dying-child" if now => {
                leave_a_child();
                std::process::exit(5);
            }
            "closes-output" if now => {
                super::say("info string good bye");
                std::process::exit(0);
            }
            "silent-move" if now => None,
            "ignores-stop" if now => forever(),
            "flood" if now => flood("info depth 1 score cp 0 nodes 1 string thinking thinking thinking"),
            "slow" => {
                sleep(Duration::from_millis(self.number));
                Some(good)
            }
            // Respects a clock, but not by much.
            "pondering" => {
                if go.starts_with("ponder") {
                    None
                } else {
                    Some(good)
                }
            }
            "talkative" => Some(format!("{good} ponder {legal} because I like it")),
            _ => Some(good),
        }
    }
}
