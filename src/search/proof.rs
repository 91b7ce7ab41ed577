//! A share of a move's time for proof: once few seeds are left in the stores, the solver is asked before the search.
//!
//! Where it proves a win in its share the move is played at once; otherwise the search has the rest of the time, and finds in its table what
//! was proved about the positions of the next plies. Only searches limited
//! by a clock or a fixed time alone are shared, so that searches by nodes or depth stay the same on every machine. Nor is it asked where
//! its answer could contradict the conventions of the game (see [`super::mate`]). The solver's table is kept from move to
//! move: the proof found once usually answers the rest of the game.

use super::mate::{proved, repeats};
use super::report::{Choice, Report};
use super::score::{MAX_PLY, WIN};
use super::table::{Entry, Kind, Table};
use super::{Control, Limits, Score, Settings};
use crate::board::Position;
use crate::rules::{Game, Rules};
use crate::solve::{self, Solver, Value, Verdict};
use std::time::{Duration, Instant};

/// With more seeds in both stores together the share would mostly be spent in vain.
const MOST_SEEDS: u8 = 12;

/// More threads would need memory of their own for a task that is soon done.
const MOST_THREADS: usize = 8;

/// Memory of the solver's table.
const MEMORY_MIB: usize = 16;

/// How far from the root proved positions are looked for.
const PLIES_HANDED_OVER: u32 = 3;

/// Asks the solver, which is made when it is first needed. A proved win, or else the limits that are left.
pub(super) fn first(
    (solver, table): (&mut Option<Solver>, &Table),
    game: &Game,
    limits: &Limits,
    settings: &Settings,
    planned: Option<Duration>,
    control: &Control,
    sink: &mut dyn FnMut(&Report),
) -> Result<Choice, Limits> {
    let start = Instant::now();
    let (rules, position) = (game.rules(), game.position());
    let asked = settings.proof_percent > 0
        && settings.multi_pv == 1
        && !limits.infinite
        && !limits.ponder
        && (limits.nodes, limits.depth, limits.mate) == (None, None, None)
        && limits.search_moves.is_empty()
        && position.own_store() + position.enemy_store() <= MOST_SEEDS
        && !repeats(game);
    let Some(planned) = planned.filter(|_| asked) else { return Err(limits.clone()) };
    if solver.is_none() {
        *solver = Solver::new(MEMORY_MIB).ok();
    }
    let Some(solver) = solver else { return Err(limits.clone()) };
    solver.set_threads(settings.threads.min(MOST_THREADS));
    let time = planned.mul_f64(f64::from(settings.proof_percent.min(100)) / 100.0);
    let share = solve::Limits { nodes: None, time: Some(time) };
    let verdict = solver.solve_until(rules, position, share, control.stop_flag(), &mut |_| ());
    let won = match verdict {
        Verdict { value: Value::Win, plies: Some(plies), nodes, .. } => {
            let score = Score::win_in(i32::try_from(plies).unwrap_or(i32::MAX));
            let line = solver.line(rules, position);
            proved(game, line, score, (nodes, start.elapsed()), sink)
        }
        _ => None,
    };
    won.ok_or_else(|| {
        let left = game.plies_left().map_or(MAX_PLY, |left| left.min(MAX_PLY));
        hand_over(solver, table, rules, position, (PLIES_HANDED_OVER, left as u32));
        let spent = start.elapsed();
        let mut rest = limits.clone();
        rest.movetime = rest.movetime.map(|time| time.saturating_sub(spent));
        if let Some(clock) = &mut rest.clock {
            clock.remaining = clock.remaining.saturating_sub(spent);
        }
        rest
    })
}

/// Stores in the search's table what the solver's holds as proved about the positions up to `depth` plies after `position`, if the game ends
/// within `left` plies: as bounds, because a proof need not be the shortest.
fn hand_over(solver: &Solver, table: &Table, rules: &Rules, position: &Position, (depth, left): (u32, u32)) {
    for next in rules.successors(position) {
        let known = solver.known(rules, &next.position).filter(|&(_, plies, _)| plies > 0 && plies < left);
        if let Some((value, plies, mv)) = known {
            let (score, kind) = match value {
                Value::Win => (WIN - plies as i32, Kind::Lower),
                _ => (plies as i32 - WIN, Kind::Upper),
            };
            table.store(next.position.key(), Entry { mv, score, depth: plies as i32, kind });
        } else if depth > 1 && !next.wins() {
            hand_over(solver, table, rules, &next.position, (depth - 1, left.saturating_sub(1)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Engine;
    use super::*;
    use crate::rules::Rules;

    /// Won for the mover, but too deep for a search of a few milliseconds to be sure.
    const WON: &str = "0,0,0,3,2,0,1,1/1,9,2,3,1,1,1,0/1,0,0,0,7,0,12,2/2,2,4,2,1,3,1,2 N 0,0 - -";

    #[test]
    fn a_won_position_is_answered_by_its_proof_and_the_rest_of_the_game_by_the_table() {
        let rules = Rules::ZANZIBAR;
        let settings = Settings { proof_percent: 50, ..Settings::default() };
        let mut engine = Engine::new(settings);
        let mut game = Game::from_position(rules, WON.parse().unwrap());
        let limits = Limits { movetime: Some(Duration::from_secs(20)), ..Limits::default() };
        let mut last = i32::MAX;
        while game.result().is_none() {
            let choice = engine.search(&game, &limits, &Control::new(), &mut |_| ());
            let plies = choice.score.win_plies().unwrap();
            assert!(plies > 0 && plies < last, "{plies} after {last}");
            last = plies;
            game.play(choice.best.unwrap()).unwrap();
            let replies = rules.successors(game.position());
            if let Some(reply) = replies.first().filter(|_| game.result().is_none()) {
                game.play(reply.mv).unwrap();
                last -= 1;
            }
        }
        assert!(game.plies() > 2, "{}", game.plies());
    }

    #[test]
    fn what_is_proved_about_the_next_plies_is_in_the_search_table() {
        let (rules, position) = (Rules::ZANZIBAR, WON.parse().unwrap());
        let mut solver = Solver::new(16).unwrap();
        let verdict = solver.solve(rules, &position, solve::Limits::nodes(1_000_000));
        let plies = verdict.plies.unwrap();
        let reached =
            rules.successors(&position).into_iter().find(|next| Some(next.mv) == verdict.best).unwrap();
        let key = reached.position.key();
        let mut table = Table::new(1);
        hand_over(&solver, &table, rules, &position, (1, plies - 1));
        assert_eq!(table.probe(key), None, "the game may end before the proof does");
        hand_over(&solver, &table, rules, &position, (2, plies));
        let entry = table.probe(key).unwrap();
        assert_eq!((entry.kind, entry.score), (Kind::Upper, plies as i32 - 1 - WIN));
        table.clear();
        hand_over(&Solver::new(1).unwrap(), &table, rules, &position, (2, plies));
        assert_eq!(table.probe(key), None);
    }

    #[test]
    fn searches_by_nodes_are_not_shared() {
        let game = Game::from_position(Rules::ZANZIBAR, WON.parse().unwrap());
        let limits = Limits { nodes: Some(500), ..Limits::default() };
        let [with, without] = [50, 0].map(|proof_percent| {
            let mut engine = Engine::new(Settings { proof_percent, ..Settings::default() });
            engine.search(&game, &limits, &Control::new(), &mut |_| ())
        });
        assert_eq!((with.best, with.score, with.nodes), (without.best, without.score, without.nodes));
    }
}
