//! Every `go` ends, in every combination of limits, exactly once and never before it may.

use super::client::Client;
use std::time::{Duration, Instant};

const MOMENT: Duration = Duration::from_millis(150);
/// A finished position: South has no front seeds left.
const LOST: &str = "0,0,0,0,0,0,0,0/0,2,2,6,0,0,0,0/0,0,0,0,0,0,0,0/54,0,0,0,0,0,0,0 S 0,0 - -";
/// North to move and to lose at once, or so.
const SHORT: &str = "0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,2/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,62 N 0,0 - -";

#[test]
fn all_limits_combine_and_the_first_one_reached_stops() {
    let mut client = Client::start("uci");
    for go in [
        "go depth 3",
        "go nodes 100",
        "go movetime 30",
        "go mate 1 movetime 30",
        "go wtime 1000 btime 1000",
        "go btime 100 winc 100 wtime 100 binc 100",
        "go binc 10 winc 10 btime 200 movestogo 5 wtime 200",
        "go depth 100 nodes 500",
        "go nodes 1000000000 depth 2",
        "go movetime 100000 depth 2",
        "go movetime 20 wtime 1000000 btime 1000000",
        "go wtime 100000 btime 100000 depth 1 nodes 1000 movetime 5000 movestogo 40",
        "go searchmoves A6R depth 3",
        "go depth 3 searchmoves A7L A6L",
        "go nonsense depth 2 more nonsense",
        "go DEPTH 2",
        "go p1time 100 p2time 100 p1inc 1 p2inc 1",
        "go perft",
        "go depth",
        "go movetime xyz",
        "go nodes -",
        "go depth 1.5",
        "go wtime",
    ] {
        let start = Instant::now();
        let best = client.best_move(go);
        assert!(best.starts_with('A'), "{go}: {best}");
        assert!(start.elapsed() < Duration::from_secs(10), "{go} took {:?}", start.elapsed());
        assert_eq!(client.sync(), Vec::<String>::new(), "{go}: nothing follows the best move");
    }
    client.quit();
}

#[test]
fn one_clock_zero_and_nonsense_limits_are_answered_at_once() {
    for dialect in ["uci", "ugi"] {
        let mut client = Client::start(dialect);
        for go in [
            "go wtime 100",
            "go btime 100",
            "go p2time 100",
            "go wtime 1",
            "go wtime 1 btime 1 winc 0 binc 0",
            "go wtime 0 btime 0",
            "go wtime -100 btime 5000",
            "go wtime -1 btime -1 winc -1 binc -1",
            "go wtime -99999999999999999999999999 btime 3",
            "go movestogo 0 wtime 50",
            "go movestogo -7 wtime 50",
            "go winc 50",
            "go depth 0",
            "go depth -4",
            "go nodes 0",
            "go nodes -1",
            "go movetime 0",
            "go movetime -5",
            "go mate 0 movetime 10",
            "go mate -3 movetime 10",
        ] {
            let start = Instant::now();
            client.send(go);
            let lines = client.until("bestmove A");
            assert!(lines.iter().any(|line| line.contains(" score ")), "{go}: {lines:?}");
            assert!(start.elapsed() < Duration::from_secs(2), "{go} took {:?}", start.elapsed());
        }
        // Enormous limits only matter until stop.
        for go in [
            "go depth 99999999999999999999",
            "go nodes 99999999999999999999",
            "go wtime 99999999999999999999",
            "go mate 99999999999",
        ] {
            client.send(go);
            client.expect("info depth 3");
            client.send("stop");
            client.expect("bestmove A");
        }
        client.quit();
    }
}

#[test]
fn go_infinite_waits_for_stop_even_when_all_is_known() {
    let mut client = Client::start("uci");
    for position in ["startpos", &format!("fen {LOST}"), &format!("fen {SHORT}")] {
        for go in [
            "go infinite",
            "go infinite depth 2",
            "go infinite nodes 10 movetime 1",
            "go wtime 1 btime 1 infinite",
        ] {
            client.send(&format!("position {position}\n{go}"));
            while let Some((_, line)) = client.next_within(MOMENT) {
                assert!(!line.starts_with("bestmove"), "{position} {go}: {line}");
                if line.starts_with("info depth 6 ") {
                    break;
                }
            }
            client.send("stop");
            client.expect("bestmove");
            assert_eq!(client.sync(), Vec::<String>::new());
        }
    }
    client.quit();
}

