//! A search result: centiseeds, or a forced win or loss with its distance.

use std::fmt;
use std::ops::Neg;

/// A score from the mover's view.
///
/// ```
/// use fundi::search::Score;
/// assert!(Score::win_in(3) > Score::win_in(5));
/// assert!(Score::win_in(5) > Score::from_centiseeds(900));
/// assert_eq!((-Score::win_in(3)).win_plies(), Some(-3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

/// The value of a game won at the root. A win in n plies is worth n less.
pub(crate) const WIN: i32 = 30_000;
/// Every score beyond this is a proven win; evaluations stay well inside.
pub(crate) const PROVEN: i32 = WIN - 2_000;
/// The largest evaluation a search works with.
pub(crate) const MAX_EVAL: i32 = 20_000;
/// Larger than any score.
pub(crate) const INFINITE: i32 = 32_000;
/// Search never goes deeper than this many plies below the root.
pub(crate) const MAX_PLY: usize = 250;

impl Score {
    /// A dead-even position, or a draw by convention.
    pub const ZERO: Score = Score(0);

    /// A heuristic score; 100 is about one seed. Clamped to ±20,000.
    #[must_use]
    pub fn from_centiseeds(centiseeds: i32) -> Score {
        Score(centiseeds.clamp(-MAX_EVAL, MAX_EVAL))
    }

    /// The mover wins by force, the last ply being the `plies`-th from here (0 to 2,000).
    #[must_use]
    pub const fn win_in(plies: i32) -> Score {
        Score(WIN - plies)
    }

    /// The mover loses by force at the `plies`-th ply from here.
    #[must_use]
    pub const fn loss_in(plies: i32) -> Score {
        Score(plies - WIN)
    }

    pub(crate) const fn from_raw(raw: i32) -> Score {
        Score(raw)
    }

    /// Plies to the end if the outcome is proven: positive when the mover wins, negative when he loses. A game already
    /// lost counts as 0 plies.
    #[must_use]
    pub const fn win_plies(self) -> Option<i32> {
        if self.0 >= PROVEN {
            Some(WIN - self.0)
        } else if self.0 <= -PROVEN {
            Some(-(WIN + self.0))
        } else {
            None
        }
    }

    /// Whether the mover is proven to win.
    #[must_use]
    pub const fn is_win(self) -> bool {
        self.0 >= PROVEN
    }

    /// Whether the mover is proven to lose.
    #[must_use]
    pub const fn is_loss(self) -> bool {
        self.0 <= -PROVEN
    }

    /// Centiseeds; a proven outcome reads as about ±30,000.
    #[must_use]
    pub const fn centiseeds(self) -> i32 {
        self.0
    }
}

impl Neg for Score {
    type Output = Score;
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl fmt::Display for Score {
    /// `+1.25` seeds, `win in 7`, `loss in 4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_win() {
            f.pad(&format!("win in {}", WIN - self.0))
        } else if self.is_loss() {
            f.pad(&format!("loss in {}", WIN + self.0))
        } else {
            f.pad(&format!("{:+.2}", f64::from(self.0) / 100.0))
        }
    }
}
