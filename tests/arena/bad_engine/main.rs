//! A small engine with switchable faults, to show that nothing an engine does can stop a match.
//!
//! `bad_engine KIND [NUMBER]`: it speaks `ugi` (and `uci`), plays a legal move chosen by the position alone, and
//! commits the fault named by KIND, where it matters at its move number NUMBER. `bad_engine good` has none.

mod faults;

use faults::{Fault, When};
use fundi::board::Position;
use fundi::rules::{Game, Move, Rules};
use std::io::{BufRead, Write};

/// The legal move an honest engine of this kind plays: depends on the position only, so games repeat.
fn choose(game: &Game) -> Option<Move> {
    let successors = game.rules().successors(game.position());
    if successors.is_empty() {
        return None;
    }
    let key = game.position().key() % successors.len() as u64;
    successors.get(key as usize).map(|s| s.mv)
}

/// Sets up the game of a `position` command.
fn set_up(words: &str) -> Option<Game> {
    let (start, moves) = words.split_once(" moves").unwrap_or((words, ""));
    let start: Position = match start.trim().strip_prefix("fen ") {
        Some(fen) => fen.trim().parse().ok()?,
        None => Rules::ZANZIBAR.start(),
    };
    let mut game = Game::from_position(Rules::ZANZIBAR, start);
    for token in moves.split_ascii_whitespace() {
        game.play(Move::parse(token).ok()?).ok()?;
    }
    Some(game)
}

fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    // Nobody listens any more: nothing is left to do.
    if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
        std::process::exit(0);
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let fault = Fault::from_words(arguments.next().as_deref(), arguments.next().as_deref());
    fault.at(When::Start);
    let mut game = Game::new(Rules::ZANZIBAR);
    let mut move_number = 0;
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match word {
            "ugi" | "uci" => {
                fault.at(When::Hello);
                say(&format!("id name bad {}", fault.name()));
                say("id author the match tests");
                say("option name Threads type spin default 1 min 1 max 8");
                say(fault.ok_word(word));
            }
            "isready" => {
                fault.at(When::Ready);
                say("readyok");
            }
            "uginewgame" | "ucinewgame" => move_number = 0,
            "position" => match set_up(rest) {
                Some(new) => game = new,
                None => say("info string cannot set this position up"),
            },
            "query" if rest == "rules" => say(&format!("response {}", fault.rules())),
            "go" => {
                move_number += 1;
                let legal = choose(&game).map(|mv| mv.token(game.position().mover()).to_string());
                say(&format!("info depth 1 score {} nodes 1 time 0", fault.score()));
                if let Some(line) =
                    fault.answer(move_number, &legal.unwrap_or_else(|| "(none)".to_string()), rest)
                {
                    say(&line);
                }
            }
            "quit" => {
                fault.at(When::Quit);
                return;
            }
            _ => {}
        }
    }
    fault.at(When::EndOfInput);
}
