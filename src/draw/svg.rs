//! The board as one self-contained SVG drawing: wood, holes, seeds, coordinates, houses, block and last move.

use super::View;
use crate::board::{Direction, Hole, Side};
use crate::words::{Key, Words};
use std::fmt::Write;

/// Distance between hole centres.
const PITCH: f64 = 80.0;
const RADIUS: f64 = 33.0;
/// Centre of the top left hole.
const LEFT: f64 = 80.0;
const TOP: f64 = 130.0;
const WIDTH: f64 = LEFT * 2.0 + PITCH * 7.0;
const HEIGHT: f64 = TOP * 2.0 + PITCH * 3.0 + GAP;
/// Extra distance between the two front rows.
const GAP: f64 = 12.0;
/// Where the letters of the rows stand, from either side.
const MARGIN: f64 = 16.0;
/// Characters in a line of a caption, and the distance of its lines.
const CAPTION_WIDTH: usize = 84;
const CAPTION_LINE: f64 = 21.0;

/// Draws the board; the text of stores and turn is in the language of `words`.
///
/// ```
/// use fundi::draw::{View, svg};
/// use fundi::rules::Rules;
/// use fundi::words::Words;
/// let picture = svg(Words::english(), &View::of(Rules::ZANZIBAR.start().parts()));
/// assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
/// ```
#[must_use]
pub fn svg(words: &Words, view: &View) -> String {
    captioned_svg(words, view, "")
}

/// The same with a caption below.
#[must_use]
pub fn captioned_svg(words: &Words, view: &View, caption: &str) -> String {
    let mut out = String::new();
    // Writing to a String cannot fail.
    draw(words, view, caption, &mut out).unwrap_or_default();
    out
}

/// The centre of a hole in drawing units.
pub(super) fn centre(view: &View, side: Side, hole: Hole) -> (f64, f64) {
    let below = side == view.below;
    let along = f64::from(hole.number() - 1);
    let x = LEFT + PITCH * if below { along } else { 7.0 - along };
    let y = match (below, hole.is_front()) {
        (false, false) => TOP,
        (false, true) => TOP + PITCH,
        (true, true) => TOP + PITCH * 2.0 + GAP,
        (true, false) => TOP + PITCH * 3.0 + GAP,
    };
    (x, y)
}

fn draw(words: &Words, view: &View, text: &str, out: &mut String) -> std::fmt::Result {
    let lines = wrapped(text);
    head(&title(words, view), lines.len(), out)?;
    coordinates(view, out)?;
    for (side, _, holes) in view.rows() {
        for hole in holes {
            draw_hole(view, side, hole, out)?;
        }
    }
    arrow(view, out)?;
    for side in Side::BOTH {
        let seeds = view.board.stores[usize::from(side == Side::North)];
        store(words, view, side, seeds, Shown::default(), out)?;
    }
    caption(&lines, Shown::default(), out)?;
    writeln!(out, "</svg>")
}

