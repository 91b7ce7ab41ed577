//! Positions for the solver's tests: random games.

use fundi::board::Position;
use fundi::rules::Rules;

/// A plain congruential generator: the same positions on every machine.
pub struct Random(pub u64);

impl Random {
    /// A number below `bound`.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

/// An open position from a random game.
pub fn from_play(rules: &'static Rules, random: &mut Random) -> Position {
    loop {
        let mut position = rules.start();
        let plies = if rules.name == "kujifunza" { random.below(25) } else { 20 + random.below(50) };
        for _ in 0..plies {
            let successors = rules.successors(&position);
            if successors.is_empty() {
                break;
            }
            position = successors[random.below(successors.len() as u64) as usize].position;
        }
        if !position.is_decided() {
            return position;
        }
    }
}
