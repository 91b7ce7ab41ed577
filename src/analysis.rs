//! A position analysed: a search that keeps its best lines, and what programs are told of it in JSON.
//!
//! `fundi analyze`, the analysis service and reviews write the same values in the same way: scores as `{"centiseeds": 125}` or `{"win_in": 5}` (negative for a
//! loss), chances and seconds with four decimals, moves as tokens.

use crate::explain::{line, line_text, win_chance};
use crate::rules::Game;
use crate::search::{Bound, Choice, Control, Engine, Limits, Report, Score};
use serde_json::{Value, json};

/// The result of a search: the choice and the best lines, as they were last reported.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// What the search chose.
    pub choice: Choice,
    /// The last exact report of every line, the best first.
    pub lines: Vec<Report>,
}

impl Analysis {
    /// Searches the current position; `watch` sees every report together with the lines so far.
    ///
    /// ```
    /// use fundi::analysis::Analysis;
    /// use fundi::rules::{Game, Rules};
    /// use fundi::search::{Control, Engine, Limits, Settings};
    /// let game = Game::new(Rules::ZANZIBAR);
    /// let mut engine = Engine::new(Settings { hash_mib: 1, multi_pv: 2, ..Settings::default() });
    /// let limits = Limits { depth: Some(3), ..Limits::default() };
    /// let analysis = Analysis::run(&mut engine, &game, &limits, &Control::new(), &mut |_, _| {});
    /// assert_eq!(analysis.lines.len(), 2);
    /// assert_eq!(analysis.as_json(&game)["best"], analysis.as_json(&game)["lines"][0]["moves"][0]);
    /// ```
    pub fn run(
        engine: &mut Engine,
        game: &Game,
        limits: &Limits,
        control: &Control,
        watch: &mut dyn FnMut(&Report, &[Report]),
    ) -> Analysis {
        let mut lines: Vec<Report> = Vec::new();
        let choice = engine.search(game, limits, control, &mut |report| {
            if report.bound == Bound::Exact {
                match lines.iter().position(|line| line.multi_pv >= report.multi_pv) {
                    Some(at) if lines[at].multi_pv == report.multi_pv => lines[at].clone_from(report),
                    Some(at) => lines.insert(at, report.clone()),
                    None => lines.push(report.clone()),
                }
            }
            watch(report, &lines);
        });
        // The choice may rest on a deeper thread than the reports of the first, and on a depth that was not reported.
        if let [first] = lines.as_mut_slice()
            && choice.best.is_some()
        {
            first.pv.clone_from(&choice.pv);
            first.score = choice.score;
            first.depth = choice.depth;
        }
        Analysis { choice, lines }
    }

    /// The analysis of the game's current position in JSON. Scores and chances are the mover's.
    #[must_use]
    pub fn as_json(&self, game: &Game) -> Value {
        let position = game.position();
        json!({
            "rules": game.rules().name,
            "fen": position.to_string(),
            "best": self.choice.best.map(|mv| mv.token(position.mover()).to_string()),
            "score": score_json(self.choice.score),
            "win_chance": rounded(win_chance(self.choice.score)),
            "depth": self.choice.depth,
            "nodes": self.choice.nodes,
            "seconds": rounded(self.choice.time.as_secs_f64()),
            "lines": lines_json(game, &self.lines),
        })
    }
}

/// Lines of a search in JSON.
#[must_use]
pub fn lines_json(game: &Game, lines: &[Report]) -> Value {
    let lines = lines.iter().map(|report| {
        let moves = line(game.rules(), game.position(), &report.pv);
        json!({
            "rank": report.multi_pv,
            "depth": report.depth,
            "score": score_json(report.score),
            "win_chance": rounded(win_chance(report.score)),
            "moves": moves.iter().map(|mv| mv.token.as_str()).collect::<Vec<_>>(),
            "donkers": line_text(&moves),
        })
    });
    lines.collect()
}

/// A score in JSON: `{"centiseeds": 125}` or `{"win_in": 5}`, negative for a loss.
#[must_use]
pub fn score_json(score: Score) -> Value {
    match score.win_plies() {
        Some(plies) => json!({ "win_in": plies }),
        None => json!({ "centiseeds": score.centiseeds() }),
    }
}

/// Four decimals: more would be noise.
#[must_use]
pub fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}
