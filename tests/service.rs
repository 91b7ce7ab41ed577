//! The analysis service: answers, limits, priorities, cancelling, errors, and the end of input.

use fundi::service::{ErrorKind, Settings, serve};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

const ONE_WORKER: Settings =
    Settings { workers: 1, threads: 1, hash_mib: 4, default_time: Duration::from_millis(50) };

/// The answers to these lines, in the order they came.
fn answers_of(settings: Settings, lines: &str) -> Vec<Value> {
    let mut output = Vec::new();
    serve(lines.as_bytes(), &mut output, settings).unwrap();
    let text = String::from_utf8(output).unwrap();
    assert!(text.is_empty() || text.ends_with('\n'));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn answers(requests: &[Value]) -> Vec<Value> {
    let lines: Vec<String> = requests.iter().map(Value::to_string).collect();
    answers_of(ONE_WORKER, &lines.join("\n"))
}

#[test]
fn every_ply_asked_for_is_answered_with_legal_lines() {
    let found = answers(&[json!({
        "id": "game", "moves": ["A7L", "a5R", "A6R"], "plies": [3, 0, 2], "depth": 5, "lines": 2,
    })]);
    assert_eq!(found.iter().map(|answer| answer["ply"].as_u64().unwrap()).collect::<Vec<_>>(), [0, 2, 3]);
    for answer in &found {
        assert_eq!(
            (&answer["id"], &answer["type"], &answer["cancelled"]),
            (&"game".into(), &"result".into(), &false.into())
        );
        let lines = answer["lines"].as_array().unwrap();
        assert_eq!(lines.len(), 2);
        assert_eq!(answer["best"], lines[0]["moves"][0]);
        assert_ne!(lines[0]["moves"][0], lines[1]["moves"][0]);
        // The line is legal: asking for its end works.
        let end = answers(&[
            json!({"id": 1.to_string(), "fen": answer["fen"], "moves": lines[0]["moves"], "nodes": 1}),
        ]);
        assert_eq!(end[0]["type"], "result", "{end:?}");
    }
}

#[test]
fn a_finished_game_says_how_it_ended() {
    let fen = "0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/8,8,8,8,8,8,8,8/0,0,0,0,0,0,0,0 N 0,0 - -";
    let found = answers(&[json!({"id": "x", "fen": fen})]);
    assert_eq!(found[0]["game_over"], json!({"winner": "South", "ending": "front row empty"}));
    assert_eq!((&found[0]["best"], &found[0]["score"]), (&Value::Null, &json!({"win_in": 0})));
}

#[test]
fn only_and_avoid_choose_the_moves_looked_at() {
    let found = answers(&[
        json!({"id": "only", "depth": 3, "lines": 9, "only": ["A6R", "A7L"]}),
        json!({"id": "avoid", "depth": 3, "lines": 9, "avoid": ["A6R", "A7L"]}),
    ]);
    let first = |answer: &Value| -> BTreeSet<String> {
        let lines = answer["lines"].as_array().unwrap();
        lines.iter().map(|line| line["moves"][0].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(first(&found[0]), ["A6R".to_owned(), "A7L".to_owned()].into());
    assert_eq!(first(&found[1]).len(), 2);
    assert!(first(&found[1]).is_disjoint(&first(&found[0])));
}

#[test]
fn a_bad_request_gets_one_error_that_names_the_field_and_the_rest_goes_on() {
    let long = "x".repeat(2_000_000);
    let bad = [
        ("{", "bad_json", ""),
        ("[1]", "bad_json", ""),
        ("\u{7f}\u{0}", "bad_json", ""),
        (r#"{"depth": 3}"#, "missing_field", "id"),
        (r#"{"id": 7}"#, "wrong_type", "id"),
        (r#"{"id": ""}"#, "out_of_range", "id"),
        (r#"{"id": "a", "dept": 3}"#, "unknown_field", "dept"),
        (r#"{"id": "a", "action": "stop"}"#, "unknown_action", "action"),
        (r#"{"id": "a", "rules": "malawi"}"#, "unknown_rules", "rules"),
        (r#"{"id": "a", "fen": "8/8"}"#, "bad_fen", "fen"),
        (r#"{"id": "a", "moves": "A7L"}"#, "wrong_type", "moves"),
        (r#"{"id": "a", "moves": ["A7L", "A7L"]}"#, "illegal_move", "moves[1]"),
        (r#"{"id": "a", "moves": ["A7L", 5]}"#, "wrong_type", "moves[1]"),
        (r#"{"id": "a", "plies": [0, 1]}"#, "out_of_range", "plies[1]"),
        (r#"{"id": "a", "depth": 0}"#, "out_of_range", "depth"),
        (r#"{"id": "a", "depth": 2.5}"#, "wrong_type", "depth"),
        (r#"{"id": "a", "nodes": -1}"#, "out_of_range", "nodes"),
        (r#"{"id": "a", "seconds": "1"}"#, "wrong_type", "seconds"),
        (r#"{"id": "a", "seconds": 0}"#, "out_of_range", "seconds"),
        (r#"{"id": "a", "lines": 65}"#, "out_of_range", "lines"),
        (r#"{"id": "a", "only": ["A1R"]}"#, "illegal_move", "only[0]"),
        (r#"{"id": "a", "only": ["A6R"], "avoid": ["A6R"]}"#, "out_of_range", "only"),
        (r#"{"id": "a", "action": "cancel", "target": "b"}"#, "unknown_target", "target"),
        (long.as_str(), "too_long", ""),
    ];
    let lines: Vec<&str> = bad.iter().map(|(line, ..)| *line).collect();
    let text = lines.join("\n") + "\n\n  \n{\"id\": \"last\", \"depth\": 2}";
    let found = answers_of(ONE_WORKER, &text);
    assert_eq!(found.len(), bad.len() + 1, "one answer each");
    let mut errors = found.iter().filter(|answer| answer["type"] == "error");
    for (line, kind, field) in bad {
        let answer = errors.next().unwrap();
        let start: String = line.chars().take(60).collect();
        assert_eq!(
            (&answer["error"]["kind"], &answer["error"]["field"]),
            (&kind.into(), &field.into()),
            "{start}"
        );
        assert!(!answer["error"]["message"].as_str().unwrap().is_empty());
        let id = if line.contains(r#""id": "a""#) { Value::from("a") } else { Value::Null };
        assert!(answer["id"] == id || line.contains(r#""id": """#), "{start}: {answer}");
    }
    assert!(found.iter().any(|answer| answer["id"] == "last" && answer["type"] == "result"));
}

/// The program with open pipes.
struct Service {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Service {
    fn start() -> Service {
        let mut child = Command::new(env!("CARGO_BIN_EXE_fundi"))
            .args(["serve", "--workers", "1", "--hash", "4"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let input = child.stdin.take();
        Service { child, input, output }
    }

    fn ask(&mut self, request: &Value) {
        self.send(&request.to_string());
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    fn answer(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap()
    }

    fn end(mut self) -> Vec<Value> {
        drop(self.input.take());
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).unwrap();
        assert!(self.child.wait().unwrap().success());
        rest.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

#[test]
fn requests_are_reported_cancelled_and_taken_by_priority_and_the_end_finishes_the_rest() {
    let mut service = Service::start();
    // Holds the only worker until it is cancelled.
    service.ask(&json!({"id": "long", "seconds": 600, "report_every": 0.001}));
    let first = service.answer();
    assert_eq!((&first["id"], &first["type"]), (&"long".into(), &"partial".into()));
    assert!(!first["lines"].as_array().unwrap().is_empty());
    service.ask(&json!({"id": "later", "depth": 2}));
    service.ask(&json!({"id": "sooner", "depth": 2, "priority": 9}));
    service.ask(&json!({"id": "never", "depth": 2, "moves": ["A7L"], "plies": [0, 1]}));
    service.ask(&json!({"id": "long", "depth": 2}));
    service.ask(&json!({"id": "how", "action": "status"}));
    service.ask(&json!({"id": "c1", "action": "cancel", "target": "never"}));
    service.ask(&json!({"id": "c2", "action": "cancel", "target": "long"}));
    service.ask(&json!({"id": "v", "action": "version"}));
    let answers: Vec<Value> =
        service.end().into_iter().filter(|answer| answer["type"] != "partial").collect();
    let find = |id: &str| answers.iter().filter(|answer| answer["id"] == id).collect::<Vec<_>>();
    let place = |id: &str| {
        answers.iter().position(|answer| answer["id"] == id && answer["type"] == "result").unwrap()
    };
    assert_eq!(find("how")[0]["waiting"], 4);
    assert_eq!(find("how")[0]["running"], 1);
    assert_eq!((&find("c1")[0]["waiting"], &find("c1")[0]["running"]), (&2.into(), &0.into()));
    assert_eq!((&find("c2")[0]["waiting"], &find("c2")[0]["running"]), (&0.into(), &1.into()));
    assert_eq!(find("v")[0]["name"], "fundi");
    // Cancelled before it began: an answer for each position, without lines.
    let never = find("never");
    assert_eq!(never.len(), 2);
    assert!(never.iter().all(|answer| answer["cancelled"] == true && answer.get("lines").is_none()));
    // Cancelled while it ran: the answer so far; the second request of its name was refused.
    let long = find("long");
    let refused = long.iter().find(|answer| answer["type"] == "error").unwrap();
    assert_eq!(refused["error"]["kind"], "duplicate_id");
    let stopped = long.iter().find(|answer| answer["type"] == "result").unwrap();
    assert_eq!(stopped["cancelled"], true);
    assert!(stopped["best"].is_string());
    assert!(place("long") < place("sooner") && place("sooner") < place("later"));
    assert_eq!(find("later")[0]["cancelled"], false);
}

#[test]
fn an_output_that_is_closed_ends_the_service_quietly() {
    let mut service = Service::start();
    service.ask(&json!({"id": "a", "seconds": 600, "report_every": 0.001}));
    assert_eq!(service.answer()["type"], "partial");
    let Service { mut child, input, output } = service;
    drop(output);
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

/// Whether an answer is what the document shows: it has every value shown, `"..."` stands for any.
fn fits(shown: &Value, answer: &Value) -> bool {
    match (shown, answer) {
        (Value::String(any), found) if any == "..." => !found.is_null(),
        (Value::Object(shown), Value::Object(found)) => {
            shown.iter().all(|(name, value)| found.get(name).is_some_and(|found| fits(value, found)))
        }
        (shown, found) => shown == found,
    }
}

#[test]
fn the_examples_of_the_specification_are_what_the_service_says() {
    let document = include_str!("../protocol.md");
    let blocks: Vec<&str> =
        document.split("```text serve\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert_eq!(blocks.len(), 2);
    for block in blocks {
        let mut service = Service::start();
        let mut seen = Vec::new();
        for line in block.lines() {
            if let Some(request) = line.strip_prefix("> ") {
                service.send(request);
            } else {
                let shown: Value = serde_json::from_str(line.strip_prefix("< ").unwrap()).unwrap();
                // Answers come in any order.
                let is_it = |answer: &Value| answer["id"] == shown["id"] && answer["type"] == shown["type"];
                while !seen.iter().any(is_it) {
                    seen.push(service.answer());
                }
                let at = seen.iter().position(is_it).unwrap();
                let answer = seen.remove(at);
                assert!(fits(&shown, &answer), "{shown}\n{answer}");
            }
        }
        seen.extend(service.end());
        assert!(seen.iter().all(|answer| answer["type"] == "partial"), "{seen:?}");
    }
    for kind in [
        ErrorKind::BadJson,
        ErrorKind::TooLong,
        ErrorKind::MissingField,
        ErrorKind::UnknownField,
        ErrorKind::WrongType,
        ErrorKind::OutOfRange,
        ErrorKind::UnknownAction,
        ErrorKind::UnknownRules,
        ErrorKind::BadFen,
        ErrorKind::IllegalMove,
        ErrorKind::DuplicateId,
        ErrorKind::UnknownTarget,
    ] {
        assert!(document.contains(&format!("`{}`", kind.name())), "{}", kind.name());
    }
}
