//! The program itself: killed at random moments, interrupted, strict.

use super::support::{bad_engine, directory};
use fundi::random::Random;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

fn fundi(arguments: &[&str], dir: &Path) -> Command {
    std::fs::write(dir.join("o"), "startpos\nstartpos moves A6L\nstartpos moves A7L a5R\n")
        .expect("openings");
    let mut command = Command::new(env!("CARGO_BIN_EXE_fundi"));
    command.arg("match").args(arguments).current_dir(dir).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The flags of a match of `games` games; engines take `ms` milliseconds a move.
fn flags(ms: u64, games: &str) -> Vec<String> {
    let engine = |name: &str| format!("name={name} '{}' slow {ms}", bad_engine().display());
    let fixed = [
        "--depth",
        "1",
        "--games",
        games,
        "-c",
        "2",
        "--openings",
        "o",
        "--seed",
        "7",
        "--output",
        "m",
        "--quiet",
    ];
    let mut all = vec!["-e".to_string(), engine("one"), "-e".to_string(), engine("two")];
    all.extend(fixed.iter().map(|s| s.to_string()));
    all
}

fn as_str(flags: &[String]) -> Vec<&str> {
    flags.iter().map(String::as_str).collect()
}

fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// A value of the report, say `Score`.
fn line(output: &Output, word: &str) -> String {
    text(output).lines().find(|l| l.starts_with(word)).unwrap_or_default().to_string()
}

/// Waits for the end, but not for ever.
fn finish(mut child: Child) -> Output {
    let deadline = Instant::now() + Duration::from_secs(60);
    while child.try_wait().expect("child").is_none() {
        if Instant::now() > deadline {
            child.kill().expect("kill");
            panic!("the match does not end");
        }
        sleep(Duration::from_millis(5));
    }
    child.wait_with_output().expect("output")
}

/// Rounds, seats and results of the game file in an order that does not depend on which game ended first.
fn games(dir: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(dir.join("m.pgn")).expect("games");
    let mut games: Vec<String> = text
        .split("[Event ")
        .skip(1)
        .map(|game| {
            let kept = game.lines().filter(|l| !l.starts_with("[Date"));
            // Times differ from run to run.
            kept.map(|l| l.split('{').next().unwrap_or_default().trim()).collect::<Vec<_>>().join("|")
        })
        .collect();
    games.sort();
    games
}

#[test]
fn killed_at_random_moments_the_match_ends_as_if_nothing_had_happened() {
    let (whole, killed) = (directory("whole"), directory("killed"));
    let flags = flags(1, "24");
    let undisturbed = finish(fundi(&as_str(&flags), &whole).spawn().expect("start"));
    assert!(undisturbed.status.success(), "{}", text(&undisturbed));
    let mut random = Random::new(Random::fresh_seed());
    let mut child = fundi(&as_str(&flags), &killed).spawn().expect("start");
    let mut kills = 0;
    let finished = loop {
        // The journal must exist, else there is nothing to resume yet.
        let deadline = Instant::now() + Duration::from_secs(20);
        let journal = killed.join("m.journal");
        while std::fs::read_to_string(&journal).map_or(true, |t| !t.contains('\n'))
            && Instant::now() < deadline
        {
            sleep(Duration::from_millis(1));
        }
        sleep(Duration::from_micros(random.below(160_000) as u64));
        if child.try_wait().expect("child").is_some() || kills == 25 {
            break finish(child);
        }
        child.kill().expect("kill");
        child.wait().expect("reaped");
        kills += 1;
        child = fundi(&["--resume", "m.journal"], &killed).spawn().expect("resume");
    };
    assert!(finished.status.success(), "{}", text(&finished));
    assert!(kills > 0);
    for word in ["Score", "Pairs", "Elo", "Games  ", "Endings"] {
        assert!(!line(&undisturbed, word).is_empty());
        assert_eq!(line(&undisturbed, word), line(&finished, word), "after {kills} kills");
    }
    assert_eq!(games(&whole), games(&killed), "after {kills} kills");
}

#[cfg(unix)]
#[test]
fn an_interrupt_saves_and_says_how_to_go_on() {
    let dir = directory("interrupt");
    let flags = flags(3, "400");
    let child = fundi(&as_str(&flags), &dir).spawn().expect("start");
    let deadline = Instant::now() + Duration::from_secs(20);
    while std::fs::read_to_string(dir.join("m.journal")).map_or(0, |t| t.lines().count()) < 4
        && Instant::now() < deadline
    {
        sleep(Duration::from_millis(2));
    }
    let told = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert!(told.success());
    let began = Instant::now();
    let output = finish(child);
    assert!(began.elapsed() < Duration::from_secs(5));
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    assert!(text(&output).contains("fundi match --resume m.journal"), "{}", text(&output));
    assert!(text(&output).contains("stopped by the user"), "{}", text(&output));
    let resumed = fundi(&["--resume", "m"], &dir).spawn().expect("resume");
    sleep(Duration::from_millis(200));
    let told = Command::new("kill").args(["-TERM", &resumed.id().to_string()]).status().expect("kill");
    assert!(told.success());
    assert!(text(&finish(resumed)).contains("Resumed"));
}

#[test]
fn strict_fails_on_any_irregularity_and_settings_files_work() {
    let dir = directory("strict");
    let file = format!(
        "rounds = 1\n[limits]\ndepth = 1\n[[engines]]\ncmd = '{0}'\nargs = ['blanks']\n[[engines]]\ncmd = '{0}'\nargs = ['good']\n",
        bad_engine().display()
    );
    std::fs::write(dir.join("m.toml"), file).expect("settings file");
    let run = |flags: &[&str]| finish(fundi(flags, &dir).spawn().expect("start"));
    let lenient = run(&["m.toml", "--no-files"]);
    assert!(lenient.status.success(), "{}", text(&lenient));
    let strict = run(&["m.toml", "--no-files", "--strict"]);
    assert_eq!(strict.status.code(), Some(1), "{}", text(&strict));
    assert!(text(&strict).contains("blanks around ugiok"), "{}", text(&strict));
    let printed = run(&["m.toml", "--nodes", "9", "--print-settings"]);
    std::fs::write(dir.join("n.toml"), &printed.stdout).expect("settings file");
    assert_eq!(run(&["n.toml", "--print-settings"]).stdout, printed.stdout);
    let wrong = run(&["n.toml", "--rules", "chess"]);
    assert_eq!(wrong.status.code(), Some(2), "{}", text(&wrong));
    assert_eq!(std::fs::read_dir(&dir).expect("dir").count(), 3, "no other files");
}

#[cfg(unix)]
#[test]
fn the_example_of_the_readme_runs() {
    let readme = include_str!("../../README.md");
    let example =
        readme.lines().find(|line| line.starts_with("fundi match -e \"name=double")).expect("example");
    // The same with less to do.
    let short =
        example.replace("nodes=4000", "nodes=60").replace("nodes=2000", "nodes=30").replace("200", "4");
    let dir = directory("readme");
    let program = Path::new(env!("CARGO_BIN_EXE_fundi")).display().to_string();
    let command = short.replacen("fundi", &format!("'{program}'"), 1);
    let mut shell = Command::new("sh");
    shell.args(["-c", &command]).current_dir(&dir).stdin(Stdio::null());
    let output = finish(shell.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("start"));
    assert!(output.status.success(), "{}", text(&output));
    // The report has the lines that the README shows.
    let shown = readme
        .lines()
        .skip_while(|line| !line.starts_with("Engine 1   double"))
        .take_while(|line| *line != "```");
    for word in shown.filter_map(|line| line.split_whitespace().next()) {
        assert!(!line(&output, word).is_empty(), "no {word} in {}", text(&output));
    }
    let again = finish(fundi(&["--tally", "double.pgn"], &dir).spawn().expect("start"));
    assert!(line(&again, "Score").contains("of 4"), "{}", text(&again));
}
