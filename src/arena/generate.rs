//! Random balanced openings, so that a match does not repeat the same game a thousand times.
//!
//! Most openings are some random plies from the start. Every so many one is taken from the mtaji stage: random play
//! would be lopsided by then, so the side to move usually takes the move that its evaluation likes best. A candidate is kept
//! if a short search finds it level and nobody has seen its position before. Candidate number `i` depends on the seed
//! and `i` alone and candidates are judged in order, so the same seed gives the same openings with any number of threads.

use super::opening::Opening;
use super::settings::OpeningSettings;
use crate::board::Position;
use crate::random::Random;
use crate::rules::{Game, Rules};
use rayon::prelude::*;
use std::collections::{HashSet, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};

/// Judges a position: centiseeds from the mover's side, `None` if it is decided (a forced win or loss).
pub type Judge<'a> = &'a (dyn Fn(&Position) -> Option<i32> + Sync);

/// Candidates judged at a time.
const BATCH: u64 = 64;
/// Candidates per wanted opening before the generator gives up.
const ATTEMPTS: u64 = 400;
/// Share of considered (not random) plies on the way to the mtaji stage.
const CONSIDERED: f64 = 0.75;

/// Up to `count` different openings; fewer if the window or the number of plies does not yield more, or if `stop`
/// was raised. `seed` replaces the settings' own.
pub fn generate(
    rules: &'static Rules,
    settings: &OpeningSettings,
    seed: u64,
    count: usize,
    judge: Judge<'_>,
    stop: &AtomicBool,
) -> Vec<Opening> {
    let mut openings = Vec::new();
    let mut seen = HashSet::new();
    let mut next = 0;
    // Level games not used yet, by stage. Both the need for candidates and their order follow from what was found
    // before, so chance has no part but the seed's.
    let [mut namua, mut mtaji] = [VecDeque::new(), VecDeque::new()];
    let every = settings.mtaji_every as usize;
    while openings.len() < count && next < ATTEMPTS * (count as u64 + 10) && !stop.load(Ordering::Relaxed) {
        let wanted = [namua.len() < STOCK, every > 0 && mtaji.len() < STOCK.div_ceil(every)];
        let batch: Vec<[Option<Game>; 2]> = (next..next + BATCH)
            .into_par_iter()
            .map(|i| {
                let random =
                    |kind: u64| Random::new(seed ^ (2 * i + kind).wrapping_mul(0xD6E8_FEB8_6659_FD93));
                let namua = wanted[0].then(|| early(rules, settings, random(0))).flatten();
                let mtaji = wanted[1].then(|| late(rules, random(1))).flatten();
                [namua, mtaji].map(|game| game.filter(|g| is_level(g, settings, judge)))
            })
            .collect();
        next += BATCH;
        for [early, late] in batch {
            namua.extend(early);
            mtaji.extend(late);
        }
        while openings.len() < count {
            // If the mtaji stage does not yield enough, the other one fills up.
            let due = every > 0
                && (openings.len() + 1).is_multiple_of(every)
                && next < ATTEMPTS / 2 * (count as u64 + 10);
            let Some(game) = (if due { mtaji.pop_front() } else { namua.pop_front() }) else { break };
            if seen.insert(*game.position()) {
                openings.push(Opening::of_game(&game));
            }
        }
    }
    openings
}

/// Candidates of a stage are looked for while fewer than this are in store (for the mtaji stage its share of it).
const STOCK: usize = 64;

/// A position whose static evaluation is beyond so many windows is not worth a search.
const PLAINLY_LOPSIDED: i32 = 2;

fn is_level(game: &Game, settings: &OpeningSettings, judge: Judge<'_>) -> bool {
    let at_sight = crate::eval::evaluate(game.position()).abs();
    at_sight <= settings.window.saturating_mul(PLAINLY_LOPSIDED)
        && judge(game.position()).is_some_and(|score| score.abs() <= settings.window)
}

