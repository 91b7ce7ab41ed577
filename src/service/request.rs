//! Reads requests: every field is checked, and what is wrong is named with its field.

use crate::notation::{Notation, Reading, read};
use crate::rules::{Game, Move, Rules};
use crate::search::Limits;
use serde_json::{Map, Value, json};
use std::time::Duration;

/// What kind of thing is wrong with a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The line is no JSON object.
    BadJson,
    /// The line is longer than is read.
    TooLong,
    /// A field is missing.
    MissingField,
    /// There is no such field.
    UnknownField,
    /// A field holds another type of value.
    WrongType,
    /// A number outside its range.
    OutOfRange,
    /// No such action.
    UnknownAction,
    /// No such rule set.
    UnknownRules,
    /// Not a position line.
    BadFen,
    /// A move that cannot be read or is not legal.
    IllegalMove,
    /// A request of that id is still in flight.
    DuplicateId,
    /// No request of that id is in flight.
    UnknownTarget,
}

impl ErrorKind {
    /// The kind's name in answers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            ErrorKind::BadJson => "bad_json",
            ErrorKind::TooLong => "too_long",
            ErrorKind::MissingField => "missing_field",
            ErrorKind::UnknownField => "unknown_field",
            ErrorKind::WrongType => "wrong_type",
            ErrorKind::OutOfRange => "out_of_range",
            ErrorKind::UnknownAction => "unknown_action",
            ErrorKind::UnknownRules => "unknown_rules",
            ErrorKind::BadFen => "bad_fen",
            ErrorKind::IllegalMove => "illegal_move",
            ErrorKind::DuplicateId => "duplicate_id",
            ErrorKind::UnknownTarget => "unknown_target",
        }
    }
}

/// Why a request is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestError {
    /// The request's id, if one could be read.
    pub id: Option<String>,
    /// What kind of thing is wrong.
    pub kind: ErrorKind,
    /// The field, with an index into a list: `moves[3]`; empty for the whole line.
    pub field: String,
    /// For people.
    pub message: String,
}

impl RequestError {
    /// The answer to the request.
    #[must_use]
    pub fn as_json(&self) -> Value {
        let error = json!({"kind": self.kind.name(), "field": self.field, "message": self.message});
        json!({"id": self.id, "type": "error", "error": error})
    }
}

/// A request for analysis.
#[derive(Clone, Debug)]
pub(super) struct Query {
    pub id: String,
    /// The positions with the number of moves before each.
    pub games: Vec<(usize, Game)>,
    pub limits: Limits,
    pub lines: usize,
    pub priority: i64,
    pub report_every: Option<Duration>,
}

/// What is asked for.
#[derive(Clone, Debug)]
pub(super) enum Request {
    Analyze(Query),
    Cancel { id: String, target: Option<String> },
    Status { id: String },
    Version { id: String },
}

const FIELDS: [&str; 15] = [
    "id",
    "action",
    "rules",
    "fen",
    "moves",
    "plies",
    "depth",
    "nodes",
    "seconds",
    "lines",
    "only",
    "avoid",
    "priority",
    "report_every",
    "target",
];
/// The longest id that is read, in bytes.
const LONGEST_ID: usize = 256;
/// The most moves of a request.
const MOST_MOVES: usize = 10_000;

type Problem = (ErrorKind, String, String);

fn problem<T>(
    kind: ErrorKind,
    field: impl Into<String>,
    message: impl std::fmt::Display,
) -> Result<T, Problem> {
    Err((kind, field.into(), message.to_string()))
}

