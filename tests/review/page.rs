//! The page in headless Chromium, where there is one: it must show the right seeds at every stop and raise no error.

use crate::support::review;
use fundi::board::{Position, Side};
use fundi::review::html;
use fundi::words::Words;
use std::path::{Path, PathBuf};
use std::process::Command;

fn browser() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let names = ["chromium", "chromium-browser", "google-chrome"];
    std::env::split_paths(&path)
        .find_map(|folder| names.iter().map(|name| folder.join(name)).find(|file| file.exists()))
}

/// The page's document at a place, after its scripts and `budget` ms of its own time.
fn document(browser: &Path, place: &str, budget: u32) -> String {
    document_with(browser, place, budget, "")
}

/// As [`document`], with a script of ours at the end.
fn document_with(browser: &Path, place: &str, budget: u32, script: &str) -> String {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("page-{}", place.replace('.', "-")));
    std::fs::create_dir_all(&directory).unwrap();
    let file = directory.join("review.html");
    let page =
        html(&review(53), Words::english()).replace("</body>", &format!("<script>{script}</script></body>"));
    std::fs::write(&file, page).unwrap();
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"])
        .args(["--enable-logging=stderr", "--dump-dom"])
        .arg(format!("--user-data-dir={}", directory.join("profile").display()))
        .arg(format!("--virtual-time-budget={budget}"))
        .arg(format!("file://{}#{place}", file.display()))
        .output()
        .unwrap();
    let log = String::from_utf8_lossy(&output.stderr);
    assert!(!log.contains("CONSOLE"), "the page complained at {place}: {log}");
    drop(std::fs::remove_dir_all(&directory));
    String::from_utf8(output.stdout).unwrap()
}

/// What the board shows, as the page notes it on the drawing.
fn counts(document: &str) -> &str {
    let (_, rest) = document.split_once("data-counts=\"").expect("the board was drawn");
    rest.split('"').next().unwrap()
}

fn expected(position: &Position) -> String {
    let parts = position.parts();
    let list = |seeds: &[u8]| seeds.iter().map(u8::to_string).collect::<Vec<_>>().join(",");
    format!("{}/{}/{}", list(&parts.holes[0]), list(&parts.holes[1]), list(&parts.stores))
}

#[test]
fn the_browser_shows_every_stop_of_the_game() {
    let Some(browser) = browser() else {
        eprintln!("skipped: no Chromium on the path");
        return;
    };
    let review = review(53);
    let game = review.record.game();
    for ply in [0, 30, 52] {
        let page = document(&browser, &ply.to_string(), 500);
        assert_eq!(counts(&page), expected(&game.positions()[ply]), "ply {ply}");
        assert!(page.contains(&format!("data-ply=\"{ply}\"")));
    }
    // The animation of a long capture with the house played ends on the right board.
    let page = document(&browser, "29.play", 60_000);
    assert_eq!(counts(&page), expected(&game.positions()[30]));
    // Stopped inside a move: what is in the hand is missing on the board.
    let page = document(&browser, "29.lap2", 500);
    let total: u32 = counts(&page).split([',', '/']).map(|seeds| seeds.parse::<u32>().unwrap()).sum();
    assert_eq!(total, 64, "a lap has ended, the hand is empty");
    assert_ne!(counts(&page), expected(&game.positions()[29]));
    assert!(page.contains("2. "), "the caption tells the lap");
    // The better move of the blunder at ply 25, played to its end.
    let page = document(&browser, "24.best", 60_000);
    let better = review.moves[24].best[0];
    let after = game.rules().play(&game.positions()[24], better).unwrap().position;
    assert_eq!(counts(&page), expected(&after));
    assert_eq!(after.mover(), Side::North);
}

/// Presses keys, clicks and swipes, and notes what the board shows after each.
const FINGERS: &str = r#"
const press = key => document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
const swipe = (type, x) => {
  const event = new Event(type); event.changedTouches = [{ clientX: x, clientY: 50 }];
  document.getElementById("board").dispatchEvent(event);
};
const seen = [], look = () => seen.push(document.body.dataset.ply + " " + document.getElementById("board").dataset.counts);
press("End"); look();
press("ArrowLeft"); look();
press("Home"); look();
press("ArrowRight"); press("ArrowRight"); look();
press("f"); press("m"); press("+"); press("-"); look();
document.querySelector('.mv[data-ply="12"]').click(); look();
const graph = document.getElementById("graph"), box = graph.getBoundingClientRect();
graph.dispatchEvent(new MouseEvent("click", { clientX: box.left + box.width * (38 + 672 * 26 / 52) / 720, clientY: box.top + 9 })); look();
swipe("touchstart", 100); swipe("touchend", 200); look();
press("b"); press("Escape"); look();
document.body.dataset.seen = seen.join("|");
"#;

#[test]
fn keys_clicks_and_swipes_move_through_the_game() {
    let Some(browser) = browser() else {
        eprintln!("skipped: no Chromium on the path");
        return;
    };
    let page = document_with(&browser, "0.fingers", 500, FINGERS);
    let (_, seen) = page.split_once("data-seen=\"").expect("the script ran to its end");
    let seen: Vec<&str> = seen.split('"').next().unwrap().split('|').collect();
    let review = review(53);
    let positions = review.record.game().positions();
    let plies = [52, 51, 0, 1, 1, 12, 26, 25, 25];
    let wanted: Vec<String> =
        plies.iter().map(|ply| format!("{ply} {}", expected(&positions[*ply]))).collect();
    assert_eq!(seen, wanted);
}
