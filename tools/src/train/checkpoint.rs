//! Training state as bytes, so that a run can be stopped after any epoch and taken up again with the same outcome.
//!
//! Little-endian: magic `FUNDICHK`, u64 width, u64 epochs, u64 steps, then the network, Adam's first and second averages
//! as f32, then a checksum.

use super::State;
use super::adam::Adam;
use super::model::{Parameters, length};

const MAGIC: &[u8; 8] = b"FUNDICHK";

impl<const W: usize> State<W> {
    /// The state as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for number in [W as u64, self.epochs, self.adam.steps] {
            bytes.extend(number.to_le_bytes());
        }
        for value in self.net.0.iter().chain(&self.adam.first.0).chain(&self.adam.second.0) {
            bytes.extend(value.to_le_bytes());
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a state back; the message says what is wrong with bytes that are none.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        let expected = 32 + 12 * length(W) + 8;
        if bytes.len() < 40 || !bytes.starts_with(MAGIC) {
            return Err("not a checkpoint: it does not begin with FUNDICHK".to_owned());
        }
        let number = |at: usize| {
            u64::from_le_bytes(std::array::from_fn(|i| bytes.get(at + i).copied().unwrap_or_default()))
        };
        if number(8) != W as u64 || bytes.len() != expected {
            return Err(format!(
                "checkpoint of {} units and {} bytes, expected {W} units and {expected} bytes",
                number(8),
                bytes.len()
            ));
        }
        if checksum(&bytes[..expected - 8]) != number(expected - 8) {
            return Err("checkpoint is damaged: its checksum does not match".to_owned());
        }
        let mut values =
            bytes[32..].chunks_exact(4).map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]]));
        let mut take = || Parameters(values.by_ref().take(length(W)).collect());
        let net = take();
        let adam = Adam { steps: number(24), first: take(), second: take() };
        Ok(Self { epochs: number(16), net, adam })
    }
}

/// FNV-1a, 64 bits.
pub fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_checkpoints_are_refused() {
        let good = State::<32>::new(1).to_bytes();
        let message = |bytes: &[u8]| State::<32>::from_bytes(bytes).unwrap_err();
        assert!(message(b"FUNDINET").contains("FUNDICHK"));
        assert!(message(&good[..good.len() - 4]).contains("expected 32 units"));
        assert!(message(&State::<64>::new(1).to_bytes()).contains("64 units"));
        let mut bad = good;
        bad[500] ^= 1;
        assert!(message(&bad).contains("damaged"));
    }
}
