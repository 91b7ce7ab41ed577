//! Playing in the terminal, by a script on standard input.

use std::io::Write;
use std::process::{Command, Stdio};

fn play(arguments: &[&str], script: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_fundi"))
        .arg("play")
        .args(["--speed", "0", "--seed", "1", "--time", "0.2"])
        .args(arguments)
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_game_with_help_mistakes_and_takebacks() {
    let text = play(
        &["--level", "pupil"],
        "help\nmoves\nwhy A5L\nA1R\nzzz\nA6R\ntrace\nundo\nundo\neval\nhint\nquit\n",
    );
    for expected in [
        "You play South. Type a move such as A6R, or help.",
        "Level: pupil (about",
        "list the legal moves",
        "  A7L*   takata in one lap",
        "A5L is illegal: the house A5 holds six or more",
        "A1R is illegal: A1 is empty (sections 2 and 3)",
        "I do not understand `zzz`",
        "You play A6R*: takata in one lap.",
        "Fundi plays a",
        "North plays a",
        "Taken back.",
        "There is nothing to take back.",
        "South [",
        "Hint: A",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
    // A script's answers stand beside the prompt; a person's begin a line.
    let lines = text.lines().map(|line| line.trim_start_matches("South> "));
    let long: Vec<&str> = lines.filter(|line| line.chars().count() > 80).collect();
    assert_eq!(long, [""; 0]);
}

#[test]
fn the_engine_begins_if_the_player_sits_north_and_speaks_swahili() {
    let text = play(&["--side", "north", "--lang", "sw", "--level", "mwanzo"], "michezo\ntoka\n");
    assert!(text.contains("Unacheza Kaskazini"), "{text}");
    assert!(text.contains("Fundi anacheza A"), "{text}");
    assert!(text.contains("Kaskazini> "), "{text}");
}

#[test]
fn games_are_saved_loaded_resigned_and_set_up() {
    let file = format!("{}/played.bao", env!("CARGO_TARGET_TMPDIR"));
    let last = "1,0,0,0,0,0,0,0/0,1,0,0,0,0,0,0/0,0,0,0,0,0,2,0/0,30,30,0,0,0,0,0 S 0,0 - -";
    let script = format!(
        "A7L\nsave {file}\nresign\nA6R\nnew\nload {file}\nsetup {last}\nsetup nonsense\nlevel 1210\nlevel\nspeed 5\nswitch\nquit\n"
    );
    let text = play(&["--level", "beginner"], &script);
    assert!(text.contains("South resigns."), "{text}");
    assert!(text.contains("The game is over. Type undo, new, save or quit."), "{text}");
    assert!(text.contains("position line: 1 fields, expected 5"), "{text}");
    assert!(text.contains("(about 1210 Elo)"), "{text}");
    assert!(text.contains("You now play North."), "{text}");
    let saved = std::fs::read_to_string(&file).unwrap();
    let record = fundi::record::read_all(&saved, &fundi::record::ReadOptions::default()).unwrap().remove(0);
    assert_eq!(record.game().plies(), 2);
    assert_eq!(record.tag("Black"), "Fundi (level 1)");
}

#[test]
fn the_end_of_the_input_ends_the_program() {
    assert!(play(&["--rules", "kujifunza"], "A3L").ends_with("\n"));
}
