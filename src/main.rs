//! The `fundi` program.
fn main() {}
