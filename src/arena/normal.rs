//! The normal distribution: what turns a score and its spread into "how sure are we".
//!
//! The distribution function is computed from the error function: a power series near zero, a continued
//! fraction in the tails, both to about 1e-12, which is far finer than any match can resolve.

/// Half width of the central 95 % of a normal distribution, in standard deviations.
pub const TWO_SIDED_95: f64 = 1.959_963_984_540_054;

/// Probability that a standard normal variable is at most `x` (0 to 1, any finite or infinite `x`).
///
/// ```
/// use fundi::arena::normal::cumulative;
/// assert!((cumulative(0.0) - 0.5).abs() < 1e-12);
/// assert!((cumulative(1.959963984540054) - 0.975).abs() < 1e-10);
/// ```
pub fn cumulative(x: f64) -> f64 {
    0.5 * error_complement(-x / std::f64::consts::SQRT_2)
}

/// `1 - erf(x)`: from 2 at minus infinity to 0 at plus infinity.
fn error_complement(x: f64) -> f64 {
    if x < 0.0 {
        return 2.0 - error_complement(-x);
    }
    if x > 27.0 {
        return 0.0;
    }
    if x < 2.5 {
        // erf(x) = 2/sqrt(pi) * exp(-x^2) * sum of 2^n x^(2n+1) / (1*3*...*(2n+1)): all terms positive.
        let mut term = x;
        let mut sum = x;
        let mut n = 1.0;
        while term > sum * 1e-17 {
            term *= 2.0 * x * x / (2.0 * n + 1.0);
            sum += term;
            n += 1.0;
        }
        return 1.0 - sum * (-x * x).exp() * std::f64::consts::FRAC_2_SQRT_PI;
    }
    // Continued fraction, from the inside out: erfc(x) = exp(-x^2)/sqrt(pi) / (x + 1/2/(x + 1/(x + ...))).
    let mut tail = x;
    for k in (1..80).rev() {
        tail = x + f64::from(k) * 0.5 / tail;
    }
    (-x * x).exp() * std::f64::consts::FRAC_2_SQRT_PI * 0.5 / tail
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        for (x, p) in [
            (-3.0, 0.001_349_898_031_630_094_6),
            (-1.0, 0.158_655_253_931_457_05),
            (1.0, 0.841_344_746_068_542_9),
            (2.0, 0.977_249_868_051_820_8),
            (4.0, 0.999_968_328_758_166_9),
        ] {
            assert!((cumulative(x) - p).abs() < 1e-12, "{x}: {} instead of {p}", cumulative(x));
        }
    }

    #[test]
    fn symmetric_monotone_and_bounded() {
        let mut last = 0.0;
        for i in -400..=400 {
            let x = f64::from(i) / 40.0;
            let p = cumulative(x);
            assert!((p + cumulative(-x) - 1.0).abs() < 1e-13);
            assert!(p >= last && (0.0..=1.0).contains(&p));
            last = p;
        }
        assert_eq!(cumulative(f64::INFINITY), 1.0);
        assert_eq!(cumulative(f64::NEG_INFINITY), 0.0);
    }
}
