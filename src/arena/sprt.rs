//! The sequential probability ratio test: stop a match as soon as the evidence is enough.
//!
//! Two hypotheses are compared while games come in: the first player's advantage is `elo0` or `elo1`, in
//! *normalised* Elo (mean advantage in standard deviations of a game, so that the number of games needed does
//! not depend on how drawish or how decisive the openings are). The evidence is the generalised likelihood
//! ratio: among all distributions over the five pair results that have exactly the advantage of a hypothesis,
//! take the one that explains the seen pairs best; compare the two.
//!
//! **Finding that distribution.** With seen frequencies `f` and pair scores `a`, maximise `sum f ln p` under
//! `sum p = 1` and `mean(p) - 1/2 = t * deviation(p)`. The second condition is not linear in `p`, so it is replaced
//! by its tangent at the current guess, `sum p w = 0` with
//! `w_i = a_i - 1/2 - t*s/2 * (1 + ((a_i - m)/s)^2)` (m, s the guess's mean and deviation). A linear condition has
//! the solution `p_i = f_i / (1 + c w_i)` with one unknown `c`, found by bracketed Newton steps; then repeat.

use super::stats::{NORMALISED_SCALE, Pentanomial};
use crate::words::{Message, Told, say, told_in_english};
use serde::{Deserialize, Serialize};

/// The two hypotheses and the accepted error rates.
///
/// ```
/// use fundi::arena::sprt::{Decision, Sprt};
/// use fundi::arena::stats::Pentanomial;
/// let test = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };
/// let clear = Pentanomial::from_counts([100, 10, 500, 20, 200]);
/// assert_eq!(test.decide(&clear), Decision::AcceptElo1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sprt {
    /// Normalised Elo of the null hypothesis ("no gain").
    pub elo0: f64,
    /// Normalised Elo of the alternative; greater than `elo0`.
    pub elo1: f64,
    /// Accepted probability of choosing `elo1` when `elo0` is true (above 0, below ½).
    #[serde(default = "five_percent")]
    pub alpha: f64,
    /// Accepted probability of choosing `elo0` when `elo1` is true (above 0, below ½).
    #[serde(default = "five_percent")]
    pub beta: f64,
}

fn five_percent() -> f64 {
    0.05
}

/// What the test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Not enough evidence yet.
    Continue,
    /// The advantage is nearer `elo0`: the change is rejected.
    AcceptElo0,
    /// The advantage is nearer `elo1`: the change is accepted.
    AcceptElo1,
}

impl Told for Decision {
    fn message(&self) -> Message {
        match self {
            Decision::Continue => say!(SprtOpen),
            Decision::AcceptElo0 => say!(SprtH0),
            Decision::AcceptElo1 => say!(SprtH1),
        }
    }
}

told_in_english!(Decision);

impl Sprt {
    /// Checks the four numbers; the error names the wrong one.
    pub fn check(&self) -> Result<(), Message> {
        if !(self.elo0.is_finite() && self.elo1.is_finite() && self.elo0 < self.elo1) {
            return Err(say!(SprtOrder, elo0 = self.elo0.to_string(), elo1 = self.elo1.to_string()));
        }
        for (name, value) in [("alpha", self.alpha), ("beta", self.beta)] {
            if !(value > 0.0 && value < 0.5) {
                return Err(say!(SprtError, name = name, value = value.to_string()));
            }
        }
        Ok(())
    }

    /// The log-likelihood ratios at which H0 and H1 are accepted.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// Log-likelihood ratio of H1 over H0 for the pairs seen so far.
    pub fn log_likelihood_ratio(&self, pairs: &Pentanomial) -> f64 {
        let total = pairs.pairs();
        if total == 0 {
            return 0.0;
        }
        // A result that was never seen is still possible: it enters with a thousandth of a pair.
        let counts = pairs.counts().map(|n| if n == 0 { 1e-3 } else { n as f64 });
        let weight: f64 = counts.iter().sum();
        let seen = counts.map(|n| n / weight);
        // A pair's mean score has half the variance of a game's: its advantage counts sqrt 2 times as many deviations.
        let target = |elo: f64| elo / NORMALISED_SCALE * std::f64::consts::SQRT_2;
        let null = best_with_advantage(&seen, target(self.elo0));
        let other = best_with_advantage(&seen, target(self.elo1));
        let per_pair: f64 = (0..5).map(|i| seen[i] * (other[i] / null[i]).ln()).sum();
        per_pair * weight
    }

    /// The decision for the pairs seen so far.
    pub fn decide(&self, pairs: &Pentanomial) -> Decision {
        let (lower, upper) = self.bounds();
        let ratio = self.log_likelihood_ratio(pairs);
        if ratio >= upper {
            Decision::AcceptElo1
        } else if ratio <= lower {
            Decision::AcceptElo0
        } else {
            Decision::Continue
        }
    }
}

