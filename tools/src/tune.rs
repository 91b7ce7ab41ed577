//! Tuning of search parameters by SPSA (J. Spall, 1992; the schedule is that of the Stockfish testing framework).
//!
//! Every step moves all parameters at once, up or down by lot, plays a pair of games between the two sides of the step, and goes a little
//! towards the side that won. The steps shrink to the width given for each parameter. The whole state is the step's number and the values,
//! kept in a text file, so that a run can be stopped and continued; one seed gives one course, whatever the number of threads.

use crate::matches::{self, pair};
use crate::player::{Budget, Contender, Player, SearchKind};
use crate::progress::Progress;
use fundi::board::Position;
use fundi::eval::Evaluator;
use fundi::random::Random;
use fundi::rules::Rules;
use fundi::search::Parameters;
use rayon::prelude::*;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// How fast steps and gains shrink.
const STEP_DECAY: f64 = 0.101;
const GAIN_DECAY: f64 = 0.602;

/// The gain of the last step, in squares of its width for a point won.
const LAST_GAIN: f64 = 0.002;

/// Pairs played with the same values, side by side.
const PORTION: usize = 8;

/// Tune search parameters by SPSA; continues a run whose state is found.
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  fundi-tools tune --pairs 20000 --state tune.txt reduction_gap:15 late_margin:20"
)]
pub struct Arguments {
    /// What to tune: the parameter's name and the width of its last steps, NAME:WIDTH.
    #[arg(required = true, value_parser = parameter)]
    parameters: Vec<(String, f64)>,
    /// Pairs of games in all.
    #[arg(long, default_value_t = 10_000)]
    pairs: usize,
    /// Nodes a move.
    #[arg(long, default_value_t = 2_000)]
    nodes: u64,
    /// Seed of the steps and of the choice of openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// File that holds the state between runs.
    #[arg(long)]
    state: PathBuf,
}

fn parameter(text: &str) -> Result<(String, f64), String> {
    let (name, width) = text.split_once(':').ok_or("expected NAME:WIDTH")?;
    Parameters::default().set(name, 0).map_err(|error| error.to_string())?;
    match width.parse() {
        Ok(width) if width > 0.0 => Ok((name.to_owned(), width)),
        _ => Err(format!("width `{width}`, expected a number above 0")),
    }
}

/// Where a run stands.
#[derive(Clone, Debug, PartialEq)]
struct State {
    /// Pairs played.
    done: usize,
    values: Vec<f64>,
}

/// Runs the command; `openings` are drawn from by lot.
pub fn run(arguments: &Arguments, openings: &[Position]) -> Result<(), String> {
    let mut state = load(&arguments.state, &arguments.parameters)?;
    let mut progress = Progress::new(arguments.pairs as u64);
    while state.done < arguments.pairs {
        step(arguments, openings, &mut state);
        save(&arguments.state, &arguments.parameters, &state)?;
        progress.at(state.done as u64, &listing(&arguments.parameters, &state.values));
    }
    println!("{}", listing(&arguments.parameters, &state.values));
    Ok(())
}

