//! Handshakes, readiness, unknown words, the end.

use super::client::Client;
use std::time::Duration;

const MOMENT: Duration = Duration::from_millis(150);

#[test]
fn every_handshake_introduces_the_engine_and_ends_with_its_own_word() {
    for (hello, ok) in [("uci", "uciok"), ("ugi", "ugiok"), ("tei", "teiok")] {
        let mut client = Client::silent();
        client.send(hello);
        let lines = client.until(ok);
        assert!(lines[0].starts_with("id name Fundi "), "{lines:?}");
        assert!(lines[1].starts_with("id author "), "{lines:?}");
        assert!(lines[2..lines.len() - 1].iter().all(|line| line.starts_with("option name ")), "{lines:?}");
        assert_eq!(lines.last().map(String::as_str), Some(ok));
        client.quit();
    }
}

#[test]
fn the_handshake_works_again_and_after_other_commands() {
    let mut client = Client::silent();
    client.send("isready");
    client.expect("readyok");
    client.send("position startpos moves A6R");
    for hello in ["uci", "uci", "ugi", "tei", "ugi"] {
        assert_eq!(client.ask(hello, &format!("{hello}ok")), format!("{hello}ok"));
    }
    assert_eq!(client.query("p1turn"), "false", "the position is kept");
    client.send("go infinite");
    client.expect("info depth");
    assert_eq!(client.ask("ugi", "ugiok"), "ugiok");
    client.send("stop");
    client.expect("bestmove");
    client.quit();
}

#[test]
fn quitting_straight_after_the_handshake_is_fine() {
    let mut client = Client::silent();
    client.send("uci\nquit");
    client.expect("uciok");
    client.assert_gone();
    let mut client = Client::silent();
    client.close_input();
    client.assert_gone();
}

#[test]
fn a_search_works_without_new_game_isready_or_position() {
    let mut client = Client::start("uci");
    assert!(client.best_move("go depth 3").starts_with('A'));
    client.send("ucinewgame");
    assert!(client.best_move("go depth 3").starts_with('A'));
    client.quit();
}

#[test]
fn unknown_words_are_skipped_and_unknown_lines_ignored() {
    let mut client = Client::start("uci");
    client.send("joho debug on");
    client.send("hullo isready");
    client.expect("readyok");
    client.send("debug off");
    client.send("this means nothing\n\n   \nxyzzy 1 2 3");
    client.send("register later\nregister name Juma code 4359874324");
    assert_eq!(client.sync(), Vec::<String>::new());
    client.quit();
}

#[test]
fn stop_and_ponderhit_without_a_search_are_ignored() {
    let mut client = Client::start("ugi");
    client.send("stop\nponderhit\nstop\nstop");
    assert_eq!(client.sync(), Vec::<String>::new());
    client.expect_silence(MOMENT);
    client.quit();
}

#[test]
fn white_space_and_line_ends_do_not_matter() {
    let mut client = Client::start("ugi");
    client.send_bytes(b"\r\n  \t isready  \r\n\r\n");
    client.expect("readyok");
    client.send_bytes(b"\tposition   startpos\t moves  A6R   \r\n   query \t p1turn\r\n");
    assert_eq!(client.expect("response"), "response false");
    client.send_bytes(b"go  depth\t 2 \r\n");
    client.expect("bestmove a");
    // The last line needs no end.
    client.send_bytes(b"query p1turn");
    client.close_input();
    assert_eq!(client.expect("response"), "response false");
    client.assert_gone();
}

#[test]
fn quit_and_end_of_input_during_a_search_still_give_a_move() {
    for dialect in ["uci", "ugi"] {
        for go in
            ["go infinite", "go", "go ponder p1time 1000 p2time 1000", "go depth 200", "go movetime 100000"]
        {
            let mut client = Client::start(dialect);
            client.send(go);
            client.expect("info depth");
            if go == "go" {
                client.close_input();
            } else {
                client.send("quit");
            }
            client.expect("bestmove A");
            client.assert_gone();
        }
    }
}

