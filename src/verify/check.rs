//! Walking through the strategy: every reply of the opponent, every move of the author.

use super::input::Input;
use super::{Claim, VerifyError};
use crate::board::Position;
use crate::rules::{Move, Rules, Successor};
use crate::words::{Key, Told};
use rustc_hash::FxHashMap;
use std::io::BufRead;

/// A certificate that holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The rule set.
    pub rules: &'static Rules,
    /// The position the claim is about.
    pub position: Position,
    /// The claim.
    pub claim: Claim,
    /// The longest line of play in the strategy, in plies: at most the claim's number if the game is forced to an end.
    pub longest: u32,
    /// Moves of the author checked.
    pub author_moves: u64,
    /// Replies of the opponent answered.
    pub replies: u64,
    /// The most lemmas held in memory at a time.
    pub lemmas_held: usize,
    /// Bytes of the file.
    pub bytes: u64,
}

/// A lemma: what it is about, and how far it has been checked.
struct Lemma {
    position: Position,
    uses: u64,
    /// Plies for which it was checked.
    left: u32,
    /// Its longest line, once it has been checked to its end.
    longest: Option<u32>,
}

struct Checker<R> {
    input: Input<R>,
    rules: &'static Rules,
    claim: Claim,
    lemmas: FxHashMap<u64, Lemma>,
    /// Lemmas begun so far.
    begun: u64,
    verified: Verified,
}

/// Reads a certificate and checks it completely.
///
/// # Errors
/// The first thing that is wrong, as a [`VerifyError`].
pub fn verify(reader: impl BufRead) -> Result<Verified, VerifyError> {
    let mut input = Input::new(reader);
    let line = input.line(Key::ProofHeadFirst)?;
    if line != "fundi-proof 1" {
        return Err(VerifyError::Head(Key::ProofHeadFirst, line));
    }
    let mut field = |name: &'static str, expected: Key| {
        let line = input.line(expected)?;
        let value = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' ')).map(str::to_owned);
        value.ok_or(VerifyError::Head(expected, line))
    };
    let name = field("rules", Key::ProofHeadRules)?;
    let rules = Rules::by_name(&name).map_err(|_| VerifyError::Head(Key::ProofHeadRuleSet, name))?;
    let text = field("position", Key::ProofHeadPosition)?;
    let position: Position = text.parse().map_err(|_| VerifyError::Head(Key::ProofHeadFen, text.clone()))?;
    if position.is_decided() {
        return Err(VerifyError::Head(Key::ProofHeadOver, text));
    }
    let text = field("claim", Key::ProofHeadClaim)?;
    let claim = Claim::parse(&text).ok_or(VerifyError::Head(Key::ProofHeadKind, text))?;
    let line = input.line(Key::ProofHeadEmpty)?;
    if !line.is_empty() {
        return Err(VerifyError::Head(Key::ProofHeadEmpty, line));
    }
    let verified = Verified {
        rules,
        position,
        claim,
        longest: 0,
        author_moves: 0,
        replies: 0,
        lemmas_held: 0,
        bytes: 0,
    };
    let lemmas = FxHashMap::default();
    Checker { input, rules, claim, lemmas, begun: 0, verified }.run()
}

impl<R: BufRead> Checker<R> {
    fn run(mut self) -> Result<Verified, VerifyError> {
        let Verified { position, claim: Claim { kind, plies }, .. } = self.verified;
        self.verified.longest = if kind.author_moves_first() {
            self.author(&position, plies)?
        } else {
            self.opponent(&position, plies)?
        };
        if let Some(number) = self.lemmas.keys().min() {
            return Err(VerifyError::UnusedLemma(*number));
        }
        self.verified.bytes = self.input.offset + 4;
        self.input.finish()?;
        Ok(self.verified)
    }

    /// The author is to move with so many plies left; returns the longest line from here. Recursion is at most half
    /// [`Claim::MOST_PLIES`] deep.
    fn author(&mut self, position: &Position, left: u32) -> Result<u32, VerifyError> {
        if left == 0 {
            if self.claim.kind.forces() {
                return Err(VerifyError::TooLong(self.input.offset));
            }
            let alive = !position.is_decided() && !self.rules.successors(position).is_empty();
            return if alive { Ok(0) } else { Err(self.lost(position)) };
        }
        let at = self.input.offset;
        let byte = self.input.byte()?;
        match byte {
            0..64 => self.play(at, position, byte, left),
            64..128 => {
                let uses = self.input.number()?;
                let number = self.begun;
                self.begun += 1;
                if uses == 0 {
                    return Err(VerifyError::Malformed(at + 1));
                }
                self.lemmas.insert(number, Lemma { position: *position, uses, left, longest: None });
                self.verified.lemmas_held = self.verified.lemmas_held.max(self.lemmas.len());
                let longest = self.play(at, position, byte - 64, left)?;
                if let Some(lemma) = self.lemmas.get_mut(&number) {
                    lemma.longest = Some(longest);
                }
                Ok(longest)
            }
            128 => {
                let number = self.input.number()?;
                self.apply(at, number, position, left)
            }
            _ => Err(VerifyError::Malformed(at)),
        }
    }

    /// Uses a lemma, and drops it after its last use.
    fn apply(&mut self, at: u64, number: u64, position: &Position, left: u32) -> Result<u32, VerifyError> {
        let wrong = VerifyError::Lemma(at, number);
        let Some(lemma) = self.lemmas.get_mut(&number) else { return Err(wrong) };
        let Some(longest) = lemma.longest else { return Err(wrong) };
        if lemma.position.words() != position.words() || (!self.claim.kind.forces() && lemma.left < left) {
            return Err(wrong);
        }
        if self.claim.kind.forces() && longest > left {
            return Err(VerifyError::TooLong(at));
        }
        lemma.uses -= 1;
        if lemma.uses == 0 {
            self.lemmas.remove(&number);
        }
        Ok(longest.min(left))
    }

    /// The author plays the move with that byte.
    fn play(&mut self, at: u64, position: &Position, byte: u8, left: u32) -> Result<u32, VerifyError> {
        let mv = Move::from_index(byte).ok_or(VerifyError::Malformed(at))?;
        let played = self.rules.play(position, mv);
        let successor =
            played.map_err(|why| VerifyError::Illegal(at, position.to_string(), why.message()))?;
        self.verified.author_moves += 1;
        if successor.wins() {
            return Ok(1);
        }
        if successor.position.enemy_rows().front == 0 {
            return Err(self.lost(&successor.position));
        }
        Ok(1 + self.opponent(&successor.position, left - 1)?)
    }

    /// The opponent is to move with so many plies left: every legal move of his is answered.
    fn opponent(&mut self, position: &Position, left: u32) -> Result<u32, VerifyError> {
        if left == 0 && !self.claim.kind.forces() {
            return Ok(0);
        }
        let mut replies = self.rules.successors(position);
        if left == 0 && !replies.is_empty() {
            return Err(VerifyError::TooLong(self.input.offset));
        }
        replies.sort_by_key(|reply: &Successor| reply.mv.index());
        let mut longest = 0;
        for reply in &replies {
            self.verified.replies += 1;
            if reply.wins() {
                return Err(self.lost(&reply.position));
            }
            // He may sow his own front row empty, which ends the game at once.
            let over = reply.position.enemy_rows().front == 0;
            let below = if over { 0 } else { self.author(&reply.position, left - 1)? };
            longest = longest.max(1 + below);
        }
        Ok(longest)
    }

    fn lost(&self, position: &Position) -> VerifyError {
        VerifyError::AuthorLost(self.input.offset, position.to_string())
    }
}
