//! Speed of the rules: whole moves, leaf counts, and the chain of laps that limits both.
//!
//! `cargo bench --bench rules` prints figures in the units of the goals, then the same work as divan sees it. The goals,
//! on one core: at most 8 ns a lap and at least 20 M legal moves/s over game positions, at least 20 M leaves/s of perft
//! without hashing, 1.8 times that on two threads. Times are the best (and median) of many short slices, since the
//! machine may be shared; the probe shows how fast the core ran.
//!
//! A short list of positions flatters: a processor learns the ends of its moves by heart. The same code takes twice as long
//! over 32,768 positions as over 2,048, so the figures are given for several sizes, and the largest is the honest one.
//!
//! What a move costs is foretelling, not arithmetic: whether a lap ends the move, captures or relays is close to a coin
//! toss. What helped, in ns a move over the largest sample (from 28.2 down to 22.0):
//! * no branch on which row a lap ends in, on the kichwa entered, on capture or relay: mtaji captures 43 -> 32;
//! * a table that also takes the seeds out of the hole lifted, instead of clearing it first: 26.4 -> 24.5;
//! * looking at the victim of kutakatia once for all takata moves of a position: mtaji takata 29.8 -> 22.5;
//! * leaving long moves to a function of their own that works on a copy, so that the short loop stays in registers: 28.2 -> 27.4.
//!
//! What did not help:
//! * the landing hole and the next hand in the table beside the seeds (32 bytes a lap): loading what decides the next
//!   address is slower than computing it;
//! * a struct as the operand of `select_unpredictable`: it became a branch again; two bytes selected apart did not;
//! * keeping the branch between capture and relay: as fast in namua, 15 % slower in mtaji;
//! * collecting moves in a vector before use: 5 ns a move more than visiting them.

mod games;

use std::hint::black_box;
use std::sync::LazyLock;
use std::time::Instant;

use divan::Bencher;
use divan::counter::ItemsCount;
use fundi::board::sow::{Origin, Rows};
use fundi::board::{Position, Sense};
use fundi::rules::{Rules, Successor, perft};
use games::Sample;
use rayon::prelude::*;

const RULES: &Rules = Rules::ZANZIBAR;
const SIZES: [usize; 3] = [2_048, 8_192, 32_768];
const LAPS: u32 = 2_000;
const PERFT_POSITIONS: usize = 1_024;
const PERFT_DEPTH: u32 = 3;

static SAMPLE: LazyLock<Sample> = LazyLock::new(|| games::sample(RULES, SIZES[2]));

fn main() {
    report();
    divan::main();
}

/// Best and median time of many short slices, in nanoseconds.
struct Slices {
    best: f64,
    median: f64,
}

fn slices(count: usize, mut work: impl FnMut() -> u64) -> Slices {
    let mut times: Vec<f64> = (0..count)
        .map(|_| {
            let start = Instant::now();
            black_box(work());
            start.elapsed().as_nanos() as f64
        })
        .collect();
    times.sort_unstable_by(f64::total_cmp);
    Slices { best: times[0], median: times[count / 2] }
}

/// Millions a second, from a number of things and the nanoseconds they took.
fn millions(count: f64, nanoseconds: f64) -> f64 {
    1e3 * count / nanoseconds
}

