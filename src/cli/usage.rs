//! What clap finds wrong with the arguments, as a message of the word table.

use crate::words::{Key, Message, Told, say};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::error::Error;
use std::num::{ParseFloatError, ParseIntError};

/// The error in one sentence, with a hint at what may have been meant.
pub(super) fn message(error: &clap::Error) -> Message {
    let text = |kind| joined(error.get(kind), " ");
    let argument = text(ContextKind::InvalidArg);
    let value = text(ContextKind::InvalidValue);
    let wrong = match error.kind() {
        ErrorKind::UnknownArgument => say!(ArgumentUnknown, argument = argument),
        ErrorKind::InvalidSubcommand => {
            say!(CommandUnknown, command = text(ContextKind::InvalidSubcommand))
        }
        ErrorKind::InvalidValue | ErrorKind::TooFewValues if value.is_empty() => {
            say!(ValueMissing, argument = argument)
        }
        ErrorKind::InvalidValue => {
            let expected = joined(error.get(ContextKind::ValidValue), ", ");
            let why = say!(ExpectedOneOf, values = expected);
            say!(ValueWrong, argument = argument, value = value, why = why)
        }
        ErrorKind::ValueValidation => {
            let why = error.source().map_or_else(Message::default, told);
            say!(ValueWrong, argument = argument, value = value, why = why)
        }
        ErrorKind::ArgumentConflict => {
            let other = joined(error.get(ContextKind::PriorArg), " ");
            if other.is_empty() || other == argument {
                say!(ArgumentTwice, argument = argument)
            } else {
                say!(ArgumentConflict, argument = argument, other = other)
            }
        }
        ErrorKind::MissingRequiredArgument => say!(ArgumentMissing, argument = argument),
        ErrorKind::NoEquals => say!(ArgumentEquals, argument = argument),
        ErrorKind::TooManyValues => say!(ValueTooMany, argument = argument, value = value),
        ErrorKind::InvalidUtf8 => say!(ArgumentNotText),
        // The others do not occur here; if one should, clap's own words are better than none.
        _ => Message::foreign(error.to_string().lines().next().unwrap_or_default()),
    };
    let suggestions =
        [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::SuggestedValue];
    match suggestions.into_iter().map(text).find(|meant| !meant.is_empty()) {
        Some(meant) => say!(DidYouMean, wrong = wrong, meant = meant),
        None => wrong,
    }
}

/// What a value's reader found.
fn told(error: &(dyn Error + 'static)) -> Message {
    if let Some(message) = error.downcast_ref::<Message>() {
        message.clone()
    } else if let Some(error) = error.downcast_ref::<ParseIntError>() {
        error.message()
    } else if let Some(error) = error.downcast_ref::<ParseFloatError>() {
        error.message()
    } else if let Some(error) = error.downcast_ref::<crate::arena::limits::ClockError>() {
        error.message()
    } else {
        Message::of(Key::Foreign).with("text", error.to_string())
    }
}

fn joined(value: Option<&ContextValue>, with: &str) -> String {
    match value {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join(with),
        Some(ContextValue::StyledStr(text)) => text.to_string(),
        Some(ContextValue::Number(number)) => number.to_string(),
        _ => String::new(),
    }
}
