//! The end of a line: a game that is over, or the horizon, where forced replies are played out before the position is evaluated.

use super::score::{MAX_EVAL, MAX_PLY, WIN};
use super::worker::Worker;
use crate::board::Position;
use crate::rules::{MoveKind, Starts};

/// The value for the mover, at `ply`, of a position in which a front row is empty.
#[inline(always)]
pub(super) fn decided(position: &Position, ply: usize) -> Option<i32> {
    let value = || if position.rows()[0] == 0 { ply as i32 - WIN } else { WIN - ply as i32 };
    position.is_decided().then(value)
}

impl Worker<'_> {
    /// The value at the horizon: forced replies are played out, then the position is evaluated.
    pub(super) fn leaf(&mut self, position: &Position, ply: usize, forced_plies: i32, pv: bool) -> i32 {
        self.count_node();
        if pv {
            self.lines[ply].clear();
        }
        if self.stopped {
            return 0;
        }
        if let Some(value) = decided(position, ply) {
            return value;
        }
        let starts = Starts::of(self.rules, position);
        let count = starts.left.count_ones() + starts.right.count_ones();
        let wins = starts.kind == MoveKind::NamuaCapture && one_hole_filled(position.rows()[2]);
        if wins && !pv {
            return WIN - ply as i32 - 1;
        }
        if count <= 1 && forced_plies > 0 && ply < MAX_PLY || wins {
            let mut forced = None;
            self.rules.visit(position, |successor| {
                forced.get_or_insert(successor);
            });
            let Some(forced) = forced else { return ply as i32 - WIN };
            let value = -self.leaf(&forced.position, ply + 1, forced_plies - 1, pv);
            if pv {
                self.extend_line(ply, forced.mv);
            }
            return value;
        }
        self.shared.evaluate(position).clamp(-MAX_EVAL, MAX_EVAL)
    }
}

/// Whether exactly one hole of a packed row is filled.
#[inline(always)]
fn one_hole_filled(front: u64) -> bool {
    let lowest_lane = 0xffu64 << (front.trailing_zeros() & 56);
    front != 0 && front & !lowest_lane == 0
}
