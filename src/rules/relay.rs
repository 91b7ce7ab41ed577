//! Sowing laps until a move ends (rules, section 4), and knowing when it never will (section 7).
//!
//! The loop is one lap: two additions, one look at the landing hole, then end, or choose the next hand. Whether that is a
//! capture or a relay is a coin toss to the processor, so both are worked out and one is selected without a branch.
//!
//! A relay run between two captures is purely periodic, so comparing with one remembered state finds every never-ending
//! run; this starts only after 64 laps, which one move in thousands reaches.

use super::Rules;
use super::trace::{Event, Observer};
use crate::board::sow::{Origin, Rows};
use crate::board::{Hole, Position, Sense};
use std::hint::select_unpredictable;

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

/// A move in progress: the board and the hand that is sown next.
#[derive(Clone, Copy)]
pub(crate) struct Sowing {
    pub own: Rows,
    /// The enemy's front row as the mover's front holes face it: lane i faces own front hole i.
    facing: u64,
    /// Whether the mover owns his house, as far as lifting it decides that; see [`Sowing::houses`].
    own_house: bool,
    /// Whether the enemy owned his house before the move, or, with an observer, what has been told of it.
    enemy_house: bool,
    /// The first capture ends the ownership of both houses.
    capture_ends_houses: bool,
    /// Where the next hand comes from; it is still lying there.
    pub origin: Origin,
    /// Seeds of the next hand.
    pub hand: u8,
    pub laps: u16,
    /// The blocked hole's index, or 16.
    blocked: u8,
}

/// What must come back for a relay to be never-ending. Between captures the hand follows from the rest.
#[derive(Clone, Copy, PartialEq, Eq)]
struct State {
    own: Rows,
    facing: u64,
    origin: Origin,
}

impl Sowing {
    #[inline(always)]
    pub fn new(rules: &Rules, position: &Position) -> Sowing {
        Sowing {
            own: position.own_rows(),
            facing: position.enemy_rows().front.swap_bytes(),
            own_house: position.own_house(),
            enemy_house: position.enemy_house(),
            capture_ends_houses: !position.is_namua() && rules.mtaji_capture_ends_houses,
            origin: Origin::lifted(0, Sense::Clockwise),
            hand: 0,
            laps: 0,
            blocked: position.blocked().map_or(16, Hole::index),
        }
    }

    /// The enemy's front row.
    #[inline(always)]
    pub const fn enemy_front(&self) -> u64 {
        self.facing.swap_bytes()
    }

    /// Who owns his house now, the mover first. A captured house is empty and stays so for the move, so that nothing about
    /// the enemy's has to be remembered while sowing.
    #[inline(always)]
    pub const fn houses(&self, before: &Position, capturing: bool) -> [bool; 2] {
        let end = capturing && self.capture_ends_houses;
        let lane = 0xff << (8 * HOUSE);
        let taken = (before.enemy_rows().front ^ self.enemy_front()) & lane != 0;
        [self.own_house && !end, self.enemy_house && !taken && !end]
    }

    /// Takes two seeds of the full house, which stays owned.
    #[inline(always)]
    pub fn lift_tax<O: Observer>(&mut self, sense: Sense, observer: &mut O) {
        self.origin = Origin::lifted(HOUSE, sense);
        self.hand = 2;
        if O::ACTIVE {
            observer.event(Event::Tax);
            observer.event(Event::Lift { hole: Hole::HOUSE, seeds: 2 });
        }
    }

    /// Takes all seeds of an own hole into the hand; tells whether it was the owned house.
    #[inline(always)]
    pub fn lift<O: Observer>(&mut self, hole: u8, sense: Sense, observer: &mut O) -> bool {
        self.origin = Origin::lifted(hole, sense);
        self.hand = self.own.count(hole);
        let house = hole == HOUSE && self.own_house;
        if O::ACTIVE {
            self.report_lift(hole, observer);
        }
        self.own_house &= !house;
        house
    }

    /// Goes on from [`End::FullHouse`]: the house is lifted and lost.
    #[inline(always)]
    pub fn play_house<O: Observer>(&mut self, observer: &mut O) {
        if O::ACTIVE {
            observer.event(Event::HousePlayed);
            self.report_lift(HOUSE, observer);
        }
        self.own_house = false;
    }

    /// Takes what faces the own front hole `by` into the hand, to enter in the given sense; returns whether that wins.
    #[inline(always)]
    pub fn capture<O: Observer>(&mut self, by: u8, sense: Sense, observer: &mut O) -> bool {
        let lane = 8 * by;
        self.hand = (self.facing >> lane) as u8;
        self.facing &= !(0xff << lane);
        self.origin = Origin::captured(sense);
        if O::ACTIVE {
            self.report_capture(by, sense, observer);
        }
        self.facing == 0
    }

    /// Sows the hand from its origin and returns the ring index of the last hole.
    #[inline(always)]
    pub fn lap<O: Observer>(&mut self, observer: &mut O) -> u8 {
        self.laps += 1;
        if O::ACTIVE {
            self.report_lap(observer);
        }
        self.own.sow(self.origin, self.hand)
    }

