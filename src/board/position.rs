//! A position in 40 bytes: four packed rows seen from the mover, and a word with stores, houses, block and mover.
//!
//! Passing the turn swaps the pairs of rows, so nothing below the text forms knows colours. Positions are copied, never
//! undone: a Bao move can touch every hole.

use super::hole::{Hole, Side};
use super::key::key_of;
use super::sow::Rows;
use crate::words::{Message, Told, say, told_in_english};
use std::fmt;

const STORE_BITS: u64 = 31;
const ENEMY_STORE_SHIFT: u32 = 5;
const OWN_HOUSE: u64 = 1 << 10;
const ENEMY_HOUSE: u64 = 1 << 11;
const BLOCK_SHIFT: u32 = 12;
const BLOCK_BITS: u64 = 15 << BLOCK_SHIFT;
const NORTH_MOVES: u64 = 1 << 16;

/// A position: board, mover, stores, house ownership and the hole blocked for the mover.
///
/// ```
/// use fundi::board::{Hole, Position, Side};
/// let line = "0,0,0,0,0,0,0,0/0,2,2,6,0,0,0,0/0,0,0,0,6,2,2,0/0,0,0,0,0,0,0,0 S 22,22 SN -";
/// let position: Position = line.parse().unwrap();
/// assert_eq!(position.mover(), Side::South);
/// assert_eq!(position.mine(Hole::HOUSE), 6);
/// assert_eq!(position.to_string(), line);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(C)]
pub struct Position {
    own: [u64; 2],
    enemy: [u64; 2],
    meta: u64,
}

/// Every fact of a position in plain absolute form: for building one by hand. See [`Position::from_parts`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionParts {
    /// Seeds by side (South first) and ring index of that side.
    pub holes: [[u8; 16]; 2],
    /// Seeds in store, South first; at most 22 each.
    pub stores: [u8; 2],
    /// Whether each side still owns its house, South first.
    pub houses: [bool; 2],
    /// The player to move.
    pub mover: Side,
    /// The mover's front hole that is blocked for this move (rules, section 6).
    pub block: Option<Hole>,
}

/// Why [`Position::from_parts`] refuses a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// The seeds in holes and stores do not add up to 64; the actual sum.
    Total(u32),
    /// A store above 22: whose, and how many.
    Store(Side, u8),
    /// A hole above 64 seeds: whose, which, and how many.
    Hole(Side, Hole, u8),
    /// The blocked hole is not a filled front hole of the mover.
    BlockedHole(Hole),
    /// A block although a store is not empty.
    BlockBeforeMtaji,
}

impl Told for PositionError {
    fn message(&self) -> Message {
        match *self {
            PositionError::Total(sum) => say!(PositionTotal, n = sum),
            PositionError::Store(side, seeds) => say!(PositionStore, side = side.message(), seeds = seeds),
            PositionError::Hole(side, hole, seeds) => {
                say!(PositionHole, hole = hole.name(side).to_string(), seeds = seeds)
            }
            PositionError::BlockedHole(hole) => {
                say!(PositionBlocked, hole = hole.name(Side::South).to_string())
            }
            PositionError::BlockBeforeMtaji => say!(PositionBlockEarly),
        }
    }
}

told_in_english!(PositionError);

const fn slot(side: Side) -> usize {
    match side {
        Side::South => 0,
        Side::North => 1,
    }
}

impl Position {
    /// Builds a position and checks it: 64 seeds, stores of at most 22, a block only where one can be.
    ///
    /// # Errors
    /// The first thing that is wrong, as a [`PositionError`].
    pub fn from_parts(parts: &PositionParts) -> Result<Position, PositionError> {
        let position = Position::from_parts_of_any_total(parts)?;
        let sum = position.total();
        if sum == 64 { Ok(position) } else { Err(PositionError::Total(sum)) }
    }

    /// As [`Position::from_parts`], but for printed examples that do not hold 64 seeds.
    ///
    /// # Errors
    /// As [`Position::from_parts`], with [`PositionError::Total`] only above 128, where packed holes could overflow.
    pub fn from_parts_of_any_total(parts: &PositionParts) -> Result<Position, PositionError> {
        let mut sum = 0;
        for side in Side::BOTH {
            let store = parts.stores[slot(side)];
            if store > 22 {
                return Err(PositionError::Store(side, store));
            }
            sum += u32::from(store);
            for hole in Hole::all() {
                let seeds = parts.holes[slot(side)][hole.index() as usize];
                if seeds > 64 {
                    return Err(PositionError::Hole(side, hole, seeds));
                }
                sum += u32::from(seeds);
            }
        }
        if sum > 128 {
            return Err(PositionError::Total(sum));
        }
        let (me, you) = (slot(parts.mover), slot(parts.mover.other()));
        if let Some(hole) = parts.block {
            if !hole.is_front() || parts.holes[me][hole.index() as usize] == 0 {
                return Err(PositionError::BlockedHole(hole));
            }
            if parts.stores != [0, 0] {
                return Err(PositionError::BlockBeforeMtaji);
            }
        }
        let pack = |holes: &[u8; 16]| {
            let mut rows = Rows::default();
            Hole::all().for_each(|hole| rows.add(hole.index(), holes[hole.index() as usize]));
            rows
        };
        Ok(Position::from_packed(
            [pack(&parts.holes[me]), pack(&parts.holes[you])],
            [parts.stores[me], parts.stores[you]],
            [parts.houses[me], parts.houses[you]],
            parts.block,
            parts.mover,
        ))
    }

