//! The `fundi` program: hands the arguments to the library and its answer to the system.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(fundi::cli::main(std::env::args_os()))
}
