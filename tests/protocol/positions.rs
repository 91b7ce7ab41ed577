//! Setting positions, histories that cannot be played, and the queries that let a runner without rules referee a game.

use super::client::Client;
use fundi::board::Position;
use fundi::rules::{Game, Move, Rules};

/// A mtaji position with a dozen moves.
const MTAJI: &str = "2,2,4,6,0,0,3,4/3,0,3,0,0,5,1,0/2,0,1,2,0,1,1,1/1,2,4,5,3,3,3,2 S 0,0 - -";

fn start() -> String {
    Rules::ZANZIBAR.start().to_string()
}

#[test]
fn every_form_of_position_is_understood() {
    let mut client = Client::start("ugi");
    client.send("position startpos moves A6R");
    let after = client.query("fen");
    assert!(after.contains(" N 21,22 "), "{after}");
    for same in [
        "position fen startpos moves a6r",
        "position startpos moves A6R moves",
        "position startpos moves moves A6R",
        &format!("position fen {} moves A6R", start()),
        &format!("position tps {} moves A6R ", start()),
        &format!("position   {}   moves   A6R", start()),
        &format!("position fen {after}"),
        &format!("position fen {after} moves"),
    ] {
        client.send("position startpos");
        client.send(same);
        assert_eq!(client.query("fen"), after, "{same}");
    }
    client.send(&format!("position fen {MTAJI}"));
    assert_eq!(client.query("fen"), MTAJI);
    assert_eq!(client.query("stage"), "mtaji capture");
    client.quit();
}

