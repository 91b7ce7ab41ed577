//! A review as JSON for programs.

use super::{Class, JudgedMove, Proof, Review, Stage};
use crate::analysis::{rounded, score_json};
use crate::board::Side;
use crate::explain::line;
use serde_json::{Value, json};

fn proof(proof: Proof) -> Value {
    let by = if proof.by_solver { "solver" } else { "search" };
    json!({ "winner": proof.winner.to_string(), "plies": proof.plies, "by": by })
}

impl Review {
    /// The review as a JSON value: players' accuracies, turning points, missed wins, and every move with both values, best line and class.
    /// Scores are the mover's; win chances go from 0 to 1.
    #[must_use]
    pub fn as_json(&self) -> Value {
        let record = &self.record;
        let player = |side: Side| {
            let accuracy = |stage| self.accuracy(side, stage).map(rounded);
            let counts: serde_json::Map<String, Value> = Class::ALL
                .into_iter()
                .map(|class| (class.name().to_owned(), self.count(side, class).into()))
                .collect();
            json!({
                "name": record.tag(if side == Side::South { "White" } else { "Black" }),
                "accuracy": accuracy(None),
                "accuracy_namua": accuracy(Some(Stage::Namua)),
                "accuracy_mtaji": accuracy(Some(Stage::Mtaji)),
                "classes": counts,
            })
        };
        let positions = self.assessments.iter().zip(record.game().positions()).map(|(seen, position)| {
            json!({
                "fen": position.to_string(),
                "score": score_json(seen.score),
                "win_chance": rounded(seen.chance),
                "depth": seen.depth,
                "nodes": seen.nodes,
                "proof": seen.proof.map(proof),
            })
        });
        json!({
            "engine": concat!("fundi ", env!("CARGO_PKG_VERSION")),
            "rules": record.rules().name,
            "result": record.outcome().to_string(),
            "complete": self.is_complete(),
            "accuracy_decay": super::ACCURACY_DECAY,
            "south": player(Side::South),
            "north": player(Side::North),
            "turning_points": self.turning_points().iter().map(|mv| mv.ply).collect::<Vec<_>>(),
            "missed_wins": self.missed_wins().map(|(mv, _)| mv.ply).collect::<Vec<_>>(),
            "moves": self.moves.iter().map(|mv| self.move_json(mv)).collect::<Vec<_>>(),
            "positions": positions.collect::<Vec<_>>(),
        })
    }

    fn move_json(&self, mv: &JudgedMove) -> Value {
        let before = mv.ply.checked_sub(1).and_then(|index| self.record.game().positions().get(index));
        let best = before.map(|position| line(self.record.rules(), position, &mv.best)).unwrap_or_default();
        json!({
            "ply": mv.ply,
            "side": mv.side.to_string(),
            "move": mv.mv.token(mv.side).to_string(),
            "donkers": mv.text,
            "stage": if mv.stage == Stage::Namua { "namua" } else { "mtaji" },
            "class": mv.class.name(),
            "score_before": score_json(mv.before),
            "score_after": score_json(mv.after),
            "win_chance_before": rounded(mv.chance_before),
            "win_chance_after": rounded(mv.chance_after),
            "loss": rounded(mv.loss),
            "best": best.iter().map(|mv| mv.token.clone()).collect::<Vec<_>>(),
            "missed_win": mv.missed.map(proof),
        })
    }
}
