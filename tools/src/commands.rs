//! The command line.

use crate::player::{Budget, Contender, SearchKind};
use crate::progress::Progress;
use crate::train::Settings as Training;
use crate::{
    accuracy, announcements, balance, calibrate, data, matches, net, openings, selfplay, solved, train, tune,
};
use clap::{Args, Parser, Subcommand};
use fundi::arena::sprt::Sprt;
use fundi::board::Position;
use fundi::eval::{Evaluator, Network, NetworkError};
use fundi::random::Random;
use fundi::rules::Rules;
use fundi::search::Parameters;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Self-play, training and measurement for the Fundi engine.
#[derive(Parser)]
#[command(name = "fundi-tools", version)]
pub struct Arguments {
    /// Threads to use; all of the machine if 0.
    #[arg(long, global = true, default_value_t = 0)]
    threads: usize,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play games of the engine against itself into a file; continues a file that has fewer games.
    Selfplay(SelfplayArguments),
    /// Train a network; continues a training that was stopped.
    Train(TrainArguments),
    /// Play a match between two evaluations.
    Match(MatchArguments),
    /// Tune search parameters by SPSA; continues a run whose state is found.
    Tune(tune::Arguments),
    /// Find balanced openings for matches and print them, one position line each.
    Openings(OpeningsArguments),
    /// Join files of games, dropping repeated and illegal ones.
    Merge {
        /// Files of games.
        #[arg(required = true)]
        data: Vec<PathBuf>,
        /// The file to write.
        #[arg(long)]
        out: PathBuf,
    },
    /// Measure the unit of the evaluation and the win-chance curve on games.
    Calibrate {
        /// Files of games.
        #[arg(required = true)]
        data: Vec<PathBuf>,
        /// Network file; the embedded network if none is given.
        #[arg(long)]
        net: Option<PathBuf>,
    },
    /// Fit the accuracy of reviews and the names of moves on games between levels.
    #[command(subcommand)]
    Accuracy(accuracy::Command),
    /// Play games and replay every line the search reports: announced wins must be true.
    Announcements(announcements::Arguments),
    /// Network files.
    #[command(subcommand)]
    Net(NetCommand),
    /// Solved positions: a database that grows, and reports.
    #[command(subcommand)]
    Solved(solved::Command),
}

#[derive(Args)]
struct OpeningsArguments {
    /// Openings wanted.
    #[arg(long, default_value_t = 2_000)]
    count: usize,
    /// Nodes of each search.
    #[arg(long, default_value_t = 100_000)]
    nodes: u64,
    /// Largest score kept, in centiseeds.
    #[arg(long, default_value_t = 100)]
    limit: i32,
    /// Seed of the choice.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The rule set.
    #[arg(long, default_value = "zanzibar")]
    rules: String,
    /// Network file; the embedded network if none is given.
    #[arg(long)]
    net: Option<PathBuf>,
}

#[derive(Args)]
struct SelfplayArguments {
    /// The file to write.
    out: PathBuf,
    /// Games in the finished file.
    #[arg(long, default_value_t = 10_000)]
    games: u64,
    /// Nodes a move.
    #[arg(long, default_value_t = 1_000)]
    nodes: u64,
    /// Seed; files of different seeds hold different games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Network file; the embedded network if none is given.
    #[arg(long)]
    net: Option<PathBuf>,
}

#[derive(Args)]
struct TrainArguments {
    /// Files of games.
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// The network file to write; checkpoint, log and curve go beside it.
    #[arg(long)]
    out: PathBuf,
    /// Hidden units: 32, 64, 96, 128, 192 or 256.
    #[arg(long, default_value_t = 64)]
    width: usize,
    /// Passes over the data.
    #[arg(long, default_value_t = 15)]
    epochs: u64,
    /// Positions a step.
    #[arg(long, default_value_t = 16_384)]
    batch: usize,
    /// Learning rate at the start.
    #[arg(long, default_value_t = 0.002)]
    rate: f32,
    /// Learning rate at the end.
    #[arg(long, default_value_t = 0.00002)]
    last_rate: f32,
    /// Share of the game result in the target, the rest being the search score.
    #[arg(long, default_value_t = 0.3)]
    result_share: f32,
    /// Seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Never see a position in the mirror.
    #[arg(long)]
    no_mirror: bool,
    /// Centiseeds a logit, written into the network file.
    #[arg(long, default_value_t = 300)]
    centiseeds: u32,
}

