//! One side of a game in this process: the engine with a given evaluation, and what it may spend on a move.

use crate::plain::Plain;
use fundi::eval::Evaluator;
use fundi::rules::{Game, Move};
use fundi::search::{Control, Engine, Limits, Parameters, Settings};
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

/// Who plays: an evaluation and a search.
#[derive(Clone, Debug)]
pub struct Contender {
    /// The evaluation.
    pub evaluator: Evaluator,
    /// The search.
    pub search: SearchKind,
}

/// A search to play with.
#[derive(Clone, Copy, Debug)]
pub enum SearchKind {
    /// The engine's, with these parameters.
    Engine {
        /// What the search is tuned by.
        parameters: Parameters,
        /// Per cent of a move's time for the solver, as [`Settings::proof_percent`].
        proof_percent: u32,
    },
    /// The yardstick, see [`crate::plain`].
    Plain,
}

/// A player.
pub enum Player {
    /// The engine.
    Engine(Box<Engine>, Control),
    /// The yardstick.
    Plain(Plain),
}

impl Player {
    /// A player with one thread and a small table, which is plenty for some thousand nodes a move.
    pub fn new(contender: &Contender) -> Self {
        let evaluator = contender.evaluator.clone();
        match contender.search {
            SearchKind::Plain => Self::Plain(Plain::new(evaluator)),
            SearchKind::Engine { parameters, proof_percent } => {
                let settings = Settings {
                    hash_mib: 1,
                    move_overhead: Duration::ZERO,
                    proof_percent,
                    ..Settings::default()
                };
                let mut engine = Engine::new(settings);
                engine.set_evaluator(evaluator);
                engine.set_parameters(parameters);
                Self::Engine(Box::new(engine), Control::new())
            }
        }
    }

    /// The engine at its best with this evaluation.
    pub fn engine(evaluator: Evaluator) -> Self {
        let search = SearchKind::Engine { parameters: Parameters::default(), proof_percent: 0 };
        Self::new(&Contender { evaluator, search })
    }

    /// Forgets everything, so that a game does not depend on the games before it.
    pub fn new_game(&mut self) {
        match self {
            Self::Engine(engine, _) => engine.new_game(),
            Self::Plain(plain) => plain.new_game(),
        }
    }

    /// The move for the current position; `None` if there is none.
    pub fn choose(&mut self, game: &Game, budget: Budget) -> Option<Choice> {
        let limits = match budget {
            Budget::Nodes(nodes) => Limits { nodes: Some(nodes), ..Limits::default() },
            Budget::Time(time) => Limits { movetime: Some(time), ..Limits::default() },
        };
        match self {
            Self::Engine(engine, control) => {
                let choice = engine.search(game, &limits, control, &mut |_| ());
                let (score, proved) = (choice.score.centiseeds(), choice.score.win_plies().is_some());
                Some(Choice { mv: choice.best?, score, proved })
            }
            Self::Plain(plain) => {
                let (mv, score) = plain.choose(game, budget)?;
                Some(Choice { mv, score, proved: false })
            }
        }
    }
}
