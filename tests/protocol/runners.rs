//! The exact conversations match runners are known to have, and their habits that hang or crash lesser engines.

use super::client::{Client, PATIENCE};
use std::time::Duration;

/// Like the runner that asks one engine for the rules before every ply, and sends everything twice.
#[test]
fn a_runner_without_rules_plays_a_game_by_queries() {
    let mut one = Client::start("ugi");
    let mut two = Client::start("ugi");
    // Options come in small letters, some for other engines.
    for client in [&mut one, &mut two] {
        for option in ["threads value 1", "hash value 4", "ownbook value false", "debug value true"] {
            client.send(&format!("setoption name {option}"));
        }
        client.send("isready");
        client.expect("readyok");
    }
    for _ in 0..2 {
        let mut moves: Vec<String> = Vec::new();
        for client in [&mut one, &mut two] {
            client.send("isready");
            client.expect("readyok");
            client.send("uginewgame");
        }
        let result = loop {
            let position = match moves.len() {
                0 => "position startpos".to_owned(),
                _ => format!("position startpos moves {}", moves.join(" ")),
            };
            one.send(&position);
            let turn = one.ask("query p1turn", "response");
            assert_eq!(turn, format!("response {}", moves.len().is_multiple_of(2)));
            let mover = if turn == "response true" { &mut one } else { &mut two };
            mover.send("isready");
            assert_eq!(mover.expect("readyok"), "readyok");
            mover.send(&position);
            mover.send(&position);
            let over = mover.ask("query gameover", "response");
            assert_eq!(over.split(' ').count(), 2, "{over}");
            if over == "response true" {
                break one.ask("query result", "response");
            }
            let best = mover.ask("go p1time 1000 p2time 1000 p1inc 5 p2inc 5 nodes 300", "bestmove");
            assert_eq!(best.split(' ').count(), 2, "exactly two words: {best}");
            moves.push(best.split(' ').nth(1).unwrap_or_default().to_owned());
        };
        assert!(["response p1win", "response p2win", "response draw"].contains(&result.as_str()), "{result}");
        two.send(&format!("position startpos moves {}", moves.join(" ")));
        assert_eq!(two.ask("query result", "response"), result);
    }
    one.quit();
    two.quit();
}

/// A partner's illegal move is appended to the history by runners that check nothing: the game must end all the same.
#[test]
fn an_illegal_partner_does_not_keep_the_match_running() {
    let mut client = Client::start("ugi");
    client.send("position startpos moves A6R ILLEGAL");
    assert_eq!(client.query("p1turn"), "true", "the turn passes");
    assert_eq!(client.query("gameover"), "true");
    assert_eq!(client.query("result"), "none");
    assert_eq!(client.best_move("go nodes 100").len(), 3);
    client.quit();
}

/// The commands of a compliance test written for chess engines.
#[test]
fn a_chess_compliance_test_is_survived() {
    let mut client = Client::start("uci");
    client.send("isready");
    client.expect("readyok");
    client.send("ucinewgame\nisready");
    client.expect("readyok");
    client.send("position startpos\nisready");
    client.expect("readyok");
    let white = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let black = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    for (position, go) in [
        (format!("position fen {white}"), "go wtime 100"),
        (format!("position fen {black}"), "go btime 100"),
        (format!("position fen {black}"), "go wtime 100 winc 100 btime 100 binc 100"),
        (format!("position fen {black}"), "go btime 100 binc 100 wtime 100 winc 100"),
        ("ucinewgame\nposition startpos".to_owned(), "go wtime 100 btime 100"),
        ("position startpos moves e2e4 e7e5".to_owned(), "go wtime 100 btime 100"),
    ] {
        client.send(&position);
        client.sync();
        client.send(go);
        let lines = client.until("bestmove ");
        assert!(
            lines.iter().any(|line| line.starts_with("info depth") && line.contains(" score ")),
            "{lines:?}"
        );
    }
    client.send("stop");
    client.quit();
}

/// A client that cuts the first eight bytes off every line during a search.
#[test]
fn no_line_of_a_search_is_shorter_than_eight_bytes() {
    let mut client = Client::start("ugi");
    client.send("position startpos\nmoves A6R\ngo infinite");
    client.send("d\neval\nmoves\nquery p1turn\nquery result\ntrace a6R\nhelp\nquery fen");
    client.expect("response 0,");
    client.send("stop");
    client.expect("bestmove");
    let from = client.heard.iter().position(|line| line == "ugiok").expect("the handshake");
    for line in &client.heard[from + 1..] {
        assert!(line.len() >= 8, "`{line}`");
    }
    client.quit();
}

/// Histories are sent whole, several times a ply.
#[test]
fn a_history_of_two_thousand_moves_is_replayed_at_once() {
    let mut client = Client::start("ugi");
    client.send("setoption name MaxPlies value 0\nsetoption name Repetition value 0");
    // Any legal moves: a position where both sides can walk in circles is found by trying.
    let mut moves: Vec<String> = Vec::new();
    let mut game = fundi::rules::Game::new(fundi::rules::Rules::ZANZIBAR);
    let mut state = 7_u64;
    while moves.len() < 2000 {
        let successors = game.rules().successors(game.position());
        let alive: Vec<_> =
            successors.iter().filter(|s| !game.rules().successors(&s.position).is_empty()).collect();
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        if alive.is_empty() {
            for _ in 0..(6 + state % 30) {
                game.undo();
                moves.pop();
            }
            continue;
        }
        let chosen = alive[(state >> 33) as usize % alive.len()];
        moves.push(chosen.mv.token(game.position().mover()).to_string());
        game.play(chosen.mv).expect("it is legal");
    }
    let line = format!("position startpos moves {}", moves.join(" "));
    for _ in 0..20 {
        client.send(&line);
    }
    assert_eq!(client.query("fen"), game.position().to_string());
    assert_eq!(client.query("gameover"), "false");
    let best = client.best_move("go nodes 500");
    assert_eq!(client.query(&format!("islegal {best}")), "true");
    client.quit();
}

#[test]
fn nothing_is_written_to_the_error_output() {
    let mut client = Client::start("ugi");
    client.send("setoption name Threads value 2\nposition fen junk\ngo nodes 1000");
    client.expect("bestmove");
    client.quit();
}

/// A reader that goes away: the program ends quietly, with or without a search.
#[test]
fn a_closed_output_ends_the_program_without_a_word() {
    use std::io::Write;
    use std::process::{Command, Stdio};
    for commands in [
        "uci\nisready\nisready\nisready\n",
        "go infinite\n",
        "position startpos\ngo depth 30\nd\nd\n",
        "perft 25\nd\n",
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_fundi"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        drop(child.stdout.take());
        let mut input = child.stdin.take().expect("piped");
        // The program may be gone before everything is written.
        let _ = input.write_all(commands.as_bytes());
        let start = std::time::Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().expect("it can be waited for") {
                break status;
            }
            assert!(start.elapsed() < PATIENCE, "{commands:?}: still running");
            // Something to say makes a program notice that nobody listens.
            let _ = input.write_all(b"isready\n");
            std::thread::sleep(Duration::from_millis(5));
        };
        assert!(status.success(), "{commands:?}: {status}");
        let mut errors = String::new();
        use std::io::Read;
        child.stderr.take().expect("piped").read_to_string(&mut errors).expect("text");
        assert_eq!(errors, "", "{commands:?}");
    }
}
