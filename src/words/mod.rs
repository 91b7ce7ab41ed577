//! Every word a player reads, in one table a language: `en.txt` and `sw.txt` beside this file.
//!
//! A language file has one `key = text` a line; `#` begins a comment, `{name}` stands for something filled in. A text with a number in it may have two
//! forms: `key.one` is said if `{n}` is 1, `key.other` otherwise. Keys that begin with `help.` are the texts of `--help`, whose English stands
//! beside the arguments themselves. `fundi words` prints a whole file; translated, `fundi --lang FILE` reads it, and what it lacks is said in
//! English. For a language of the program the file moves beside this one and gets a line in `LANGUAGES`; the tests say what it lacks.
//!
//! Nothing here depends on the rest of the library, so that anything can be told.

mod key;
mod message;

pub use key::Key;
pub use message::{Message, Told, Value};
pub(crate) use message::{parser_message, say, told_in_english};

use std::collections::BTreeMap;
use std::fmt::{Display, Write};
use std::sync::LazyLock;

/// The languages of the program, English first: names, the one of the locale first, and texts.
static LANGUAGES: [(&[&str], LazyLock<Words>); 2] = [
    (&["en", "english"], LazyLock::new(|| Words::built_in(include_str!("en.txt")))),
    (&["sw", "swahili", "kiswahili"], LazyLock::new(|| Words::built_in(include_str!("sw.txt")))),
];

/// The words of a language.
///
/// ```
/// use fundi::words::{Key, Words};
/// let words = Words::by_name("sw").unwrap();
/// assert_eq!(words.fill(Key::ToMove, &[("side", &"Kusini")]), "Zamu ya Kusini");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    texts: Vec<Text>,
    help: BTreeMap<String, String>,
}

/// A text and, where it counts something, what is said of one thing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Text {
    one: Option<String>,
    other: String,
}

/// What is wrong with a language file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WordsError {
    /// A line that is not `key = text`; its number.
    Line(usize),
    /// A key that does not exist; its line (0 if that is not known) and name.
    UnknownKey(usize, String),
    /// A text that fills in something else than the English one; its line and key.
    Places(usize, String),
}

impl Told for WordsError {
    fn message(&self) -> Message {
        match self {
            WordsError::Line(line) => say!(LanguageLine, line = *line),
            WordsError::UnknownKey(0, key) => say!(LanguageKey, key = key.escape_debug().to_string()),
            WordsError::UnknownKey(line, key) => {
                say!(LanguageLineKey, line = *line, key = key.escape_debug().to_string())
            }
            WordsError::Places(line, key) => say!(LanguagePlaces, line = *line, key = key),
        }
    }
}

told_in_english!(WordsError);

/// Keys of `--help`.
const HELP: &str = "help.";