/// Plays one portion of pairs and moves the values.
fn step(arguments: &Arguments, openings: &[Position], state: &mut State) {
    let moves: Vec<Vec<f64>> = (state.done..state.done + PORTION)
        .into_par_iter()
        .map(|number| {
            let mut random =
                Random::new(arguments.seed ^ (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
            let steps = arguments.parameters.iter().map(|(_, width)| {
                let width = width * (arguments.pairs as f64 / (number + 1) as f64).powf(STEP_DECAY);
                if random.below(2) == 0 { width } else { -width }
            });
            let steps: Vec<f64> = steps.collect();
            let opening = openings[random.below(openings.len())];
            let side = |sign: f64, random: &mut Random| {
                let mut parameters = Parameters::default();
                for (((name, _), value), step) in arguments.parameters.iter().zip(&state.values).zip(&steps) {
                    // Rounded by lot, so that steps below one still show on average.
                    let rounded = (value + sign * step + random.unit()).floor() as i32;
                    // The names were checked when they were read.
                    let _ = parameters.set(name, rounded);
                }
                Contender {
                    evaluator: Evaluator::Embedded,
                    search: SearchKind::Engine { parameters, proof_percent: 0 },
                }
            };
            let contenders = [side(1.0, &mut random), side(-1.0, &mut random)];
            let mut players = contenders.each_ref().map(Player::new);
            let settings = matches::Settings {
                contenders,
                budgets: [Budget::Nodes(arguments.nodes); 2],
                rules: Rules::ZANZIBAR,
                openings: &[],
                sprt: None,
            };
            let points = f64::from(pair(&settings, &mut players, opening)) - 2.0;
            let gain = gain(number, arguments.pairs);
            steps.iter().map(|step| gain * points * step).collect()
        })
        .collect();
    for change in moves {
        state.values.iter_mut().zip(change).for_each(|(value, change)| *value += change);
    }
    state.done += PORTION;
}

/// The share of a step that a point won moves the value by: large at first, [`LAST_GAIN`] at the end.
fn gain(number: usize, pairs: usize) -> f64 {
    let settle = 0.1 * pairs as f64;
    let widths = (pairs as f64 / (number + 1) as f64).powf(2.0 * STEP_DECAY);
    LAST_GAIN * ((settle + pairs as f64) / (settle + number as f64 + 1.0)).powf(GAIN_DECAY) / widths
}

fn listing(parameters: &[(String, f64)], values: &[f64]) -> String {
    let mut text = String::new();
    for ((name, _), value) in parameters.iter().zip(values) {
        let comma = if text.is_empty() { "" } else { "," };
        let _ = write!(text, "{comma}{name}={:.0}", value);
    }
    text
}

/// The state in `path`, or the start of a run if there is no such file.
fn load(path: &Path, parameters: &[(String, f64)]) -> Result<State, String> {
    let defaults = Parameters::default();
    let start = || parameters.iter().map(|(name, _)| defaults.get(name).map_or(0.0, f64::from)).collect();
    match std::fs::read_to_string(path) {
        Ok(text) => parse(&text, parameters).map_err(|error| format!("{}: {error}", path.display())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(State { done: 0, values: start() }),
        Err(error) => Err(format!("{}: {error}", path.display())),
    }
}

fn parse(text: &str, parameters: &[(String, f64)]) -> Result<State, String> {
    let mut lines = text.lines();
    let first = lines.next().and_then(|line| line.strip_prefix("pairs ")?.parse().ok());
    let done = first.ok_or("the first line should be `pairs N`")?;
    let mut values = Vec::new();
    for (name, _) in parameters {
        let line = lines.next().unwrap_or_default();
        let value = line.strip_prefix(name.as_str()).and_then(|rest| rest.trim().parse().ok());
        values.push(value.ok_or_else(|| format!("line `{line}`, expected `{name} VALUE`"))?);
    }
    Ok(State { done, values })
}

fn save(path: &Path, parameters: &[(String, f64)], state: &State) -> Result<(), String> {
    let mut text = format!("pairs {}\n", state.done);
    for ((name, _), value) in parameters.iter().zip(&state.values) {
        let _ = writeln!(text, "{name} {value}");
    }
    let part = path.with_extension("part");
    std::fs::write(&part, text)
        .and_then(|()| std::fs::rename(&part, path))
        .map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gains_shrink_to_the_last_one_and_widths_grow_backwards() {
        assert!((gain(9_999, 10_000) - LAST_GAIN).abs() < 1e-6);
        assert!(gain(5_000, 10_000) > LAST_GAIN);
    }

    #[test]
    fn a_run_that_was_stopped_goes_the_same_way() {
        let folder = std::env::temp_dir().join(format!("fundi-tune-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a temporary folder");
        let openings = [Rules::ZANZIBAR.start()];
        let arguments = |pairs, name: &str| Arguments {
            parameters: vec![("reduction_gap".to_owned(), 15.0), ("late_margin".to_owned(), 20.0)],
            pairs,
            nodes: 50,
            seed: 3,
            state: folder.join(name),
        };
        run(&arguments(32, "whole"), &openings).expect("a run");
        let mut state = load(&folder.join("none"), &arguments(32, "halves").parameters).expect("a start");
        for _ in 0..2 {
            step(&arguments(32, "halves"), &openings, &mut state);
        }
        save(&folder.join("halves"), &arguments(32, "halves").parameters, &state).expect("a file");
        run(&arguments(32, "halves"), &openings).expect("the rest");
        let text = |name| std::fs::read_to_string(folder.join(name)).expect("a state");
        assert_eq!(text("whole"), text("halves"));
        assert!(text("whole").starts_with("pairs 32\nreduction_gap "));
        std::fs::write(folder.join("bad"), "pairs 8\nlate_margin 3\n").expect("a file");
        let error =
            load(&folder.join("bad"), &arguments(8, "bad").parameters).expect_err("the wrong parameter");
        assert!(error.contains("expected `reduction_gap VALUE`"), "{error}");
        let _ = std::fs::remove_dir_all(folder);
    }

    #[test]
    fn parameters_are_checked_when_read() {
        assert_eq!(parameter("late_margin:20"), Ok(("late_margin".to_owned(), 20.0)));
        for bad in ["late_margin", "nothing:3", "late_margin:0", "late_margin:x"] {
            assert!(parameter(bad).is_err(), "{bad}");
        }
    }
}
