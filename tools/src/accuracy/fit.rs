//! The constants of a review from the losses of games between levels.
//!
//! The accuracy of a player in a game is the mean of `100 exp(-decay loss)`. It should tell strong players from weak ones, so the decay is the
//! one at which it correlates best with their Elo, one value for each player and game. Limits between the names of moves are quantiles of the losses
//! of one level.

use super::losses::Move;
use fundi::board::Side;
use fundi::random::Random;
use fundi::review::ACCURACY_DECAY;
use fundi::search::Level;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Limits whose frequency is reported, as shares of the win chance.
const LIMITS: [f64; 4] = [0.02, 0.05, 0.10, 0.20];
/// One move in so many loses more than the quantiles reported.
const ONE_IN: [usize; 6] = [5, 7, 8, 10, 16, 20];
/// The decays tried, in tenths.
const TENTHS: std::ops::RangeInclusive<u32> = 10..=150;
/// Decays whose correlation is reported.
const SHOWN: [f64; 5] = [2.0, 4.0, 6.0, 8.0, 12.0];
/// Samples drawn with repetition for the interval.
const SAMPLES: usize = 100;

/// The losses of one player in one game.
struct Performance {
    elo: f64,
    losses: Vec<f64>,
}

impl Performance {
    fn accuracy(&self, decay: f64) -> f64 {
        let sum: f64 = self.losses.iter().map(|loss| 100.0 * (-decay * loss).exp()).sum();
        sum / self.losses.len() as f64
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// The correlation of pairs; 0 if one side does not vary.
fn correlation(pairs: &[(f64, f64)]) -> f64 {
    let (a, b): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
    let (middle_a, middle_b) = (mean(&a), mean(&b));
    let sum = |value: fn(f64, f64) -> f64| -> f64 {
        pairs.iter().map(|(a, b)| value(a - middle_a, b - middle_b)).sum()
    };
    let spread = (sum(|a, _| a * a) * sum(|_, b| b * b)).sqrt();
    if spread > 0.0 { sum(|a, b| a * b) / spread } else { 0.0 }
}

/// The best decay on the performances with these numbers, and its correlation.
fn best(table: &[(f64, Vec<f64>)], performances: &[Performance], chosen: &[usize]) -> (f64, f64) {
    let rated = table.iter().map(|(decay, accuracies)| {
        let pairs: Vec<(f64, f64)> =
            chosen.iter().map(|number| (accuracies[*number], performances[*number].elo)).collect();
        (*decay, correlation(&pairs))
    });
    rated.max_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or_default()
}

/// The share of moves that lose at least so much.
fn share(losses: &[f64], limit: f64) -> f64 {
    losses.iter().filter(|loss| **loss >= limit).count() as f64 / losses.len().max(1) as f64
}

/// The loss that one move in `one_in` reaches; `losses` are sorted.
fn quantile(losses: &[f64], one_in: usize) -> f64 {
    losses.get(losses.len() - losses.len() / one_in.max(1)).or(losses.last()).copied().unwrap_or_default()
}

/// Fits and tells everything that is to be known.
pub fn report(moves: &[Move], reference: u8) -> String {
    let mut games: BTreeMap<(u32, bool), Performance> = BTreeMap::new();
    let mut levels: BTreeMap<u8, Vec<f64>> = BTreeMap::new();
    for mv in moves {
        let elo = f64::from(Level::new(mv.level).elo());
        let game = games.entry((mv.game, mv.side == Side::North));
        game.or_insert_with(|| Performance { elo, losses: Vec::new() }).losses.push(mv.loss);
        levels.entry(mv.level).or_default().push(mv.loss);
    }
    let performances: Vec<Performance> = games.into_values().collect();
    let decays = TENTHS.map(|tenths| f64::from(tenths) / 10.0);
    let table: Vec<(f64, Vec<f64>)> =
        decays.map(|decay| (decay, performances.iter().map(|one| one.accuracy(decay)).collect())).collect();
    let all: Vec<usize> = (0..performances.len()).collect();
    let (decay, fit) = best(&table, &performances, &all);
    let mut random = Random::new(1);
    let mut sampled: Vec<f64> = (0..SAMPLES)
        .map(|_| all.iter().map(|_| random.below(all.len())).collect::<Vec<usize>>())
        .map(|chosen| best(&table, &performances, &chosen).0)
        .collect();
    sampled.sort_by(f64::total_cmp);
    let [low, high] =
        [SAMPLES / 40, SAMPLES - 1 - SAMPLES / 40].map(|at| sampled.get(at).copied().unwrap_or_default());
    let mut text = format!(
        "{} moves of {} players' games\n\
         decay {decay:.1} correlates best with Elo: {fit:.4}; 95 % of samples between {low:.1} and {high:.1}\n",
        moves.len(),
        performances.len()
    );
    for (decay, accuracies) in table.iter().filter(|(decay, _)| SHOWN.contains(decay)) {
        let pairs: Vec<(f64, f64)> =
            accuracies.iter().zip(&performances).map(|(accuracy, one)| (*accuracy, one.elo)).collect();
        // A String takes whatever is written.
        let _ = writeln!(text, "  decay {decay:4.1}: {:.4}", correlation(&pairs));
    }
    let _ = writeln!(
        text,
        "level   Elo   moves  mean loss   2 %   5 %  10 %  20 % or more  accuracy with {ACCURACY_DECAY:.1}, deviation of a game"
    );
    for (level, losses) in &mut levels {
        losses.sort_by(f64::total_cmp);
        let elo = Level::new(*level).elo();
        let of_level = performances.iter().filter(|one| one.elo == f64::from(elo));
        let accuracies: Vec<f64> = of_level.map(|one| one.accuracy(ACCURACY_DECAY)).collect();
        let middle = mean(&accuracies);
        let squares: Vec<f64> = accuracies.iter().map(|value| (value - middle).powi(2)).collect();
        let _ = write!(text, "{level:5} {elo:5}  {:6}  {:9.4}", losses.len(), mean(losses));
        for limit in LIMITS {
            let _ = write!(text, " {:4.1}%", 100.0 * share(losses, limit));
        }
        let _ = writeln!(text, "  {middle:5.1} {:5.1}", mean(&squares).sqrt());
    }
    if let Some(losses) = levels.get(&reference) {
        let _ = writeln!(text, "level {reference} loses");
        for one_in in ONE_IN {
            let _ = writeln!(
                text,
                "  {:4.1} % or more in one move of {one_in}",
                100.0 * quantile(losses, one_in)
            );
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_and_shares_count_moves() {
        let losses: Vec<f64> = (0..20).map(|number| f64::from(number) / 100.0).collect();
        assert!((share(&losses, 0.10) - 0.5).abs() < 1e-9);
        assert_eq!(quantile(&losses, 10), 0.18);
        assert_eq!(quantile(&[], 10), 0.0);
    }

    #[test]
    fn correlation_is_one_for_what_goes_together() {
        assert!((correlation(&[(1.0, 2.0), (2.0, 4.0), (3.0, 6.0)]) - 1.0).abs() < 1e-9);
        assert!((correlation(&[(1.0, 3.0), (2.0, 2.0), (3.0, 1.0)]) + 1.0).abs() < 1e-9);
        assert_eq!(correlation(&[(1.0, 1.0), (1.0, 2.0)]), 0.0);
    }

    #[test]
    fn the_report_tells_levels_apart() {
        let moves: Vec<Move> = (0..40)
            .flat_map(|game| {
                let (level, step) = if game % 2 == 0 { (5, 0.04) } else { (15, 0.01) };
                (0..10).map(move |number| Move {
                    game,
                    side: Side::South,
                    level,
                    namua: true,
                    before: 0.5,
                    loss: f64::from(number) * step,
                })
            })
            .collect();
        let text = report(&moves, 5);
        assert!(
            text.starts_with("400 moves of 40 players' games\n") && text.contains(": 1.0000; "),
            "{text}"
        );
        // The largest of ten losses is 0.36.
        assert!(
            text.contains("level 5 loses\n") && text.contains("36.0 % or more in one move of 10\n"),
            "{text}"
        );
    }
}
