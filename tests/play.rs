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
        "`zzz` does not begin with a hole, expected A1 to A8 or B1 to B8. Type help.",
        "You play A6R*: takata in one lap.",
        "Fundi plays a",
        "North plays a",
        "Taken back.",
        "There is nothing to take back.",
        "% [##",
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
    let text = play(&["--side", "north", "--lang", "sw", "--level", "mwanzo"], "hatua\ntoka\n");
    assert!(text.contains("Unacheza Kaskazini"), "{text}");
    assert!(text.contains("Fundi anacheza A"), "{text}");
    assert!(text.contains("Kaskazini> "), "{text}");
}

#[test]
fn games_are_saved_loaded_resigned_and_set_up() {
    let file = format!("{}/played.bao", env!("CARGO_TARGET_TMPDIR"));
    drop(std::fs::remove_file(&file));
    let taken = concat!(env!("CARGO_MANIFEST_DIR"), "/README.md");
    let last = "1,0,0,0,0,0,0,0/0,1,0,0,0,0,0,0/0,0,0,0,0,0,2,0/0,30,30,0,0,0,0,0 S 0,0 - -";
    let script = format!(
        "A7L\nsave {file}\nsave {file}\nsave {taken}\nresign\nA6R\nnew\nload {file}\nsetup {last}\nsetup nonsense\nlevel 1210\nlevel\nlevel foo\nspeed 5\nspeed x\nsave\nswitch\nquit\n"
    );
    let text = play(&["--level", "beginner"], &script);
    assert!(text.contains("South resigns."), "{text}");
    assert_eq!(text.matches("Saved to ").count(), 2, "{text}");
    assert!(text.contains("README.md: the file exists already"), "{text}");
    assert!(text.contains("The game is over. Type undo, new, save or quit."), "{text}");
    assert!(text.contains("position line: 1 field, expected 5"), "{text}");
    assert!(text.contains("(about 1210 Elo)"), "{text}");
    assert!(text.contains("level `foo`: Levels: beginner"), "{text}");
    assert!(text.contains("5 ms a lap.") && text.contains("`x`: expected a whole number"), "{text}");
    assert!(text.contains("Type save and then the name of a file."), "{text}");
    assert!(text.contains("You now play North."), "{text}");
    let saved = std::fs::read_to_string(&file).unwrap();
    let record = fundi::record::read_all(&saved, &fundi::record::ReadOptions::default()).unwrap().remove(0);
    assert_eq!(record.game().plies(), 2);
    assert_eq!(record.tag("Black"), "Fundi (level 1)");
}

#[test]
fn a_resignation_is_taken_back() {
    let text = play(&[], "resign\nundo\nA6R\nquit\n");
    let (_, after) = text.split_once("Taken back.").unwrap();
    assert!(after.contains("You play A6R*"), "{text}");
}

#[test]
fn the_end_of_the_input_ends_the_program() {
    assert!(play(&["--rules", "kujifunza"], "A3L").ends_with("\n"));
}

/// Starts a game in a directory of its own and stops it by a signal after its first prompt.
#[cfg(unix)]
fn interrupted(
    name: &str,
    speed: &str,
    arguments: &[&str],
    script: &str,
    expected: &str,
) -> (String, std::path::PathBuf) {
    use nix::sys::signal::{Signal, kill};
    use std::io::Read;
    let directory = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    drop(std::fs::remove_dir_all(&directory));
    std::fs::create_dir_all(&directory).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_fundi"))
        .args(["play", "--seed", "1", "--time", "0.2", "--level", "beginner", "--speed", speed])
        .args(arguments)
        .env_clear()
        .current_dir(&directory)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(script.as_bytes()).unwrap();
    let mut output = child.stdout.take().unwrap();
    let mut text = Vec::new();
    let mut piece = [0; 4096];
    while !String::from_utf8_lossy(&text).contains(expected) {
        let read = output.read(&mut piece).unwrap();
        assert!(read > 0, "{}", String::from_utf8_lossy(&text));
        text.extend_from_slice(&piece[..read]);
    }
    kill(nix::unistd::Pid::from_raw(child.id() as i32), Signal::SIGINT).unwrap();
    output.read_to_end(&mut text).unwrap();
    assert!(child.wait().unwrap().success());
    (String::from_utf8(text).unwrap(), directory)
}

#[cfg(unix)]
fn plies(file: &std::path::Path) -> Vec<usize> {
    let text = std::fs::read_to_string(file).unwrap();
    let records = fundi::record::read_all(&text, &fundi::record::ReadOptions::default()).unwrap();
    records.iter().map(|record| record.game().plies()).collect()
}

#[cfg(unix)]
#[test]
fn ctrl_c_saves_the_game_under_a_new_name() {
    let (text, directory) = interrupted("ctrl-c", "0", &[], "A6R\n", "Fundi plays ");
    let files: Vec<_> = std::fs::read_dir(&directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    let [file] = files.as_slice() else { panic!("{files:?}") };
    assert!(
        text.ends_with(&format!("Saved to {}.\n", file.file_name().unwrap().to_str().unwrap())),
        "{text}"
    );
    assert_eq!(plies(file), [2]);
    // The pause between two laps of a replay is broken off too.
    let started = std::time::Instant::now();
    let (_, directory) = interrupted("ctrl-c-replay", "10000", &[], "A6R\n", "\n1. ");
    assert!(started.elapsed().as_secs() < 5, "{:?}", started.elapsed());
    assert_eq!(std::fs::read_dir(directory).unwrap().count(), 1);
    // A game that has not begun leaves nothing behind.
    let (_, directory) = interrupted("ctrl-c-early", "0", &[], "", "South> ");
    assert_eq!(std::fs::read_dir(directory).unwrap().count(), 0);
}

#[cfg(unix)]
#[test]
fn a_game_is_kept_move_by_move_and_older_ones_stay_in_the_file() {
    let (text, directory) =
        interrupted("kept", "0", &["--record", "game.bao"], "A6R\nnew\nA7L\n", "You play A7L");
    assert!(text.ends_with("Saved to game.bao.\n"), "{text}");
    let kept = plies(&directory.join("game.bao"));
    assert!(kept.len() == 2 && kept[0] == 2 && kept[1] >= 1, "{kept:?}");
    // The file of another game is not overwritten.
    let output = Command::new(env!("CARGO_BIN_EXE_fundi"))
        .args(["play", "--record", "game.bao"])
        .current_dir(&directory)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
}
