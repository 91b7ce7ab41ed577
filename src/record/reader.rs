//! Reads games: tags or header lines, moves, comments, a result.

use super::lexer::{Lexer, Piece};
use super::{Note, Outcome, Record, RecordError, RecordProblem, listing};
use crate::board::{Position, Side};
use crate::notation::{self, Notation, Reading};
use crate::rules::{Game, Rules};

/// How to read records.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReadOptions {
    /// The rules of games that do not name theirs; Zanzibar if `None`.
    pub rules: Option<&'static Rules>,
    /// How moves are written where no tag `Notation` says it.
    pub notation: Notation,
    /// What is forgiven. Strict reading also wants right move numbers and a result that fits the tag.
    pub reading: Reading,
}

/// Reads every game of a text.
///
/// # Errors
/// The first thing that is wrong; a text without any game is wrong too.
pub fn read_all(text: &str, options: &ReadOptions) -> Result<Vec<Record>, RecordError> {
    let records = Games::new(text, *options).collect::<Result<Vec<Record>, RecordError>>()?;
    if records.is_empty() {
        return Err(RecordError { game: 1, line: 1, problem: RecordProblem::NoGame });
    }
    Ok(records)
}

/// The games of a text, read one by one. After an error reading goes on at the next game that begins with tags.
#[derive(Clone, Debug)]
pub struct Games<'a> {
    lexer: Lexer<'a>,
    /// The tag at which the game before was seen to have ended.
    next: Option<Piece<'a>>,
    options: ReadOptions,
    game: usize,
    /// A text that is one listing instead.
    listing: Option<&'a str>,
}

impl<'a> Games<'a> {
    /// Starts reading `text`.
    #[must_use]
    pub fn new(text: &'a str, options: ReadOptions) -> Games<'a> {
        let listing = listing::is_listing(text).then_some(text);
        let lexer = Lexer::new(if listing.is_some() { "" } else { text });
        Games { lexer, next: None, options, game: 0, listing }
    }

    /// Reads one game; `None` at the end of the text.
    fn game(&mut self) -> Result<Option<Record>, RecordProblem> {
        let mut builder = Builder::new(self.options);
        loop {
            let piece = match self.next.take() {
                Some(piece) => piece,
                None => match self.lexer.next() {
                    Some(piece) => piece?,
                    None if builder.is_empty() => return Ok(None),
                    None => break,
                },
            };
            if builder.game.is_some() && matches!(piece, Piece::Tag(..) | Piece::Header(..)) {
                self.next = Some(piece);
                break;
            }
            builder.add(piece)?;
            if builder.end.is_some() {
                break;
            }
        }
        builder.finish().map(Some)
    }
}

impl Iterator for Games<'_> {
    type Item = Result<Record, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.game += 1;
        if let Some(text) = self.listing.take() {
            return Some(listing::read(text, &self.options));
        }
        let read = self.game().map_err(|problem| {
            let line = self.lexer.line;
            self.lexer.skip_game();
            RecordError { game: self.game, line, problem }
        });
        read.transpose()
    }
}

/// A game being read.
struct Builder {
    options: ReadOptions,
    rules: &'static Rules,
    start: Option<Position>,
    tags: Vec<(String, String)>,
    tagged: Option<Outcome>,
    /// Since the first move.
    game: Option<Game>,
    notes: Vec<Note>,
    /// The result after the moves.
    end: Option<Outcome>,
}

impl Builder {
    fn new(options: ReadOptions) -> Builder {
        Builder {
            options,
            rules: options.rules.unwrap_or(Rules::ZANZIBAR),
            start: None,
            tags: Vec::new(),
            tagged: None,
            game: None,
            notes: vec![Note::default()],
            end: None,
        }
    }

    fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.game.is_none() && self.start.is_none() && self.tagged.is_none()
    }

    fn strict(&self) -> bool {
        self.options.reading == Reading::Strict
    }

    fn game(&mut self) -> &mut Game {
        let start = self.start.unwrap_or_else(|| self.rules.start());
        self.game.get_or_insert_with(|| Game::from_position(self.rules, start))
    }

    fn note(&mut self) -> Option<&mut Note> {
        self.notes.last_mut()
    }

    fn add(&mut self, piece: Piece) -> Result<(), RecordProblem> {
        match piece {
            Piece::Tag(name, value) => self.tag(name, &value)?,
            Piece::Header(name, value) => self.header(name, value)?,
            Piece::Comment(text) => {
                if let (Some(note), false) = (self.note(), text.is_empty()) {
                    note.comments.push(text);
                }
            }
            Piece::Glyph(glyph) => {
                if let Some(note) = self.note() {
                    note.glyphs.push(glyph);
                }
            }
            Piece::Number(number) => self.number(number)?,
            // Donkers' files show with dots that South did not begin.
            Piece::Word(word) if word.bytes().all(|byte| byte == b'.') => {}
            Piece::Word(word) => match Outcome::parse(word) {
                Some(outcome) => {
                    self.game();
                    self.end = Some(outcome);
                }
                None => self.play(word)?,
            },
        }
        Ok(())
    }

    fn tag(&mut self, name: &str, value: &str) -> Result<(), RecordProblem> {
        match name {
            "Rules" => self.rules = Rules::by_name(value).map_err(RecordProblem::Rules)?,
            "Notation" if value == Notation::Kiba.name() => self.options.notation = Notation::Kiba,
            "FEN" => self.start = Some(value.parse().map_err(RecordProblem::Fen)?),
            "Result" => {
                let outcome = Outcome::parse(value);
                self.tagged = Some(outcome.ok_or_else(|| RecordProblem::Result(value.to_owned()))?);
            }
            _ => self.tags.push((name.to_owned(), value.to_owned())),
        }
        Ok(())
    }

    /// A header line of Donkers' files, under the tag that means the same.
    fn header(&mut self, name: &str, value: &str) -> Result<(), RecordProblem> {
        let name = name.to_ascii_lowercase();
        let tag = match name.as_str() {
            "title" | "event" => "Event",
            "place" | "location" | "site" => "Site",
            "date" => "Date",
            "round" => "Round",
            "south" | "white" => "White",
            "north" | "black" => "Black",
            "rules" => "Rules",
            "fen" | "start" | "position" => "FEN",
            "result" if Outcome::parse(value).is_some() => "Result",
            "result" => "Outcome",
            other => other,
        };
        self.tag(tag, value)
    }

    fn number(&mut self, number: &str) -> Result<(), RecordProblem> {
        let strict = self.strict();
        let game = self.game();
        let expected = (game.plies() + usize::from(game.start().mover() == Side::North)) / 2 + 1;
        if strict && number.parse() != Ok(expected) {
            return Err(RecordProblem::Number { found: number.to_owned(), expected });
        }
        Ok(())
    }

    fn play(&mut self, word: &str) -> Result<(), RecordProblem> {
        let text = word.trim_end_matches(['!', '?']);
        let glyph = match word.get(text.len()..) {
            Some("!") => Some(1),
            Some("?") => Some(2),
            Some("!!") => Some(3),
            Some("??") => Some(4),
            Some("!?") => Some(5),
            Some("?!") => Some(6),
            _ => None,
        };
        let ReadOptions { notation, reading, .. } = self.options;
        let rules = self.rules;
        let game = self.game();
        let position = *game.position();
        let ply = game.plies() + 1;
        let played = notation::read(rules, &position, text, notation, reading);
        let fail = |error| RecordProblem::Move { ply, error, position };
        game.advance(&played.map_err(fail)?);
        self.notes.push(Note { glyphs: glyph.into_iter().collect(), comments: Vec::new() });
        Ok(())
    }

    fn finish(mut self) -> Result<Record, RecordProblem> {
        let game = self.game().clone();
        if self.strict() {
            match (self.end, self.tagged) {
                (None, _) => return Err(RecordProblem::Truncated { plies: game.plies() }),
                (Some(end), Some(tag)) if end != tag => {
                    return Err(RecordProblem::ResultsDiffer { tag: tag.to_string(), end: end.to_string() });
                }
                _ => {}
            }
        }
        let mut record = Record::of(game);
        if let Some(outcome) = self.end.filter(|end| *end != Outcome::Open).or(self.tagged).or(self.end) {
            record.outcome = outcome;
        }
        record.notes = self.notes;
        self.tags.iter().for_each(|(name, value)| record.set_tag(name, value));
        Ok(record)
    }
}
