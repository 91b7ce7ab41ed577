//! The benchmark: its node count equals the stored one, so whoever changes what the search does has to say so; and the
//! command prints what test farms read.

use fundi::bench::{DEPTH, measure};
use fundi::search::Control;
use std::process::Command;

#[test]
fn the_search_visits_as_many_nodes_as_stored() {
    let stored = include_str!("data/bench.nodes").trim();
    let tally = measure(DEPTH, &Control::new(), &mut |_| {}).expect("nobody stops it");
    assert_eq!(
        tally.nodes.to_string(),
        stored,
        "the search has changed: if that is wanted, write {} into tests/data/bench.nodes",
        tally.nodes
    );
}

/// What `fundi bench` with these arguments prints.
fn bench(arguments: &[&str]) -> String {
    let output =
        Command::new(env!("CARGO_BIN_EXE_fundi")).arg("bench").args(arguments).output().expect("it runs");
    assert!(output.status.success(), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn the_last_line_is_what_test_farms_read() {
    let text = bench(&["--depth", "5"]);
    let words: Vec<&str> = text.lines().last().expect("a line").split(' ').collect();
    let [nodes, "nodes", speed, "nps"] = words[..] else { panic!("{words:?}") };
    assert!(nodes.parse::<u64>().is_ok_and(|nodes| nodes > 1000) && speed.parse::<u64>().is_ok());
    assert_eq!(text.lines().count(), 51);
    let json: serde_json::Value = serde_json::from_str(&bench(&["--depth", "5", "--json"])).expect("JSON");
    assert_eq!(json["nodes"].to_string(), nodes);
}

#[test]
fn threads_are_compared_and_one_number_is_advised() {
    let text = bench(&["--threads", "2", "--depth", "4"]);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("threads   1 ") && lines[1].starts_with("threads   2 "), "{text}");
    assert!(lines[2].starts_with("advice: Threads "), "{text}");
    let json: serde_json::Value =
        serde_json::from_str(&bench(&["--threads", "1", "--depth", "4", "--json"])).expect("JSON");
    assert_eq!(json["threads"].as_array().map(Vec::len), Some(1));
    for bad in [["--threads", "0"], ["--threads", "many"], ["--depth", "0"]] {
        let output =
            Command::new(env!("CARGO_BIN_EXE_fundi")).arg("bench").args(bad).output().expect("it runs");
        assert_eq!(output.status.code(), Some(2), "{bad:?}");
    }
}
