//! A line of text becomes a [`Command`]. No line can fail: what cannot be understood is a command that says so.
//!
//! Words that are no command are skipped until one is found, as the protocols demand (`joho debug on` is `debug on`).
//! Command words are read in any case; any ASCII white space separates words.

use super::Mode;
use super::go::{self, Go};
use super::options::OptionError;

/// What a line asks for. Borrows the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command<'a> {
    /// An empty line.
    Nothing,
    /// `uci`, `ugi`, `tei`: introduce the engine and speak that dialect.
    Handshake(Mode),
    /// `ucinewgame` and its like: the next position belongs to another game.
    NewGame,
    /// `isready`
    IsReady,
    /// `position`
    Position(Setup<'a>),
    /// `moves M...`: play on; without moves: list the legal ones.
    Moves(Vec<&'a str>),
    /// `go`
    Go(Box<Go<'a>>),
    /// `stop`
    Stop,
    /// `ponderhit`
    PonderHit,
    /// `setoption`: name and value.
    SetOption(String, Option<&'a str>),
    /// `debug on` or `debug off`
    Debug(bool),
    /// `register`: accepted and ignored.
    Register,
    /// `d`: show the position.
    Show,
    /// `eval`: the static evaluation.
    Evaluate,
    /// `flip`: exchange the sides.
    Flip,
    /// `perft N`
    Perft(u32),
    /// `bench`
    Bench,
    /// `trace M`: tell a move event by event.
    Trace(&'a str),
    /// `query ...`
    Query(Query<'a>),
    /// `help`
    Help,
    /// `quit`
    Quit,
    /// Anything that cannot be carried out, with the reason.
    Faulty(Fault<'a>),
}

/// Why a line is not a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault<'a> {
    /// No word of the line is a command; the first word.
    Unknown(&'a str),
    /// `position` without `startpos` or `fen`.
    Position,
    /// A command that needs something after it, and what.
    Incomplete(&'static str, &'static str),
    /// A `setoption` that names nothing.
    Option(OptionError),
}

/// `position startpos|fen F [moves M...]`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup<'a> {
    /// The position line; `None`: the start position.
    pub fen: Option<String>,
    /// The moves played from there.
    pub moves: Vec<&'a str>,
}

/// `query`: questions with answers in one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Query<'a> {
    /// Whether South is to move.
    P1Turn,
    /// Whether the game is over.
    GameOver,
    /// Who won.
    Result,
    /// The position line.
    Fen,
    /// The legal moves.
    Moves,
    /// Whether a move is legal.
    IsLegal(&'a str),
    /// Why a move is illegal.
    Why(&'a str),
    /// The rule set and the draw conventions.
    Rules,
    /// The stage of the game and the kind of the legal moves.
    Stage,
    /// The position's 64-bit key.
    Key,
    /// Something else.
    Unknown(&'a str),
}

/// Name, arguments and meaning of every command, for `help` and the specification.
pub const COMMANDS: &[(&str, &str, &str)] = &[
    ("uci | ugi | tei", "", "introduce the engine and speak that protocol"),
    ("isready", "", "answer readyok when ready"),
    ("ucinewgame", "", "the next position belongs to another game (also uginewgame, teinewgame)"),
    ("position", "startpos | fen F [moves M...]", "set a position and play moves"),
    ("moves", "[M...]", "play moves; without any: list the legal ones"),
    ("go", "[depth N] [nodes N] [movetime MS] ...", "search; `go` alone searches until `stop`"),
    ("stop", "", "end the search and print the best move"),
    ("ponderhit", "", "the expected move was played"),
    ("setoption", "name NAME [value VALUE]", "set an option; `uci` lists them"),
    ("d", "", "show the position"),
    ("eval", "", "show the evaluation without a search"),
    ("flip", "", "exchange the two sides"),
    ("perft", "N", "count positions N plies away"),
    ("bench", "", "search a fixed set of positions and print the node count and speed"),
    ("trace", "M", "tell a move event by event"),
    (
        "query",
        "p1turn | gameover | result | fen | moves | islegal M | why M | rules | stage | key",
        "ask about the position",
    ),
    ("debug", "on | off", "say more"),
    ("help", "", "this list"),
    ("quit", "", "end the program"),
];

impl<'a> Command<'a> {
    /// Reads a line. With `skip`, unknown words before the command are passed over.
    #[must_use]
    pub fn parse(line: &'a str, skip: bool) -> Command<'a> {
        let mut rest = line.trim_ascii();
        let Some(first) = rest.split_ascii_whitespace().next() else { return Command::Nothing };
        loop {
            let (word, tail) = rest.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or((rest, ""));
            if let Some(command) = Command::of(&word.to_ascii_lowercase(), tail) {
                return command;
            }
            rest = tail.trim_ascii_start();
            if !skip || rest.is_empty() {
                return Command::Faulty(Fault::Unknown(first));
            }
        }
    }

    /// The command called `word` with what follows it.
    fn of(word: &str, tail: &'a str) -> Option<Command<'a>> {
        let mut words = tail.split_ascii_whitespace();
        Some(match word {
            "uci" => Command::Handshake(Mode::Uci),
            "ugi" => Command::Handshake(Mode::Ugi),
            "tei" => Command::Handshake(Mode::Tei),
            "ucinewgame" | "uginewgame" | "teinewgame" => Command::NewGame,
            "isready" => Command::IsReady,
            "position" => position(words),
            "moves" => Command::Moves(words.collect()),
            "go" => Command::Go(Box::new(Go::parse(words))),
            "stop" => Command::Stop,
            "ponderhit" => Command::PonderHit,
            "setoption" => set_option(tail),
            "debug" => match words.next().map(str::to_ascii_lowercase).as_deref() {
                Some("on") => Command::Debug(true),
                Some("off") => Command::Debug(false),
                _ => Command::Faulty(Fault::Incomplete("debug", "on or off")),
            },
            "register" => Command::Register,
            "d" => Command::Show,
            "eval" => Command::Evaluate,
            "flip" => Command::Flip,
            "perft" => match words.next().and_then(go::number) {
                Some(depth) => Command::Perft(u32::try_from(depth).unwrap_or(u32::MAX)),
                None => Command::Faulty(Fault::Incomplete("perft", "a number of plies")),
            },
            "bench" => Command::Bench,
            "trace" => match words.next() {
                Some(token) => Command::Trace(token),
                None => Command::Faulty(Fault::Incomplete("trace", "a move")),
            },
            "query" => query(words),
            "help" | "?" => Command::Help,
            "quit" | "exit" => Command::Quit,
            _ => return None,
        })
    }
}

fn position<'a>(mut words: impl Iterator<Item = &'a str>) -> Command<'a> {
    let is = |word: &str, name: &str| word.eq_ignore_ascii_case(name);
    let mut fen: Vec<&str> = Vec::new();
    match words.next() {
        Some(word) if is(word, "startpos") => fen.push("startpos"),
        Some(word) if is(word, "fen") || is(word, "tps") => {}
        // A position line is recognised without the word before it.
        Some(word) if word.contains('/') => fen.push(word),
        _ => return Command::Faulty(Fault::Position),
    }
    fen.extend(words.by_ref().take_while(|word| !is(word, "moves")));
    let moves = words.filter(|word| !is(word, "moves")).collect();
    let from_start = fen.first().is_some_and(|word| is(word, "startpos"));
    Command::Position(Setup { fen: (!from_start).then(|| fen.join(" ")), moves })
}

fn set_option(tail: &str) -> Command<'_> {
    let is = |word: &str, name: &str| word.eq_ignore_ascii_case(name);
    let mut name: Option<Vec<&str>> = None;
    let mut rest = tail;
    loop {
        rest = rest.trim_ascii_start();
        let (word, after) = rest.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or((rest, ""));
        rest = after;
        match &mut name {
            _ if word.is_empty() => break,
            None if is(word, "name") => name = Some(Vec::new()),
            None => {}
            Some(_) if is(word, "value") => break,
            Some(words) => words.push(word),
        }
    }
    match name {
        Some(words) if !words.is_empty() => {
            let value = rest.trim_ascii();
            Command::SetOption(words.join(" "), (!value.is_empty()).then_some(value))
        }
        _ => Command::Faulty(Fault::Option(OptionError::NoName)),
    }
}

fn query<'a>(mut words: impl Iterator<Item = &'a str>) -> Command<'a> {
    let what = words.next().unwrap_or_default();
    let token = words.next().unwrap_or_default();
    Command::Query(match what.to_ascii_lowercase().as_str() {
        "p1turn" => Query::P1Turn,
        "gameover" => Query::GameOver,
        "result" => Query::Result,
        "fen" => Query::Fen,
        "moves" => Query::Moves,
        "islegal" => Query::IsLegal(token),
        "why" => Query::Why(token),
        "rules" => Query::Rules,
        "stage" => Query::Stage,
        "key" => Query::Key,
        _ => Query::Unknown(what),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Command<'_> {
        Command::parse(line, true)
    }

    #[test]
    fn unknown_words_before_a_command_are_skipped() {
        assert_eq!(parse("joho debug on"), Command::Debug(true));
        assert_eq!(parse("\t  isready \r\n"), Command::IsReady);
        assert_eq!(parse(" \t \r\n"), Command::Nothing);
        assert_eq!(parse("hello world"), Command::Faulty(Fault::Unknown("hello")));
        assert_eq!(Command::parse("please quit", false), Command::Faulty(Fault::Unknown("please")));
        assert_eq!(parse("please quit"), Command::Quit);
        assert_eq!(parse("debug maybe"), Command::Faulty(Fault::Incomplete("debug", "on or off")));
    }

    #[test]
    fn positions_in_every_form_runners_send() {
        let setup = |fen: Option<&str>, moves: &[&'static str]| {
            Command::Position(Setup { fen: fen.map(str::to_owned), moves: moves.to_vec() })
        };
        assert_eq!(parse("position startpos"), setup(None, &[]));
        assert_eq!(parse("position startpos moves"), setup(None, &[]));
        assert_eq!(parse("position startpos moves A6R b2L"), setup(None, &["A6R", "b2L"]));
        assert_eq!(parse("position fen startpos moves A6R"), setup(None, &["A6R"]));
        assert_eq!(parse("position fen 1/2 S moves a moves b c"), setup(Some("1/2 S"), &["a", "b", "c"]));
        assert_eq!(parse("position tps  1/2   S "), setup(Some("1/2 S"), &[]));
        assert_eq!(parse("position 1/2 S moves x"), setup(Some("1/2 S"), &["x"]));
        assert_eq!(parse("position fen"), setup(Some(""), &[]));
        assert_eq!(parse("position"), Command::Faulty(Fault::Position));
        assert_eq!(parse("position moves a"), Command::Faulty(Fault::Position));
    }

    #[test]
    fn option_names_and_values_may_hold_blanks() {
        let set = |name: &str, value| Command::SetOption(name.to_owned(), value);
        assert_eq!(parse("setoption name Clear Hash"), set("Clear Hash", None));
        assert_eq!(parse("setoption name  Move   Overhead value  3 "), set("Move Overhead", Some("3")));
        assert_eq!(parse("setoption name Log File value /a  b/c"), set("Log File", Some("/a  b/c")));
        assert_eq!(parse("setoption name Log File value"), set("Log File", None));
        for nothing in ["setoption", "setoption Hash 3", "setoption name", "setoption name value 3"] {
            assert_eq!(parse(nothing), Command::Faulty(Fault::Option(OptionError::NoName)), "{nothing}");
        }
    }

    #[test]
    fn queries() {
        assert_eq!(parse("query islegal A6R"), Command::Query(Query::IsLegal("A6R")));
        assert_eq!(parse("query"), Command::Query(Query::Unknown("")));
        assert_eq!(parse("query GameOver"), Command::Query(Query::GameOver));
    }
}
