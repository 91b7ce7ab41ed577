//! Distributions of short times in little memory: how promptly an engine answers.
//!
//! Times are counted in buckets whose width grows with the time (eight to each doubling), so a percentile is
//! right to about 6 % from a microsecond to an hour, and histograms of many games simply add up.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Duration;

/// Counts of times by size.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Histogram {
    /// Bucket number to count.
    buckets: BTreeMap<u16, u64>,
    /// Longest time in microseconds.
    longest: u64,
}

/// Bucket of a time: below 16 µs one each, above that eight to a doubling.
fn bucket(micros: u64) -> u16 {
    if micros < 16 {
        return micros as u16;
    }
    let log = micros.ilog2();
    let eighth = (micros >> (log - 3)) & 7;
    (16 + (log - 4) * 8) as u16 + eighth as u16
}

/// Upper end of a bucket in microseconds.
fn ceiling(bucket: u16) -> u64 {
    if bucket < 16 {
        return u64::from(bucket);
    }
    let log = u32::from((bucket - 16) / 8 + 4);
    let eighth = u64::from((bucket - 16) % 8);
    (1_u64 << log) + ((eighth + 1) << (log - 3)) - 1
}

impl Histogram {
    /// Counts one time.
    pub fn add(&mut self, time: Duration) {
        let micros = time.as_micros().min(1 << 40) as u64;
        *self.buckets.entry(bucket(micros)).or_insert(0) += 1;
        self.longest = self.longest.max(micros);
    }

    /// Adds another histogram.
    pub fn merge(&mut self, other: &Histogram) {
        for (&bucket, &count) in &other.buckets {
            *self.buckets.entry(bucket).or_insert(0) += count;
        }
        self.longest = self.longest.max(other.longest);
    }

    /// How many times were counted.
    pub fn count(&self) -> u64 {
        self.buckets.values().sum()
    }

    /// The time that the given share (0 to 1) of all counted times does not exceed; zero if none was counted.
    pub fn percentile(&self, share: f64) -> Duration {
        let wanted = (share * self.count() as f64).ceil().max(1.0) as u64;
        let mut seen = 0;
        for (&bucket, &count) in &self.buckets {
            seen += count;
            if seen >= wanted {
                return Duration::from_micros(ceiling(bucket).min(self.longest));
            }
        }
        Duration::ZERO
    }

    /// The longest counted time.
    pub fn longest(&self) -> Duration {
        Duration::from_micros(self.longest)
    }
}

/// A time in the unit that reads best: `87us`, `3.4ms`, `12.0s`.
pub fn short(time: Duration) -> String {
    let micros = time.as_micros();
    if micros < 1000 {
        format!("{micros}us")
    } else if micros < 1_000_000 {
        format!("{:.1}ms", micros as f64 / 1e3)
    } else {
        format!("{:.1}s", micros as f64 / 1e6)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_are_contiguous_and_tight() {
        let mut last = 0;
        for micros in 0..200_000_u64 {
            let b = bucket(micros);
            assert!(b == last || b == last + 1);
            assert!(ceiling(b) >= micros && ceiling(b) as f64 <= micros as f64 * 1.125 + 1.0);
            last = b;
        }
    }

    #[test]
    fn percentiles_of_a_ramp() {
        let mut h = Histogram::default();
        for ms in 1..=100 {
            h.add(Duration::from_millis(ms));
        }
        assert_eq!(h.count(), 100);
        assert_eq!(h.longest(), Duration::from_millis(100));
        let half = h.percentile(0.5).as_secs_f64();
        assert!((0.050..0.0575).contains(&half), "{half}");
        assert_eq!(h.percentile(1.0), Duration::from_millis(100));
        let copy = h.clone();
        h.merge(&copy);
        assert_eq!((h.count(), h.percentile(0.5).as_secs_f64()), (200, half));
        assert_eq!(Histogram::default().percentile(0.99), Duration::ZERO);
    }

    #[test]
    fn units() {
        assert_eq!(short(Duration::from_micros(87)), "87us");
        assert_eq!(short(Duration::from_micros(3400)), "3.4ms");
        assert_eq!(short(Duration::from_secs(12)), "12.0s");
    }
}
