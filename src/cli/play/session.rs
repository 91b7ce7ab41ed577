//! A game between a person and the engine: the record, whose side is whose, and what each command does to them.

use super::animate::animate;
use super::command::Command;
use super::kept::Kept;
use super::levels::Strength;
use crate::board::Side;
use crate::book::Book;
use crate::cli::interrupt::stoppable;
use crate::cli::show::below_board;
use crate::cli::source::{read_fen, read_games, read_move};
use crate::cli::values::milliseconds;
use crate::cli::{CliError, Output};
use crate::draw::eval_bar;
use crate::explain::{Replay, clause, percent, score_text, story, win_chance};
use crate::notation::{Notation, Problem, write};
use crate::random::Random;
use crate::record::{Outcome, ReadOptions, Record};
use crate::rules::Game;
use crate::search::{Choice, Engine, Limits, Settings};
use crate::words::{Key, Told, Words};
use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Centiseeds that a move of the opening book may fall behind the best, so that games at full strength differ too.
const BOOK_VARIETY: u32 = 15;

/// Whether the session goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    Prompt,
    Quit,
}

pub(super) struct Session {
    pub record: Record,
    /// The side the person plays.
    pub human: Side,
    pub strength: Strength,
    pub engine: Engine,
    pub settings: Settings,
    /// Time of the engine's moves.
    pub think: Duration,
    pub pause: Duration,
    pub shows_eval: bool,
    /// Makes the errors of weak levels differ from game to game.
    pub seed: u64,
    pub words: Arc<Words>,
    pub kept: Kept,
    /// Raised by Ctrl-C.
    pub interrupted: Arc<AtomicBool>,
}

impl Session {
    pub fn game(&self) -> &Game {
        self.record.game()
    }

    fn is_over(&self) -> bool {
        self.record.outcome() != Outcome::Open
    }

    pub fn say(&self, out: &mut Output, key: Key, values: &[(&str, &dyn Display)]) -> io::Result<()> {
        out.paragraph(&self.words.fill(key, values))
    }

    /// The board, whose turn it is, and the evaluation if wanted.
    pub fn show(&mut self, out: &mut Output) -> Result<(), CliError> {
        out.board(self.record.game())?;
        writeln!(out, "\n{}", below_board(&self.words, self.record.game()))?;
        if self.shows_eval && !self.is_over() {
            let choice = self.search(None, Duration::from_millis(300));
            let mover = win_chance(choice.score);
            let south = if self.game().position().mover() == Side::South { mover } else { 1.0 - mover };
            let bar = eval_bar(south, out.style());
            let [below, above] = [Side::South, Side::North].map(|side| self.words.side(side));
            let [ours, theirs] = [south, 1.0 - south].map(percent);
            writeln!(out, "{below} {ours}% {bar} {above} {theirs}%")?;
        }
        if self.is_over() {
            self.say(out, Key::PlayOver, &[])?;
        }
        Ok(())
    }

    pub fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    fn search(&mut self, strength: Option<crate::search::Level>, time: Duration) -> Choice {
        let level = strength.map(|level| level.with_seed(self.seed));
        // The size of the table stays, so this cannot fail.
        self.engine.configure(Settings { level, ..self.settings }).unwrap_or_default();
        let limits = Limits { movetime: Some(time), ..Limits::default() };
        let control = stoppable();
        if self.is_interrupted() {
            control.stop();
        }
        self.engine.search(self.record.game(), &limits, &control, &mut |_| {})
    }

    /// Lets the engine move if it is its turn.
    pub fn engine_moves(&mut self, out: &mut Output) -> Result<(), CliError> {
        if self.is_over() || self.game().position().mover() == self.human {
            return Ok(());
        }
        self.say(out, Key::PlayThinking, &[])?;
        out.flush()?;
        let book = match self.strength.0 {
            None => Book::embedded().choose(self.game(), BOOK_VARIETY, self.seed),
            Some(_) => None,
        };
        let best = match book {
            Some(found) => Some(found.mv),
            None => self.search(self.strength.0, self.think).best,
        };
        // A search broken off is no move.
        let Some(best) = best.filter(|_| !self.is_interrupted()) else { return Ok(()) };
        let before = *self.game().position();
        let rules = self.game().rules();
        let replay = Replay::of(rules, &before, best).map_err(CliError::input)?;
        // The move counts before it is shown: showing it may be broken off.
        self.record.advance(&replay.played);
        self.keep()?;
        animate(out, rules, &replay, self.pause, &self.interrupted)?;
        let text = write(Notation::Donkers, &before, &replay.played);
        let what = clause(&self.words, rules, &replay);
        self.say(out, Key::PlayEngine, &[("move", &text), ("what", &what)])?;
        Ok(())
    }

