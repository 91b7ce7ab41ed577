//! The examples of `protocol.md` are replayed: what the specification shows is what the program says.
//!
//! In a block marked `text fundi`, `> ` begins a line that is sent and `< ` one that must come next; `...` stands for any text, and a line
//! `< ...` for any lines up to the next one shown. Every block is a conversation with a fresh program.

use super::client::{Client, PATIENCE};
use std::time::Duration;

const DOCUMENT: &str = include_str!("../../protocol.md");

/// Whether `text` is `pattern` with its `...` filled in.
fn matches(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split("...");
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    let parts: Vec<&str> = parts.collect();
    for (index, part) in parts.iter().enumerate() {
        if index + 1 == parts.len() {
            return rest.len() >= part.len() && rest.ends_with(part);
        }
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.is_empty()
}

fn replay(number: usize, block: &str) {
    let mut client = Client::silent();
    let mut lines = block.lines().peekable();
    while let Some(line) = lines.next() {
        if let Some(command) = line.strip_prefix("> ") {
            client.send(command);
        } else if line == "< ..." {
            let next = lines.next().and_then(|line| line.strip_prefix("< ")).expect("a line after `...`");
            loop {
                let (_, line) =
                    client.next_within(PATIENCE).unwrap_or_else(|| panic!("block {number}: no `{next}`"));
                if matches(next, &line) {
                    break;
                }
            }
        } else if let Some(expected) = line.strip_prefix("< ") {
            let (_, line) =
                client.next_within(PATIENCE).unwrap_or_else(|| panic!("block {number}: no `{expected}`"));
            assert!(matches(expected, &line), "block {number}: expected `{expected}`, got `{line}`");
        } else {
            panic!("block {number}: `{line}` is neither sent nor received");
        }
    }
    if !block.contains("> quit") {
        client.expect_silence(Duration::from_millis(30));
        client.quit();
    }
}

#[test]
fn every_example_is_what_the_program_says() {
    let blocks: Vec<&str> = DOCUMENT
        .split("```text fundi\n")
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap_or_default())
        .collect();
    assert!(blocks.len() >= 10, "{} examples", blocks.len());
    for (index, block) in blocks.iter().enumerate() {
        replay(index + 1, block);
    }
}

#[test]
fn the_specification_names_every_command_and_option() {
    for option in fundi::protocol::options::OPTIONS {
        assert!(DOCUMENT.contains(&format!("`{}`", option.name)), "{}", option.name);
    }
    for (command, _, _) in fundi::protocol::parse::COMMANDS {
        for word in command.split(" | ") {
            assert!(DOCUMENT.contains(&format!("`{word}")), "{word}");
        }
    }
}

#[test]
fn patterns_match_what_they_should() {
    assert!(matches("info depth ... score cp ... pv A6R...", "info depth 3 score cp 5 nodes 7 pv A6R a6L"));
    assert!(matches("readyok", "readyok") && !matches("readyok", "readyok "));
    assert!(!matches("bestmove A...", "bestmove a6R") && matches("...", ""));
}
