//! A review as text for a terminal of 80 columns: turning points first, then accuracy, then every move.

use super::{Class, JudgedMove, Review, Stage};
use crate::board::Side;
use crate::explain::{LineMove, clause, line, percent};
use crate::rules::Move;
use crate::search::Score;
use crate::words::{Key, Words};
use std::fmt::Write;

/// A score in a column: seeds, or `W5` and `L4` for an announced end.
fn short_score(score: Score) -> String {
    match score.win_plies() {
        Some(plies) if score.is_win() => format!("W{plies}"),
        Some(plies) => format!("L{}", -plies),
        None => format!("{:+.1}", f64::from(score.centiseeds()) / 100.0),
    }
}

impl Review {
    /// The review as text in the language of `words`; ends with a line feed.
    #[must_use]
    pub fn text(&self, words: &Words) -> String {
        let mut out = String::new();
        // Writing to a String cannot fail.
        self.write(words, &mut out).unwrap_or_default();
        out
    }

    /// Who played, under which rules, and how long each position was searched.
    pub(super) fn head(&self, words: &Words) -> [String; 2] {
        let record = &self.record;
        let (white, black, result) = (record.tag("White"), record.tag("Black"), record.outcome());
        let head = words.fill(Key::ReviewHead, &[("white", &white), ("black", &black), ("result", &result)]);
        let limits = &self.options.limits;
        let mut parts = Vec::new();
        if let Some(depth) = limits.depth {
            parts.push(words.fill(Key::ReviewLimitDepth, &[("depth", &depth)]));
        }
        if let Some(nodes) = limits.nodes {
            parts.push(words.fill(Key::ReviewLimitNodes, &[("n", &nodes)]));
        }
        if let Some(time) = limits.movetime {
            parts.push(words.fill(Key::ReviewLimitTime, &[("seconds", &time.as_secs_f64())]));
        }
        let plies = record.game().plies();
        let limit = parts.join(", ");
        let values: &[(&str, &dyn std::fmt::Display)] =
            &[("rules", &record.rules()), ("n", &plies), ("limit", &limit)];
        [head, words.fill(Key::ReviewInfo, values)]
    }

    /// The note that not all was reviewed.
    pub(super) fn partial(&self, words: &Words) -> Option<String> {
        let plies = self.record.game().plies();
        let done = self.moves.len();
        (!self.is_complete()).then(|| words.fill(Key::ReviewPartial, &[("done", &done), ("n", &plies)]))
    }

    /// What a move of the game or of a line does, in words.
    pub(super) fn told(&self, words: &Words, ply: usize, moves: &[Move]) -> String {
        let position = ply.checked_sub(1).and_then(|index| self.record.game().positions().get(index));
        let told = position.and_then(|position| {
            let moves = line(self.record.rules(), position, moves.get(..1)?);
            moves.first().map(|mv: &LineMove| mv.words(words, self.record.rules()))
        });
        told.unwrap_or_default()
    }

    /// The move that was played and the best answer to it.
    pub(super) fn played(&self, mv: &JudgedMove) -> Vec<Move> {
        let answer = self.assessments.get(mv.ply).and_then(|after| after.best);
        std::iter::once(mv.mv).chain(answer).collect()
    }

    /// What the second of these moves, the answer to the first, does.
    pub(super) fn answer(&self, words: &Words, ply: usize, moves: &[Move]) -> Option<String> {
        let rules = self.record.rules();
        let position = self.record.game().positions().get(ply.checked_sub(1)?)?;
        let moves = line(rules, position, moves.get(..2)?);
        let answer = moves.get(1)?;
        let what = clause(words, rules, &answer.replay);
        let side = words.side(answer.side);
        let values: [(&str, &dyn std::fmt::Display); 3] =
            [("side", &side), ("move", &answer.text), ("what", &what)];
        Some(words.fill(Key::ReviewAnswer, &values))
    }

    /// A move and what it cost in one sentence.
    pub(super) fn turn(&self, words: &Words, mv: &JudgedMove) -> String {
        let key = if mv.is_worse() { Key::ReviewTurn } else { Key::ReviewKept };
        words.fill(
            key,
            &[
                ("ply", &mv.ply),
                ("side", &words.side(mv.side)),
                ("move", &mv.text),
                ("class", &words.get(mv.class.key())),
                ("before", &percent(mv.chance_before)),
                ("after", &percent(mv.chance_after)),
            ],
        )
    }

    /// Missed wins, a sentence each, with the ply.
    pub(super) fn missed_lines(&self, words: &Words) -> Vec<(usize, String)> {
        let told = self.missed_wins().map(|(mv, proof)| {
            let side = words.side(mv.side);
            let values: &[(&str, &dyn std::fmt::Display)] = &[
                ("ply", &mv.ply),
                ("side", &side),
                ("best", &mv.best_text),
                ("n", &proof.plies),
                ("move", &mv.text),
            ];
            (mv.ply, words.fill(Key::ReviewMissedLine, values))
        });
        told.collect()
    }