impl Request {
    /// Reads a line; `default` limits a search that has no limit of its own.
    pub fn read(line: &[u8], default: Duration) -> Result<Request, RequestError> {
        let whole = |message: String| RequestError {
            id: None,
            kind: ErrorKind::BadJson,
            field: String::new(),
            message,
        };
        let value: Value = serde_json::from_slice(line).map_err(|error| whole(error.to_string()))?;
        let Value::Object(object) = value else {
            return Err(whole("expected a JSON object".to_owned()));
        };
        let id = object.get("id").and_then(Value::as_str).map(str::to_owned);
        Fields(&object).request(default).map_err(|(kind, field, message)| RequestError {
            id,
            kind,
            field,
            message,
        })
    }
}

struct Fields<'a>(&'a Map<String, Value>);

impl<'a> Fields<'a> {
    fn text(&self, name: &str) -> Result<Option<&'a str>, Problem> {
        match self.0.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => problem(ErrorKind::WrongType, name, "expected a text"),
        }
    }

    fn whole(&self, name: &str, low: i64, high: i64) -> Result<Option<i64>, Problem> {
        match self.0.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => in_range(value, name, low, high).map(Some),
        }
    }

    fn seconds(&self, name: &str) -> Result<Option<Duration>, Problem> {
        let value = match self.0.get(name) {
            None | Some(Value::Null) => return Ok(None),
            Some(value) => value.as_f64(),
        };
        let Some(seconds) = value else {
            return problem(ErrorKind::WrongType, name, "expected a number of seconds");
        };
        if !(0.001..=1e6).contains(&seconds) {
            let message = format!("{seconds:?} seconds, expected 0.001 to 1000000");
            return problem(ErrorKind::OutOfRange, name, message);
        }
        Ok(Some(Duration::from_secs_f64(seconds)))
    }

    fn list(&self, name: &str) -> Result<&'a [Value], Problem> {
        match self.0.get(name) {
            None | Some(Value::Null) => Ok(&[]),
            Some(Value::Array(list)) if list.len() > MOST_MOVES => {
                let message = format!("{} entries, expected at most {MOST_MOVES}", list.len());
                problem(ErrorKind::OutOfRange, name, message)
            }
            Some(Value::Array(list)) => Ok(list),
            Some(_) => problem(ErrorKind::WrongType, name, "expected a list"),
        }
    }

    fn request(&self, default: Duration) -> Result<Request, Problem> {
        if let Some(name) = self.0.keys().find(|name| !FIELDS.contains(&name.as_str())) {
            let field: String = name.chars().take(64).collect();
            return problem(
                ErrorKind::UnknownField,
                field,
                format!("unknown field, expected {}", FIELDS.join(", ")),
            );
        }
        let Some(id) = self.text("id")? else {
            return problem(ErrorKind::MissingField, "id", "expected a text that names the request");
        };
        if id.is_empty() || id.len() > LONGEST_ID {
            let message = format!("{} bytes, expected 1 to {LONGEST_ID}", id.len());
            return problem(ErrorKind::OutOfRange, "id", message);
        }
        let id = id.to_owned();
        match self.text("action")?.unwrap_or("analyze") {
            "analyze" => self.query(id, default).map(Request::Analyze),
            "cancel" => Ok(Request::Cancel { id, target: self.text("target")?.map(str::to_owned) }),
            "status" => Ok(Request::Status { id }),
            "version" => Ok(Request::Version { id }),
            _ => problem(ErrorKind::UnknownAction, "action", "expected analyze, cancel, status or version"),
        }
    }

    fn query(&self, id: String, default: Duration) -> Result<Query, Problem> {
        let rules = match self.text("rules")? {
            Some(name) => {
                Rules::by_name(name).or_else(|error| problem(ErrorKind::UnknownRules, "rules", error))?
            }
            None => Rules::ZANZIBAR,
        };
        let start = match self.text("fen")? {
            Some(line) => line.parse().or_else(|error| problem(ErrorKind::BadFen, "fen", error))?,
            None => rules.start(),
        };
        let mut games = vec![Game::from_position(rules, start)];
        for (index, token) in self.list("moves")?.iter().enumerate() {
            let mut game = games.last().cloned().unwrap_or_else(|| Game::from_position(rules, start));
            let mv = one_move(&game, token, &format!("moves[{index}]"))?;
            game.play(mv)
                .or_else(|error| problem(ErrorKind::IllegalMove, format!("moves[{index}]"), error))?;
            games.push(game);
        }
        let last = games.len() - 1;
        let mut plies = Vec::new();
        for (index, value) in self.list("plies")?.iter().enumerate() {
            let ply = in_range(value, &format!("plies[{index}]"), 0, last as i64)?;
            plies.push(usize::try_from(ply).unwrap_or(0));
        }
        if plies.is_empty() {
            plies.push(last);
        }
        plies.sort_unstable();
        plies.dedup();
        let root = plies.first().and_then(|ply| games.get(*ply));
        let search_moves = match root {
            Some(game) => self.root_moves(game, plies.len())?,
            None => Vec::new(),
        };
        let depth = self.whole("depth", 1, 200)?.and_then(|depth| u32::try_from(depth).ok());
        let nodes = self.whole("nodes", 1, i64::MAX)?.map(i64::unsigned_abs);
        let seconds = self.seconds("seconds")?;
        let movetime = seconds.or((depth.is_none() && nodes.is_none()).then_some(default));
        Ok(Query {
            id,
            games: plies.into_iter().filter_map(|ply| Some((ply, games.get(ply)?.clone()))).collect(),
            limits: Limits { depth, nodes, movetime, search_moves, ..Limits::default() },
            lines: self.whole("lines", 1, 64)?.map_or(1, |lines| usize::try_from(lines).unwrap_or(1)),
            priority: self.whole("priority", -1_000_000, 1_000_000)?.unwrap_or(0),
            report_every: self.seconds("report_every")?,
        })
    }

    /// `only` and `avoid` as the moves to search; empty for all.
    fn root_moves(&self, game: &Game, positions: usize) -> Result<Vec<Move>, Problem> {
        let (only, avoid) = (self.list("only")?, self.list("avoid")?);
        if only.is_empty() && avoid.is_empty() {
            return Ok(Vec::new());
        }
        let name = if only.is_empty() { "avoid" } else { "only" };
        if positions > 1 {
            return problem(ErrorKind::OutOfRange, name, "goes with one position, there are several plies");
        }
        let moves = |list: &[Value], name: &str| -> Result<Vec<Move>, Problem> {
            list.iter()
                .enumerate()
                .map(|(index, token)| one_move(game, token, &format!("{name}[{index}]")))
                .collect()
        };
        let (only, avoid) = (moves(only, "only")?, moves(avoid, "avoid")?);
        let legal = game.rules().successors(game.position());
        let wanted = legal.iter().map(|one| one.mv);
        let wanted: Vec<Move> =
            wanted.filter(|mv| (only.is_empty() || only.contains(mv)) && !avoid.contains(mv)).collect();
        if wanted.is_empty() {
            return problem(ErrorKind::OutOfRange, name, "leaves no legal move to look at");
        }
        Ok(wanted)
    }
}

fn in_range(value: &Value, field: &str, low: i64, high: i64) -> Result<i64, Problem> {
    let Some(number) = value.as_i64() else {
        return problem(ErrorKind::WrongType, field, format!("expected a whole number from {low} to {high}"));
    };
    if !(low..=high).contains(&number) {
        return problem(ErrorKind::OutOfRange, field, format!("{number}, expected {low} to {high}"));
    }
    Ok(number)
}

fn one_move(game: &Game, token: &Value, field: &str) -> Result<Move, Problem> {
    let Some(token) = token.as_str() else {
        return problem(ErrorKind::WrongType, field, "expected a move token such as A6R");
    };
    match read(game.rules(), game.position(), token, Notation::Donkers, Reading::Lenient) {
        Ok(played) => Ok(played.mv),
        Err(error) => problem(ErrorKind::IllegalMove, field, error),
    }
}
