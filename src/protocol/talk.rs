//! The commands that change little and say something: introduction, options, the board, queries, traces, help.

use super::Mode;
use super::history::{History, read_move};
use super::memory::available_mib;
use super::options::OPTIONS;
use super::parse::{COMMANDS, Query};
use super::reply::{EventText, LegalMoves, Stage, board};
use super::session::Session;
use crate::book::{Book, BookMove};
use crate::eval::{self, Evaluator, Network};
use crate::rules::{Event, Game};
use crate::search::Limits;
use std::path::Path;
use std::sync::Arc;

impl Session {
    pub(super) fn introduce(&mut self, mode: Mode) {
        self.mode = mode;
        self.output.line(format_args!("id name Fundi {}", env!("CARGO_PKG_VERSION")));
        self.output.line("id author the Fundi authors");
        for option in OPTIONS {
            self.output.line(option);
        }
        self.output.line(mode.ok());
    }

    pub(super) fn set_option(&mut self, name: &str, value: Option<&str>) {
        let (before, hash) = (self.options.rules(), self.options.hash);
        let (eval_file, book_file) = (self.options.eval_file.clone(), self.options.book_file.clone());
        let option = match self.options.set(name, value) {
            Ok(option) => option,
            Err(error) => return self.note(error),
        };
        match option.name {
            "Hash" => {
                if let Some(most) = available_mib().filter(|&most| self.options.hash > most) {
                    self.options.hash = hash;
                    self.note(format_args!(
                        "option Hash keeps its value: there is memory for {most} MiB at most"
                    ));
                }
            }
            "Clear Hash" => self.forget(),
            "RuleSet" if self.options.rules() != before => {
                self.history = History::new(self.options.rules(), self.options.conventions());
            }
            "Repetition" | "MaxPlies" => self.history.set_conventions(self.options.conventions()),
            "EvalFile" => self.load_network(eval_file),
            "BookFile" => self.load_book(book_file),
            "Log File" => {
                let path = self.options.log_file.clone();
                if let Err(error) = self.output.set_log(&path) {
                    self.options.log_file.clear();
                    self.note(format_args!("no log: {path}: {error}"));
                }
            }
            _ => {}
        }
    }

    /// Evaluates with the network file the options name; if it is refused, with what was used `before`.
    fn load_network(&mut self, before: String) {
        let path = &self.options.eval_file;
        self.evaluator = match Network::load(Path::new(path)) {
            _ if path.is_empty() => Evaluator::Embedded,
            Ok(network) => Evaluator::Loaded(Arc::new(network)),
            Err(error) => {
                let note = format!("option EvalFile keeps its value: {error}");
                self.options.eval_file = before;
                return self.note(note);
            }
        };
        // What the table holds was judged by the other network.
        self.told = None;
        self.forget();
    }

    /// Plays from the book file the options name; if it is refused, from what was used `before`.
    fn load_book(&mut self, before: String) {
        let path = &self.options.book_file;
        self.book = match Book::load(Path::new(path)) {
            _ if path.is_empty() => None,
            Ok(book) => Some(Arc::new(book)),
            Err(error) => {
                let note = format!("option BookFile keeps its value: {error}");
                self.options.book_file = before;
                return self.note(note);
            }
        };
    }

    /// The book's move for a search, if the book is to be asked about it.
    pub(super) fn book_move(&self, game: &Game, limits: &Limits) -> Option<BookMove> {
        let options = &self.options;
        let asked = options.own_book && !options.analyse_mode && options.settings().level.is_none();
        let bounded = limits.depth.is_some()
            || limits.nodes.is_some()
            || limits.movetime.is_some()
            || limits.clock.is_some();
        let wants_move = bounded && !limits.infinite && limits.mate.is_none();
        if !asked || !wants_move || game.plies() >= options.book_depth as usize {
            return None;
        }
        let book = self.book.as_deref().unwrap_or_else(|| Book::embedded());
        let found = book.choose(game, options.book_variety, options.seed)?;
        (limits.search_moves.is_empty() || limits.search_moves.contains(&found.mv)).then_some(found)
    }

