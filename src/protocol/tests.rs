//! Sessions with engines that break down, do not obey or lie: the client must not notice more than an `info string`.

use super::session::Session;
use super::worker::Searcher;
use crate::board::{Direction, Hole};
use crate::eval::Evaluator;
use crate::rules::{Game, Move};
use crate::search::{Bound, Choice, Control, Limits, Report, Score, Settings};
use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How an engine misbehaves.
#[derive(Clone, Copy, PartialEq)]
enum Vice {
    Panics,
    PanicsAfterReport,
    PanicsWhenConfigured,
    IgnoresStop,
    PlaysIllegally,
    IsSlowToConfigure,
}

struct Rogue(Vice);

fn second_move(game: &Game) -> Move {
    game.rules().successors(game.position())[1].mv
}

impl Searcher for Rogue {
    fn search(
        &mut self,
        game: &Game,
        _: &Limits,
        control: &Control,
        sink: &mut dyn FnMut(&Report),
    ) -> Choice {
        match self.0 {
            Vice::Panics => panic!("on purpose"),
            Vice::PanicsAfterReport => {
                sink(&Report {
                    depth: 1,
                    seldepth: 1,
                    multi_pv: 1,
                    score: Score::ZERO,
                    bound: Bound::Exact,
                    nodes: 1,
                    time: Duration::ZERO,
                    hashfull: 0,
                    pv: vec![second_move(game)],
                });
                panic!("on purpose, later")
            }
            Vice::IgnoresStop => loop {
                thread::sleep(Duration::from_millis(50));
            },
            _ => {}
        }
        while !control.stopped() && self.0 == Vice::IsSlowToConfigure {
            thread::sleep(Duration::from_millis(1));
        }
        Choice {
            best: Some(Move::new(Hole::LEFT_KICHWA, Direction::Left, true)),
            ponder: None,
            score: Score::ZERO,
            depth: 1,
            nodes: 1,
            time: Duration::ZERO,
            pv: Vec::new(),
        }
    }

    fn configure(&mut self, _: Settings, _: Evaluator) -> Result<(), String> {
        match self.0 {
            Vice::PanicsWhenConfigured => panic!("on purpose"),
            Vice::IsSlowToConfigure => {
                thread::sleep(Duration::from_millis(30));
                Err("not everything could be had".to_owned())
            }
            _ => Ok(()),
        }
    }

    fn new_game(&mut self) {}
}

/// Bytes from a channel.
struct Pipe(Receiver<Vec<u8>>, Vec<u8>);

impl Read for Pipe {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.1.is_empty() {
            self.1 = self.0.recv().unwrap_or_default();
        }
        let count = self.1.len().min(into.len());
        into[..count].copy_from_slice(&self.1[..count]);
        self.1.drain(..count);
        Ok(count)
    }
}

struct Lines(Sender<String>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes).trim_end().to_owned();
        self.0.send(text).map_err(|_| io::ErrorKind::BrokenPipe)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

struct Talk(Sender<Vec<u8>>, Receiver<String>);

impl Talk {
    fn with(vice: Vice) -> Talk {
        let (to, input) = channel();
        let (output, from) = channel();
        thread::spawn(move || {
            let builder = Arc::new(move || Box::new(Rogue(vice)) as Box<dyn Searcher>);
            Session::new(Box::new(Lines(output)), builder).serve(Pipe(input, Vec::new()));
        });
        Talk(to, from)
    }

    fn say(&self, line: &str) {
        self.0.send(format!("{line}\n").into_bytes()).expect("the session listens");
    }

    /// All lines up to the first that starts with `prefix`.
    fn until(&self, prefix: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.1.recv_timeout(Duration::from_secs(20)).expect("an answer"));
            if lines.last().is_some_and(|line| line.starts_with(prefix)) {
                return lines;
            }
        }
    }
}

#[test]
fn a_search_that_panics_still_gives_a_move_every_time() {
    for (vice, expected) in [(Vice::Panics, "bestmove A6L"), (Vice::PanicsAfterReport, "bestmove A7L")] {
        let talk = Talk::with(vice);
        for _ in 0..3 {
            talk.say("go depth 5");
            let lines = talk.until("bestmove");
            assert!(lines.iter().any(|line| line.contains("broke down")), "{lines:?}");
            assert_eq!(lines.last().map(String::as_str), Some(expected));
            talk.say("isready");
            assert_eq!(talk.until("readyok").len(), 1);
        }
    }
}

#[test]
fn an_engine_that_panics_when_configured_is_not_waited_for() {
    let talk = Talk::with(Vice::PanicsWhenConfigured);
    talk.say("isready");
    let lines = talk.until("readyok");
    assert!(lines[0].contains("broke down"), "{lines:?}");
    talk.say("go depth 1");
    talk.until("bestmove A6L");
}

#[test]
fn a_search_that_does_not_end_is_left_behind() {
    let talk = Talk::with(Vice::IgnoresStop);
    let start = Instant::now();
    talk.say("go movetime 20");
    let lines = talk.until("bestmove A6L");
    assert!(lines.iter().any(|line| line.contains("left behind")), "{lines:?}");
    assert!(start.elapsed() < Duration::from_secs(10));
    talk.say("go infinite\nstop\nposition startpos moves A6R\nquery p1turn");
    talk.until("bestmove A6L");
    assert_eq!(talk.until("response"), ["response false"]);
    // A clock is watched too.
    talk.say("go wtime 50 btime 50");
    talk.until("bestmove a6L");
}

#[test]
fn an_illegal_choice_is_replaced() {
    let talk = Talk::with(Vice::PlaysIllegally);
    talk.say("go depth 1");
    talk.until("bestmove A6L");
    talk.say("go ponder");
    talk.say("ponderhit");
    talk.until("bestmove A6L");
}

#[test]
fn what_follows_isready_waits_for_it() {
    let talk = Talk::with(Vice::IsSlowToConfigure);
    talk.say("isready\nquery p1turn\nd\nposition startpos moves A6R\ngo infinite\nstop\nquery p1turn");
    let lines = talk.until("bestmove");
    assert!(lines[0].contains("not everything could be had"));
    assert_eq!(lines[1..3], ["readyok", "response true"]);
    assert_eq!(talk.until("response"), ["response false"]);
    talk.say("isready\nquit");
    talk.until("readyok");
}

#[test]
fn a_script_that_ends_with_quit_is_answered_first() {
    let talk = Talk::with(Vice::IsSlowToConfigure);
    talk.say("isready\nposition startpos moves A6R\nquery p1turn\nquery stage\nquit");
    let lines: Vec<String> = talk.1.iter().collect();
    assert_eq!(lines[1..], ["readyok", "response false", "response namua takata"], "{lines:?}");
}
