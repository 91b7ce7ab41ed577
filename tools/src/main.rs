//! Programs around the engine with heavier needs: self-play, training, reports.
fn main() {}
