//! Playing from the opening book: when it answers, when it must not, and what a bad file does.

use super::client::Client;
use fundi::board::Position;
use fundi::book::{Book, Growth, Means, Widths};
use fundi::rules::{Game, Move, Rules};
use fundi::search::Control;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::{Duration, Instant};

fn with_book() -> Client {
    let mut client = Client::start("uci");
    client.send("setoption name OwnBook value true");
    client
}

/// The lines of an answer, `bestmove` last, and whether the book gave it.
fn answer(client: &mut Client, go: &str) -> (Vec<String>, bool) {
    client.send(go);
    let lines = client.until("bestmove ");
    let from_book = lines.iter().any(|line| line.starts_with("info string book "));
    (lines, from_book)
}

fn token(lines: &[String]) -> String {
    lines.last().and_then(|line| line.split(' ').nth(1)).expect("a move").to_owned()
}

#[test]
fn a_book_move_comes_at_once_with_score_and_line() {
    let mut client = with_book();
    client.sync();
    client.send("setoption name Ponder value true");
    let best = Book::embedded().best(&Rules::ZANZIBAR.start()).expect("the start is in the book");
    for go in ["go movetime 20000", "go wtime 600000 btime 600000", "go depth 40", "go nodes 100000000"] {
        client.send("position startpos");
        let start = Instant::now();
        let (lines, from_book) = answer(&mut client, go);
        assert!(from_book && start.elapsed() < Duration::from_secs(2), "{go}: {lines:?}");
        assert_eq!(lines.len(), 3, "{lines:?}");
        let tokens =
            [best.mv.token(fundi::board::Side::South), best.line[1].token(fundi::board::Side::North)];
        let [mv, reply] = tokens.map(|token| token.to_string());
        assert_eq!(lines[0], format!("info string book {mv}"));
        assert!(lines[1].starts_with(&format!("info depth {} score cp ", best.depth)), "{lines:?}");
        assert!(lines[1].contains(&format!(" nodes 0 nps 0 time 0 pv {mv} {reply}")), "{lines:?}");
        assert_eq!(lines[2], format!("bestmove {mv} ponder {reply}"));
    }
    client.quit();
}

#[test]
fn off_by_default_and_silent_where_a_search_is_wanted() {
    let mut client = Client::start("uci");
    assert!(!answer(&mut client, "go depth 4").1, "off by default");
    client.send("setoption name OwnBook value true");
    assert!(answer(&mut client, "go depth 4").1);
    assert!(!answer(&mut client, "go mate 2 depth 3").1, "a mate is searched for");
    let best = token(&answer(&mut client, "go depth 4").0);
    let other = Rules::ZANZIBAR.successors(&Rules::ZANZIBAR.start());
    let other = other.iter().map(|successor| successor.mv.token(fundi::board::Side::South).to_string());
    let other = other.into_iter().find(|token| *token != best).expect("another move");
    let (lines, from_book) = answer(&mut client, &format!("go searchmoves {other} depth 4"));
    assert!(!from_book && token(&lines) == other, "{lines:?}");
    assert!(answer(&mut client, &format!("go searchmoves {other} {best} depth 4")).1);
    for (option, value, back) in [
        ("UCI_AnalyseMode", "true", "false"),
        ("RuleSet", "kujifunza", "zanzibar"),
        ("RuleSet", "mancala-world", "zanzibar"),
        ("BookDepth", "0", "1000"),
        ("Skill Level", "7", "20"),
        ("UCI_LimitStrength", "true", "false"),
    ] {
        client.send(&format!("setoption name {option} value {value}\nposition startpos"));
        assert!(!answer(&mut client, "go depth 4").1, "{option}");
        client.send(&format!("setoption name {option} value {back}\nposition startpos"));
        assert!(answer(&mut client, "go depth 4").1, "{option}");
    }
    client.send(&format!("setoption name BookDepth value 1\nposition startpos moves {best}"));
    assert!(!answer(&mut client, "go depth 4").1, "the second ply is beyond the limit");
    client.send("setoption name BookDepth value 2");
    assert!(answer(&mut client, "go depth 4").1);
    // Far outside the book there is a search as always.
    client.send("position fen 2,2,4,6,0,0,3,4/3,0,3,0,0,5,1,0/2,0,1,2,0,1,1,1/1,2,4,5,3,3,3,2 S 0,0 - -");
    assert!(!answer(&mut client, "go depth 4").1);
    client.quit();
}

#[test]
fn no_book_during_infinite_and_ponder_until_the_hit() {
    let mut client = with_book();
    for go in ["go infinite", "go ponder movetime 50", "go"] {
        client.send(go);
        client.expect("info depth 5 ");
        client.send("stop");
        let lines = client.until("bestmove ");
        assert!(!lines.iter().any(|line| line.starts_with("info string book")), "{go}: {lines:?}");
    }
    // The move was expected: the book answers, whether the search still runs or has ended.
    for go in ["go ponder movetime 60000", "go ponder depth 2"] {
        client.send(go);
        client.expect("info depth 2 ");
        std::thread::sleep(Duration::from_millis(30));
        client.send("ponderhit");
        let start = Instant::now();
        let lines = client.until("bestmove ");
        assert!(lines.iter().any(|line| line.starts_with("info string book ")), "{go}: {lines:?}");
        assert!(start.elapsed() < Duration::from_secs(2));
    }
    // And the next search is one like any other.
    client.send("position startpos moves A6R a6R A7R");
    client.send("setoption name OwnBook value false");
    assert!(!answer(&mut client, "go depth 6").1);
    client.quit();
}