fn report() {
    let probe = slices(200, || multiplications(black_box(10_000)));
    println!("probe: {:.3} ns a dependent multiplication", probe.best / 10_000.0);
    println!("{} games played for the largest sample", SAMPLE.games);
    for size in SIZES {
        let positions = &SAMPLE.positions[..size];
        let (moves, laps, checksum) = weigh(RULES, positions);
        let (moves, laps) = (moves as f64, laps as f64);
        let time = slices(6_000_000 / size, || visit_all(positions));
        println!(
            "{size:6} positions, {moves} moves, {laps} laps ({:.2} a move), checksum {checksum:016x}:\n       \
             best {:.2} ns a lap, {:.1} ns a move, {:.1} M moves/s; median {:.2} ns a lap, {:.1} M moves/s",
            laps / moves,
            time.best / laps,
            time.best / moves,
            millions(moves, time.best),
            time.median / laps,
            millions(moves, time.median),
        );
    }

    let start = RULES.start();
    let leaves = perft(RULES, &start, 9) as f64;
    let time = slices(100, || perft(RULES, &start, 9));
    println!("perft from the start, depth 9: best {:.1} M leaves/s", millions(leaves, time.best));
    let positions = &SAMPLE.positions[..PERFT_POSITIONS];
    let leaves = perft_all(positions) as f64;
    let one = slices(400, || perft_all(positions));
    println!(
        "perft from {PERFT_POSITIONS} game positions, depth {PERFT_DEPTH}, {leaves} leaves: best {:.1} M leaves/s, median {:.1}",
        millions(leaves, one.best),
        millions(leaves, one.median),
    );
    match rayon::ThreadPoolBuilder::new().num_threads(2).build() {
        Ok(pool) => {
            let shared = slices(400, || pool.install(|| perft_parallel(positions)));
            let beside = pool.broadcast(|_| slices(400, || perft_all(positions)).best);
            println!(
                "two threads: best {:.1} M leaves/s sharing the work, {:.2} times one; beside each other {:.2} times one",
                millions(leaves, shared.best),
                one.best / shared.best,
                beside.iter().map(|time| one.best / time).sum::<f64>(),
            );
        }
        Err(error) => println!("no two threads: {error}"),
    }

    let chain = slices(400, || dependent_laps(black_box(LAPS)));
    let laps = f64::from(LAPS);
    println!(
        "dependent laps, the limit: best {:.2} ns a lap, median {:.2}",
        chain.best / laps,
        chain.median / laps
    );
}

/// A chain of multiplications, three cycles each on common processors.
fn multiplications(count: u32) -> u64 {
    (0..count).fold(0x9e37_79b9_7f4a_7c15, |x: u64, _| black_box(0x5851_f42d_4c95_7f2d_u64).wrapping_mul(x))
}

/// Every legal move of the positions, with its outcome used.
fn visit_all(positions: &[Position]) -> u64 {
    let mut total = 0u64;
    for position in positions {
        RULES.visit(position, |next| total = total.wrapping_add(sum(&next)));
    }
    total
}

fn perft_all(positions: &[Position]) -> u64 {
    positions.iter().map(|position| perft(RULES, position, PERFT_DEPTH)).sum()
}

fn perft_parallel(positions: &[Position]) -> u64 {
    positions.par_chunks(64).map(perft_all).sum()
}

/// Endless relay over 32 seeds: each lap needs the count the one before left, so nothing can overlap.
fn dependent_laps(laps: u32) -> u64 {
    let mut rows = Rows { front: 0x0202_0202_0202_0202, back: 0x0202_0202_0202_0202 };
    let mut hole = 0;
    for _ in 0..laps {
        let seeds = rows.count(hole);
        hole = rows.sow(Origin::lifted(hole, Sense::Clockwise), seeds);
    }
    rows.front ^ rows.back
}

#[divan::bench(args = SIZES)]
fn legal_moves(bencher: Bencher, size: usize) {
    let positions = &SAMPLE.positions[..size];
    let (moves, ..) = weigh(RULES, positions);
    bencher.counter(ItemsCount::new(moves)).bench(|| visit_all(positions));
}

#[divan::bench]
fn perft_leaves(bencher: Bencher) {
    let positions = &SAMPLE.positions[..PERFT_POSITIONS];
    bencher.counter(ItemsCount::new(perft_all(positions))).bench(|| perft_all(positions));
}

#[divan::bench]
fn laps_in_a_chain(bencher: Bencher) {
    bencher.counter(ItemsCount::new(LAPS)).bench(|| dependent_laps(black_box(LAPS)));
}

/// Legal moves of the positions, laps of those moves, and a checksum over everything they lead to.
fn weigh(rules: &Rules, positions: &[Position]) -> (u64, u64, u64) {
    let (mut moves, mut laps, mut checksum) = (0, 0, 0u64);
    for position in positions {
        rules.visit(position, |next| {
            moves += 1;
            laps += u64::from(next.laps);
            checksum = checksum.wrapping_mul(31).wrapping_add(sum(&next));
        });
    }
    (moves, laps, checksum)
}

/// Uses every word of a successor, so that none of its computation can be dropped.
#[inline(always)]
fn sum(next: &Successor) -> u64 {
    let [a, b, c, d, e] = next.position.words();
    let rows = (a ^ b.rotate_left(8)).wrapping_add(c ^ d.rotate_left(8));
    rows.wrapping_add(e << 16)
        .wrapping_add(u64::from(next.captured) << 8)
        .wrapping_add(u64::from(next.mv.index()))
}
