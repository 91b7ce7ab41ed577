//! Moves as drawings: one animated SVG, or a file a lap. `FUNDI_BLESS=1` writes the golden files.

use std::path::Path;
use std::process::{Command, Output};

const GAME: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/games/zanzibar-1994.bao");

fn show(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fundi"));
    command.env_clear().env("LC_ALL", "C").arg("show").args(arguments).output().unwrap()
}

fn golden(name: &str, arguments: &[&str]) -> String {
    let output = show(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("FUNDI_BLESS").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    assert_eq!(text, std::fs::read_to_string(&path).unwrap_or_default(), "{} differs", path.display());
    text
}

#[test]
fn a_move_in_motion_is_drawn_from_either_side() {
    golden("move-south.svg", &["--moves", "A7L", "--svg", "-", "--animate"]);
    let drawing = golden(
        "move-north.svg",
        &[GAME, "--ply", "30", "--north", "--lang", "sw", "--svg", "-", "--animate"],
    );
    // Every animation lasts as long as the others and its moments rise from 0 to at most 1.
    let mut lengths: Vec<&str> = attribute(&drawing, "dur").collect();
    lengths.dedup();
    assert_eq!(lengths.len(), 1);
    for times in attribute(&drawing, "keyTimes") {
        let times: Vec<f64> = times.split(';').map(|time| time.parse().unwrap()).collect();
        assert_eq!(times[0], 0.0);
        assert!(times.is_sorted() && *times.last().unwrap() <= 1.0, "{times:?}");
    }
    for (times, values) in attribute(&drawing, "keyTimes").zip(attribute(&drawing, "values")) {
        assert_eq!(times.split(';').count(), values.split(';').count());
    }
    // Whatever is used is defined.
    for name in attribute(&drawing, "values")
        .filter(|values| values.starts_with('#'))
        .flat_map(|values| values.split(';'))
    {
        assert!(drawing.contains(&format!("<g id=\"{}\">", &name[1..])), "{name}");
    }
}

fn attribute<'a>(drawing: &'a str, name: &str) -> impl Iterator<Item = &'a str> {
    let start = format!(" {name}=\"");
    let parts: Vec<&str> = drawing.split(start.as_str()).skip(1).collect();
    parts.into_iter().filter_map(|part| part.split('"').next())
}

#[test]
fn laps_are_numbered_files() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("laps");
    drop(std::fs::remove_dir_all(&folder));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("move.svg");
    let output = show(&[GAME, "--ply", "30", "--svg", file.to_str().unwrap(), "--laps"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut names: Vec<String> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names.first().unwrap(), "move-00.svg");
    assert!(names.len() > 3, "{names:?}");
    let read = |name: &String| std::fs::read_to_string(folder.join(name)).unwrap();
    assert_ne!(read(&names[0]), read(&names[1]));
    // The last one is the board after the move.
    let after = show(&[GAME, "--ply", "30", "--svg", "-"]);
    let seeds = |drawing: &str| drawing.matches(" seeds<").count() + drawing.matches("r=\"4.4\"").count();
    assert_eq!(seeds(&read(names.last().unwrap())), seeds(&String::from_utf8(after.stdout).unwrap()));
}

#[test]
fn without_a_move_there_is_nothing_to_animate() {
    for arguments in
        [&["--svg", "-", "--animate"][..], &["--animate"], &["--moves", "A7L", "--svg", "-", "--laps"]]
    {
        let output = show(arguments);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), error.lines().count()), (Some(2), 1), "{arguments:?}: {error}");
    }
}
