//! The program as people run it: golden output, every documented example, bad input, closed pipes.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const GAME: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/games/zanzibar-1994.bao");

fn fundi() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fundi"));
    command.env_clear().env("LC_ALL", "C").current_dir(env!("CARGO_MANIFEST_DIR"));
    command
}

fn run(arguments: &[&str]) -> Output {
    fundi().args(arguments).output().unwrap()
}

fn stdout(arguments: &[&str]) -> String {
    let output = run(arguments);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    text
}

/// Compares with `tests/golden/NAME`; `FUNDI_BLESS=1` writes the file instead.
fn golden(name: &str, arguments: &[&str]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    let text = stdout(arguments);
    if std::env::var_os("FUNDI_BLESS").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(text, expected, "{} differs from the output of {arguments:?}", path.display());
}

const BLOCKED: &str = "0,1,2,1,4,8,2,2/10,0,0,10,2,1,0,1/0,2,0,0,1,1,0,0/0,0,2,2,0,2,6,4 N 0,0 - a4";

#[test]
fn boards_moves_and_stories_look_as_they_should() {
    golden("show-start.txt", &["show"]);
    golden("show-colour.txt", &["show", GAME, "--ply", "30", "--color", "always"]);
    golden("show-north-sw.txt", &["show", GAME, "--ply", "30", "--north", "--lang", "sw"]);
    golden("show-blocked.txt", &["show", "--fen", BLOCKED]);
    golden("show-end.txt", &["show", GAME]);
    golden("show.svg", &["show", GAME, "--ply", "30", "--svg", "-"]);
    golden("show-blocked.svg", &["show", "--fen", BLOCKED, "--north", "--svg", "-"]);
    golden("moves.txt", &["moves", GAME, "--ply", "29"]);
    golden("moves.json", &["moves", GAME, "--ply", "29", "--json"]);
    golden("trace.txt", &["trace", "a5R>", GAME, "--ply", "29"]);
    golden("trace-sw.txt", &["trace", "A2", GAME, "--ply", "42", "--lang", "sw"]);
    golden("trace-boards.txt", &["trace", "A5R", GAME, "--ply", "22", "--boards"]);
    golden("trace.json", &["trace", "A7L", "--json"]);
    golden("threats.txt", &["threats", GAME, "--ply", "33"]);
    golden("threats-sw.txt", &["threats", GAME, "--ply", "47", "--lang", "sw"]);
    golden("threats.json", &["threats", GAME, "--ply", "33", "--json"]);
    golden("why.txt", &["why", "A5L"]);
    golden("why-sw.txt", &["why", "b2R", "--fen", BLOCKED, "--lang", "sw"]);
}

#[test]
fn perft_counts() {
    let json = stdout(&["perft", "9", "--threads", "2", "--divide", "--json"]);
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(value["leaves"], 105_704);
    let parts = value["divide"].as_object().unwrap().values().filter_map(|count| count.as_u64());
    assert_eq!(parts.sum::<u64>(), 105_704);
    assert!(stdout(&["perft", "0"]).starts_with("depth 0: 1 leaf, "));
}

#[test]
fn games_convert_to_every_form_and_back() {
    let positions = stdout(&["convert", GAME, "--to", "fen"]);
    assert_eq!(positions.lines().count(), 53);
    assert_eq!(stdout(&["convert", GAME]), std::fs::read_to_string(GAME).unwrap());
    golden("game.donkers", &["convert", GAME, "--to", "donkers"]);
    golden("game.json", &["convert", GAME, "--to", "json"]);
    for (to, from) in [
        ("record", "donkers"),
        ("donkers", "donkers"),
        ("kiba", "kiba"),
        ("token", "donkers"),
        ("json", "donkers"),
        ("fen", "donkers"),
    ] {
        let text = stdout(&["convert", GAME, "--to", to]);
        let again = piped(&["convert", "-", "--from", from, "--to", "fen"], &text);
        assert_eq!(again, positions, "through {to}");
        // What we wrote says itself how to read it, to every command.
        let last = piped(&["show", "-"], &text);
        assert!(to == "fen" || last.trim_end().ends_with(positions.lines().last().unwrap()), "{to}: {last}");
    }
}

