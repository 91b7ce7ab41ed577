//! The option table as a strict client reads it, and every abuse of `setoption`.

use super::client::Client;

/// Every option line, checked word by word.
#[test]
fn the_option_lines_can_be_read_by_the_strictest_client() {
    let mut client = Client::silent();
    client.send("uci");
    let lines = client.until("uciok");
    let mut names = Vec::new();
    for line in lines.iter().filter(|line| line.starts_with("option ")) {
        let rest = line.strip_prefix("option name ").expect("a name first");
        let (name, rest) = rest.split_once(" type ").expect("a type");
        names.push(name.to_owned());
        let words: Vec<&str> = rest.split(' ').collect();
        match words[..] {
            ["button"] => {}
            ["check", "default", value] => assert!(["true", "false"].contains(&value), "{line}"),
            ["string", "default", "<empty>"] => {}
            ["spin", "default", value, "min", min, "max", max] => {
                let [value, min, max] = [value, min, max].map(|n| n.parse::<i32>().expect("32 bits"));
                assert!(min <= value && value <= max, "{line}");
            }
            ["combo", "default", value, ref rest @ ..] => {
                let choices: Vec<&str> = rest.chunks(2).map(|pair| pair[1]).collect();
                assert!(rest.chunks(2).all(|pair| pair[0] == "var" && !pair[1].is_empty()), "{line}");
                assert!(choices.contains(&value), "{line}");
            }
            _ => panic!("cannot be read: {line}"),
        }
    }
    for wanted in [
        "Hash",
        "Clear Hash",
        "Threads",
        "MultiPV",
        "Ponder",
        "Move Overhead",
        "Proof",
        "OwnBook",
        "BookFile",
        "BookDepth",
        "BookVariety",
        "RuleSet",
        "Repetition",
        "MaxPlies",
        "UCI_ShowWDL",
        "UCI_LimitStrength",
        "UCI_Elo",
        "Skill Level",
        "UCI_AnalyseMode",
        "EvalFile",
        "Log File",
    ] {
        assert!(names.iter().any(|name| name == wanted), "{wanted}");
    }
    assert!(lines.contains(&"option name OwnBook type check default false".to_owned()));
    assert!(lines.iter().any(|line| line.starts_with("option name Threads type spin default 1 ")));
    client.quit();
}

#[test]
fn every_option_accepts_its_default_and_bad_values_are_refused_in_one_line() {
    let mut client = Client::silent();
    client.send("ugi");
    let lines = client.until("ugiok");
    for line in lines.iter().filter_map(|line| line.strip_prefix("option name ")) {
        let (name, rest) = line.split_once(" type ").expect("a type");
        let default = rest.split(' ').nth(2).unwrap_or_default();
        client.send(&format!("setoption name {} value {default}", name.to_uppercase()));
        client.send(&format!("setoption name {} value {default}", name.to_lowercase()));
        assert_eq!(client.sync(), Vec::<String>::new(), "{line}");
        if rest.starts_with("spin") || rest.starts_with("check") || rest.starts_with("combo") {
            for bad in ["abc", "-1", "99999999999", "1e9", "0x10", "1 2", "<empty>", "\u{1}", "true false"] {
                client.send(&format!("setoption name {name} value {bad}"));
                let answer = client.sync();
                assert_eq!(answer.len(), 1, "{name} {bad}: {answer:?}");
                assert!(
                    answer[0].starts_with(&format!("info string option {name} keeps its value")),
                    "{answer:?}"
                );
            }
            client.send(&format!("setoption name {name}"));
            assert_eq!(client.sync().len(), 1);
        }
    }
    client.quit();
}

#[test]
fn malformed_and_unknown_options_are_harmless() {
    let mut client = Client::start("ugi");
    for bad in [
        "setoption",
        "setoption name",
        "setoption name value",
        "setoption value 3",
        "setoption Hash 3",
        "setoption name Nonsense value 3",
        "setoption name debug value true",
        "setoption name name value value name value",
        "setoption name Hash Hash value 16",
    ] {
        client.send(bad);
        let answer = client.sync();
        assert_eq!(answer.len(), 1, "{bad}: {answer:?}");
        assert!(answer[0].starts_with("info string "), "{answer:?}");
    }
    // As match runners write them: small letters, any order, before anything else.
    client.send(
        "setoption name hash value 1\nsetoption name threads value 2\nsetoption name ownbook value false",
    );
    client.send("setoption name move   overhead value 20\nsetoption name clear hash");
    assert_eq!(client.sync(), Vec::<String>::new());
    assert!(client.best_move("go depth 3").starts_with('A'));
    client.quit();
}

