//! What a search prints, held against the rules: legal lines, true wins, sums that add up.

use super::client::Client;
use fundi::board::Position;
use fundi::rules::{Game, Move, Rules};

/// A parsed `info` line.
#[derive(Debug, Default)]
pub struct Info {
    pub depth: u64,
    pub multipv: u64,
    pub nodes: Option<u64>,
    pub nps: Option<u64>,
    pub time: Option<u64>,
    pub score: Option<(String, i64)>,
    pub bound: bool,
    pub wdl: Option<[u32; 3]>,
    pub pv: Vec<String>,
}

/// Reads an `info` line strictly: unknown words, wrong order or bad numbers fail.
pub fn read_info(line: &str) -> Info {
    let mut info = Info { multipv: 1, ..Info::default() };
    let mut words = line.split(' ').skip(1).peekable();
    let mut last_depth = false;
    while let Some(word) = words.next() {
        let mut number =
            || words.next().and_then(|n| n.parse::<u64>().ok()).unwrap_or_else(|| panic!("number: {line}"));
        match word {
            "depth" => info.depth = number(),
            "seldepth" => {
                assert!(last_depth, "seldepth follows depth: {line}");
                assert!(number() >= info.depth, "{line}");
            }
            "multipv" => info.multipv = number(),
            "nodes" => info.nodes = Some(number()),
            "nps" => info.nps = Some(number()),
            "time" => info.time = Some(number()),
            "hashfull" => assert!(number() <= 1000, "{line}"),
            "score" => {
                let kind = words.next().expect("a kind").to_owned();
                assert!(["cp", "mate"].contains(&kind.as_str()), "{line}");
                let value = words.next().and_then(|n| n.parse().ok()).expect("an integer");
                info.score = Some((kind, value));
                info.bound = words.next_if(|word| ["lowerbound", "upperbound"].contains(word)).is_some();
                if words.next_if_eq(&"wdl").is_some() {
                    let numbers: Vec<u32> =
                        words.by_ref().take(3).map(|n| n.parse().expect("a number")).collect();
                    info.wdl = numbers.try_into().ok();
                    assert_eq!(info.wdl.map(|wdl| wdl.iter().sum::<u32>()), Some(1000), "{line}");
                }
            }
            "pv" => info.pv = words.by_ref().map(str::to_owned).collect(),
            _ => panic!("unknown word {word}: {line}"),
        }
        last_depth = word == "depth";
    }
    info
}

/// Checks everything a finished search printed in `game`; returns the best move.
pub fn check_search(game: &Game, lines: &[String], dialect: &str) -> Move {
    let position = game.position();
    let best = lines.last().and_then(|line| line.strip_prefix("bestmove ")).expect("the best move is last");
    let best = best.split(' ').next().unwrap_or_default();
    let mv = Move::parse(best).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(mv.token(position.mover()).to_string(), best, "the mover's letters");
    game.rules().play(position, mv).unwrap_or_else(|error| panic!("{position}: {error}"));
    let mut scored = false;
    let mut last_exact: Option<Info> = None;
    let mut expected_multipv = 1;
    let mut last = Info::default();
    for line in lines.iter().filter(|line| line.starts_with("info ") && !line.starts_with("info string")) {
        assert!(line.len() >= 8);
        let info = read_info(line);
        check_line(game, &info, dialect, line);
        scored |= info.score.is_some();
        if !info.bound {
            assert!(info.multipv == 1 || info.multipv == expected_multipv, "lines come in order: {line}");
            expected_multipv = info.multipv + 1;
        }
        if info.multipv == 1 && !info.bound && info.score.is_some() {
            last_exact = Some(read_info(line));
        }
        last = info;
    }
    assert!(scored, "a score for every search: {lines:?}");
    let last_exact = last_exact.expect("an exact line");
    assert_eq!(last_exact.pv.first().map(String::as_str), Some(best), "{lines:?}");
    assert!(
        last.nodes.is_some() && last.nps.is_some() && last.time.is_some(),
        "the last info has the totals"
    );
    mv
}

