//! One game: rules, start, result, and three bytes a ply.
//!
//! Body: a byte for the rules (0 zanzibar, 1 mancala-world, 2 kujifunza), the packed start, a byte for the result as
//! half points of the player who moves first, then for each ply a byte with the move's index and two flags, and the
//! search score from the mover's side as i16. Scores of [`PROVED`] and more are proved wins, so too with minus; such a
//! ply is the last.

use super::packed::{SIZE, pack, unpack};
use fundi::board::Position;
use fundi::eval::MAX_EVALUATION;
use fundi::rules::{Move, Rules};

/// The smallest score that stands for a proved win.
pub const PROVED: i16 = MAX_EVALUATION as i16 + 1;

/// Set in a ply's first byte if the move was drawn by lot: its score means nothing.
const RANDOM: u8 = 64;

/// Set in a ply's first byte if it was the only legal move: its score means nothing.
const FORCED: u8 = 128;

/// What was known about a ply when it was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label {
    /// A search's score in centiseeds from the mover's side, or beyond [`PROVED`].
    Score(i16),
    /// The move was drawn by lot.
    Random,
    /// There was no other move.
    Forced,
}

/// A ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move played.
    pub mv: Move,
    /// What is known about the position before it.
    pub label: Label,
}

/// A game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The rule set.
    pub rules: &'static Rules,
    /// The first position; the opening moves before it are not kept.
    pub start: Position,
    /// Half points of the player who moves first: 0, 1 or 2.
    pub half_points: u8,
    /// The moves.
    pub plies: Vec<Ply>,
}

const HEAD: usize = 1 + SIZE + 1;

impl Record {
    /// The game as the body of a record.
    pub fn encode(&self) -> Vec<u8> {
        let rules = Rules::ALL.iter().position(|&rules| rules == self.rules).unwrap_or_default();
        let mut bytes = vec![rules as u8];
        bytes.extend(pack(&self.start));
        bytes.push(self.half_points);
        for ply in &self.plies {
            let (flag, score) = match ply.label {
                Label::Score(score) => (0, score),
                Label::Random => (RANDOM, 0),
                Label::Forced => (FORCED, 0),
            };
            bytes.push(ply.mv.index() | flag);
            bytes.extend(score.to_le_bytes());
        }
        bytes
    }

    /// The game of a record's body; `None` if it is none. Whether the moves are legal shows when they are played.
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        let (head, plies) = bytes.split_at_checked(HEAD)?;
        let rules = Rules::ALL.get(usize::from(head[0]))?;
        let start = unpack(head[1..=SIZE].first_chunk()?)?;
        let half_points = Some(head[HEAD - 1]).filter(|&points| points <= 2)?;
        let ply = |bytes: &[u8]| {
            let label = match bytes[0] & (RANDOM | FORCED) {
                0 => Label::Score(i16::from_le_bytes([bytes[1], bytes[2]])),
                RANDOM => Label::Random,
                FORCED => Label::Forced,
                _ => return None,
            };
            Some(Ply { mv: Move::from_index(bytes[0] & 63)?, label })
        };
        let whole = plies.len().is_multiple_of(3);
        let plies = plies.chunks_exact(3).map(ply).collect::<Option<Vec<_>>>()?;
        whole.then_some(Self { rules, start, half_points, plies })
    }

    /// Plays the game through and hands every position with its label and the result for its mover (0, 0.5 or 1) to
    /// `visit`. False if a move is illegal; the positions before it have then been visited.
    pub fn replay(&self, mut visit: impl FnMut(&Position, Label, f32)) -> bool {
        let mut position = self.start;
        for (number, ply) in self.plies.iter().enumerate() {
            let first = f32::from(self.half_points) / 2.0;
            visit(&position, ply.label, if number % 2 == 0 { first } else { 1.0 - first });
            match self.rules.play(&position, ply.mv) {
                Ok(successor) => position = successor.position,
                Err(_) => return false,
            }
        }
        true
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use fundi::rules::Game;

    /// A short game with every kind of label.
    pub fn sample_game(salt: usize) -> Record {
        let mut game = Game::new(Rules::ALL[salt % 3]);
        let mut plies = Vec::new();
        while plies.len() < 10 && game.result().is_none() {
            let moves = game.rules().successors(game.position());
            let mv = moves[(salt * 31 + plies.len() * 7) % moves.len()].mv;
            let label = match plies.len() % 3 {
                0 => Label::Score(-1234 + salt as i16),
                1 => Label::Random,
                _ => Label::Forced,
            };
            game.play(mv).unwrap();
            plies.push(Ply { mv, label });
        }
        Record { rules: game.rules(), start: *game.start(), half_points: (salt % 3) as u8, plies }
    }

    #[test]
    fn games_come_back() {
        for salt in 0..30 {
            let record = sample_game(salt);
            assert_eq!(Record::decode(&record.encode()), Some(record.clone()));
            let mut visited = 0;
            assert!(record.replay(|_, _, _| visited += 1));
            assert_eq!(visited, record.plies.len());
        }
    }

    #[test]
    fn results_are_told_from_the_movers_side() {
        let record = sample_game(2);
        let mut results = Vec::new();
        assert!(record.replay(|_, _, result| results.push(result)));
        assert_eq!(results[..4], [1.0, 0.0, 1.0, 0.0]);
    }

    #[test]
    fn nonsense_is_refused() {
        let bytes = sample_game(1).encode();
        assert_eq!(Record::decode(&bytes[..bytes.len() - 1]), None);
        assert_eq!(Record::decode(&[]), None);
        for (at, byte) in [(0, 3), (1, 99), (37, 3), (38, 255)] {
            let mut bytes = bytes.clone();
            bytes[at] = byte;
            assert_eq!(Record::decode(&bytes), None, "byte {at}");
        }
    }
}
