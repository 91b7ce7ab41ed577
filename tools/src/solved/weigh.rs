//! The weights of the solver's first numbers, from solved positions.
//!
//! Random walks from the positions of a list lead to what a search meets. Each end is solved; a linear model over the board then
//! predicts the binary logarithm of the nodes a proof of the mover's win takes, a constant standing for positions he loses, and
//! the same for his loss. The model is fitted by least squares with a small ridge, halved, and written as the file
//! that `src/solve/estimate.rs` embeds.

use clap::Args;
use fundi::board::Position;
use fundi::random::Random;
use fundi::rules::{Game, Rules, Starts};
use fundi::solve::{Limits, Solver, Value};
use rayon::prelude::*;
use std::path::PathBuf;

/// From what to learn.
#[derive(Args)]
pub struct Arguments {
    /// Position lines with and without seeds in store, as `solved sample` prints them.
    list: PathBuf,
    /// The file to write.
    #[arg(long)]
    out: PathBuf,
    /// Random walks from each position.
    #[arg(long, default_value_t = 100)]
    walks: usize,
    /// Nodes for each position; what is not solved within them is left out.
    #[arg(long, default_value_t = 30_000)]
    nodes: u64,
    /// The logarithm that stands for a proof that cannot be had.
    #[arg(long, default_value_t = 15.0)]
    impossible: f64,
    /// Seed of the walks.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The rule set.
    #[arg(long, default_value = "zanzibar", value_parser = super::rules_named)]
    rules: &'static Rules,
}

/// Plies of the longest walk.
const LONGEST_WALK: usize = 12;

/// Constant, seeds in both stores, advantage in store, captures, own house, enemy house, logarithm of the starts, holes by 1 to 15 seeds.
const INPUTS: usize = 7 + 32 * 15;

/// Added to each input's sum of squares.
const RIDGE: f64 = 20.0;

/// The middle of the logarithms: what the exponent 0 stands for.
const MIDDLE: f64 = 10.0;

/// A solved position: the inputs that are not zero, and the logarithms for a win and a loss.
struct Example {
    inputs: Vec<(usize, f64)>,
    namua: bool,
    targets: [f64; 2],
}

/// Walks, solves, fits and writes.
pub fn run(arguments: &Arguments) -> Result<(), String> {
    let name = arguments.list.display();
    let text = std::fs::read_to_string(&arguments.list).map_err(|error| format!("{name}: {error}"))?;
    let parsed = text.lines().enumerate().map(|(number, line)| {
        line.parse::<Position>().map_err(|error| format!("{name}: line {}: {error}", number + 1))
    });
    let positions = parsed.collect::<Result<Vec<_>, _>>()?;
    let examples: Vec<Example> = positions
        .par_iter()
        .enumerate()
        .map_init(
            || Solver::with_bytes(16 << 20),
            |solver, (number, position)| walk(arguments, number, position, solver.as_mut()),
        )
        .flatten()
        .collect();
    let mut bytes = Vec::new();
    for namua in [false, true] {
        let stage: Vec<&Example> = examples.iter().filter(|example| example.namua == namua).collect();
        if stage.len() < 2 * INPUTS {
            return Err(format!(
                "only {} positions {}, expected at least {}",
                stage.len(),
                if namua { "of namua" } else { "of mtaji" },
                2 * INPUTS
            ));
        }
        let fits = [0, 1].map(|target| fit(&stage, target));
        for (word, fit) in ["win", "loss"].iter().zip(&fits) {
            println!("{} positions, {} of the variance for a {word} explained", stage.len(), fit.1);
        }
        bytes.extend(encode(&fits[0].0, &fits[1].0));
    }
    std::fs::write(&arguments.out, bytes).map_err(|error| format!("{}: {error}", arguments.out.display()))
}

fn walk(arguments: &Arguments, number: usize, from: &Position, solver: Option<&mut Solver>) -> Vec<Example> {
    let Some(solver) = solver else { return Vec::new() };
    let mut random = Random::new(arguments.seed.wrapping_mul(0xd6e8_feb8_6659_fd93) ^ number as u64);
    let mut examples = Vec::new();
    for _ in 0..arguments.walks {
        let mut game = Game::from_position(arguments.rules, *from);
        crate::openings::wander(&mut game, 1 + random.below(LONGEST_WALK), &mut random);
        let position = game.position();
        let starts = Starts::of(arguments.rules, position);
        let count = starts.left.count_ones() + starts.right.count_ones();
        if count == 0 {
            continue;
        }
        solver.clear();
        let verdict = solver.solve(arguments.rules, position, Limits::nodes(arguments.nodes));
        let log = (verdict.nodes.max(1) as f64).log2().min(arguments.impossible);
        let targets = match verdict.value {
            Value::Win => [log, arguments.impossible],
            Value::Loss => [arguments.impossible, log],
            Value::Unknown => continue,
        };
        let inputs = inputs(position, f64::from(count), starts.kind.captures());
        examples.push(Example { inputs, namua: position.own_store() + position.enemy_store() > 0, targets });
    }
    examples
}