/// Score of a pair with `i` half points, from 0 to 1.
fn score(i: usize) -> f64 {
    i as f64 / 4.0
}

/// Mean and standard deviation of a distribution over the five pair scores.
fn moments(p: &[f64; 5]) -> (f64, f64) {
    let mean: f64 = (0..5).map(|i| p[i] * score(i)).sum();
    let variance: f64 = (0..5).map(|i| p[i] * (score(i) - mean).powi(2)).sum();
    (mean, variance.sqrt())
}

/// The most likely distribution, given frequencies `seen` (all positive), whose mean lies `target` of its own
/// standard deviations above one half.
fn best_with_advantage(seen: &[f64; 5], target: f64) -> [f64; 5] {
    // Start between what was seen and a flat distribution: a lopsided start has hardly any deviation to scale with.
    let mut p = seen.map(|f| 0.5 * f + 0.1);
    for _ in 0..40 {
        let (mean, deviation) = moments(&p);
        let mut w = [0.0; 5];
        for (i, slot) in w.iter_mut().enumerate() {
            let z = (score(i) - mean) / deviation;
            *slot = score(i) - 0.5 - 0.5 * target * deviation * (1.0 + z * z);
        }
        let Some(c) = multiplier(seen, &w) else { return p };
        let next: [f64; 5] = std::array::from_fn(|i| seen[i] / (1.0 + c * w[i]));
        let moved = (0..5).map(|i| (next[i] - p[i]).abs()).fold(0.0, f64::max);
        p = next;
        if moved < 1e-9 {
            break;
        }
    }
    p
}

