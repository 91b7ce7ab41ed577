//! A network: integer weights, where they came from, and the file that carries them.
//!
//! # File format, version 2
//! All numbers little-endian.
//!
//! | bytes | content |
//! |---|---|
//! | 0..8 | magic `FUNDINET` |
//! | 8..12 | format version, 2 |
//! | 12..16 | feature set, [`FEATURE_SET`] |
//! | 16..20 | hidden units: a multiple of 32 up to 256 |
//! | 20..24 | output buckets, [`BUCKETS`] |
//! | 24..28 | centiseeds a unit of output (logit) is worth, 1..=10,000 |
//! | 28..32 | length of the provenance text in bytes |
//! | 32..40 | checksum: FNV-1a, 64 bits, over everything from byte 64 on and the 24 bytes 8..32 |
//! | 40..64 | zero |
//! | 64.. | i16 input rows (inputs x units), i16 hidden biases, i16 output rows (buckets x units), i32 output biases |
//! | then | provenance: UTF-8 text, how the network was trained |
//!
//! Input weights are in units of 1/[`QA`] and at most 712 in size, output weights in units of 1/[`QB`] and at most 4055,
//! output biases in units of 1/[`ONE`]; within these limits no intermediate sum of an evaluation overflows.

use super::features::{BUCKETS, Board, FEATURE_SET, INPUTS};
use super::inference::{Block, Kernel, Layers, ONE};
#[cfg(doc)]
use super::inference::{QA, QB};
use crate::checksum::fnv1a;
use std::fmt;
use std::path::Path;

/// The greatest size of an evaluation, in centiseeds: far beyond any real one, far below the scores of proved results.
pub const MAX_EVALUATION: i32 = 20_000;

/// Most hidden units a network may have.
pub const MAX_WIDTH: usize = 256;

/// Greatest size of an input weight or hidden bias, 0.7 in units of 1/[`QA`]: 45 inputs and the bias fit 16 bits.
pub const MAX_INPUT_WEIGHT: i16 = 712;

/// Greatest size of an output weight, 1.98 in units of 1/[`QB`].
pub const MAX_OUTPUT_WEIGHT: i16 = 4055;

/// Greatest size of an output bias in units of 1/[`ONE`]: 32 logits.
const MAX_OUTPUT_BIAS: i32 = 32 * ONE;

const MAGIC: &[u8; 8] = b"FUNDINET";
const VERSION: u32 = 2;
const HEADER: usize = 64;

/// The numbers of a network, as the trainer hands them over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// Hidden units: a multiple of 32, at most [`MAX_WIDTH`].
    pub width: usize,
    /// Centiseeds one unit of output (logit) is worth.
    pub centiseeds: u32,
    /// `INPUTS * width` weights, one row an input.
    pub rows: Vec<i16>,
    /// `width` hidden biases.
    pub bias: Vec<i16>,
    /// `BUCKETS * width` output weights, one row a bucket.
    pub output: Vec<i16>,
    /// Output biases in units of 1/[`ONE`].
    pub output_bias: [i32; BUCKETS],
    /// How the network was made, for people.
    pub provenance: String,
}

/// An evaluation network, ready for use. Cheap to share by reference; holds no locks and no atomics.
#[derive(Clone, Debug)]
pub struct Network {
    layers: Layers,
    output_bias: [i32; BUCKETS],
    centiseeds: i32,
    kernel: Kernel,
    provenance: String,
    checksum: u64,
}

impl Network {
    /// Builds a network from its weights.
    ///
    /// # Errors
    /// The width is not allowed, a part has the wrong length, or a weight is out of range.
    pub fn new(weights: &Weights) -> Result<Self, NetworkError> {
        let width = weights.width;
        if width == 0 || !width.is_multiple_of(32) || width > MAX_WIDTH {
            return Err(NetworkError::Width(width));
        }
        if !(1..=10_000).contains(&weights.centiseeds) {
            return Err(NetworkError::Scale(weights.centiseeds));
        }
        let blocks = |part, values: &[i16], rows: usize, limit: i16| {
            if values.len() != rows * width {
                return Err(NetworkError::Length { part, expected: rows * width, found: values.len() });
            }
            if let Some(&value) = values.iter().find(|value| value.unsigned_abs() > limit.unsigned_abs()) {
                return Err(NetworkError::Weight { part, value: value.into(), limit: limit.into() });
            }
            let mut blocks: Vec<Block> = bytemuck::zeroed_vec(values.len() / 32);
            bytemuck::cast_slice_mut(&mut blocks).copy_from_slice(values);
            Ok(blocks)
        };
        let layers = Layers {
            blocks: width / 32,
            rows: blocks("input rows", &weights.rows, INPUTS, MAX_INPUT_WEIGHT)?,
            bias: blocks("hidden biases", &weights.bias, 1, MAX_INPUT_WEIGHT)?,
            output: blocks("output rows", &weights.output, BUCKETS, MAX_OUTPUT_WEIGHT)?,
        };
        let limit = MAX_OUTPUT_BIAS;
        if let Some(&value) =
            weights.output_bias.iter().find(|bias| bias.unsigned_abs() > limit.unsigned_abs())
        {
            return Err(NetworkError::Weight { part: "output biases", value, limit });
        }
        Ok(Self {
            layers,
            output_bias: weights.output_bias,
            centiseeds: weights.centiseeds as i32,
            kernel: Kernel::detect(),
            provenance: weights.provenance.clone(),
            checksum: stored_checksum(&encode(weights)),
        })
    }

