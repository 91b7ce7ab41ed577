//! Reading the file byte by byte, with its check sum.

use super::VerifyError;
use crate::words::Key;
use std::io::BufRead;

/// Longest head line read; a position line is far shorter.
const LONGEST_LINE: usize = 400;

/// Remainders of all bytes under the reflected polynomial of CRC-32.
const fn remainders() -> [u32; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut rest = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            rest = if rest & 1 == 0 { rest >> 1 } else { rest >> 1 ^ 0xedb8_8320 };
            bit += 1;
        }
        table[byte] = rest;
        byte += 1;
    }
    table
}

static REMAINDERS: [u32; 256] = remainders();

/// A certificate being read.
pub(super) struct Input<R> {
    reader: R,
    pub offset: u64,
    sum: u32,
}

impl<R: BufRead> Input<R> {
    pub fn new(reader: R) -> Input<R> {
        Input { reader, offset: 0, sum: u32::MAX }
    }

    fn next(&mut self) -> Result<Option<u8>, VerifyError> {
        let byte = loop {
            match self.reader.fill_buf() {
                Ok(buffer) => break buffer.first().copied(),
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        };
        if byte.is_some() {
            self.reader.consume(1);
            self.offset += 1;
        }
        Ok(byte)
    }

    /// The next byte of head or body.
    pub fn byte(&mut self) -> Result<u8, VerifyError> {
        let byte = self.next()?.ok_or(VerifyError::Truncated(self.offset))?;
        self.sum = self.sum >> 8 ^ REMAINDERS[(self.sum as u8 ^ byte) as usize];
        Ok(byte)
    }

    /// A number in base 128.
    pub fn number(&mut self) -> Result<u64, VerifyError> {
        let mut number = 0;
        for shift in (0..63).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 127) << shift;
            if byte < 128 {
                return Ok(number);
            }
        }
        Err(VerifyError::Malformed(self.offset - 1))
    }

    /// A line of the head, without its end; `expected` says what it should be.
    pub fn line(&mut self, expected: Key) -> Result<String, VerifyError> {
        let mut line = Vec::new();
        loop {
            match self.byte()? {
                b'\n' => break,
                byte if line.len() < LONGEST_LINE => line.push(byte),
                _ => return Err(VerifyError::Head(expected, shown(&line))),
            }
        }
        String::from_utf8(line).map_err(|error| VerifyError::Head(expected, shown(error.as_bytes())))
    }

    /// The check sum and the end of the file.
    pub fn finish(mut self) -> Result<(), VerifyError> {
        let right = !self.sum;
        let mut found = 0;
        for shift in [0, 8, 16, 24] {
            let byte = self.next()?.ok_or(VerifyError::Truncated(self.offset))?;
            found |= u32::from(byte) << shift;
        }
        if self.next()?.is_some() {
            return Err(VerifyError::Trailing(self.offset - 1));
        }
        if found == right { Ok(()) } else { Err(VerifyError::CheckSum(found, right)) }
    }
}

fn shown(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).chars().take(60).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_check_sum_is_the_usual_one() {
        let mut input = Input::new(&b"123456789\x26\x39\xf4\xcb"[..]);
        for _ in 0..9 {
            input.byte().unwrap();
        }
        input.finish().unwrap();
    }

    #[test]
    fn numbers_are_read_and_endless_ones_refused() {
        assert_eq!(Input::new(&[0xac, 0x02][..]).number().unwrap(), 300);
        assert!(matches!(Input::new(&[0xff; 12][..]).number(), Err(VerifyError::Malformed(8))));
        assert!(matches!(Input::new(&[0x80][..]).number(), Err(VerifyError::Truncated(1))));
    }
}
