//! Lines in and lines out: any bytes may come in, nobody may be listening outside.

use std::fmt::{Display, Write as _};
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::time::Instant;

/// The longest line taken in, bytes. A history of 2,000 moves needs 10,000.
pub const MAX_LINE: u64 = 16 << 20;

/// What a reader finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A line without its end; bytes that are not UTF-8 are replaced.
    Line(String),
    /// A line longer than [`MAX_LINE`]; skipped.
    TooLong,
    /// End of input, or an error that means the same.
    End,
}

/// Reads lines until the input ends or `take` returns false. Always ends with [`Input::End`] unless told to stop.
pub fn read_lines(input: impl Read, mut take: impl FnMut(Input) -> bool) {
    let mut reader = BufReader::new(input);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let read = reader.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes);
        let found = match read {
            Ok(0) | Err(_) => Input::End,
            Ok(_) if bytes.last() != Some(&b'\n') && bytes.len() as u64 == MAX_LINE => {
                if skip_line(&mut reader).is_ok() { Input::TooLong } else { Input::End }
            }
            Ok(_) => Input::Line(String::from_utf8_lossy(&bytes).trim_end_matches(['\n', '\r']).to_owned()),
        };
        let ended = found == Input::End;
        if !take(found) || ended {
            return;
        }
    }
}

/// Reads on to the end of a line without keeping it.
fn skip_line(reader: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = reader.fill_buf()?;
        if buffer.is_empty() {
            return Ok(());
        }
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let used = end.map_or(buffer.len(), |end| end + 1);
        reader.consume(used);
        if end.is_some() {
            return Ok(());
        }
    }
}

/// The only way out: whole lines, flushed one by one. A closed pipe closes the output, which means the client has gone.
pub struct Output {
    sink: Box<dyn Write + Send>,
    open: bool,
    line: String,
    log: Option<Log>,
}

struct Log {
    file: File,
    start: Instant,
}

impl Output {
    /// Writes to `sink`.
    #[must_use]
    pub fn new(sink: Box<dyn Write + Send>) -> Output {
        Output { sink, open: true, line: String::new(), log: None }
    }

    /// Whether somebody still reads.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Writes one line.
    pub fn line(&mut self, text: impl Display) {
        if !self.open {
            return;
        }
        self.line.clear();
        let _ = write!(self.line, "{text}");
        // Blanks at the end have hung clients that compare whole lines.
        self.line.truncate(self.line.trim_end().len());
        self.line.push('\n');
        // Logged first: whoever has read the line finds it in the log.
        let line = std::mem::take(&mut self.line);
        self.log('<', line.trim_end_matches('\n'));
        self.open = self.sink.write_all(line.as_bytes()).and_then(|()| self.sink.flush()).is_ok();
        self.line = line;
    }

    /// Appends all traffic to a file from now on; an empty name ends that.
    ///
    /// # Errors
    /// Whatever opening the file for appending says; there is no log then.
    pub fn set_log(&mut self, path: &str) -> io::Result<()> {
        self.log = None;
        if !path.is_empty() {
            let file = OpenOptions::new().create(true).append(true).open(path)?;
            self.log = Some(Log { file, start: Instant::now() });
        }
        Ok(())
    }

    /// Logs a line that came in.
    pub fn heard(&mut self, line: &str) {
        self.log('>', line);
    }

    fn log(&mut self, direction: char, line: &str) {
        let Some(log) = &mut self.log else { return };
        let text = format!("{:10.3} {direction} {line}\n", log.start.elapsed().as_secs_f64());
        // A full disk must not stop a game.
        if log.file.write_all(text.as_bytes()).is_err() {
            self.log = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<Input> {
        let mut found = Vec::new();
        read_lines(bytes, |input| {
            found.push(input);
            true
        });
        found
    }

    #[test]
    fn any_bytes_are_lines() {
        let line = |text: &str| Input::Line(text.to_owned());
        assert_eq!(lines(b""), [Input::End]);
        assert_eq!(lines(b"a\r\n\nb"), [line("a"), line(""), line("b"), Input::End]);
        assert_eq!(lines(b"\xff\0x\n"), [line("\u{fffd}\0x"), Input::End]);
    }

    #[test]
    fn an_endless_line_is_skipped_and_the_next_one_read() {
        let mut bytes = vec![b'x'; MAX_LINE as usize + 100_000];
        bytes.extend_from_slice(b"\nisready\n");
        assert_eq!(lines(&bytes), [Input::TooLong, Input::Line("isready".into()), Input::End]);
        assert_eq!(lines(&vec![b'y'; MAX_LINE as usize + 5]), [Input::TooLong, Input::End]);
    }

    #[test]
    fn a_closed_pipe_closes_the_output() {
        struct Closed;
        impl Write for Closed {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let mut output = Output::new(Box::new(Closed));
        assert!(output.is_open());
        output.line("readyok");
        assert!(!output.is_open());
        output.line("nobody hears this");
    }
}
