//! Game files: a finished game as a record, and the score of a match read back from its files.
//!
//! The tags `White`, `Black` and `Result` are what rating programs look for; `Round` is the number of the pair and of the game
//! in it (`12.1`, `12.2`), so that pairs are found again and files of several runs can be added up.

use super::date;
use super::referee::Outcome;
use super::runner::Match;
use super::standings::PairingScore;
use super::table::GameReport;
use crate::board::Side;
use crate::record::{self, Record, RecordError};
use std::collections::HashMap;

/// The record of a game as text, an empty line after it.
pub fn text(report: &GameReport, of: &Match) -> String {
    let mut record = Record::of(report.game.clone());
    let settings = of.settings();
    let seat = |side| report.fixture.engine(side);
    let name = |side| of.names().get(seat(side)).map_or("?", String::as_str);
    record.set_tag("Event", &settings.event);
    record.set_tag("Date", &date::dotted(report.began));
    record.set_tag("Round", &format!("{}.{}", report.fixture.round + 1, report.fixture.id % 2 + 1));
    record.set_tag("White", name(Side::South));
    record.set_tag("Black", name(Side::North));
    record.set_tag("WhiteTimeControl", &settings.limits_of(seat(Side::South)).to_string());
    record.set_tag("BlackTimeControl", &settings.limits_of(seat(Side::North)).to_string());
    record.set_tag("Termination", &report.reason);
    record.set_tag("PlyCount", &report.game.plies().to_string());
    for (ply, remark) in report.remarks.iter().enumerate() {
        if let Some(note) = record.note_mut(ply + 1) {
            note.comments.push(remark.to_string());
        }
    }
    record.set_outcome(match report.outcome {
        Outcome::South => record::Outcome::Win(Side::South),
        Outcome::North => record::Outcome::Win(Side::North),
        Outcome::Draw => record::Outcome::Draw,
        Outcome::None => record::Outcome::Open,
    });
    format!("{record}\n")
}

/// The score of two players, added up from game files.
#[derive(Clone, Debug, PartialEq)]
pub struct Meeting {
    /// The two names; first the one who is South in a game numbered `.1`, as the match had them.
    pub names: [String; 2],
    /// Score of the first.
    pub score: PairingScore,
}

/// Adds up the games of one or more files. A pair is two games of the same file, round and players with seats swapped; games
/// without a result are left out.
///
/// # Errors
/// The first thing that is wrong with a file, with its line.
pub fn add_up<'a>(files: impl IntoIterator<Item = &'a str>) -> Result<Vec<Meeting>, RecordError> {
    let mut meetings: Vec<Meeting> = Vec::new();
    for file in files {
        // Half points of the meeting's first player, by meeting and number of the pair, until the other game comes.
        let mut open: HashMap<(usize, String), (bool, u8)> = HashMap::new();
        for record in record::Games::new(file, record::ReadOptions::default()) {
            let record = record?;
            let south = match record.outcome() {
                record::Outcome::Open => continue,
                record::Outcome::Draw => 1,
                record::Outcome::Win(Side::South) => 2,
                record::Outcome::Win(Side::North) => 0,
            };
            let seats = [record.tag("White"), record.tag("Black")];
            let (pair, game) = record.tag("Round").split_once('.').unwrap_or((record.tag("Round"), "1"));
            let names = if game == "2" { [seats[1], seats[0]] } else { seats };
            let found = meetings
                .iter()
                .position(|m| m.names == names || (m.names[0] == names[1] && m.names[1] == names[0]));
            let number = found.unwrap_or_else(|| {
                meetings.push(Meeting { names: names.map(str::to_string), score: PairingScore::default() });
                meetings.len() - 1
            });
            let Some(meeting) = meetings.get_mut(number) else { continue };
            let first_is_south = meeting.names[0] == seats[0];
            let first = if first_is_south { south } else { 2 - south };
            meeting.score.games.add(first);
            let pair = pair.to_string();
            match open.remove(&(number, pair.clone())) {
                Some((other_seat, other)) if other_seat != first_is_south => {
                    meeting.score.pairs.add(first + other)
                }
                _ => {
                    open.insert((number, pair), (first_is_south, first));
                }
            }
        }
    }
    Ok(meetings)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(white: &str, black: &str, round: &str, result: &str) -> String {
        format!(
            "[White \"{white}\"]\n[Black \"{black}\"]\n[Round \"{round}\"]\n[Result \"{result}\"]\n\n1. A7L* {{book}} {result}\n\n"
        )
    }

    #[test]
    fn pairs_are_found_in_any_order_and_only_within_their_file() {
        let one = [
            game("b", "a", "2.2", "1-0"),
            game("a", "b", "1.1", "1-0"),
            game("b", "a", "1.2", "0-1"),
            game("a", "c", "1.1", "0-1"),
            game("a", "b", "3.1", "*"),
        ]
        .concat();
        let two = [game("a", "b", "2.1", "1/2-1/2"), game("b", "a", "2.2", "1/2-1/2")].concat();
        let meetings = add_up([one.as_str(), two.as_str()]).expect("good files");
        assert_eq!(meetings.len(), 2);
        assert_eq!(meetings[0].names, ["a", "b"]);
        assert_eq!(meetings[0].score.games.to_string(), "+2 =2 -1");
        assert_eq!(meetings[0].score.pairs.counts(), [0, 0, 1, 0, 1]);
        assert_eq!(meetings[1].score.games.to_string(), "+0 =0 -1");
        assert!(add_up(["[White \"a\"]\n\n1. A1L 1-0\n"]).is_err());
    }
}
