//! From shards to training samples: replay the games, drop what teaches nothing, turn scores into chances.
//!
//! Kept are positions whose move came from a search. Positions seen before (by their key, whichever game they are from)
//! are dropped. Every fiftieth game is held out. Scores of different networks have different scales, so for each network
//! the scale that predicts its own games best is fitted.

use super::record::{Label, PROVED, Record};
use super::shard::{self, Content, Section};
use crate::train::sample::{Sample, chance_of};
use fundi::eval::Board;
use rayon::prelude::*;
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;

/// Every game of this number's multiples is held out.
const HELD_OUT: usize = 50;

/// Training data, ready to use.
pub struct Data {
    /// For training.
    pub train: Vec<Sample>,
    /// For judging.
    pub held: Vec<Sample>,
    /// What was read, for people.
    pub report: String,
}

/// A scored position before its score has become a chance.
#[derive(Clone, Copy, Debug)]
pub struct Scored {
    /// The position's key, for finding it again.
    pub key: u64,
    /// The position.
    pub board: Board,
    /// The score of its search.
    pub score: i16,
    /// The result for its mover.
    pub result: f32,
}

/// Reads files of shards. The message names a file that cannot be read or is no shard at all; an unfinished end is only
/// reported.
pub fn read(files: &[PathBuf]) -> Result<(Vec<Section>, String), String> {
    let (mut sections, mut report) = (Vec::new(), String::new());
    for file in files {
        let bytes =
            std::fs::read(file).map_err(|error| format!("cannot read {}: {error}", file.display()))?;
        let Content { sections: found, sound } = shard::read(&bytes);
        if found.is_empty() {
            return Err(format!("{}: not a file of games: it does not begin with FUNDIGAM", file.display()));
        }
        if sound < bytes.len() {
            let _ =
                writeln!(report, "{}: {} unfinished bytes at the end", file.display(), bytes.len() - sound);
        }
        sections.extend(found);
    }
    Ok((sections, report))
}

/// The scored positions of a game.
pub fn scored(game: &Record) -> Vec<Scored> {
    let mut positions = Vec::with_capacity(game.plies.len());
    game.replay(|position, label, result| {
        if let Label::Score(score) = label {
            positions.push(Scored { key: position.key(), board: Board::from(position), score, result });
        }
    });
    positions
}

/// Turns sections into samples.
pub fn samples(sections: &[Section]) -> Data {
    let mut by_network: BTreeMap<u64, Vec<&Record>> = BTreeMap::new();
    for section in sections {
        by_network.entry(section.origin.network).or_default().extend(&section.games);
    }
    let mut data = Data { train: Vec::new(), held: Vec::new(), report: String::new() };
    let mut seen = FxHashSet::default();
    for (network, games) in by_network {
        let positions: Vec<Vec<Scored>> = games.par_iter().map(|game| scored(game)).collect();
        let (fit, error) = scale(&positions.concat());
        let (mut all, mut kept) = (0, 0);
        for (number, game) in positions.iter().enumerate() {
            let list = if number % HELD_OUT == 0 { &mut data.held } else { &mut data.train };
            for position in game {
                all += 1;
                if seen.insert(position.key) {
                    kept += 1;
                    let chance = chance_of(position.score, fit, PROVED);
                    list.push(Sample { board: position.board, chance, result: position.result });
                }
            }
        }
        let games = games.len();
        let _ = writeln!(
            data.report,
            "network {network:016x}: {games} games, {all} scored positions, {kept} new; {fit:.1} centiseeds a logit, \
             error of the scores {error:.4}"
        );
    }
    data
}

/// The scale, in centiseeds a logit, that predicts results from unproved scores with the least mean squared error, and
/// that error.
pub fn scale(positions: &[Scored]) -> (f64, f64) {
    let error = |scale: f64| {
        let sum: f64 = positions
            .par_iter()
            .map(|position| match position.score {
                score if score.abs() >= PROVED => 0.0,
                score => f64::from(chance_of(score, scale, PROVED) - position.result).powi(2),
            })
            .collect::<Vec<_>>()
            .iter()
            .sum();
        sum / positions.iter().filter(|position| position.score.abs() < PROVED).count().max(1) as f64
    };
    // Golden section over the logarithm of the scale.
    let ratio = (5f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (10f64.ln(), 5_000f64.ln());
    while high - low > 1e-3 {
        let (left, right) = (high - ratio * (high - low), low + ratio * (high - low));
        if error(left.exp()) < error(right.exp()) { high = right } else { low = left }
    }
    let scale = (0.5 * (low + high)).exp();
    (scale, error(scale))
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::sample_game;
    use super::super::shard::Origin;
    use super::*;
    use fundi::random::Random;

    #[test]
    fn repeated_positions_count_once() {
        let origin = Origin { nodes: 1, seed: 1, network: 1, settings: String::new() };
        let games: Vec<Record> = (0..60).map(|i| sample_game(i % 6)).collect();
        let section = Section { origin, games };
        let data = samples(&[section.clone(), section]);
        let distinct: FxHashSet<u64> =
            (0..6).flat_map(|i| scored(&sample_game(i))).map(|scored| scored.key).collect();
        assert_eq!(data.train.len() + data.held.len(), distinct.len());
        assert!(data.held.len() >= 2);
    }

    #[test]
    fn the_scale_of_made_up_results_is_found() {
        let mut random = Random::new(4);
        let positions: Vec<Scored> = (0..40_000)
            .map(|key| {
                let score = random.below(1601) as i16 - 800;
                let won = random.unit() < f64::from(chance_of(score, 240.0, PROVED));
                let board = Board { rows: [1; 4], stores: [0; 2], houses: [false; 2], block: None };
                Scored { key, board, score, result: f32::from(u8::from(won)) }
            })
            .collect();
        let (found, _) = scale(&positions);
        assert!((225.0..255.0).contains(&found), "{found}");
    }
}
