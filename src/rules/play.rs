//! Legal moves, already played.
//!
//! A move that never ends is illegal, so a move's legality is known only by playing it; and whoever wants the moves wants
//! the positions after them. Therefore the generator hands out [`Successor`]s: move, position after it, and what happened.

use super::kutakatia::Victim;
use super::relay::{End, Sowing};
use super::starts::{MoveKind, Starts, first_sense, house_is_full};
use super::trace::{Event, Observer, Silent};
use super::{IllegalMove, Move, Rules};
use crate::board::{Direction, Hole, Position, sow::Rows};
use std::ops::ControlFlow;

/// A legal move with the position after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Successor {
    /// The position after the move; the other side is to move, also after a win.
    pub position: Position,
    /// The move.
    pub mv: Move,
    /// Seeds captured.
    pub captured: u8,
    /// Laps sown, every handful counted; at least 1.
    pub laps: u16,
    flags: u8,
}

const CAPTURES: u8 = 1;
const WINS: u8 = 2;

impl Successor {
    /// Whether the move captures (a mtaji move in the second sense of the word).
    #[inline(always)]
    #[must_use]
    pub const fn is_capture(&self) -> bool {
        self.flags & CAPTURES != 0
    }

    /// Whether the move empties the enemy's front row.
    #[inline(always)]
    #[must_use]
    pub const fn wins(&self) -> bool {
        self.flags & WINS != 0
    }
}

/// Which decision about the house is wanted where the choice comes up.
#[derive(Clone, Copy, PartialEq, Eq)]
enum HouseChoice {
    Both,
    Stop,
    Play,
}

/// A start that is being played.
struct Start<'a> {
    rules: &'a Rules,
    position: &'a Position,
    kind: MoveKind,
    hole: Hole,
    direction: Direction,
    /// Who may find a hole blocked afterwards.
    victim: Option<Victim>,
}

impl Start<'_> {
    /// The successor that `sowing` has reached.
    #[inline(always)]
    fn successor<const NAMUA: bool, const CAPTURING: bool>(
        &self,
        sowing: &Sowing,
        plays_house: bool,
        won: bool,
    ) -> Successor {
        let before = self.position;
        let [own_house, enemy_house] = sowing.houses(before, CAPTURING);
        let enemy = Rows { front: sowing.enemy_front(), back: before.enemy_rows().back };
        let block =
            if CAPTURING { None } else { self.victim.and_then(|victim| victim.block_after(sowing.own)) };
        Successor {
            position: Position::from_packed(
                [enemy, sowing.own],
                [before.enemy_store(), before.own_store() - u8::from(NAMUA)],
                [enemy_house, own_house],
                block,
                before.mover().other(),
            ),
            mv: Move::new(self.hole, self.direction, plays_house),
            captured: if CAPTURING { before.enemy_rows().sum() - enemy.sum() } else { 0 },
            laps: sowing.laps,
            flags: if CAPTURING { CAPTURES } else { 0 } | if won { WINS } else { 0 },
        }
    }

    /// Plays the start and hands every legal outcome to `emit`: none (never-ending), one, or stop and play.
    #[inline(always)]
    fn play<const NAMUA: bool, const CAPTURING: bool, O: Observer>(
        &self,
        choice: HouseChoice,
        observer: &mut O,
        emit: &mut impl FnMut(Successor),
    ) {
        let hole = self.hole.index();
        let sense = first_sense(self.kind, self.hole, self.direction);
        let mut sowing = Sowing::new(self.rules, self.position);
        let mut passes_block = false;
        let tax = NAMUA && self.hole == Hole::HOUSE && house_is_full(self.position);
        if NAMUA {
            sowing.own.front += 1 << (8 * hole);
            if O::ACTIVE {
                observer.event(Event::StoreSeed { hole: self.hole });
            }
        }
        if NAMUA && CAPTURING {
            if sowing.capture(hole, sense, observer) {
                sowing.lap(observer);
                return self.finish::<NAMUA, CAPTURING, O>(&sowing, End::Won, false, observer, emit);
            }
        } else if tax {
            // The only filled front hole is the full house.
            sowing.lift_tax(sense, observer);
        } else {
            let house = sowing.lift(hole, sense, observer);
            passes_block = house && self.rules.house_lap_passes_block;
        }
        let mut end = sowing.run::<NAMUA, CAPTURING, O>(passes_block, observer);
        let mut plays_house = false;
        if NAMUA && CAPTURING && end == End::FullHouse {
            if choice != HouseChoice::Play {
                self.finish::<NAMUA, CAPTURING, O>(&sowing, end, false, observer, emit);
            }
            if choice == HouseChoice::Stop {
                return;
            }
            plays_house = true;
            sowing.play_house(observer);
            end = sowing.run::<NAMUA, CAPTURING, O>(false, observer);
        }
        self.finish::<NAMUA, CAPTURING, O>(&sowing, end, plays_house, observer, emit);
    }

    #[inline(always)]
    fn finish<const NAMUA: bool, const CAPTURING: bool, O: Observer>(
        &self,
        sowing: &Sowing,
        end: End,
        plays_house: bool,
        observer: &mut O,
        emit: &mut impl FnMut(Successor),
    ) {
        let successor = self.successor::<NAMUA, CAPTURING>(sowing, plays_house, end == End::Won);
        if O::ACTIVE {
            match end {
                End::Won => observer.event(Event::Won),
                End::FullHouse => observer.event(Event::HouseStopped),
                End::Never => observer.event(Event::NeverEnding { laps: sowing.laps }),
                // Told where it happened.
                End::Empty | End::Blocked => {}
            }
            if let (Some(hole), true) = (successor.position.blocked(), end != End::Never) {
                observer.event(Event::BlockSet { hole });
            }
        }
        if end != End::Never {
            emit(successor);
        }
    }

    fn play_any<O: Observer>(&self, choice: HouseChoice, observer: &mut O, emit: &mut impl FnMut(Successor)) {
        match self.kind {
            MoveKind::NamuaCapture => self.play::<true, true, O>(choice, observer, emit),
            MoveKind::NamuaTakata => self.play::<true, false, O>(choice, observer, emit),
            MoveKind::MtajiCapture => self.play::<false, true, O>(choice, observer, emit),
            MoveKind::MtajiTakata => self.play::<false, false, O>(choice, observer, emit),
            MoveKind::Decided => {}
        }
    }
}

