//! Calendar dates of game files and file names, in UTC.

use std::time::{SystemTime, UNIX_EPOCH};

/// Year, month, day, hour, minute, second.
fn civil(time: SystemTime) -> (i64, u32, u32, u32, u32, u32) {
    let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs());
    let days = (seconds / 86_400) as i64;
    // Count from 1 March of year 0, so that the leap day is the last day of a year; 400 years are 146,097 days.
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let of_era = shifted.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let day_of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let march_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * march_month + 2) / 5 + 1;
    let month = if march_month < 10 { march_month + 3 } else { march_month - 9 };
    let year = era * 400 + year_of_era + i64::from(month <= 2);
    let rest = (seconds % 86_400) as u32;
    (year, month as u32, day as u32, rest / 3600, rest / 60 % 60, rest % 60)
}

/// The date as game files write it: `2026.11.30`.
pub fn dotted(time: SystemTime) -> String {
    let (year, month, day, ..) = civil(time);
    format!("{year:04}.{month:02}.{day:02}")
}

/// Date and time for a file name: `20261130-090045`.
pub fn stamp(time: SystemTime) -> String {
    let (year, month, day, hour, minute, second) = civil(time);
    format!("{year:04}{month:02}{day:02}-{hour:02}{minute:02}{second:02}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn known_moments() {
        for (seconds, text) in [
            (0, "19700101-000000"),
            (951_782_399, "20000228-235959"),
            (951_782_400, "20000229-000000"),
            (951_868_800, "20000301-000000"),
            (1_796_029_245, "20261130-090045"),
            (4_107_542_400, "21000301-000000"),
        ] {
            assert_eq!(stamp(UNIX_EPOCH + Duration::from_secs(seconds)), text);
        }
        assert_eq!(dotted(UNIX_EPOCH + Duration::from_secs(1_796_029_245)), "2026.11.30");
    }
}
