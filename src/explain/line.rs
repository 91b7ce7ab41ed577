//! Scores and lines of a search, told to a player.

use super::{Replay, clause, threat_clause};
use crate::board::{Position, Side};
use crate::eval;
use crate::notation::{Notation, write};
use crate::rules::{Move, Rules};
use crate::search::Score;
use crate::words::{Key, Words};

/// `+1.25 seeds`, `wins in 5`: from the view of the player it is for.
#[must_use]
pub fn score_text(words: &Words, score: Score) -> String {
    match score.win_plies() {
        Some(plies) if plies >= 0 && score.is_win() => words.fill(Key::WinIn, &[("n", &plies)]),
        Some(plies) => words.fill(Key::LosesIn, &[("n", &-plies)]),
        None => {
            let seeds = format!("{:+.2}", f64::from(score.centiseeds()) / 100.0);
            words.fill(Key::SeedsScore, &[("score", &seeds)])
        }
    }
}

/// The expected result, 0 to 1, that a score stands for.
///
/// ```
/// use fundi::explain::win_chance;
/// use fundi::search::Score;
/// assert_eq!(win_chance(Score::ZERO), 0.5);
/// assert_eq!(win_chance(Score::loss_in(4)), 0.0);
/// ```
#[must_use]
pub fn win_chance(score: Score) -> f64 {
    if score.is_win() {
        1.0
    } else if score.is_loss() {
        0.0
    } else {
        eval::win_chance(score.centiseeds())
    }
}

/// A chance from 0 to 1 as whole percent: 0 and 100 are what is certain, and nothing else.
///
/// ```
/// use fundi::explain::percent;
/// assert_eq!([0.0, 0.0001, 0.5, 0.9999, 1.0].map(percent), ["0", "1", "50", "99", "100"]);
/// ```
#[must_use]
pub fn percent(chance: f64) -> String {
    let whole = (chance * 100.0).round();
    let certain = chance <= 0.0 || chance >= 1.0;
    format!("{:.0}", if certain { whole } else { whole.clamp(1.0, 99.0) })
}

/// A move of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineMove {
    /// Who plays it.
    pub side: Side,
    /// Its token.
    pub token: String,
    /// Its Donkers form.
    pub text: String,
    /// The move replayed.
    pub replay: Replay,
}

impl LineMove {
    /// What the move does and threatens, in one line.
    #[must_use]
    pub fn words(&self, words: &Words, rules: &Rules) -> String {
        let does = clause(words, rules, &self.replay);
        match threat_clause(words, rules, &self.replay) {
            Some(threat) => format!("{does}; {threat}"),
            None => does,
        }
    }
}

/// Plays a line out from a position; it ends before the first move that is not legal.
#[must_use]
pub fn line(rules: &Rules, position: &Position, moves: &[Move]) -> Vec<LineMove> {
    let mut position = *position;
    let mut line = Vec::with_capacity(moves.len());
    for mv in moves {
        let Ok(replay) = Replay::of(rules, &position, *mv) else { break };
        let side = position.mover();
        let text = write(Notation::Donkers, &position, &replay.played);
        position = replay.played.position;
        line.push(LineMove { side, token: mv.token(side).to_string(), text, replay });
    }
    line
}

/// A line as one text: its moves in Donkers' forms.
#[must_use]
pub fn line_text(line: &[LineMove]) -> String {
    line.iter().map(|mv| mv.text.as_str()).collect::<Vec<_>>().join(" ")
}
