//! Network files: a description of one, and the material-only network from which everything starts.

use fundi::eval::features::{BUCKETS, INPUTS};
use fundi::eval::network::{NetworkError, Weights};
use fundi::eval::{Network, ONE};

/// A network that counts seeds and nothing else: every seed more than the enemy is worth 50 centiseeds, so that
/// capturing one is worth 100.
///
/// Two hidden units stand at one half, plus and minus the seeds ahead; the difference of their squares is exactly
/// proportional to the difference in seeds.
pub fn material() -> Result<Network, NetworkError> {
    const WIDTH: usize = 32;
    const SEED: i16 = 8;
    const HALF: i16 = 512;
    const WEIGHT: i16 = 2048;
    let mut rows = vec![0; INPUTS * WIDTH];
    for input in 0..INPUTS {
        let seeds = match input {
            0..736 => input % 23 + 1,
            736..758 => input - 735,
            758..780 => input - 757,
            _ => 0,
        } as i16;
        let own = input < 368 || (736..758).contains(&input);
        let value = if own { seeds * SEED } else { -seeds * SEED };
        rows[input * WIDTH] = value;
        rows[input * WIDTH + 1] = -value;
    }
    let mut bias = vec![0; WIDTH];
    bias[..2].fill(HALF);
    let mut output = vec![0; BUCKETS * WIDTH];
    for row in output.chunks_exact_mut(WIDTH) {
        row[..2].copy_from_slice(&[WEIGHT, -WEIGHT]);
    }
    let seed = 4 * i32::from(HALF) * i32::from(SEED) / 64 * i32::from(WEIGHT);
    let seed_in_logits = f64::from(seed) / f64::from(ONE);
    let centiseeds = (50.0 / seed_in_logits).round() as u32;
    let provenance = "material only: made by `fundi-tools net material`, not trained".to_owned();
    Network::new(&Weights {
        width: WIDTH,
        centiseeds,
        rows,
        bias,
        output,
        output_bias: [0; BUCKETS],
        provenance,
    })
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

    #[test]
    fn material_is_fifty_a_seed() {
        let network = material().unwrap();
        let mut board = fundi::eval::Board {
            rows: [2, 0x0200, 0, 1],
            stores: [10, 10],
            houses: [true, false],
            block: None,
        };
        assert_eq!(network.evaluate_board(&board), 150);
        board.stores = [10, 22];
        assert_eq!(network.evaluate_board(&board), -450);
        board.rows[0] = u64::from_le_bytes([5; 8]);
        assert_eq!(network.evaluate_board(&board), 50 * (42 + 10 - 23));
    }
}
