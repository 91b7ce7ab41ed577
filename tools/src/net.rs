//! Network files: a description of one, and two evaluations without training written as networks.
//!
//! The engine evaluates by networks only. Whatever else is to be compared with them must become one, which is no loss:
//! squares make any straight line, since (h + x)² - (h - x)² = 4hx.

use fundi::eval::features::{BUCKETS, INPUTS};
use fundi::eval::network::{MAX_INPUT_WEIGHT, NetworkError, Weights};
use fundi::eval::{Network, ONE};

const WIDTH: usize = 32;

/// Half of a full activation.
const HALF: i16 = 512;

/// The first input of the enemy's holes, of the own store, of the enemy's store, and of the house inputs.
const ENEMY: usize = 368;
const STORES: usize = 736;
const ENEMY_STORE: usize = 758;
const HOUSES: usize = 780;

/// A network under construction.
struct Builder {
    rows: Vec<i16>,
    bias: Vec<i16>,
    output: Vec<i16>,
    used: usize,
}

impl Builder {
    fn new() -> Self {
        Self { rows: vec![0; INPUTS * WIDTH], bias: vec![0; WIDTH], output: vec![0; WIDTH], used: 0 }
    }

    /// A unit whose square is weighted by `weight`.
    fn unit(&mut self, bias: i16, weight: i16, input: impl Fn(usize) -> i16) {
        let unit = self.used;
        self.used += 1;
        self.bias[unit] = bias;
        self.output[unit] = weight;
        (0..INPUTS).for_each(|i| self.rows[i * WIDTH + unit] = input(i));
    }

    /// Adds the sum of the inputs' values, which must stay within half an activation; one is worth 32 `weight`.
    fn straight(&mut self, weight: i16, value: impl Fn(usize) -> i16) {
        self.unit(HALF, weight, &value);
        self.unit(HALF, -weight, |input| -value(input));
    }

    /// `one` is what a centiseed is worth in the output's units.
    fn finish(self, one: f64, constant: f64, provenance: &str) -> Result<Network, NetworkError> {
        Network::new(&Weights {
            width: WIDTH,
            centiseeds: (f64::from(ONE) / one).round() as u32,
            rows: self.rows,
            bias: self.bias,
            output: self.output.repeat(BUCKETS),
            output_bias: [(constant * one) as i32; BUCKETS],
            provenance: provenance.to_owned(),
        })
    }
}

/// Own or enemy's, front or not, and seeds (1..) of a hole's input; `None` for other inputs.
fn hole(input: usize) -> Option<(bool, bool, i16)> {
    (input < STORES).then_some((input < ENEMY, (input / 23) % 16 < 8, (input % 23) as i16 + 1))
}

/// A network that counts seeds and nothing else: every seed more than the enemy is worth 50 centiseeds, so that
/// capturing one is worth 100.
///
/// # Errors
/// None: the weights are constants.
pub fn material() -> Result<Network, NetworkError> {
    const SEED: i16 = 8;
    const WEIGHT: i16 = 2048;
    let mut builder = Builder::new();
    builder.straight(WEIGHT, |input| match (hole(input), input) {
        (Some((own, _, seeds)), _) => SEED * if own { seeds } else { -seeds },
        (None, STORES..ENEMY_STORE) => SEED * (input - STORES + 1) as i16,
        (None, ENEMY_STORE..HOUSES) => -SEED * (input - ENEMY_STORE + 1) as i16,
        _ => 0,
    });
    let seed = 32.0 * f64::from(SEED) * f64::from(WEIGHT);
    builder.finish(seed / 50.0, 0.0, "material only: made by `fundi-tools net material`, not trained")
}

/// The evaluation that the engine had before its first trained network: 50 centiseeds for a seed on the board, 12 for
/// a filled front hole, 8 for a hole of two or more, 6 for a seed in an owned house, each minus the enemy's, and 50 for
/// the move.
///
/// # Errors
/// None: the weights are constants.
pub fn hand_written() -> Result<Network, NetworkError> {
    let sign = |own: bool, value: i16| if own { value } else { -value };
    let mut builder = Builder::new();
    builder.straight(4000, |input| hole(input).map_or(0, |(own, _, seeds)| sign(own, 8 * seeds)));
    let one = 32.0 * 8.0 * 4000.0 / 50.0;
    // 60 a hole at weight 128 is 12 centiseeds, 32 a hole at weight 160 is 8.
    builder.straight(128, |input| {
        hole(input).map_or(0, |(own, front, _)| sign(own, if front { 60 } else { 0 }))
    });
    builder.straight(160, |input| {
        hole(input).map_or(0, |(own, _, seeds)| sign(own, if seeds >= 2 { 32 } else { 0 }))
    });
    // A house counts only while owned: without its input the unit stays below zero. The root makes the square straight.
    for (house, enemy, weight) in [(HOUSES, 0, 401), (HOUSES + 1, ENEMY, -401)] {
        builder.unit(-MAX_INPUT_WEIGHT, weight, |input| match input {
            _ if input == house => MAX_INPUT_WEIGHT,
            _ if (enemy + 4 * 23..enemy + 5 * 23).contains(&input) => {
                (140.0 * f64::from(input as u32 % 23 + 1).sqrt()).round() as i16
            }
            _ => 0,
        });
    }
    builder.finish(one, 50.0, "hand-written evaluation: made by `fundi-tools net hand-written`, not trained")
}

/// A network in a few lines.
pub fn describe(network: &Network) -> String {
    format!(
        "{} inputs, {} hidden units, {BUCKETS} buckets, {} centiseeds a logit, identity {:016x}\n{}",
        INPUTS,
        network.width(),
        network.centiseeds(),
        network.checksum(),
        network.provenance()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use fundi::eval::Board;
    use fundi::random::Random;

    #[test]
    fn material_is_fifty_a_seed() {
        let network = material().unwrap();
        let mut board =
            Board { rows: [2, 0x0200, 0, 1], stores: [10, 10], houses: [true, false], block: None };
        assert_eq!(network.evaluate_board(&board), 150);
        board.stores = [10, 22];
        assert_eq!(network.evaluate_board(&board), -450);
        board.rows[0] = u64::from_le_bytes([5; 8]);
        assert_eq!(network.evaluate_board(&board), 50 * (42 + 10 - 23));
    }

    #[test]
    fn the_hand_written_evaluation_follows_its_formula() {
        let network = hand_written().unwrap();
        let mut random = Random::new(6);
        for _ in 0..500 {
            let mut counts = [0u8; 32];
            (0..50).for_each(|_| counts[random.below(32)] += 1);
            let board = Board {
                rows: [0, 8, 16, 24].map(|at| u64::from_le_bytes(std::array::from_fn(|i| counts[at + i]))),
                stores: [3, 4],
                houses: [random.below(2) == 0, random.below(2) == 0],
                block: None,
            };
            let side = |at: usize, owned: bool| {
                let holes = counts[at..at + 16].iter().enumerate();
                let parts = holes.map(|(hole, &count)| {
                    let count = i32::from(count);
                    let house = if owned && hole == 4 { 6 * count } else { 0 };
                    50 * count
                        + if hole < 8 && count > 0 { 12 } else { 0 }
                        + if count > 1 { 8 } else { 0 }
                        + house
                });
                parts.sum::<i32>()
            };
            let expected = 50 + side(0, board.houses[0]) - side(16, board.houses[1]);
            let found = network.evaluate_board(&board);
            assert!((found - expected).abs() <= 3, "{board:?}: {found}, expected {expected}");
        }
    }
}
