//! Moves and positions told in words and pictures' steps: what the command line, reviews and animations share.
//!
//! [`Replay`] is a move as a sequence of boards, [`story`] tells it lap by lap, [`clause`] in one line, [`Threats`] says what the
//! other side would capture. Words come from [`crate::words`], nothing here prints.

mod clause;
mod line;
mod replay;
mod story;
mod threats;

pub use clause::{clause, result_line, threat_clause};
pub use line::{LineMove, line, line_text, percent, score_text, win_chance};
pub use replay::{Replay, Step};
pub use story::{Sentence, captions, story};
pub use threats::{Defence, Threat, Threats};
