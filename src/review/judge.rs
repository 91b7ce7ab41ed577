//! From assessed positions to judged moves: loss, class, accuracy, missed wins, turning points.
//!
//! The constants were fitted on 680 games between equal and neighbouring levels of known Elo (150 to 2170), 26,912 moves with a choice, each position
//! reviewed with 30,000 nodes: `fundi-tools accuracy review GAMES --out FILE` and `fundi-tools accuracy fit FILE` (`tools/EXPERIMENTS.md` has the
//! figures). The accuracy of a player in a game correlates best with his Elo (0.666) at a decay of 6.4, but the top is flat: samples of the games put it
//! anywhere from 3.6 to 14.3. 6 is within 0.0001 of it, and gives a player of Elo 1500 an accuracy of 90. The limits of the classes were chosen first and kept, as they are
//! what such a player loses in one move of seven (4.9 %), of ten (10.1 %) and of twenty (20.5 %).

use super::{Assessment, Options, Proof};
use crate::board::Side;
use crate::notation::{Notation, write};
use crate::record::Record;
use crate::rules::Move;
use crate::search::Score;
use crate::words::Key;

/// How fast the accuracy of a move falls with its loss; see [`accuracy`].
pub const ACCURACY_DECAY: f64 = 6.0;
/// A loss below this is noise between two searches.
const NOISE: f64 = 0.005;
const INACCURACY: f64 = 0.05;
const MISTAKE: f64 = 0.10;
const BLUNDER: f64 = 0.20;
/// The most turning points to name.
const MOST_TURNING_POINTS: usize = 5;

/// The accuracy in percent of a move that gave away `loss` (0 to 1) of the win chance.
///
/// ```
/// use fundi::review::accuracy;
/// assert_eq!(accuracy(0.0), 100.0);
/// assert!((accuracy(0.1) - 54.9).abs() < 0.1);
/// ```
#[must_use]
pub fn accuracy(loss: f64) -> f64 {
    100.0 * (-ACCURACY_DECAY * loss.clamp(0.0, 1.0)).exp()
}

/// What a move is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// As good as any.
    Best,
    /// The best, and every other move loses a lot.
    Only,
    /// Nearly as good.
    Good,
    /// Lost a twentieth of the win chance or more.
    Inaccuracy,
    /// Lost a tenth or more.
    Mistake,
    /// Lost a fifth or more.
    Blunder,
    /// There was no other legal move.
    Forced,
}

impl Class {
    /// All classes, in the order of tables.
    pub const ALL: [Class; 7] = [
        Class::Best,
        Class::Only,
        Class::Good,
        Class::Inaccuracy,
        Class::Mistake,
        Class::Blunder,
        Class::Forced,
    ];

    /// The class of a loss.
    #[must_use]
    pub fn of_loss(loss: f64) -> Class {
        match loss {
            loss if loss < NOISE => Class::Best,
            loss if loss < INACCURACY => Class::Good,
            loss if loss < MISTAKE => Class::Inaccuracy,
            loss if loss < BLUNDER => Class::Mistake,
            _ => Class::Blunder,
        }
    }

    /// The name in JSON and in the page.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Class::Best => "best",
            Class::Only => "only",
            Class::Good => "good",
            Class::Inaccuracy => "inaccuracy",
            Class::Mistake => "mistake",
            Class::Blunder => "blunder",
            Class::Forced => "forced",
        }
    }

    /// The key of its name for people.
    #[must_use]
    pub const fn key(self) -> Key {
        match self {
            Class::Best => Key::ClassBest,
            Class::Only => Key::ClassOnly,
            Class::Good => Key::ClassGood,
            Class::Inaccuracy => Key::ClassInaccuracy,
            Class::Mistake => Key::ClassMistake,
            Class::Blunder => Key::ClassBlunder,
            Class::Forced => Key::ClassForced,
        }
    }

    /// The sign behind the move, as chess players write it.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Class::Only => "!",
            Class::Inaccuracy => "?!",
            Class::Mistake => "?",
            Class::Blunder => "??",
            Class::Best | Class::Good | Class::Forced => "",
        }
    }

    /// The number of the sign in records (`$4` is `??`).
    #[must_use]
    pub const fn glyph(self) -> Option<u8> {
        match self {
            Class::Only => Some(1),
            Class::Mistake => Some(2),
            Class::Blunder => Some(4),
            Class::Inaccuracy => Some(6),
            Class::Best | Class::Good | Class::Forced => None,
        }
    }
}

/// A stage of the game, as the rules tell them apart: by the mover's store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The mover had seeds in store.
    Namua,
    /// He had none.
    Mtaji,
}

/// A move and what is thought of it. Chances are the mover's, from 0 to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedMove {
    /// From 1.
    pub ply: usize,
    /// Who moved.
    pub side: Side,
    /// The move.
    pub mv: Move,
    /// In Donkers' form.
    pub text: String,
    /// The stage for the mover.
    pub stage: Stage,
    /// The value before the move.
    pub before: Score,
    /// The value after it.
    pub after: Score,
    /// The win chance before the move, with the best move.
    pub chance_before: f64,
    /// The win chance after it.
    pub chance_after: f64,
    /// Win chance given away.
    pub loss: f64,
    /// What the move is called.
    pub class: Class,
    /// The best line, the best move first.
    pub best: Vec<Move>,
    /// The best move in Donkers' form.
    pub best_text: String,
    /// A proved win that the move gave away.
    pub missed: Option<Proof>,
}

