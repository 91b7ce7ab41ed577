//! Weaker play on purpose: fewer nodes, and a deliberate misjudgement of each move.
//!
//! A limited engine searches all root moves exactly as far as its nodes reach, then adds to every score an error drawn from the
//! position, the move and a seed, and plays the move that looks best. Strength falls smoothly; nothing waits or pretends.

use super::score::{PROVEN, Score};
use crate::rules::Move;

/// A playing strength below the full one: 0 (hardly sees anything) to 20, in tenths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    tenths: u16,
    seed: u64,
}

/// Elo by tenths of a level, measured in matches of neighbours (40 to 100 games each) and anchored at level 10 = 1500; see
/// `tools/EXPERIMENTS.md`.
const MEASURED_ELO: [(u16, i32); 8] =
    [(0, 150), (20, 310), (50, 730), (80, 1210), (100, 1500), (120, 1710), (150, 1930), (200, 2170)];

impl Level {
    /// The strongest limited level.
    pub const MAX: u8 = 20;
    /// The Elo of level 0.
    pub const MIN_ELO: i32 = MEASURED_ELO[0].1;
    /// The Elo of level 20.
    pub const MAX_ELO: i32 = MEASURED_ELO[MEASURED_ELO.len() - 1].1;

    /// A whole level, clamped to 0 to 20.
    #[must_use]
    pub fn new(level: u8) -> Level {
        Level { tenths: u16::from(level.min(Level::MAX)) * 10, seed: 0 }
    }

    /// The level of that Elo, clamped to [`Level::MIN_ELO`] and [`Level::MAX_ELO`].
    #[must_use]
    pub fn from_elo(elo: i32) -> Level {
        let elo = elo.clamp(Level::MIN_ELO, Level::MAX_ELO);
        let mut tenths = 0;
        for pair in MEASURED_ELO.windows(2) {
            let &[(low, low_elo), (high, high_elo)] = pair else { continue };
            if elo >= low_elo {
                let part =
                    (elo - low_elo).min(high_elo - low_elo) * i32::from(high - low) / (high_elo - low_elo);
                tenths = low + part.unsigned_abs() as u16;
            }
        }
        Level { tenths, seed: 0 }
    }

    /// The Elo of this level.
    #[must_use]
    pub fn elo(self) -> i32 {
        let mut elo = Level::MIN_ELO;
        for pair in MEASURED_ELO.windows(2) {
            let &[(low, low_elo), (high, high_elo)] = pair else { continue };
            if self.tenths >= low {
                elo = low_elo
                    + (high_elo - low_elo) * i32::from(self.tenths.min(high) - low) / i32::from(high - low);
            }
        }
        elo
    }

    /// The same strength with other errors: give each game its own seed and games differ.
    #[must_use]
    pub const fn with_seed(self, seed: u64) -> Level {
        Level { seed, ..self }
    }

    /// The whole level, 0 to 20.
    #[must_use]
    pub const fn number(self) -> u8 {
        (self.tenths / 10) as u8
    }

    /// Nodes a move: 40 at level 0, half as many again for each level, about 130,000 at level 20.
    pub(crate) fn nodes(self) -> u64 {
        (40.0 * 1.5f64.powf(f64::from(self.tenths) / 10.0)) as u64
    }

    /// Typical error of judgement in centiseeds.
    fn spread(self) -> f64 {
        let missing = 1.0 - f64::from(self.tenths) / 200.0;
        500.0 * missing * missing
    }

    /// The score with which this level sees a move. Wins and losses within three plies are always seen from level 5 on.
    pub(crate) fn misjudge(self, key: u64, mv: Move, score: i32) -> i32 {
        let near = Score::from_raw(score).win_plies().is_some_and(|plies| plies.abs() <= 3);
        if near && self.tenths >= 50 {
            return score;
        }
        // Sum of four uniform numbers: close enough to a bell curve.
        let mut bits = key ^ self.seed ^ (u64::from(mv.index()) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut sum = 0.0;
        for _ in 0..4 {
            bits = (bits ^ bits >> 31).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            bits ^= bits >> 29;
            sum += (bits >> 40) as f64 / f64::from(1 << 24) - 0.5;
        }
        let error = (sum * 1.73 * self.spread()) as i32;
        if score.abs() >= PROVEN { score.clamp(-1500, 1500) + error } else { score + error }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_and_level_are_inverse_and_rise_together() {
        for level in 1..=Level::MAX {
            let (lower, here) = (Level::new(level - 1), Level::new(level));
            assert!(
                lower.elo() < here.elo() && lower.nodes() < here.nodes() && lower.spread() > here.spread()
            );
            assert!(Level::from_elo(here.elo()).tenths.abs_diff(here.tenths) <= 1);
        }
        assert_eq!(Level::from_elo(9999).number(), 20);
        assert_eq!(Level::from_elo(0).number(), 0);
    }
}
