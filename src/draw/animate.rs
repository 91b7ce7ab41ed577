//! A move as one animated SVG drawing (SMIL, no script): seeds are lifted, sown one by one and captured, and every lap is told below; it runs
//! again and again.
//!
//! Each number of seeds is drawn once and used by name; a hole's animation is the list of names and the moments they change at.

use super::View;
use super::svg::{Shown, caption, centre, coordinates, count, head, pit, seeds_in, store, wrapped};
use crate::board::{Hole, PositionParts, Side};
use crate::explain::{Replay, captions};
use crate::rules::{Event, Rules};
use crate::words::{Key, Words};
use std::fmt::Write;

/// Seconds for a seed, before the first and after the last event, and at the end of a lap.
const SEED: f64 = 0.35;
const BEFORE: f64 = 1.6;
const AFTER: f64 = 3.5;
const LAP: f64 = 1.2;
/// Longer moves are played faster.
const LONGEST: f64 = 60.0;

/// A board and when it is shown.
struct Frame {
    time: f64,
    board: PositionParts,
    hand: u8,
    place: (Side, Hole),
}

/// Draws a move with all its laps, seen by the player `below`.
///
/// ```
/// use fundi::board::Side;
/// use fundi::draw::animated_svg;
/// use fundi::explain::Replay;
/// use fundi::rules::{Move, Rules};
/// use fundi::words::Words;
/// let start = Rules::ZANZIBAR.start();
/// let replay = Replay::of(Rules::ZANZIBAR, &start, Move::parse("A6R").unwrap()).unwrap();
/// let drawing = animated_svg(Words::english(), Rules::ZANZIBAR, &replay, Side::South);
/// assert!(drawing.contains("repeatCount=\"indefinite\"") && drawing.ends_with("</svg>\n"));
/// ```
#[must_use]
pub fn animated_svg(words: &Words, rules: &Rules, replay: &Replay, below: Side) -> String {
    let mut out = String::new();
    // Writing to a String cannot fail.
    draw(words, rules, replay, below, &mut out).unwrap_or_default();
    out
}

/// The moments at which something is seen to change, those at which laps begin, and the length of the whole.
fn frames(replay: &Replay) -> (Vec<Frame>, Vec<f64>, f64) {
    let mut place = (replay.side, replay.played.mv.hole());
    let mut frames = vec![Frame { time: 0.0, board: replay.before.parts(), hand: 0, place }];
    let mut time = BEFORE;
    let mut laps = Vec::new();
    for step in &replay.steps {
        place = match step.event {
            Event::StoreSeed { hole } | Event::Lift { hole, .. } | Event::Seed { hole, .. } => {
                (replay.side, hole)
            }
            Event::Capture { from, .. } => (replay.side.other(), from),
            // Houses are lost at the moment of the event before.
            _ => {
                if matches!(step.event, Event::Lap { .. }) {
                    laps.push(time);
                }
                if let Some(frame) = frames.last_mut() {
                    frame.board.houses = step.board.houses;
                }
                continue;
            }
        };
        frames.push(Frame { time, board: step.board, hand: step.hand, place });
        let ends = matches!(step.event, Event::Seed { .. }) && step.hand == 0;
        time += if ends { SEED + LAP } else { SEED };
    }
    let stretch = (LONGEST / time).min(1.0);
    frames.iter_mut().for_each(|frame| frame.time *= stretch);
    laps.iter_mut().for_each(|time| *time *= stretch);
    (frames, laps, time * stretch + AFTER)
}

/// The moments a value changes at, as a SMIL animation; nothing if it never changes.
fn discrete(attribute: &str, total: f64, values: impl Iterator<Item = (f64, String)>) -> String {
    let mut changes: Vec<(f64, String)> = Vec::new();
    for (time, value) in values {
        if changes.last().is_none_or(|(_, last)| *last != value) {
            changes.push((time / total, value));
        }
    }
    if changes.len() < 2 {
        return String::new();
    }
    let times: Vec<String> = changes.iter().map(|(time, _)| format!("{time:.4}")).collect();
    let values: Vec<&str> = changes.iter().map(|(_, value)| value.as_str()).collect();
    format!(
        "<animate attributeName=\"{attribute}\" calcMode=\"discrete\" dur=\"{total:.2}s\" repeatCount=\"indefinite\" keyTimes=\"{}\" values=\"{}\"/>",
        times.join(";"),
        values.join(";")
    )
}

fn draw(words: &Words, rules: &Rules, replay: &Replay, below: Side, out: &mut String) -> std::fmt::Result {
    let (frames, laps, total) = frames(replay);
    let captions: Vec<Vec<String>> =
        captions(words, rules, replay).iter().map(|text| wrapped(text)).collect();
    let view = View { below, ..View::of(replay.before.parts()) };
    let mv = replay.played.mv.token(replay.side);
    let title = words.fill(Key::Plays, &[("side", &words.side(replay.side)), ("move", &mv)]);
    head(&title, captions.iter().map(Vec::len).max().unwrap_or_default(), out)?;
    coordinates(&view, out)?;
    heaps(&frames, out)?;
    for (side, _, holes) in view.rows() {
        for hole in holes {
            draw_hole(&view, &frames, total, side, hole, out)?;
        }
    }
    for side in Side::BOTH {
        draw_store(words, &view, &frames, total, side, out)?;
    }
    hand(&view, &frames, total, out)?;
    let starts: Vec<f64> = std::iter::once(0.0).chain(laps).collect();
    for (number, lines) in captions.iter().enumerate() {
        let times = starts.iter().enumerate();
        let shown =
            times.map(|(lap, time)| (*time, if lap == number { "inline" } else { "none" }.to_owned()));
        caption(
            lines,
            Shown { attributes: hidden(number > 0), inside: &discrete("display", total, shown) },
            out,
        )?;
    }
    writeln!(out, "</svg>")
}

