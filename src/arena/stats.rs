//! What a match says about strength: the pentanomial count of game pairs and the figures drawn from it.
//!
//! Every opening is played twice with the seats swapped, so the unit of evidence is the pair: 0, ½, 1, 1½
//! or 2 points. Counting pairs instead of games takes the opening's own advantage out of the error bars,
//! and in Bao, where a sharp opening often decides both games, that makes them much narrower.

use super::normal;
use std::fmt;

/// Elo points per natural-logarithm unit of odds: 400 / ln 10.
pub const ELO_SCALE: f64 = 173.717_792_761_252_75;

/// Normalised Elo per unit of "mean over standard deviation of one game": 800 / ln 10.
pub const NORMALISED_SCALE: f64 = 2.0 * ELO_SCALE;

/// Expected score (0 to 1) of a player who is `elo` points stronger.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo / ELO_SCALE).exp())
}

/// Elo difference that corresponds to a mean score; infinite at 0 and 1.
///
/// ```
/// use fundi::arena::stats::elo_of_score;
/// assert_eq!(elo_of_score(0.5), 0.0);
/// assert!((elo_of_score(0.75) - 190.85).abs() < 0.01);
/// ```
pub fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        ELO_SCALE * (score / (1.0 - score)).ln()
    }
}

/// A value with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Lower end of the interval.
    pub low: f64,
    /// The most likely value.
    pub value: f64,
    /// Upper end of the interval.
    pub high: f64,
}

impl Estimate {
    /// Whether the interval contains `x`.
    pub fn contains(&self, x: f64) -> bool {
        self.low <= x && x <= self.high
    }
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+.1} [{:+.1}, {:+.1}]", self.value, self.low, self.high)
    }
}

/// Wins, draws and losses of single games, from one player's side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Tally {
    /// Number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Counts one game; `half_points` is 2 for a win, 1 for a draw, 0 for a loss.
    pub fn add(&mut self, half_points: u8) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// Points: one for a win, a half for a draw.
    pub fn points(&self) -> f64 {
        self.wins as f64 + 0.5 * self.draws as f64
    }

    /// The same games seen by the opponent.
    pub fn reversed(&self) -> Tally {
        Tally { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// Adds the games of another tally.
    pub fn merge(&mut self, other: &Tally) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "+{} ={} -{}", self.wins, self.draws, self.losses)
    }
}

/// Counts of complete game pairs by the points the first player took: 0, ½, 1, 1½, 2.
///
/// ```
/// use fundi::arena::stats::Pentanomial;
/// let result = Pentanomial::from_counts([60, 5, 180, 5, 100]);
/// let elo = result.elo();
/// assert!(elo.low > 0.0 && elo.value > 19.0 && elo.value < 41.0);
/// assert!(result.likelihood_of_superiority() > 0.99);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial {
    counts: [u64; 5],
}

impl Pentanomial {
    /// From the five counts, fewest points first.
    pub fn from_counts(counts: [u64; 5]) -> Pentanomial {
        Pentanomial { counts }
    }

    /// The five counts, fewest points first.
    pub fn counts(&self) -> [u64; 5] {
        self.counts
    }

    /// Counts one pair; `half_points` is what the player took from its two games (0 to 4, more counts as 4).
    pub fn add(&mut self, half_points: u8) {
        self.counts[usize::from(half_points.min(4))] += 1;
    }

    /// Adds the pairs of another count.
    pub fn merge(&mut self, other: &Pentanomial) {
        for (mine, theirs) in self.counts.iter_mut().zip(other.counts) {
            *mine += theirs;
        }
    }

    /// The same pairs seen by the opponent.
    pub fn reversed(&self) -> Pentanomial {
        let mut counts = self.counts;
        counts.reverse();
        Pentanomial { counts }
    }

