//! A second reading of the rules, for tests only: arrays, loops and one seed at a time.
//!
//! It is written from the rule text alone, shares no line with the engine and does not even depend on it, so
//! that the two can be compared. Clearness beats speed everywhere: a board is two arrays of sixteen counts, a
//! lap is a loop that drops seeds, a never-ending move is found by remembering every state.
//!
//! * [`board`] — the board, its position line and the move tokens
//! * [`moves`] — which moves are legal (sections 2, 3, 7 and 8 of the rules)
//! * [`hand`] — how a move runs, lap by lap (sections 4, 5 and 7)
//! * [`block`] — kutakatia (section 6)
//! * [`files`] — the test data: cases, corpora, leaf counts and the recorded game
//! * [`random`] — positions set up at random, and a tally of the rare rules

pub mod block;
pub mod board;
pub mod files;
pub mod hand;
pub mod moves;
pub mod random;

pub use board::{Board, Token};
pub use hand::Facts;
pub use moves::{Listing, Played, list, perft};

/// What the three rule sets disagree on (section 10 of the rules).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleSet {
    /// The name used in the test data.
    pub name: &'static str,
    /// A singleton may start a namua takata, beside bigger holes, only while the house is owned and holds six.
    pub singleton_needs_full_house: bool,
    /// The first capture of a mtaji move ends both players' ownership.
    pub mtaji_capture_ends_houses: bool,
    /// Kutakatia is played.
    pub kutakatia: bool,
    /// An owned house is exempt from the block only with six or more.
    pub exemption_needs_full_house: bool,
    /// The first lap lifted from the mover's owned house passes the block.
    pub house_lap_passes_block: bool,
}

/// The Zanzibar master rules.
pub const ZANZIBAR: RuleSet = RuleSet {
    name: "zanzibar",
    singleton_needs_full_house: false,
    mtaji_capture_ends_houses: true,
    kutakatia: true,
    exemption_needs_full_house: false,
    house_lap_passes_block: false,
};

/// The Mancala World reading.
pub const MANCALA_WORLD: RuleSet = RuleSet {
    name: "mancala-world",
    singleton_needs_full_house: true,
    mtaji_capture_ends_houses: false,
    kutakatia: true,
    exemption_needs_full_house: true,
    house_lap_passes_block: true,
};

/// The beginners' game.
pub const KUJIFUNZA: RuleSet = RuleSet {
    name: "kujifunza",
    singleton_needs_full_house: false,
    mtaji_capture_ends_houses: false,
    kutakatia: false,
    exemption_needs_full_house: false,
    house_lap_passes_block: false,
};

/// All three, in the order of the rule text.
pub const ALL: [RuleSet; 3] = [ZANZIBAR, MANCALA_WORLD, KUJIFUNZA];

/// The rule set of that name.
///
/// # Panics
/// On a name the rules do not know: the test data is wrong then.
pub fn by_name(name: &str) -> RuleSet {
    ALL.into_iter().find(|set| set.name == name).unwrap_or_else(|| panic!("no rule set is called {name}"))
}
