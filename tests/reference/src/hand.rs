//! One move, lap by lap (sections 4, 5 and 7 of the rules).

use std::collections::HashSet;

use crate::RuleSet;
use crate::board::{Board, HOUSE};

/// A move of more laps than this counts as never-ending.
pub const LAP_CAP: u32 = 16_384;

/// What happened in a move, for counting how often the rare rules were met.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Handfuls sown, the first included.
    pub laps: u32,
    /// Enemy seeds taken.
    pub captured: u32,
    /// Captures made.
    pub captures: u32,
    /// The largest handful.
    pub largest: u32,
    /// Captures that turned the hand round.
    pub turns: u32,
    /// A capturing lap ended in the mover's full owned house, in namua.
    pub house_choice: bool,
    /// A takata lap stopped at the mover's full owned house.
    pub house_stop: bool,
    /// A lap stopped at the blocked hole.
    pub block_stop: bool,
    /// A first lap from the owned house passed the blocked hole.
    pub block_passed: bool,
    /// The mover lifted his owned house.
    pub house_lifted: bool,
    /// The enemy's owned house was captured.
    pub house_taken: bool,
    /// The tax was paid.
    pub tax: bool,
    /// The enemy's front row was emptied.
    pub won: bool,
    /// The move set a block.
    pub block_set: bool,
}

/// A move under way.
pub struct Hand<'a> {
    rules: &'a RuleSet,
    /// The board as it stands.
    pub board: Board,
    /// What happened so far.
    pub facts: Facts,
    namua: bool,
    capturing: bool,
    plays_house: bool,
    clockwise: bool,
    /// Where the last seed fell, and whether that hole was empty before it.
    end: usize,
    end_was_empty: bool,
    /// The lap under way was lifted from the mover's owned house.
    from_owned_house: bool,
    /// Every state the present run of relays went through.
    seen: HashSet<([u8; 16], usize, bool)>,
}

/// The move never ends.
pub struct Endless;

impl<'a> Hand<'a> {
    /// A move about to begin on this board.
    pub fn new(
        rules: &'a RuleSet,
        board: Board,
        capturing: bool,
        clockwise: bool,
        plays_house: bool,
    ) -> Hand<'a> {
        let namua = board.store[board.mover] > 0;
        Hand {
            rules,
            board,
            facts: Facts::default(),
            namua,
            capturing,
            plays_house,
            clockwise,
            end: 0,
            end_was_empty: false,
            from_owned_house: false,
            seen: HashSet::new(),
        }
    }

    /// Puts a seed from the store into an own hole.
    pub fn place_from_store(&mut self, hole: usize) {
        let me = self.board.mover;
        self.board.store[me] -= 1;
        self.board.holes[me][hole] += 1;
    }

    /// Lifts two seeds of the owned house, which stays owned, and sows them.
    pub fn sow_tax(&mut self) {
        let me = self.board.mover;
        self.board.holes[me][HOUSE] -= 2;
        self.facts.tax = true;
        self.sow(next(HOUSE, self.clockwise), 2);
    }

    /// Lifts an own hole and sows it from the next one.
    pub fn sow_hole(&mut self, hole: usize) {
        let me = self.board.mover;
        let seeds = self.board.holes[me][hole];
        self.board.holes[me][hole] = 0;
        self.from_owned_house = hole == HOUSE && self.board.house[me];
        if self.from_owned_house {
            self.board.house[me] = false;
            self.facts.house_lifted = true;
        }
        self.sow(next(hole, self.clockwise), seeds);
    }

    /// Captures the hole facing an own front hole and sows its seeds from a kichwa. Tells whether the game is won.
    pub fn capture(&mut self, front: usize) -> bool {
        let me = self.board.mover;
        let enemy = 1 - me;
        let facing = 7 - front;
        let seeds = self.board.holes[enemy][facing];
        self.board.holes[enemy][facing] = 0;
        if facing == HOUSE && self.board.house[enemy] {
            self.board.house[enemy] = false;
            self.facts.house_taken = true;
        }
        if !self.namua && self.facts.captures == 0 && self.rules.mtaji_capture_ends_houses {
            self.board.house = [false, false];
        }
        self.facts.captures += 1;
        self.facts.captured += u32::from(seeds);
        let clockwise = match front {
            0 | 1 => true,
            6 | 7 => false,
            _ => self.clockwise,
        };
        if clockwise != self.clockwise {
            self.facts.turns += 1;
        }
        self.clockwise = clockwise;
        self.from_owned_house = false;
        self.seen.clear();
        self.sow(if clockwise { 0 } else { 7 }, seeds);
        self.facts.won = self.board.front_empty(enemy);
        self.facts.won
    }

    /// Goes on after the first lap until the move ends.
    ///
    /// # Errors
    /// [`Endless`] when it never does.
    pub fn finish(&mut self) -> Result<(), Endless> {
        let me = self.board.mover;
        while !self.facts.won {
            if self.end_was_empty {
                return Ok(());
            }
            let end = self.end;
            let captures = self.capturing && end < 8 && self.board.holes[1 - me][7 - end] > 0;
            if !captures {
                if !self.capturing && self.board.block == Some(end) {
                    let passes =
                        self.rules.house_lap_passes_block && self.facts.laps == 1 && self.from_owned_house;
                    if !passes {
                        self.facts.block_stop = true;
                        return Ok(());
                    }
                    self.facts.block_passed = true;
                }
                if self.namua && end == HOUSE && self.board.full_house(me) {
                    if !self.capturing {
                        self.facts.house_stop = true;
                        return Ok(());
                    }
                    self.facts.house_choice = true;
                    if !self.plays_house {
                        return Ok(());
                    }
                }
            }
            if self.facts.laps == LAP_CAP {
                return Err(Endless);
            }
            if captures {
                self.capture(end);
            } else {
                if !self.seen.insert((self.board.holes[me], end, self.clockwise)) {
                    return Err(Endless);
                }
                self.sow_hole(end);
            }
        }
        Ok(())
    }

    /// One lap: seeds fall one by one, beginning in the given hole.
    fn sow(&mut self, first: usize, seeds: u8) {
        let ring = &mut self.board.holes[self.board.mover];
        let mut hole = first;
        for dropped in 1..=seeds {
            self.end = hole;
            self.end_was_empty = ring[hole] == 0;
            ring[hole] += 1;
            if dropped < seeds {
                hole = next(hole, self.clockwise);
            }
        }
        self.facts.laps += 1;
        self.facts.largest = self.facts.largest.max(u32::from(seeds));
    }
}

/// The neighbour of a hole along the ring.
pub fn next(hole: usize, clockwise: bool) -> usize {
    if clockwise { (hole + 1) % 16 } else { (hole + 15) % 16 }
}