#[test]
fn a_second_go_is_refused_and_the_first_answers_once() {
    let mut client = Client::start("ugi");
    client.send("go infinite");
    client.expect("info depth");
    client.send("go depth 1\ngo movetime 0\ngo infinite\nperft 3\nbench");
    for _ in 0..5 {
        client.expect("info string");
    }
    client.send("stop");
    client.expect("bestmove");
    assert_eq!(client.sync(), Vec::<String>::new());
    client.expect_silence(MOMENT);
    assert!(client.best_move("go depth 2").starts_with('A'));
    client.quit();
}

#[test]
fn a_client_need_not_wait_for_the_move_of_a_stopped_search() {
    let mut client = Client::start("uci");
    for round in 0..20 {
        // As impatient programs send it: all at once.
        client.send(
            "go infinite\nstop\nposition startpos moves A6R\nsetoption name MultiPV value 2\ngo depth 2",
        );
        client.expect("bestmove A");
        let second = client.expect("bestmove ");
        assert!(second.starts_with("bestmove a"), "round {round}: {second}");
        client.send("position startpos\nsetoption name MultiPV value 1");
    }
    client.send("go infinite\nstop\ngo infinite\nstop\ngo infinite\nstop\nisready");
    for _ in 0..3 {
        client.expect("bestmove");
    }
    client.quit();
}

#[test]
fn options_set_during_a_search_hold_from_the_next_one() {
    let mut client = Client::start("ugi");
    client.send("go infinite");
    client.expect("info depth 2");
    client.send(
        "setoption name MultiPV value 3\nsetoption name Hash value 2\nsetoption name Clear Hash\nisready",
    );
    client.expect("readyok");
    client.send("stop");
    let lines = client.until("bestmove");
    assert!(!lines.iter().any(|line| line.contains("multipv 2")), "{lines:?}");
    client.send("go depth 3");
    assert!(client.until("bestmove").iter().any(|line| line.contains("multipv 3")));
    client.quit();
}

#[test]
fn a_position_set_during_a_search_is_the_next_one() {
    let mut client = Client::start("ugi");
    client.send("go infinite");
    client.expect("info depth 2");
    client.send("position startpos moves A6R");
    assert_eq!(client.query("p1turn"), "false");
    client.send("d\neval\nflip\nmoves\nuginewgame\nposition startpos moves A6R");
    client.send("stop");
    client.expect("bestmove A");
    client.expect_silence(Duration::from_millis(30));
    assert_eq!(client.query("p1turn"), "false");
    client.send("go depth 2");
    client.expect("bestmove a");
    client.quit();
}

#[test]
fn people_are_helped() {
    let mut client = Client::silent();
    client.send("please quit");
    client.expect("unknown command `please`");
    client.send("help");
    let help = client.until("  For example").join("\n");
    for word in ["position", "setoption", "perft", "query", "trace", "islegal"] {
        assert!(help.contains(word), "{word}");
    }
    client.send("d");
    let board = client.until("fen ").join("\n");
    assert!(board.contains("South to move, namua takata") && board.contains("[ 6]"), "{board}");
    client.send("go");
    client.expect("info string searching until `stop`");
    client.send("stop");
    client.expect("bestmove");
    client.send("debug");
    client.expect("info string debug: expected on or off");
    client.quit();
}

#[test]
fn a_person_gets_the_whole_count_even_if_the_input_ends() {
    let mut client = Client::silent();
    client.send("perft 7\nperft 8\nposition startpos moves A6R\nquery p1turn");
    client.close_input();
    assert!(client.expect("perft total").starts_with("perft total 5655 "));
    assert!(client.expect("perft total").starts_with("perft total 23270 "));
    assert_eq!(client.expect("response"), "response false");
    client.assert_gone();
}

#[test]
fn counting_can_be_stopped_and_does_not_block() {
    let mut client = Client::start("ugi");
    client.send("perft 30\nquery p1turn");
    client.sync();
    client.send("stop");
    client.expect("info string perft stopped");
    assert_eq!(client.expect("response"), "response true");
    client.send("perft 1000");
    client.expect("info string perft: expected at most");
    client.send("perft -3");
    client.expect("perft total 1 ");
    client.send("bench");
    client.sync();
    client.send("stop");
    client.expect("info string bench stopped");
    client.send("perft 30");
    client.sync();
    client.quit();
}
