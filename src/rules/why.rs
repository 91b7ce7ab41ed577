//! Why a move is illegal: a typed reason with the board facts and the section of the rules.

use super::relay::LAP_LIMIT;
use super::starts::{MoveKind, Starts, holes_of};
use super::trace::{Event, Observer};
use super::{Move, Rules};
use crate::board::lanes::{filled, two_or_more};
use crate::board::{Direction, Hole, Position, Side};
use crate::words::{Message, Told, say, told_in_english};

/// An illegal move and the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    /// Who wanted to move.
    pub side: Side,
    /// The move.
    pub mv: Move,
    /// Why it is illegal.
    pub reason: Reason,
}

/// Reasons for a move to be illegal. Sets of holes are bit sets by ring index of the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A front row is empty (section 8); whose.
    GameOver(Side),
    /// Nothing to lift.
    EmptyHole,
    /// In namua every move starts in the front row.
    BackRowInNamua,
    /// Other holes capture, this one does not in this direction.
    MustCapture {
        /// The holes that can.
        holes: u16,
        /// Whether this hole can too, in the other direction.
        other_direction: bool,
    },
    /// A namua capture from holes 1, 2, 7, 8 enters the near kichwa.
    WrongKichwa {
        /// The kichwa it must enter.
        must: Direction,
    },
    /// The owned house with six or more may not start a takata while another front hole is filled.
    FullHouseRests,
    /// A single seed may not start a namua takata while another front hole has more.
    SingleSeedInNamua {
        /// Front holes with two or more.
        holes: u16,
    },
    /// From a kichwa that is the only filled front hole only inward.
    OutwardFromKichwa,
    /// A mtaji takata starts from two or more.
    SingleSeed,
    /// The hole is blocked by kutakatia.
    Blocked,
    /// A front hole may start, so no back hole may.
    FrontRowFirst {
        /// The front holes that may.
        holes: u16,
    },
    /// The move would never end.
    NeverEnding {
        /// Laps after which that is certain.
        laps: u16,
    },
    /// `+` where the choice about the house does not come up.
    NoHouseChoice,
}

impl Reason {
    /// The section of the rules that says so.
    #[must_use]
    pub const fn section(&self, kind: MoveKind) -> u8 {
        match self {
            Reason::GameOver(_) => 8,
            Reason::BackRowInNamua
            | Reason::WrongKichwa { .. }
            | Reason::FullHouseRests
            | Reason::SingleSeedInNamua { .. } => 2,
            Reason::EmptyHole | Reason::MustCapture { .. } | Reason::OutwardFromKichwa => {
                if kind.is_namua() {
                    2
                } else {
                    3
                }
            }
            Reason::SingleSeed | Reason::FrontRowFirst { .. } => 3,
            Reason::Blocked => 6,
            Reason::NeverEnding { .. } => 7,
            Reason::NoHouseChoice => 4,
        }
    }
}

/// Remembers whether and when a move was found to be never-ending.
#[derive(Default)]
struct NeverEndingLaps(Option<u16>);

impl Observer for NeverEndingLaps {
    fn event(&mut self, event: Event) {
        if let Event::NeverEnding { laps } = event {
            self.0 = Some(laps);
        }
    }
}

impl IllegalMove {
    /// Finds the reason for a move already known to be illegal.
    pub(crate) fn explain(rules: &Rules, position: &Position, mv: Move) -> IllegalMove {
        let starts = Starts::of(rules, position);
        IllegalMove { side: position.mover(), mv, reason: reason(rules, position, mv, &starts) }
    }
}

