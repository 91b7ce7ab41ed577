//! Network files, and the agreement of the two ways of computing.

use super::features::{BUCKETS, Board, INPUTS};
use super::network::{MAX_INPUT_WEIGHT, MAX_OUTPUT_WEIGHT, Network, NetworkError, Weights};

/// A small generator of reproducible numbers (SplitMix64).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn within(&mut self, limit: i16) -> i16 {
        (self.next() % (2 * limit as u64 + 1)) as i16 - limit
    }

    fn board(&mut self) -> Board {
        let mut counts = [0u8; 32];
        for _ in 0..64 {
            counts[(self.next() % 32) as usize] += 1;
        }
        let sides = [0, 8, 16, 24].map(|at| u64::from_le_bytes(std::array::from_fn(|i| counts[at + i])));
        let bits = self.next();
        Board {
            rows: sides,
            stores: [(bits >> 8) as u8 % 23, (bits >> 16) as u8 % 23],
            houses: [bits & 1 > 0, bits & 2 > 0],
            block: (bits & 4 > 0).then_some((bits >> 24) as u8 % 8),
        }
    }
}

fn random_weights(width: usize, limit: i16, output: i16, seed: u64) -> Weights {
    let mut numbers = Numbers(seed);
    Weights {
        width,
        centiseeds: 200,
        rows: (0..INPUTS * width).map(|_| numbers.within(limit)).collect(),
        bias: (0..width).map(|_| numbers.within(limit)).collect(),
        output: (0..BUCKETS * width).map(|_| numbers.within(output)).collect(),
        output_bias: [200_000, -40_000_000, 0, 140_000_000],
        provenance: "random weights, Nyumba ya Bao".to_owned(),
    }
}

#[test]
fn vectors_and_plain_code_agree_exactly() {
    for width in (32..=256).step_by(32) {
        for (limit, output) in [(40, 600), (MAX_INPUT_WEIGHT, MAX_OUTPUT_WEIGHT)] {
            let fast = Network::new(&random_weights(width, limit, output, 7)).unwrap();
            let plain = fast.clone().portable();
            let mut numbers = Numbers(width as u64);
            for _ in 0..500 {
                let board = numbers.board();
                assert_eq!(fast.evaluate_board(&board), plain.evaluate_board(&board), "{board:?}");
            }
        }
    }
}

#[test]
fn largest_weights_do_not_overflow() {
    let mut weights = random_weights(256, 1, 1, 1);
    weights.rows.fill(MAX_INPUT_WEIGHT);
    weights.bias.fill(MAX_INPUT_WEIGHT);
    weights.output.fill(MAX_OUTPUT_WEIGHT);
    weights.output_bias = [0; BUCKETS];
    weights.centiseeds = 1;
    let board =
        Board { rows: [0x0101_0101_0101_0101; 4], stores: [22; 2], houses: [true; 2], block: Some(0) };
    let network = Network::new(&weights).unwrap();
    // 256 units fully on at 4055/2048 each.
    assert_eq!(network.evaluate_board(&board), 507);
    assert_eq!(network.portable().evaluate_board(&board), 507);
}

#[test]
fn integers_follow_the_formula() {
    let weights = random_weights(64, 240, 3200, 3);
    let network = Network::new(&weights).unwrap();
    let mut numbers = Numbers(11);
    for _ in 0..200 {
        let board = numbers.board();
        let bucket = board.bucket();
        let mut logit = f64::from(weights.output_bias[bucket]) / f64::from(super::ONE);
        for unit in 0..64 {
            let mut sum = f64::from(weights.bias[unit]);
            for input in board.active().iter() {
                sum += f64::from(weights.rows[usize::from(input) * 64 + unit]);
            }
            let activation = (sum / 1023.0).clamp(0.0, 1.0);
            logit += activation * activation * f64::from(weights.output[bucket * 64 + unit]) / 2048.0;
        }
        let expected = (logit * 200.0).round() as i32;
        assert!((network.evaluate_board(&board) - expected).abs() <= 1, "{board:?}");
    }
}

#[test]
fn files_come_back_as_written() {
    let weights = random_weights(96, 300, 90, 5);
    let network = Network::new(&weights).unwrap();
    let bytes = network.to_bytes();
    let again = Network::from_bytes(&bytes).unwrap();
    assert_eq!(again.weights(), weights);
    assert_eq!(again.checksum(), network.checksum());
    assert_eq!(again.to_bytes(), bytes);
}

#[test]
fn damaged_files_are_refused() {
    let good = Network::new(&random_weights(32, 300, 90, 5)).unwrap().to_bytes();
    let with = |at: usize, byte: u8| {
        let mut bytes = good.clone();
        bytes[at] = byte;
        Network::from_bytes(&bytes).unwrap_err()
    };
    assert_eq!(with(0, b'f'), NetworkError::Magic);
    assert_eq!(with(8, 9), NetworkError::Version(9));
    assert_eq!(with(12, 1), NetworkError::Features(1));
    assert_eq!(with(16, 33), NetworkError::Width(33));
    assert_eq!(with(20, 5), NetworkError::Buckets(5));
    assert_eq!(with(24, 1), NetworkError::Checksum);
    assert_eq!(with(1000, good[1000] ^ 4), NetworkError::Checksum);
    assert!(matches!(with(16, 64), NetworkError::Short { .. }));
    assert!(matches!(Network::from_bytes(&good[..good.len() - 1]), Err(NetworkError::Short { .. })));
    assert!(matches!(Network::from_bytes(&[]), Err(NetworkError::Short { .. })));
    let mut weights = random_weights(32, 10, 10, 1);
    weights.rows[5] = 713;
    assert!(matches!(Network::new(&weights), Err(NetworkError::Weight { value: 713, .. })));
    weights.rows.pop();
    assert!(matches!(Network::new(&weights), Err(NetworkError::Length { part: "input rows", .. })));
}

#[test]
fn every_single_damage_is_noticed() {
    let good = Network::new(&random_weights(32, 300, 90, 5)).unwrap().to_bytes();
    for at in (0..40).chain((64..good.len()).step_by(997)) {
        for bit in 0..8 {
            let mut bytes = good.clone();
            bytes[at] ^= 1 << bit;
            assert!(Network::from_bytes(&bytes).is_err(), "byte {at} bit {bit}");
        }
    }
}

#[test]
fn the_embedded_network_is_sound() {
    let network = Network::embedded();
    assert_eq!(Network::from_bytes(&network.to_bytes()).unwrap().checksum(), network.checksum());
    assert!(!network.provenance().is_empty());
}

#[test]
fn swapping_colours_changes_no_value() {
    let south: crate::board::Position =
        "0,1,0,2,0,0,0,3/0,2,2,6,0,0,1,0/0,0,5,0,6,2,2,0/0,0,1,0,0,2,0,0 S 14,15 SN -".parse().unwrap();
    let mut parts = south.parts();
    parts.holes.swap(0, 1);
    parts.stores.swap(0, 1);
    parts.houses.swap(0, 1);
    parts.mover = parts.mover.other();
    let north = crate::board::Position::from_parts(&parts).unwrap();
    assert_eq!(super::evaluate(&south), super::evaluate(&north));
}