#[test]
fn a_table_beyond_memory_falls_back_politely() {
    let mut client = Client::start("uci");
    client.send("setoption name Hash value 33554432");
    let answer = client.sync();
    assert_eq!(answer.len(), 1, "{answer:?}");
    assert!(answer[0].starts_with("info string "), "{answer:?}");
    assert!(client.best_move("go depth 5").starts_with('A'));
    client.send("setoption name Hash value 1");
    assert_eq!(client.sync(), Vec::<String>::new());
    client.send("ucinewgame");
    assert!(client.best_move("go depth 5").starts_with('A'));
    client.quit();
}

#[test]
fn another_network_is_loaded_and_a_damaged_one_refused() {
    let folder = std::env::temp_dir().join(format!("fundi networks {}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let mut weights = fundi::eval::Network::embedded().weights();
    weights.centiseeds *= 2;
    let bytes = fundi::eval::Network::new(&weights).expect("sound").to_bytes();
    let (good, bad) = (folder.join("good.net"), folder.join("bad.net"));
    std::fs::write(&good, &bytes).expect("written");
    std::fs::write(&bad, &bytes[..bytes.len() - 1]).expect("written");
    let mut client = Client::start("ugi");
    let value = |client: &mut Client| {
        client.send("eval");
        let line = client.sync().remove(0);
        line.split(' ').find_map(|word| word.parse::<i32>().ok()).expect("a value")
    };
    client.send("position startpos moves A6R");
    let embedded = value(&mut client);
    client.send(&format!("setoption name EvalFile value {}", good.display()));
    assert_eq!(client.sync(), Vec::<String>::new());
    let doubled = value(&mut client);
    assert!((doubled - 2 * embedded).abs() <= 1, "{embedded} {doubled}");
    client.send(&format!("setoption name EvalFile value {}", bad.display()));
    let answer = client.sync();
    assert!(
        answer[0].starts_with("info string option EvalFile keeps its value: network file of"),
        "{answer:?}"
    );
    assert_eq!(value(&mut client), doubled);
    assert!(client.best_move("go depth 4").starts_with('a'));
    client.send("setoption name EvalFile value <empty>");
    assert_eq!(value(&mut client), embedded);
    let _ = std::fs::remove_dir_all(&folder);
    client.quit();
}

#[test]
fn traffic_is_logged_as_it_happens() {
    let path = std::env::temp_dir().join(format!("fundi log {}.txt", std::process::id()));
    let mut client = Client::start("ugi");
    client.send(&format!("setoption name Log File value {}", path.display()));
    client.send("position startpos moves A6R");
    client.query("p1turn");
    let log = std::fs::read_to_string(&path).expect("the log is there before the end");
    assert!(log.contains("> position startpos moves A6R") && log.contains("< response false"), "{log}");
    client.send("setoption name Log File value <empty>\nquery key");
    client.sync();
    client.send("setoption name Log File value /no/such/folder/log");
    assert!(client.sync()[0].starts_with("info string no log: /no/such/folder/log"));
    assert!(!std::fs::read_to_string(&path).expect("it stays").contains("query key"));
    let _ = std::fs::remove_file(&path);
    client.quit();
}

#[test]
fn limited_strength_still_plays_legal_moves() {
    let mut client = Client::start("uci");
    for option in
        ["Skill Level value 0", "Skill Level value 10", "UCI_LimitStrength value true", "UCI_Elo value 1000"]
    {
        client.send(&format!("setoption name {option}\nucinewgame"));
        let best = client.best_move("go movetime 50");
        assert_eq!(client.query(&format!("islegal {best}")), "true");
    }
    client.quit();
}
