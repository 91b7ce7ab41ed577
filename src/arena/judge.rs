//! Short searches by the library's own engine: to find balanced openings and to end proved games.

use crate::board::{Position, Side};
use crate::rules::{Game, Rules};
use crate::search::{Choice, Control, Engine, Limits, Settings};

fn look(rules: &'static Rules, position: &Position, nodes: u64) -> Choice {
    let mut engine = Engine::new(Settings { hash_mib: 1, ..Settings::default() });
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    engine.search(&Game::from_position(rules, *position), &limits, &Control::new(), &mut |_| {})
}

/// Score of a position in centiseeds from the mover's side; `None` if the search proves it won or lost.
///
/// ```
/// use fundi::arena::judge::score;
/// use fundi::rules::Rules;
/// assert!(score(Rules::ZANZIBAR, &Rules::ZANZIBAR.start(), 500).is_some());
/// ```
pub fn score(rules: &'static Rules, position: &Position, nodes: u64) -> Option<i32> {
    let found = look(rules, position, nodes).score;
    found.win_plies().is_none().then(|| found.centiseeds())
}

/// Who wins by force, if so many nodes suffice to prove it.
pub fn winner(rules: &'static Rules, position: &Position, nodes: u64) -> Option<Side> {
    let plies = look(rules, position, nodes).score.win_plies()?;
    Some(if plies > 0 { position.mover() } else { position.mover().other() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lost_position_is_nobody_s_opening() {
        // North has one seed in front and nothing to capture with; South to move takes it.
        let line = "0,0,0,0,0,0,0,0/0,0,0,1,0,0,0,0/0,0,0,2,3,6,2,0/10,10,10,10,10,0,0,0 S 0,0 - -";
        let position: Position = line.parse().expect("valid");
        assert_eq!(winner(Rules::ZANZIBAR, &position, 5000), Some(Side::South));
        assert_eq!(score(Rules::ZANZIBAR, &position, 5000), None);
        assert_eq!(winner(Rules::ZANZIBAR, &Rules::ZANZIBAR.start(), 500), None);
    }
}
