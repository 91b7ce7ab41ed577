//! How much of real games can be solved: positions of the engine's own games, ply by ply, and where each game was decided.

use clap::Args;
use fundi::random::Random;
use fundi::rules::{Game, Rules};
use fundi::search::{self, Control, Engine, Settings};
use fundi::solve::{Limits, Solver, Value};
use std::path::PathBuf;
use std::time::Duration;

/// What to play and how long to solve.
#[derive(Args)]
pub struct Arguments {
    /// Games.
    #[arg(long, default_value_t = 10)]
    games: usize,
    /// Nodes the players search for a move.
    #[arg(long, default_value_t = 20_000)]
    play_nodes: u64,
    /// Random plies at the start of each game.
    #[arg(long, default_value_t = 6)]
    random_plies: usize,
    /// Seconds for each position at most.
    #[arg(long, default_value_t = 60.0)]
    seconds: f64,
    /// Nodes for each position at most, instead of seconds: the same figures on every machine.
    #[arg(long)]
    nodes: Option<u64>,
    /// First ply looked at.
    #[arg(long, default_value_t = 0)]
    from: usize,
    /// Plies between positions looked at.
    #[arg(long, default_value_t = 4)]
    step: usize,
    /// Table in MiB.
    #[arg(long, default_value_t = 512)]
    memory: usize,
    /// Also write a line for each position: game, ply, seeds in store, value, nodes, seconds.
    #[arg(long)]
    csv: Option<PathBuf>,
    /// Seed of the games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The rule set.
    #[arg(long, default_value = "zanzibar", value_parser = super::rules_named)]
    rules: &'static Rules,
}

/// One attempt.
struct Attempt {
    ply: usize,
    solved: bool,
    nodes: u64,
    seconds: f64,
}

/// Plays, solves and prints.
pub fn run(arguments: &Arguments) -> Result<(), String> {
    let mut solver = Solver::new(arguments.memory).map_err(|error| error.to_string())?;
    let mut player = Engine::new(Settings { hash_mib: 4, ..Settings::default() });
    let mut random = Random::new(arguments.seed);
    let time = Duration::try_from_secs_f64(arguments.seconds).map_err(|error| error.to_string())?;
    let limits = match arguments.nodes {
        Some(nodes) => Limits::nodes(nodes),
        None => Limits { nodes: None, time: Some(time) },
    };
    let mut attempts: Vec<Attempt> = Vec::new();
    let mut csv = String::from("game,ply,stores,value,nodes,seconds\n");
    for number in 1..=arguments.games {
        let game = play(arguments, &mut player, &mut random);
        let mut decided = game.plies();
        // Backwards: the first failure marks where the game was decided. Each position starts with an empty table.
        for ply in (arguments.from..game.plies())
            .rev()
            .filter(|ply| (ply - arguments.from).is_multiple_of(arguments.step.max(1)))
        {
            solver.clear();
            let verdict = solver.solve(arguments.rules, &game.positions()[ply], limits);
            let position = &game.positions()[ply];
            let stores = position.own_store() + position.enemy_store();
            let (value, nodes, time) = (verdict.value, verdict.nodes, verdict.time.as_secs_f64());
            csv += &format!("{number},{ply},{stores},{value},{nodes},{time:.4}\n");
            let solved = verdict.value != Value::Unknown;
            attempts.push(Attempt { ply, solved, nodes: verdict.nodes, seconds: verdict.time.as_secs_f64() });
            if solved && decided <= ply + arguments.step.max(1) {
                decided = ply;
            }
        }
        if let Some(path) = &arguments.csv {
            std::fs::write(path, &csv).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        println!("game {number}: {} plies, result proved from ply {decided}", game.plies());
    }
    println!(
        "\n| ply | positions | 1 s | 10 s | 60 s | 2 M nodes | 20 M nodes |\n|---|---|---|---|---|---|---|"
    );
    let last = attempts.iter().map(|attempt| attempt.ply).max().unwrap_or(0);
    for ply in (arguments.from..=last).step_by(arguments.step.max(1)) {
        let here: Vec<&Attempt> = attempts.iter().filter(|attempt| attempt.ply == ply).collect();
        let share = |within: &dyn Fn(&Attempt) -> bool| {
            let solved = here.iter().filter(|attempt| attempt.solved && within(attempt)).count();
            format!("{:.0} %", 100.0 * solved as f64 / here.len().max(1) as f64)
        };
        println!(
            "| {ply} | {} | {} | {} | {} | {} | {} |",
            here.len(),
            share(&|attempt| attempt.seconds <= 1.0),
            share(&|attempt| attempt.seconds <= 10.0),
            share(&|attempt| attempt.seconds <= 60.0),
            share(&|attempt| attempt.nodes <= 2_000_000),
            share(&|attempt| attempt.nodes <= 20_000_000)
        );
    }
    Ok(())
}

/// A game of the engine against itself after a few random plies.
fn play(arguments: &Arguments, player: &mut Engine, random: &mut Random) -> Game {
    let limits = search::Limits { nodes: Some(arguments.play_nodes), ..search::Limits::default() };
    loop {
        let mut game = Game::new(arguments.rules);
        player.new_game();
        while game.result().is_none() {
            let mv = if game.plies() < arguments.random_plies {
                let successors = arguments.rules.successors(game.position());
                successors.get(random.below(successors.len().max(1))).map(|successor| successor.mv)
            } else {
                player.search(&game, &limits, &Control::new(), &mut |_| ()).best
            };
            let Some(mv) = mv else { break };
            if game.play(mv).is_err() {
                break;
            }
        }
        if game.plies() > arguments.random_plies {
            return game;
        }
    }
}
