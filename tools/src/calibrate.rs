//! What the unit of evaluations should be, and what a score says about the result.
//!
//! Three numbers, all in centiseeds a logit (the distance that turns even odds into e to 1):
//!
//! * by the seed count: the scale at which "50 a seed ahead" predicts the results of middle-game positions best;
//! * by the network: the scale at which moving one seed from an enemy hole to an own one changes the network's value by
//!   100 on average over the middle game, which is what a network file's `centiseeds` is set to;
//! * by the searches: the scale that predicts results from search scores best, for [`fundi::eval::win_chance`].

use crate::data::record::PROVED;
use crate::data::samples::{Scored, scale, scored};
use crate::data::shard::Section;
use fundi::eval::{Board, Network};
use rayon::prelude::*;
use std::fmt::Write;

/// Seeds left in both stores in what counts as the middle of the game here.
const MIDDLE: std::ops::RangeInclusive<u8> = 0..=24;

/// Measures the three scales on games.
pub fn report(sections: &[Section], network: &Network) -> String {
    let games: Vec<_> = sections.iter().flat_map(|section| &section.games).collect();
    let positions: Vec<Scored> = games.par_iter().flat_map_iter(|game| scored(game)).collect();
    let middle: Vec<Scored> = positions
        .iter()
        .filter(|position| {
            position.score.abs() < PROVED
                && MIDDLE.contains(&(position.board.stores[0] + position.board.stores[1]))
        })
        .copied()
        .collect();
    let counted: Vec<Scored> = middle
        .iter()
        .map(|position| Scored { score: (50 * ahead(&position.board)) as i16, ..*position })
        .collect();
    let (by_count, count_error) = scale(&counted);
    let step = middle.len().div_ceil(20_000).max(1);
    let sample: Vec<Board> = middle.iter().step_by(step).map(|position| position.board).collect();
    let seed = seed_value(network, &sample);
    let by_network = f64::from(network.centiseeds()) * 100.0 / seed;
    let (by_search, search_error) = scale(&positions);
    let mut text = format!(
        "{} positions, {} of the middle game\n\
         by the seed count: {by_count:.1} centiseeds a logit, error {count_error:.4}\n\
         by the network: {by_network:.1} (at {} a logit a seed is worth {seed:.1})\n\
         by the searches: {by_search:.1}, error {search_error:.4}\n\
         score range     positions   won    curve\n",
        positions.len(),
        middle.len(),
        network.centiseeds()
    );
    for low in (-800..800).step_by(200) {
        let inside: Vec<&Scored> = positions
            .iter()
            .filter(|position| (low..low + 200).contains(&i32::from(position.score)))
            .collect();
        let mean = |value: fn(&Scored, f64) -> f64| {
            inside.iter().map(|position| value(position, by_search)).sum::<f64>() / inside.len().max(1) as f64
        };
        let won = mean(|position, _| f64::from(position.result));
        let curve = mean(|position, scale| 1.0 / (1.0 + (-f64::from(position.score) / scale).exp()));
        let _ = writeln!(text, "{low:5}..{:<5} {:12}  {won:.3}  {curve:.3}", low + 200, inside.len());
    }
    text
}

/// Seeds the mover has more than the enemy, stores included.
fn ahead(board: &Board) -> i32 {
    let half = |holes: std::ops::Range<usize>| holes.map(|hole| i32::from(board.count(hole))).sum::<i32>();
    half(0..16) + i32::from(board.stores[0]) - half(16..32) - i32::from(board.stores[1])
}

/// Mean change of the network's value when a seed moves from a filled enemy hole to an own one.
fn seed_value(network: &Network, boards: &[Board]) -> f64 {
    let sums: Vec<(f64, f64)> = boards
        .par_iter()
        .map(|board| {
            let before = network.evaluate_board(board);
            let (mut sum, mut count) = (0.0, 0.0);
            for from in (16..32).filter(|&hole| board.count(hole) > 0) {
                for to in (0..16).filter(|&hole| board.count(hole) > 0) {
                    let mut after = *board;
                    after.rows[from / 8] -= 1 << (8 * (from % 8));
                    after.rows[to / 8] += 1 << (8 * (to % 8));
                    sum += f64::from(network.evaluate_board(&after) - before);
                    count += 1.0;
                }
            }
            (sum, count)
        })
        .collect();
    let (sum, count) = sums.iter().fold((0.0, 0.0), |total, part| (total.0 + part.0, total.1 + part.1));
    sum / f64::max(count, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_material_network_counts_a_seed_as_a_hundred() {
        let board = Board {
            rows: [0x0203, 0x0100, 0x0500_0000, 0x02],
            stores: [4, 3],
            houses: [false; 2],
            block: None,
        };
        assert_eq!(ahead(&board), 0);
        let network = crate::net::material().unwrap();
        assert!((seed_value(&network, &[board]) - 100.0).abs() < 0.5);
    }
}
