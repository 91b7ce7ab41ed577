//! Speed of the evaluation: whole positions, inputs and arithmetic together, by the vector code and by the plain one.
//!
//! `cargo bench --bench evaluation` prints evaluations a second over distinct positions of games; the goal is 60 ns each with 64
//! hidden units, which is 16.7 million a second.

mod games;

use divan::Bencher;
use divan::counter::ItemsCount;
use fundi::board::Position;
use fundi::eval::{Evaluator, Network};
use fundi::rules::Rules;
use std::hint::black_box;
use std::sync::LazyLock;

const SIZES: [usize; 2] = [2_048, 32_768];

static POSITIONS: LazyLock<Vec<Position>> =
    LazyLock::new(|| games::sample(Rules::ZANZIBAR, SIZES[1]).positions);

fn main() {
    divan::main();
}

fn evaluate_all(bencher: Bencher, network: &Network, size: usize) {
    let positions = &POSITIONS[..size];
    bencher.counter(ItemsCount::new(size)).bench_local(|| {
        positions.iter().map(|position| i64::from(network.evaluate(black_box(position)))).sum::<i64>()
    });
}

#[divan::bench(args = SIZES)]
fn embedded(bencher: Bencher, size: usize) {
    evaluate_all(bencher, Evaluator::Embedded.network(), size);
}

#[divan::bench(args = SIZES)]
fn portable(bencher: Bencher, size: usize) {
    evaluate_all(bencher, &Evaluator::Embedded.network().clone().portable(), size);
}
