//! Boards to compare two rule engines on: positions set up at random, and a tally of the rare rules met.

use crate::RuleSet;
use crate::board::{Board, HOUSE};
use crate::moves::Listing;

/// Repeatable pseudo-random numbers (splitmix64).
#[derive(Clone, Debug)]
pub struct Dice(pub u64);

impl Dice {
    /// The next 64 bits.
    pub fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// A number below `bound`, which must not be 0.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.roll() % bound as u64) as usize
    }

    /// True once in `times`.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }
}

/// A valid position that need not arise in play: lopsided rows, huge holes, small owned houses, odd stores.
pub fn arbitrary_board(dice: &mut Dice, rules: &RuleSet) -> Board {
    let mut board = Board {
        holes: [[0; 16]; 2],
        store: [0, 0],
        house: [false, false],
        block: None,
        mover: dice.below(2),
    };
    let game = rules.name != "kujifunza";
    let mut left = 64;
    if game {
        for side in 0..2 {
            board.store[side] = match dice.below(6) {
                0 | 1 => 0,
                2 => 1,
                3 => 22,
                _ => dice.below(23) as u8,
            };
            left -= usize::from(board.store[side]);
            board.house[side] = dice.once_in(2);
        }
    }
    // A heap or two, sometimes small ones in the houses, and the rest over a few holes or over many.
    let heaps = [0, 0, 1, 2][dice.below(4)];
    for _ in 0..heaps {
        let heap = dice.below(left.min(40) + 1);
        board.holes[dice.below(2)][dice.below(16)] += heap as u8;
        left -= heap;
    }
    for side in 0..2 {
        if board.house[side] && dice.once_in(2) {
            let seeds = dice.below(left.min(9) + 1);
            board.holes[side][HOUSE] += seeds as u8;
            left -= seeds;
        }
    }
    let mut places: Vec<(usize, usize)> = Vec::new();
    let spots = [2, 4, 7, 12, 20, 32][dice.below(6)];
    let fronts = dice.once_in(3);
    while places.len() < spots {
        let hole = if fronts && dice.below(4) > 0 { dice.below(8) } else { dice.below(16) };
        places.push((dice.below(2), hole));
    }
    for _ in 0..left {
        let (side, hole) = places[dice.below(places.len())];
        board.holes[side][hole] += 1;
    }
    if game && board.store == [0, 0] && dice.once_in(2) {
        let filled: Vec<usize> = (0..8).filter(|&hole| board.holes[board.mover][hole] > 0).collect();
        if !filled.is_empty() {
            board.block = Some(filled[dice.below(filled.len())]);
        }
    }
    board
}

/// A known position a few seeds away from itself, perhaps with other houses or another mover.
pub fn disturbed(dice: &mut Dice, rules: &RuleSet, board: &Board) -> Board {
    let mut board = board.clone();
    for _ in 0..dice.below(4) {
        let (from, to) = ((dice.below(2), dice.below(16)), (dice.below(2), dice.below(16)));
        let seeds = board.holes[from.0][from.1].min(1 + dice.below(3) as u8);
        board.holes[from.0][from.1] -= seeds;
        board.holes[to.0][to.1] += seeds;
    }
    if rules.name != "kujifunza" && dice.once_in(3) {
        board.house = [dice.once_in(2), dice.once_in(2)];
    }
    if dice.once_in(3) {
        board.mover = 1 - board.mover;
        board.block = None;
    }
    if board.block.is_some_and(|hole| board.holes[board.mover][hole] == 0) {
        board.block = None;
    }
    board
}

/// A mtaji position in which the mover has nearly all seeds and nothing to capture: long relays, some without end.
pub fn long_relays(dice: &mut Dice) -> Board {
    let mut board = Board {
        holes: [[0; 16]; 2],
        store: [0, 0],
        house: [false, false],
        block: None,
        mover: dice.below(2),
    };
    // The enemy's only front hole faces an empty one.
    let face = dice.below(8);
    let enemy = 1 + dice.below(24);
    board.holes[1 - board.mover][7 - face] = 1;
    board.holes[1 - board.mover][8 + dice.below(8)] += enemy as u8 - 1;
    for _ in 0..64 - enemy {
        let hole = dice.below(15);
        board.holes[board.mover][if hole < face { hole } else { hole + 1 }] += 1;
    }
    board
}

/// How often each rare rule was met.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Positions listed.
    pub positions: u64,
    /// Legal moves played.
    pub moves: u64,
    /// Laps of those moves.
    pub laps: u64,
    /// Never-ending moves.
    pub endless: u64,
    /// Positions where every capture is never-ending, so that nothing is legal.
    pub only_endless: u64,
    /// Positions with filled front rows and no legal move.
    pub stuck: u64,
    /// Moves that set a block.
    pub blocks: u64,
    /// Positions with a block and a move to make.
    pub blocked: u64,
    /// Laps that stopped at the blocked hole.
    pub block_stops: u64,
    /// First laps from the owned house that passed the block.
    pub block_passes: u64,
    /// Moves that came to stop or play the house.
    pub house_choices: u64,
    /// Takata laps stopped by the house.
    pub house_stops: u64,
    /// Own houses lifted.
    pub house_lifts: u64,
    /// Enemy houses captured.
    pub house_takes: u64,
    /// Tax paid.
    pub taxes: u64,
    /// Moves with a handful of sixteen or more.
    pub big_handfuls: u64,
    /// Moves won with the first capture.
    pub first_wins: u64,
    /// Moves won with a later capture.
    pub later_wins: u64,
    /// Moves that turned round at a kichwa or kimbi.
    pub turns: u64,
    /// Laps of the longest finite move.
    pub longest: u64,
}

impl Tally {
    /// Counts a position and its moves.
    pub fn add(&mut self, board: &Board, listing: &Listing) {
        self.positions += 1;
        self.moves += listing.legal.len() as u64;
        self.endless += listing.endless.len() as u64;
        let open = !board.front_empty(0) && !board.front_empty(1);
        let dead = open && listing.legal.is_empty();
        self.stuck += u64::from(dead);
        self.only_endless += u64::from(dead && !listing.endless.is_empty());
        self.blocked += u64::from(open && board.block.is_some());
        for played in &listing.legal {
            let facts = &played.facts;
            self.laps += u64::from(facts.laps);
            self.blocks += u64::from(facts.block_set);
            self.block_stops += u64::from(facts.block_stop);
            self.block_passes += u64::from(facts.block_passed);
            self.house_choices += u64::from(facts.house_choice);
            self.house_stops += u64::from(facts.house_stop);
            self.house_lifts += u64::from(facts.house_lifted);
            self.house_takes += u64::from(facts.house_taken);
            self.taxes += u64::from(facts.tax);
            self.big_handfuls += u64::from(facts.largest >= 16);
            self.first_wins += u64::from(facts.won && facts.captures == 1);
            self.later_wins += u64::from(facts.won && facts.captures > 1);
            self.turns += u64::from(facts.turns > 0);
            self.longest = self.longest.max(u64::from(facts.laps));
        }
    }
}