/// The lines of a caption.
pub(super) fn wrapped(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut().filter(|line| line.chars().count() + 1 + word.chars().count() <= CAPTION_WIDTH)
        {
            Some(line) => *line = format!("{line} {word}"),
            None => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Text that stands for itself in SVG.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// When something is shown: attributes of its element and what goes inside.
#[derive(Clone, Copy, Default)]
pub(super) struct Shown<'a> {
    pub attributes: &'a str,
    pub inside: &'a str,
}

/// A caption below the board.
pub(super) fn caption(lines: &[String], shown: Shown<'_>, out: &mut String) -> std::fmt::Result {
    if lines.is_empty() {
        return Ok(());
    }
    writeln!(out, "<g font-size=\"16\" fill=\"#3b2412\"{}>{}", shown.attributes, shown.inside)?;
    for (number, line) in (0u8..).zip(lines) {
        let y = HEIGHT + 4.0 + CAPTION_LINE * f64::from(number);
        writeln!(out, "<text x=\"{:.0}\" y=\"{y:.0}\">{}</text>", WIDTH / 2.0, escaped(line))?;
    }
    writeln!(out, "</g>")
}

/// The beginning of a drawing with room for so many lines of a caption: definitions and the empty wood.
pub(super) fn head(title: &str, lines: usize, out: &mut String) -> std::fmt::Result {
    let height = HEIGHT + if lines > 0 { 4.0 + CAPTION_LINE * lines as f64 } else { 0.0 };
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" role=\"img\" font-family=\"sans-serif\" text-anchor=\"middle\">"
    )?;
    writeln!(out, "<title>{title}</title>")?;
    writeln!(
        out,
        "<defs><radialGradient id=\"hole\" cx=\"50%\" cy=\"40%\"><stop offset=\"0%\" stop-color=\"#4a2f1a\"/><stop offset=\"100%\" stop-color=\"#7a5230\"/></radialGradient>\
         <marker id=\"tip\" viewBox=\"0 0 10 10\" refX=\"6\" refY=\"5\" markerWidth=\"4\" markerHeight=\"4\" orient=\"auto\"><path d=\"M0 0L10 5L0 10z\" fill=\"#1f78b4\"/></marker></defs>"
    )?;
    writeln!(out, "<rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#f4ead7\"/>")?;
    let (x, y) = (LEFT - PITCH * 0.6, TOP - PITCH * 0.6);
    let (w, h) = (PITCH * 8.2, PITCH * 4.2 + GAP);
    writeln!(
        out,
        "<rect x=\"{x:.0}\" y=\"{y:.0}\" width=\"{w:.0}\" height=\"{h:.0}\" rx=\"18\" fill=\"#a9743f\" stroke=\"#6b4423\" stroke-width=\"3\"/>"
    )?;
    let middle = TOP + PITCH * 1.5 + GAP / 2.0;
    writeln!(
        out,
        "<line x1=\"{:.0}\" x2=\"{:.0}\" y1=\"{middle:.0}\" y2=\"{middle:.0}\" stroke=\"#6b4423\" stroke-width=\"3\"/>",
        x + 12.0,
        x + w - 12.0
    )
}

fn title(words: &Words, view: &View) -> String {
    words.fill(Key::ToMove, &[("side", &words.side(view.board.mover))])
}

fn draw_hole(view: &View, side: Side, hole: Hole, out: &mut String) -> std::fmt::Result {
    let (x, y) = centre(view, side, hole);
    let seeds = view.seeds(side, hole);
    let name = hole.name(side);
    writeln!(out, "<g><title>{name}: {seeds}</title>")?;
    pit(view, side, hole, out)?;
    seeds_in(x, y, seeds, out)?;
    if view.landing == Some((side, hole)) {
        writeln!(
            out,
            "<circle cx=\"{x:.0}\" cy=\"{y:.0}\" r=\"{:.0}\" fill=\"none\" stroke=\"#2ca02c\" stroke-width=\"4\"/>",
            RADIUS + 3.0
        )?;
    }
    if view.is_blocked(side, hole) {
        let arm = RADIUS * 0.75;
        writeln!(
            out,
            "<path d=\"M{:.0} {:.0}L{:.0} {:.0}M{:.0} {:.0}L{:.0} {:.0}\" stroke=\"#c62828\" stroke-width=\"6\" stroke-linecap=\"round\"/>",
            x - arm,
            y - arm,
            x + arm,
            y + arm,
            x - arm,
            y + arm,
            x + arm,
            y - arm
        )?;
    }
    if seeds > 0 {
        count(x, y, seeds, out)?;
    }
    writeln!(out, "</g>")
}

/// How many seeds, as a number beside them, not over them.
pub(super) fn count(x: f64, y: f64, seeds: u8, out: &mut String) -> std::fmt::Result {
    writeln!(
        out,
        "<text x=\"{:.0}\" y=\"{:.0}\" font-size=\"18\" font-weight=\"bold\" fill=\"#fff\" stroke=\"#3b2412\" stroke-width=\"4\" paint-order=\"stroke\">{seeds}</text>",
        x + 25.0,
        y - 20.0
    )
}

/// Rows by their letters on both sides, holes by their numbers above and below.
pub(super) fn coordinates(view: &View, out: &mut String) -> std::fmt::Result {
    writeln!(out, "<g font-size=\"15\" fill=\"#6b4423\">")?;
    for (side, is_front, row) in view.rows() {
        let letter = View::row_letter(side, is_front);
        for hole in row {
            let (x, y) = centre(view, side, hole);
            if x == LEFT {
                for x in [MARGIN, WIDTH - MARGIN] {
                    writeln!(out, "<text x=\"{x:.0}\" y=\"{:.0}\">{letter}</text>", y + 5.0)?;
                }
            }
            if !is_front {
                let y = if side == view.below { y + PITCH * 0.6 + 19.0 } else { y - PITCH * 0.6 - 8.0 };
                writeln!(out, "<text x=\"{x:.0}\" y=\"{y:.0}\">{}</text>", hole.number())?;
            }
        }
    }
    writeln!(out, "</g>")
}

