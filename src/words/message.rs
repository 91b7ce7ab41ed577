//! A sentence that is not in any language yet: a key of the table and what fills it.
//!
//! Errors and remarks are made deep in the library, where nobody knows who will read them. They say themselves as a [`Message`] ([`Told`]); the
//! command line tells it in the reader's language, and `Display` tells it in English out of the same table.

use super::{Key, Words};
use std::fmt;

/// What fills a `{name}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Text that is the same in every language: numbers, moves, names, foreign text.
    Text(String),
    /// A sentence of its own.
    Message(Message),
    /// Several, with commas between.
    List(Vec<Message>),
}

impl Value {
    fn told(&self, words: &Words) -> String {
        match self {
            Value::Text(text) => text.clone(),
            Value::Message(message) => message.told(words),
            Value::List(list) => list.iter().map(|item| item.told(words)).collect::<Vec<_>>().join(", "),
        }
    }
}

/// A text of the table and what fills its `{names}`; made by `say!` or step by step.
///
/// ```
/// use fundi::words::{Key, Message, Words};
/// let message = Message::of(Key::WinIn).with("n", 1);
/// assert_eq!(message.to_string(), "wins in 1 ply");
/// assert_eq!(message.told(Words::by_name("sw").unwrap()), "inashinda kwa hatua 1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    key: Key,
    values: Vec<(&'static str, Value)>,
}

impl Message {
    /// A text with nothing filled in yet.
    #[must_use]
    pub const fn of(key: Key) -> Message {
        Message { key, values: Vec::new() }
    }

    /// Text of others, such as an operating system's: it stays as it is.
    #[must_use]
    pub fn foreign(text: impl fmt::Display) -> Message {
        Message::of(Key::Foreign).with("text", text.to_string())
    }

    /// Several messages with commas between.
    #[must_use]
    pub fn list(messages: impl IntoIterator<Item = Message>) -> Message {
        let list = messages.into_iter().collect();
        Message { key: Key::Foreign, values: vec![("text", Value::List(list))] }
    }

    /// Fills in a `{name}`. The number `n` decides between the forms of a text that has two.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Value>) -> Message {
        self.values.push((name, value.into()));
        self
    }

    /// Which text it is.
    #[must_use]
    pub const fn key(&self) -> Key {
        self.key
    }

    /// The sentence in a language.
    #[must_use]
    pub fn told(&self, words: &Words) -> String {
        let told = self.values.iter().map(|(name, value)| (*name, value.told(words)));
        let values: Vec<(&str, String)> = told.collect();
        let values: Vec<(&str, &dyn fmt::Display)> =
            values.iter().map(|(name, text)| (*name, text as &dyn fmt::Display)).collect();
        words.fill(self.key, &values)
    }
}

/// In English.
impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.told(Words::english()))
    }
}

impl std::error::Error for Message {}

/// What can be said in any language.
pub trait Told {
    /// The sentence, not in any language yet.
    fn message(&self) -> Message;

    /// The sentence in a language.
    fn told(&self, words: &Words) -> String {
        self.message().told(words)
    }
}

/// Nothing to say.
impl Default for Message {
    fn default() -> Message {
        Message::foreign("")
    }
}

impl<T: Told + ?Sized> Told for &T {
    fn message(&self) -> Message {
        (**self).message()
    }
}

impl Told for Message {
    fn message(&self) -> Message {
        self.clone()
    }
}

impl From<Key> for Message {
    fn from(key: Key) -> Message {
        Message::of(key)
    }
}

impl From<Message> for Value {
    fn from(message: Message) -> Value {
        Value::Message(message)
    }
}

impl From<Key> for Value {
    fn from(key: Key) -> Value {
        Value::Message(key.into())
    }
}

macro_rules! values {
    ($($kind:ty),*) => {
        $(impl From<$kind> for Value {
            fn from(value: $kind) -> Value {
                Value::Text(value.to_string())
            }
        })*
    };
}

values!(String, &String, &str, char, u8, u16, u32, u64, usize, i32, i64, std::path::Display<'_>);

/// A [`Message`]: `say!(WhyEmpty, hole = "A5")`.
macro_rules! say {
    ($key:ident $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::words::Message::of($crate::words::Key::$key)$(.with(stringify!($name), $value))*
    };
}

/// `Display` in English and `Error` for types that are [`Told`].
macro_rules! told_in_english {
    ($($error:ty),*) => {
        $(
            impl std::fmt::Display for $error {
                fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    std::fmt::Display::fmt(&$crate::words::Told::message(self), f)
                }
            }

            impl std::error::Error for $error {}
        )*
    };
}

pub(crate) use {say, told_in_english};

impl Told for std::io::Error {
    fn message(&self) -> Message {
        use std::io::ErrorKind;
        Message::of(match self.kind() {
            ErrorKind::NotFound => Key::FileNotFound,
            ErrorKind::PermissionDenied => Key::FileForbidden,
            ErrorKind::AlreadyExists => Key::FileExists,
            ErrorKind::IsADirectory => Key::FileIsDirectory,
            ErrorKind::NotADirectory => Key::FileNoDirectory,
            ErrorKind::StorageFull => Key::FileNoSpace,
            ErrorKind::BrokenPipe => Key::FileClosed,
            ErrorKind::UnexpectedEof => Key::FileEnds,
            _ => return Message::foreign(self),
        })
    }
}

impl Told for serde_json::Error {
    fn message(&self) -> Message {
        let text = self.to_string();
        let why = text.split(" at line ").next().unwrap_or(&text);
        say!(BadJson, line = self.line(), column = self.column(), why = parser_message(why))
    }
}

/// What a parser of JSON or TOML complains of, in the reader's language if it is not about mere syntax.
pub(crate) fn parser_message(text: &str) -> Message {
    let unknown = ["unknown field `", "unknown variant `"].iter().find_map(|head| text.strip_prefix(head));
    if let Some((name, known)) = unknown.and_then(|rest| rest.split_once("`, expected ")) {
        let known = known.split('`').skip(1).step_by(2).collect::<Vec<_>>().join(", ");
        return say!(ParserUnknown, name = name, known = known);
    }
    if let Some(name) = text.strip_prefix("missing field `").and_then(|rest| rest.strip_suffix('`')) {
        return say!(ParserMissing, name = name);
    }
    if text.starts_with("EOF while parsing") { say!(FileEnds) } else { Message::foreign(text) }
}

impl Told for std::num::ParseIntError {
    fn message(&self) -> Message {
        say!(ExpectedWhole)
    }
}

impl Told for std::num::ParseFloatError {
    fn message(&self) -> Message {
        say!(ExpectedNumber)
    }
}