#[derive(Args)]
struct MatchArguments {
    /// The first evaluation: a network file, "embedded", "material", or "simple" for the hand-written one.
    first: PathBuf,
    /// The second evaluation.
    second: PathBuf,
    /// Search of the first player: "plain" for the textbook yardstick, or parameters that differ from the
    /// engine's: "reduction_gap=100,late_depth=3"; "proof=15" adds the share of the time for the solver that
    /// the engine has in play.
    #[arg(long, default_value = "")]
    first_search: String,
    /// Search of the second player.
    #[arg(long, default_value = "")]
    second_search: String,
    /// Nodes a move.
    #[arg(long, default_value_t = 1_000)]
    nodes: u64,
    /// Milliseconds a move, instead of nodes.
    #[arg(long)]
    time: Option<u64>,
    /// Pairs of games.
    #[arg(long, default_value_t = 300)]
    pairs: usize,
    /// Seed for the choice of openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The rule set.
    #[arg(long, default_value = "zanzibar")]
    rules: String,
    /// Stop early by a sequential test with these bounds of normalised Elo: "0,10".
    #[arg(long)]
    sprt: Option<String>,
    /// File of openings, one position line each; else the book of balanced openings, and for other rules than
    /// zanzibar all positions after eight plies.
    #[arg(long)]
    openings: Option<PathBuf>,
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
    /// Write the hand-written evaluation as a network.
    HandWritten {
        /// The file to write.
        out: PathBuf,
    },
}

/// Does what the command line says.
pub fn run(arguments: Arguments) -> Result<(), String> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(arguments.threads).build();
    pool.map_err(|error| error.to_string())?.install(|| match arguments.command {
        Command::Selfplay(arguments) => selfplay_command(&arguments),
        Command::Train(arguments) => train_command(arguments),
        Command::Match(arguments) => match_command(&arguments),
        Command::Tune(arguments) => tune::run(&arguments, &positions("book", BOOK)?),
        Command::Openings(arguments) => openings_command(&arguments),
        Command::Merge { data, out } => merge_command(&data, &out),
        Command::Calibrate { data, net } => {
            let network = load(net.as_deref())?;
            let (sections, trouble) = data::samples::read(&data)?;
            print!("{trouble}{}", calibrate::report(&sections, &network));
            Ok(())
        }
        Command::Accuracy(command) => accuracy::run(&command),
        Command::Announcements(arguments) => announcements::run(&arguments),
        Command::Net(command) => net_command(command),
        Command::Solved(command) => solved::run(&command),
    })
}

fn selfplay_command(arguments: &SelfplayArguments) -> Result<(), String> {
    let network = Arc::new(load(arguments.net.as_deref())?);
    let settings =
        selfplay::Settings { nodes: arguments.nodes, seed: arguments.seed, games: arguments.games };
    let mut progress = Progress::new(settings.games);
    selfplay::run(&settings, &network, &arguments.out, &mut |done, note| progress.at(done, note))
}

fn train_command(arguments: TrainArguments) -> Result<(), String> {
    let settings = Training {
        epochs: arguments.epochs,
        batch: arguments.batch,
        rate: arguments.rate,
        last_rate: arguments.last_rate,
        result_share: arguments.result_share,
        seed: arguments.seed,
        mirror: !arguments.no_mirror,
    };
    let TrainArguments { data, out, width, centiseeds, .. } = arguments;
    train::run::run(&train::run::Task { data, out, width, centiseeds, settings }, &mut |line| {
        eprintln!("{line}")
    })
}

fn match_command(arguments: &MatchArguments) -> Result<(), String> {
    let rules = Rules::by_name(&arguments.rules).map_err(|error| error.to_string())?;
    let contenders = [
        Contender { evaluator: evaluator(&arguments.first)?, search: search_kind(&arguments.first_search)? },
        Contender {
            evaluator: evaluator(&arguments.second)?,
            search: search_kind(&arguments.second_search)?,
        },
    ];
    let budget = match arguments.time {
        Some(milliseconds) => Budget::Time(Duration::from_millis(milliseconds)),
        None => Budget::Nodes(arguments.nodes),
    };
    let mut openings = match &arguments.openings {
        Some(file) => read_positions(file)?,
        None if rules == Rules::ZANZIBAR => positions("book", BOOK)?,
        None => openings::enumerate(rules, 8),
    };
    Random::new(arguments.seed).shuffle(&mut openings);
    openings.truncate(arguments.pairs);
    let sprt = arguments.sprt.as_deref().map(read_sprt).transpose()?;
    let settings = matches::Settings { contenders, budgets: [budget; 2], rules, openings: &openings, sprt };
    let mut progress = Progress::new(openings.len() as u64);
    let total = matches::run(&settings, &mut |total| {
        progress.at(total.pairs(), &format!("pairs  {:?}  Elo {}", total.counts(), total.elo()));
    });
    println!("{} pairs  {:?}  Elo {}", total.pairs(), total.counts(), total.elo());
    if let Some(sprt) = sprt {
        println!("sequential test: {}, ratio {:.2}", sprt.decide(&total), sprt.log_likelihood_ratio(&total));
    }
    Ok(())
}

