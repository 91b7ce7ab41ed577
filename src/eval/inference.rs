//! The arithmetic of an evaluation: add the rows of the inputs that are on, square, weigh.
//!
//! Each hidden unit sums its bias and the weights of the inputs that are on, in wrapping 16-bit arithmetic; the sum is
//! clamped to 0..=[`QA`], squared, divided by 64 and weighted by the output row of the stage. Nothing is carried over
//! between positions: a move changes about as many holes as a position has inputs, so an incremental sum would save
//! nothing.
//!
//! There are two ways through this arithmetic, [`Kernel::Scalar`] for any machine and AVX2 where the processor has it.
//! Both give the same integers: 16-bit additions commute, and the products below never leave their type.

use super::features::Active;

/// One hidden unit's full activation, 1.0, in the integers of the first layer.
pub const QA: i16 = 1023;

/// The weight 1.0 of the output layer.
pub const QB: i16 = 2048;

/// The output 1.0 (one logit): a full activation squared, divided by 64, at weight 1.0.
pub const ONE: i32 = QA as i32 * QA as i32 * (QB as i32 / 64);

/// Weights of 32 hidden units: one cache line.
#[derive(Clone, Copy, Debug, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C, align(64))]
pub(super) struct Block(pub(super) [i16; 32]);

/// The integer weights of a network. `width` hidden units make `width / 32` blocks a row.
#[derive(Clone, Debug)]
pub(super) struct Layers {
    /// Blocks in a row.
    pub(super) blocks: usize,
    /// One row an input.
    pub(super) rows: Vec<Block>,
    /// The hidden units' biases.
    pub(super) bias: Vec<Block>,
    /// One row a stage bucket.
    pub(super) output: Vec<Block>,
}

/// How an evaluation is computed; chosen once, when a network is made.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kernel {
    /// Plain code for any processor.
    Scalar,
    /// 256-bit integer vectors.
    #[cfg(target_arch = "x86_64")]
    Avx2(avx2::Available),
}

impl Kernel {
    /// The fastest way this processor offers.
    pub(super) fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        if let Some(available) = avx2::Available::detect() {
            return Self::Avx2(available);
        }
        Self::Scalar
    }

    /// The weighted sum of squared activations, in units of 1 / [`ONE`].
    #[inline(always)]
    pub(super) fn sum(self, layers: &Layers, active: &Active, bucket: usize) -> i64 {
        match self {
            Self::Scalar => scalar(layers, active, bucket),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(available) => avx2::sum(available, layers, active, bucket),
        }
    }
}

fn scalar(layers: &Layers, active: &Active, bucket: usize) -> i64 {
    let mut total = 0;
    let output = &layers.output[bucket * layers.blocks..][..layers.blocks];
    for (block, (bias, weights)) in layers.bias.iter().zip(output).enumerate() {
        let mut units = bias.0;
        for input in active.iter() {
            let row = &layers.rows[usize::from(input) * layers.blocks + block];
            for (unit, weight) in units.iter_mut().zip(row.0) {
                *unit = unit.wrapping_add(weight);
            }
        }
        let mut sum = 0;
        for (unit, weight) in units.into_iter().zip(weights.0) {
            let unit = i32::from(unit.clamp(0, QA));
            sum += ((unit * unit) >> 6) * i32::from(weight);
        }
        // 32 units at most 1023 * 1023 / 64 * 4055: just within 32 bits.
        total += i64::from(sum);
    }
    total
}

#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "calling code compiled for AVX2 is unsafe; see the safety note at the call")]
mod avx2 {
    use super::super::features::Active;
    use super::{Block, Layers, QA};
    use std::arch::x86_64::{
        __m256i, _mm256_add_epi16, _mm256_add_epi32, _mm256_add_epi64, _mm256_castsi256_si128,
        _mm256_cvtepi32_epi64, _mm256_extracti128_si256, _mm256_madd_epi16, _mm256_max_epi16,
        _mm256_min_epi16, _mm256_mulhi_epi16, _mm256_set1_epi16, _mm256_setzero_si256, _mm256_slli_epi16,
    };

    /// Proof that the processor has AVX2: only [`Available::detect`] makes one.
    #[derive(Clone, Copy, Debug)]
    pub struct Available(());

    impl Available {
        /// Asks the processor.
        pub fn detect() -> Option<Self> {
            std::arch::is_x86_feature_detected!("avx2").then_some(Self(()))
        }
    }

    /// The same sum as `scalar`.
    #[inline]
    pub fn sum(_: Available, layers: &Layers, active: &Active, bucket: usize) -> i64 {
        // SAFETY: `row_sum` has no requirement but that the processor has AVX2. An `Available` exists, and its only
        // constructor returns one after the processor has reported AVX2.
        unsafe { row_sum(layers, active, bucket) }
    }

    #[target_feature(enable = "avx2")]
    fn row_sum(layers: &Layers, active: &Active, bucket: usize) -> i64 {
        let mut total = _mm256_setzero_si256();
        let mut first = 0;
        while layers.blocks - first >= 4 {
            total = _mm256_add_epi32(total, tile::<4>(layers, active, bucket, first));
            first += 4;
        }
        if layers.blocks - first >= 2 {
            total = _mm256_add_epi32(total, tile::<2>(layers, active, bucket, first));
            first += 2;
        }
        if layers.blocks > first {
            total = _mm256_add_epi32(total, tile::<1>(layers, active, bucket, first));
        }
        // The eight sums are each within 32 bits; their total need not be.
        let low = _mm256_cvtepi32_epi64(_mm256_castsi256_si128(total));
        let high = _mm256_cvtepi32_epi64(_mm256_extracti128_si256::<1>(total));
        bytemuck::must_cast::<__m256i, [i64; 4]>(_mm256_add_epi64(low, high)).iter().sum()
    }

    /// The contribution of `B` blocks of hidden units from block `first` on, their sums kept in registers.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn tile<const B: usize>(layers: &Layers, active: &Active, bucket: usize, first: usize) -> __m256i {
        let mut units: [[__m256i; 2]; B] = [[_mm256_setzero_si256(); 2]; B];
        for (unit, bias) in units.iter_mut().zip(&layers.bias[first..]) {
            *unit = halves(bias);
        }
        for input in active.iter() {
            let row = &layers.rows[usize::from(input) * layers.blocks + first..][..B];
            for (unit, weights) in units.iter_mut().zip(row) {
                let [low, high] = halves(weights);
                unit[0] = _mm256_add_epi16(unit[0], low);
                unit[1] = _mm256_add_epi16(unit[1], high);
            }
        }
        let (zero, full) = (_mm256_setzero_si256(), _mm256_set1_epi16(QA));
        let mut total = zero;
        let output = &layers.output[bucket * layers.blocks + first..][..B];
        for (unit, weights) in units.into_iter().zip(output) {
            for (unit, weights) in unit.into_iter().zip(halves(weights)) {
                let unit = _mm256_min_epi16(_mm256_max_epi16(unit, zero), full);
                // The upper half of (32 u)(32 u) is u * u / 64.
                let times32 = _mm256_slli_epi16::<5>(unit);
                let square = _mm256_mulhi_epi16(times32, times32);
                total = _mm256_add_epi32(total, _mm256_madd_epi16(square, weights));
            }
        }
        total
    }

    #[inline]
    fn halves(block: &Block) -> [__m256i; 2] {
        bytemuck::must_cast(*block)
    }
}
