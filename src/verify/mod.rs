//! Checking a proof certificate with the rules alone.
//!
//! Nothing here knows how proofs are found; the file is read once from front to back, and memory holds one line of
//! play and the lemmas still to be used.
//!
//! # The file
//! A text head, a body of bytes, and a check sum:
//!
//! ```text
//! fundi-proof 1
//! rules kujifunza
//! position 2,2,2,2,2,2,2,2/2,2,2,2,2,2,2,2/2,2,2,2,2,2,2,2/2,2,2,2,2,2,2,2 S 0,0 - -
//! claim win 25
//! (an empty line, then the body, then four bytes)
//! ```
//!
//! Four claims can be made about the player to move, each with a number of plies:
//! `win N`: he wins within N plies against any defence; `loss N`: he loses within N plies whatever he plays; `no-win N`: he has no win within N plies;
//! `no-loss N`: he is not beaten within N plies. The *author* of the proof is the player whose strategy the file holds: the
//! mover of `win` and `no-loss`, his opponent in the other two.
//!
//! The body is the author's strategy in the order of play. Where the author is to move it holds
//! * a byte below 64: his move ([`Move::index`](crate::rules::Move::index): ring index of the hole, +16 for `R`, +32 for playing the house); or
//! * a byte from 64 to 127: the same plus 64, followed by a number, and what follows is a *lemma*, used so many times later in the file; or
//! * the byte 128, followed by a number: here lemma so-and-so applies (lemmas are counted from 0 in the order they begin).
//!
//! Then, for each legal move of the opponent in ascending order of the byte above, the author's answer to it. Nothing is written for the
//! opponent's moves, nor where the game is over, nor (`no-win`, `no-loss`) where the plies are used up.
//! Numbers are base 128, low digits first, 128 added to every byte but the last. The check sum is the CRC-32 (IEEE, reflected) of everything
//! before it, low byte first. A lemma applies to the very same position and only after it has been checked to its end, so no
//! proof can lean on itself; a `no-` lemma must have been checked for at least as many plies as are left where it is used.

mod check;
mod claim;
mod error;
mod input;

pub use check::{Verified, verify};
pub use claim::{Claim, ClaimKind};
pub use error::VerifyError;