    /// Sows on until the move ends or the house asks for a decision; the hand is then what the house holds.
    #[inline(always)]
    pub fn run<const NAMUA: bool, const CAPTURING: bool, O: Observer>(
        &mut self,
        passes_block: bool,
        observer: &mut O,
    ) -> End {
        let long = |now: &Sowing| now.laps >= FIRST_CHECK;
        self.run_until::<NAMUA, CAPTURING, O>(passes_block, long, observer).unwrap_or_else(|| {
            let (after, end) = self.run_long::<NAMUA, CAPTURING, O>(observer);
            *self = after;
            end
        })
    }

    /// Goes on with a move of 64 laps, watching for states that come back. It works on a copy, so that a move of ordinary
    /// length never has to leave the processor's registers.
    #[cold]
    #[inline(never)]
    fn run_long<const NAMUA: bool, const CAPTURING: bool, O: Observer>(
        mut self,
        observer: &mut O,
    ) -> (Sowing, End) {
        let mut remembered = None;
        let never_ends = |now: &Sowing| {
            let state = Some(State { own: now.own, facing: now.facing, origin: now.origin });
            if now.laps >= LAP_LIMIT || state == remembered {
                return true;
            }
            // Powers of two: a state remembered before a capture never recurs and must give way to a later one.
            if now.laps.is_power_of_two() {
                remembered = state;
            }
            false
        };
        let end = self.run_until::<NAMUA, CAPTURING, O>(false, never_ends, observer);
        (self, end.unwrap_or(End::Never))
    }

    /// Sows laps until the move ends, or, with `None`, until `stop` says so before a lap.
    #[inline(always)]
    fn run_until<const NAMUA: bool, const CAPTURING: bool, O: Observer>(
        &mut self,
        mut passes_block: bool,
        mut stop: impl FnMut(&Sowing) -> bool,
        observer: &mut O,
    ) -> Option<End> {
        while !stop(self) {
            let sense = self.origin.sense();
            let last = self.lap(observer);

            let seeds = self.own.count(last);
            if seeds == 1 {
                if O::ACTIVE {
                    observer.event(Event::EndedEmpty { hole: Hole::wrapping(last) });
                }
                return Some(End::Empty);
            }
            let faced = if CAPTURING { Rows { front: self.facing, back: 0 }.count(last) } else { 0 };
            let captures = faced != 0;
            let relays_house = !captures & (last == HOUSE);
            if NAMUA && relays_house & (seeds >= 6) & self.own_house {
                self.origin = Origin::lifted(last, sense);
                self.hand = seeds;
                return Some(End::FullHouse);
            }
            if !NAMUA && !CAPTURING {
                if last == self.blocked && !passes_block {
                    if O::ACTIVE {
                        observer.event(Event::BlockStopped { hole: Hole::wrapping(last) });
                    }
                    return Some(End::Blocked);
                }
                passes_block = false;
            }
            self.origin = self.origin.next(captures, last);
            self.hand = select_unpredictable(captures, faced, seeds);
            if CAPTURING {
                let lane = select_unpredictable(captures, 0xffu64, 0);
                self.facing &= !lane.wrapping_shl(8 * u32::from(last));
            }
            if O::ACTIVE && captures {
                self.report_capture(last, sense, observer);
            } else if O::ACTIVE {
                self.report_lift(last, observer);
            }
            self.own_house &= !relays_house;
            if CAPTURING && self.facing == 0 {
                if self.laps >= LAP_LIMIT {
                    return Some(End::Never);
                }
                self.lap(observer);
                return Some(End::Won);
            }
        }
        None
    }

    /// The hand is about to be sown.
    fn report_lap<O: Observer>(&self, observer: &mut O) {
        let sense = self.origin.sense();
        let step = if sense == Sense::Clockwise { 1 } else { 15 };
        let at = |seed: u8| Hole::wrapping(self.origin.hole_before().wrapping_add(seed.wrapping_mul(step)));
        observer.event(Event::Lap { first: at(1), last: at(self.hand), seeds: self.hand, sense });
        let mut rows = self.own;
        if let Some(hole) = self.origin.hole_lifted() {
            rows.take(hole, self.hand);
        }
        for hole in (1..=self.hand).map(at) {
            rows.add(hole.index(), 1);
            observer.event(Event::Seed { hole, count: rows.count(hole.index()) });
        }
    }

    /// The hand has been lifted from `hole`.
    fn report_lift<O: Observer>(&self, hole: u8, observer: &mut O) {
        observer.event(Event::Lift { hole: Hole::wrapping(hole), seeds: self.hand });
        if hole == HOUSE && self.own_house {
            observer.event(Event::OwnHouseLost);
        }
    }

    /// The hand has been captured by `by`, at the end of a lap in that sense.
    fn report_capture<O: Observer>(&mut self, by: u8, sense: Sense, observer: &mut O) {
        let from = 7 - by;
        observer.event(Event::Capture {
            by: Hole::wrapping(by),
            from: Hole::wrapping(from),
            seeds: self.hand,
        });
        if self.capture_ends_houses && self.own_house {
            self.own_house = false;
            observer.event(Event::OwnHouseLost);
        }
        if (self.capture_ends_houses || from == HOUSE) && self.enemy_house {
            self.enemy_house = false;
            observer.event(Event::EnemyHouseLost);
        }
        let entry = self.origin.sense();
        if entry != sense {
            observer.event(Event::Turned { sense: entry });
        }
        let kichwa = if entry == Sense::Clockwise { Hole::LEFT_KICHWA } else { Hole::RIGHT_KICHWA };
        observer.event(Event::Enter { kichwa, sense: entry });
    }
}