/// An empty hole.
pub(super) fn pit(view: &View, side: Side, hole: Hole, out: &mut String) -> std::fmt::Result {
    let (x, y) = centre(view, side, hole);
    if hole == Hole::HOUSE {
        // The house is square on a real board; a lost one keeps only its outline.
        let (stroke, width) = if view.is_house(side, hole) { ("#ffd54a", 5) } else { ("#6b4423", 1) };
        let (left, top, size) = (x - RADIUS, y - RADIUS, RADIUS * 2.0);
        writeln!(
            out,
            "<rect x=\"{left:.0}\" y=\"{top:.0}\" width=\"{size:.0}\" height=\"{size:.0}\" rx=\"8\" fill=\"url(#hole)\" stroke=\"{stroke}\" stroke-width=\"{width}\"/>"
        )?;
    } else {
        writeln!(out, "<circle cx=\"{x:.0}\" cy=\"{y:.0}\" r=\"{RADIUS}\" fill=\"url(#hole)\"/>")?;
    }
    Ok(())
}

/// Seeds as dots, from the middle outward along a sunflower spiral; beyond 24 the hole is simply full.
pub(super) fn seeds_in(x: f64, y: f64, seeds: u8, out: &mut String) -> std::fmt::Result {
    for seed in 0..seeds.min(24) {
        let (angle, reach) = (f64::from(seed) * 2.399_963, 5.9 * (f64::from(seed) + 0.4).sqrt());
        let (sx, sy) = (x + reach * angle.cos(), y + reach * angle.sin());
        writeln!(
            out,
            "<circle cx=\"{sx:.1}\" cy=\"{sy:.1}\" r=\"4.4\" fill=\"#c9c4b8\" stroke=\"#55504a\" stroke-width=\"0.8\"/>"
        )?;
    }
    Ok(())
}

/// An arrow from the hole the last move began in, the way the hand went.
fn arrow(view: &View, out: &mut String) -> std::fmt::Result {
    let Some((side, mv)) = view.last else { return Ok(()) };
    let (x, y) = centre(view, side, mv.hole());
    // The owner's right is the viewer's right only for the player below.
    let right = (mv.direction() == Direction::Right) == (side == view.below);
    let dx = if right { 1.0 } else { -1.0 };
    let top = y - RADIUS - 2.0;
    writeln!(
        out,
        "<circle cx=\"{x:.0}\" cy=\"{y:.0}\" r=\"{:.0}\" fill=\"none\" stroke=\"#1f78b4\" stroke-width=\"3\" stroke-dasharray=\"6 4\"/>\
         <line x1=\"{:.0}\" y1=\"{top:.0}\" x2=\"{:.0}\" y2=\"{top:.0}\" stroke=\"#1f78b4\" stroke-width=\"5\" marker-end=\"url(#tip)\"/>",
        RADIUS + 1.0,
        x - dx * 18.0,
        x + dx * 22.0
    )
}

/// A player, his store and whether he is to move.
pub(super) fn store(
    words: &Words,
    view: &View,
    side: Side,
    seeds: u8,
    shown: Shown<'_>,
    out: &mut String,
) -> std::fmt::Result {
    let below = side == view.below;
    let y = if below { HEIGHT - 32.0 } else { 44.0 };
    let store = words.fill(Key::Store, &[("seeds", &seeds)]);
    let weight = if view.board.mover == side { "bold" } else { "normal" };
    let mark = if view.board.mover == side { "&#9654; " } else { "" };
    writeln!(
        out,
        "<text x=\"{:.0}\" y=\"{y:.0}\" font-size=\"22\" font-weight=\"{weight}\" fill=\"#3b2412\"{}>{}{mark}{} - {store}</text>",
        WIDTH / 2.0,
        shown.attributes,
        shown.inside,
        words.side(side)
    )
}