    /// The network as numbers again.
    #[must_use]
    pub fn weights(&self) -> Weights {
        Weights {
            width: self.width(),
            centiseeds: self.centiseeds as u32,
            rows: bytemuck::cast_slice(&self.layers.rows).to_vec(),
            bias: bytemuck::cast_slice(&self.layers.bias).to_vec(),
            output: bytemuck::cast_slice(&self.layers.output).to_vec(),
            output_bias: self.output_bias,
            provenance: self.provenance.clone(),
        }
    }

    /// Reads a network from the bytes of its file.
    ///
    /// # Errors
    /// The bytes are no network file, of another version or feature set, cut off, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        if bytes.len() < HEADER {
            return Err(NetworkError::Short { expected: HEADER, found: bytes.len() });
        }
        if !bytes.starts_with(MAGIC) {
            return Err(NetworkError::Magic);
        }
        let field = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        let (version, features, buckets) = (field(8), field(12), field(20));
        if version != VERSION {
            return Err(NetworkError::Version(version));
        }
        if features != FEATURE_SET {
            return Err(NetworkError::Features(features));
        }
        if buckets as usize != BUCKETS {
            return Err(NetworkError::Buckets(buckets));
        }
        let width = field(16) as usize;
        if width == 0 || !width.is_multiple_of(32) || width > MAX_WIDTH {
            return Err(NetworkError::Width(width));
        }
        let words = (INPUTS + 1 + BUCKETS) * width;
        let expected = HEADER + 2 * words + 4 * BUCKETS + field(28) as usize;
        if bytes.len() != expected {
            return Err(NetworkError::Short { expected, found: bytes.len() });
        }
        if checksum(bytes) != stored_checksum(bytes) {
            return Err(NetworkError::Checksum);
        }
        let (numbers, rest) = bytes[HEADER..].split_at(2 * words);
        let (biases, provenance) = rest.split_at(4 * BUCKETS);
        let mut values = numbers.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let mut take = |count| values.by_ref().take(count).collect::<Vec<i16>>();
        let mut output_bias = [0; BUCKETS];
        for (bias, four) in output_bias.iter_mut().zip(biases.chunks_exact(4)) {
            *bias = i32::from_le_bytes([four[0], four[1], four[2], four[3]]);
        }
        Self::new(&Weights {
            width,
            centiseeds: field(24),
            rows: take(INPUTS * width),
            bias: take(width),
            output: take(BUCKETS * width),
            output_bias,
            provenance: str::from_utf8(provenance).map_err(|_| NetworkError::Provenance)?.to_owned(),
        })
    }

    /// Reads a network file.
    ///
    /// # Errors
    /// The file cannot be read, or its content is refused as by [`Network::from_bytes`].
    pub fn load(path: &Path) -> Result<Self, NetworkError> {
        let bytes = std::fs::read(path).map_err(|error| NetworkError::Read {
            path: path.display().to_string(),
            error: error.to_string(),
        })?;
        Self::from_bytes(&bytes)
    }

    /// The bytes of the network's file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        encode(&self.weights())
    }

    /// The value of a board for its mover in centiseeds, within ±[`MAX_EVALUATION`].
    #[must_use]
    #[inline]
    pub fn evaluate_board(&self, board: &Board) -> i32 {
        self.evaluate_bucket(board, board.bucket())
    }

    /// The value of a board through the output row of a given bucket (0..[`BUCKETS`], higher ones count as the last).
    #[must_use]
    #[inline]
    pub fn evaluate_bucket(&self, board: &Board, bucket: usize) -> i32 {
        let bucket = bucket.min(BUCKETS - 1);
        let logit =
            self.kernel.sum(&self.layers, &board.active(), bucket) + i64::from(self.output_bias[bucket]);
        // Rounded to the nearest: truncation would pull every score towards zero.
        let (scaled, one) = (logit * i64::from(self.centiseeds), i64::from(ONE));
        let rounded = (scaled + if scaled < 0 { -one / 2 } else { one / 2 }) / one;
        (rounded as i32).clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }

    /// Hidden units.
    #[must_use]
    pub fn width(&self) -> usize {
        self.layers.blocks * 32
    }

    /// Centiseeds one unit of output (logit) is worth.
    #[must_use]
    pub fn centiseeds(&self) -> i32 {
        self.centiseeds
    }

    /// How the network was made.
    #[must_use]
    pub fn provenance(&self) -> &str {
        &self.provenance
    }

    /// The checksum of the network's file, which serves as its identity.
    #[must_use]
    pub fn checksum(&self) -> u64 {
        self.checksum
    }

    /// The same network computed without vector instructions: for comparisons.
    #[must_use]
    pub fn portable(mut self) -> Self {
        self.kernel = Kernel::Scalar;
        self
    }
}