/// Runs with text on standard input.
fn piped(arguments: &[&str], input: &str) -> String {
    let output = with_input(arguments, input.as_bytes());
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn with_input(arguments: &[&str], input: &[u8]) -> Output {
    let mut command = fundi();
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A program that refuses its input early may close the pipe.
    drop(child.stdin.take().unwrap().write_all(input));
    child.wait_with_output().unwrap()
}

#[test]
fn an_analysis_gives_a_legal_best_line_in_text_and_json() {
    let text = stdout(&["analyze", GAME, "--ply", "47", "--depth", "6", "--threads", "1", "--explain=1"]);
    assert!(text.contains("Best move: b8R"), "{text}");
    assert!(text.contains("North b8R: captures"), "{text}");
    let json = stdout(&["analyze", GAME, "--ply", "29", "--nodes", "5000", "--threads", "1", "--json"]);
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    let position = &value["positions"][0];
    let moves: Vec<&str> =
        position["lines"][0]["moves"].as_array().unwrap().iter().filter_map(|mv| mv.as_str()).collect();
    assert_eq!(position["best"], moves[0]);
    // The whole line is legal: show plays it.
    stdout(&["show", "--fen", position["fen"].as_str().unwrap(), "--moves", &moves.join(" ")]);
}

#[test]
fn an_evaluation_is_taken_apart_hole_by_hole() {
    let value: serde_json::Value =
        serde_json::from_str(&stdout(&["eval", GAME, "--ply", "29", "--json"])).unwrap();
    let holes = value["holes"].as_object().unwrap();
    assert_eq!(holes.len(), 32);
    assert_eq!(holes["a7"], 0, "an empty hole is worth nothing");
    let text = stdout(&["eval", GAME, "--ply", "29"]);
    assert!(text.contains("Evaluation for North: "), "{text}");
    let worth = format!("{:+.2}", holes["a5"].as_f64().unwrap() / 100.0);
    assert!(text.contains(&worth), "{worth}: {text}");
}

#[test]
fn several_positions_come_from_a_list() {
    let positions = stdout(&["convert", GAME, "--to", "fen"]);
    let three: Vec<&str> = positions.lines().take(3).collect();
    let json = piped(&["analyze", "-", "--depth", "3", "--threads", "1", "--json"], &three.join("\n"));
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(value["positions"].as_array().unwrap().len(), 3);
    assert_eq!(value["positions"][2]["fen"], three[2]);
}

#[cfg(unix)]
#[test]
fn ctrl_c_gives_the_answer_so_far() {
    use nix::sys::signal::{Signal, kill};
    let mut command = fundi();
    command.args(["analyze", GAME, "--ply", "29", "--infinite", "--threads", "1"]).stdout(Stdio::piped());
    let child = command.spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1500));
    kill(nix::unistd::Pid::from_raw(child.id() as i32), Signal::SIGINT).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.contains("Best move: "), "{text}");
    assert!(text.contains("Interrupted: the answer so far."), "{text}");
}

fn refused(arguments: &[&str], input: &[u8]) -> String {
    let output = with_input(arguments, input);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
    assert_eq!(error.lines().count(), 1, "{error}");
    assert!(error.starts_with("fundi: ") && error.len() < 700, "{error}");
    error
}

#[test]
fn bad_input_gives_one_clear_line_and_exit_code_2() {
    for arguments in [
        &["nonsense"][..],
        &["why"],
        &["why", "A9L"],
        &["trace", "A5L"],
        &["trace", "A1"],
        &["perft", "x"],
        &["perft", "3", "--threads", "0"],
        &["moves", "--rules", "malawi"],
        &["show", "--fen", "1/2/3"],
        &["show", "--moves", "A7L A7L"],
        &["show", "/no/such/file"],
        &["show", GAME, "--ply", "99"],
        &["show", GAME, "--game", "2"],
        &["show", GAME, "--rules", "kujifunza"],
        &["show", "--lang", "xx"],
        &["analyze", "--depth", "0"],
        &["analyze", "--time", "-1"],
        &["analyze", "--infinite", "--depth", "3"],
        &["convert", "--to", "wav", GAME],
    ] {
        refused(arguments, b"");
    }
    assert_eq!(
        refused(&["why", "A9L"], b""),
        "fundi: `A9L`: character 2: expected a hole number from 1 to 8\n"
    );
}

