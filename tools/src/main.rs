//! Programs around the engine with heavier needs: self-play, training, reports.

mod accuracy;
mod announcements;
mod balance;
mod calibrate;
mod commands;
mod data;
mod matches;
mod net;
mod openings;
mod plain;
mod player;
mod progress;
mod selfplay;
mod solved;
mod train;
mod tune;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    match commands::run(commands::Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("fundi-tools: {message}");
            ExitCode::FAILURE
        }
    }
}
