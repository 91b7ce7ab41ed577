//! The book of openings for matches: early positions that neither side has won yet.
//!
//! Between equal players an opening that decides both games of a pair tells nothing. So every position is searched well
//! and kept only if it is unproved and close to even; a short search first throws out what is far from it.

use crate::openings::enumerate;
use crate::player::{Budget, Player};
use fundi::board::Position;
use fundi::eval::Evaluator;
use fundi::random::Random;
use fundi::rules::{Game, Rules};
use rayon::prelude::*;

/// What to look for.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Openings wanted.
    pub wanted: usize,
    /// Nodes of each search.
    pub nodes: u64,
    /// Largest score kept, in centiseeds.
    pub limit: i32,
    /// Seed of the choice.
    pub seed: u64,
}

/// Finds the openings, half of them eight and half ten plies after the start, with the scores found. `progress` gets the
/// number found and the number searched.
pub fn run(
    settings: &Settings,
    rules: &'static Rules,
    evaluator: &Evaluator,
    progress: &mut dyn FnMut(usize, usize),
) -> Vec<(Position, i32)> {
    let mut random = Random::new(settings.seed);
    let mut levels = [8, 10].map(|plies| enumerate(rules, plies));
    levels.iter_mut().for_each(|level| random.shuffle(level));
    let [eight, ten] = levels;
    // Alternate, and go on with the longer list when the shorter one is used up.
    let mut candidates: Vec<Position> = eight.iter().zip(&ten).flat_map(|(&a, &b)| [a, b]).collect();
    candidates.extend(ten.iter().skip(eight.len()));
    let mut found: Vec<(Position, i32)> = Vec::new();
    let mut searched = 0;
    for portion in candidates.chunks(64) {
        let scores: Vec<Option<i32>> = portion
            .par_iter()
            .map_init(
                || Player::engine(evaluator.clone()),
                |player, &position| {
                    player.new_game();
                    let game = Game::from_position(rules, position);
                    let glances =
                        [(settings.nodes / 20, 2 * settings.limit), (settings.nodes, settings.limit)];
                    glances.into_iter().try_fold(0, |_, (nodes, limit)| {
                        let choice = player.choose(&game, Budget::Nodes(nodes))?;
                        (!choice.proved && choice.score.abs() <= limit).then_some(choice.score)
                    })
                },
            )
            .collect();
        searched += portion.len();
        found.extend(portion.iter().zip(scores).filter_map(|(&position, score)| Some((position, score?))));
        progress(found.len(), searched);
        if found.len() >= settings.wanted {
            break;
        }
    }
    found.truncate(settings.wanted);
    found
}
