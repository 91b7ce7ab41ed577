//! `fundi words`: the language file, complete, as a translation begins with it.

use super::{CliError, Output};
use crate::words::Words;
use std::io::Write;

/// Print the whole language file, to translate it
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  fundi words > mine.txt\n  fundi words --lang sw")]
pub struct Args {}

/// Runs the command.
pub fn run(out: &mut Output) -> Result<(), CliError> {
    let words = out.words();
    for line in words.lines() {
        writeln!(out, "{line}")?;
    }
    writeln!(out, "\n# --help")?;
    for (key, english) in super::help_texts() {
        writeln!(out, "{key} = {}", words.help(&key).unwrap_or(&english))?;
    }
    Ok(())
}

/// The texts of a language file.
///
/// # Errors
/// What is wrong with it, and in which line.
pub(super) fn read(text: &str) -> Result<Words, crate::words::WordsError> {
    let words = Words::parse(text)?;
    let known = super::help_texts();
    let strange = words.help_keys().find(|key| !known.iter().any(|(name, _)| name == key));
    match strange {
        Some(key) => Err(crate::words::WordsError::UnknownKey(0, key.to_owned())),
        None => Ok(words),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_command_argument_and_value_has_a_text_in_every_language_and_no_text_is_unused() {
        let wanted: BTreeSet<String> = super::super::help_texts().into_iter().map(|(key, _)| key).collect();
        for name in Words::built_in_names().filter(|name| *name != "en") {
            let words = Words::by_name(name).unwrap();
            let found: BTreeSet<String> = words.help_keys().map(str::to_owned).collect();
            let missing: Vec<&String> = wanted.difference(&found).collect();
            let unused: Vec<&String> = found.difference(&wanted).collect();
            assert!(
                missing.is_empty() && unused.is_empty(),
                "{name}: missing {missing:#?}\nunused {unused:#?}"
            );
        }
        assert!(super::super::help_texts().iter().all(|(_, text)| !text.is_empty()));
    }

    #[test]
    fn a_help_key_that_is_none_is_refused() {
        assert!(read("help.analyze.depth = x").is_ok());
        assert!(read("help.analyze.dept = x").is_err());
    }
}
