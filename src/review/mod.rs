//! A whole game judged move by move.
//!
//! [`Reviewer`] searches every position of a game to the same limits. A move is judged by the win chance it keeps: the position before it is worth its
//! best line, the move is worth what the search finds in the position after it. What was lost, from 0 to 1, decides the [`Class`]:
//!
//! | loss | class |
//! |---|---|
//! | the engine's own choice, or below 0.005 | best; *only move* where the second best loses 0.20 or more |
//! | below 0.05 | good |
//! | below 0.10 | inaccuracy |
//! | below 0.20 | mistake |
//! | 0.20 and more | blunder |
//!
//! A move without an alternative is *forced* and counts in no average. The **accuracy** of a move is `100 exp(-6 loss)`: nothing lost is 100, a twentieth of
//! the game 74, a tenth 55, a fifth 30. A player's accuracy, of a game or a stage, is the mean over his moves that had a choice. Win chances come
//! from [`crate::eval::win_chance`], which is fitted to Fundi's own games; announced wins count as certain.
//!
//! A **missed win** is a win that was proved (announced by the search or found by the solver) before a move and that the move gave away.

mod annotate;
mod assess;
mod html;
mod json;
mod judge;
mod page_data;
mod text;

pub use assess::{Assessment, Proof, Prover};
pub use html::html;
pub use judge::{ACCURACY_DECAY, Class, JudgedMove, Review, Stage, accuracy};

use crate::record::Record;
use crate::search::{Control, Engine, Limits, Settings};
use crate::solve::Solver;

/// What a review may spend on each position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Limits of the search.
    pub limits: Limits,
    /// Nodes of the solver where a win looks likely but is not announced; 0 for none.
    pub proof_nodes: u64,
}

/// How far a review has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Positions assessed.
    pub done: usize,
    /// Positions of the game.
    pub total: usize,
}

/// Reviews games with one engine.
pub struct Reviewer {
    engine: Engine,
    solver: Option<Solver>,
    options: Options,
}

impl Reviewer {
    /// Memory of the solver, MiB.
    const SOLVER_MIB: usize = 32;

    /// A reviewer whose engine is set up as asked, except that it always looks for the two best lines.
    #[must_use]
    pub fn new(settings: Settings, options: Options) -> Reviewer {
        let engine = Engine::new(Settings { multi_pv: 2, level: None, ..settings });
        // Without memory for the solver the search's announcements have to do.
        let solver = if options.proof_nodes > 0 { Solver::new(Reviewer::SOLVER_MIB).ok() } else { None };
        Reviewer { engine, solver, options }
    }

    /// Reviews a game from its first move on; when `control` says stop, what was done until then is the review.
    ///
    /// ```
    /// use fundi::record::Record;
    /// use fundi::review::{Class, Options, Reviewer};
    /// use fundi::rules::{Move, Rules};
    /// use fundi::search::{Control, Limits, Settings};
    /// let mut record = Record::new(Rules::ZANZIBAR);
    /// record.play(Move::parse("A7L").unwrap()).unwrap();
    /// let limits = Limits { depth: Some(4), ..Limits::default() };
    /// let mut reviewer = Reviewer::new(Settings::default(), Options { limits, proof_nodes: 0 });
    /// let review = reviewer.review(&record, &Control::new(), &mut |_| ());
    /// assert_eq!(review.moves.len(), 1);
    /// assert!(review.moves[0].class != Class::Forced);
    /// ```
    pub fn review(&mut self, record: &Record, control: &Control, watch: &mut dyn FnMut(Progress)) -> Review {
        self.engine.new_game();
        let total = record.game().plies() + 1;
        let mut assessments = Vec::with_capacity(total);
        for ply in 0..total {
            let Some(game) = record.game_at(ply) else { break };
            let mut assessment = Assessment::of(&mut self.engine, &game, &self.options.limits, control);
            if control.stopped() {
                break;
            }
            if let Some(solver) = self.solver.as_mut() {
                Prover { solver, nodes: self.options.proof_nodes }.look(&game, &mut assessment);
            }
            assessments.push(assessment);
            watch(Progress { done: ply + 1, total });
        }
        Review::of(record, &self.options, assessments)
    }
}
