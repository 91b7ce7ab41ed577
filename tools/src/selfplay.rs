//! Self-play: games of the engine against itself, written to a shard.
//!
//! Every game is wholly determined by the seed, its number and the settings, so that any number of threads writes the
//! same file, and a run that was stopped goes on where the file ends.

use crate::data::record::{Label, PROVED, Ply, Record};
use crate::data::shard::{self, Origin};
use crate::openings::Pool;
use crate::player::{Budget, Player};
use fundi::board::Side;
use fundi::eval::{Evaluator, Network};
use fundi::random::Random;
use fundi::rules::{Conventions, Game, Move, Rules};
use fundi::solve::{Limits, Solver, Value};
use rayon::prelude::*;
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// Probability that a move is drawn by lot; such moves are no training data.
const RANDOM_MOVES: f64 = 0.025;

/// An opening whose first search already sees it this lopsided is thrown away.
const LOPSIDED: i32 = 1_000;

/// A game still open after so many plies is a draw.
const LONGEST: u32 = 400;

/// With at most so many seeds in both stores the solver is asked before the player, with as many nodes as the player has.
const PROOF_SEEDS: u8 = 8;

/// Table of that solver: plenty for some thousand nodes, and soon cleared.
const PROOF_BYTES: usize = 1 << 19;

/// Games played before the next are handed out and the file is written.
const PORTION: u64 = 64;

/// What to play.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Nodes a move.
    pub nodes: u64,
    /// Seed of openings and random moves.
    pub seed: u64,
    /// Games in the finished file.
    pub games: u64,
}

/// Plays games with `network` into the file `out` until it holds as many as wanted. `progress` gets the games done and a note.
pub fn run(
    settings: &Settings,
    network: &Arc<Network>,
    out: &Path,
    progress: &mut dyn FnMut(u64, &str),
) -> Result<(), String> {
    let text = |error: std::io::Error| format!("{}: {error}", out.display());
    let origin = Origin {
        nodes: settings.nodes as u32,
        seed: settings.seed,
        network: network.checksum(),
        settings: format!(
            "fundi {}, random moves {RANDOM_MOVES}, proof from {PROOF_SEEDS} seeds",
            env!("CARGO_PKG_VERSION")
        ),
    };
    let (mut file, mut done) = open(&origin, out)?;
    let pools = Rules::ALL.map(Pool::new);
    let player = || Player::engine(Evaluator::Loaded(Arc::clone(network)));
    let started = Instant::now();
    let mut positions = 0;
    while done < settings.games {
        let numbers: Vec<u64> = (done..settings.games.min(done + PORTION)).collect();
        let games: Vec<Record> = numbers
            .par_iter()
            .map_init(
                || (player(), Solver::with_bytes(PROOF_BYTES)),
                |(player, solver), &number| play(settings, player, solver.as_mut(), &pools, number),
            )
            .collect();
        for game in &games {
            file.write_all(&shard::encode(game)).map_err(text)?;
            positions += game.plies.iter().filter(|ply| matches!(ply.label, Label::Score(_))).count();
        }
        file.flush().map_err(text)?;
        done += numbers.len() as u64;
        let seconds = started.elapsed().as_secs_f64();
        progress(done, &format!("games, {positions} positions, {:.0}/s", positions as f64 / seconds));
    }
    Ok(())
}

/// Opens or begins the shard; the number of games it holds already. Anything after the last whole game is cut off.
fn open(origin: &Origin, out: &Path) -> Result<(File, u64), String> {
    let text = |error: std::io::Error| format!("{}: {error}", out.display());
    let mut file =
        OpenOptions::new().create(true).read(true).write(true).truncate(false).open(out).map_err(text)?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(text)?;
    let content = shard::read(&bytes);
    let games = match content.sections.as_slice() {
        [] if bytes.is_empty() => {
            file.write_all(&origin.encode()).map_err(text)?;
            return Ok((file, 0));
        }
        [section] if section.origin == *origin => section.games.len(),
        _ => return Err(format!("{}: holds games of other settings, expected {origin:?}", out.display())),
    };
    file.set_len(content.sound as u64).map_err(text)?;
    std::io::Seek::seek(&mut file, std::io::SeekFrom::End(0)).map_err(text)?;
    Ok((file, games as u64))
}

/// One game in twenty-five each is played by the two other rule sets, whose positions the network must know too.
fn pool<'a>(pools: &'a [Pool; 3], random: &mut Random) -> &'a Pool {
    match random.below(25) {
        0 => &pools[1],
        1 => &pools[2],
        _ => &pools[0],
    }
}

