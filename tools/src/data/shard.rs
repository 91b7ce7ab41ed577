//! A file of games. Shards are independent; joined end to end they are a shard again.
//!
//! A file is a sequence of sections. A section is a header and any number of records:
//!
//! | bytes | header |
//! |---|---|
//! | 8 | magic `FUNDIGAM` |
//! | 4, 4 | format version (1), nodes a move |
//! | 8, 8 | seed, identity of the network that played |
//! | 1, n | length and ASCII text of the engine's version and the other settings |
//! | 4 | checksum of the header |
//!
//! A record is the length of its body (u16, at most [`LONGEST`], so that it is never mistaken for the magic), the body
//! (see `record`) and its checksum. All numbers are little-endian, checksums the lower half of FNV-1a.
//!
//! A file that breaks off in the middle of a record, as after a crash, is read up to the last whole one; the writer cuts
//! the rest off and goes on from there.

use super::record::Record;
use crate::train::checkpoint::checksum;

const MAGIC: &[u8; 8] = b"FUNDIGAM";
const VERSION: u32 = 1;

/// Longest body of a record.
pub const LONGEST: usize = 8_000;

/// Where a section's games come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// Nodes a move.
    pub nodes: u32,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Identity of the network that played.
    pub network: u64,
    /// Engine version and other settings; only ASCII is written, and at most 255 characters.
    pub settings: String,
}

/// The games of one origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// Where they come from.
    pub origin: Origin,
    /// The games.
    pub games: Vec<Record>,
}

/// What reading a file gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content {
    /// The sections, in the order of the file.
    pub sections: Vec<Section>,
    /// Bytes up to the end of the last whole record. Anything after them is damaged or unfinished.
    pub sound: usize,
}

impl Origin {
    /// The header of a section.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(self.nodes.to_le_bytes());
        bytes.extend(self.seed.to_le_bytes());
        bytes.extend(self.network.to_le_bytes());
        let text: String = self.settings.chars().filter(char::is_ascii).take(255).collect();
        bytes.push(text.len() as u8);
        bytes.extend(text.as_bytes());
        bytes.extend((checksum(&bytes) as u32).to_le_bytes());
        bytes
    }

    fn decode(bytes: &[u8]) -> Option<(Self, usize)> {
        let u32_at = |at: usize| Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?));
        let u64_at = |at: usize| Some(u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?));
        if !bytes.starts_with(MAGIC) || u32_at(8)? != VERSION {
            return None;
        }
        let end = 33 + usize::from(*bytes.get(32)?);
        let settings = str::from_utf8(bytes.get(33..end)?).ok()?.to_owned();
        if u32_at(end)? != checksum(&bytes[..end]) as u32 {
            return None;
        }
        let origin = Self { nodes: u32_at(12)?, seed: u64_at(16)?, network: u64_at(24)?, settings };
        Some((origin, end + 4))
    }
}

/// A game as a record. Games too long for one (no game of natural length is) lose their last plies.
pub fn encode(game: &Record) -> Vec<u8> {
    let mut body = game.encode();
    let longest = body.len() - body.len().saturating_sub(LONGEST).next_multiple_of(3);
    body.truncate(longest);
    let mut bytes = (body.len() as u16).to_le_bytes().to_vec();
    bytes.extend(&body);
    bytes.extend((checksum(&body) as u32).to_le_bytes());
    bytes
}

/// Reads as much of a file as is sound.
pub fn read(bytes: &[u8]) -> Content {
    let mut content = Content { sections: Vec::new(), sound: 0 };
    while let Some(rest) = bytes.get(content.sound..).filter(|rest| !rest.is_empty()) {
        if let Some((origin, length)) = Origin::decode(rest) {
            content.sections.push(Section { origin, games: Vec::new() });
            content.sound += length;
            continue;
        }
        let Some((section, (game, length))) = content.sections.last_mut().zip(decode(rest)) else { break };
        section.games.push(game);
        content.sound += length;
    }
    content
}

fn decode(bytes: &[u8]) -> Option<(Record, usize)> {
    let length = usize::from(u16::from_le_bytes(*bytes.first_chunk()?));
    let body = bytes.get(2..2 + length).filter(|_| length <= LONGEST)?;
    let sum = u32::from_le_bytes(*bytes.get(2 + length..)?.first_chunk()?);
    if sum != checksum(body) as u32 {
        return None;
    }
    Some((Record::decode(body)?, length + 6))
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::sample_game;
    use super::*;

    fn origin(seed: u64) -> Origin {
        Origin { nodes: 1000, seed, network: 7, settings: "fundi 0.1.0, kete".to_owned() }
    }

    fn shard(seed: u64, games: std::ops::Range<usize>) -> Vec<u8> {
        let mut bytes = origin(seed).encode();
        games.for_each(|salt| bytes.extend(encode(&sample_game(salt))));
        bytes
    }

    #[test]
    fn joined_shards_are_a_shard() {
        let bytes = [shard(1, 0..4), shard(2, 4..9)].concat();
        let content = read(&bytes);
        assert_eq!(content.sound, bytes.len());
        assert_eq!(content.sections.len(), 2);
        assert_eq!(content.sections[1].origin, origin(2));
        assert_eq!(content.sections[1].games, (4..9).map(sample_game).collect::<Vec<_>>());
    }

    #[test]
    fn an_unfinished_file_gives_all_its_whole_games() {
        let bytes = shard(1, 0..5);
        let four = shard(1, 0..4).len();
        for length in four..bytes.len() {
            let content = read(&bytes[..length]);
            assert_eq!((content.sound, content.sections[0].games.len()), (four, 4));
        }
        assert_eq!(read(&[]).sections, []);
        assert_eq!(read(b"something else").sound, 0);
    }

    #[test]
    fn damage_ends_the_reading() {
        let mut bytes = shard(1, 0..5);
        let three = shard(1, 0..3).len();
        bytes[three + 9] ^= 1;
        assert_eq!(read(&bytes).sound, three);
    }
}
