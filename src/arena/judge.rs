//! The library's own opinion and proofs: a short search to find balanced openings, a proof search to end decided games.

use crate::board::{Position, Side};
use crate::rules::{Game, Rules};
use crate::search::{Control, Engine, Limits, Settings};
use crate::solve::{self, Solver, Value};
use std::cell::RefCell;

/// Score of a position in centiseeds from the mover's side; `None` if the search proves it won or lost.
///
/// ```
/// use fundi::arena::judge::score;
/// use fundi::rules::Rules;
/// assert!(score(Rules::ZANZIBAR, &Rules::ZANZIBAR.start(), 500).is_some());
/// ```
pub fn score(rules: &'static Rules, position: &Position, nodes: u64) -> Option<i32> {
    let mut engine = Engine::new(Settings { hash_mib: 1, ..Settings::default() });
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let game = Game::from_position(rules, *position);
    let found = engine.search(&game, &limits, &Control::new(), &mut |_| {}).score;
    found.win_plies().is_none().then(|| found.centiseeds())
}

/// Bytes of a thread's table of proofs.
const PROOF_TABLE: usize = 16 << 20;

thread_local! {
    /// Kept from move to move: the proofs of a game's positions build on each other.
    static SOLVER: RefCell<Option<Solver>> = const { RefCell::new(None) };
}

/// Who wins by force, if so many nodes of proof search suffice to show it.
pub fn winner(rules: &'static Rules, position: &Position, nodes: u64) -> Option<Side> {
    SOLVER.with_borrow_mut(|slot| {
        if slot.is_none() {
            *slot = Solver::with_bytes(PROOF_TABLE);
        }
        match slot.as_mut()?.solve(rules, position, solve::Limits::nodes(nodes)).value {
            Value::Win => Some(position.mover()),
            Value::Loss => Some(position.mover().other()),
            Value::Unknown => None,
        }
    })
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
