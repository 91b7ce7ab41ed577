//! Training: Adam over random batches, with a falling learning rate, checkpoints and a held-out loss.
//!
//! A batch is cut into a fixed number of shares that are summed in a fixed order, so the same seed gives the same network
//! to the last bit on any number of threads.

mod adam;
pub mod checkpoint;
pub mod model;
pub mod plot;
pub mod run;
pub mod sample;

use adam::Adam;
use model::{Parameters, logistic};
use rayon::prelude::*;
use sample::{Sample, block, blocks_in, epoch_order};
use std::time::Instant;

/// How to train.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Passes over the data.
    pub epochs: u64,
    /// Positions a step.
    pub batch: usize,
    /// Learning rate at the start; it falls along a cosine.
    pub rate: f32,
    /// Learning rate at the end.
    pub last_rate: f32,
    /// Share of the game result in the target, the rest being the search score.
    pub result_share: f32,
    /// Seed of the starting weights, the order and the mirroring.
    pub seed: u64,
    /// Whether to see positions without houses in the mirror half of the time.
    pub mirror: bool,
}

/// What one epoch came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// Its number, from 1.
    pub number: u64,
    /// Learning rate at its end.
    pub rate: f32,
    /// Mean squared error over the epoch, while training.
    pub loss: f64,
    /// Mean squared error on the held-out positions after it.
    pub held_loss: f64,
    /// The same against the game results alone.
    pub held_result_loss: f64,
    /// Positions a second.
    pub speed: f64,
}

/// Everything that a training run carries from epoch to epoch.
#[derive(Clone, Debug, PartialEq)]
pub struct State<const W: usize> {
    /// Epochs done.
    pub epochs: u64,
    /// The network.
    pub net: Parameters<W>,
    adam: Adam<W>,
}

/// Shares of a batch; more threads than this find no work.
const SHARES: usize = 16;

impl<const W: usize> State<W> {
    /// A fresh network.
    pub fn new(seed: u64) -> Self {
        Self { epochs: 0, net: Parameters::random(seed), adam: Adam::new() }
    }

    /// Trains one more epoch. `samples` must be scattered already and the same at each call.
    pub fn epoch(&mut self, settings: &Settings, samples: &[Sample], held: &[Sample]) -> Epoch {
        let started = Instant::now();
        let order = epoch_order(samples.len(), settings.seed, self.epochs);
        let batches = order.len().div_ceil(blocks_in(settings.batch)).max(1);
        let mut gradients = vec![Parameters::<W>::zero(); SHARES];
        let (mut total, mut rate) = (0.0, settings.rate);
        for (number, batch) in order.chunks(blocks_in(settings.batch)).enumerate() {
            let done = (self.epochs as f64 + number as f64 / batches as f64) / settings.epochs.max(1) as f64;
            rate = cosine(settings, done);
            let net = &self.net;
            let share = batch.len().div_ceil(SHARES);
            let losses: Vec<f64> = gradients
                .par_iter_mut()
                .zip(batch.par_chunks(share))
                .map(|(gradient, starts)| learn_blocks(net, settings, self.epochs, samples, starts, gradient))
                .collect();
            total += losses.iter().sum::<f64>();
            let positions = batch.iter().map(|&start| block(samples, start).len()).sum();
            self.adam.step(&mut self.net, &mut gradients, positions, rate);
        }
        self.epochs += 1;
        let speed = samples.len() as f64 / started.elapsed().as_secs_f64().max(1e-9);
        let (held_loss, held_result_loss) = self.losses(held, settings.result_share);
        let loss = total / samples.len().max(1) as f64;
        Epoch { number: self.epochs, rate, loss, held_loss, held_result_loss, speed }
    }

