//! Sowing laps until a move ends (rules, section 4), and knowing when it never will (section 7).
//!
//! The loop is one lap: two additions, one look at the landing hole, then end, capture or relay. A relay run between two
//! captures is purely periodic, so comparing with one remembered state finds every never-ending run; this starts only after 64 laps, which
//! one move in thousands reaches.

use super::Rules;
use super::trace::{Event, Observer};
use crate::board::{Hole, Position, Sense, sow::Rows};

/// A move may have this many laps, every handful counted; one more and it counts as never-ending.
pub const LAP_LIMIT: u16 = 16_384;

/// From this lap on, states are compared to find a never-ending relay.
const FIRST_CHECK: u16 = 64;

const HOUSE: u8 = Hole::HOUSE.index();

/// Why sowing stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// The last seed fell into an empty hole.
    Empty,
    /// The enemy's front row is empty.
    Won,
    /// A takata met the blocked hole.
    Blocked,
    /// A namua lap ended in the own full house.
    FullHouse,
    /// The move never ends.
    Never,
}

/// A remembered state of a long relay: own rows, enemy front row, hole lifted, sense.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Memory {
    own: Rows,
    enemy_front: u64,
    lifted: u8,
    sense: Sense,
}

/// A move in progress.
#[derive(Clone, Copy)]
pub(crate) struct Sowing<'r> {
    pub rules: &'r Rules,
    pub own: Rows,
    pub enemy: Rows,
    pub own_house: bool,
    pub enemy_house: bool,
    pub sense: Sense,
    /// The blocked hole's index, or 16.
    pub blocked: u8,
    pub captured: u8,
    pub laps: u16,
    next_check: u16,
    memory: Memory,
}

