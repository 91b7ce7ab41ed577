//! First proof numbers of a position nobody has looked into.
//!
//! Finding the starts costs a few comparisons and no sowing. No start is a proved loss. Otherwise the numbers are powers of two
//! whose exponents are sums over the board: one weight for the seeds of each hole, and a few for the number of starts, whether they
//! capture, the stores and the houses. The weights come from regression on solved positions (`fundi-tools solved weigh`): the
//! binary logarithm of the nodes the proof took, where it could be had, and a constant where the other side wins; halved, since in
//! a search the errors of many siblings add up.

use super::key::Key;
use super::numbers::Numbers;
use crate::board::Position;
use crate::rules::{Rules, Starts};

/// A weight in the exponent of `phi` (upper half) and of `delta` (lower half), in 1/256; the halves add up together.
type Pair = i32;

/// Weights of one stage of the game.
struct Stage {
    base: Pair,
    /// For each seed in both stores, and for each more in the own one.
    stores: [Pair; 2],
    captures: Pair,
    /// The own house, and the enemy's.
    houses: [Pair; 2],
    starts: [Pair; 32],
    /// By row as in [`Position::rows`], hole and seeds; 15 stands for more, too.
    holes: [[Pair; 16]; 32],
    /// The same for a front and the back hole behind it at once: by the byte of [`Key::words`] they share.
    files: [[Pair; 256]; 16],
}

/// Mtaji and namua. The file holds the halves of each pair, `phi` first, as little-endian 16-bit integers in the order of [`Stage`].
static STAGES: [Stage; 2] = {
    let bytes = include_bytes!("estimate.weights");
    [stage(bytes, 0), stage(bytes, PAIRS)]
};

const PAIRS: usize = 6 + 32 + 32 * 16;

const fn pair(bytes: &[u8; 2 * PAIRS * 4], at: usize) -> Pair {
    let phi = i16::from_le_bytes([bytes[4 * at], bytes[4 * at + 1]]);
    let delta = i16::from_le_bytes([bytes[4 * at + 2], bytes[4 * at + 3]]);
    ((phi as i32) << 16) + delta as i32
}

const fn stage(bytes: &[u8; 2 * PAIRS * 4], first: usize) -> Stage {
    let mut stage = Stage {
        base: pair(bytes, first),
        stores: [pair(bytes, first + 1), pair(bytes, first + 2)],
        captures: pair(bytes, first + 3),
        houses: [pair(bytes, first + 4), pair(bytes, first + 5)],
        starts: [0; 32],
        holes: [[0; 16]; 32],
        files: [[0; 256]; 16],
    };
    let mut at = 0;
    while at < 32 {
        stage.starts[at] = pair(bytes, first + 6 + at);
        let mut seeds = 0;
        while seeds < 16 {
            stage.holes[at][seeds] = pair(bytes, first + 38 + 16 * at + seeds);
            seeds += 1;
        }
        at += 1;
    }
    let mut file = 0;
    while file < 16 {
        let front = file / 8 * 16 + file % 8;
        let mut seeds = 0;
        while seeds < 256 {
            stage.files[file][seeds] = stage.holes[front][seeds & 15] + stage.holes[front + 8][seeds >> 4];
            seeds += 1;
        }
        file += 1;
    }
    stage
}

/// The least and the greatest exponent, in sixteenths.
const STEPS: [i32; 2] = [-80, 127];

/// `64 * 2^(exponent/16)` for all exponents from the least to the greatest.
static POWERS: [u32; (STEPS[1] - STEPS[0] + 1) as usize] = {
    // From 64 to below 128.
    const OCTAVE: [u32; 16] = [64, 67, 70, 73, 76, 79, 83, 87, 91, 95, 99, 103, 108, 112, 117, 123];
    let mut powers = [0; (STEPS[1] - STEPS[0] + 1) as usize];
    let mut at = 0;
    while at < powers.len() {
        let steps = at as i32 + STEPS[0];
        powers[at] = (OCTAVE[(steps & 15) as usize] << ((steps >> 4) + 5)) >> 5;
        at += 1;
    }
    powers
};