/// The root of `sum seen_i w_i / (1 + c w_i)`, which falls from plus to minus infinity between the two poles
/// nearest zero. `None` if the weights do not have both signs (no distribution can satisfy the condition).
fn multiplier(seen: &[f64; 5], w: &[f64; 5]) -> Option<f64> {
    let least = w.iter().copied().fold(f64::INFINITY, f64::min);
    let most = w.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if !(least < 0.0 && most > 0.0) {
        return None;
    }
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let mut c = 0.0;
    for _ in 0..200 {
        let mut value = 0.0;
        let mut slope = 0.0;
        for i in 0..5 {
            let part = w[i] / (1.0 + c * w[i]);
            value += seen[i] * part;
            slope -= seen[i] * part * part;
        }
        if value > 0.0 {
            low = c;
        } else {
            high = c;
        }
        let step = value / slope;
        let newton = c - step;
        let next = if newton > low && newton < high { newton } else { 0.5 * (low + high) };
        if (next - c).abs() <= 1e-11 * (1.0 + c.abs()) {
            return Some(next);
        }
        c = next;
    }
    Some(c)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// Few draws, as in Bao: most pairs are split by the opening.
    const BAO_LIKE: [f64; 5] = [0.16, 0.01, 0.66, 0.01, 0.16];
    /// Many draws, as in drawish openings.
    const DRAWISH: [f64; 5] = [0.03, 0.22, 0.50, 0.22, 0.03];

    /// Tilts a symmetric distribution until it has exactly the given normalised Elo.
    fn with_normalised_elo(base: [f64; 5], elo: f64) -> [f64; 5] {
        let tilt = |x: f64| {
            let raw: [f64; 5] = std::array::from_fn(|i| base[i] * (x * (score(i) - 0.5)).exp());
            let sum: f64 = raw.iter().sum();
            raw.map(|r| r / sum)
        };
        let advantage = |p: &[f64; 5]| {
            let (mean, deviation) = moments(p);
            (mean - 0.5) / (deviation * std::f64::consts::SQRT_2) * NORMALISED_SCALE
        };
        let (mut low, mut high) = (-5.0, 5.0);
        for _ in 0..80 {
            let middle = 0.5 * (low + high);
            if advantage(&tilt(middle)) < elo {
                low = middle;
            } else {
                high = middle;
            }
        }
        tilt(low)
    }

    #[test]
    fn the_best_distribution_meets_its_condition_and_beats_its_neighbours() {
        let seen = [0.2, 0.05, 0.4, 0.1, 0.25];
        for target in [-0.3, -0.02, 0.0, 0.05, 0.4] {
            let p = best_with_advantage(&seen, target);
            let (mean, deviation) = moments(&p);
            assert!((p.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            assert!(((mean - 0.5) / deviation - target).abs() < 1e-8, "{target}");
            // Any other tilted distribution with the same advantage explains the frequencies less well.
            let fit = |q: &[f64; 5]| (0..5).map(|i| seen[i] * q[i].ln()).sum::<f64>();
            for base in [BAO_LIKE, DRAWISH, [0.2; 5]] {
                let q = with_normalised_elo(base, target * NORMALISED_SCALE / std::f64::consts::SQRT_2);
                assert!(fit(&q) < fit(&p) + 1e-12);
            }
        }
    }

    #[test]
    fn the_ratio_is_zero_in_the_middle_and_grows_with_the_evidence() {
        let test = Sprt { elo0: -10.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };
        assert_eq!(test.log_likelihood_ratio(&Pentanomial::default()), 0.0);
        let level = Pentanomial::from_counts([100, 10, 400, 10, 100]);
        assert!(test.log_likelihood_ratio(&level).abs() < 1e-9);
        let better = Pentanomial::from_counts([100, 10, 400, 10, 130]);
        let twice = Pentanomial::from_counts([200, 20, 800, 20, 260]);
        let one = test.log_likelihood_ratio(&better);
        assert!(one > 0.0 && (test.log_likelihood_ratio(&twice) / one - 2.0).abs() < 1e-6);
        assert!((test.log_likelihood_ratio(&better.reversed()) + one).abs() < 1e-9);
        // Near zero the ratio is close to that of a normal variable with known spread: N (t1-t0) (t - (t0+t1)/2).
        let t = better.normalised_elo().value / NORMALISED_SCALE;
        let rough = 2.0 * better.pairs() as f64 * (20.0 / NORMALISED_SCALE) * t;
        assert!((one / rough - 1.0).abs() < 0.02, "{one} against {rough}");
    }

    #[test]
    fn lopsided_counts_are_finite() {
        let test = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };
        for counts in
            [[0, 0, 0, 0, 1], [1, 0, 0, 0, 0], [0, 0, 1000, 0, 0], [0, 0, 0, 0, 5000], [7, 0, 0, 0, 7]]
        {
            let ratio = test.log_likelihood_ratio(&Pentanomial::from_counts(counts));
            assert!(ratio.is_finite(), "{counts:?}: {ratio}");
        }
        assert_eq!(test.decide(&Pentanomial::from_counts([0, 0, 0, 0, 5000])), Decision::AcceptElo1);
        assert_eq!(test.decide(&Pentanomial::from_counts([5000, 0, 0, 0, 0])), Decision::AcceptElo0);
    }

    #[test]
    fn wrong_numbers_are_named() {
        let good = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };
        assert!(good.check().is_ok());
        assert!(Sprt { elo1: 0.0, ..good }.check().unwrap_err().to_string().contains("elo0"));
        assert!(Sprt { alpha: 0.0, ..good }.check().unwrap_err().to_string().contains("alpha"));
        assert!(Sprt { beta: f64::NAN, ..good }.check().unwrap_err().to_string().contains("beta"));
    }

    /// Share of wrong decisions and mean length over `tests` simulated matches with the given true distribution.
    fn simulate(test: &Sprt, truth: &[f64; 5], wrong: Decision, tests: u32, seed: u64) -> (f64, f64) {
        let mut random = Random::new(seed);
        let (mut errors, mut length) = (0_u32, 0_u64);
        for _ in 0..tests {
            let mut pairs = Pentanomial::default();
            loop {
                pairs.add(random.weighted(truth) as u8);
                let decision = test.decide(&pairs);
                if decision != Decision::Continue {
                    errors += u32::from(decision == wrong);
                    length += pairs.pairs();
                    break;
                }
            }
        }
        (f64::from(errors) / f64::from(tests), length as f64 / f64::from(tests))
    }

    #[test]
    fn error_rates_stay_within_alpha_and_beta() {
        // 2,000 simulated tests for each hypothesis and distribution; the bounds are wide to keep them short.
        let test = Sprt { elo0: 0.0, elo1: 60.0, alpha: 0.05, beta: 0.05 };
        for (name, base) in [("bao", BAO_LIKE), ("drawish", DRAWISH)] {
            let h0 = simulate(&test, &with_normalised_elo(base, 0.0), Decision::AcceptElo1, 2000, 11);
            let h1 = simulate(&test, &with_normalised_elo(base, 60.0), Decision::AcceptElo0, 2000, 12);
            println!(
                "{name}: wrong under H0 {:.4} (mean {:.0} pairs), under H1 {:.4} ({:.0})",
                h0.0, h0.1, h1.0, h1.1
            );
            // The stated 5 %, give or take two standard errors of 2,000 trials.
            assert!(h0.0 <= 0.0597 && h1.0 <= 0.0597, "{name}: {h0:?} {h1:?}");
            assert!(
                h0.0 > 0.015 && h1.0 > 0.015,
                "{name}: the test waits longer than it needs: {h0:?} {h1:?}"
            );
        }
    }
}