#[test]
fn pondering_waits_for_ponderhit_or_stop() {
    let mut client = Client::start("uci");
    client.send("setoption name Ponder value true");
    for (go, end) in [
        ("go ponder wtime 100 btime 100", "ponderhit"),
        ("go ponder wtime 100 btime 100", "stop"),
        ("go ponder depth 2", "ponderhit"),
        ("go ponder depth 2", "stop"),
        ("go ponder movetime 20", "ponderhit"),
        ("go ponder nodes 10", "ponderhit"),
        ("go wtime 60000 btime 60000 ponder depth 3", "ponderhit"),
    ] {
        client.send(go);
        let start = Instant::now();
        while let Some((_, line)) = client.next_within(MOMENT) {
            assert!(!line.starts_with("bestmove"), "{go}: {line}");
            if start.elapsed() > 2 * MOMENT {
                break;
            }
        }
        client.send(end);
        client.expect("bestmove A");
        assert_eq!(client.sync(), Vec::<String>::new(), "{go} {end}");
    }
    client.quit();
}

#[test]
fn a_ponder_move_is_printed_only_in_uci_and_only_when_wanted() {
    for (dialect, option, wanted) in
        [("uci", "true", true), ("uci", "false", false), ("ugi", "true", false), ("tei", "true", false)]
    {
        let mut client = Client::start(dialect);
        client.send(&format!("setoption name Ponder value {option}"));
        let line = client.ask("go depth 5", "bestmove");
        let words: Vec<&str> = line.split(' ').collect();
        assert_eq!(words.len(), if wanted { 4 } else { 2 }, "{line}");
        if wanted {
            client.send(&format!("position startpos moves {}", words[1]));
            assert_eq!(client.query(&format!("islegal {}", words[3])), "true");
        }
        client.quit();
    }
}

#[test]
fn without_a_legal_move_the_answer_is_none() {
    for dialect in ["uci", "ugi"] {
        let mut client = Client::start(dialect);
        client.send(&format!("position fen {LOST}"));
        for go in ["go depth 5", "go movetime 100000", "go wtime 1000 btime 1000", "go"] {
            client.send(go);
            let lines = client.until("bestmove");
            assert_eq!(lines.last().map(String::as_str), Some("bestmove (none)"));
            assert!(lines[0].starts_with("info depth 0 score mate 0 "), "{lines:?}");
        }
        client.quit();
    }
}

#[test]
fn search_moves_restrict_the_choice() {
    let mut client = Client::start("ugi");
    for token in ["A6L", "A7L", "A6R", "A7R"] {
        assert_eq!(client.best_move(&format!("go depth 6 searchmoves {token}")), token);
        assert_eq!(client.best_move(&format!("go searchmoves {} e2e4 depth 4", token.to_lowercase())), token);
    }
    for nothing in ["go depth 3 searchmoves", "go depth 3 searchmoves 0000", "go depth 2 searchmoves a9R B1L"]
    {
        client.send(nothing);
        let lines = client.until("bestmove A");
        assert!(lines.iter().any(|line| line.contains("no legal move named")), "{lines:?}");
    }
    client.quit();
}

#[test]
fn one_thread_repeats_itself_exactly_after_a_new_game() {
    let mut client = Client::start("ugi");
    let mut run = || {
        client.send("uginewgame\nisready\nposition startpos moves A6R a6R\ngo depth 12");
        let lines = client.until("bestmove");
        lines
            .iter()
            .filter_map(|line| {
                line.split_once(" nodes ")
                    .map(|(_, rest)| rest.split(' ').next().unwrap_or_default().to_owned())
            })
            .chain(lines.last().cloned())
            .collect::<Vec<String>>()
    };
    let first = run();
    assert!(first.len() > 10);
    assert_eq!(first, run());
    assert_eq!(first, run());
    client.quit();
}

#[test]
fn more_threads_than_cores_and_a_tiny_table_still_obey() {
    let mut client = Client::start("ugi");
    client.send("setoption name Threads value 16\nsetoption name Hash value 1\nisready");
    client.expect("readyok");
    for go in ["go nodes 20000", "go movetime 50", "go depth 8", "go p1time 300 p2time 300"] {
        assert!(client.best_move(go).starts_with('A'), "{go}");
    }
    client.send("go infinite");
    client.expect("info depth");
    client.sync_during();
    client.send("stop");
    client.expect("bestmove");
    client.send("setoption name Threads value 1");
    client.sync();
    client.quit();
}