impl<'r> Sowing<'r> {
    #[inline(always)]
    pub fn new(rules: &'r Rules, position: &Position, sense: Sense) -> Sowing<'r> {
        Sowing {
            rules,
            own: position.own_rows(),
            enemy: position.enemy_rows(),
            own_house: position.own_house(),
            enemy_house: position.enemy_house(),
            sense,
            blocked: position.blocked().map_or(16, Hole::index),
            captured: 0,
            laps: 0,
            next_check: FIRST_CHECK,
            memory: Memory { own: Rows { front: 0, back: 0 }, enemy_front: 0, lifted: 0, sense },
        }
    }

    /// Lifts a whole own hole.
    #[inline(always)]
    pub fn lift<O: Observer>(&mut self, hole: u8, observer: &mut O) -> u8 {
        let seeds = self.own.count(hole);
        self.own.clear(hole);
        if O::ACTIVE {
            observer.event(Event::Lift { hole: Hole::wrapping(hole), seeds });
            if hole == HOUSE && self.own_house {
                observer.event(Event::OwnHouseLost);
            }
        }
        self.own_house &= hole != HOUSE;
        seeds
    }

    /// Captures the hole facing `by` and returns the seeds; the hand then enters at a kichwa, see [`Sowing::enter`].
    #[inline(always)]
    pub fn capture<const NAMUA: bool, O: Observer>(&mut self, by: u8, observer: &mut O) -> u8 {
        let from = 7 - by;
        let seeds = self.enemy.count(from);
        self.enemy.front &= !(0xffu64 << (from * 8));
        self.captured += seeds;
        if O::ACTIVE {
            observer.event(Event::Capture { by: Hole::wrapping(by), from: Hole::wrapping(from), seeds });
        }
        let (own_before, enemy_before) = (self.own_house, self.enemy_house);
        if !NAMUA && self.rules.mtaji_capture_ends_houses {
            self.own_house = false;
            self.enemy_house = false;
        } else {
            self.enemy_house &= from != HOUSE;
        }
        if O::ACTIVE {
            if own_before && !self.own_house {
                observer.event(Event::OwnHouseLost);
            }
            if enemy_before && !self.enemy_house {
                observer.event(Event::EnemyHouseLost);
            }
        }
        seeds
    }

    /// Turns the hand for an entry after a capture by hole `by`; returns the hole before the kichwa, from which the lap starts.
    #[inline(always)]
    fn enter<O: Observer>(&mut self, by: u8, observer: &mut O) -> u8 {
        // Holes 1 and 2 enter left, 7 and 8 right, the others keep the direction.
        let left = by < 2 || (by < 6 && self.sense == Sense::Clockwise);
        let sense = if left { Sense::Clockwise } else { Sense::CounterClockwise };
        if O::ACTIVE {
            if sense != self.sense {
                observer.event(Event::Turned { sense });
            }
            observer.event(Event::Enter {
                kichwa: if left { Hole::LEFT_KICHWA } else { Hole::RIGHT_KICHWA },
                sense,
            });
        }
        self.sense = sense;
        before_kichwa(sense)
    }

    /// One lap without any consequence.
    #[inline(always)]
    pub fn lap<O: Observer>(&mut self, lifted: u8, hand: u8, observer: &mut O) -> u8 {
        self.laps += 1;
        if O::ACTIVE {
            self.report_lap(lifted, hand, observer);
        }
        self.own.sow(lifted, self.sense, hand)
    }

    #[cold]
    fn report_lap<O: Observer>(&self, lifted: u8, hand: u8, observer: &mut O) {
        let step = if self.sense == Sense::Clockwise { 1 } else { 15 };
        let at = |seed: u8| Hole::wrapping(lifted.wrapping_add(seed.wrapping_mul(step)));
        observer.event(Event::Lap { first: at(1), last: at(hand), seeds: hand, sense: self.sense });
        let mut rows = self.own;
        for hole in (1..=hand).map(at) {
            rows.add(hole.index(), 1);
            observer.event(Event::Seed { hole, count: rows.count(hole.index()) });
        }
    }

    /// Sows `hand` from the hole after `lifted` and goes on until the move ends or the house asks for a decision.
    #[inline(always)]
    pub fn run<const NAMUA: bool, const CAPTURING: bool, O: Observer>(
        &mut self,
        mut lifted: u8,
        mut hand: u8,
        mut passes_block: bool,
        observer: &mut O,
    ) -> End {
        loop {
            if self.laps >= self.next_check && self.never_ends(lifted) {
                return End::Never;
            }
            let last = self.lap(lifted, hand, observer);
            let count = self.own.count(last);
            if count == 1 {
                if O::ACTIVE {
                    observer.event(Event::EndedEmpty { hole: Hole::wrapping(last) });
                }
                return End::Empty;
            }
            if CAPTURING && last < 8 && self.enemy.count(7 - last) > 0 {
                hand = self.capture::<NAMUA, O>(last, observer);
                lifted = self.enter(last, observer);
                if self.enemy.front == 0 {
                    if self.laps >= LAP_LIMIT {
                        return End::Never;
                    }
                    self.lap(lifted, hand, observer);
                    return End::Won;
                }
                continue;
            }
            if !CAPTURING && !NAMUA {
                if last == self.blocked && !passes_block {
                    return End::Blocked;
                }
                passes_block = false;
            }
            if NAMUA && last == HOUSE && count >= 6 && self.own_house {
                return End::FullHouse;
            }
            hand = self.lift(last, observer);
            lifted = last;
        }
    }

    /// Called before a lap from the 64th on: whether this state was met before, or the lap limit is reached.
    #[cold]
    fn never_ends(&mut self, lifted: u8) -> bool {
        let now = Memory { own: self.own, enemy_front: self.enemy.front, lifted, sense: self.sense };
        if self.laps >= LAP_LIMIT || (self.laps > FIRST_CHECK && now == self.memory) {
            return true;
        }
        // Powers of two: a state remembered before a capture never recurs and must give way to a later one.
        if self.laps.is_power_of_two() {
            self.memory = now;
        }
        self.next_check = self.laps + 1;
        false
    }
}

/// The hole from which sowing begins so that the first seed falls into the kichwa entered in that sense.
#[inline(always)]
pub(crate) const fn before_kichwa(sense: Sense) -> u8 {
    match sense {
        Sense::Clockwise => 15,
        Sense::CounterClockwise => 8,
    }
}
