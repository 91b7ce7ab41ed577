//! A small seeded random generator: the same seed gives the same openings and order on every machine.
//!
//! SplitMix64: one addition and three mixing steps a number. Good enough for shuffling and simulation,
//! and its whole state is the seed, so a match can be repeated from one printed number.

/// The generator. Cloning it repeats the same numbers.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// A generator that is wholly determined by `seed`.
    pub fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    /// A seed that differs from run to run, for when the user gives none. It should be printed.
    pub fn fresh_seed() -> u64 {
        let nanoseconds = std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)
            .map_or(1, |d| d.as_nanos() as u64);
        // Short enough to type again.
        Random::new(nanoseconds ^ u64::from(std::process::id())).bits() % 1_000_000_000
    }

    /// The next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number from 0 to `bound - 1`; 0 if `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        // The bias of the multiply-shift reduction is below bound / 2^64.
        ((u128::from(self.bits()) * bound as u128) >> 64) as usize
    }

    /// A number from 0 (included) to 1 (excluded).
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// An index chosen with the given probabilities (which should add up to 1).
    pub fn weighted(&mut self, probabilities: &[f64]) -> usize {
        let mut left = self.unit();
        for (i, p) in probabilities.iter().enumerate() {
            if left < *p {
                return i;
            }
            left -= p;
        }
        probabilities.len().saturating_sub(1)
    }

    /// Puts the items into random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_repeats_and_covers_its_range() {
        let mut a = Random::new(5);
        let mut b = a.clone();
        let mut seen = [0_u32; 10];
        for _ in 0..10_000 {
            let x = a.below(10);
            assert_eq!(x, b.below(10));
            seen[x] += 1;
        }
        assert!(seen.iter().all(|&n| (880..1120).contains(&n)), "{seen:?}");
        assert_eq!(a.below(0), 0);
    }

    #[test]
    fn a_shuffle_keeps_every_item() {
        let mut items: Vec<u32> = (0..100).collect();
        Random::new(1).shuffle(&mut items);
        assert_ne!(items, (0..100).collect::<Vec<u32>>());
        items.sort_unstable();
        assert_eq!(items, (0..100).collect::<Vec<u32>>());
    }
}
