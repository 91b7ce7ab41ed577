//! Matches between evaluations or searches in one process: every opening from both sides, counted in pairs.
//!
//! Pairs run side by side on the threads of the pool; at a
//! fixed number of nodes the outcome does not depend on how many there are.

use crate::player::{Budget, Contender, Player};
use fundi::arena::sprt::{Decision, Sprt};
use fundi::arena::stats::Pentanomial;
use fundi::board::Position;
use fundi::rules::{Game, Rules};
use rayon::prelude::*;

/// What to play.
pub struct Settings<'a> {
    /// Who plays; the result is told from the first one's side.
    pub contenders: [Contender; 2],
    /// What each may spend on a move.
    pub budgets: [Budget; 2],
    /// The rule set.
    pub rules: &'static Rules,
    /// Openings, one a pair.
    pub openings: &'a [Position],
    /// A test that may end the match early.
    pub sprt: Option<Sprt>,
}

/// Plays one pair for each opening; `progress` gets the count after each portion.
pub fn run(settings: &Settings, progress: &mut dyn FnMut(&Pentanomial)) -> Pentanomial {
    let mut total = Pentanomial::default();
    for portion in settings.openings.chunks(16) {
        let pairs: Vec<u8> = portion
            .par_iter()
            .map_init(
                || settings.contenders.each_ref().map(Player::new),
                |players, &opening| pair(settings, players, opening),
            )
            .collect();
        pairs.into_iter().for_each(|half_points| total.add(half_points));
        progress(&total);
        if settings.sprt.is_some_and(|sprt| sprt.decide(&total) != Decision::Continue) {
            break;
        }
    }
    total
}

/// Half points of the first player from two games.
pub fn pair(settings: &Settings, players: &mut [Player; 2], opening: Position) -> u8 {
    (0..2)
        .map(|seat| {
            players.iter_mut().for_each(Player::new_game);
            let mut game = Game::from_position(settings.rules, opening);
            let first = opening.mover();
            let winner = loop {
                if let Some(result) = game.result() {
                    break result.winner;
                }
                // In the first game the first player has the move.
                let mover = game.position().mover();
                let player = if (mover == first) == (seat == 0) { 0 } else { 1 };
                let choice = players[player].choose(&game, settings.budgets[player]);
                if choice.is_none_or(|choice| game.play(choice.mv).is_err()) {
                    break Some(mover.other());
                }
            };
            let own = if seat == 0 { first } else { first.other() };
            winner.map_or(1, |winner| if winner == own { 2 } else { 0 })
        })
        .sum()
}
