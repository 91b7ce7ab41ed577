//! Every word a player reads, in one table a language: `en.txt` and `sw.txt` beside this file.
//!
//! A language file has one `key = text` a line; `#` begins a comment, `{name}` stands for something filled in. A file with the keys of
//! [`Key`] is a translation: `fundi --lang FILE` reads it, and what it lacks is said in English.

mod keys;

pub use keys::Key;

use crate::board::{Direction, Sense, Side};
use std::fmt::{self, Display, Write};
use std::sync::LazyLock;

static ENGLISH: LazyLock<Words> = LazyLock::new(|| Words::built_in(include_str!("en.txt")));
static SWAHILI: LazyLock<Words> = LazyLock::new(|| Words::built_in(include_str!("sw.txt")));

/// The words of a language.
///
/// ```
/// use fundi::words::{Key, Words};
/// let words = Words::by_name("sw").unwrap();
/// assert_eq!(words.fill(Key::ToMove, &[("side", &"Kusini")]), "Zamu ya Kusini");
/// ```
#[derive(Clone, Debug)]
pub struct Words {
    texts: Vec<String>,
}

/// What is wrong with a language file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WordsError {
    /// A line that is not `key = text`; its number.
    Line(usize),
    /// A key that does not exist; its line and name.
    UnknownKey(usize, String),
    /// A text that fills in something else than the English one; its line and key.
    Places(usize, String),
}

impl fmt::Display for WordsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WordsError::Line(line) => write!(f, "line {line}: expected `key = text`"),
            WordsError::UnknownKey(line, key) => {
                write!(f, "line {line}: unknown key `{}`", key.escape_debug())
            }
            WordsError::Places(line, key) => {
                write!(f, "line {line}: `{key}` must fill in the same {{names}} as the English text")
            }
        }
    }
}

impl std::error::Error for WordsError {}

impl Words {
    /// English.
    #[must_use]
    pub fn english() -> &'static Words {
        &ENGLISH
    }

    /// A language of the program: `en` or `sw`.
    #[must_use]
    pub fn by_name(name: &str) -> Option<&'static Words> {
        match name.to_ascii_lowercase().as_str() {
            "en" | "english" => Some(&ENGLISH),
            "sw" | "swahili" | "kiswahili" => Some(&SWAHILI),
            _ => None,
        }
    }

    /// Reads a language file; keys it lacks stay English.
    ///
    /// # Errors
    /// The first line that is wrong.
    pub fn parse(text: &str) -> Result<Words, WordsError> {
        let english = Words::english();
        let mut words = english.clone();
        for (number, key, text) in entries(text) {
            let (key, text) = key.zip(text).ok_or(WordsError::Line(number))?;
            let known = Key::by_name(key).ok_or_else(|| WordsError::UnknownKey(number, key.to_owned()))?;
            if places(text) != places(english.get(known)) {
                return Err(WordsError::Places(number, key.to_owned()));
            }
            if let Some(place) = words.texts.get_mut(known as usize) {
                *place = text.to_owned();
            }
        }
        Ok(words)
    }

    /// A file compiled in. That it is complete is tested; a missing text would be its key.
    fn built_in(text: &str) -> Words {
        let mut texts: Vec<String> = Key::ALL.iter().map(|(_, name)| (*name).to_owned()).collect();
        for (_, key, text) in entries(text) {
            if let (Some(key), Some(text)) = (key.and_then(Key::by_name), text)
                && let Some(place) = texts.get_mut(key as usize)
            {
                *place = text.to_owned();
            }
        }
        Words { texts }
    }

    /// The text of a key, with its `{names}` open.
    #[must_use]
    pub fn get(&self, key: Key) -> &str {
        self.texts.get(key as usize).map_or(key.name(), String::as_str)
    }

    /// The text of a key with its `{names}` filled in.
    #[must_use]
    pub fn fill(&self, key: Key, values: &[(&str, &dyn Display)]) -> String {
        let mut filled = String::new();
        let mut rest = self.get(key);
        while let Some((before, name, after)) = next_place(rest) {
            filled.push_str(before);
            if let Some((_, value)) = values.iter().find(|(known, _)| *known == name) {
                // A String takes whatever is written.
                write!(filled, "{value}").unwrap_or_default();
            }
            rest = after;
        }
        filled.push_str(rest);
        filled
    }

    /// South or North.
    #[must_use]
    pub fn side(&self, side: Side) -> &str {
        self.get(match side {
            Side::South => Key::South,
            Side::North => Key::North,
        })
    }

    /// Left or right.
    #[must_use]
    pub fn direction(&self, direction: Direction) -> &str {
        self.get(match direction {
            Direction::Left => Key::Left,
            Direction::Right => Key::Right,
        })
    }

    /// Clockwise or counter-clockwise.
    #[must_use]
    pub fn sense(&self, sense: Sense) -> &str {
        self.get(match sense {
            Sense::Clockwise => Key::Clockwise,
            Sense::CounterClockwise => Key::CounterClockwise,
        })
    }
}

/// The lines of a language file: number, key and text, `None` where they are missing.
fn entries(text: &str) -> impl Iterator<Item = (usize, Option<&str>, Option<&str>)> {
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')).map(|(number, line)| {
        let parts = line.split_once('=');
        (number, parts.map(|(key, _)| key.trim()), parts.map(|(_, text)| text.trim()))
    })
}

/// The text before the first `{name}`, the name, and the text after it.
fn next_place(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once('{')?;
    let (name, after) = rest.split_once('}')?;
    Some((before, name, after))
}

/// The `{names}` of a text, sorted.
fn places(mut text: &str) -> Vec<&str> {
    let mut names = Vec::new();
    while let Some((_, name, after)) = next_place(text) {
        names.push(name);
        text = after;
    }
    names.sort_unstable();
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_languages_are_complete_and_fill_in_the_same_things() {
        for file in [include_str!("en.txt"), include_str!("sw.txt")] {
            let keys: Vec<&str> = entries(file).filter_map(|(_, key, _)| key).collect();
            for (_, name) in Key::ALL {
                assert_eq!(keys.iter().filter(|key| *key == name).count(), 1, "{name}");
            }
            assert_eq!(keys.len(), Key::ALL.len());
            Words::parse(file).unwrap();
        }
    }

    #[test]
    fn a_wrong_language_file_is_refused_with_its_line() {
        assert_eq!(Words::parse("# x\nsouth").unwrap_err(), WordsError::Line(2));
        assert_eq!(Words::parse("suoth = Sud").unwrap_err(), WordsError::UnknownKey(1, "suoth".into()));
        assert_eq!(Words::parse("to_move = moves").unwrap_err(), WordsError::Places(1, "to_move".into()));
        assert_eq!(Words::parse("south = Sud").unwrap().get(Key::South), "Sud");
    }
}
