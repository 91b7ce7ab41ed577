//! Game records: a text like chess players' PGN, with White for South, and moves in Donkers' notation.
//!
//! [`Record`] is one game with its tags, comments and outcome; its `Display` is the record text. [`read_all`] and [`Games`] read files of
//! many games: this form, Donkers' own (`title:` lines, `1: 7L* 5R;`), and the listing with a position after every move.
//! [`RecordWriter`] appends games to a file.

mod donkers;
mod error;
mod json;
mod lexer;
mod listing;
mod reader;
mod writer;

pub use error::{RecordError, RecordProblem};
pub use reader::{Games, ReadOptions, read_all};
pub use writer::RecordWriter;

use crate::board::{Position, Side};
use crate::rules::{Game, IllegalMove, Move, Rules, Successor};
use std::fmt;

/// How a recorded game ended, which may be by resignation and thus not be seen on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// One side won.
    Win(Side),
    /// Drawn.
    Draw,
    /// Unfinished or unknown.
    Open,
}

impl Outcome {
    /// The outcome written as a result tag: `1-0` (South won), `0-1`, `1/2-1/2` or `*`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Outcome> {
        match text {
            "1-0" => Some(Outcome::Win(Side::South)),
            "0-1" => Some(Outcome::Win(Side::North)),
            "1/2-1/2" => Some(Outcome::Draw),
            "*" => Some(Outcome::Open),
            _ => None,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Outcome::Win(Side::South) => "1-0",
            Outcome::Win(Side::North) => "0-1",
            Outcome::Draw => "1/2-1/2",
            Outcome::Open => "*",
        })
    }
}

/// What is written beside a move: numeric glyphs (`$6` is a doubtful move) and comments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Note {
    /// Numeric annotation glyphs as in PGN.
    pub glyphs: Vec<u8>,
    /// Comments, without their braces.
    pub comments: Vec<String>,
}

/// The tags every record has, in order; [`Record::tag`] gives `?` for one never set.
pub const STANDARD_TAGS: [&str; 6] = ["Event", "Site", "Date", "Round", "White", "Black"];

/// A recorded game.
///
/// ```
/// use fundi::record::{ReadOptions, Record, read_all};
/// use fundi::rules::{Move, Rules};
/// let mut record = Record::new(Rules::ZANZIBAR);
/// record.set_tag("White", "Ramadhan");
/// record.play(Move::parse("A7L").unwrap()).unwrap();
/// record.comment("an old opening");
/// let text = record.to_string();
/// assert!(text.ends_with("1. A7L* {an old opening} *\n"));
/// assert_eq!(read_all(&text, &ReadOptions::default()).unwrap(), [record]);
/// ```
#[derive(Clone, Debug)]
pub struct Record {
    game: Game,
    tags: Vec<(String, String)>,
    /// One before the first move and one after each move.
    notes: Vec<Note>,
    outcome: Outcome,
}

impl PartialEq for Record {
    fn eq(&self, other: &Record) -> bool {
        self.game.rules() == other.game.rules()
            && self.game.positions() == other.game.positions()
            && self.game.moves() == other.game.moves()
            && self.outcome == other.outcome
            && self.notes == other.notes
            && STANDARD_TAGS.iter().all(|name| self.tag(name) == other.tag(name))
            && self.more_tags().eq(other.more_tags())
    }
}

impl Record {
    /// A record of a game that begins at the start of `rules`.
    #[must_use]
    pub fn new(rules: &'static Rules) -> Record {
        Record::of(Game::new(rules))
    }

    /// A record of a game; its outcome is the one on the board.
    #[must_use]
    pub fn of(game: Game) -> Record {
        let outcome = match game.result() {
            None => Outcome::Open,
            Some(result) => result.winner.map_or(Outcome::Draw, Outcome::Win),
        };
        let notes = vec![Note::default(); game.plies() + 1];
        Record { game, tags: Vec::new(), notes, outcome }
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The rule set.
    #[must_use]
    pub const fn rules(&self) -> &'static Rules {
        self.game.rules()
    }

    /// A tag's value; `?` if it was never set.
    #[must_use]
    pub fn tag(&self, name: &str) -> &str {
        self.tags.iter().find(|(known, _)| known == name).map_or("?", |(_, value)| value)
    }

    /// Sets a tag. `Result`, `Rules` and `FEN` follow from the game and are not set this way. A name may hold letters, digits
    /// and `_`, anything else in it becomes `_`; control characters in a value become blanks.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        let name: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        if ["Result", "Rules", "FEN", ""].contains(&name.as_str()) {
            return;
        }
        let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        match self.tags.iter_mut().find(|(known, _)| *known == name) {
            Some(tag) => tag.1 = value,
            None => self.tags.push((name, value)),
        }
    }

    /// The tags beyond the standard ones, in the order they were set.
    pub fn more_tags(&self) -> impl Iterator<Item = (&str, &str)> {
        let tags = self.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        tags.filter(|(name, _)| !STANDARD_TAGS.contains(name))
    }

    /// The outcome.
    #[must_use]
    pub const fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// Sets the outcome, also against the board: a player may resign.
    pub const fn set_outcome(&mut self, outcome: Outcome) {
        self.outcome = outcome;
    }

    /// Plays a move and, if that ends the game, takes over the outcome.
    ///
    /// # Errors
    /// Why the move is illegal.
    pub fn play(&mut self, mv: Move) -> Result<Successor, IllegalMove> {
        let played = self.rules().play(self.game.position(), mv)?;
        self.advance(&played);
        Ok(played)
    }

    /// Appends a move already played from the last position.
    pub(crate) fn advance(&mut self, played: &Successor) {
        self.game.advance(played);
        self.notes.push(Note::default());
        if let Some(result) = self.game.result() {
            self.outcome = result.winner.map_or(Outcome::Draw, Outcome::Win);
        }
    }

    /// Takes the last move and what was written beside it back.
    pub fn undo(&mut self) -> Option<Move> {
        let mv = self.game.undo()?;
        self.notes.pop();
        self.outcome = Outcome::Open;
        Some(mv)
    }

    /// What is written beside the move of `ply` (1 is the first move; 0 stands before it).
    #[must_use]
    pub fn note(&self, ply: usize) -> Option<&Note> {
        self.notes.get(ply)
    }

    /// As [`Record::note`], to be changed.
    pub fn note_mut(&mut self, ply: usize) -> Option<&mut Note> {
        self.notes.get_mut(ply)
    }

    /// Adds a comment after the last move played. In the record text a closing brace becomes a parenthesis and blanks are not kept apart.
    pub fn comment(&mut self, text: &str) {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ").replace('}', ")");
        if let (Some(note), false) = (self.notes.last_mut(), text.is_empty()) {
            note.comments.push(text);
        }
    }

    /// The game up to a ply, 0 to the number of moves; `None` beyond.
    #[must_use]
    pub fn game_at(&self, ply: usize) -> Option<Game> {
        let moves = self.game.moves().get(..ply)?;
        let mut game =
            Game::from_position(self.rules(), *self.game.start()).with_conventions(self.game.conventions());
        for mv in moves {
            // They were legal when they were recorded.
            game.play(*mv).ok()?;
        }
        Some(game)
    }

    /// The position after `ply` moves.
    #[must_use]
    pub fn position_at(&self, ply: usize) -> Option<&Position> {
        self.game.positions().get(ply)
    }
}