fn encode(weights: &Weights) -> Vec<u8> {
    let mut bytes = vec![0; HEADER];
    bytes[..8].copy_from_slice(MAGIC);
    let text = weights.provenance.as_bytes();
    let fields =
        [VERSION, FEATURE_SET, weights.width as u32, BUCKETS as u32, weights.centiseeds, text.len() as u32];
    for (slot, field) in bytes[8..32].chunks_exact_mut(4).zip(fields) {
        slot.copy_from_slice(&field.to_le_bytes());
    }
    for value in weights.rows.iter().chain(&weights.bias).chain(&weights.output) {
        bytes.extend(value.to_le_bytes());
    }
    for value in weights.output_bias {
        bytes.extend(value.to_le_bytes());
    }
    bytes.extend(text);
    let sum = checksum(&bytes);
    bytes[32..40].copy_from_slice(&sum.to_le_bytes());
    bytes
}

/// FNV-1a over the fields of the header and everything after it.
fn checksum(bytes: &[u8]) -> u64 {
    fnv1a(bytes[HEADER..].iter().chain(&bytes[8..32]))
}

fn stored_checksum(bytes: &[u8]) -> u64 {
    bytes[32..40].iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte))
}

/// Why a network was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NetworkError {
    /// The file could not be read.
    Read {
        /// The file's name as given.
        path: String,
        /// What the system said.
        error: String,
    },
    /// The first eight bytes are not `FUNDINET`.
    Magic,
    /// A format version this program does not know.
    Version(u32),
    /// A network for another set of inputs.
    Features(u32),
    /// Another number of output buckets.
    Buckets(u32),
    /// A number of hidden units that is not allowed.
    Width(usize),
    /// Centiseeds a logit outside 1..=10,000.
    Scale(u32),
    /// The file is shorter or longer than its header says.
    Short {
        /// Bytes the header calls for.
        expected: usize,
        /// Bytes there are.
        found: usize,
    },
    /// The checksum does not match: the file is damaged.
    Checksum,
    /// The provenance text is not UTF-8.
    Provenance,
    /// A part of [`Weights`] has the wrong number of values.
    Length {
        /// Which part.
        part: &'static str,
        /// Values it must have.
        expected: usize,
        /// Values it has.
        found: usize,
    },
    /// A weight that could overflow the arithmetic.
    Weight {
        /// Which part.
        part: &'static str,
        /// The weight.
        value: i32,
        /// The greatest size allowed.
        limit: i32,
    },
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read { path, error } => write!(f, "cannot read network file '{path}': {error}"),
            Self::Magic => write!(f, "not a network file: it does not begin with FUNDINET"),
            Self::Version(found) => write!(f, "network format version {found}, expected {VERSION}"),
            Self::Features(found) => write!(f, "network for feature set {found}, expected {FEATURE_SET}"),
            Self::Buckets(found) => write!(f, "network with {found} output buckets, expected {BUCKETS}"),
            Self::Width(found) => {
                write!(f, "network with {found} hidden units, expected a multiple of 32 up to {MAX_WIDTH}")
            }
            Self::Scale(found) => write!(f, "network with {found} centiseeds a logit, expected 1 to 10000"),
            Self::Short { expected, found } => {
                write!(f, "network file of {found} bytes, expected {expected}: cut off or damaged")
            }
            Self::Checksum => write!(f, "network file is damaged: its checksum does not match"),
            Self::Provenance => write!(f, "network file's provenance is not UTF-8 text"),
            Self::Length { part, expected, found } => {
                write!(f, "network's {part}: {found} values, expected {expected}")
            }
            Self::Weight { part, value, limit } => {
                write!(f, "network's {part}: weight {value} out of range, expected at most {limit} in size")
            }
        }
    }
}

impl std::error::Error for NetworkError {}
