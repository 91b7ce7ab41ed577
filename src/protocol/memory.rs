//! How much memory there is: a system may promise more than it has and end the program later, when the table is used.

use std::fs;

/// Three quarters of the memory the system could give now, in MiB; `None` where it does not say.
#[must_use]
pub fn available_mib() -> Option<u32> {
    read(&fs::read_to_string("/proc/meminfo").ok()?)
}

fn read(meminfo: &str) -> Option<u32> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    u32::try_from(kib / 1024 * 3 / 4).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_system_file_is_read_without_trust() {
        let text = "MemTotal:       24683844 kB\nMemFree:        17541772 kB\nMemAvailable:   22937600 kB\n";
        assert_eq!(read(text), Some(16_800));
        for bad in ["", "MemAvailable:", "MemAvailable: kB", "MemAvailable: x kB", "MemAvailable: 5"] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }
}
