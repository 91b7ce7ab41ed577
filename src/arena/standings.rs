//! The running score of a match, built up game by game; the same from a live match and from a journal.

use super::journal::GameLine;
use super::referee::{Effort, Outcome};
use super::schedule::Schedule;
use super::stats::{Pentanomial, Tally};
use crate::board::Side;
use std::collections::HashMap;

/// Score of one pairing, from the first engine's side.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PairingScore {
    /// Single games.
    pub games: Tally,
    /// Complete pairs.
    pub pairs: Pentanomial,
}

/// Score and effort of one engine over all its games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EngineScore {
    /// Games by result.
    pub games: Tally,
    /// Complete pairs against anybody.
    pub pairs: Pentanomial,
    /// What it used.
    pub effort: Effort,
    /// Games it lost by a fault of its own.
    pub faults: u64,
}

/// All results so far.
#[derive(Clone, Debug)]
pub struct Standings {
    schedule: Schedule,
    pairings: Vec<PairingScore>,
    engines: Vec<EngineScore>,
    /// Games won by South, drawn, won by North.
    seats: Tally,
    /// First half of pairs whose second half is still open: half points of the pairing's first engine.
    open_pairs: HashMap<usize, u8>,
    endings: std::collections::BTreeMap<String, u64>,
    without_result: u64,
    irregularities: u64,
    plies: u64,
}

impl Standings {
    /// No games yet.
    pub fn new(schedule: Schedule, engines: usize) -> Standings {
        Standings {
            pairings: vec![PairingScore::default(); schedule.pairings().len()],
            engines: vec![EngineScore::default(); engines],
            schedule,
            seats: Tally::default(),
            open_pairs: HashMap::new(),
            endings: std::collections::BTreeMap::new(),
            without_result: 0,
            irregularities: 0,
            plies: 0,
        }
    }

    /// Counts a game. Lines that are not part of the schedule are ignored.
    pub fn add(&mut self, line: &GameLine) {
        let Some(fixture) = self.schedule.fixture(line.game) else { return };
        self.irregularities += line.irregular.len() as u64;
        self.plies += u64::from(line.plies);
        // Faults carry their culprit and details; the table of endings wants the kind only.
        let kind = line.reason.split(':').next().unwrap_or_default();
        let kind = kind.strip_prefix("South ").or_else(|| kind.strip_prefix("North ")).unwrap_or(kind);
        *self.endings.entry(kind.to_string()).or_insert(0) += 1;
        for (side, effort) in Side::BOTH.into_iter().zip(&line.effort) {
            self.engines[fixture.engine(side)].effort.merge(effort);
        }
        if line.fault
            && let Some(loser) = Side::BOTH.into_iter().find(|s| line.outcome.half_points(*s) == Some(0))
        {
            self.engines[fixture.engine(loser)].faults += 1;
        }
        let Some(south) = line.outcome.half_points(Side::South) else {
            self.without_result += 1;
            return;
        };
        self.seats.add(south);
        let first_sits = if fixture.seats[0] == fixture.pairing.0 { Side::South } else { Side::North };
        let Some(first) = line.outcome.half_points(first_sits) else { return };
        let number = fixture.pair() % self.pairings.len();
        self.pairings[number].games.add(first);
        let (a, b) = fixture.pairing;
        self.engines[a].games.add(first);
        self.engines[b].games.add(2 - first);
        match self.open_pairs.remove(&fixture.pair()) {
            None => {
                self.open_pairs.insert(fixture.pair(), first);
            }
            Some(other) => {
                let both = first + other;
                self.pairings[number].pairs.add(both);
                self.engines[a].pairs.add(both);
                self.engines[b].pairs.add(4 - both);
            }
        }
    }

    /// The schedule.
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// Scores by pairing, in the order of [`Schedule::pairings`].
    pub fn pairings(&self) -> &[PairingScore] {
        &self.pairings
    }

    /// Scores by engine.
    pub fn engines(&self) -> &[EngineScore] {
        &self.engines
    }

    /// Games by seat: wins are South's.
    pub fn seats(&self) -> Tally {
        self.seats
    }

    /// Games with a result.
    pub fn games(&self) -> u64 {
        self.seats.games()
    }

    /// Games without a result.
    pub fn without_result(&self) -> u64 {
        self.without_result
    }

    /// Irregularities of any kind in the games counted.
    pub fn irregularities(&self) -> u64 {
        self.irregularities
    }

    /// Mean length of a game in plies.
    pub fn mean_plies(&self) -> f64 {
        self.plies as f64 / ((self.games() + self.without_result) as f64).max(1.0)
    }

    /// How games ended, with counts.
    pub fn endings(&self) -> impl Iterator<Item = (&str, u64)> {
        self.endings.iter().map(|(kind, n)| (kind.as_str(), *n))
    }

    /// Share of drawn games, 0 to 1.
    pub fn draw_rate(&self) -> f64 {
        self.seats.draws as f64 / (self.games() as f64).max(1.0)
    }

    /// Results by seat as in a game file: counts of `1-0`, `1/2-1/2`, `0-1`.
    pub fn count(&self, outcome: Outcome) -> u64 {
        match outcome {
            Outcome::South => self.seats.wins,
            Outcome::North => self.seats.losses,
            Outcome::Draw => self.seats.draws,
            Outcome::None => self.without_result,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::settings::{EngineSettings, MatchSettings};
    use super::*;

    fn line(game: usize, outcome: Outcome) -> GameLine {
        GameLine { game, outcome, reason: "no legal move".to_string(), plies: 50, ..GameLine::default() }
    }

    fn standings(engines: usize, rounds: u32) -> Standings {
        let settings = MatchSettings {
            engines: vec![EngineSettings::default(); engines],
            rounds,
            ..MatchSettings::default()
        };
        Standings::new(Schedule::new(&settings), engines)
    }

    #[test]
    fn pairs_count_when_both_games_are_in_whatever_their_order() {
        let mut s = standings(2, 3);
        s.add(&line(1, Outcome::North));
        assert_eq!((s.pairings()[0].games.wins, s.pairings()[0].pairs.pairs()), (1, 0));
        s.add(&line(2, Outcome::Draw));
        s.add(&line(0, Outcome::South));
        s.add(&line(3, Outcome::South));
        s.add(&line(4, Outcome::None));
        s.add(&line(5, Outcome::South));
        assert_eq!(s.pairings()[0].games, Tally { wins: 2, draws: 1, losses: 2 });
        assert_eq!(s.pairings()[0].pairs.counts(), [0, 1, 0, 0, 1]);
        assert_eq!(s.engines()[1].pairs.counts(), [1, 0, 0, 1, 0]);
        assert_eq!(s.seats(), Tally { wins: 3, draws: 1, losses: 1 });
        assert_eq!((s.games(), s.without_result()), (5, 1));
    }

    #[test]
    fn faults_go_to_the_loser() {
        let mut s = standings(3, 1);
        let mut bad = line(3, Outcome::South);
        bad.fault = true;
        bad.irregular = vec!["x".to_string(), "y".to_string()];
        s.add(&bad);
        s.add(&line(99, Outcome::South));
        // Game 3 is the second of pairing (0, 2): South is engine 2.
        assert_eq!(s.engines().iter().map(|e| e.faults).collect::<Vec<_>>(), [1, 0, 0]);
        assert_eq!((s.irregularities(), s.games()), (2, 1));
    }
}
