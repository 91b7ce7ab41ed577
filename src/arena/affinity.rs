//! Pinning engines to processors, so that two games do not push each other around.
//!
//! A new process inherits the processors of the thread that starts it. So the thread narrows its own set, starts
//! the engine and restores the set: from its very first instruction the engine, with all its threads and
//! children, stays where it was put. Only Linux offers this; elsewhere pinning is refused.

use crate::words::{Message, say};

/// Why pinning is not possible: a sentence for the user.
pub type PinError = Message;

#[cfg(target_os = "linux")]
mod system {
    use crate::words::say;

    use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
    use nix::unistd::Pid;

    /// The calling thread.
    const SELF: i32 = 0;

    /// Processors this process may use, in ascending order.
    pub fn available() -> Result<Vec<usize>, super::PinError> {
        let set =
            sched_getaffinity(Pid::from_raw(SELF)).map_err(|e| say!(PinFailed, error = e.to_string()))?;
        Ok((0..CpuSet::count()).filter(|&cpu| set.is_set(cpu).unwrap_or(false)).collect())
    }

    /// Runs `action` with the calling thread, and what it starts, confined to the given processors.
    pub fn confined<T>(cpus: &[usize], action: impl FnOnce() -> T) -> Result<T, super::PinError> {
        let before =
            sched_getaffinity(Pid::from_raw(SELF)).map_err(|e| say!(PinFailed, error = e.to_string()))?;
        let mut set = CpuSet::new();
        for &cpu in cpus {
            set.set(cpu).map_err(|_| say!(PinNoProcessor, number = cpu))?;
        }
        sched_setaffinity(Pid::from_raw(SELF), &set).map_err(|e| say!(PinFailed, error = e.to_string()))?;
        let result = action();
        sched_setaffinity(Pid::from_raw(SELF), &before)
            .map_err(|e| say!(PinFailed, error = e.to_string()))?;
        Ok(result)
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use crate::words::say;

    /// Always an error: this system has no such call.
    pub fn available() -> Result<Vec<usize>, super::PinError> {
        Err(say!(PinLinux))
    }

    /// Runs `action` unconfined.
    pub fn confined<T>(_: &[usize], action: impl FnOnce() -> T) -> Result<T, super::PinError> {
        Ok(action())
    }
}

pub use system::{available, confined};

/// The processors for each of `games` games at a time with `threads` engine threads each. An error if there are
/// not enough, because a pinned match on shared processors measures nothing.
pub fn plan(games: usize, threads: usize) -> Result<Vec<Vec<usize>>, PinError> {
    let cpus = available()?;
    let threads = threads.max(1);
    if cpus.len() < games * threads {
        return Err(say!(
            PinTooFew,
            games = games,
            threads = threads,
            needed = games * threads,
            available = cpus.len()
        ));
    }
    Ok(cpus.chunks(threads).take(games).map(<[usize]>::to_vec).collect())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_child_inherits_the_confinement_and_the_parent_loses_it() {
        let cpus = available().expect("linux");
        let last = *cpus.last().expect("one at least");
        let status = confined(&[last], || std::fs::read_to_string("/proc/thread-self/status"))
            .expect("set")
            .expect("read");
        let allowed = status.lines().find_map(|l| l.strip_prefix("Cpus_allowed_list:")).expect("line").trim();
        assert_eq!(allowed, last.to_string());
        assert_eq!(available().expect("linux"), cpus);
    }

    #[test]
    fn too_few_processors_are_an_error() {
        assert!(plan(100_000, 2).unwrap_err().to_string().contains("200000 processors"));
        assert_eq!(plan(1, 1).expect("one").len(), 1);
        assert!(confined(&[usize::MAX], || ()).is_err());
    }
}
