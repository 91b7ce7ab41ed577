//! A finished game as text for the game file.

use super::date;
use super::runner::Match;
use super::table::GameReport;
use crate::board::Side;
use std::fmt::Write;

/// The tags and moves of a game.
pub fn text(report: &GameReport, of: &Match) -> String {
    let mut out = String::new();
    let name = |side| of.names().get(report.fixture.engine(side)).map_or("?", String::as_str);
    let _ = writeln!(out, "[Event \"{}\"]", of.settings().event);
    let _ = writeln!(out, "[Date \"{}\"]", date::dotted(report.began));
    let _ = writeln!(out, "[Round \"{}\"]", report.fixture.round + 1);
    let _ = writeln!(out, "[White \"{}\"]", name(Side::South));
    let _ = writeln!(out, "[Black \"{}\"]", name(Side::North));
    let _ = writeln!(out, "[Result \"{}\"]", report.outcome);
    let _ = writeln!(out);
    for ((mv, position), remark) in
        report.game.moves().iter().zip(report.game.positions()).zip(&report.remarks)
    {
        let _ = writeln!(out, "{} {{{remark}}}", mv.token(position.mover()));
    }
    let _ = writeln!(out, "{}\n", report.outcome);
    out
}
