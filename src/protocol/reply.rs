//! The form of the answers: `info`, `bestmove`, scores, the board for people.

use super::Mode;
use crate::board::{Hole, Position, Side};
use crate::draw::{TextStyle, View, text};
use crate::eval;
use crate::notation::{self, Notation};
use crate::rules::{Event, Game, Move, MoveKind, Starts};
use crate::search::{Bound, Choice, Report, Score};
use crate::words::Words;
use std::fmt;
use std::time::Duration;

/// How scores and moves are written.
#[derive(Clone, Copy, Debug)]
pub struct Style<'a> {
    /// The dialect.
    pub mode: Mode,
    /// Whether chances are shown.
    pub wdl: bool,
    /// How moves are written.
    pub notation: Notation,
    /// The game that is searched.
    pub game: &'a Game,
}

/// `cp N` or `mate N`, then the bound, then the chances.
struct ScoreText<'a>(Score, Bound, Style<'a>);

impl fmt::Display for ScoreText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ScoreText(score, bound, style) = *self;
        match score.win_plies() {
            None => write!(f, "cp {}", score.centiseeds())?,
            Some(plies) if style.mode.counts_plies() => write!(f, "mate {plies}")?,
            // The winner of N moves makes the last of 2N - 1 plies, the loser the one before.
            Some(plies) => write!(f, "mate {}", (plies + plies.signum()) / 2)?,
        }
        match bound {
            Bound::Exact => {}
            Bound::Lower => f.write_str(" lowerbound")?,
            Bound::Upper => f.write_str(" upperbound")?,
        }
        if style.wdl {
            let wins = match score.win_plies() {
                None => (eval::win_chance(score.centiseeds()) * 1000.0).round() as u32,
                Some(_) if score.is_win() => 1000,
                Some(_) => 0,
            };
            write!(f, " wdl {wins} 0 {}", 1000 - wins.min(1000))?;
        }
        Ok(())
    }
}

fn nodes_per_second(nodes: u64, time: Duration) -> u128 {
    u128::from(nodes) * 1_000_000 / time.as_micros().max(1)
}

/// Moves played one after the other, each after a blank.
struct Line<'a>(&'a [Move], Style<'a>);

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Line(moves, style) = *self;
        let mut position = *style.game.position();
        for &mv in moves {
            match style.game.rules().play(&position, mv) {
                Ok(played) => {
                    write!(f, " {}", notation::write(style.notation, &position, &played))?;
                    position = played.position;
                }
                // Never shown to be legal and therefore not shown.
                Err(_) => return Ok(()),
            }
        }
        Ok(())
    }
}

/// The `info` line of a search report.
pub struct Info<'a>(pub &'a Report, pub Style<'a>);

impl fmt::Display for Info<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Info(report, style) = *self;
        let Report { depth, seldepth, multi_pv, score, bound, nodes, time, hashfull, ref pv } = *report;
        write!(
            f,
            "info depth {depth} seldepth {} multipv {multi_pv} score {} nodes {nodes} nps {} hashfull {hashfull} time {}",
            seldepth.max(depth),
            ScoreText(score, bound, style),
            nodes_per_second(nodes, time),
            time.as_millis(),
        )?;
        if pv.is_empty() { Ok(()) } else { write!(f, " pv{}", Line(pv, style)) }
    }
}

/// The last `info` line before `bestmove`.
pub struct Summary<'a>(pub &'a Choice, pub Style<'a>);

impl fmt::Display for Summary<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Summary(choice, style) = *self;
        write!(
            f,
            "info depth {} score {} nodes {} nps {} time {}",
            choice.depth,
            ScoreText(choice.score, Bound::Exact, style),
            choice.nodes,
            nodes_per_second(choice.nodes, choice.time),
            choice.time.as_millis(),
        )?;
        if choice.pv.is_empty() { Ok(()) } else { write!(f, " pv{}", Line(&choice.pv, style)) }
    }
}

/// `bestmove M`, in `uci` with a reply to ponder on if one is given.
pub struct BestMove<'a> {
    /// The move; `None` where there is none to make.
    pub best: Option<Move>,
    /// The reply to think about.
    pub ponder: Option<Move>,
    /// How to write them.
    pub style: Style<'a>,
}

impl fmt::Display for BestMove<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves: Vec<Move> = self.best.into_iter().chain(self.ponder).collect();
        let text = Line(&moves, self.style).to_string();
        let mut words = text.split_ascii_whitespace();
        write!(f, "bestmove {}", words.next().unwrap_or("(none)"))?;
        words.next().map_or(Ok(()), |reply| write!(f, " ponder {reply}"))
    }
}

/// All legal moves, or `(none)`.
pub struct LegalMoves<'a>(pub &'a Game, pub Notation);

impl fmt::Display for LegalMoves<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LegalMoves(game, notation) = *self;
        let successors = game.rules().successors(game.position());
        if successors.is_empty() {
            return f.write_str("(none)");
        }
        for (index, successor) in successors.iter().enumerate() {
            let blank = if index > 0 { " " } else { "" };
            write!(f, "{blank}{}", notation::write(notation, game.position(), successor))?;
        }
        Ok(())
    }
}

/// `namua` or `mtaji`, then what the legal moves do: `capture`, `takata`, or `over`.
pub struct Stage<'a>(pub &'a Game);

impl fmt::Display for Stage<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.0.position();
        let stage = if position.is_namua() { "namua" } else { "mtaji" };
        let kind = match Starts::of(self.0.rules(), position).kind {
            MoveKind::Decided => "over",
            kind if kind.captures() => "capture",
            _ => "takata",
        };
        write!(f, "{stage} {kind}")
    }
}

/// The board as lines for people.
#[must_use]
pub fn board(position: &Position) -> Vec<String> {
    let view = View::of(position.parts());
    text(Words::english(), &view, TextStyle::default()).lines().map(str::to_owned).collect()
}

/// One event of a move after the word `trace`.
pub struct EventText(pub Event, pub Side);

impl fmt::Display for EventText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let EventText(event, side) = *self;
        let own = |hole: Hole| hole.name(side);
        let enemy = |hole: Hole| hole.name(side.other());
        f.write_str("trace ")?;
        match event {
            Event::StoreSeed { hole } => write!(f, "store {}", own(hole)),
            Event::Lift { hole, seeds } => write!(f, "lift {} {seeds}", own(hole)),
            Event::Tax => f.write_str("tax from the house"),
            Event::Lap { first, last, seeds, .. } => write!(f, "lap {} {} {seeds}", own(first), own(last)),
            Event::Seed { hole, count } => write!(f, "seed {} {count}", own(hole)),
            Event::Capture { by, from, seeds } => write!(f, "capture {} {} {seeds}", own(by), enemy(from)),
            Event::Enter { kichwa, .. } => write!(f, "enter {}", own(kichwa)),
            Event::Turned { .. } => f.write_str("turned round"),
            Event::HouseStopped => f.write_str("house stopped"),
            Event::HousePlayed => f.write_str("house played"),
            Event::OwnHouseLost => write!(f, "houselost {}", own(Hole::HOUSE)),
            Event::EnemyHouseLost => write!(f, "houselost {}", enemy(Hole::HOUSE)),
            Event::BlockStopped { hole } => write!(f, "blockstop {}", own(hole)),
            Event::BlockSet { hole } => write!(f, "block {}", enemy(hole)),
            Event::EndedEmpty { hole } => write!(f, "ended {}", own(hole)),
            Event::Won => f.write_str("won the game"),
            Event::NeverEnding { laps } => write!(f, "neverending {laps}"),
        }
    }
}
