//! Writing a strategy as a certificate. The format is described where it is read, in [`crate::verify`].

use super::strategy::{Goal, Step, Strategy};
use std::io::{self, Write};

/// A writer that keeps the CRC-32 of what went through it, bit by bit.
struct Summed<W> {
    inner: W,
    sum: u32,
    written: u64,
}

impl<W: Write> Summed<W> {
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        for &byte in bytes {
            self.sum ^= u32::from(byte);
            for _ in 0..8 {
                let carry = self.sum & 1;
                self.sum = (self.sum >> 1) ^ (0xedb8_8320 * carry);
            }
        }
        self.written += bytes.len() as u64;
        self.inner.write_all(bytes)
    }

    fn number(&mut self, mut number: u32) -> io::Result<()> {
        while number > 127 {
            self.put(&[number as u8 | 128])?;
            number >>= 7;
        }
        self.put(&[number as u8])
    }
}

impl Strategy {
    /// The claim as the certificate states it: `win 25`.
    #[must_use]
    pub fn claim(&self) -> String {
        match (self.goal, self.author_moves_first) {
            (Goal::Force, true) => format!("win {}", self.longest),
            (Goal::Force, false) => format!("loss {}", self.longest),
            (Goal::Hold(plies), true) => format!("no-loss {plies}"),
            (Goal::Hold(plies), false) => format!("no-win {plies}"),
        }
    }

    /// Writes the certificate and returns its length in bytes. The writer should be buffered.
    ///
    /// # Errors
    /// Whatever the writer reports.
    pub fn write(&self, writer: impl Write) -> io::Result<u64> {
        let mut out = Summed { inner: writer, sum: u32::MAX, written: 0 };
        let head = format!(
            "fundi-proof 1\nrules {}\nposition {}\nclaim {}\n\n",
            self.rules.name,
            self.root,
            self.claim()
        );
        out.put(head.as_bytes())?;
        // Only positions used again are lemmas, and only they are numbered in the file.
        let mut lemma_numbers = vec![0u32; self.uses.len()];
        let (mut played, mut lemmas) = (0, 0);
        for step in &self.steps {
            match *step {
                Step::Play(mv) => {
                    let uses = self.uses[played];
                    if uses == 0 {
                        out.put(&[mv.index()])?;
                    } else {
                        out.put(&[mv.index() | 64])?;
                        out.number(uses)?;
                        lemma_numbers[played] = lemmas;
                        lemmas += 1;
                    }
                    played += 1;
                }
                Step::Same(number) => {
                    out.put(&[128])?;
                    out.number(lemma_numbers[number as usize])?;
                }
            }
        }
        let sum = !out.sum;
        out.inner.write_all(&sum.to_le_bytes())?;
        out.inner.flush()?;
        Ok(out.written + 4)
    }
}