    /// The lines of the accuracy table: name, South, North.
    pub(super) fn table(&self, words: &Words) -> Vec<[String; 3]> {
        let stages = [
            (words.get(Key::ReviewWhole), None),
            (words.get(Key::Namua), Some(Stage::Namua)),
            (words.get(Key::Mtaji), Some(Stage::Mtaji)),
        ];
        let mut rows = Vec::new();
        for (name, stage) in stages {
            let [south, north] = Side::BOTH
                .map(|side| self.accuracy(side, stage).map_or("-".to_owned(), |value| format!("{value:.1}")));
            rows.push([name.to_owned(), south, north]);
        }
        for class in Class::ALL {
            let [south, north] = Side::BOTH.map(|side| self.count(side, class).to_string());
            rows.push([words.get(class.key()).to_owned(), south, north]);
        }
        rows
    }

    fn write(&self, words: &Words, out: &mut String) -> std::fmt::Result {
        for line in self.head(words).into_iter().chain(self.partial(words)) {
            writeln!(out, "{line}")?;
        }
        let turning = self.turning_points();
        writeln!(out, "\n{}", words.get(Key::ReviewTurning))?;
        if turning.is_empty() {
            let percent = percent(Review::turning_loss());
            writeln!(out, "  {}", words.fill(Key::ReviewNoTurning, &[("percent", &percent)]))?;
        }
        for mv in turning {
            writeln!(out, "  {}", self.turn(words, mv))?;
            let what = self.told(words, mv.ply, &mv.best);
            let values: &[(&str, &dyn std::fmt::Display)] = &[("move", &mv.best_text), ("what", &what)];
            let better = words.fill(Key::ReviewBetter, values);
            let what = self.told(words, mv.ply, &[mv.mv]);
            let played = words.fill(Key::ReviewPlayed, &[("what", &what)]);
            let answers =
                [self.answer(words, mv.ply, &mv.best), self.answer(words, mv.ply, &self.played(mv))];
            for (told, answer) in [better, played].into_iter().zip(answers) {
                writeln!(out, "      {told}")?;
                if let Some(answer) = answer {
                    writeln!(out, "        {answer}")?;
                }
            }
        }
        let missed = self.missed_lines(words);
        if !missed.is_empty() {
            writeln!(out, "\n{}", words.get(Key::ReviewMissed))?;
            for (_, line) in missed {
                writeln!(out, "  {line}")?;
            }
        }
        let sides = Side::BOTH.map(|side| words.side(side));
        writeln!(out, "\n{:<16}{:>12}{:>12}", words.get(Key::ReviewAccuracy), sides[0], sides[1])?;
        for [name, south, north] in self.table(words) {
            writeln!(out, "  {name:<14}{south:>12}{north:>12}")?;
        }
        let decay = super::ACCURACY_DECAY;
        let formula = words.fill(Key::ReviewFormula, &[("decay", &decay)]);
        writeln!(out, "{}", formula.replace("; ", ";\n  "))?;
        writeln!(out, "\n{}", words.get(Key::ReviewMoves))?;
        self.write_moves(words, out)
    }

    fn write_moves(&self, words: &Words, out: &mut String) -> std::fmt::Result {
        let [ply, mv, score] = [Key::HeadPly, Key::HeadMove, Key::HeadScore].map(|key| words.get(key));
        let chance = words.fill(Key::HeadChance, &[("side", &words.side(Side::South))]);
        let [loss, class, best] = [Key::HeadLoss, Key::HeadClass, Key::HeadBest].map(|key| words.get(key));
        writeln!(out, "{ply:>5}  {mv:<9}{score:>7} {chance:>9}{loss:>7}  {class:<12} {best}")?;
        for mv in &self.moves {
            let text = format!("{}{}", mv.text, mv.class.sign());
            let loss = if mv.loss < 0.005 { "-".to_owned() } else { percent(mv.loss) };
            let best = if mv.is_worse() { mv.best_text.as_str() } else { "" };
            // One point of view in the columns, or they would swing at every move.
            let south = mv.side == Side::South;
            let (score, chance) =
                if south { (mv.after, mv.chance_after) } else { (-mv.after, 1.0 - mv.chance_after) };
            let line = format!(
                "{:>5}  {text:<9}{:>7} {:>9}{loss:>7}  {:<12} {best}",
                mv.ply,
                short_score(score),
                percent(chance),
                words.get(mv.class.key()),
            );
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }
}
