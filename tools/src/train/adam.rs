//! The Adam rule: every parameter moves by its own averaged gradient over the root of its averaged square.

use super::model::{Parameters, length, limit};
use rayon::prelude::*;

const FIRST: f32 = 0.9;
const SECOND: f32 = 0.999;
const TINY: f32 = 1e-8;

/// The running averages.
#[derive(Clone, Debug, PartialEq)]
pub struct Adam<const W: usize> {
    /// Steps taken.
    pub steps: u64,
    /// Averages of the gradient.
    pub first: Parameters<W>,
    /// Averages of its square.
    pub second: Parameters<W>,
}

impl<const W: usize> Adam<W> {
    /// No steps taken yet.
    pub fn new() -> Self {
        Self { steps: 0, first: Parameters::zero(), second: Parameters::zero() }
    }

    /// One step along the sum of `gradients`, each an unscaled sum over its share of `positions` positions. The
    /// parameters are held within the range of the engine's integers. The gradients are zeroed.
    pub fn step(
        &mut self,
        net: &mut Parameters<W>,
        gradients: &mut [Parameters<W>],
        positions: usize,
        rate: f32,
    ) {
        const PIECE: usize = 4096;
        self.steps += 1;
        let steps = self.steps.min(1 << 20) as i32;
        let (correct_first, correct_second) =
            (1.0 / (1.0 - FIRST.powi(steps)), 1.0 / (1.0 - SECOND.powi(steps)));
        let share = 1.0 / positions.max(1) as f32;
        let mut pieces: Vec<Vec<&mut [f32]>> = (0..length(W).div_ceil(PIECE)).map(|_| Vec::new()).collect();
        for gradient in gradients {
            for (list, piece) in pieces.iter_mut().zip(gradient.0.chunks_mut(PIECE)) {
                list.push(piece);
            }
        }
        let all = net.0.par_chunks_mut(PIECE).zip(self.first.0.par_chunks_mut(PIECE));
        all.zip(self.second.0.par_chunks_mut(PIECE)).zip(pieces).enumerate().for_each(
            |(number, (((weights, first), second), gradients))| {
                for i in 0..weights.len() {
                    let mut sum = 0.0;
                    for gradient in &gradients {
                        sum += gradient[i];
                    }
                    let slope = sum * share;
                    first[i] = FIRST * first[i] + (1.0 - FIRST) * slope;
                    second[i] = SECOND * second[i] + (1.0 - SECOND) * slope * slope;
                    let step = first[i] * correct_first / ((second[i] * correct_second).sqrt() + TINY);
                    let limit = limit(W, number * PIECE + i);
                    weights[i] = (weights[i] - rate * step).clamp(-limit, limit);
                }
                for gradient in gradients {
                    gradient.fill(0.0);
                }
            },
        );
    }
}
