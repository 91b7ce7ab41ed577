//! The network in floating point: forward pass, gradients, and the step to integers.
//!
//! The shape is the engine's: inputs that are on or off, one hidden layer whose units are clamped to 0..=1 and squared,
//! one output row for each stage bucket. The output is a logit: its logistic function is the expected result.

use fundi::eval::features::{Active, BUCKETS, INPUTS};
use fundi::eval::network::{MAX_INPUT_WEIGHT, MAX_OUTPUT_WEIGHT, Weights};
use fundi::eval::{ONE, QA, QB};
use fundi::random::Random;

/// Largest size of the parameter at a place in the vector: the engine's integers hold no more.
pub fn limit(width: usize, at: usize) -> f32 {
    if at < output_at(width) {
        f32::from(MAX_INPUT_WEIGHT) / f32::from(QA)
    } else if at < output_bias_at(width) {
        f32::from(MAX_OUTPUT_WEIGHT) / f32::from(QB)
    } else {
        16.0
    }
}

/// All parameters of a network of `W` hidden units, or a gradient, or one of Adam's averages, in one vector:
/// input rows, hidden biases, output rows, output biases.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameters<const W: usize>(pub Vec<f32>);

const fn bias_at(width: usize) -> usize {
    INPUTS * width
}

const fn output_at(width: usize) -> usize {
    (INPUTS + 1) * width
}

const fn output_bias_at(width: usize) -> usize {
    (INPUTS + 1 + BUCKETS) * width
}

/// Parameters of a network of a given width.
pub const fn length(width: usize) -> usize {
    output_bias_at(width) + BUCKETS
}

impl<const W: usize> Parameters<W> {
    /// All zero.
    pub fn zero() -> Self {
        Self(vec![0.0; length(W)])
    }

    /// Small random weights to start from.
    pub fn random(seed: u64) -> Self {
        let mut random = Random::new(seed ^ 0x11e7);
        let mut uniform = |size: f64| (size * (2.0 * random.unit() - 1.0)) as f32;
        let mut parameters = Self::zero();
        let (rows, rest) = parameters.0.split_at_mut(bias_at(W));
        rows.iter_mut().for_each(|weight| *weight = uniform(0.08));
        rest[..W].iter_mut().for_each(|bias| *bias = 0.25 + uniform(0.2));
        rest[W..W + BUCKETS * W].iter_mut().for_each(|weight| *weight = uniform(2.0 / (W as f64).sqrt()));
        parameters
    }

    fn row(&self, input: u16) -> &[f32; W] {
        self.block(usize::from(input) * W)
    }

    fn block(&self, at: usize) -> &[f32; W] {
        self.0[at..].first_chunk().expect("rows lie inside the parameters")
    }

    fn block_mut(&mut self, at: usize) -> &mut [f32; W] {
        self.0[at..].first_chunk_mut().expect("rows lie inside the parameters")
    }

    fn hidden(&self, active: &Active) -> [f32; W] {
        let mut sums = *self.block(bias_at(W));
        for input in active.iter() {
            for (sum, weight) in sums.iter_mut().zip(self.row(input)) {
                *sum += weight;
            }
        }
        sums
    }

    /// The output for a position: the logit of the mover's expected result.
    pub fn logit(&self, active: &Active, bucket: usize) -> f32 {
        let sums = self.hidden(active);
        self.weigh(&sums, bucket)
    }

    fn weigh(&self, sums: &[f32; W], bucket: usize) -> f32 {
        // Eight separate sums, so that the compiler may use vectors without changing the result.
        let mut total = [0.0f32; 8];
        let output = self.block(output_at(W) + bucket * W);
        for (sums, weights) in sums.chunks_exact(8).zip(output.chunks_exact(8)) {
            for i in 0..8 {
                let unit = sums[i].clamp(0.0, 1.0);
                total[i] += unit * unit * weights[i];
            }
        }
        total.iter().sum::<f32>() + self.0[output_bias_at(W) + bucket]
    }

