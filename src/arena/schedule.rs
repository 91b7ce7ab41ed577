//! Which games a match consists of, in which order.
//!
//! Games are numbered from 0. A round plays one opening in every pairing, twice with seats swapped: games 2k and
//! 2k+1 are such a pair. The numbering depends on the settings alone, so a resumed match knows what is left.

use super::settings::{Format, MatchSettings};
use crate::board::Side;

/// One game of the schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Number from 0.
    pub id: usize,
    /// Round from 0; also the number of its opening, before wrapping around.
    pub round: usize,
    /// The pairing: lower and higher engine index.
    pub pairing: (usize, usize),
    /// Engine indices by seat: South, North.
    pub seats: [usize; 2],
}

impl Fixture {
    /// Number of the pair this game belongs to.
    pub fn pair(&self) -> usize {
        self.id / 2
    }

    /// Engine index of a side.
    pub fn engine(&self, side: Side) -> usize {
        self.seats[usize::from(side == Side::North)]
    }
}

/// The games of a match.
#[derive(Clone, Debug)]
pub struct Schedule {
    pairings: Vec<(usize, usize)>,
    rounds: usize,
}

impl Schedule {
    /// The schedule of these settings.
    pub fn new(settings: &MatchSettings) -> Schedule {
        let n = settings.engines.len();
        let pairings = match settings.format {
            Format::RoundRobin => (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b))).collect(),
            Format::Gauntlet => (1..n).map(|b| (0, b)).collect(),
        };
        Schedule { pairings, rounds: settings.rounds as usize }
    }

    /// Number of games.
    pub fn len(&self) -> usize {
        self.pairings.len() * self.rounds * 2
    }

    /// Whether there is nothing to play.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The pairings.
    pub fn pairings(&self) -> &[(usize, usize)] {
        &self.pairings
    }

    /// Game number `id`, if it is part of the schedule.
    pub fn fixture(&self, id: usize) -> Option<Fixture> {
        if id >= self.len() {
            return None;
        }
        let pair = id / 2;
        let &(a, b) = self.pairings.get(pair % self.pairings.len())?;
        let round = pair / self.pairings.len();
        let seats = if id.is_multiple_of(2) { [a, b] } else { [b, a] };
        Some(Fixture { id, round, pairing: (a, b), seats })
    }
}

#[cfg(test)]
mod tests {
    use super::super::settings::EngineSettings;
    use super::*;

    fn schedule(engines: usize, format: Format, rounds: u32) -> Schedule {
        Schedule::new(&MatchSettings {
            engines: vec![EngineSettings::default(); engines],
            format,
            rounds,
            ..MatchSettings::default()
        })
    }

    #[test]
    fn everyone_meets_everyone_from_both_seats() {
        let s = schedule(4, Format::RoundRobin, 3);
        assert_eq!(s.len(), 36);
        let mut seen = std::collections::HashMap::new();
        for id in 0..s.len() {
            let f = s.fixture(id).expect("inside");
            *seen.entry((f.seats, f.round)).or_insert(0) += 1;
            assert_eq!(f.engine(Side::South), f.seats[0]);
        }
        assert_eq!(seen.len(), 36);
        assert!(s.fixture(36).is_none());
    }

    #[test]
    fn a_pair_is_one_opening_with_swapped_seats() {
        let s = schedule(3, Format::Gauntlet, 2);
        assert_eq!(s.pairings(), [(0, 1), (0, 2)]);
        for id in (0..s.len()).step_by(2) {
            let (a, b) = (s.fixture(id).expect("even"), s.fixture(id + 1).expect("odd"));
            assert_eq!((a.pair(), a.round, a.pairing), (b.pair(), b.round, b.pairing));
            assert_eq!(a.seats, [b.seats[1], b.seats[0]]);
            assert_eq!(a.seats[0], 0);
        }
    }
}