    /// Does what a line of input says.
    pub fn obey(&mut self, line: &str, out: &mut Output) -> Result<Next, CliError> {
        let words = Arc::clone(&self.words);
        match Command::parse(&words, line) {
            Command::Nothing => return Ok(Next::Prompt),
            Command::Quit => return Ok(Next::Quit),
            Command::Help => self.help(out)?,
            Command::Board => self.show(out)?,
            Command::Moves => self.moves(out)?,
            Command::Hint => self.hint(out)?,
            Command::Why(text) => self.why(text, out)?,
            Command::Trace => self.trace(out)?,
            Command::Undo => return self.undo(out).map(|()| Next::Prompt),
            Command::Eval => {
                self.shows_eval = !self.shows_eval;
                let key = if self.shows_eval { Key::PlayEvalOn } else { Key::PlayEvalOff };
                self.say(out, key, &[])?;
                self.show(out)?;
            }
            Command::Level("") => {
                out.paragraph(&self.strength.describe(&words))?;
                out.paragraph(&Strength::list().told(&words))?;
            }
            Command::Level(name) => match Strength::named(&words, name) {
                Ok(strength) => {
                    self.strength = strength;
                    out.paragraph(&strength.describe(&words))?;
                }
                Err(error) => out.paragraph(&error.told(&words))?,
            },
            Command::Speed(ms) => match milliseconds(ms) {
                _ if ms.is_empty() => self.say(out, Key::PlaySpeed, &[("ms", &self.pause.as_millis())])?,
                Ok(ms) => {
                    self.pause = Duration::from_millis(ms);
                    self.say(out, Key::PlaySpeed, &[("ms", &ms)])?;
                }
                Err(error) => out.paragraph(&format!("`{}`: {}", ms.escape_debug(), error.told(&words)))?,
            },
            Command::Switch => {
                self.human = self.human.other();
                self.say(out, Key::PlaySwitched, &[("side", &words.side(self.human))])?;
            }
            Command::Setup(fen) => {
                let rules = self.game().rules();
                let start = if fen.is_empty() { Ok(rules.start()) } else { read_fen(fen) };
                match start {
                    Ok(start) => self.begin(Game::from_position(rules, start), out)?,
                    Err(error) => out.paragraph(&error.told(&words))?,
                }
            }
            Command::New => self.begin(Game::new(self.game().rules()), out)?,
            Command::Save("") => self.needs_file(Key::CmdSave, out)?,
            Command::Load("") => self.needs_file(Key::CmdLoad, out)?,
            Command::Save(file) => match self.save(Path::new(file)) {
                Ok(()) => self.say(out, Key::PlaySaved, &[("file", &file)])?,
                Err(error) => out.paragraph(&error.told(&words))?,
            },
            Command::Load(file) => {
                let options = ReadOptions { rules: Some(self.game().rules()), ..ReadOptions::default() };
                match read_games(Path::new(file), &options).map(|mut games| games.pop()) {
                    Ok(Some(record)) => {
                        self.lay_aside();
                        self.record = record;
                        self.keep()?;
                        self.show(out)?;
                    }
                    Ok(None) => {}
                    Err(error) => out.paragraph(&error.told(&words))?,
                }
            }
            Command::Resign if self.is_over() => self.say(out, Key::PlayOver, &[])?,
            Command::Resign => {
                self.record.set_outcome(Outcome::Win(self.human.other()));
                self.keep()?;
                self.say(out, Key::PlayResigned, &[("side", &words.side(self.human))])?;
                self.say(out, Key::PlayOver, &[])?;
            }
            Command::Move(_) if self.is_over() => self.say(out, Key::PlayOver, &[])?,
            Command::Move(text) => self.play(text, out)?,
        }
        Ok(Next::Prompt)
    }

    fn begin(&mut self, game: Game, out: &mut Output) -> Result<(), CliError> {
        self.lay_aside();
        self.record = Record::of(game);
        self.engine.new_game();
        self.seed = Random::new(self.seed).bits();
        self.keep()?;
        self.show(out)
    }

