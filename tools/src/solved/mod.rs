//! A growing store of solved positions from the opening, meant to be extended by any number of machines.
//!
//! `plan` chooses the positions most worth solving, `work` solves a part of such a list, `merge` joins the results; each can be stopped and
//! repeated. `extend` does all three in turn on one machine. `tools/solve-array.sh` runs them under a batch scheduler.

mod attempt;
mod check;
mod database;
mod jobs;
mod sample;
mod shares;
mod tree;
mod verify;
mod weigh;

use clap::{Args, Subcommand};
use database::Database;
use fundi::board::Position;
use fundi::rules::Rules;
use fundi::solve::Value;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tree::Tree;

/// The commands about solved positions.
#[derive(Subcommand)]
pub enum Command {
    /// Print the positions most worth solving next, one position line each.
    Plan {
        /// The database; need not exist.
        database: PathBuf,
        /// Positions wanted.
        #[arg(long, default_value_t = 256)]
        count: usize,
        #[command(flatten)]
        means: Means,
    },
    /// Solve the positions of a list, or one part of it, into a file; goes on where the file ends.
    Work {
        /// Position lines.
        list: PathBuf,
        /// The file of results.
        #[arg(long)]
        out: PathBuf,
        /// Which part of how many: 3/16 is the third of sixteen.
        #[arg(long, default_value = "1/1")]
        part: String,
        #[command(flatten)]
        means: Means,
    },
    /// Join files of results into a database, and enter what follows from them.
    Merge {
        /// Files of results.
        #[arg(required = true)]
        results: Vec<PathBuf>,
        /// The database; kept if it exists.
        #[arg(long)]
        database: PathBuf,
        #[command(flatten)]
        means: Means,
    },
    /// Plan, work and merge in turn on this machine.
    Extend {
        /// The database; need not exist.
        database: PathBuf,
        /// Minutes to go on.
        #[arg(long, default_value_t = 10.0)]
        minutes: f64,
        #[command(flatten)]
        means: Means,
    },
    /// Say how far a database has come.
    Status {
        /// The database.
        database: PathBuf,
        #[command(flatten)]
        means: Means,
    },
    /// Check every entry of a database: by its successors and the rules, or by a certificate; and its line.
    Verify(verify::Arguments),
    /// Play games and report at which ply their positions can be solved.
    Shares(shares::Arguments),
    /// Print positions of the engine's own games, one position line each.
    Sample(sample::Arguments),
    /// Solve a list of positions one by one and report shares, nodes and speed.
    Try(attempt::Arguments),
    /// Fit the weights of the solver's first numbers to solved positions.
    Weigh(weigh::Arguments),
    /// Check values of random positions by certificates, by playing out and against the search.
    Check(check::Arguments),
}

/// What each attempt may use.
#[derive(Args, Clone, Copy)]
pub struct Means {
    /// Nodes for each position.
    #[arg(long, default_value_t = 2_000_000)]
    nodes: u64,
    /// Table of each thread in MiB.
    #[arg(long, default_value_t = 256)]
    memory: usize,
    /// The rule set: zanzibar or mancala-world.
    #[arg(long, default_value = "zanzibar", value_parser = rules_named)]
    rules: &'static Rules,
}

fn rules_named(name: &str) -> Result<&'static Rules, String> {
    Rules::by_name(name).map_err(|error| error.to_string())
}

impl Means {
    fn of_jobs(&self) -> jobs::Means {
        jobs::Means { nodes: self.nodes, memory_mib: self.memory }
    }
}

/// Does what the command line says.
pub fn run(command: &Command) -> Result<(), String> {
    match command {
        Command::Plan { database, count, means } => {
            let mut database = load(database, means.rules)?;
            for position in Tree::new(&mut database, means.nodes).choose(&means.rules.start(), *count)? {
                println!("{position}");
            }
        }
        Command::Work { list, out, part, means } => {
            let text =
                std::fs::read_to_string(list).map_err(|error| format!("{}: {error}", list.display()))?;
            let (number, parts) = part_of(part)?;
            let mut positions = Vec::new();
            for (index, line) in text.lines().enumerate().filter(|(index, _)| index % parts == number - 1) {
                let position = line.parse::<Position>();
                positions.push(position.map_err(|error| format!("line {}: {error}", index + 1))?);
            }
            let solved = jobs::work(means.rules, &positions, out, means.of_jobs())?;
            println!("{solved} of {} positions attempted now", positions.len());
        }
        Command::Merge { results, database, means } => {
            let mut joined = load(database, means.rules)?;
            results.iter().try_for_each(|path| joined.read(path))?;
            finish(&mut joined, means)?;
            joined.write(database)?;
        }
        Command::Extend { database, minutes, means } => {
            let time = Duration::try_from_secs_f64(minutes * 60.0).map_err(|error| error.to_string())?;
            jobs::extend(database, means.rules, time, means.of_jobs(), &mut |line| println!("{line}"))?;
        }
        Command::Status { database, means } => finish(&mut load(database, means.rules)?, means)?,
        Command::Verify(arguments) => verify::run(arguments)?,
        Command::Shares(arguments) => shares::run(arguments)?,
        Command::Sample(arguments) => sample::run(arguments)?,
        Command::Try(arguments) => attempt::run(arguments)?,
        Command::Weigh(arguments) => weigh::run(arguments)?,
        Command::Check(arguments) => check::run(arguments)?,
    }
    Ok(())
}

/// Enters what follows from the results and says how far the database has come.
fn finish(database: &mut Database, means: &Means) -> Result<(), String> {
    let left = Tree::new(database, means.nodes).work(&means.rules.start())?;
    println!(
        "{}\nwork left: about {:.2e} nodes for a win of the player who begins, {:.2e} for his loss",
        summary(database),
        left.win,
        left.loss
    );
    Ok(())
}

fn load(path: &Path, rules: &'static Rules) -> Result<Database, String> {
    let mut database = Database::new(rules);
    if path.exists() {
        database.read(path)?;
    }
    Ok(database)
}

fn part_of(text: &str) -> Result<(usize, usize), String> {
    let parsed =
        text.split_once('/').and_then(|(part, parts)| Some((part.parse().ok()?, parts.parse().ok()?)));
    match parsed {
        Some((part, parts)) if 1 <= part && part <= parts => Ok((part, parts)),
        _ => Err(format!("part `{text}`: expected something like 3/16")),
    }
}

/// Counts, and the most seeds in store of a solved position.
fn summary(database: &Database) -> String {
    let count = |value: Value| database.entries.values().filter(|entry| entry.value == value).count();
    let most_seeds = database
        .entries
        .iter()
        .filter(|(_, entry)| entry.value != Value::Unknown)
        .map(|(position, _)| position.own_store() + position.enemy_store())
        .max();
    let nodes: u64 = database.entries.values().map(|entry| entry.nodes).sum();
    format!(
        "{} won, {} lost, {} open, {nodes} nodes, solved with up to {} seeds in store",
        count(Value::Win),
        count(Value::Loss),
        count(Value::Unknown),
        most_seeds.unwrap_or(0)
    )
}
