//! Moves and positions told in words and pictures' steps: what the command line, reviews and animations share.
//!
//! [`Replay`] is a move as a sequence of boards, [`story`] tells it lap by lap, [`clause`] in one line; [`illegal`] says why a move may not be
//! played, [`Threats`] what the other side would capture. Words come from [`crate::words`], nothing here prints.

mod clause;
mod illegal;
mod line;
mod replay;
mod story;
mod threats;

pub use clause::{clause, result_line, threat_clause};
pub use illegal::illegal;
pub use line::{LineMove, line, line_text, score_text, win_chance};
pub use replay::{Replay, Step};
pub use story::{Sentence, story};
pub use threats::{Defence, Threat, Threats};

use crate::board::{Hole, Side};
use crate::words::{Key, Words};

/// `A5`, `A5 and A6`, `A5, A6 and A8`.
pub(crate) fn list_holes(words: &Words, side: Side, holes: impl IntoIterator<Item = Hole>) -> String {
    let mut names: Vec<String> = holes.into_iter().map(|hole| hole.name(side).to_string()).collect();
    let last = names.pop().unwrap_or_default();
    if names.is_empty() {
        return last;
    }
    format!("{} {} {last}", names.join(", "), words.get(Key::And))
}