/// A random legal move; `None` if the game is over.
fn random_ply(game: &mut Game, random: &mut Random) -> Option<()> {
    if game.position().is_decided() {
        return None;
    }
    let successors = game.rules().successors(game.position());
    let chosen = successors.get(random.below(successors.len()))?.mv;
    game.play(chosen).ok().map(|_| ())
}

/// The move with the best evaluation, ties and doubts left to chance.
fn considered_ply(game: &mut Game, random: &mut Random) -> Option<()> {
    if game.position().is_decided() {
        return None;
    }
    let successors = game.rules().successors(game.position());
    let best = successors.iter().min_by_key(|s| {
        // The evaluation is the opponent's: the smaller the better.
        let doubt = random.below(60) as i32;
        if s.wins() { i32::MIN } else { crate::eval::evaluate(&s.position).saturating_add(doubt) }
    })?;
    let chosen = best.mv;
    game.play(chosen).ok().map(|_| ())
}

/// Some random plies from the start.
fn early(rules: &'static Rules, settings: &OpeningSettings, mut random: Random) -> Option<Game> {
    let spread = settings.max_plies.saturating_sub(settings.min_plies) as usize;
    let plies = settings.min_plies as usize + random.below(spread + 1);
    let mut game = Game::new(rules);
    for _ in 0..plies {
        random_ply(&mut game, &mut random)?;
    }
    game.result().is_none().then_some(game)
}

/// Play into the mtaji stage and some plies beyond; for rules without stores the same from the start.
fn late(rules: &'static Rules, mut random: Random) -> Option<Game> {
    let mut game = Game::new(rules);
    let mut beyond = random.below(8);
    for _ in 0..120 {
        let stores_empty = game.position().own_store() == 0 && game.position().enemy_store() == 0;
        if stores_empty {
            if beyond == 0 {
                break;
            }
            beyond -= 1;
        }
        if random.unit() < CONSIDERED {
            considered_ply(&mut game, &mut random)?;
        } else {
            random_ply(&mut game, &mut random)?;
        }
    }
    game.result().is_none().then_some(game)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Conventions;

    fn by_evaluation(position: &Position) -> Option<i32> {
        Some(crate::eval::evaluate(position))
    }

    static GO: AtomicBool = AtomicBool::new(false);

    #[test]
    fn the_same_seed_gives_the_same_level_and_different_openings_of_both_stages() {
        let settings = OpeningSettings { window: 400, ..OpeningSettings::default() };
        let a = generate(Rules::ZANZIBAR, &settings, 5, 80, &by_evaluation, &GO);
        assert_eq!(a.len(), 80);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("pool");
        assert_eq!(a, pool.install(|| generate(Rules::ZANZIBAR, &settings, 5, 80, &by_evaluation, &GO)));
        assert_ne!(a, generate(Rules::ZANZIBAR, &settings, 6, 80, &by_evaluation, &GO));
        let mut positions = HashSet::new();
        let mut mtaji = 0;
        for opening in &a {
            let game = opening.game(Rules::ZANZIBAR, Conventions::default()).expect("legal");
            assert!(game.result().is_none());
            assert!(by_evaluation(game.position()).expect("score").abs() <= 400);
            assert!(positions.insert(*game.position()));
            mtaji += usize::from(game.position().own_store() + game.position().enemy_store() == 0);
            assert!(game.plies() >= 6);
        }
        assert_eq!(mtaji, 10);
    }

    #[test]
    fn every_rule_set_works_and_impossible_wishes_end() {
        for rules in Rules::ALL {
            let settings =
                OpeningSettings { window: 800, min_plies: 2, max_plies: 4, ..OpeningSettings::default() };
            assert!(!generate(rules, &settings, 1, 10, &by_evaluation, &GO).is_empty(), "{rules}");
        }
        assert!(generate(Rules::ZANZIBAR, &OpeningSettings::default(), 1, 3, &|_| None, &GO).is_empty());
        // Only one position is zero plies from the start.
        let start =
            OpeningSettings { min_plies: 0, max_plies: 0, mtaji_every: 0, ..OpeningSettings::default() };
        assert_eq!(generate(Rules::ZANZIBAR, &start, 1, 5, &|_| Some(0), &GO).len(), 1);
    }
}
