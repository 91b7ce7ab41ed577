//! Proof numbers, seen from the mover: how far he is from a proved win, and from a proved loss.
//!
//! `phi` estimates the positions still to be decided for a proof that the mover wins, `delta` for a proof that he loses.
//! Zero means proved. [`UNKNOWN`] is more than any threshold: a question that cannot be answered on this path.

/// The number of something proved impossible.
pub(super) const INFINITE: u32 = u32::MAX;

/// As good as infinite, but not proved: the answer would have to come from repeating a position.
pub(super) const UNKNOWN: u32 = u32::MAX / 4;

/// Open numbers stay at or below this in the table, so that a question given up on one path is asked again on another.
pub(super) const CEILING: u32 = UNKNOWN / 16;

/// The two numbers of a question, and the distance once it is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    pub phi: u32,
    pub delta: u32,
    /// If solved: the game is over within this many plies against any defence.
    pub distance: u16,
}

impl Numbers {
    #[inline(always)]
    pub const fn open(phi: u32, delta: u32) -> Numbers {
        Numbers { phi, delta, distance: 0 }
    }

    #[inline(always)]
    pub const fn win(distance: u16) -> Numbers {
        Numbers { phi: 0, delta: INFINITE, distance }
    }

    #[inline(always)]
    pub const fn loss(distance: u16) -> Numbers {
        Numbers { phi: INFINITE, delta: 0, distance }
    }

    /// A question met again on its own path.
    pub const REPEATED: Numbers = Numbers::open(UNKNOWN, UNKNOWN);

    #[inline(always)]
    pub const fn is_win(&self) -> bool {
        self.phi == 0
    }

    #[inline(always)]
    pub const fn is_loss(&self) -> bool {
        self.delta == 0
    }

    #[inline(always)]
    pub const fn is_solved(&self) -> bool {
        self.phi == 0 || self.delta == 0
    }

    /// As stored: see [`CEILING`].
    pub fn capped(self) -> Numbers {
        if self.is_solved() { self } else { Numbers::open(self.phi.min(CEILING), self.delta.min(CEILING)) }
    }
}