fn inputs(position: &Position, starts: f64, captures: bool) -> Vec<(usize, f64)> {
    let (own, enemy) = (f64::from(position.own_store()), f64::from(position.enemy_store()));
    let flag = |on: bool| f64::from(u8::from(on));
    let mut inputs = vec![
        (0, 1.0),
        (1, own + enemy),
        (2, own - enemy),
        (3, flag(captures)),
        (4, flag(position.own_house())),
        (5, flag(position.enemy_house())),
        (6, starts.log2()),
    ];
    for (hole, seeds) in position.rows().iter().flat_map(|row| row.to_le_bytes()).enumerate() {
        if seeds > 0 {
            inputs.push((7 + 15 * hole + usize::from(seeds.min(15)) - 1, 1.0));
        }
    }
    inputs
}

/// The weights by least squares, and the share of the variance they explain.
fn fit(examples: &[&Example], target: usize) -> (Vec<f64>, f64) {
    let mut matrix = vec![vec![0.0; INPUTS + 1]; INPUTS];
    for (at, row) in matrix.iter_mut().enumerate() {
        row[at] = RIDGE;
    }
    for example in examples {
        for &(a, x) in &example.inputs {
            for &(b, y) in &example.inputs {
                matrix[a][b] += x * y;
            }
            matrix[a][INPUTS] += x * example.targets[target];
        }
    }
    let weights = solve(matrix);
    let count = examples.len() as f64;
    let mean = examples.iter().map(|example| example.targets[target]).sum::<f64>() / count;
    let (mut left, mut all) = (0.0, 0.0);
    for example in examples {
        let guess: f64 = example.inputs.iter().map(|&(input, x)| weights[input] * x).sum();
        left += (example.targets[target] - guess).powi(2);
        all += (example.targets[target] - mean).powi(2);
    }
    (weights, 1.0 - left / all)
}

/// Solves a symmetric positive definite system, its right side in the last column, by elimination.
fn solve(mut matrix: Vec<Vec<f64>>) -> Vec<f64> {
    let size = matrix.len();
    for at in 0..size {
        let (above, below) = matrix.split_at_mut(at + 1);
        let pivot = &above[at];
        for row in below {
            let factor = row[at] / pivot[at];
            if factor != 0.0 {
                row[at..].iter_mut().zip(&pivot[at..]).for_each(|(x, y)| *x -= factor * y);
            }
        }
    }
    let mut solution = vec![0.0; size];
    for at in (0..size).rev() {
        let known: f64 = (at + 1..size).map(|later| matrix[at][later] * solution[later]).sum();
        solution[at] = (matrix[at][size] - known) / matrix[at][at];
    }
    solution
}

/// The weights of a stage in the order and units of `src/solve/estimate.rs`.
fn encode(win: &[f64], loss: &[f64]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut put = |weight: &dyn Fn(&[f64]) -> f64| {
        for weights in [win, loss] {
            // Half of the exponent, in 1/256.
            bytes.extend(((weight(weights) * 128.0).round().clamp(-30_000.0, 30_000.0) as i16).to_le_bytes());
        }
    };
    put(&|weights| weights[0] - MIDDLE);
    for input in 1..=5 {
        put(&|weights| weights[input]);
    }
    for starts in 0..32 {
        put(&|weights| weights[6] * f64::from(starts.max(1)).log2());
    }
    for hole in 0..32 {
        for seeds in 0..16 {
            put(&|weights| if seeds == 0 { 0.0 } else { weights[7 + 15 * hole + seeds - 1] });
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_plane_is_found_again() {
        let mut random = Random::new(3);
        let truth =
            |inputs: &[(usize, f64)]| inputs.iter().map(|&(input, x)| (input % 5) as f64 * x).sum::<f64>();
        let position = |random: &mut Random| {
            let mut game = Game::new(Rules::ZANZIBAR);
            crate::openings::wander(&mut game, random.below(60), random);
            *game.position()
        };
        let examples: Vec<Example> = (0..4_000)
            .map(|_| {
                let inputs =
                    inputs(&position(&mut random), 1.0 + random.below(8) as f64, random.below(2) == 0);
                Example { namua: true, targets: [truth(&inputs), 0.0], inputs }
            })
            .collect();
        let references: Vec<&Example> = examples.iter().collect();
        let (weights, explained) = fit(&references, 0);
        assert!(explained > 0.98, "{explained}");
        assert_eq!(encode(&weights, &weights).len(), 4 * (6 + 32 + 512));
    }
}
