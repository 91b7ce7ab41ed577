//! A move told event by event, for whoever explains, animates or checks it.
//!
//! The code that plays moves is generic over an [`Observer`]; with [`Silent`] every call compiles to nothing.

use crate::board::{Hole, Sense};

/// Something that happens inside a move. Own holes are on the mover's ring, enemy holes on the enemy's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A seed from the store is put into an own front hole.
    StoreSeed {
        /// The hole it goes into.
        hole: Hole,
    },
    /// An own hole is lifted, to start or to relay.
    Lift {
        /// The hole lifted.
        hole: Hole,
        /// Seeds in hand.
        seeds: u8,
    },
    /// Two seeds are lifted from the full house, which stays owned.
    Tax,
    /// A lap: the hand is sown one seed a hole.
    Lap {
        /// Where the first seed goes.
        first: Hole,
        /// Where the last seed goes.
        last: Hole,
        /// Seeds sown.
        seeds: u8,
        /// Which way.
        sense: Sense,
    },
    /// One seed of a lap is placed.
    Seed {
        /// Where.
        hole: Hole,
        /// Seeds there afterwards.
        count: u8,
    },
    /// The facing enemy hole is captured whole.
    Capture {
        /// The own hole that captures.
        by: Hole,
        /// The enemy hole captured.
        from: Hole,
        /// Seeds captured.
        seeds: u8,
    },
    /// Captured seeds are about to be sown from a kichwa.
    Enter {
        /// Which one.
        kichwa: Hole,
        /// The sense they travel in.
        sense: Sense,
    },
    /// The entry reversed the direction of the hand.
    Turned {
        /// The new sense.
        sense: Sense,
    },
    /// The lap ended in the mover's own full house and the move stops there.
    HouseStopped,
    /// The lap ended in the mover's own full house, which is played (safari).
    HousePlayed,
    /// The mover's house is lost for ever.
    OwnHouseLost,
    /// The enemy's house is lost for ever.
    EnemyHouseLost,
    /// The lap ended in the blocked hole and stops there.
    BlockStopped {
        /// The blocked hole.
        hole: Hole,
    },
    /// The move blocks an enemy hole for the enemy's next move.
    BlockSet {
        /// The enemy hole.
        hole: Hole,
    },
    /// The last seed fell into an empty hole: the move ends.
    EndedEmpty {
        /// That hole.
        hole: Hole,
    },
    /// The enemy's front row is empty: the game is won.
    Won,
    /// The move would never end and is illegal.
    NeverEnding {
        /// Laps sown before that was certain.
        laps: u16,
    },
}

/// Receives the events of a move in order.
pub trait Observer {
    /// Whether anybody listens; `false` removes all reporting at compile time.
    const ACTIVE: bool = true;
    /// Called for each event.
    fn event(&mut self, event: Event);
}

/// Listens to nothing.
pub struct Silent;

impl Observer for Silent {
    const ACTIVE: bool = false;
    fn event(&mut self, _: Event) {}
}

impl Observer for Vec<Event> {
    fn event(&mut self, event: Event) {
        self.push(event);
    }
}
