//! The command `fundi review` as people run it, with real searches.

use std::process::{Command, Output};

const GAME: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/games/zanzibar-1994.bao");

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fundi"));
    command.env_clear().env("LC_ALL", "C").arg("review").args(arguments).output().unwrap()
}

#[test]
fn a_search_of_every_position_judges_every_move_the_same_way_each_time() {
    let arguments = [GAME, "--depth", "3", "--threads", "1", "--prove", "200", "--json"];
    let first = run(&arguments);
    assert!(first.status.success() && first.stderr.is_empty(), "{}", String::from_utf8_lossy(&first.stderr));
    assert_eq!(first.stdout, run(&arguments).stdout, "one thread and a depth are deterministic");
    let review: serde_json::Value = serde_json::from_slice(&first.stdout).unwrap();
    assert_eq!(review["complete"], true);
    let moves = review["moves"].as_array().unwrap();
    assert_eq!((moves.len(), review["positions"].as_array().unwrap().len()), (52, 53));
    // The end of the game is announced in time, and South's last moves are known to lose.
    let last = review["positions"][51]["score"]["win_in"].as_i64().unwrap();
    assert!(last > 0, "{last}");
    for mv in moves.iter().filter(|mv| mv["class"] == "forced") {
        assert_eq!(mv["best"][0], mv["move"], "{mv}");
    }
}

#[test]
fn the_page_asks_for_nothing_from_outside() {
    let output = run(&[GAME, "--depth", "1", "--threads", "1", "--prove", "0", "--html", "-"]);
    let page = String::from_utf8(output.stdout).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
    assert!(page.contains("default-src 'none'"));
    let outside = page.replace("http://www.w3.org/2000/svg", "");
    for word in ["http:", "https:", "//cdn", "src=", "@import", "{{"] {
        assert!(!outside.contains(word), "{word}");
    }
    // Whatever a tag holds cannot end the data or the page.
    let evil = std::fs::read_to_string(GAME).unwrap().replace("Ramadhan", "</script><b>&");
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("evil.bao");
    std::fs::write(&file, evil).unwrap();
    let output = run(&[file.to_str().unwrap(), "--depth", "1", "--threads", "1", "--html", "-"]);
    let page = String::from_utf8(output.stdout).unwrap();
    assert_eq!(page.matches("</script>").count(), 2);
    assert!(page.contains("<title>&lt;/script&gt;&lt;b&gt;&amp; (South)"));
}

#[test]
fn wrong_input_gives_one_line() {
    for arguments in [
        &["/no/such/file"][..],
        &[GAME, "--game", "2"],
        &[GAME, "--time", "0"],
        &[GAME, "--depth", "0"],
        &[GAME, "--json", "--record"],
        &[GAME, "--depth", "1", "--html", "/no/such/directory/x.html"],
    ] {
        let output = run(arguments);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), error.lines().count()), (Some(2), 1), "{arguments:?}: {error}");
    }
}