fn reason(rules: &Rules, position: &Position, mv: Move, starts: &Starts) -> Reason {
    let (hole, direction) = (mv.hole(), mv.direction());
    let own = position.own_rows();
    if starts.kind == MoveKind::Decided {
        let loser =
            if position.front_empty(position.mover()) { position.mover() } else { position.mover().other() };
        return Reason::GameOver(loser);
    }
    if starts.contains(hole, direction) {
        // The start is right, so only what follows can be wrong.
        let mut laps = NeverEndingLaps::default();
        rules.outcome(position, mv, &mut laps);
        return laps.0.map_or(Reason::NoHouseChoice, |laps| Reason::NeverEnding { laps });
    }
    let holes = starts.left | starts.right;
    let other_direction = starts.contains(hole, direction.other());
    let seeds = position.mine(hole);
    if seeds == 0 {
        return Reason::EmptyHole;
    }
    if position.is_namua() && !hole.is_front() {
        return Reason::BackRowInNamua;
    }
    match starts.kind {
        MoveKind::NamuaCapture if other_direction => Reason::WrongKichwa { must: direction.other() },
        MoveKind::NamuaCapture | MoveKind::MtajiCapture => Reason::MustCapture { holes, other_direction },
        _ if other_direction => Reason::OutwardFromKichwa,
        MoveKind::NamuaTakata if hole == Hole::HOUSE && position.own_house() && seeds >= 6 => {
            Reason::FullHouseRests
        }
        MoveKind::NamuaTakata if seeds == 1 => Reason::SingleSeedInNamua { holes: two_or_more(own) & 0xff },
        MoveKind::MtajiTakata if position.blocked() == Some(hole) => Reason::Blocked,
        _ if seeds == 1 => Reason::SingleSeed,
        _ if !hole.is_front() => Reason::FrontRowFirst { holes },
        _ => {
            debug_assert!((filled(own) & 0xff).is_power_of_two());
            Reason::OutwardFromKichwa
        }
    }
}

impl Rules {
    /// The reason why `mv` is illegal, or `None` if it is legal.
    ///
    /// ```
    /// use fundi::rules::{Move, Rules};
    /// let rules = Rules::ZANZIBAR;
    /// let why = rules.why_illegal(&rules.start(), Move::parse("A5L").unwrap()).unwrap();
    /// assert_eq!(
    ///     why.to_string(),
    ///     "A5L is illegal: the house A5 holds six or more and is owned, it may not start while another front hole is filled (section 2)"
    /// );
    /// ```
    #[must_use]
    pub fn why_illegal(&self, position: &Position, mv: Move) -> Option<IllegalMove> {
        self.play(position, mv).err()
    }
}

/// `A5`, `A5 and A6`, `A5, A6 and A8`.
pub(crate) fn list_holes(side: Side, holes: impl IntoIterator<Item = Hole>) -> Message {
    let mut names: Vec<String> = holes.into_iter().map(|hole| hole.name(side).to_string()).collect();
    let last = names.pop().unwrap_or_default();
    if names.is_empty() {
        return Message::foreign(last);
    }
    say!(ListAnd, first = names.join(", "), last = last)
}

impl Told for IllegalMove {
    fn message(&self) -> Message {
        let IllegalMove { side, mv, reason } = *self;
        let hole = mv.hole().name(side).to_string();
        let list = |holes| list_holes(side, holes_of(holes));
        let reason = match reason {
            Reason::GameOver(loser) => say!(WhyGameOver, side = loser.message()),
            Reason::EmptyHole => say!(WhyEmpty, hole = hole),
            Reason::BackRowInNamua => say!(WhyBackRow, hole = hole),
            Reason::MustCapture { holes, other_direction: false } => {
                say!(WhyMustCapture, hole = hole, holes = list(holes))
            }
            Reason::MustCapture { holes, other_direction: true } => {
                say!(WhyMustCaptureHere, hole = hole, holes = list(holes))
            }
            Reason::WrongKichwa { must } => say!(WhyKichwa, hole = hole, direction = must.message()),
            Reason::FullHouseRests => say!(WhyFullHouse, hole = hole),
            Reason::SingleSeedInNamua { holes } => say!(WhySingleNamua, hole = hole, holes = list(holes)),
            Reason::OutwardFromKichwa => say!(WhyOutward, hole = hole),
            Reason::SingleSeed => say!(WhySingle, hole = hole),
            Reason::Blocked => say!(WhyBlocked, hole = hole),
            Reason::FrontRowFirst { holes } => say!(WhyFrontFirst, hole = hole, holes = list(holes)),
            // More laps than this are the limit, not a state that came back.
            Reason::NeverEnding { laps } if laps >= LAP_LIMIT => say!(WhyLapLimit, laps = LAP_LIMIT),
            Reason::NeverEnding { laps } => say!(WhyNeverEnding, n = laps),
            Reason::NoHouseChoice => say!(WhyNoChoice),
        };
        say!(Illegal, move = mv.token(side).to_string(), reason = reason)
    }
}

told_in_english!(IllegalMove);