    fn play(&mut self, text: &str, out: &mut Output) -> Result<(), CliError> {
        let before = *self.game().position();
        let rules = self.game().rules();
        let played = match read_move(rules, &before, text) {
            Ok(played) => played,
            Err(error) => {
                let told = error.told(&self.words);
                match &error.problem {
                    Problem::Illegal(_) => out.paragraph(&told)?,
                    _ => self.say(out, Key::PlayUnknown, &[("error", &told)])?,
                }
                return Ok(());
            }
        };
        let replay = Replay::of(rules, &before, played.mv).map_err(CliError::input)?;
        self.record.advance(&played);
        self.keep()?;
        let form = write(Notation::Donkers, &before, &played);
        let what = clause(&self.words, rules, &replay);
        self.say(out, Key::PlayYou, &[("move", &form), ("what", &what)])?;
        self.engine_moves(out)?;
        self.show(out)
    }

    /// Says that a command wants a file.
    fn needs_file(&self, command: Key, out: &mut Output) -> Result<(), CliError> {
        let [command, what] = [command, Key::PlayFile].map(|key| self.words.get(key));
        Ok(self.say(out, Key::PlayNeeds, &[("command", &command), ("what", &what)])?)
    }

    fn help(&self, out: &mut Output) -> Result<(), CliError> {
        let lines = [
            Key::PlayHelpMove,
            Key::PlayHelpMoves,
            Key::PlayHelpHint,
            Key::PlayHelpWhy,
            Key::PlayHelpTrace,
            Key::PlayHelpUndo,
            Key::PlayHelpEval,
            Key::PlayHelpLevel,
            Key::PlayHelpSpeed,
            Key::PlayHelpSwitch,
            Key::PlayHelpSetup,
            Key::PlayHelpSave,
            Key::PlayHelpEnd,
        ];
        for key in lines {
            writeln!(out, "  {}", self.words.get(key))?;
        }
        Ok(())
    }

    fn moves(&self, out: &mut Output) -> Result<(), CliError> {
        let (rules, position) = (self.game().rules(), self.game().position());
        for played in rules.successors(position) {
            let replay = Replay::of(rules, position, played.mv).map_err(CliError::input)?;
            let form = write(Notation::Donkers, position, &played);
            writeln!(out, "  {form:<6} {}", clause(&self.words, rules, &replay))?;
        }
        Ok(())
    }

    fn hint(&mut self, out: &mut Output) -> Result<(), CliError> {
        let choice = self.search(None, Duration::from_secs(1));
        let position = self.game().position();
        let Some(best) = choice.best else { return Ok(self.say(out, Key::PlayOver, &[])?) };
        let played = self.game().rules().play(position, best).map_err(CliError::input)?;
        let form = write(Notation::Donkers, position, &played);
        let score = score_text(&self.words, choice.score);
        Ok(self.say(out, Key::PlayHint, &[("move", &form), ("score", &score)])?)
    }

    fn why(&self, text: &str, out: &mut Output) -> Result<(), CliError> {
        let (rules, position) = (self.game().rules(), self.game().position());
        match read_move(rules, position, text) {
            Ok(played) => {
                self.say(out, Key::Legal, &[("move", &write(Notation::Donkers, position, &played))])?;
            }
            Err(error) => out.paragraph(&error.told(&self.words))?,
        }
        Ok(())
    }

    fn trace(&self, out: &mut Output) -> Result<(), CliError> {
        let game = self.game();
        if let (Some(mv), Some(before)) = (game.moves().last(), game.positions().iter().rev().nth(1)) {
            let replay = Replay::of(game.rules(), before, *mv).map_err(CliError::input)?;
            for sentence in story(&self.words, game.rules(), &replay) {
                writeln!(out, "{}{}", if sentence.is_lap { "" } else { "   " }, sentence.text)?;
            }
        }
        Ok(())
    }

    /// Takes moves back until it is the person's turn again, at least one; a resignation first of all.
    fn undo(&mut self, out: &mut Output) -> Result<(), CliError> {
        if self.is_over() && self.game().result().is_none() {
            self.record.set_outcome(Outcome::Open);
            return self.undone(out);
        }
        let own = self.game().positions().iter().rev().skip(1).any(|position| position.mover() == self.human);
        if !own {
            return Ok(self.say(out, Key::PlayNothingToUndo, &[])?);
        }
        while self.record.undo().is_some() && self.game().position().mover() != self.human {}
        self.undone(out)
    }

    fn undone(&mut self, out: &mut Output) -> Result<(), CliError> {
        self.keep()?;
        self.say(out, Key::PlayUndone, &[])?;
        self.show(out)
    }
}
