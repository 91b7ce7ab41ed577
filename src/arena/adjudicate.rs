//! Ending games early: when both engines agree on who wins, or that nobody does.
//!
//! A resignation needs both engines: the loser's score at most minus the threshold and the winner's at least
//! the threshold, for so many moves of each in a row, so that one engine's delusion gives nothing away. A draw needs
//! both scores near zero for so many moves of each, from some ply on. Scores come from the engines and may be lies;
//! both rules are off unless asked for.

use super::info::Score;
use crate::board::Side;
use serde::{Deserialize, Serialize};

/// When a hopeless game is given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResignRule {
    /// Moves of each player in a row.
    pub moves: u32,
    /// Centiseeds the loser is behind, by both engines' scores.
    pub score: i32,
}

/// When a level game is called a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawRule {
    /// Not before this ply.
    pub from_ply: u32,
    /// Moves of each player in a row.
    pub moves: u32,
    /// Centiseeds from zero that still count as level.
    pub score: i32,
}

/// What the rules say after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// Play on.
    PlayOn,
    /// This side's engine is lost by both scores.
    Resigned(Side),
    /// Level for long enough.
    Drawn,
}

/// Keeps count through one game.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    resign: Option<ResignRule>,
    draw: Option<DrawRule>,
    /// For each side: plies in a row that spoke for its loss.
    losing: [u32; 2],
    level: u32,
}

impl Adjudicator {
    /// For a new game.
    pub fn new(resign: Option<ResignRule>, draw: Option<DrawRule>) -> Adjudicator {
        Adjudicator { resign, draw, losing: [0; 2], level: 0 }
    }

    /// Takes the score `mover` gave with his move, after `plies` plies of the game. A move without a score
    /// breaks every row.
    pub fn observe(&mut self, mover: Side, score: Option<Score>, plies: usize) -> Ruling {
        let value = score.map(Score::value);
        if let Some(rule) = self.resign {
            for (loser, count) in Side::BOTH.into_iter().zip(&mut self.losing) {
                let behind = value.map(|v| if mover == loser { -v } else { v });
                *count = if behind.is_some_and(|b| b >= rule.score) { *count + 1 } else { 0 };
                if *count >= rule.moves.saturating_mul(2) {
                    return Ruling::Resigned(loser);
                }
            }
        }
        if let Some(rule) = self.draw {
            self.level = if value.is_some_and(|v| v.abs() <= rule.score) { self.level + 1 } else { 0 };
            if plies >= rule.from_ply as usize && self.level >= rule.moves.saturating_mul(2) {
                return Ruling::Drawn;
            }
        }
        Ruling::PlayOn
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CP: fn(i32) -> Option<Score> = |c| Some(Score::Centiseeds(c));

    #[test]
    fn both_must_agree_on_a_loss() {
        let rule = ResignRule { moves: 2, score: 500 };
        let mut a = Adjudicator::new(Some(rule), None);
        assert_eq!(a.observe(Side::South, CP(-600), 1), Ruling::PlayOn);
        assert_eq!(a.observe(Side::North, CP(600), 2), Ruling::PlayOn);
        assert_eq!(a.observe(Side::South, Some(Score::Plies(-8)), 3), Ruling::PlayOn);
        assert_eq!(a.observe(Side::North, CP(501), 4), Ruling::Resigned(Side::South));
        // One optimist keeps the game going.
        let mut a = Adjudicator::new(Some(rule), None);
        for ply in 0..50 {
            let ruling = a.observe(
                if ply % 2 == 0 { Side::South } else { Side::North },
                CP(if ply % 2 == 0 { -900 } else { 0 }),
                ply,
            );
            assert_eq!(ruling, Ruling::PlayOn);
        }
    }

    #[test]
    fn level_games_are_drawn_after_the_given_ply() {
        let mut a = Adjudicator::new(None, Some(DrawRule { from_ply: 10, moves: 2, score: 5 }));
        let mut last = Ruling::PlayOn;
        for ply in 1..=10 {
            assert_eq!(last, Ruling::PlayOn);
            last = a.observe(if ply % 2 == 1 { Side::South } else { Side::North }, CP(4), ply);
        }
        assert_eq!(last, Ruling::Drawn);
        assert_eq!(a.observe(Side::South, None, 11), Ruling::PlayOn);
    }
}
