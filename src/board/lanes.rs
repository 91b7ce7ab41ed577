//! Questions about all sixteen holes at once: which are filled, which hold exactly what a first lap needs.
//!
//! A set of holes is a `u16`, bit i for ring index i. On x86-64 the byte comparisons are SSE2, which every such machine
//! has; elsewhere a carry-free bit trick does the same (both are tested against each other).

use super::sow::Rows;

/// Bit-trick comparison: the top bit of each lane of the result is set exactly where the lanes of `a` and `b` are equal.
const fn equal_lanes(a: u64, b: u64) -> u8 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let x = a ^ b;
    let zero = !(((x & LOW) + LOW) | x | LOW);
    // Gather the eight top bits into one byte.
    ((zero >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

#[cfg_attr(
    all(target_arch = "x86_64", not(test)),
    expect(dead_code, reason = "the fallback for other machines")
)]
const fn equal_holes_portable(a: Rows, b: Rows) -> u16 {
    u16::from_le_bytes([equal_lanes(a.front, b.front), equal_lanes(a.back, b.back)])
}

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
#[inline(always)]
#[expect(unsafe_code, reason = "byte comparison of all sixteen lanes at once")]
fn equal_holes_sse2(a: Rows, b: Rows) -> u16 {
    use std::arch::x86_64::{_mm_cmpeq_epi8, _mm_movemask_epi8, _mm_set_epi64x};
    // SAFETY: these four register-only instructions need nothing but SSE2, and this function is compiled only
    // where the target has it.
    unsafe {
        let a = _mm_set_epi64x(a.back.cast_signed(), a.front.cast_signed());
        let b = _mm_set_epi64x(b.back.cast_signed(), b.front.cast_signed());
        _mm_movemask_epi8(_mm_cmpeq_epi8(a, b)) as u16
    }
}

/// The holes in which `a` and `b` hold the same number.
#[inline(always)]
#[must_use]
pub fn equal_holes(a: Rows, b: Rows) -> u16 {
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    return equal_holes_sse2(a, b);
    #[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
    return equal_holes_portable(a, b);
}

/// The holes that hold at least one seed.
#[inline(always)]
#[must_use]
pub fn filled(rows: Rows) -> u16 {
    !equal_holes(rows, Rows { front: 0, back: 0 })
}

/// The holes that hold two seeds or more.
#[inline(always)]
#[must_use]
pub fn two_or_more(rows: Rows) -> u16 {
    use super::sow::ONE_EACH;
    // Clearing the lowest bit of a lane leaves something exactly where two or more were.
    filled(Rows { front: rows.front & !ONE_EACH, back: rows.back & !ONE_EACH })
}

/// `(sense, landing hole)` -> per start hole, the handful of 2 to 15 whose first lap ends there (255: none).
const fn reach_table() -> [[Rows; 8]; 2] {
    let mut table = [[Rows { front: 0, back: 0 }; 8]; 2];
    let mut sense = 0;
    while sense < 2 {
        let mut end = 0;
        while end < 8 {
            let mut start = 0;
            while start < 16 {
                let distance = if sense == 0 { 16 + end - start } else { 16 + start - end } % 16;
                let needed = if distance < 2 { 255 } else { distance };
                let lane = (needed as u64) << (8 * (start % 8));
                if start < 8 {
                    table[sense][end].front |= lane;
                } else {
                    table[sense][end].back |= lane;
                }
                start += 1;
            }
            end += 1;
        }
        sense += 1;
    }
    table
}

static REACH: [[Rows; 8]; 2] = reach_table();

/// The start holes whose handful of 2 to 15 ends its first lap in front hole `end` (0 to 7), clockwise and counter-clockwise.
#[inline(always)]
#[must_use]
pub fn reaching(rows: Rows, end: u8) -> [u16; 2] {
    let end = (end & 7) as usize;
    [equal_holes(rows, REACH[0][end]), equal_holes(rows, REACH[1][end])]
}

/// The own front holes that are filled and face a filled enemy hole.
#[inline(always)]
#[must_use]
pub fn facing_pairs(own: Rows, enemy_front: u64) -> u16 {
    let facing = Rows { front: enemy_front.swap_bytes(), back: 0 };
    filled(own) & filled(facing) & 0xff
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_comparison_agrees_with_the_plain_loop() {
        let mut state = 0x9e37_79b9_7f4a_7c15u64;
        for _ in 0..20_000 {
            let mut holes = [0u8; 16];
            let mut rows = Rows::default();
            for (i, hole) in holes.iter_mut().enumerate() {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                *hole = ((state >> 60) as u8).saturating_sub(5) * if state >> 40 & 31 == 0 { 5 } else { 1 };
                rows.add(i as u8, *hole);
            }
            let set = |f: &dyn Fn(usize) -> bool| (0..16).filter(|&i| f(i)).fold(0u16, |m, i| m | 1 << i);
            assert_eq!(filled(rows), set(&|i| holes[i] > 0));
            assert_eq!(two_or_more(rows), set(&|i| holes[i] > 1));
            for end in 0..8u8 {
                let plain = |i: usize, step: u8| {
                    (2..16).contains(&holes[i]) && (i as u8 + holes[i].wrapping_mul(step)) % 16 == end
                };
                let [clockwise, counter] = reaching(rows, end);
                assert_eq!(clockwise, set(&|i| plain(i, 1)));
                assert_eq!(counter, set(&|i| plain(i, 15)));
                assert_eq!(
                    equal_holes(rows, REACH[0][end as usize]),
                    equal_holes_portable(rows, REACH[0][end as usize])
                );
            }
        }
    }
}