impl Words {
    /// The languages of the program by their short names: `en` and `sw`.
    pub fn built_in_names() -> impl Iterator<Item = &'static str> {
        LANGUAGES.iter().filter_map(|(names, _)| names.first().copied())
    }

    /// English.
    #[must_use]
    pub fn english() -> &'static Words {
        &LANGUAGES[0].1
    }

    /// A language of the program: `en`, `sw`, or its whole name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<&'static Words> {
        let name = name.to_ascii_lowercase();
        let known = LANGUAGES.iter().find(|(names, _)| names.contains(&name.as_str()));
        known.map(|(_, words)| &**words)
    }

    /// Reads a language file; keys it lacks stay English. Whether its keys of `--help` exist only the command line can tell.
    ///
    /// # Errors
    /// The first line that is wrong.
    pub fn parse(text: &str) -> Result<Words, WordsError> {
        let english = Words::english();
        let mut words = english.clone();
        for (number, key, text) in entries(text) {
            let (key, text) = key.zip(text).ok_or(WordsError::Line(number))?;
            if key.starts_with(HELP) {
                words.help.insert(key.to_owned(), text.to_owned());
                continue;
            }
            let (known, is_one) = split(key).ok_or_else(|| WordsError::UnknownKey(number, key.to_owned()))?;
            let expected = places(&english.text(known).other);
            let found = places(text);
            // Of one thing less need be said.
            let fits =
                if is_one { found.iter().all(|place| expected.contains(place)) } else { found == expected };
            if !fits {
                return Err(WordsError::Places(number, key.to_owned()));
            }
            words.set(known, is_one, text);
        }
        Ok(words)
    }

    /// A file compiled in. That it is complete is tested; a missing text would be its key.
    fn built_in(text: &str) -> Words {
        let named = |(_, name): &(Key, &str)| Text { one: None, other: (*name).to_owned() };
        let mut words = Words { texts: Key::ALL.iter().map(named).collect(), help: BTreeMap::new() };
        for (_, key, text) in entries(text) {
            let Some((key, text)) = key.zip(text) else { continue };
            if key.starts_with(HELP) {
                words.help.insert(key.to_owned(), text.to_owned());
            } else if let Some((known, is_one)) = split(key) {
                words.set(known, is_one, text);
            }
        }
        words
    }

    fn set(&mut self, key: Key, is_one: bool, text: &str) {
        if let Some(place) = self.texts.get_mut(key as usize) {
            if is_one {
                place.one = Some(text.to_owned());
            } else {
                place.other = text.to_owned();
            }
        }
    }

    fn text(&self, key: Key) -> &Text {
        static NONE: Text = Text { one: None, other: String::new() };
        self.texts.get(key as usize).unwrap_or(&NONE)
    }

    /// The text of a key, with its `{names}` open.
    #[must_use]
    pub fn get(&self, key: Key) -> &str {
        &self.text(key).other
    }

    /// What is said of one thing, with its `{names}` open; the text itself if it counts nothing.
    #[must_use]
    pub fn one(&self, key: Key) -> &str {
        let text = self.text(key);
        text.one.as_ref().unwrap_or(&text.other)
    }

    /// The text of a key with its `{names}` filled in. Of two forms the number given as `n` decides.
    #[must_use]
    pub fn fill(&self, key: Key, values: &[(&str, &dyn Display)]) -> String {
        let find = |name: &str| values.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
        let text = self.text(key);
        let mut rest = match &text.one {
            Some(one) if find("n").is_some_and(|n| n.to_string() == "1") => one,
            _ => text.other.as_str(),
        };
        let mut filled = String::new();
        while let Some((before, name, after)) = next_place(rest) {
            filled.push_str(before);
            if let Some(value) = find(name) {
                // A String takes whatever is written.
                write!(filled, "{value}").unwrap_or_default();
            }
            rest = after;
        }
        filled.push_str(rest);
        filled
    }

    /// The text of a key of `--help`, such as `help.analyze.depth`, if the language has one.
    #[must_use]
    pub fn help(&self, key: &str) -> Option<&str> {
        self.help.get(key).map(String::as_str)
    }

    /// All keys of `--help` that the language has.
    pub fn help_keys(&self) -> impl Iterator<Item = &str> {
        self.help.keys().map(String::as_str)
    }

    /// The lines of the English file, comments included, with this language's texts.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        include_str!("en.txt").lines().map(|line| {
            let key = line.split_once('=').map(|(key, _)| key.trim()).filter(|_| !line.starts_with('#'));
            let Some((key, (known, is_one))) = key.and_then(|key| Some((key, split(key)?))) else {
                return line.to_owned();
            };
            let text = self.text(known);
            let form = if is_one { text.one.as_ref().unwrap_or(&text.other) } else { &text.other };
            format!("{key} = {form}")
        })
    }
}

/// A key of a line, and whether the line holds its form for one thing.
fn split(key: &str) -> Option<(Key, bool)> {
    match key.rsplit_once('.') {
        Some((key, "one")) => Some((Key::by_name(key)?, true)),
        Some((key, "other")) => Some((Key::by_name(key)?, false)),
        _ => Some((Key::by_name(key)?, false)),
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
mod tests;
