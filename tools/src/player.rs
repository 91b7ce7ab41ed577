//! One side of a game in this process: the engine with a given evaluation, and what it may spend on a move.

use fundi::eval::Evaluator;
use fundi::rules::{Game, Move};
use fundi::search::{Control, Engine, Limits, Settings};
use std::time::Duration;

/// What a player may spend on a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// Positions visited.
    Nodes(u64),
    /// Time.
    Time(Duration),
}

/// A move and what the search thought of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// Centiseeds from the mover's side.
    pub score: i32,
    /// Whether the result is proved; the score's sign then says which.
    pub proved: bool,
}

/// A player.
pub struct Player {
    engine: Engine,
    control: Control,
}

impl Player {
    /// A player with one thread and a small table, which is plenty for some thousand nodes a move.
    pub fn new(evaluator: Evaluator) -> Self {
        let settings = Settings { hash_mib: 1, move_overhead: Duration::ZERO, ..Settings::default() };
        let mut engine = Engine::new(settings);
        engine.set_evaluator(evaluator);
        Self { engine, control: Control::new() }
    }

    /// Forgets everything, so that a game does not depend on the games before it.
    pub fn new_game(&mut self) {
        self.engine.new_game();
    }

    /// The move for the current position; `None` if there is none.
    pub fn choose(&mut self, game: &Game, budget: Budget) -> Option<Choice> {
        let limits = match budget {
            Budget::Nodes(nodes) => Limits { nodes: Some(nodes), ..Limits::default() },
            Budget::Time(time) => Limits { movetime: Some(time), ..Limits::default() },
        };
        let choice = self.engine.search(game, &limits, &self.control, &mut |_| ());
        let (score, proved) = (choice.score.centiseeds(), choice.score.win_plies().is_some());
        Some(Choice { mv: choice.best?, score, proved })
    }
}