#[test]
fn bad_records_give_one_clear_line() {
    let game = std::fs::read_to_string(GAME).unwrap();
    let truncated = &game[..game.len() - 12];
    assert!(refused(&["convert", "-"], truncated.as_bytes()).contains("`{` is never closed"));
    let illegal = game.replace("10. A5L*", "10. A1R*");
    assert!(refused(&["convert", "-"], illegal.as_bytes()).contains("ply 19: A1R is illegal: A1 is empty"));
    let unknown = game.replace("zanzibar\"", "malawi\"");
    assert!(refused(&["convert", "-"], unknown.as_bytes()).contains("unknown rules `malawi`"));
    let fen = "[FEN \"0,0,0,0,0,0,0,0/0,2,2,6,0,0,0,0/0,0,0,0,6,2,2,0/0,0,0,0,0,0,0,1 S 22,22 SN -\"]\n";
    assert!(refused(&["convert", "-"], format!("{fen}{game}").as_bytes()).contains("65 seeds, expected 64"));
    assert!(refused(&["convert", "-"], b"").contains("no game found"));
    let json = b"{\"moves\": [";
    for command in ["convert", "show"] {
        assert!(
            refused(&[command, "-"], json).contains("not JSON, line 1, column 11: the file ends too early")
        );
    }
    assert!(refused(&["convert", "-"], b"\xff\xfe").contains("byte 1 is not UTF-8"));
    assert!(refused(&["convert", "-", "--strict"], b"1. A7L* a5R").contains("without a result"));
}

#[test]
fn ten_megabytes_of_noise_give_one_clear_line() {
    let mut state = 1u32;
    let noise: Vec<u8> = std::iter::repeat_with(|| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        b"ABab12345678LR*+> \n{}()[]\".:;$"[(state >> 24) as usize % 30]
    })
    .take(10 << 20)
    .collect();
    refused(&["convert", "-"], &noise);
    refused(&["analyze", "-"], &noise);
}

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    let mut child = fundi()
        .args(["trace", "A7L", "--boards"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut error = String::new();
    child.stderr.take().unwrap().read_to_string(&mut error).unwrap();
    assert!(child.wait().unwrap().success());
    assert_eq!(error, "");
}

/// Commands that other tests run, or that search or play for minutes.
fn is_run_elsewhere(command: &str) -> bool {
    ["fundi bench", "fundi match", "fundi conformance"].iter().any(|other| command.starts_with(other))
}

/// Runs a documented command in a directory that holds `game.bao`, with `fundi` on the path.
fn run_documented(command: &str, directory: &Path) {
    let binary = Path::new(env!("CARGO_BIN_EXE_fundi")).parent().unwrap().to_owned();
    let path = std::env::join_paths([binary, PathBuf::from("/usr/bin"), PathBuf::from("/bin")]).unwrap();
    let command = command.replace("cargo run --release --", "fundi").replace("--time 3", "--time 0.3");
    let output = Command::new("sh")
        .args(["-c", &command.replace("--time 10", "--time 0.3")])
        .env_clear()
        .env("PATH", path)
        .stdin(Stdio::null())
        .current_dir(directory)
        .output()
        .unwrap();
    assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
}

fn scratch(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(directory.join("tests/data/games")).unwrap();
    std::fs::copy(GAME, directory.join("game.bao")).unwrap();
    std::fs::copy(GAME, directory.join("tests/data/games/zanzibar-1994.bao")).unwrap();
    // One certificate stands for all: another test checks every one.
    std::fs::create_dir_all(directory.join("tests/data/proofs")).unwrap();
    let proof = "tests/data/proofs/kujifunza.A5R.proof";
    std::fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join(proof), directory.join(proof)).unwrap();
    directory
}

#[test]
fn every_command_of_the_readme_runs() {
    let directory = scratch("readme");
    let readme = include_str!("../README.md");
    let mut in_block = false;
    let mut commands = 0;
    for line in readme.lines() {
        if line.starts_with("```") {
            in_block = line == "```sh";
        } else if in_block && !line.starts_with("cargo test") && !is_run_elsewhere(line) {
            run_documented(line, &directory);
            commands += 1;
        }
    }
    assert!(commands >= 8, "{commands}");
}

#[test]
fn every_example_in_the_help_runs() {
    let directory = scratch("help");
    let help = stdout(&["help"]);
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    // A long description goes on in a deeper indented line.
    let listed = listed.take_while(|line| !line.is_empty()).filter(|line| !line.starts_with("   "));
    let names = listed.filter_map(|line| line.split_whitespace().next());
    for name in names.filter(|name| *name != "help") {
        let help = stdout(&[name, "--help"]);
        let examples: Vec<&str> = help.lines().filter_map(|line| line.strip_prefix("  fundi ")).collect();
        assert!(!examples.is_empty(), "{name} has no example");
        let swahili = stdout(&[name, "--help", "--lang", "sw"]);
        for example in &examples {
            assert!(swahili.contains(&format!("  fundi {example}\n")), "{name}: {swahili}");
        }
        for example in examples {
            let command = format!("fundi {example}");
            if !is_run_elsewhere(&command) {
                run_documented(&command, &directory);
            }
        }
    }
}