/// A heap for every number of seeds that comes up, in a hole (`s7`) and in the hand (`h7`).
fn heaps(frames: &[Frame], out: &mut String) -> std::fmt::Result {
    let mut in_hole = [false; 65];
    let mut in_hand = [false; 65];
    for frame in frames {
        frame.board.holes.iter().flatten().for_each(|seeds| in_hole[usize::from(*seeds).min(64)] = true);
        in_hand[usize::from(frame.hand).min(64)] = true;
    }
    writeln!(out, "<defs>")?;
    for (letter, used) in [('s', in_hole), ('h', in_hand)] {
        for (seeds, _) in (0u8..).zip(used).filter(|(_, used)| *used) {
            writeln!(out, "<g id=\"{letter}{seeds}\">")?;
            if letter == 'h' && seeds > 0 {
                writeln!(out, "<circle r=\"30\" fill=\"#ffe9a8\" fill-opacity=\"0.55\"/>")?;
            }
            seeds_in(0.0, 0.0, seeds, out)?;
            if seeds > 0 {
                count(0.0, 0.0, seeds, out)?;
            }
            writeln!(out, "</g>")?;
        }
    }
    writeln!(out, "</defs>")
}

fn draw_hole(
    view: &View,
    frames: &[Frame],
    total: f64,
    side: Side,
    hole: Hole,
    out: &mut String,
) -> std::fmt::Result {
    let player = usize::from(side == Side::North);
    if hole == Hole::HOUSE {
        let lost = View { board: PositionParts { houses: [false; 2], ..view.board }, ..*view };
        pit(&lost, side, hole, out)?;
        if view.board.houses[player] {
            let shown = |frame: &Frame| if frame.board.houses[player] { "visible" } else { "hidden" };
            let values = frames.iter().map(|frame| (frame.time, shown(frame).to_owned()));
            writeln!(out, "<g>{}", discrete("visibility", total, values))?;
            pit(view, side, hole, out)?;
            writeln!(out, "</g>")?;
        }
    } else {
        pit(view, side, hole, out)?;
    }
    let (x, y) = centre(view, side, hole);
    let heap = |frame: &Frame| format!("#s{}", frame.board.holes[player][usize::from(hole.index())]);
    let first = frames.first().map(heap).unwrap_or_default();
    let changes = discrete("href", total, frames.iter().map(|frame| (frame.time, heap(frame))));
    writeln!(out, "<use href=\"{first}\" x=\"{x:.0}\" y=\"{y:.0}\">{changes}</use>")
}

/// What is not seen at first must not be seen either where nothing moves.
const fn hidden(later: bool) -> &'static str {
    if later { " display=\"none\"" } else { "" }
}

/// The store's text, once for every number that comes up.
fn draw_store(
    words: &Words,
    view: &View,
    frames: &[Frame],
    total: f64,
    side: Side,
    out: &mut String,
) -> std::fmt::Result {
    let player = usize::from(side == Side::North);
    let mut numbers: Vec<u8> = frames.iter().map(|frame| frame.board.stores[player]).collect();
    numbers.dedup();
    for (index, number) in numbers.iter().enumerate() {
        let shown = |frame: &Frame| if frame.board.stores[player] == *number { "inline" } else { "none" };
        let changes = frames.iter().map(|frame| (frame.time, shown(frame).to_owned()));
        let shown = Shown { attributes: hidden(index > 0), inside: &discrete("display", total, changes) };
        store(words, view, side, *number, shown, out)?;
    }
    Ok(())
}

/// The hand above the hole it is at.
fn hand(view: &View, frames: &[Frame], total: f64, out: &mut String) -> std::fmt::Result {
    let heap = |frame: &Frame| format!("#h{}", frame.hand);
    let changes = discrete("href", total, frames.iter().map(|frame| (frame.time, heap(frame))));
    let mut times = String::new();
    let mut places = String::new();
    for frame in frames {
        let (x, y) = centre(view, frame.place.0, frame.place.1);
        write!(times, "{:.4};", frame.time / total)?;
        write!(places, "{x:.0} {:.0};", y - 26.0)?;
    }
    let last = places.trim_end_matches(';').rsplit(';').next().unwrap_or_default().to_owned();
    writeln!(
        out,
        "<g><animateTransform attributeName=\"transform\" type=\"translate\" dur=\"{total:.2}s\" repeatCount=\"indefinite\" keyTimes=\"{times}1\" values=\"{places}{last}\"/><use href=\"#h0\">{changes}</use></g>"
    )
}
