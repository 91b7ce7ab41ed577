//! Training data: games as they were played, in shards that merge by simple concatenation.

pub mod merge;
pub mod packed;
pub mod record;
pub mod samples;
pub mod shard;
