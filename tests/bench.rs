//! The benchmark's node count equals the stored one: whoever changes what the search does has to say so.

use fundi::bench::{DEPTH, measure};
use fundi::search::Control;

#[test]
fn the_search_visits_as_many_nodes_as_stored() {
    let stored = include_str!("data/bench.nodes").trim();
    let tally = measure(DEPTH, &Control::new(), &mut |_| {}).expect("nobody stops it");
    assert_eq!(
        tally.nodes.to_string(),
        stored,
        "the search has changed: if that is wanted, write {} into tests/data/bench.nodes",
        tally.nodes
    );
}
