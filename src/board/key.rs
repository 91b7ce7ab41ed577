//! The 64-bit key of a position, hashed from its packed words.
//!
//! One lap can touch sixteen holes, so an incremental key would cost more than hashing the five words afresh: three
//! folded multiplications. Neighbouring positions differ in a few low bits, which is where simpler hashes collide.

const fn folded_multiply(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    product as u64 ^ (product >> 64) as u64
}

/// Mixes four rows and a word of stores, houses and block.
#[inline(always)]
#[must_use]
pub const fn key_of(rows: [u64; 4], meta: u64) -> u64 {
    let own = folded_multiply(rows[0] ^ 0x9e37_79b9_7f4a_7c15, rows[1] ^ 0xc2b2_ae3d_27d4_eb4f);
    let enemy = folded_multiply(rows[2] ^ 0x1656_67b1_9e37_79f9, rows[3] ^ 0x85eb_ca77_c2b2_ae63);
    folded_multiply(own ^ meta ^ 0x27d4_eb2f_1656_67c5, enemy.rotate_left(29) ^ 0x9fb2_1c65_1e98_df25)
}
