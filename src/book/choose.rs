//! Playing from a book: the best move of a position, or by lot one nearly as good, never an illegal one.

use super::tree::before;
use super::{Book, Entry};
use crate::board::Position;
use crate::random::Random;
use crate::rules::{Game, Move};
use crate::search::Score;

/// The longest line shown.
const LINE: usize = 64;

/// A move the book has for a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move; legal.
    pub mv: Move,
    /// The score for the player who makes it.
    pub score: Score,
    /// Plies the score looks ahead: moves of the book, then the search at the leaf.
    pub depth: u32,
    /// The move and what the book expects after it; legal.
    pub line: Vec<Move>,
}

impl Book {
    /// The best move of a position.
    #[must_use]
    pub fn best(&self, position: &Position) -> Option<BookMove> {
        let entry = self.entry_of(position)?;
        self.book_move(position, &entry, entry.mv, entry.score)
    }

    /// Every move of a position whose outcome the book knows, the best first; the best move alone where the book ends.
    #[must_use]
    pub fn moves(&self, position: &Position) -> Vec<BookMove> {
        let (Some(here), Some(best)) = (self.entry_of(position), self.best(position)) else {
            return Vec::new();
        };
        let mut moves = vec![best];
        for successor in self.rules.successors(position) {
            if let Some(entry) = self.entry_of(&successor.position).filter(|_| successor.mv != here.mv) {
                moves.extend(self.book_move(position, &here, successor.mv, before(entry.score)));
            }
        }
        // Stable: the best move stays in front of its equals.
        moves[1..].sort_by_key(|mv| std::cmp::Reverse(mv.score));
        moves
    }

    /// The move to play in a game: the best one, or one drawn by lot with `seed` among those at most `variety` centiseeds worse (the better
    /// the likelier). `None` by other rules, outside the book, or where the position has occurred before.
    #[must_use]
    pub fn choose(&self, game: &Game, variety: u32, seed: u64) -> Option<BookMove> {
        let position = game.position();
        if game.rules() != self.rules || game.occurrences() > 1 {
            return None;
        }
        if variety == 0 {
            return self.best(position);
        }
        let mut moves = self.moves(position);
        let best = moves.first()?.score.centiseeds();
        let weight = |mv: &BookMove| {
            u64::from((variety + 1).saturating_sub((best - mv.score.centiseeds()).max(0).unsigned_abs()))
        };
        let sum: u64 = moves.iter().map(weight).sum();
        let mut lot = Random::new(position.key() ^ Random::new(seed).bits()).below(sum as usize) as u64;
        let chosen = moves.iter().position(|mv| {
            let inside = lot < weight(mv);
            lot = lot.saturating_sub(weight(mv));
            inside
        });
        chosen.map(|index| moves.swap_remove(index))
    }

    /// The move with its line, if it is legal; `entry` is that of the position.
    fn book_move(&self, position: &Position, entry: &Entry, mv: Move, score: Score) -> Option<BookMove> {
        let mut position = self.rules.play(position, mv).ok()?.position;
        let mut line = vec![mv];
        let mut depth = u32::from(entry.searched.depth);
        let mut goes_on = mv != entry.mv || entry.plies > 0;
        while goes_on && line.len() < LINE {
            let Some(entry) = self.entry_of(&position) else { break };
            let Ok(next) = self.rules.play(&position, entry.mv) else { break };
            depth = line.len() as u32 + u32::from(entry.searched.depth);
            position = next.position;
            line.push(entry.mv);
            goes_on = entry.plies > 0;
        }
        Some(BookMove { mv, score, depth, line })
    }
}