/// `64 * 2^(exponent/256)`, at least 2 and at most 2^14.
#[inline(always)]
fn power(exponent: i32) -> u32 {
    POWERS[((exponent >> 4).clamp(STEPS[0], STEPS[1]) - STEPS[0]) as usize]
}

/// The first numbers of a position in which the mover's turn comes up with nobody's row just captured empty.
#[inline(always)]
pub(super) fn estimate(rules: &Rules, key: &Key) -> Numbers {
    let position = &key.position();
    if position.is_decided() {
        // The player who just moved may have sown his own front row empty.
        return if position.own_rows().front == 0 { Numbers::loss(0) } else { Numbers::win(0) };
    }
    if key.bound().is_spent() == Some(true) {
        return Numbers::loss(0);
    }
    let starts = Starts::of(rules, position);
    let count = starts.left.count_ones() + starts.right.count_ones();
    if count == 0 {
        return Numbers::loss(0);
    }
    let exponents = exponents(position, key, count, starts.kind.captures());
    let delta = exponents as i16;
    let phi = (exponents - i32::from(delta)) >> 16;
    Numbers::open(power(phi), power(i32::from(delta)))
}

#[inline(always)]
fn exponents(position: &Position, key: &Key, starts: u32, captures: bool) -> Pair {
    let (own, enemy) = (i32::from(position.own_store()), i32::from(position.enemy_store()));
    let stage = &STAGES[usize::from(own + enemy > 0)];
    let when = |condition: bool, pair: Pair| if condition { pair } else { 0 };
    let mut sum = stage.base
        + stage.stores[0] * (own + enemy)
        + stage.stores[1] * (own - enemy)
        + when(captures, stage.captures)
        + when(position.own_house(), stage.houses[0])
        + when(position.enemy_house(), stage.houses[1])
        + stage.starts[starts as usize & 31];
    if key.has_heaps() {
        return sum + by_hole(position, stage);
    }
    for (word, files) in key.words.into_iter().zip(stage.files.chunks_exact(8)) {
        for (seeds, file) in word.to_le_bytes().into_iter().zip(files) {
            sum += file[usize::from(seeds)];
        }
    }
    sum
}

#[cold]
fn by_hole(position: &Position, stage: &Stage) -> Pair {
    let seeds = position.rows().into_iter().flat_map(u64::to_le_bytes);
    seeds.zip(&stage.holes).map(|(seeds, hole)| hole[usize::from(seeds.min(15))]).sum()
}

#[cfg(test)]
mod tests {
    use super::super::key::Bound;
    use super::*;

    #[test]
    fn numbers_stay_in_range() {
        assert_eq!([power(0), power(256), power(-256), power(128)], [64, 128, 32, 91]);
        assert_eq!([power(-100_000), power(100_000)], [2, 123 << 7]);
        assert!((-3_000..3_000).all(|exponent| power(exponent) <= power(exponent + 16)));
    }

    #[test]
    fn the_richer_player_is_nearer_to_his_goal() {
        let position = |text: &str| text.parse::<Position>().unwrap();
        let rich = position("1,0,2,0,1,0,0,0/0,1,2,0,1,0,2,0/3,2,4,5,3,4,1,2/5,4,3,4,5,3,4,2 S 0,0 - -");
        let numbers_of = |position: &Position| estimate(Rules::ZANZIBAR, &Key::new(position, Bound::NONE));
        let (numbers, poor) = (numbers_of(&rich), numbers_of(&rich.passed()));
        assert!(numbers.phi < poor.phi && numbers.delta > poor.delta, "{numbers:?} {poor:?}");
        assert!(numbers.phi < numbers.delta && poor.phi > poor.delta);
    }
}