/// A line must be legal, end with the game at the latest, and be exactly as long as the win it announces.
fn check_line(game: &Game, info: &Info, dialect: &str, line: &str) {
    let mut position: Position = *game.position();
    let rules = game.rules();
    for token in &info.pv {
        assert!(!position.is_decided(), "beyond the end of the game: {line}");
        let mv = Move::parse(token).unwrap_or_else(|error| panic!("{error}: {line}"));
        position = rules.play(&position, mv).unwrap_or_else(|error| panic!("{error}: {line}")).position;
    }
    let Some((kind, value)) = &info.score else { return };
    if kind == "mate" && !info.bound && !info.pv.is_empty() {
        let plies = info.pv.len() as i64;
        let expected = if dialect == "ugi" { plies } else { (plies + 1) / 2 };
        assert_eq!(value.abs(), expected, "as long as announced: {line}");
        assert!(rules.successors(&position).is_empty(), "the line ends the game: {line}");
        let winner_moves_last = position.mover() != game.position().mover();
        let wins_by_row = position.front_empty(position.mover()) || !position.is_decided();
        assert_eq!(*value > 0, winner_moves_last == wins_by_row, "for the right side: {line}");
    }
}

#[test]
fn every_line_of_many_searches_is_true() {
    let mut searches = 0;
    for dialect in ["uci", "ugi"] {
        let mut client = Client::start(dialect);
        for rules in Rules::ALL {
            client.send(&format!("setoption name RuleSet value {}\nucinewgame", rules.name));
            let stops = ["go nodes 1", "go nodes 40", "go nodes 333", "go nodes 3000", "go depth 7"];
            let mut game = Game::new(rules);
            let mut told = String::new();
            while game.result().is_none() && game.plies() < 80 {
                let multipv = game.plies() % 3 + 1;
                client.send(&format!("setoption name MultiPV value {multipv}"));
                client
                    .send(&format!("position startpos{}{told}", if told.is_empty() { "" } else { " moves" }));
                client.send(stops[game.plies() % stops.len()]);
                let lines = client.until("bestmove ");
                let mv = check_search(&game, &lines, dialect);
                told.push_str(&format!(" {}", mv.token(game.position().mover())));
                game.play(mv).expect("it was checked");
                searches += 1;
            }
        }
        client.quit();
    }
    assert!(searches > 60, "{searches}");
}

#[test]
fn chances_are_shown_only_when_wanted_and_agree_with_the_score() {
    let mut client = Client::start("uci");
    client.send("go depth 4");
    assert!(!client.until("bestmove").iter().any(|line| line.contains(" wdl ")));
    client.send("setoption name UCI_ShowWDL value true\ngo depth 8");
    for line in client.until("bestmove").iter().filter(|line| line.contains(" score ")) {
        let info = read_info(line);
        let [win, _, loss] = info.wdl.expect("chances");
        let (_, score) = info.score.expect("a score");
        assert_eq!(score.signum(), (i64::from(win) - i64::from(loss)).signum(), "{line}");
    }
    client.quit();
}

#[test]
fn several_lines_come_complete_and_in_order() {
    let mut client = Client::start("uci");
    client.send("setoption name MultiPV value 3\ngo depth 6");
    let lines = client.until("bestmove");
    for depth in 1..=6 {
        let ranks: Vec<u64> = lines
            .iter()
            .filter(|line| line.starts_with(&format!("info depth {depth} seldepth")))
            .map(|line| read_info(line))
            .filter(|info| !info.bound)
            .map(|info| info.multipv)
            .collect();
        assert_eq!(ranks, [1, 2, 3], "depth {depth}: {lines:?}");
    }
    client.send("setoption name MultiPV value 64\ngo depth 2");
    assert!(client.until("bestmove").iter().any(|line| line.contains("multipv 4")));
    client.quit();
}
