//! Joining shards: the same games once, illegal ones not at all.

use super::shard::{self, Section};
use rustc_hash::FxHashSet;

/// What merging did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Games kept.
    pub kept: usize,
    /// Games that were there already.
    pub repeated: usize,
    /// Games with an illegal move.
    pub illegal: usize,
}

/// One file of all the sections. Sections of one origin become one.
pub fn merge(sections: Vec<Section>) -> (Vec<u8>, Count) {
    let mut count = Count::default();
    let mut seen = FxHashSet::default();
    let mut merged: Vec<Section> = Vec::new();
    for section in sections {
        let place = match merged.iter().position(|other| other.origin == section.origin) {
            Some(place) => place,
            None => {
                merged.push(Section { origin: section.origin, games: Vec::new() });
                merged.len() - 1
            }
        };
        for game in section.games {
            if !game.replay(|_, _, _| ()) {
                count.illegal += 1;
            } else if seen.insert(game.encode()) {
                count.kept += 1;
                merged[place].games.push(game);
            } else {
                count.repeated += 1;
            }
        }
    }
    let mut bytes = Vec::new();
    for section in &merged {
        bytes.extend(section.origin.encode());
        section.games.iter().for_each(|game| bytes.extend(shard::encode(game)));
    }
    (bytes, count)
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::sample_game;
    use super::super::shard::Origin;
    use super::*;

    #[test]
    fn games_are_kept_once() {
        let origin = Origin { nodes: 1, seed: 1, network: 1, settings: String::new() };
        let section = |games: std::ops::Range<usize>| Section {
            origin: origin.clone(),
            games: games.map(sample_game).collect(),
        };
        let mut wrong = section(20..21);
        wrong.games[0].start = fundi::rules::Rules::KUJIFUNZA.start();
        wrong.games[0].plies.reverse();
        wrong.games[0].plies.truncate(1);
        wrong.games[0].plies[0].mv = fundi::rules::Move::parse("B1R+").unwrap();
        let (bytes, count) = merge(vec![section(0..5), section(3..8), wrong]);
        assert_eq!(count, Count { kept: 8, repeated: 2, illegal: 1 });
        let content = shard::read(&bytes);
        assert_eq!((content.sections.len(), content.sound), (1, bytes.len()));
        assert_eq!(content.sections[0].games.len(), 8);
    }
}
