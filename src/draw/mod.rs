//! Pictures of the board: text for terminals, SVG for everything else, also of a move in motion.

mod animate;
mod svg;
mod text;

pub use animate::animated_svg;
pub use svg::{captioned_svg, svg};
pub use text::{TextStyle, eval_bar, text};

use crate::board::{Hole, PositionParts, Side};
use crate::rules::Move;

/// What a picture shows beside the seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// The board; also one in the middle of a move.
    pub board: PositionParts,
    /// Who sits below the board.
    pub below: Side,
    /// The last move and who made it.
    pub last: Option<(Side, Move)>,
    /// A hole to point at and its owner: where a lap ended.
    pub landing: Option<(Side, Hole)>,
}

impl View {
    /// A board seen by South, without a last move.
    #[must_use]
    pub const fn of(board: PositionParts) -> View {
        View { board, below: Side::South, last: None, landing: None }
    }

    /// Seeds in a hole.
    #[must_use]
    pub fn seeds(&self, side: Side, hole: Hole) -> u8 {
        self.board.holes[usize::from(side == Side::North)][usize::from(hole.index())]
    }

    /// The four rows from top to bottom: owner, whether front, and the holes from left to right.
    #[must_use]
    pub fn rows(&self) -> [(Side, bool, [Hole; 8]); 4] {
        let (top, bottom) = (self.below.other(), self.below);
        // The player below sees his own hole 1 on the left, the one above has it on the right.
        let front = |step: fn(u8) -> u8| std::array::from_fn(|column| Hole::wrapping(step(column as u8)));
        [
            (top, false, front(|column| 8 + column)),
            (top, true, front(|column| 7 - column)),
            (bottom, true, front(|column| column)),
            (bottom, false, front(|column| 15 - column)),
        ]
    }

    /// The letter of a row: `A` or `B` of South, `a` or `b` of North.
    #[must_use]
    pub const fn row_letter(side: Side, front: bool) -> char {
        match (side, front) {
            (Side::South, true) => 'A',
            (Side::South, false) => 'B',
            (Side::North, true) => 'a',
            (Side::North, false) => 'b',
        }
    }

    /// Whether a hole is an owned house.
    #[must_use]
    pub fn is_house(&self, side: Side, hole: Hole) -> bool {
        hole == Hole::HOUSE && self.board.houses[usize::from(side == Side::North)]
    }

    /// Whether a hole is blocked for the mover.
    #[must_use]
    pub fn is_blocked(&self, side: Side, hole: Hole) -> bool {
        side == self.board.mover && self.board.block == Some(hole)
    }

    /// Whether the last move began in a hole.
    #[must_use]
    pub fn is_last(&self, side: Side, hole: Hole) -> bool {
        self.last.is_some_and(|(mover, mv)| mover == side && mv.hole() == hole)
    }
}
