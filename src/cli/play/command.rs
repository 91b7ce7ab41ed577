//! What a player types: a command word in his language or in English, or a move.

use crate::words::{Key, Words};

/// A line of input understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command<'a> {
    Nothing,
    Help,
    Board,
    Moves,
    Hint,
    Why(&'a str),
    Trace,
    Undo,
    Eval,
    Level(&'a str),
    Speed(&'a str),
    Switch,
    Setup(&'a str),
    Save(&'a str),
    Load(&'a str),
    Resign,
    New,
    Quit,
    /// Anything else: a move, if it can be read as one.
    Move(&'a str),
}

impl<'a> Command<'a> {
    pub fn parse(words: &Words, line: &'a str) -> Command<'a> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let word = word.to_lowercase();
        let is = |key: Key| word == words.get(key) || word == Words::english().get(key);
        match () {
            () if line.is_empty() => Command::Nothing,
            () if is(Key::CmdHelp) || word == "?" => Command::Help,
            () if is(Key::CmdBoard) => Command::Board,
            () if is(Key::CmdMoves) => Command::Moves,
            () if is(Key::CmdHint) => Command::Hint,
            () if is(Key::CmdWhy) => Command::Why(rest),
            () if is(Key::CmdTrace) => Command::Trace,
            () if is(Key::CmdUndo) => Command::Undo,
            () if is(Key::CmdEval) => Command::Eval,
            () if is(Key::CmdLevel) => Command::Level(rest),
            () if is(Key::CmdSpeed) => Command::Speed(rest),
            () if is(Key::CmdSwitch) => Command::Switch,
            () if is(Key::CmdSetup) => Command::Setup(rest),
            () if is(Key::CmdSave) => Command::Save(rest),
            () if is(Key::CmdLoad) => Command::Load(rest),
            () if is(Key::CmdResign) => Command::Resign,
            () if is(Key::CmdNew) => Command::New,
            () if is(Key::CmdQuit) => Command::Quit,
            () => Command::Move(line),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_understood_in_the_language_and_in_english() {
        let swahili = Words::by_name("sw").unwrap();
        assert_eq!(Command::parse(swahili, " kwanini  A5L "), Command::Why("A5L"));
        assert_eq!(Command::parse(swahili, "why A5L"), Command::Why("A5L"));
        assert_eq!(Command::parse(Words::english(), "kwanini A5L"), Command::Move("kwanini A5L"));
        assert_eq!(Command::parse(Words::english(), "A6R"), Command::Move("A6R"));
        assert_eq!(Command::parse(Words::english(), "  "), Command::Nothing);
    }
}