/// A move of a position with few seeds in store and whether it wins, if the solver proves who does: the winner's best, or the
/// loser's longest resistance.
fn prove(game: &Game, solver: Option<&mut Solver>, nodes: u64) -> Option<(Move, bool)> {
    let position = game.position();
    if position.own_store() + position.enemy_store() > PROOF_SEEDS {
        return None;
    }
    let solver = solver?;
    let verdict = solver.solve(game.rules(), position, Limits::nodes(nodes));
    if verdict.value == Value::Unknown {
        return None;
    }
    let mv = solver.line(game.rules(), position).first().copied()?;
    Some((mv, verdict.value == Value::Win))
}

fn play(
    settings: &Settings,
    player: &mut Player,
    mut solver: Option<&mut Solver>,
    pools: &[Pool; 3],
    number: u64,
) -> Record {
    let stream =
        settings.seed.wrapping_mul(0xd6e8_feb8_6659_fd93) ^ number.wrapping_mul(0xa076_1d64_78bd_642f);
    let mut random = Random::new(stream);
    let conventions = Conventions { max_plies: LONGEST, ..Conventions::default() };
    'opening: loop {
        let mut game = pool(pools, &mut random).draw(&mut random).with_conventions(conventions);
        let first = game.position().mover();
        let mut plies = Vec::new();
        player.new_game();
        if let Some(solver) = &mut solver {
            // A game must not depend on the games before it.
            solver.clear();
        }
        let mut winner = loop {
            if let Some(result) = game.result() {
                break result.winner;
            }
            let mover = game.position().mover();
            let moves = game.rules().successors(game.position());
            if let Some((mv, wins)) = prove(&game, solver.as_deref_mut(), settings.nodes) {
                if plies.is_empty() {
                    continue 'opening;
                }
                let score = if wins { PROVED } else { -PROVED };
                plies.push(Ply { mv, label: Label::Score(score) });
                break Some(if wins { mover } else { mover.other() });
            }
            let (mv, label) = if let [only] = moves.as_slice() {
                (only.mv, Label::Forced)
            } else if !plies.is_empty() && random.unit() < RANDOM_MOVES {
                (moves[random.below(moves.len())].mv, Label::Random)
            } else {
                let Some(choice) = player.choose(&game, Budget::Nodes(settings.nodes)) else {
                    continue 'opening;
                };
                if plies.is_empty() && (choice.proved || choice.score.abs() > LOPSIDED) {
                    continue 'opening;
                }
                if choice.proved {
                    let sign = if choice.score > 0 { 1 } else { -1 };
                    plies.push(Ply { mv: choice.mv, label: Label::Score(sign * PROVED) });
                    break Some(if sign > 0 { mover } else { mover.other() });
                }
                (choice.mv, Label::Score(choice.score as i16))
            };
            plies.push(Ply { mv, label });
            if game.play(mv).is_err() {
                continue 'opening;
            }
        };
        // A game of forced moves alone teaches nothing but is harmless.
        let half_points = winner.take().map_or(1, |side: Side| if side == first { 2 } else { 0 });
        return Record { rules: game.rules(), start: *game.start(), half_points, plies };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicBool;

    /// What a game ended by the solver is credited with is what the certificate of its last position says.
    #[test]
    fn a_proved_end_is_borne_out_by_a_certificate() {
        let network = Arc::new(Network::embedded().clone());
        let mut player = Player::engine(Evaluator::Loaded(network));
        let mut solver = Solver::with_bytes(PROOF_BYTES).unwrap();
        let pools = Rules::ALL.map(Pool::new);
        let settings = Settings { nodes: 300, seed: 5, games: 40 };
        let mut certified = 0;
        for number in 0..settings.games {
            let record = play(&settings, &mut player, Some(&mut solver), &pools, number);
            let mut game = Game::from_position(record.rules, record.start);
            let (last, before) = record.plies.split_last().unwrap();
            for ply in before {
                game.play(ply.mv).unwrap();
            }
            let position = *game.position();
            let Some((mv, wins)) = prove(&game, Some(&mut solver), settings.nodes) else { continue };
            assert!(record.rules.play(&position, mv).is_ok());
            assert_eq!(last.label, Label::Score(if wins { PROVED } else { -PROVED }));
            let winner = if wins { position.mover() } else { position.mover().other() };
            assert_eq!(record.half_points, if winner == record.start.mover() { 2 } else { 0 });
            let bound = fundi::solve::Bound::NONE;
            let limits = Limits::nodes(1_000_000);
            let stop = AtomicBool::new(false);
            let strategy = solver.strategy(record.rules, &position, bound, limits, &stop).unwrap();
            let mut bytes = Vec::new();
            strategy.write(&mut bytes).unwrap();
            let verified = fundi::verify::verify(&bytes[..]).unwrap();
            assert_eq!(verified.claim.kind.word(), if wins { "win" } else { "loss" });
            certified += 1;
        }
        assert!(certified > 20, "{certified}");
    }
}
