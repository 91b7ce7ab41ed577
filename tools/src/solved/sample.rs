//! Positions of the engine's own games, to measure the solver on: the first of each game with a given number of seeds in store.

use clap::Args;
use fundi::board::Position;
use fundi::random::Random;
use fundi::rules::{Game, Rules};
use fundi::search::{Control, Engine, Limits, Settings};
use rayon::prelude::*;

/// Which positions.
#[derive(Args)]
pub struct Arguments {
    /// Positions wanted, each from a game of its own.
    #[arg(long, default_value_t = 1_000)]
    count: usize,
    /// Seeds in both stores together; 0 is the start of mtaji.
    #[arg(long, default_value_t = 0)]
    stores: u8,
    /// Nodes the players search for a move.
    #[arg(long, default_value_t = 20_000)]
    play_nodes: u64,
    /// Random plies at the start of each game.
    #[arg(long, default_value_t = 8)]
    random_plies: usize,
    /// Seed of the games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The rule set.
    #[arg(long, default_value = "zanzibar", value_parser = super::rules_named)]
    rules: &'static Rules,
}

/// Plays and prints, in the order of the games: the same on any number of threads.
pub fn run(arguments: &Arguments) -> Result<(), String> {
    if arguments.stores > 44 {
        return Err(format!("--stores {}: expected at most 44", arguments.stores));
    }
    let portion = 16 * rayon::current_num_threads();
    let (mut printed, mut played) = (0, 0);
    while printed < arguments.count {
        // Every game passes every number of seeds on its way, unless it ends before.
        let numbers = played..played + portion;
        let found: Vec<Option<Position>> =
            numbers.into_par_iter().map(|number| reach(arguments, number as u64)).collect();
        played += portion;
        for position in found.into_iter().flatten().take(arguments.count - printed) {
            println!("{position}");
            printed += 1;
        }
        if printed == 0 && played >= 10_000 {
            return Err("no game gets that far".to_owned());
        }
    }
    Ok(())
}

/// The first position of a game with the wanted seeds in store.
fn reach(arguments: &Arguments, number: u64) -> Option<Position> {
    let stream =
        arguments.seed.wrapping_mul(0xd6e8_feb8_6659_fd93) ^ number.wrapping_mul(0xa076_1d64_78bd_642f);
    let mut random = Random::new(stream);
    let mut engine = Engine::new(Settings { hash_mib: 2, ..Settings::default() });
    let limits = Limits { nodes: Some(arguments.play_nodes), ..Limits::default() };
    let mut game = Game::new(arguments.rules);
    while game.result().is_none() {
        let position = game.position();
        if position.own_store() + position.enemy_store() <= arguments.stores {
            return Some(*position);
        }
        let mv = if game.plies() < arguments.random_plies {
            let successors = arguments.rules.successors(position);
            successors.get(random.below(successors.len())).map(|successor| successor.mv)
        } else {
            engine.search(&game, &limits, &Control::new(), &mut |_| ()).best
        };
        game.play(mv?).ok()?;
    }
    None
}
