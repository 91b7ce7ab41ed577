//! Programs around the engine with heavier needs: self-play, training, reports.

mod net;

use clap::{Parser, Subcommand};
use fundi::eval::Network;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Self-play, training and measurement for the Fundi engine.
#[derive(Parser)]
#[command(name = "fundi-tools", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Network files.
    #[command(subcommand)]
    Net(NetCommand),
}

#[derive(Subcommand)]
enum NetCommand {
    /// Describe a network file, or the embedded network.
    Info {
        /// The file.
        file: Option<PathBuf>,
    },
    /// Write the network that only counts seeds.
    Material {
        /// The file to write.
        out: PathBuf,
    },
}

fn main() -> ExitCode {
    match run(Arguments::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("fundi-tools: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<(), String> {
    match command {
        Command::Net(NetCommand::Info { file }) => {
            println!("{}", net::describe(&load(file.as_deref())?));
            Ok(())
        }
        Command::Net(NetCommand::Material { out }) => {
            let network = net::material().map_err(|error| error.to_string())?;
            write(&out, &network.to_bytes())
        }
    }
}

/// The network in a file, or the embedded one.
fn load(file: Option<&Path>) -> Result<Network, String> {
    match file {
        Some(path) => Network::load(path).map_err(|error| format!("{}: {error}", path.display())),
        None => Ok(Network::embedded().clone()),
    }
}

/// Writes a file, with its name in the message if that fails.
fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    std::fs::write(path, bytes).map_err(|error| format!("cannot write {}: {error}", path.display()))
}