impl Rules {
    /// Hands every legal move of `position`, played, to `emit`: left starts in ring order, then right ones; stopping at the
    /// house before playing it.
    #[inline]
    pub fn visit(&self, position: &Position, mut emit: impl FnMut(Successor)) {
        self.visit_until(position, |successor| {
            emit(successor);
            ControlFlow::Continue(())
        });
    }

    /// As [`Rules::visit`], until `emit` breaks off: no other move is played then.
    #[inline]
    pub fn visit_until(&self, position: &Position, mut emit: impl FnMut(Successor) -> ControlFlow<()>) {
        let starts = Starts::of(self, position);
        match starts.kind {
            MoveKind::NamuaCapture => self.visit_kind::<true, true>(position, &starts, &mut emit),
            MoveKind::NamuaTakata => self.visit_kind::<true, false>(position, &starts, &mut emit),
            MoveKind::MtajiCapture => self.visit_kind::<false, true>(position, &starts, &mut emit),
            MoveKind::MtajiTakata => self.visit_kind::<false, false>(position, &starts, &mut emit),
            MoveKind::Decided => {}
        }
    }

    #[inline(always)]
    fn visit_kind<const NAMUA: bool, const CAPTURING: bool>(
        &self,
        position: &Position,
        starts: &Starts,
        emit: &mut impl FnMut(Successor) -> ControlFlow<()>,
    ) {
        // Two bits a hole, left then right, so that one loop (and one copy of the sowing code) serves both.
        let victim = if CAPTURING { None } else { Victim::of(self, position) };
        let mut left_to_play = u32::from(starts.left) | u32::from(starts.right) << 16;
        let mut flow = ControlFlow::Continue(());
        while left_to_play != 0 && flow.is_continue() {
            let bit = left_to_play.trailing_zeros() as u8;
            left_to_play &= left_to_play - 1;
            let start = Start {
                rules: self,
                position,
                kind: starts.kind,
                hole: Hole::wrapping(bit),
                direction: if bit < 16 { Direction::Left } else { Direction::Right },
                victim,
            };
            let mut emit = |successor| {
                if flow.is_continue() {
                    flow = emit(successor);
                }
            };
            start.play::<NAMUA, CAPTURING, Silent>(HouseChoice::Both, &mut Silent, &mut emit);
        }
    }

    /// All legal moves, played. Empty: the mover has lost.
    #[must_use]
    pub fn successors(&self, position: &Position) -> Vec<Successor> {
        let mut successors = Vec::with_capacity(16);
        self.visit(position, |successor| successors.push(successor));
        successors
    }

    /// Plays `mv`.
    ///
    /// # Errors
    /// Why the move is illegal.
    pub fn play(&self, position: &Position, mv: Move) -> Result<Successor, IllegalMove> {
        self.trace(position, mv, &mut Silent)
    }

    /// Plays `mv` and reports every event of it to `observer`. For an illegal move the observer may hear events too (a never-ending
    /// move is reported up to where that is certain).
    ///
    /// ```
    /// use fundi::rules::{Event, Move, Rules};
    /// let rules = Rules::ZANZIBAR;
    /// let mut events: Vec<Event> = Vec::new();
    /// rules.trace(&rules.start(), Move::parse("A6R").unwrap(), &mut events).unwrap();
    /// assert!(matches!(events[0], Event::StoreSeed { .. }));
    /// ```
    ///
    /// # Errors
    /// Why the move is illegal.
    pub fn trace<O: Observer>(
        &self,
        position: &Position,
        mv: Move,
        observer: &mut O,
    ) -> Result<Successor, IllegalMove> {
        self.outcome(position, mv, observer).ok_or_else(|| IllegalMove::explain(self, position, mv))
    }

    /// Plays `mv` before `observer`; `None` if it is illegal.
    pub(super) fn outcome<O: Observer>(
        &self,
        position: &Position,
        mv: Move,
        observer: &mut O,
    ) -> Option<Successor> {
        let starts = Starts::of(self, position);
        let mut played = None;
        if starts.contains(mv.hole(), mv.direction()) {
            let start = Start {
                rules: self,
                position,
                kind: starts.kind,
                hole: mv.hole(),
                direction: mv.direction(),
                victim: Victim::of(self, position),
            };
            let choice = if mv.plays_house() { HouseChoice::Play } else { HouseChoice::Stop };
            start.play_any(choice, observer, &mut |successor: Successor| {
                if successor.mv == mv {
                    played = Some(successor);
                }
            });
        }
        played
    }
}
