//! A review of the 1994 game with fixed values, so that the outputs do not change with the search.

use fundi::board::Side;
use fundi::record::{ReadOptions, Record, read_all};
use fundi::review::{Assessment, Options, Proof, Review};
use fundi::rules::Move;
use fundi::search::{Limits, Score};

pub const GAME: &str = include_str!("../data/games/zanzibar-1994.bao");

/// South's value after each ply from the start, centiseeds.
const VALUES: [i32; 36] = [
    -11, -118, -150, -160, -120, -160, -80, -110, -90, -90, -80, -100, -90, -140, -110, -120, -50, -150,
    -190, -190, 48, 190, 190, 83, 130, -190, -170, -120, -290, -310, -340, -310, -220, -320, -480, -1320,
];

/// Better moves than the ones played, by ply.
const BETTER: [(usize, &str); 5] = [(1, "A6R"), (17, "A8L"), (20, "a5R"), (25, "A5R"), (35, "A2L")];

pub fn record() -> Record {
    read_all(GAME, &ReadOptions::default()).unwrap().remove(0)
}

/// The whole game, or its first moves: 35 plies by value, then North's forced win, which South is shown to have missed a way out of.
pub fn review(positions: usize) -> Review {
    let record = record();
    let game = record.game();
    let assess = |ply: usize| {
        let position = game.positions()[ply];
        let mover = position.mover();
        let left = i32::try_from(game.plies() - ply).unwrap();
        let score = match VALUES.get(ply) {
            Some(south) => Score::from_centiseeds(if mover == Side::South { *south } else { -south }),
            // The search is made to say that South could have won at ply 42.
            None if ply == 42 => Score::win_in(9),
            None if mover == Side::North => Score::win_in(left + 1),
            None => Score::loss_in(left + 1),
        };
        let played = game.moves().get(ply).copied();
        let better = BETTER.iter().find(|(at, _)| *at == ply + 1).map(|(_, text)| Move::parse(text).unwrap());
        let legal = game.rules().successors(&position);
        let other = legal.iter().map(|one| one.mv).find(|mv| Some(*mv) != played);
        let best = if ply == 42 { other } else { better.or(played) };
        let proof = score.win_plies().map(|plies| Proof {
            winner: if score.is_win() { mover } else { mover.other() },
            plies: plies.unsigned_abs(),
            by_solver: ply == 42,
        });
        let chance = fundi::explain::win_chance(score);
        let second = (legal.len() > 1).then_some(if ply % 9 == 5 { chance - 0.3 } else { chance - 0.05 });
        Assessment {
            mover,
            score,
            chance,
            best: best.or(legal.first().map(|one| one.mv)),
            line: best.into_iter().collect(),
            second,
            legal: legal.len(),
            depth: 12,
            nodes: 1000,
            proof,
        }
    };
    let options = Options { limits: Limits { depth: Some(12), ..Limits::default() }, proof_nodes: 0 };
    Review::of(&record, &options, (0..positions).map(assess).collect())
}
