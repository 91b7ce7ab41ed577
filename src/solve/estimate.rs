//! First proof numbers of a position nobody has looked into.
//!
//! Finding the starts costs a few comparisons and no sowing. No start is a proved loss; otherwise each start is a reply
//! that a proof of the mover's loss must answer, so `delta` grows with their number. Seeds tell who is nearer to his goal:
//! every sixteen seeds of advantage halve the work expected for a win and double that for a loss; having no capture is
//! worth six seeds. (Weights found by trial on positions of the early mtaji stage: half the nodes of counting starts alone.)

use super::key::Bound;
use super::numbers::Numbers;
use crate::board::Position;
use crate::rules::{Rules, Starts};

/// `64 * 2^(i/16)`: the number of an even position with one start is 64.
const POWERS: [u32; 16] = [64, 67, 70, 73, 76, 79, 83, 87, 91, 95, 99, 103, 108, 112, 117, 123];

/// The advantage counted at most, in seeds.
const MOST: i32 = 95;

const NO_CAPTURE: i32 = 6;

/// `64 * 2^(seeds/16)`, for -95 to 95 seeds.
#[inline(always)]
const fn power(seeds: i32) -> u32 {
    let power = POWERS[(seeds & 15) as usize];
    let doublings = seeds >> 4;
    if doublings >= 0 { power << doublings } else { power >> -doublings }
}

/// Seeds in both rows: the lanes of a row are added up by one multiplication.
#[inline(always)]
const fn seeds(front: u64, back: u64) -> i32 {
    const EVEN: u64 = 0x00ff_00ff_00ff_00ff;
    let pairs = (front & EVEN) + (front >> 8 & EVEN) + (back & EVEN) + (back >> 8 & EVEN);
    (pairs.wrapping_mul(0x0001_0001_0001_0001) >> 48) as i32
}

/// The first numbers of a position in which the mover's turn comes up with nobody's row just captured empty.
#[inline(always)]
pub(super) fn estimate(rules: &Rules, position: &Position, bound: Bound) -> Numbers {
    if position.is_decided() {
        // The player who just moved may have sown his own front row empty.
        return if position.own_rows().front == 0 { Numbers::loss(0) } else { Numbers::win(0) };
    }
    if bound.is_spent() == Some(true) {
        return Numbers::loss(0);
    }
    let starts = Starts::of(rules, position);
    let count = starts.left.count_ones() + starts.right.count_ones();
    if count == 0 {
        return Numbers::loss(0);
    }
    let [own_front, own_back, enemy_front, enemy_back] = position.rows();
    let stores = i32::from(position.own_store()) - i32::from(position.enemy_store());
    let captures = if starts.kind.captures() { 0 } else { NO_CAPTURE };
    let advantage = seeds(own_front, own_back) - seeds(enemy_front, enemy_back) + stores - captures;
    let advantage = advantage.clamp(-MOST, MOST);
    Numbers::open(power(-advantage), count * power(advantage))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_counted_and_numbers_stay_in_range() {
        assert_eq!(seeds(0x4000_0000_0000_0000, 0), 64);
        assert_eq!(seeds(0x0102_0304_0506_0708, 0x0807_0605_0403_0201), 72);
        assert!((-MOST..=MOST).all(|advantage| (1..=64 << 6).contains(&power(advantage))));
        assert_eq!([power(0), power(16), power(-16), power(-95)], [64, 128, 32, 1]);
    }

    #[test]
    fn an_even_position_counts_its_starts() {
        let start = Rules::KUJIFUNZA.start();
        assert_eq!(estimate(Rules::KUJIFUNZA, &start, Bound::NONE), Numbers::open(64, 16 * 64));
    }
}
