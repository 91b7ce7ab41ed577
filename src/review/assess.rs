//! What is known about one position of a reviewed game: its value, its two best lines, and what is proved.

use crate::board::Side;
use crate::explain::win_chance;
use crate::rules::{Game, Move};
use crate::search::{Bound, Control, Engine, Limits, Report, Score};
use crate::solve::{self, Solver, Value};

/// A won game, proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Who wins.
    pub winner: Side,
    /// Plies to the end at most.
    pub plies: u32,
    /// Whether the solver found it; otherwise the search announced it.
    pub by_solver: bool,
}

/// The value of a position, seen from its mover.
#[derive(Clone, Debug, PartialEq)]
pub struct Assessment {
    /// The mover.
    pub mover: Side,
    /// The value by search; of a finished game, its result.
    pub score: Score,
    /// The expected result for the mover, 0 to 1; certain where it is proved.
    pub chance: f64,
    /// The best move; `None` if the game is over.
    pub best: Option<Move>,
    /// The line behind the value, the best move first.
    pub line: Vec<Move>,
    /// The expected result of the second best move.
    pub second: Option<f64>,
    /// Number of legal moves.
    pub legal: usize,
    /// Depth of the search, plies.
    pub depth: u32,
    /// Positions searched.
    pub nodes: u64,
    /// What is proved.
    pub proof: Option<Proof>,
}

impl Assessment {
    /// Searches the game's current position.
    #[must_use]
    pub fn of(engine: &mut Engine, game: &Game, limits: &Limits, control: &Control) -> Assessment {
        let mover = game.position().mover();
        let legal = game.rules().successors(game.position()).len();
        if let Some(result) = game.result() {
            let (score, chance) = match result.winner {
                None => (Score::ZERO, 0.5),
                Some(side) if side == mover => (Score::win_in(0), 1.0),
                Some(_) => (Score::loss_in(0), 0.0),
            };
            let proof = result.winner.map(|winner| Proof { winner, plies: 0, by_solver: false });
            let line = Vec::new();
            return Assessment {
                mover,
                score,
                chance,
                best: None,
                line,
                second: None,
                legal,
                depth: 0,
                nodes: 0,
                proof,
            };
        }
        let mut second: Option<Report> = None;
        let choice = engine.search(game, limits, control, &mut |report| {
            if report.multi_pv == 2 && report.bound == Bound::Exact {
                second = Some(report.clone());
            }
        });
        let proof = choice.score.win_plies().map(|plies| Proof {
            winner: if choice.score.is_win() { mover } else { mover.other() },
            plies: plies.unsigned_abs(),
            by_solver: false,
        });
        Assessment {
            mover,
            score: choice.score,
            chance: win_chance(choice.score),
            best: choice.best,
            line: choice.pv,
            second: second.map(|report| win_chance(report.score)),
            legal,
            depth: choice.depth,
            nodes: choice.nodes,
            proof,
        }
    }

    /// The expected result for South.
    #[must_use]
    pub fn south(&self) -> f64 {
        if self.mover == Side::South { self.chance } else { 1.0 - self.chance }
    }

    /// The value for South in seeds, or plies to a win; for graphs and tables that keep one point of view.
    #[must_use]
    pub fn south_score(&self) -> Score {
        if self.mover == Side::South { self.score } else { -self.score }
    }
}

/// Looks for proofs where the search saw a probable win.
pub struct Prover<'a> {
    /// The solver.
    pub solver: &'a mut Solver,
    /// Nodes for each position.
    pub nodes: u64,
}

impl Prover<'_> {
    /// Below this distance from certainty a proof is worth looking for.
    const LIKELY: f64 = 0.15;

    /// Adds a proof to an assessment that lacks one.
    pub fn look(&mut self, game: &Game, assessment: &mut Assessment) {
        let chance = assessment.chance;
        if assessment.proof.is_some() || (Prover::LIKELY..=1.0 - Prover::LIKELY).contains(&chance) {
            return;
        }
        let limits = solve::Limits::nodes(self.nodes);
        let verdict = self.solver.solve(game.rules(), game.position(), limits);
        let winner = match verdict.value {
            Value::Win => assessment.mover,
            Value::Loss => assessment.mover.other(),
            Value::Unknown => return,
        };
        let Some(plies) = verdict.plies else { return };
        assessment.proof = Some(Proof { winner, plies, by_solver: true });
        assessment.chance = f64::from(u8::from(winner == assessment.mover));
        if let (Value::Win, Some(best)) = (verdict.value, verdict.best)
            && assessment.best != Some(best)
        {
            assessment.best = Some(best);
            assessment.line = self.solver.line(game.rules(), game.position());
            assessment.second = None;
        }
    }
}
