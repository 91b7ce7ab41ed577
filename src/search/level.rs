//! Weaker play on purpose: fewer nodes and a deliberate inaccuracy in choosing among the moves.

/// A playing level from 0 (plays almost at random) to 20 (full strength minus nothing but the last step).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level(u8);

impl Level {
    /// The strongest limited level.
    pub const MAX: u8 = 20;

    /// A level, clamped to 0 to 20.
    #[must_use]
    pub fn new(level: u8) -> Level {
        Level(level.min(Level::MAX))
    }

    /// The number, 0 to 20.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }
}
