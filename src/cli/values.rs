//! Values of arguments: numbers within bounds and times, with errors that can be told in any language.

use crate::words::{Message, say};
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

/// Reads a whole number within bounds.
pub(super) fn whole<T>(
    bounds: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, Message> + Clone + Send + Sync + 'static
where
    T: FromStr + PartialOrd + Display + Clone + Send + Sync + 'static,
{
    move |text| {
        let number = text.parse().ok().filter(|number| bounds.contains(number));
        number.ok_or_else(|| {
            say!(ExpectedWithin, low = bounds.start().to_string(), high = bounds.end().to_string())
        })
    }
}

/// Reads a whole number from 1 on.
pub(super) fn positive(text: &str) -> Result<u64, Message> {
    text.parse().ok().filter(|number| *number > 0).ok_or_else(|| say!(ExpectedPositive))
}

/// Reads a time in seconds, above 0.
pub(super) fn seconds(text: &str) -> Result<Duration, Message> {
    let time = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.filter(|time| !time.is_zero()).ok_or_else(|| say!(ExpectedSeconds))
}

/// Reads a pause of at most ten seconds in milliseconds.
pub(super) fn milliseconds(text: &str) -> Result<u64, Message> {
    whole(0..=10_000)(text)
}

/// As many threads as the machine has cores.
pub(super) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
