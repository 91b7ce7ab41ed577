//! The board as text: four rows of eight, stores at the sides of the players, marks on houses, block and last move.

use super::View;
use crate::board::{Hole, Side};
use crate::words::{Key, Words};
use std::fmt::Write;

/// What the reader's screen can show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextStyle {
    /// Box drawing characters instead of `+--|`.
    pub unicode: bool,
    /// ANSI colours.
    pub colour: bool,
    /// No frame, for screens of less than [`TextStyle::COLUMNS`].
    pub narrow: bool,
}

impl TextStyle {
    /// What the board with its frame needs.
    pub const COLUMNS: usize = 48;
}

struct Frame {
    vertical: &'static str,
    top: [&'static str; 4],
    inner: [&'static str; 4],
    middle: [&'static str; 4],
    bottom: [&'static str; 4],
}

/// Left end, line, crossing, right end.
const PLAIN: Frame = Frame {
    vertical: "|",
    top: ["+", "-", "+", "+"],
    inner: ["+", "-", "+", "+"],
    middle: ["+", "=", "+", "+"],
    bottom: ["+", "-", "+", "+"],
};
const BOX: Frame = Frame {
    vertical: "│",
    top: ["╭", "─", "┬", "╮"],
    inner: ["├", "─", "┼", "┤"],
    middle: ["╞", "═", "╪", "╡"],
    bottom: ["╰", "─", "┴", "╯"],
};

/// Draws the board: 13 lines of at most [`TextStyle::COLUMNS`], or 9 of 36 columns if it is to be narrow. The text ends with a line feed.
///
/// ```
/// use fundi::draw::{TextStyle, View, text};
/// use fundi::rules::Rules;
/// use fundi::words::Words;
/// let view = View::of(Rules::ZANZIBAR.start().parts());
/// let picture = text(Words::english(), &view, TextStyle::default());
/// assert!(picture.contains("|    |    |    |    |[ 6]|  2 |  2 |    |"));
/// ```
#[must_use]
pub fn text(words: &Words, view: &View, style: TextStyle) -> String {
    let frame = if style.unicode { &BOX } else { &PLAIN };
    let mut out = String::new();
    // Writing to a String cannot fail.
    draw(words, view, style, frame, &mut out).unwrap_or_default();
    out
}

fn draw(words: &Words, view: &View, style: TextStyle, frame: &Frame, out: &mut String) -> std::fmt::Result {
    let rows = view.rows();
    let above = view.below.other();
    player_line(words, view, above, style, out)?;
    numbers(&rows[0], style, out)?;
    for (index, (side, front, holes)) in rows.into_iter().enumerate() {
        let [left, line, cross, right] = match index {
            0 => frame.top,
            2 => frame.middle,
            _ => frame.inner,
        };
        let letter = View::row_letter(side, front);
        if style.narrow {
            if index == 2 {
                writeln!(out, "  {}", line.repeat(4 * 8))?;
            }
            write!(out, "{letter} ")?;
            for hole in holes {
                cell(view, side, hole, style, out)?;
            }
            writeln!(out, " {letter}")?;
            continue;
        }
        writeln!(out, "    {left}{}{right}", line_of(line, cross))?;
        write!(out, "  {letter} ")?;
        for hole in holes {
            out.push_str(frame.vertical);
            cell(view, side, hole, style, out)?;
        }
        writeln!(out, "{} {letter}", frame.vertical)?;
    }
    if !style.narrow {
        let [left, line, cross, right] = frame.bottom;
        writeln!(out, "    {left}{}{right}", line_of(line, cross))?;
    }
    numbers(&rows[3], style, out)?;
    player_line(words, view, view.below, style, out)
}

/// Eight cells of a horizontal line.
fn line_of(line: &str, cross: &str) -> String {
    vec![line.repeat(4); 8].join(cross)
}

/// `South   store 22`, with an arrow at the player to move.
fn player_line(
    words: &Words,
    view: &View,
    side: Side,
    style: TextStyle,
    out: &mut String,
) -> std::fmt::Result {
    let store = view.board.stores[usize::from(side == Side::North)];
    let arrow = match (view.board.mover == side, style.unicode) {
        (false, _) => " ",
        (true, false) => ">",
        (true, true) => "▶",
    };
    let (bold, plain) =
        if style.colour && view.board.mover == side { ("\x1b[1m", "\x1b[0m") } else { ("", "") };
    let store = words.fill(Key::Store, &[("seeds", &store)]);
    writeln!(out, "  {arrow} {bold}{}{plain}   {store}", words.side(side))
}

fn numbers((_, _, holes): &(Side, bool, [Hole; 8]), style: TextStyle, out: &mut String) -> std::fmt::Result {
    let (margin, gap) = if style.narrow { ("  ", "  ") } else { ("    ", "   ") };
    out.push_str(margin);
    let mut line = String::new();
    for hole in holes {
        write!(line, "{gap}{} ", hole.number())?;
    }
    writeln!(out, "{}", line.trim_end())
}

/// Four columns: the count between the marks of house, block or last move.
fn cell(view: &View, side: Side, hole: Hole, style: TextStyle, out: &mut String) -> std::fmt::Result {
    let seeds = view.seeds(side, hole);
    let [open, close] = if view.is_blocked(side, hole) {
        ['x', 'x']
    } else if view.is_house(side, hole) {
        ['[', ']']
    } else if view.is_last(side, hole) {
        ['\'', '\'']
    } else {
        [' ', ' ']
    };
    let count = match seeds {
        // Without a frame only a dot shows where the hole is.
        0 if style.narrow => " .".to_owned(),
        0 => "  ".to_owned(),
        _ => format!("{seeds:>2}"),
    };
    let colour = if !style.colour {
        ""
    } else if view.is_blocked(side, hole) {
        "\x1b[31m"
    } else if view.landing == Some((side, hole)) {
        "\x1b[7m"
    } else if view.is_last(side, hole) {
        "\x1b[4;36m"
    } else if view.is_house(side, hole) {
        "\x1b[1;33m"
    } else if seeds >= 2 && hole.is_front() {
        "\x1b[1m"
    } else {
        ""
    };
    let end = if colour.is_empty() { "" } else { "\x1b[0m" };
    write!(out, "{colour}{open}{count}{close}{end}")
}

/// A bar of 20 cells, 10 if it is to be narrow: the share of South (from the left) in a chance from 0 to 1.
#[must_use]
pub fn eval_bar(south: f64, style: TextStyle) -> String {
    let cells = if style.narrow { 10 } else { 20 };
    let filled = (south.clamp(0.0, 1.0) * cells as f64).round() as usize;
    let (full, empty) = if style.unicode { ("█", "░") } else { ("#", ".") };
    format!("[{}{}]", full.repeat(filled), empty.repeat(cells - filled))
}
