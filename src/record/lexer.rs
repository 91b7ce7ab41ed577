//! Cuts a record's text into pieces, each with its line.

use super::RecordProblem;

/// A piece of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece<'a> {
    /// A tag line's name and value.
    Tag(&'a str, String),
    /// A header line of Donkers' files: `title: ...`.
    Header(&'a str, &'a str),
    /// A comment or variation, its blanks reduced.
    Comment(String),
    /// A move number with what follows it directly taken off: digits, and whether a colon followed.
    Number(&'a str),
    /// `$n`.
    Glyph(u8),
    /// A move or a result.
    Word(&'a str),
}

/// Reads pieces one after the other; an error ends the game it is in.
#[derive(Clone, Debug)]
pub(super) struct Lexer<'a> {
    rest: &'a str,
    pub line: usize,
    /// Whether the rest begins a line.
    fresh: bool,
}

fn one_blank(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str) -> Lexer<'a> {
        Lexer { rest: text.strip_prefix('\u{feff}').unwrap_or(text), line: 1, fresh: true }
    }

    /// Takes `bytes` bytes, which must end at a character.
    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.line += taken.bytes().filter(|byte| *byte == b'\n').count();
        self.fresh = if taken.is_empty() { self.fresh } else { taken.ends_with('\n') };
        self.rest = rest;
        taken
    }

    /// The rest of the line, without its end.
    fn peek_line(&self) -> &'a str {
        self.rest.lines().next().unwrap_or_default()
    }

    fn skip_blanks(&mut self) {
        let blanks =
            self.rest.len() - self.rest.trim_start_matches(|c: char| c.is_whitespace() || c == ';').len();
        let taken = self.take(blanks);
        self.fresh |= taken.contains('\n');
    }

    /// Skips to the next line that begins with a tag: where reading can go on after an error.
    pub fn skip_game(&mut self) {
        let mut seen_moves = !self.peek_line().trim_start().starts_with('[');
        while !self.rest.is_empty() {
            let line = self.peek_line();
            let is_tag = line.starts_with('[');
            if is_tag && seen_moves && self.fresh {
                return;
            }
            seen_moves |= !is_tag;
            let end = self.rest.find('\n').map_or(self.rest.len(), |at| at + 1);
            self.take(end);
            self.fresh = true;
        }
    }

    /// The next piece, or `None` at the end.
    pub fn next(&mut self) -> Option<Result<Piece<'a>, RecordProblem>> {
        loop {
            self.skip_blanks();
            let first = self.rest.chars().next()?;
            if self.fresh && (first == '%' || first == '#') {
                self.take(self.peek_line().len());
                continue;
            }
            let line = self.peek_line();
            if self.fresh
                && let Some(header) = header_line(line)
            {
                self.take(line.len());
                return Some(Ok(Piece::Header(header.0, header.1)));
            }
            return Some(match first {
                '[' => self.tag(),
                '{' => self.comment(),
                '(' => self.variation(),
                '}' | ')' => {
                    self.take(1);
                    Err(RecordProblem::NotOpened(first))
                }
                _ => Ok(self.word()),
            });
        }
    }

    fn tag(&mut self) -> Result<Piece<'a>, RecordProblem> {
        let line = self.peek_line();
        let bad = || RecordProblem::Tag(line.to_owned());
        let inner = line.get(1..).ok_or_else(bad)?.trim_start();
        let name_end = inner.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').ok_or_else(bad)?;
        let (name, quoted) = inner.split_at(name_end);
        let quoted = quoted.trim_start().strip_prefix('"').ok_or_else(bad)?;
        if name.is_empty() {
            return Err(bad());
        }
        let mut value = String::new();
        let mut chars = quoted.char_indices();
        let end = loop {
            match chars.next().ok_or_else(bad)? {
                (at, '"') => break at + 1,
                (_, '\\') => value.push(chars.next().ok_or_else(bad)?.1),
                (_, c) => value.push(c),
            }
        };
        let after = quoted.get(end..).unwrap_or_default();
        let close = after.trim_start();
        if !close.starts_with(']') {
            return Err(bad());
        }
        self.take(line.len() - close.len() + 1);
        Ok(Piece::Tag(name, value))
    }

    fn comment(&mut self) -> Result<Piece<'a>, RecordProblem> {
        let end = self.rest.find('}').ok_or(RecordProblem::Unclosed('{'))?;
        let text = self.take(end + 1);
        Ok(Piece::Comment(one_blank(text.get(1..end).unwrap_or_default())))
    }

    /// A variation is kept as a comment: its moves are not played.
    fn variation(&mut self) -> Result<Piece<'a>, RecordProblem> {
        let mut depth = 0usize;
        let mut in_comment = false;
        for (at, c) in self.rest.char_indices() {
            match c {
                '{' => in_comment = true,
                '}' => in_comment = false,
                '(' if !in_comment => depth += 1,
                ')' if !in_comment => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                let text = self.take(at + 1);
                return Ok(Piece::Comment(one_blank(text).replace('}', ")").replace('{', "(")));
            }
        }
        Err(RecordProblem::Unclosed('('))
    }

    fn word(&mut self) -> Piece<'a> {
        let digits = self.rest.len() - self.rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let after = self.rest.get(digits..).unwrap_or_default();
        let signs = after.len() - after.trim_start_matches(['.', ':']).len();
        if digits > 0 && signs > 0 {
            let number = self.take(digits);
            self.take(signs);
            return Piece::Number(number);
        }
        let stop = |c: char| c.is_whitespace() || matches!(c, '{' | '}' | '(' | ')' | ';');
        let end = self.rest.find(stop).unwrap_or(self.rest.len());
        let word = self.take(end);
        match word.strip_prefix('$').and_then(|number| number.parse().ok()) {
            Some(glyph) => Piece::Glyph(glyph),
            None => Piece::Word(word),
        }
    }
}

/// `title: a game` cut in two, if the line is such a header.
fn header_line(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.split_once(':')?;
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-' || c == ' ';
    let is_name =
        name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.len() <= 24 && name.chars().all(word);
    is_name.then(|| (name.trim(), value.trim()))
}