#[test]
fn a_bad_position_changes_nothing_and_is_explained() {
    let mut client = Client::start("uci");
    client.send("position startpos moves A6R");
    let before = client.query("fen");
    for (bad, reason) in [
        ("position", "expected startpos or fen"),
        ("position moves A6R", "expected startpos or fen"),
        ("position fen", "0 fields"),
        ("position fen garbage", "1 field,"),
        ("position fen garbage moves A6R", "1 field,"),
        ("position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "6 fields"),
        (
            "position fen 0,0,0,0,0,0,0,0/0,2,2,6,0,0,0,0/0,0,0,0,6,2,2,1/0,0,0,0,0,0,0,0 S 22,22 SN -",
            "65 seeds",
        ),
        (
            "position fen 0,0,0,0,0,0,0,0/0,2,2,6,0,0,0,0/0,0,0,0,6,2,2/0,0,0,0,0,0,0,0 S 22,22 SN -",
            "7 counts",
        ),
        (
            "position fen 0,0,0,0,0,0,0,0/0,2,2,6,0,0,0,0/0,0,0,0,6,2,2,0/0,0,0,0,0,0,0,0 X 22,22 SN -",
            "mover",
        ),
        (
            "position fen 0,0,0,0,0,0,0,0/0,2,2,6,0,0,0,0/0,0,0,0,6,2,2,0/0,0,0,0,0,0,0,0 S 22,22 SN a9",
            "block",
        ),
        ("position fen 999999999999999999999/2/3/4 S 0,0 - -", "1 count,"),
    ] {
        let line = client.ask(bad, "info string position");
        assert!(line.contains(reason), "{bad}: {line}");
        assert_eq!(client.query("fen"), before, "{bad}");
        assert_eq!(client.query("gameover"), "false");
    }
    assert!(client.best_move("go depth 2").starts_with('a'));
    client.quit();
}

#[test]
fn an_illegal_history_stops_at_the_last_good_move_and_ends_the_game() {
    let mut client = Client::start("ugi");
    for (told, ply, turn) in [
        ("A6R e2e4", 2, "true"),
        ("A6R a5L", 2, "true"),
        ("A6R a6R+", 2, "true"),
        ("A6R 0000 A7L", 2, "false"),
        ("A6R (none) x y", 2, "true"),
    ] {
        client.send(&format!("position startpos moves {told}"));
        let line = client.expect("info string illegal move");
        assert!(line.contains(&format!("at ply {ply}")), "{line}");
        assert_eq!(client.query("p1turn"), turn, "{told}");
        assert_eq!(client.query("gameover"), "true");
        assert_eq!(client.query("result"), "none");
        assert_eq!(client.query("moves"), "(none)");
        assert_eq!(client.query("islegal a6R"), "false");
        assert!(client.query("fen").contains(" N 21,22 "));
        assert!(client.best_move("go depth 2").starts_with('a'), "the last good position is searched");
        client.send("moves a6R");
        assert_eq!(client.query("gameover"), "true");
    }
    client.send("position startpos moves A6R");
    assert_eq!(client.query("gameover"), "false");
    client.quit();
}

#[test]
fn moves_play_on_or_are_listed() {
    let mut client = Client::start("ugi");
    assert_eq!(client.ask("moves", "moves "), "moves A6L A7L A6R A7R");
    client.send("moves A6R\nmoves a6r a");
    client.expect("info string illegal move `a` at ply 3");
    client.send("position startpos\nmoves A6R a6R");
    assert_eq!(client.query("p1turn"), "true");
    assert!(client.query("fen").contains(" S 21,21 "));
    client.quit();
}

#[test]
fn queries_answer_for_every_position_of_a_game() {
    let mut client = Client::start("ugi");
    let mut game = Game::new(Rules::ZANZIBAR);
    let mut told = String::new();
    let mut state = 1_u64;
    while game.result().is_none() && game.plies() < 200 {
        client.send(&format!("position startpos moves{told}"));
        let position = game.position();
        let south = position.mover() == fundi::board::Side::South;
        assert_eq!(client.query("p1turn"), south.to_string());
        assert_eq!(client.query("gameover"), "false");
        assert_eq!(client.query("result"), "none");
        assert_eq!(client.query("fen"), position.to_string());
        assert_eq!(client.query("key"), format!("{:016x}", position.key()));
        let legal: Vec<Move> = game.rules().successors(position).iter().map(|s| s.mv).collect();
        let tokens: Vec<String> = legal.iter().map(|mv| mv.token(position.mover()).to_string()).collect();
        assert_eq!(client.query("moves"), tokens.join(" "));
        for index in 0..Move::COUNT as u8 {
            let mv = Move::from_index(index).expect("below the count");
            let token = mv.token(position.mover());
            assert_eq!(
                client.query(&format!("islegal {token}")),
                legal.contains(&mv).to_string(),
                "{position} {token}"
            );
        }
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mv = legal[(state >> 33) as usize % legal.len()];
        told.push_str(&format!(" {}", mv.token(position.mover())));
        game.play(mv).expect("it is legal");
    }
    client.send(&format!("position startpos moves{told}"));
    assert_eq!(client.query("gameover"), "true");
    let winner = game.result().expect("games end").winner.map_or("draw", |side| match side {
        fundi::board::Side::South => "p1win",
        fundi::board::Side::North => "p2win",
    });
    assert_eq!(client.query("result"), winner);
    client.quit();
}

#[test]
fn queries_explain_and_never_stay_silent() {
    let mut client = Client::start("ugi");
    assert_eq!(client.query("islegal"), "false");
    assert_eq!(client.query("islegal zzz"), "false");
    assert_eq!(client.query("why A6R"), "legal");
    assert!(client.query("why A5L").contains("(section 2)"));
    assert!(client.query("why").contains("is not a move"));
    assert_eq!(client.query("rules"), "zanzibar repetition 3 maxplies 1000");
    assert_eq!(client.query("stage"), "namua takata");
    assert_eq!(client.query("colour"), "(unknown)");
    assert_eq!(client.ask("query", "response"), "response (unknown)");
    client.quit();
}

#[test]
fn finished_games_and_conventions_are_reported() {
    let mut client = Client::start("ugi");
    // South's front row is empty: North has won. Then the other way round.
    client.send("position fen 0,0,0,0,0,0,0,0/0,2,2,6,0,0,0,0/0,0,0,0,0,0,0,0/54,0,0,0,0,0,0,0 S 0,0 - -");
    assert_eq!((client.query("gameover").as_str(), client.query("result").as_str()), ("true", "p2win"));
    assert_eq!(client.query("moves"), "(none)");
    assert_eq!(client.query("stage"), "mtaji over");
    client.send("position fen 54,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,2,2,6,0,0,0,0/0,0,0,0,0,0,0,0 S 0,0 - -");
    assert_eq!((client.query("gameover").as_str(), client.query("result").as_str()), ("true", "p1win"));
    client.send("setoption name MaxPlies value 2\nposition startpos moves A6R a6R");
    assert_eq!((client.query("gameover").as_str(), client.query("result").as_str()), ("true", "draw"));
    client.send("setoption name MaxPlies value 0");
    assert_eq!((client.query("gameover").as_str(), client.query("result").as_str()), ("false", "none"));
    client.send("setoption name Repetition value 1");
    assert_eq!(client.query("result"), "draw");
    assert_eq!(client.query("rules"), "zanzibar repetition 1 maxplies 0");
    client.quit();
}

#[test]
fn two_rule_sets_do_not_pass_for_each_other() {
    let mut one = Client::start("ugi");
    let mut other = Client::start("ugi");
    other.send("setoption name RuleSet value kujifunza");
    assert_ne!(one.query("rules"), other.query("rules"));
    assert_ne!(one.query("fen"), other.query("fen"), "a new rule set starts a new game");
    one.send("position startpos moves A1R");
    one.expect("info string illegal move");
    other.send("position startpos moves A1R");
    assert_eq!(other.query("gameover"), "false");
    one.quit();
    other.quit();
}

#[test]
fn flipping_exchanges_the_sides() {
    let mut client = Client::start("ugi");
    client.send(&format!("position fen {MTAJI}\nflip"));
    let flipped: Position = client.query("fen").parse().expect("a position");
    let position: Position = MTAJI.parse().expect("a position");
    assert_eq!(flipped.key(), position.key());
    assert_ne!(flipped.mover(), position.mover());
    client.send("flip");
    assert_eq!(client.query("fen"), MTAJI);
    client.quit();
}

#[test]
fn a_move_is_told_event_by_event() {
    let mut client = Client::start("ugi");
    client.send("trace A6R");
    let lines = client.until("trace fen");
    assert!(lines.iter().all(|line| line.starts_with("trace ")));
    assert_eq!(lines[0], "trace store A6");
    let end = lines.last().expect("a last line").trim_start_matches("trace fen ");
    client.send("moves A6R");
    assert_eq!(client.query("fen"), end);
    assert!(client.ask("trace a5L", "trace").starts_with("trace refused: a5L is illegal"));
    assert!(client.ask("trace zz", "trace").starts_with("trace refused: `zz` is not a move"));
    client.send("trace");
    client.expect("info string trace: expected a move");
    client.quit();
}
