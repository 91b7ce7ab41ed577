//! Solving a list of positions one by one, each with an empty table: the share solved, nodes, time and speed.

use clap::Args;
use fundi::board::Position;
use fundi::rules::Rules;
use fundi::solve::{Limits, Solver, Value};
use std::io::Write;
use std::path::PathBuf;

/// What to solve, and with what.
#[derive(Args)]
pub struct Arguments {
    /// Position lines, as `solved sample` prints them.
    list: PathBuf,
    /// Nodes for each position.
    #[arg(long, default_value_t = 20_000)]
    nodes: u64,
    /// Only so many positions of the list.
    #[arg(long)]
    count: Option<usize>,
    /// Table in MiB.
    #[arg(long, default_value_t = 64)]
    memory: usize,
    /// Threads of each search.
    #[arg(long, default_value_t = 1)]
    together: usize,
    /// Also write a line for each position: value, plies, nodes, seconds, position.
    #[arg(long)]
    csv: Option<PathBuf>,
    /// The rule set.
    #[arg(long, default_value = "zanzibar", value_parser = super::rules_named)]
    rules: &'static Rules,
}

/// Solves and prints.
pub fn run(arguments: &Arguments) -> Result<(), String> {
    let name = arguments.list.display();
    let text = std::fs::read_to_string(&arguments.list).map_err(|error| format!("{name}: {error}"))?;
    let lines = text.lines().take(arguments.count.unwrap_or(usize::MAX)).enumerate();
    let parsed = lines.map(|(number, line)| {
        line.parse::<Position>().map_err(|error| format!("{name}: line {}: {error}", number + 1))
    });
    let positions = parsed.collect::<Result<Vec<_>, _>>()?;
    if positions.is_empty() {
        return Err(format!("{name}: no positions"));
    }
    let mut solver = Solver::new(arguments.memory).map_err(|error| error.to_string())?;
    solver.set_threads(arguments.together);
    let mut csv = String::from("value,plies,nodes,seconds,position\n");
    let (mut all, mut solved, mut total, mut seconds) = (Vec::new(), 0, 0, 0.0);
    for position in &positions {
        solver.clear();
        let verdict = solver.solve(arguments.rules, position, Limits::nodes(arguments.nodes));
        // The limit is looked at only now and then: what was solved beyond it does not count.
        let within = verdict.value != Value::Unknown && verdict.nodes <= arguments.nodes;
        solved += usize::from(within);
        all.push(if within { verdict.nodes } else { u64::MAX });
        total += verdict.nodes;
        seconds += verdict.time.as_secs_f64();
        let plies = verdict.plies.map_or(String::new(), |plies| plies.to_string());
        let time = verdict.time.as_secs_f64();
        csv += &format!("{},{plies},{},{time:.6},\"{position}\"\n", verdict.value, verdict.nodes);
    }
    all.sort_unstable();
    let quantile = |share: f64| match all[((all.len() - 1) as f64 * share) as usize] {
        u64::MAX => "-".to_owned(),
        nodes => nodes.to_string(),
    };
    println!(
        "{solved} of {} solved within {} nodes ({:.2} %); nodes: median {}, 90 % {}, 95 % {}; {:.1} s, {:.2} million nodes/s",
        positions.len(),
        arguments.nodes,
        100.0 * solved as f64 / positions.len() as f64,
        quantile(0.5),
        quantile(0.9),
        quantile(0.95),
        seconds,
        total as f64 / seconds / 1e6
    );
    if let Some(path) = &arguments.csv {
        let written = std::fs::File::create(path).and_then(|mut file| file.write_all(csv.as_bytes()));
        written.map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}