    /// Packs values already known to be sound; own first, enemy second.
    #[inline(always)]
    pub(crate) const fn from_packed(
        rows: [Rows; 2],
        stores: [u8; 2],
        houses: [bool; 2],
        block: Option<Hole>,
        mover: Side,
    ) -> Position {
        let block = match block {
            Some(hole) => hole.index() as u64 + 1,
            None => 0,
        };
        let meta = stores[0] as u64
            | (stores[1] as u64) << ENEMY_STORE_SHIFT
            | (houses[0] as u64) << 10
            | (houses[1] as u64) << 11
            | block << BLOCK_SHIFT
            | match mover {
                Side::South => 0,
                Side::North => NORTH_MOVES,
            };
        Position { own: [rows[0].front, rows[0].back], enemy: [rows[1].front, rows[1].back], meta }
    }

    /// The facts in plain absolute form.
    #[must_use]
    pub fn parts(&self) -> PositionParts {
        let holes = Side::BOTH.map(|side| {
            let mut holes = [0; 16];
            Hole::all().for_each(|hole| holes[hole.index() as usize] = self.seeds(side, hole));
            holes
        });
        PositionParts {
            holes,
            stores: Side::BOTH.map(|side| self.store(side)),
            houses: Side::BOTH.map(|side| self.owns_house(side)),
            mover: self.mover(),
            block: self.blocked(),
        }
    }

    /// The player to move.
    #[inline(always)]
    #[must_use]
    pub const fn mover(&self) -> Side {
        if self.meta & NORTH_MOVES == 0 { Side::South } else { Side::North }
    }

    /// The mover's rows.
    #[inline(always)]
    #[must_use]
    pub const fn own_rows(&self) -> Rows {
        Rows { front: self.own[0], back: self.own[1] }
    }

    /// The opponent's rows, in the opponent's ring order.
    #[inline(always)]
    #[must_use]
    pub const fn enemy_rows(&self) -> Rows {
        Rows { front: self.enemy[0], back: self.enemy[1] }
    }

    /// Own front, own back, enemy front, enemy back: one byte a hole, in each owner's ring order.
    #[inline(always)]
    #[must_use]
    pub const fn rows(&self) -> [u64; 4] {
        [self.own[0], self.own[1], self.enemy[0], self.enemy[1]]
    }

    /// Seeds in the mover's hole.
    #[must_use]
    pub fn mine(&self, hole: Hole) -> u8 {
        self.own_rows().count(hole.index())
    }

    /// Seeds in the opponent's hole, numbered on the opponent's own ring.
    #[must_use]
    pub fn theirs(&self, hole: Hole) -> u8 {
        self.enemy_rows().count(hole.index())
    }

    /// Seeds in `side`'s hole.
    #[must_use]
    pub fn seeds(&self, side: Side, hole: Hole) -> u8 {
        if side == self.mover() { self.mine(hole) } else { self.theirs(hole) }
    }

    /// Seeds in the mover's store, 0 to 22. Above 0 the move is a namua move.
    #[inline(always)]
    #[must_use]
    pub const fn own_store(&self) -> u8 {
        (self.meta & STORE_BITS) as u8
    }

    /// Seeds in the opponent's store, 0 to 22.
    #[inline(always)]
    #[must_use]
    pub const fn enemy_store(&self) -> u8 {
        (self.meta >> ENEMY_STORE_SHIFT & STORE_BITS) as u8
    }

    /// Seeds in `side`'s store.
    #[must_use]
    pub fn store(&self, side: Side) -> u8 {
        if side == self.mover() { self.own_store() } else { self.enemy_store() }
    }

    /// Whether the mover still owns his house.
    #[inline(always)]
    #[must_use]
    pub const fn own_house(&self) -> bool {
        self.meta & OWN_HOUSE != 0
    }

    /// Whether the opponent still owns his house.
    #[inline(always)]
    #[must_use]
    pub const fn enemy_house(&self) -> bool {
        self.meta & ENEMY_HOUSE != 0
    }

    /// Whether `side` still owns its house.
    #[must_use]
    pub fn owns_house(&self, side: Side) -> bool {
        if side == self.mover() { self.own_house() } else { self.enemy_house() }
    }

