//! Which holes may start a move, and of what kind the move is (rules, sections 2, 3 and 6).
//!
//! Captures are compulsory and judged on first laps, so this needs no move to be played: a few comparisons of all
//! holes at once. What a start then leads to is the business of [`super::play`].

use super::Rules;
use crate::board::lanes::{facing_pairs, filled, reaching, two_or_more};
use crate::board::{Direction, Hole, Position, Sense, sow::Rows};

/// The kind of every legal move of a position; all are of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveKind {
    /// A store seed captures the facing hole.
    NamuaCapture,
    /// No capture in namua: a store seed and a lifted front hole.
    NamuaTakata,
    /// A lap that ends in a capture starts a mtaji move.
    MtajiCapture,
    /// No capture in mtaji.
    MtajiTakata,
    /// A front row is empty: the game is over.
    Decided,
}

impl MoveKind {
    /// Whether moves of this kind capture.
    #[must_use]
    pub const fn captures(self) -> bool {
        matches!(self, MoveKind::NamuaCapture | MoveKind::MtajiCapture)
    }

    /// Whether moves of this kind enter a seed from the store.
    #[must_use]
    pub const fn is_namua(self) -> bool {
        matches!(self, MoveKind::NamuaCapture | MoveKind::NamuaTakata)
    }
}

/// The starts of a position: sets of holes (bit i: ring index i) by direction. A start can still fail by never ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Starts {
    /// The kind of all moves.
    pub kind: MoveKind,
    /// Holes that may start with direction `L`.
    pub left: u16,
    /// Holes that may start with direction `R`.
    pub right: u16,
}

const FRONT: u16 = 0x00ff;
const BACK: u16 = 0xff00;
const HOUSE: u16 = 1 << 4;
/// The three left front holes can only enter left (1, 2) or choose (3 to 6).
const ENTERS_LEFT: u16 = 0b0011_1111;
const ENTERS_RIGHT: u16 = 0b1111_1100;

/// By sense, the union of first laps that end in one of `targets`.
#[inline(always)]
pub(crate) fn capturing_starts(rows: Rows, mut targets: u16) -> [u16; 2] {
    let mut starts = [0u16; 2];
    while targets != 0 {
        let [clockwise, counter] = reaching(rows, targets.trailing_zeros() as u8);
        starts[0] |= clockwise;
        starts[1] |= counter;
        targets &= targets - 1;
    }
    starts
}

/// Sets by sense, turned into sets by the direction letter: on the back row the letters are the other way round.
#[inline(always)]
const fn by_letter([clockwise, counter]: [u16; 2]) -> (u16, u16) {
    (counter & FRONT | clockwise & BACK, clockwise & FRONT | counter & BACK)
}

impl Starts {
    /// Finds the starts of `position`.
    #[inline]
    #[must_use]
    pub fn of(rules: &Rules, position: &Position) -> Starts {
        if position.is_decided() {
            return Starts { kind: MoveKind::Decided, left: 0, right: 0 };
        }
        let own = position.own_rows();
        let targets = facing_pairs(own, position.enemy_rows().front);
        if position.is_namua() {
            if targets != 0 {
                return Starts {
                    kind: MoveKind::NamuaCapture,
                    left: targets & ENTERS_LEFT,
                    right: targets & ENTERS_RIGHT,
                };
            }
            return namua_takata(rules, position, own);
        }
        let captures = capturing_starts(own, targets);
        if captures != [0, 0] {
            let (left, right) = by_letter(captures);
            return Starts { kind: MoveKind::MtajiCapture, left, right };
        }
        mtaji_takata(position, own)
    }

    /// The holes that may start in `direction`.
    #[must_use]
    pub const fn toward(&self, direction: Direction) -> u16 {
        match direction {
            Direction::Left => self.left,
            Direction::Right => self.right,
        }
    }

    /// Whether `hole` may start in `direction`.
    #[must_use]
    pub const fn contains(&self, hole: Hole, direction: Direction) -> bool {
        self.toward(direction) >> hole.index() & 1 != 0
    }

    /// The holes that may start in at least one direction, in ring order.
    pub fn holes(&self) -> impl Iterator<Item = Hole> + use<> {
        holes_of(self.left | self.right)
    }
}

/// The holes of a set, in ring order.
pub fn holes_of(set: u16) -> impl Iterator<Item = Hole> {
    Hole::all().filter(move |hole| set >> hole.index() & 1 != 0)
}

/// Whether the mover's house is protected: owned and holding six or more.
pub(crate) fn house_is_full(position: &Position) -> bool {
    position.own_house() && position.own_rows().count(Hole::HOUSE.index()) >= 6
}

fn namua_takata(rules: &Rules, position: &Position, own: Rows) -> Starts {
    let front = filled(own) & FRONT;
    if front.is_power_of_two() {
        // Not outward from a kichwa: its seeds would leave the front row.
        return Starts { kind: MoveKind::NamuaTakata, left: front & !1, right: front & !(1 << 7) };
    }
    let mut holes = front;
    if house_is_full(position) {
        holes &= !HOUSE;
    }
    let large = two_or_more(own) & FRONT;
    let house_protects_singles =
        if rules.house_needs_six { house_is_full(position) } else { position.own_house() };
    if large != 0 && !house_protects_singles {
        holes &= large;
    }
    Starts { kind: MoveKind::NamuaTakata, left: holes, right: holes }
}

fn mtaji_takata(position: &Position, own: Rows) -> Starts {
    let large = two_or_more(own);
    let mut front = large & FRONT;
    if let Some(hole) = position.blocked() {
        front &= !(1 << hole.index());
    }
    let only = (filled(own) & FRONT).is_power_of_two();
    let outward_from = |kichwa: u16| if only { kichwa } else { 0 };
    let (left, right) = (front & !outward_from(1), front & !outward_from(1 << 7));
    if left | right != 0 {
        return Starts { kind: MoveKind::MtajiTakata, left, right };
    }
    let back = large & BACK;
    Starts { kind: MoveKind::MtajiTakata, left: back, right: back }
}

/// The own front holes (a set) at which a first lap of 2 to 15 of the player with `rows` captures something in `enemy_front`.
#[inline]
pub(crate) fn first_lap_capture_ends(rows: Rows, enemy_front: u64) -> u16 {
    let mut targets = facing_pairs(rows, enemy_front);
    let mut ends = 0;
    while targets != 0 {
        let end = targets.trailing_zeros();
        if reaching(rows, end as u8) != [0, 0] {
            ends |= 1 << end;
        }
        targets &= targets - 1;
    }
    ends
}

/// The sense of the first lap of a start that is not a namua capture; of a namua capture, the sense away from the kichwa entered.
#[inline(always)]
#[must_use]
pub const fn first_sense(kind: MoveKind, hole: Hole, direction: Direction) -> Sense {
    match (kind, direction) {
        (MoveKind::NamuaCapture, Direction::Left) => Sense::Clockwise,
        (MoveKind::NamuaCapture, Direction::Right) => Sense::CounterClockwise,
        _ => Sense::leaving(hole, direction),
    }
}