    /// Number of pairs.
    pub fn pairs(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Mean score of a game, 0 to 1; ½ without pairs.
    pub fn score(&self) -> f64 {
        let pairs = self.pairs();
        if pairs == 0 {
            return 0.5;
        }
        let quarter_points: f64 = self.counts.iter().enumerate().map(|(i, &n)| i as f64 * n as f64).sum();
        quarter_points / (4.0 * pairs as f64)
    }

    /// Variance of a pair's mean score about [`Self::score`] (scores from 0 to 1).
    pub fn variance(&self) -> f64 {
        let pairs = self.pairs();
        if pairs == 0 {
            return 0.0;
        }
        let mean = self.score();
        let squares: f64 =
            self.counts.iter().enumerate().map(|(i, &n)| n as f64 * (i as f64 / 4.0 - mean).powi(2)).sum();
        squares / pairs as f64
    }

    /// Standard error of the mean score.
    fn standard_error(&self) -> f64 {
        match self.pairs() {
            0 => f64::INFINITY,
            pairs => (self.variance() / pairs as f64).sqrt(),
        }
    }

    /// Elo difference with its 95 % interval. Without pairs the interval is everything.
    pub fn elo(&self) -> Estimate {
        let score = self.score();
        let half = normal::TWO_SIDED_95 * self.standard_error();
        Estimate {
            low: elo_of_score(score - half),
            value: elo_of_score(score),
            high: elo_of_score(score + half),
        }
    }

    /// Normalised Elo with its 95 % interval: the mean advantage measured in standard deviations of one game,
    /// times [`NORMALISED_SCALE`]. It says how many games are needed to see the difference.
    pub fn normalised_elo(&self) -> Estimate {
        let score = self.score();
        let deviation = (2.0 * self.variance()).sqrt();
        let half = normal::TWO_SIDED_95 * self.standard_error();
        let scaled = |s: f64| {
            let advantage = s - 0.5;
            if advantage == 0.0 { 0.0 } else { NORMALISED_SCALE * advantage / deviation }
        };
        Estimate { low: scaled(score - half), value: scaled(score), high: scaled(score + half) }
    }

    /// Probability (0 to 1) that the first player is the stronger one, as far as these pairs tell.
    pub fn likelihood_of_superiority(&self) -> f64 {
        let advantage = self.score() - 0.5;
        if advantage == 0.0 || self.pairs() == 0 {
            return 0.5;
        }
        normal::cumulative(advantage / self.standard_error())
    }
}

impl fmt::Display for Pentanomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c, d, e] = self.counts;
        write!(f, "[{a}, {b}, {c}, {d}, {e}]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_and_score_are_inverse() {
        for elo in [-700.0, -100.0, -3.5, 0.0, 12.0, 240.0] {
            assert!((elo_of_score(expected_score(elo)) - elo).abs() < 1e-9);
        }
    }

    #[test]
    fn a_worked_example() {
        // 100 pairs: mean 0.55, variance 0.0475 by hand.
        let p = Pentanomial::from_counts([10, 0, 60, 20, 10]);
        assert_eq!(p.pairs(), 100);
        assert!((p.score() - 0.55).abs() < 1e-12);
        assert!((p.variance() - (0.1 * 0.3025 + 0.6 * 0.0025 + 0.2 * 0.04 + 0.1 * 0.2025)).abs() < 1e-12);
        let elo = p.elo();
        assert!((elo.value - 34.86).abs() < 0.01, "{elo}");
        assert!(elo.low < elo.value && elo.value < elo.high);
        assert!(
            (p.likelihood_of_superiority() - normal::cumulative(0.05 / 0.06_f64.sqrt() * 10.0)).abs() < 1e-9
        );
    }

    #[test]
    fn reversal_mirrors_everything() {
        let p = Pentanomial::from_counts([3, 1, 20, 4, 9]);
        let q = p.reversed();
        assert!((p.elo().value + q.elo().value).abs() < 1e-9);
        assert!((p.elo().low + q.elo().high).abs() < 1e-9);
        assert!((p.normalised_elo().value + q.normalised_elo().value).abs() < 1e-9);
        assert!((p.likelihood_of_superiority() + q.likelihood_of_superiority() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn extremes_do_not_break() {
        let none = Pentanomial::default();
        assert_eq!(none.likelihood_of_superiority(), 0.5);
        assert!(none.elo().contains(1000.0));
        let swept = Pentanomial::from_counts([0, 0, 0, 0, 7]);
        assert_eq!(swept.elo().value, f64::INFINITY);
        assert_eq!(swept.likelihood_of_superiority(), 1.0);
        let level = Pentanomial::from_counts([0, 0, 9, 0, 0]);
        assert_eq!(level.elo(), Estimate { low: 0.0, value: 0.0, high: 0.0 });
        assert_eq!(level.normalised_elo().value, 0.0);
    }

    #[test]
    fn error_bars_hold_the_truth_as_often_as_they_say() {
        // 4,000 simulated matches of 150 pairs at a true difference: about 95 % of the intervals contain it.
        let probabilities = [0.10, 0.02, 0.60, 0.03, 0.25];
        let truth: f64 = probabilities.iter().enumerate().map(|(i, p)| i as f64 / 4.0 * p).sum();
        let mut random = crate::random::Random::new(7);
        let mut inside = 0;
        for _ in 0..4000 {
            let mut seen = Pentanomial::default();
            for _ in 0..150 {
                seen.add(random.weighted(&probabilities) as u8);
            }
            inside += u32::from(seen.elo().contains(elo_of_score(truth)));
        }
        assert!((3740..=3860).contains(&inside), "{inside} of 4000");
    }
}
