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
use fundi::rules::{Conventions, Rules};
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
        settings: format!("fundi {}, random moves {RANDOM_MOVES}", env!("CARGO_PKG_VERSION")),
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
            .map_init(player, |player, &number| play(settings, player, &pools, number))
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

fn play(settings: &Settings, player: &mut Player, pools: &[Pool; 3], number: u64) -> Record {
    let stream =
        settings.seed.wrapping_mul(0xd6e8_feb8_6659_fd93) ^ number.wrapping_mul(0xa076_1d64_78bd_642f);
    let mut random = Random::new(stream);
    let conventions = Conventions { max_plies: LONGEST, ..Conventions::default() };
    'opening: loop {
        let mut game = pool(pools, &mut random).draw(&mut random).with_conventions(conventions);
        let first = game.position().mover();
        let mut plies = Vec::new();
        player.new_game();
        let mut winner = loop {
            if let Some(result) = game.result() {
                break result.winner;
            }
            let mover = game.position().mover();
            let moves = game.rules().successors(game.position());
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