    /// Mean squared errors against the mixed target and against the results alone.
    pub fn losses(&self, samples: &[Sample], result_share: f32) -> (f64, f64) {
        let sums: Vec<(f64, f64)> = samples
            .par_chunks(4096)
            .map(|samples| {
                samples.iter().fold((0.0, 0.0), |(mixed, results), sample| {
                    let chance = logistic(self.net.logit(&sample.active(false), sample.board.bucket()));
                    let square = |target: f32| f64::from((chance - target) * (chance - target));
                    (mixed + square(sample.target(result_share)), results + square(sample.result))
                })
            })
            .collect();
        let share = 1.0 / samples.len().max(1) as f64;
        let (mixed, results) = sums.iter().fold((0.0, 0.0), |sum, part| (sum.0 + part.0, sum.1 + part.1));
        (mixed * share, results * share)
    }
}

fn cosine(settings: &Settings, done: f64) -> f32 {
    let wave = 0.5 * (1.0 + (std::f64::consts::PI * done).cos());
    settings.last_rate + (settings.rate - settings.last_rate) * wave as f32
}

fn learn_blocks<const W: usize>(
    net: &Parameters<W>,
    settings: &Settings,
    epoch: u64,
    samples: &[Sample],
    starts: &[usize],
    gradient: &mut Parameters<W>,
) -> f64 {
    let mut loss = 0.0;
    for &start in starts {
        // One bit a position decides about the mirror, and the other way round in the next epoch.
        let coin = (start as u64 ^ settings.seed).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        for (i, sample) in block(samples, start).iter().enumerate() {
            let mirror = settings.mirror && (coin >> (i % 64)) & 1 == epoch & 1;
            let (active, bucket) = (sample.active(mirror), sample.board.bucket());
            loss += f64::from(net.learn(&active, bucket, sample.target(settings.result_share), gradient));
        }
    }
    loss
}

#[cfg(test)]
mod tests {
    use super::*;
    use fundi::eval::features::Board;
    use fundi::random::Random;

    const SETTINGS: Settings = Settings {
        epochs: 4,
        batch: 512,
        rate: 0.01,
        last_rate: 0.001,
        result_share: 0.3,
        seed: 5,
        mirror: true,
    };

    /// Positions whose result is who holds more seeds.
    fn samples(count: usize) -> Vec<Sample> {
        let mut random = Random::new(8);
        let mut make = || {
            let mut counts = [0u8; 32];
            let share = random.unit();
            for _ in 0..64 {
                counts[random.below(16) + if random.unit() < share { 0 } else { 16 }] += 1;
            }
            let rows = [0, 8, 16, 24].map(|at| u64::from_le_bytes(std::array::from_fn(|i| counts[at + i])));
            let board = Board { rows, stores: [0; 2], houses: [false; 2], block: None };
            let more = counts[..16].iter().map(|&c| u32::from(c)).sum::<u32>() > 32;
            Sample { board, chance: 0.1 + 0.8 * f32::from(u8::from(more)), result: f32::from(u8::from(more)) }
        };
        (0..count).map(|_| make()).collect()
    }

    #[test]
    fn a_simple_rule_is_learnt() {
        let (train, held) = (samples(6000), samples(7000).split_off(6000));
        let mut state = State::<32>::new(1);
        let before = state.losses(&held, 0.3).0;
        let epochs: Vec<Epoch> = (0..4).map(|_| state.epoch(&SETTINGS, &train, &held)).collect();
        assert!(before > 0.1, "{before}");
        assert!(epochs[3].held_loss < 0.03, "{epochs:?}");
        assert!(epochs[3].loss < epochs[0].loss);
    }

    #[test]
    fn threads_do_not_change_the_result() {
        let train = samples(3000);
        let run = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let mut state = State::<32>::new(1);
                state.epoch(&SETTINGS, &train, &[]);
                state
            })
        };
        assert_eq!(run(1), run(3));
    }

    #[test]
    fn a_run_taken_up_again_ends_the_same() {
        let train = samples(2000);
        let mut whole = State::<32>::new(1);
        whole.epoch(&SETTINGS, &train, &[]);
        let mut again = State::<32>::from_bytes(&whole.to_bytes()).unwrap();
        assert_eq!(again, whole);
        whole.epoch(&SETTINGS, &train, &[]);
        again.epoch(&SETTINGS, &train, &[]);
        assert_eq!(again, whole);
    }
}