    /// The mover's hole that is blocked for this move, if one is (rules, section 6).
    #[inline(always)]
    #[must_use]
    pub const fn blocked(&self) -> Option<Hole> {
        match (self.meta & BLOCK_BITS) >> BLOCK_SHIFT {
            0 => None,
            index => Some(Hole::wrapping(index as u8 - 1)),
        }
    }

    /// The same board without the block.
    #[must_use]
    pub const fn without_block(mut self) -> Position {
        self.meta &= !BLOCK_BITS;
        self
    }

    /// Whether `side`'s front row is empty: `side` has lost.
    #[must_use]
    pub fn front_empty(&self, side: Side) -> bool {
        if side == self.mover() { self.own[0] == 0 } else { self.enemy[0] == 0 }
    }

    /// Whether a front row is empty, so that the game is over.
    #[inline(always)]
    #[must_use]
    pub const fn is_decided(&self) -> bool {
        self.own[0] == 0 || self.enemy[0] == 0
    }

    /// Whether the move to be made is a namua move (the mover has seeds in store).
    #[inline(always)]
    #[must_use]
    pub const fn is_namua(&self) -> bool {
        self.meta & STORE_BITS != 0
    }

    /// The same board with the other player to move and no block: what the opponent could do if it were his turn.
    #[must_use]
    pub const fn passed(&self) -> Position {
        Position::from_packed(
            [self.enemy_rows(), self.own_rows()],
            [self.enemy_store(), self.own_store()],
            [self.enemy_house(), self.own_house()],
            None,
            self.mover().other(),
        )
    }

    /// The left-right mirror image. A symmetry of the rules exactly when neither side owns a house.
    #[must_use]
    pub fn mirrored(&self) -> Position {
        let mut image = *self;
        image.own = self.own.map(u64::swap_bytes);
        image.enemy = self.enemy.map(u64::swap_bytes);
        if let Some(hole) = self.blocked() {
            image.meta = image.meta & !BLOCK_BITS | (u64::from(7 - hole.index()) + 1) << BLOCK_SHIFT;
        }
        image
    }

    /// The same position with South and North exchanged: always a symmetry of the rules, since nothing in them knows colours.
    #[must_use]
    pub const fn exchanged(&self) -> Position {
        Position { meta: self.meta ^ NORTH_MOVES, ..*self }
    }

    /// Seeds in all holes and both stores: 64, except for printed fragments.
    #[must_use]
    pub fn total(&self) -> u32 {
        self.own_rows().total()
            + self.enemy_rows().total()
            + self.own_store() as u32
            + self.enemy_store() as u32
    }

    /// A 64-bit key of everything but the mover's colour, which the rules do not know either.
    #[inline(always)]
    #[must_use]
    pub const fn key(&self) -> u64 {
        key_of(self.rows(), self.meta & !NORTH_MOVES)
    }

    /// The position as five words, colour left out: an exact identity for tables that must not rest on a hash.
    #[inline(always)]
    #[must_use]
    pub const fn words(&self) -> [u64; 5] {
        [self.own[0], self.own[1], self.enemy[0], self.enemy[1], self.meta & !NORTH_MOVES]
    }

    /// The position with these [`Position::words`] and South to move.
    #[inline(always)]
    pub(crate) const fn from_words([a, b, c, d, meta]: [u64; 5]) -> Position {
        Position { own: [a, b], enemy: [c, d], meta }
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "0,0,0,0,0,0,0,0/0,2,2,6,0,0,0,0/0,0,0,0,6,2,2,0/0,0,0,0,0,0,0,0 S 22,22 SN -";

    #[test]
    fn a_position_is_forty_bytes_and_passing_twice_is_nothing() {
        assert_eq!(size_of::<Position>(), 40);
        let start: Position = START.parse().unwrap();
        assert_eq!(start.passed().passed(), start);
        assert_eq!(start.mirrored().mirrored(), start);
        assert_eq!(Position::from_parts(&start.parts()), Ok(start));
    }

    #[test]
    fn keys_of_neighbours_differ_and_do_not_know_the_colour() {
        let start: Position = START.parse().unwrap();
        assert_eq!(start.key(), start.passed().key(), "the start looks the same to both");
        let mut keys = rustc_hash::FxHashSet::default();
        let mut parts = start.parts();
        for from in 0..16 {
            for to in 0..16 {
                for seeds in 1..=2 {
                    parts.holes[0] = [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2];
                    parts.holes[1] = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1];
                    parts.stores = [8, 8];
                    parts.holes[0][from] -= seeds;
                    parts.holes[1][to] += seeds;
                    keys.insert(Position::from_parts(&parts).unwrap().key());
                }
            }
        }
        assert_eq!(keys.len(), 512);
    }
}
