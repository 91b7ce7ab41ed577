//! What a certificate claims.

use std::fmt;

/// The kind of a claim about the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimKind {
    /// He wins within the plies.
    Win,
    /// He loses within the plies.
    Loss,
    /// He has no win within the plies.
    NoWin,
    /// He is not beaten within the plies.
    NoLoss,
}

impl ClaimKind {
    /// Whether the strategy in the file is the mover's own.
    #[must_use]
    pub const fn author_moves_first(self) -> bool {
        matches!(self, ClaimKind::Win | ClaimKind::NoLoss)
    }

    /// Whether the author forces the game to an end, rather than holding out.
    #[must_use]
    pub const fn forces(self) -> bool {
        matches!(self, ClaimKind::Win | ClaimKind::Loss)
    }

    /// The word in the file.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            ClaimKind::Win => "win",
            ClaimKind::Loss => "loss",
            ClaimKind::NoWin => "no-win",
            ClaimKind::NoLoss => "no-loss",
        }
    }
}

/// A claim about the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// What is claimed.
    pub kind: ClaimKind,
    /// Within how many plies.
    pub plies: u32,
}

impl Claim {
    /// The most plies a file may claim.
    pub const MOST_PLIES: u32 = 2_000;

    /// Reads `win 25`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Claim> {
        let (word, plies) = text.split_once(' ')?;
        let kinds = [ClaimKind::Win, ClaimKind::Loss, ClaimKind::NoWin, ClaimKind::NoLoss];
        let kind = kinds.into_iter().find(|kind| kind.word() == word)?;
        let plies = plies.parse().ok().filter(|&plies| plies <= Claim::MOST_PLIES)?;
        Some(Claim { kind, plies })
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind.word(), self.plies)
    }
}
