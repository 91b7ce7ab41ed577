//! A labelled position, and the order in which a training run sees them.

use super::model::logistic;
use fundi::eval::features::{Active, Board};
use fundi::random::Random;

/// One position of the training data.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The position from its mover's side.
    pub board: Board,
    /// Expected result for the mover by the search score, 0 to 1.
    pub chance: f32,
    /// Result of the game for the mover: 0, 1, or 0.5 for a draw.
    pub result: f32,
}

impl Sample {
    /// The target of the training: a mixture of both labels, `result_share` of it the result of the game.
    pub fn target(&self, result_share: f32) -> f32 {
        result_share * self.result + (1.0 - result_share) * self.chance
    }

    /// The inputs that are on, of the position itself or of its mirror image. A position in which a house is still owned
    /// is no equal of its mirror image and is never mirrored.
    pub fn active(&self, mirror: bool) -> Active {
        if mirror && self.board.houses == [false; 2] { self.mirrored().active() } else { self.board.active() }
    }

    fn mirrored(&self) -> Board {
        Board {
            rows: self.board.rows.map(u64::swap_bytes),
            block: self.board.block.map(|hole| 7 - hole),
            ..self.board
        }
    }
}

/// The expected result that a search score stands for: 1 for a win. Scores beyond `proved` are proved results.
pub fn chance_of(score: i16, centiseeds_a_logit: f64, proved: i16) -> f32 {
    match score {
        _ if score >= proved => 1.0,
        _ if score <= -proved => 0.0,
        _ => logistic((f64::from(score) / centiseeds_a_logit) as f32),
    }
}

/// Samples of one block stay neighbours for good, so that an epoch reads memory in runs.
const BLOCK: usize = 64;

/// Puts the samples in a random order once and for all. Every epoch then shuffles blocks of neighbours.
pub fn scatter(samples: &mut [Sample], seed: u64) {
    Random::new(seed ^ 0x5ca7).shuffle(samples);
}

/// The order in which an epoch takes the blocks of `samples` positions, as first positions of blocks.
pub fn epoch_order(samples: usize, seed: u64, epoch: u64) -> Vec<usize> {
    let mut starts: Vec<usize> = (0..samples).step_by(BLOCK).collect();
    Random::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ epoch).shuffle(&mut starts);
    starts
}

/// The positions of a block.
pub fn block(samples: &[Sample], start: usize) -> &[Sample] {
    &samples[start..samples.len().min(start + BLOCK)]
}

/// Blocks in a batch of so many positions.
pub fn blocks_in(positions: usize) -> usize {
    positions.div_ceil(BLOCK).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fundi::eval::features::mirrored_input;

    fn sample(houses: [bool; 2]) -> Sample {
        let board = Board {
            rows: [0x0102_0300_0000_0006, 0x0700_0000_0000_0001, 0x11, 0x0400],
            stores: [3, 0],
            houses,
            block: Some(2),
        };
        Sample { board, chance: 0.6, result: 1.0 }
    }

    #[test]
    fn mirror_images_switch_the_mirrored_inputs() {
        let inputs = |active: Active| active.iter().map(usize::from).collect::<Vec<_>>();
        let plain = sample([false; 2]);
        let mut expected: Vec<usize> = inputs(plain.active(false)).into_iter().map(mirrored_input).collect();
        expected.sort_unstable();
        assert_eq!(inputs(plain.active(true)), expected);
        let housed = sample([true, false]);
        assert_eq!(inputs(housed.active(true)), inputs(housed.active(false)));
    }

    #[test]
    fn targets_mix_score_and_result() {
        let sample = sample([false; 2]);
        assert_eq!(sample.target(0.0), 0.6);
        assert_eq!(sample.target(1.0), 1.0);
        assert!((sample.target(0.5) - 0.8).abs() < 1e-6);
    }

    #[test]
    fn scores_become_chances() {
        assert_eq!(chance_of(30_000, 200.0, 20_001), 1.0);
        assert_eq!(chance_of(-30_000, 200.0, 20_001), 0.0);
        assert_eq!(chance_of(0, 200.0, 20_001), 0.5);
        assert!((chance_of(200, 200.0, 20_001) - 0.731_058_6).abs() < 1e-6);
    }

    #[test]
    fn an_epoch_takes_every_position_once() {
        let order = epoch_order(1000, 1, 0);
        let mut taken: Vec<usize> = order.iter().flat_map(|&start| start..1000.min(start + BLOCK)).collect();
        assert_ne!(order, epoch_order(1000, 1, 1));
        taken.sort_unstable();
        assert_eq!(taken, (0..1000).collect::<Vec<_>>());
    }
}