    /// Adds the gradient of one position's squared error to `gradient`; the error itself is returned.
    pub fn learn(&self, active: &Active, bucket: usize, target: f32, gradient: &mut Self) -> f32 {
        let sums = self.hidden(active);
        let chance = logistic(self.weigh(&sums, bucket));
        let error = chance - target;
        let slope = 2.0 * error * chance * (1.0 - chance);
        let output = *self.block(output_at(W) + bucket * W);
        gradient.0[output_bias_at(W) + bucket] += slope;
        let mut back = [0.0f32; W];
        {
            let output_gradient = gradient.block_mut(output_at(W) + bucket * W);
            for i in 0..W {
                let unit = sums[i].clamp(0.0, 1.0);
                output_gradient[i] += slope * unit * unit;
                let open = if sums[i] > 0.0 && sums[i] < 1.0 { 1.0 } else { 0.0 };
                back[i] = slope * output[i] * 2.0 * unit * open;
            }
        }
        for input in active.iter() {
            for (sum, back) in gradient.block_mut(usize::from(input) * W).iter_mut().zip(&back) {
                *sum += back;
            }
        }
        for (sum, back) in gradient.block_mut(bias_at(W)).iter_mut().zip(&back) {
            *sum += back;
        }
        error * error
    }

    /// The network in the engine's integers.
    pub fn quantised(&self, centiseeds: u32, provenance: String) -> Weights {
        let rounded = |values: &[f32], unit: i16| {
            values.iter().map(|value| (value * f32::from(unit)).round() as i16).collect::<Vec<_>>()
        };
        Weights {
            width: W,
            centiseeds,
            rows: rounded(&self.0[..bias_at(W)], QA),
            bias: rounded(&self.0[bias_at(W)..output_at(W)], QA),
            output: rounded(&self.0[output_at(W)..output_bias_at(W)], QB),
            output_bias: std::array::from_fn(|i| {
                (f64::from(self.0[output_bias_at(W) + i]) * f64::from(ONE)).round() as i32
            }),
            provenance,
        }
    }
}

/// The logistic function: from a logit to a probability.
pub fn logistic(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use fundi::eval::Network;
    use fundi::eval::features::Board;

    fn board(random: &mut Random) -> Board {
        let mut counts = [0u8; 32];
        for _ in 0..64 {
            counts[random.below(32)] += 1;
        }
        Board {
            rows: [0, 8, 16, 24].map(|at| u64::from_le_bytes(std::array::from_fn(|i| counts[at + i]))),
            stores: [random.below(23) as u8, random.below(23) as u8],
            houses: [(random.bits() & 1 == 0), (random.bits() & 1 == 0)],
            block: None,
        }
    }

    #[test]
    fn gradient_is_the_slope_of_the_error() {
        let parameters = Parameters::<32>::random(1);
        let mut random = Random::new(2);
        let board = board(&mut random);
        let (active, bucket) = (board.active(), board.bucket());
        let error = |parameters: &Parameters<32>| {
            (f64::from(logistic(parameters.logit(&active, bucket))) - 0.9).powi(2)
        };
        let mut gradient = Parameters::zero();
        parameters.learn(&active, bucket, 0.9, &mut gradient);
        let first = active.iter().next().map_or(0, usize::from) * 32;
        let output = output_at(32) + bucket * 32;
        let touched = (first..first + 32).chain(output..output + 32).chain([output_bias_at(32) + bucket]);
        for at in touched {
            let shifted = |by: f32| {
                let mut parameters = parameters.clone();
                parameters.0[at] += by;
                error(&parameters)
            };
            let slope = (shifted(0.002) - shifted(-0.002)) / 0.004;
            assert!((slope - f64::from(gradient.0[at])).abs() < 2e-3, "{at}: {slope} {}", gradient.0[at]);
        }
    }

    #[test]
    fn integers_stay_close_to_floating_point() {
        let parameters = Parameters::<64>::random(4);
        let network = Network::new(&parameters.quantised(200, String::new())).unwrap();
        let mut random = Random::new(9);
        let mut total = 0.0;
        for _ in 0..1000 {
            let board = board(&mut random);
            let float = f64::from(parameters.logit(&board.active(), board.bucket())) * 200.0;
            total += (float - f64::from(network.evaluate_board(&board))).abs();
        }
        assert!(total / 1000.0 < 2.0, "mean error {}", total / 1000.0);
    }
}
