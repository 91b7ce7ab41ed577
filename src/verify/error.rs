//! Why a certificate does not hold.

use std::fmt;

/// What is wrong with a certificate. Offsets count bytes from the start of the file.
#[derive(Debug)]
pub enum VerifyError {
    /// The file could not be read.
    Io(std::io::Error),
    /// A line of the head is not what it should be: what was expected, and (the beginning of) what was found.
    Head(&'static str, String),
    /// The file ends too early.
    Truncated(u64),
    /// A byte or number that means nothing where it stands.
    Malformed(u64),
    /// The author's move is illegal: offset of its byte, the position and why.
    Illegal(u64, String, String),
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

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VerifyError::Io(error) => write!(f, "cannot read the certificate: {error}"),
            VerifyError::Head(expected, found) => {
                write!(f, "expected {expected}, found `{}`", found.escape_debug())
            }
            VerifyError::Truncated(at) => write!(f, "the file ends at byte {at}, inside the proof"),
            VerifyError::Malformed(at) => write!(f, "byte {at}: expected a move or a lemma"),
            VerifyError::Illegal(at, position, why) => write!(f, "byte {at}: in {position}: {why}"),
            VerifyError::TooLong(at) => {
                write!(f, "byte {at}: a line of play goes on beyond the plies claimed")
            }
            VerifyError::AuthorLost(at, position) => {
                write!(f, "byte {at}: the strategy loses in {position}")
            }
            VerifyError::Lemma(at, number) => write!(
                f,
                "byte {at}: lemma {number} is not a finished, unexhausted proof of this very position"
            ),
            VerifyError::UnusedLemma(number) => {
                write!(f, "lemma {number} is used less often than announced")
            }
            VerifyError::Trailing(at) => write!(f, "byte {at}: expected the end of the file"),
            VerifyError::CheckSum(found, right) => {
                write!(f, "check sum {found:08x}, expected {right:08x}: the file is damaged")
            }
        }
    }
}

impl std::error::Error for VerifyError {}

impl From<std::io::Error> for VerifyError {
    fn from(error: std::io::Error) -> VerifyError {
        VerifyError::Io(error)
    }
}
