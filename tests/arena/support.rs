//! What the match tests share.

use fundi::arena::opening::Opening;
use fundi::arena::runner::{Event, Match, Summary};
use fundi::arena::settings::{EngineSettings, MatchSettings};
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

/// The engine with switchable faults; built with all other test targets.
pub fn bad_engine() -> PathBuf {
    let mut path = std::env::current_exe().expect("a test has a path");
    path.pop();
    path.pop();
    path.push("examples");
    path.push(format!("bad_engine{}", std::env::consts::EXE_SUFFIX));
    // `cargo test` builds it; `cargo test --test arena` alone does not.
    static BUILT: OnceLock<bool> = OnceLock::new();
    let built = BUILT.get_or_init(|| {
        path.exists() || {
            let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_string());
            Command::new(cargo)
                .args(["build", "--quiet", "--example", "bad_engine"])
                .status()
                .is_ok_and(|s| s.success())
        }
    });
    assert!(*built && path.exists(), "{} is missing: run `cargo build --examples` first", path.display());
    path
}

/// An engine of that kind; `kind` may hold a number.
pub fn engine(kind: &str) -> EngineSettings {
    EngineSettings {
        name: kind.to_string(),
        cmd: bad_engine().display().to_string(),
        args: kind.split(' ').map(str::to_string).collect(),
        ..EngineSettings::default()
    }
}

/// A match of two kinds with little patience.
pub fn settings(first: &str, second: &str, rounds: u32) -> MatchSettings {
    let mut settings = MatchSettings {
        engines: vec![engine(first), engine(second)],
        rounds,
        patience_ms: 1000,
        watchdog_ms: 400,
        concurrency: 2,
        ..MatchSettings::default()
    };
    settings.limits.depth = Some(1);
    if first == second {
        settings.engines[1].name = format!("other {second}");
    }
    settings
}

/// Openings that differ: the positions after each first move, and after some second moves.
pub fn openings() -> Vec<Opening> {
    ["startpos moves A6L", "startpos moves A6R", "startpos moves A7L", "startpos"]
        .iter()
        .map(|line| Opening::parse(line).expect("good opening"))
        .collect()
}

/// A new directory for a test's files.
pub fn directory(name: &str) -> PathBuf {
    let dir = std::env::temp_dir().join(format!("fundi-arena-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&dir);
    std::fs::create_dir_all(&dir).expect("temporary directory");
    dir
}

/// What a match left behind: its summary, the reasons games ended, and what was irregular.
pub struct Outcome {
    pub summary: Summary,
    pub reasons: Vec<String>,
    pub irregular: Vec<(String, String)>,
}

/// Runs a match to its end.
pub fn run(settings: MatchSettings) -> Outcome {
    let stop = AtomicBool::new(false);
    let mut game = Match::new(settings, openings(), &stop).expect("the match starts");
    let (mut reasons, mut irregular) = (Vec::new(), Vec::new());
    let summary = game
        .run(None, &stop, &mut |event| match event {
            Event::Game { report, .. } => reasons.push(report.reason.clone()),
            Event::Irregular(name, text) => irregular.push((name.to_string(), text.to_string())),
        })
        .expect("the match runs");
    Outcome { summary, reasons, irregular }
}