impl JudgedMove {
    /// Whether another move was better by more than noise.
    #[must_use]
    pub fn is_worse(&self) -> bool {
        !matches!(self.class, Class::Best | Class::Only | Class::Forced)
    }
}

/// A reviewed game.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// The game, with its tags.
    pub record: Record,
    /// What each position was given.
    pub options: Options,
    /// The positions, from the start; one more than `moves` unless nothing was done.
    pub assessments: Vec<Assessment>,
    /// The moves that were judged.
    pub moves: Vec<JudgedMove>,
}

impl Review {
    /// Judges the moves between positions that were assessed, from the start on; those beyond are left out.
    #[must_use]
    pub fn of(record: &Record, options: &Options, assessments: Vec<Assessment>) -> Review {
        let pairs = assessments.iter().zip(assessments.iter().skip(1)).enumerate();
        let moves = pairs.filter_map(|(index, (before, after))| judge_move(record, index, before, after));
        let moves = moves.collect();
        Review { record: record.clone(), options: options.clone(), assessments, moves }
    }

    /// Whether every move of the game was judged.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.moves.len() == self.record.game().plies()
    }

    /// A player's mean accuracy in percent, of a stage or the whole game; `None` where he had no choice.
    #[must_use]
    pub fn accuracy(&self, side: Side, stage: Option<Stage>) -> Option<f64> {
        let counted = |mv: &&JudgedMove| {
            mv.side == side && mv.class != Class::Forced && stage.is_none_or(|stage| stage == mv.stage)
        };
        let values: Vec<f64> = self.moves.iter().filter(counted).map(|mv| accuracy(mv.loss)).collect();
        (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
    }

    /// How many moves of a player are called so.
    #[must_use]
    pub fn count(&self, side: Side, class: Class) -> usize {
        self.moves.iter().filter(|mv| mv.side == side && mv.class == class).count()
    }

    /// The moves that cost the most, mistakes at least, the worst first.
    #[must_use]
    pub fn turning_points(&self) -> Vec<&JudgedMove> {
        let mut worst: Vec<&JudgedMove> = self.moves.iter().filter(|mv| mv.loss >= MISTAKE).collect();
        worst.sort_by(|a, b| b.loss.total_cmp(&a.loss));
        worst.truncate(MOST_TURNING_POINTS);
        worst
    }

    /// The loss from which a move is a turning point.
    #[must_use]
    pub const fn turning_loss() -> f64 {
        MISTAKE
    }

    /// The moves that gave away a proved win.
    pub fn missed_wins(&self) -> impl Iterator<Item = (&JudgedMove, Proof)> {
        self.moves.iter().filter_map(|mv| Some((mv, mv.missed?)))
    }
}

fn judge_move(record: &Record, index: usize, before: &Assessment, after: &Assessment) -> Option<JudgedMove> {
    let game = record.game();
    let position = game.positions().get(index)?;
    let mv = *game.moves().get(index)?;
    let rules = game.rules();
    let text = |mv| Some(write(Notation::Donkers, position, &rules.play(position, mv).ok()?));
    let kept = 1.0 - after.chance;
    let played_best = before.best == Some(mv);
    // The deeper look after the move corrects the one before it.
    let chance_before = if played_best { kept } else { before.chance.max(kept) };
    let loss = chance_before - kept;
    let only = played_best && before.second.is_some_and(|second| before.chance - second >= BLUNDER);
    let class = match () {
        () if before.legal == 1 => Class::Forced,
        () if only => Class::Only,
        () => Class::of_loss(loss),
    };
    let won = before.proof.filter(|proof| proof.winner == before.mover);
    let still_won = after.proof.is_some_and(|proof| proof.winner == before.mover);
    Some(JudgedMove {
        ply: index + 1,
        side: before.mover,
        mv,
        text: text(mv)?,
        stage: if position.is_namua() { Stage::Namua } else { Stage::Mtaji },
        before: before.score,
        after: -after.score,
        chance_before,
        chance_after: kept,
        loss,
        class,
        best: before.line.clone(),
        best_text: before.best.and_then(text).unwrap_or_default(),
        missed: won.filter(|_| !still_won && loss >= INACCURACY),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_and_accuracy_follow_the_loss() {
        let classes = [0.0, 0.01, 0.05, 0.1, 0.2, 1.0].map(Class::of_loss);
        let expected =
            [Class::Best, Class::Good, Class::Inaccuracy, Class::Mistake, Class::Blunder, Class::Blunder];
        assert_eq!(classes, expected);
        assert!(accuracy(0.0) > accuracy(0.05) && accuracy(1.0) > 0.0);
        assert_eq!(accuracy(-0.1), 100.0, "a gain is no better than the best");
    }
}
