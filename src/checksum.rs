//! The checksum of the files that are part of the program: networks and books.

/// FNV-1a, 64 bits: finds damage, no protection against forgery.
pub(crate) fn fnv1a<'a>(bytes: impl Iterator<Item = &'a u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