#[test]
fn variety_differs_from_game_to_game() {
    let mut client = with_book();
    client.send("setoption name BookVariety value 300");
    let mut games = BTreeSet::new();
    for _ in 0..40 {
        client.send("ucinewgame");
        let mut moves = Vec::new();
        for _ in 0..3 {
            client.send(&format!("position startpos moves {}", moves.join(" ")));
            moves.push(token(&answer(&mut client, "go depth 3").0));
        }
        games.insert(moves.join(" "));
    }
    assert!(games.len() > 3, "{games:?}");
    client.quit();
}

/// A folder of its own, and a small book for the beginners' game in it.
fn folder_with_book(name: &str) -> (PathBuf, PathBuf) {
    let folder = std::env::temp_dir().join(format!("fundi books {name} {}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let rules = Rules::KUJIFUNZA;
    let means = Means {
        nodes: 2000,
        positions: Some(40),
        time: None,
        threads: 1,
        hash_mib: 1,
        widths: Widths::default(),
    };
    let mut growth = Growth::new(Book::new(rules, rules.start()), rules.start(), means);
    growth.run(&Control::new(), &mut |_| Ok::<(), std::convert::Infallible>(())).expect("nothing fails");
    let path = folder.join("good one.book");
    growth.book().save(&path).expect("written");
    (folder, path)
}

#[test]
fn another_book_is_loaded_and_a_bad_one_refused() {
    let (folder, good) = folder_with_book("files");
    let mut client = with_book();
    client.send(&format!("setoption name BookFile value {}", good.display()));
    assert_eq!(client.sync(), Vec::<String>::new());
    client.send("position startpos");
    assert!(!answer(&mut client, "go depth 4").1, "this book is for other rules");
    client.send("setoption name RuleSet value kujifunza\nposition startpos");
    assert!(answer(&mut client, "go depth 4").1);
    let bytes = std::fs::read(&good).expect("read");
    let bad = folder.join("bad.book");
    let mut flipped = bytes.clone();
    flipped[100] ^= 4;
    for (content, complaint) in [
        (&bytes[..bytes.len() - 1], "cut off or damaged"),
        (&flipped[..], "checksum does not match"),
        (&b"hello"[..], "does not begin with FUNDBOOK"),
        (&b""[..], "does not begin with FUNDBOOK"),
    ] {
        std::fs::write(&bad, content).expect("written");
        client.send(&format!("setoption name BookFile value {}", bad.display()));
        let lines = client.sync();
        assert_eq!(lines.len(), 1, "{lines:?}");
        assert!(lines[0].starts_with("info string option BookFile keeps its value: "), "{lines:?}");
        assert!(lines[0].contains(complaint) && lines[0].contains("bad.book"), "{lines:?}");
        assert!(answer(&mut client, "go depth 4").1, "the good book is still in use");
    }
    client.send(&format!("setoption name BookFile value {}", folder.join("none.book").display()));
    assert!(client.sync()[0].contains("none.book: cannot be read"));
    client.send(
        "setoption name BookFile value <empty>\nsetoption name RuleSet value zanzibar\nposition startpos",
    );
    assert!(answer(&mut client, "go depth 4").1, "the book in the program");
    client.quit();
    std::fs::remove_dir_all(&folder).expect("removed");
}

/// A game with each legal move played.
fn continuations(game: &Game) -> Vec<Game> {
    let successors = game.rules().successors(game.position());
    let longer = successors.into_iter().map(|successor| {
        let mut next = game.clone();
        next.play(successor.mv).expect("legal");
        next
    });
    longer.collect()
}

/// Openings as match runners hand them out, inside and outside the book: every answer is legal.
#[test]
fn openings_of_a_match_never_get_an_illegal_answer() {
    let mut client = with_book();
    let mut from_book = 0;
    let openings = include_str!("../../tools/openings.txt").lines().filter(|line| line.contains('/'));
    for (number, line) in openings.enumerate().filter(|(number, _)| number % 12 == 0) {
        let position: Position =
            line.split('#').next().unwrap_or_default().trim().parse().expect("a position");
        // As set up by a runner that knows positions, and with two moves more.
        let mut game = Game::from_position(Rules::ZANZIBAR, position);
        client.send(&format!("position fen {position}"));
        for _ in 0..2 {
            let (lines, book) = answer(&mut client, "go depth 2");
            from_book += usize::from(book);
            let mv = Move::parse(&token(&lines)).expect("a move");
            let played = game.play(mv).unwrap_or_else(|error| panic!("opening {number}: {error}"));
            assert_eq!(played.mv, mv);
            client.send(&format!("position fen {}", game.position()));
        }
    }
    // The enumerated beginnings: all games of four plies.
    let mut games = vec![Game::new(Rules::ZANZIBAR)];
    for _ in 0..4 {
        games = games.iter().flat_map(continuations).collect();
    }
    for game in &games {
        client.send(&format!("position fen {}", game.position()));
        let (lines, book) = answer(&mut client, "go depth 2");
        from_book += usize::from(book);
        let mv = Move::parse(&token(&lines)).expect("a move");
        assert!(game.rules().play(game.position(), mv).is_ok(), "{} {lines:?}", game.position());
    }
    assert!(from_book > 20, "{from_book}");
    client.quit();
}
