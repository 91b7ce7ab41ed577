//! Why a move is illegal, in the player's language.

use super::list_holes;
use crate::rules::starts::holes_of;
use crate::rules::{IllegalMove, Reason};
use crate::words::{Key, Words};

/// More laps than this are the lap limit, not a state that came back (rules, section 7).
const LAP_LIMIT: u16 = crate::rules::relay::LAP_LIMIT;

/// The reason in one sentence. In English it is what [`IllegalMove`] displays.
///
/// ```
/// use fundi::explain::illegal;
/// use fundi::rules::{Move, Rules};
/// use fundi::words::Words;
/// let why = Rules::ZANZIBAR.why_illegal(&Rules::ZANZIBAR.start(), Move::parse("A1R").unwrap()).unwrap();
/// assert_eq!(illegal(Words::english(), &why), why.to_string());
/// ```
#[must_use]
pub fn illegal(words: &Words, illegal: &IllegalMove) -> String {
    let IllegalMove { side, mv, reason } = *illegal;
    let hole = mv.hole().name(side);
    let list = |holes| list_holes(words, side, holes_of(holes));
    let with_hole = |key| words.fill(key, &[("hole", &hole)]);
    let with_holes = |key, holes| words.fill(key, &[("hole", &hole), ("holes", &list(holes))]);
    let reason = match reason {
        Reason::GameOver(loser) => words.fill(Key::WhyGameOver, &[("side", &words.side(loser))]),
        Reason::EmptyHole => with_hole(Key::WhyEmpty),
        Reason::BackRowInNamua => with_hole(Key::WhyBackRow),
        Reason::MustCapture { holes, other_direction: false } => with_holes(Key::WhyMustCapture, holes),
        Reason::MustCapture { holes, other_direction: true } => with_holes(Key::WhyMustCaptureHere, holes),
        Reason::WrongKichwa { must } => {
            words.fill(Key::WhyKichwa, &[("hole", &hole), ("direction", &words.direction(must))])
        }
        Reason::FullHouseRests => with_hole(Key::WhyFullHouse),
        Reason::SingleSeedInNamua { holes } => with_holes(Key::WhySingleNamua, holes),
        Reason::OutwardFromKichwa => with_hole(Key::WhyOutward),
        Reason::SingleSeed => with_hole(Key::WhySingle),
        Reason::Blocked => with_hole(Key::WhyBlocked),
        Reason::FrontRowFirst { holes } => with_holes(Key::WhyFrontFirst, holes),
        Reason::NeverEnding { laps } if laps >= LAP_LIMIT => {
            words.fill(Key::WhyLapLimit, &[("laps", &LAP_LIMIT)])
        }
        Reason::NeverEnding { laps } => words.fill(Key::WhyNeverEnding, &[("laps", &laps)]),
        Reason::NoHouseChoice => words.get(Key::WhyNoChoice).to_owned(),
    };
    words.fill(Key::Illegal, &[("move", &mv.token(side)), ("reason", &reason)])
}
