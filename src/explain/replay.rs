//! A move as a sequence of boards, one after each event: what stories and animations are made from.

use crate::board::{Hole, Position, PositionParts, Side};
use crate::rules::{Event, IllegalMove, Move, Observer, Rules, Successor};

/// An event and what the board looks like after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// What happened.
    pub event: Event,
    /// The board afterwards. While a hand is sown holes and stores do not add up to 64: the rest is in the hand.
    pub board: PositionParts,
    /// Seeds in hand.
    pub hand: u8,
}

/// A move that was replayed.
///
/// ```
/// use fundi::explain::Replay;
/// use fundi::rules::{Move, Rules};
/// let start = Rules::ZANZIBAR.start();
/// let replay = Replay::of(Rules::ZANZIBAR, &start, Move::parse("A6R").unwrap()).unwrap();
/// let last = replay.steps.last().unwrap();
/// assert_eq!((last.hand, last.board.holes), (0, replay.played.position.parts().holes));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// Who moved.
    pub side: Side,
    /// Before the move.
    pub before: Position,
    /// Every event in order.
    pub steps: Vec<Step>,
    /// The move's result.
    pub played: Successor,
}

/// Keeps the board up to date while events come in.
struct Recorder {
    mover: usize,
    board: PositionParts,
    hand: u8,
    steps: Vec<Step>,
}

impl Recorder {
    fn own(&mut self, hole: Hole) -> &mut u8 {
        &mut self.board.holes[self.mover][usize::from(hole.index())]
    }

    fn enemy(&mut self, hole: Hole) -> &mut u8 {
        &mut self.board.holes[1 - self.mover][usize::from(hole.index())]
    }
}

impl Observer for Recorder {
    fn event(&mut self, event: Event) {
        match event {
            Event::StoreSeed { hole } => {
                *self.own(hole) += 1;
                self.board.stores[self.mover] -= 1;
            }
            Event::Lift { hole, seeds } => {
                *self.own(hole) -= seeds;
                self.hand = seeds;
            }
            Event::Seed { hole, count } => {
                *self.own(hole) = count;
                self.hand -= 1;
            }
            Event::Capture { from, seeds, .. } => {
                *self.enemy(from) = 0;
                self.hand = seeds;
            }
            Event::OwnHouseLost => self.board.houses[self.mover] = false,
            Event::EnemyHouseLost => self.board.houses[1 - self.mover] = false,
            _ => {}
        }
        self.steps.push(Step { event, board: self.board, hand: self.hand });
    }
}

impl Replay {
    /// Plays `mv` and keeps every step.
    ///
    /// # Errors
    /// Why the move is illegal.
    pub fn of(rules: &Rules, position: &Position, mv: Move) -> Result<Replay, IllegalMove> {
        let side = position.mover();
        // First without a board to keep: an illegal move may be a very long one.
        rules.play(position, mv)?;
        let mover = usize::from(side == Side::North);
        let mut recorder = Recorder { mover, board: position.parts(), hand: 0, steps: Vec::new() };
        recorder.board.block = None;
        let played = rules.trace(position, mv, &mut recorder)?;
        Ok(Replay { side, before: *position, steps: recorder.steps, played })
    }

    /// Number of holes captured.
    #[must_use]
    pub fn captures(&self) -> usize {
        self.captured_holes().count()
    }

    /// The enemy holes captured, in order; a hole can come up again.
    pub fn captured_holes(&self) -> impl Iterator<Item = Hole> {
        self.steps.iter().filter_map(|step| match step.event {
            Event::Capture { from, .. } => Some(from),
            _ => None,
        })
    }

    /// Whether an event of the move satisfies a test.
    #[must_use]
    pub fn any(&self, test: impl Fn(&Event) -> bool) -> bool {
        self.steps.iter().any(|step| test(&step.event))
    }

    /// The boards at the end of each lap, without the steps between: enough for a slow replay.
    pub fn laps(&self) -> impl Iterator<Item = &Step> {
        let last = self.steps.len().saturating_sub(1);
        self.steps.iter().enumerate().filter_map(move |(index, step)| {
            let ends_lap = matches!(step.event, Event::Seed { .. }) && step.hand == 0;
            (ends_lap || (index == last && !matches!(step.event, Event::Seed { .. }))).then_some(step)
        })
    }
}
