//! Hunting for a wrong claim: random positions of all rule sets, solved, with every value checked in another way.
//!
//! * Each value is written down as a certificate and checked by [`fundi::verify`], which shares no code with the solver.
//! * "Does the mover win within three plies?" and "does he lose within four?" are answered by playing out every line.
//! * What the search announces as won is put to the solver with that ply bound; what it announces as lost without one, since a search that
//!   was stopped may not have come to the longest defence.

use clap::Args;
use fundi::board::Position;
use fundi::random::Random;
use fundi::rules::{Game, Rules};
use fundi::search::{self, Control, Engine, Settings};
use fundi::solve::{Bound, Limits, Solver, StrategyError, Value};
use rayon::prelude::*;
use std::sync::atomic::AtomicBool;

/// How much to check.
#[derive(Args)]
pub struct Arguments {
    /// Random positions, a third of each rule set.
    #[arg(long, default_value_t = 10_000)]
    positions: usize,
    /// Nodes for each position.
    #[arg(long, default_value_t = 20_000)]
    nodes: u64,
    /// Nodes of the searches whose announcements are checked.
    #[arg(long, default_value_t = 1_000)]
    search_nodes: u64,
    /// Threads of the solver.
    #[arg(long, default_value_t = 1)]
    together: usize,
    /// Seed of the positions.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// What was checked, and what was wrong.
#[derive(Debug, Default, PartialEq, Eq)]
struct Findings {
    solved: usize,
    certificates: usize,
    /// Parts of the proof were given up for lack of memory.
    forgotten: usize,
    played_out: usize,
    announced: usize,
    /// Announcements the solver could not decide within its limit.
    undecided: usize,
    wrong: Vec<String>,
}

/// Checks and prints; an error if anything is wrong.
pub fn run(arguments: &Arguments) -> Result<(), String> {
    let findings = check(arguments);
    println!(
        "{} positions: {} solved within {} nodes, {} certificates verified ({} not written for lack of memory), {} questions played out, \
         {} announcements of the search ({} not decided), {} wrong",
        arguments.positions,
        findings.solved,
        arguments.nodes,
        findings.certificates,
        findings.forgotten,
        findings.played_out,
        findings.announced,
        findings.undecided,
        findings.wrong.len()
    );
    if findings.wrong.is_empty() { Ok(()) } else { Err(findings.wrong.join("\n")) }
}

fn check(arguments: &Arguments) -> Findings {
    // Portions of a fixed size: the same positions and tables whatever the number of threads.
    const PORTION: usize = 100;
    let portions: Vec<usize> = (0..arguments.positions.div_ceil(PORTION)).collect();
    let parts = portions.into_par_iter().map(|portion| {
        let mut findings = Findings::default();
        let Some(mut solver) = Solver::with_bytes(16 << 20) else { return findings };
        solver.set_threads(arguments.together);
        let mut engine = Engine::new(Settings { hash_mib: 1, ..Settings::default() });
        let mut random = Random::new(arguments.seed.wrapping_mul(0xd6e8_feb8_6659_fd93) ^ portion as u64);
        for number in portion * PORTION..((portion + 1) * PORTION).min(arguments.positions) {
            let rules = Rules::ALL[number % 3];
            let position = draw(rules, &mut random);
            one(arguments, rules, &position, &mut solver, &mut engine, &mut findings);
        }
        findings
    });
    parts.reduce(Findings::default, |mut a, b| {
        a.solved += b.solved;
        a.certificates += b.certificates;
        a.forgotten += b.forgotten;
        a.played_out += b.played_out;
        a.announced += b.announced;
        a.undecided += b.undecided;
        a.wrong.extend(b.wrong);
        a
    })
}

/// An open position some random plies after the start.
fn draw(rules: &'static Rules, random: &mut Random) -> Position {
    loop {
        let mut game = Game::new(rules);
        let plies = if rules == Rules::KUJIFUNZA { random.below(25) } else { 15 + random.below(55) };
        crate::openings::wander(&mut game, plies, random);
        if !game.position().is_decided() {
            return *game.position();
        }
    }
}

fn one(
    arguments: &Arguments,
    rules: &'static Rules,
    position: &Position,
    solver: &mut Solver,
    engine: &mut Engine,
    findings: &mut Findings,
) {
    let stop = AtomicBool::new(false);
    let mut wrong = |what: &str| findings.wrong.push(format!("{rules} {position}: {what}"));
    let verdict = solver.solve(rules, position, Limits::nodes(arguments.nodes));
    if verdict.value != Value::Unknown {
        findings.solved += 1;
    }
    if verdict.plies.is_some_and(|plies| plies > 0) {
        let limits = Limits::nodes(100 * arguments.nodes);
        match solver.strategy(rules, position, Bound::NONE, limits, &stop) {
            Ok(strategy) => {
                let mut bytes = Vec::new();
                let written = strategy.write(&mut bytes).map_err(|error| error.to_string());
                let verified =
                    written.and_then(|_| fundi::verify::verify(&bytes[..]).map_err(|e| e.to_string()));
                match verified {
                    Ok(verified) if verified.claim.kind.word() == verdict.value.to_string() => {
                        findings.certificates += 1;
                    }
                    Ok(verified) => wrong(&format!("the certificate claims {}", verified.claim)),
                    Err(error) => wrong(&format!("certificate: {error}")),
                }
            }
            Err(StrategyError::Forgotten) => findings.forgotten += 1,
            Err(error) => wrong(&format!("{error}")),
        }
    }
    for (plies, attacks) in [(3, true), (4, false)] {
        let truth = forced(rules, position, plies, attacks);
        findings.played_out += 1;
        if truth && verdict.value != Value::Unknown && (verdict.value == Value::Win) != attacks {
            wrong(&format!("called a {}, but it ends the other way within {plies} plies", verdict.value));
        }
        let bound = Bound::new(plies as u16, attacks);
        let asked = solver.ask(rules, position, bound, Limits::default(), &stop, &mut |_| ());
        if ((asked.value == Value::Win) == attacks) != truth {
            wrong(&format!("the answer within {plies} plies is wrong"));
        }
    }
    engine.new_game();
    let limits = search::Limits { nodes: Some(arguments.search_nodes), ..search::Limits::default() };
    let game = Game::from_position(rules, *position);
    let choice = engine.search(&game, &limits, &Control::new(), &mut |_| ());
    let Some(plies) = choice.score.win_plies().filter(|&plies| plies != 0) else { return };
    findings.announced += 1;
    let bound = if plies > 0 { Bound::new(plies as u16, true) } else { Bound::NONE };
    let asked = solver.ask(rules, position, bound, Limits::nodes(5_000_000), &stop, &mut |_| ());
    match asked.value {
        Value::Unknown => findings.undecided += 1,
        value if (value == Value::Win) == (plies > 0) => {}
        _ => wrong(&format!("the search announces {plies} plies, the solver refutes it")),
    }
}

/// Whether the attacker (the mover if `attacks`) has won after at most `plies` more plies: every line is played.
fn forced(rules: &'static Rules, position: &Position, plies: u32, attacks: bool) -> bool {
    if position.is_decided() {
        return (position.own_rows().front != 0) == attacks;
    }
    let successors = rules.successors(position);
    if successors.is_empty() {
        return !attacks;
    }
    if plies == 0 {
        return false;
    }
    let mut below = successors.iter().map(|next| forced(rules, &next.position, plies - 1, !attacks));
    if attacks { below.any(|won| won) } else { below.all(|won| won) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_wrong_in_a_few_hundred_positions_with_one_thread_or_two() {
        for together in [1, 2] {
            let arguments = Arguments { positions: 150, nodes: 5_000, search_nodes: 500, together, seed: 7 };
            let findings = check(&arguments);
            assert_eq!(findings.wrong, Vec::<String>::new());
            assert!(findings.certificates > 40 && findings.announced > 20, "{findings:?}");
        }
    }
}