/// Reads "plain" or a list of parameters.
fn search_kind(text: &str) -> Result<SearchKind, String> {
    if text == "plain" {
        return Ok(SearchKind::Plain);
    }
    let (mut parameters, mut proof_percent) = (Parameters::default(), 0);
    for setting in text.split(',').filter(|setting| !setting.is_empty()) {
        let parsed = setting.split_once('=').and_then(|(name, value)| Some((name, value.parse().ok()?)));
        let (name, value) = parsed.ok_or_else(|| format!("`{setting}`, expected name=number"))?;
        if name == "proof" {
            let percent = u32::try_from(value).ok().filter(|&percent| percent <= 90);
            proof_percent =
                percent.ok_or_else(|| format!("`{setting}`, expected a share of 0 to 90 per cent"))?;
        } else {
            parameters.set(name, value).map_err(|error| error.to_string())?;
        }
    }
    Ok(SearchKind::Engine { parameters, proof_percent })
}

fn openings_command(arguments: &OpeningsArguments) -> Result<(), String> {
    let rules = Rules::by_name(&arguments.rules).map_err(|error| error.to_string())?;
    let network = load(arguments.net.as_deref())?;
    let &OpeningsArguments { count, nodes, limit, seed, .. } = arguments;
    let (identity, evaluator) = (network.checksum(), Evaluator::Loaded(Arc::new(network)));
    let settings = balance::Settings { wanted: count, nodes, limit, seed };
    let mut progress = Progress::new(count as u64);
    let found = balance::run(&settings, rules, &evaluator, &mut |found, searched| {
        progress.at(found.min(count) as u64, &format!("found among {searched}"));
    });
    println!(
        "# {} balanced openings, {rules}, 8 and 10 plies: at most {limit} centiseeds by {nodes} nodes of network {identity:016x}, \
         seed {seed}",
        found.len()
    );
    found.iter().for_each(|(position, _)| println!("{position}"));
    Ok(())
}

fn merge_command(files: &[PathBuf], out: &Path) -> Result<(), String> {
    let (sections, trouble) = data::samples::read(files)?;
    let (bytes, count) = data::merge::merge(sections);
    std::fs::write(out, bytes).map_err(|error| format!("{}: {error}", out.display()))?;
    println!("{trouble}{} games kept, {} repeated, {} illegal", count.kept, count.repeated, count.illegal);
    Ok(())
}

fn net_command(command: NetCommand) -> Result<(), String> {
    match command {
        NetCommand::Info { file } => {
            println!("{}", net::describe(&load(file.as_deref())?));
            Ok(())
        }
        NetCommand::Material { out } => write_network(net::material(), &out),
        NetCommand::HandWritten { out } => write_network(net::hand_written(), &out),
    }
}

fn write_network(network: Result<Network, NetworkError>, out: &Path) -> Result<(), String> {
    let network = network.map_err(|error| error.to_string())?;
    std::fs::write(out, network.to_bytes())
        .map_err(|error| format!("cannot write {}: {error}", out.display()))
}

/// The network in a file, or the embedded one.
fn load(file: Option<&Path>) -> Result<Network, String> {
    match file {
        Some(path) => Network::load(path).map_err(|error| format!("{}: {error}", path.display())),
        None => Ok(Network::embedded().clone()),
    }
}

fn loaded(network: Network) -> Evaluator {
    Evaluator::Loaded(Arc::new(network))
}

/// The evaluation of that name: a network file, "embedded", "material", or "simple" for the hand-written one.
fn evaluator(name: &Path) -> Result<Evaluator, String> {
    match name.to_str() {
        Some("embedded") => Ok(Evaluator::Embedded),
        Some("simple") => net::hand_written().map(loaded).map_err(|error| error.to_string()),
        Some("material") => net::material().map(loaded).map_err(|error| error.to_string()),
        _ => load(Some(name)).map(loaded),
    }
}

fn read_positions(file: &Path) -> Result<Vec<Position>, String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    positions(&file.display().to_string(), &text)
}

/// The book of balanced openings, made by `fundi-tools openings`.
const BOOK: &str = include_str!("../openings.txt");

/// Positions, one line each; lines that begin with # are comments.
fn positions(name: &str, text: &str) -> Result<Vec<Position>, String> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|(number, line)| line.parse().map_err(|error| format!("{name}:{}: {error}", number + 1)))
        .collect()
}

fn read_sprt(text: &str) -> Result<Sprt, String> {
    let bounds = text.split_once(',').and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
    let (elo0, elo1) =
        bounds.ok_or_else(|| format!("sprt bounds '{text}', expected two numbers like 0,10"))?;
    let sprt = Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 };
    sprt.check().map_err(|error| error.to_string())?;
    Ok(sprt)
}
