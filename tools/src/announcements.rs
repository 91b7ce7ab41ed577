//! Are announced wins true? Games are played and every line the search reports is replayed by the rules.

use fundi::random::Random;
use fundi::rules::{Game, Rules};
use fundi::search::{Bound, Control, Engine, Limits, Settings, check_line};
use rayon::prelude::*;

/// What to play.
#[derive(clap::Args)]
pub struct Arguments {
    /// Games to play.
    #[arg(long, default_value_t = 2_000)]
    games: u64,
    /// Nodes a move.
    #[arg(long, default_value_t = 2_000)]
    nodes: u64,
    /// Search threads of each game.
    #[arg(long, default_value_t = 1)]
    search_threads: usize,
    /// Seed of the openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The rule set.
    #[arg(long, default_value = "zanzibar")]
    rules: String,
}

/// What was looked at.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    lines: u64,
    announced: u64,
    wrong: u64,
}

impl Count {
    fn plus(self, other: Count) -> Count {
        Count {
            lines: self.lines + other.lines,
            announced: self.announced + other.announced,
            wrong: self.wrong + other.wrong,
        }
    }
}

/// Plays the games on the threads of the pool and checks every exact line.
///
/// # Errors
/// Unknown rules, or a line that is wrong.
pub fn run(arguments: &Arguments) -> Result<(), String> {
    let rules = Rules::by_name(&arguments.rules).map_err(|error| error.to_string())?;
    let settings = Settings { hash_mib: 2, threads: arguments.search_threads, ..Settings::default() };
    let count = (0..arguments.games)
        .into_par_iter()
        .map_init(
            || Engine::new(settings),
            |engine, number| one_game(engine, rules, arguments.nodes, arguments.seed ^ number << 20),
        )
        .reduce(Count::default, Count::plus);
    let Count { lines, announced, wrong } = count;
    println!(
        "{} games, {lines} lines replayed, {announced} announced an end, {wrong} wrong",
        arguments.games
    );
    if wrong == 0 { Ok(()) } else { Err(format!("{wrong} lines are wrong")) }
}

fn one_game(engine: &mut Engine, rules: &'static Rules, nodes: u64, seed: u64) -> Count {
    let mut random = Random::new(seed);
    let mut game = Game::new(rules);
    crate::openings::wander(&mut game, 4 + random.below(10), &mut random);
    engine.new_game();
    let mut count = Count::default();
    while game.result().is_none() {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let choice = engine.search(&game, &limits, &Control::new(), &mut |report| {
            if report.bound != Bound::Exact {
                return;
            }
            count.lines += 1;
            count.announced += u64::from(report.score.win_plies().is_some());
            if let Err(error) = check_line(&game, &report.pv, report.score) {
                count.wrong += 1;
                eprintln!("{}: {error}", game.position());
            }
        });
        match choice.best.map(|mv| game.play(mv)) {
            Some(Ok(_)) => {}
            _ => break,
        }
    }
    count
}
