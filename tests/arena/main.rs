//! Whole matches with real processes: good engines, bad engines, stopping and resuming.

mod conformance;
mod faults;
mod kill;
mod matches;
mod own;
mod resume;
mod support;
