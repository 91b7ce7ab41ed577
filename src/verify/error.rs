//! Why a certificate does not hold.

use crate::words::{Key, Message, Told, say, told_in_english};

/// What is wrong with a certificate. Offsets count bytes from the start of the file.
#[derive(Debug)]
pub enum VerifyError {
    /// The file could not be read.
    Io(std::io::Error),
    /// A line of the head is not what it should be: the text that says what was expected, and (the beginning of) what was found.
    Head(Key, String),
    /// The file ends too early.
    Truncated(u64),
    /// A byte or number that means nothing where it stands.
    Malformed(u64),
    /// The author's move is illegal: offset of its byte, the position and why.
    Illegal(u64, String, Message),
    /// A line of play that does not end within the plies claimed.
    TooLong(u64),
    /// The author's strategy runs into his own loss; the position.
    AuthorLost(u64, String),
    /// A lemma that does not exist, is not finished, is used up, or is about another position.
    Lemma(u64, u64),
    /// A lemma is used less often than the file says.
    UnusedLemma(u64),
    /// Bytes follow the end of the proof.
    Trailing(u64),
    /// The check sum is wrong: the one in the file, and the right one.
    CheckSum(u32, u32),
}

impl Told for VerifyError {
    fn message(&self) -> Message {
        match self {
            VerifyError::Io(error) => say!(ProofUnreadable, error = error.message()),
            VerifyError::Head(expected, found) => {
                say!(ProofHead, expected = *expected, found = found.escape_debug().to_string())
            }
            VerifyError::Truncated(at) => say!(ProofTruncated, at = *at),
            VerifyError::Malformed(at) => say!(ProofMalformed, at = *at),
            VerifyError::Illegal(at, position, why) => {
                say!(ProofIllegal, at = *at, position = position, why = why.clone())
            }
            VerifyError::TooLong(at) => say!(ProofTooLong, at = *at),
            VerifyError::AuthorLost(at, position) => say!(ProofLost, at = *at, position = position),
            VerifyError::Lemma(at, number) => say!(ProofLemma, at = *at, number = *number),
            VerifyError::UnusedLemma(number) => say!(ProofUnusedLemma, number = *number),
            VerifyError::Trailing(at) => say!(ProofTrailing, at = *at),
            VerifyError::CheckSum(found, right) => {
                say!(ProofCheckSum, found = format!("{found:08x}"), right = format!("{right:08x}"))
            }
        }
    }
}

told_in_english!(VerifyError);

impl From<std::io::Error> for VerifyError {
    fn from(error: std::io::Error) -> VerifyError {
        VerifyError::Io(error)
    }
}
