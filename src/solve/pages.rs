//! Large pages for large tables: with small ones, every look-up would first have to find out where its page is.

/// Asks the system to back memory by large pages. Only a hint: nothing depends on it.
#[cfg_attr(target_os = "linux", expect(unsafe_code, reason = "there is no safe way to give the hint"))]
pub(super) fn prefer_large<T>(memory: &[T]) {
    #[cfg(target_os = "linux")]
    {
        use nix::sys::mman::{MmapAdvise, madvise};
        const LARGE: usize = 2 << 20;
        let start = memory.as_ptr().addr();
        let first = start.next_multiple_of(LARGE) - start;
        let end = (start + size_of_val(memory)) / LARGE * LARGE;
        let Some(length) = end.checked_sub(start + first).filter(|&length| length > 0) else { return };
        let place = std::ptr::NonNull::from(memory).cast::<u8>();
        // SAFETY: the range lies within a live slice, and this advice changes how memory is backed, never what it holds.
        let _ = unsafe { madvise(place.add(first).cast(), length, MmapAdvise::MADV_HUGEPAGE) };
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}
