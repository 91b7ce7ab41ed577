//! Early positions: all of them, and random ones beyond.

use fundi::board::Position;
use fundi::random::Random;
use fundi::rules::{Game, Rules};
use rustc_hash::FxHashSet;

/// All distinct unfinished positions that can be reached in exactly `plies` plies, in a fixed order.
pub fn enumerate(rules: &'static Rules, plies: u32) -> Vec<Position> {
    let mut level = vec![rules.start()];
    for _ in 0..plies {
        let mut seen = FxHashSet::default();
        let mut next = Vec::new();
        for position in &level {
            for successor in rules.successors(position) {
                if !successor.wins() && seen.insert(successor.position.words()) {
                    next.push(successor.position);
                }
            }
        }
        level = next;
    }
    level.retain(|position| !rules.successors(position).is_empty());
    level
}

/// Plays up to `plies` random moves. The game may be over after them.
pub fn wander(game: &mut Game, plies: usize, random: &mut Random) {
    for _ in 0..plies {
        let moves = game.rules().successors(game.position());
        if moves.is_empty()
            || game.position().is_decided()
            || game.play(moves[random.below(moves.len())].mv).is_err()
        {
            return;
        }
    }
}

/// The early positions of one rule set that self-play starts from.
pub struct Pool {
    rules: &'static Rules,
    levels: Vec<Vec<Position>>,
}

impl Pool {
    /// Enumerates them: plies 8 and 10 of Bao la Kiswahili. The beginners' game starts from its own start, since its
    /// games are short.
    pub fn new(rules: &'static Rules) -> Self {
        let plies: &[u32] = if rules == Rules::KUJIFUNZA { &[0] } else { &[8, 10] };
        Self { rules, levels: plies.iter().map(|&plies| enumerate(rules, plies)).collect() }
    }

    /// An unfinished game some random plies after an early position: up to 30, in the beginners' game 2 to 13.
    pub fn draw(&self, random: &mut Random) -> Game {
        loop {
            let level = &self.levels[random.below(self.levels.len())];
            let start = level.get(random.below(level.len())).copied().unwrap_or_else(|| self.rules.start());
            let plies = if self.rules == Rules::KUJIFUNZA { 2 + random.below(12) } else { random.below(31) };
            let mut game = Game::from_position(self.rules, start);
            wander(&mut game, plies, random);
            if game.result().is_none() {
                // The way there is not part of the game.
                return Game::from_position(self.rules, *game.position());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn early_positions_are_counted() {
        let counts = [1, 2, 3].map(|plies| enumerate(Rules::ZANZIBAR, plies).len());
        assert_eq!(counts[0], 4);
        assert!(counts[1] > 4 && counts[2] > counts[1], "{counts:?}");
    }

    #[test]
    fn drawn_openings_are_open_games() {
        let pool = Pool { rules: Rules::ZANZIBAR, levels: vec![enumerate(Rules::ZANZIBAR, 3)] };
        let mut random = Random::new(1);
        for _ in 0..50 {
            let game = pool.draw(&mut random);
            assert_eq!((game.plies(), game.result()), (0, None));
        }
    }
}