    pub(super) fn play_on(&mut self, tokens: &[&str]) {
        if tokens.is_empty() {
            self.output
                .line(format_args!("moves {}", LegalMoves(self.history.game(), self.options.notation())));
        } else {
            self.play(tokens);
        }
    }

    pub(super) fn show(&mut self) {
        let game = self.history.game();
        let position = game.position();
        let mut lines = board(position);
        lines.push(format!("{} to move, {}", position.mover(), Stage(game)));
        if self.history.is_over() {
            lines.push(match game.result() {
                Some(result) => {
                    format!("the game is over: {}, {}", self.history.result_word(), result.ending)
                }
                None => "the game is broken by an illegal move".to_owned(),
            });
        }
        lines.push(format!("moves {}", LegalMoves(game, self.options.notation())));
        lines.push(format!("rules {}", game.rules()));
        lines.push(format!("key {:016x}", position.key()));
        lines.push(format!("fen {position}"));
        lines.into_iter().for_each(|line| self.output.line(line));
    }

    pub(super) fn evaluate(&mut self) {
        let position = self.history.game().position();
        let value = self.evaluator.network().evaluate(position);
        let chance = eval::win_chance(value) * 100.0;
        let mover = position.mover();
        self.note(format_args!(
            "evaluation {value} centiseeds for {mover}, who wins {chance:.0} of 100 such games"
        ));
    }

    pub(super) fn trace(&mut self, token: &str) {
        let game = self.history.game();
        let position = *game.position();
        let mv = match read_move(game, token, self.options.notation()) {
            Ok(played) => played.mv,
            Err(error) => return self.output.line(format_args!("trace refused: {error}")),
        };
        let mut events: Vec<Event> = Vec::new();
        let outcome = game.rules().trace(&position, mv, &mut events);
        match outcome {
            Ok(successor) => {
                for event in events {
                    self.output.line(EventText(event, position.mover()));
                }
                self.output.line(format_args!("trace fen {}", successor.position));
            }
            Err(error) => self.output.line(format_args!("trace refused: {error}")),
        }
    }

    pub(super) fn answer(&mut self, query: Query<'_>) {
        let history = &self.history;
        let game = history.game();
        let text = match query {
            Query::P1Turn => (history.turn() == crate::board::Side::South).to_string(),
            Query::GameOver => history.is_over().to_string(),
            Query::Result => history.result_word().to_owned(),
            Query::Fen => game.position().to_string(),
            Query::Moves if history.is_broken() => "(none)".to_owned(),
            Query::Moves => LegalMoves(game, self.options.notation()).to_string(),
            Query::IsLegal(token) => self.why_illegal(token).is_none().to_string(),
            Query::Why(token) => self.why_illegal(token).unwrap_or_else(|| "legal".to_owned()),
            Query::Rules => {
                let conventions = game.conventions();
                format!(
                    "{} repetition {} maxplies {}",
                    game.rules(),
                    conventions.repetition,
                    conventions.max_plies
                )
            }
            Query::Stage => Stage(game).to_string(),
            Query::Key => format!("{:016x}", game.position().key()),
            Query::Unknown(_) => "(unknown)".to_owned(),
        };
        self.output.line(format_args!("response {text}"));
    }

    fn why_illegal(&self, token: &str) -> Option<String> {
        if self.history.is_broken() {
            return Some("an earlier move was illegal".to_owned());
        }
        read_move(self.history.game(), token, self.options.notation()).err()
    }

    pub(super) fn help(&mut self) {
        for (command, arguments, meaning) in COMMANDS {
            let words = format!("{command} {arguments}");
            self.output.line(format_args!("  {:34} {meaning}", words.trim_end()));
        }
        self.output.line("  For example: position startpos, d, go movetime 1000, moves A6R, d");
    }
}
