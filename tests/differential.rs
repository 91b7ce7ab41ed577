//! The engine's rules against the naive reading of them in `tests/reference`: legal sets and results, move by move.
//!
//! Four sources of positions a rule set: random games, positions set up at random, known rare positions with a few
//! seeds moved, and boards made for long relays. Every comparison is exact, and the rare rules must have been met often enough to count.

use fundi::board::{Hole, Position, PositionParts, Side};
use fundi::rules::{Move, Reason, Rules};
use fundi_reference::random::{Dice, Tally, arbitrary_board, disturbed, long_relays};
use fundi_reference::{Board, Listing, RuleSet, files, list};

const GAME_POSITIONS: u64 = 100_000;
const SET_UP_POSITIONS: u64 = 60_000;
const DISTURBED_POSITIONS: u64 = 60_000;
const LONG_RELAY_POSITIONS: u64 = 20_000;
/// Of how many positions one has all 64 moves tried.
const ALL_MOVES_TRIED: u64 = 16;

/// One legal move: token, board after it, capturing, winning, laps, seeds captured.
type Row = (String, Board, bool, bool, u32, u32);

fn position_of(board: &Board) -> Position {
    let parts = PositionParts {
        holes: board.holes,
        stores: board.store,
        houses: board.house,
        mover: [Side::South, Side::North][board.mover],
        block: board.block.and_then(|hole| Hole::new(hole as u8)),
    };
    Position::from_parts(&parts).unwrap_or_else(|error| panic!("{error}: {board}"))
}

fn board_of(position: &Position) -> Board {
    let parts = position.parts();
    Board {
        holes: parts.holes,
        store: parts.stores,
        house: parts.houses,
        block: parts.block.map(|hole| usize::from(hole.index())),
        mover: usize::from(parts.mover == Side::North),
    }
}

/// Every one of the 64 moves: legal ones play, all others have a reason, and the right one if they never end.
fn try_all_moves(rules: &Rules, position: &Position, listing: &Listing) {
    let side = position.mover();
    let number = usize::from(side == Side::North);
    for mv in (0..=u8::MAX).filter_map(Move::from_index) {
        let token = mv.token(side).to_string();
        let legal = listing.legal.iter().any(|played| played.token.text(number) == token);
        // A `+` on a move that never comes to the choice does not make it end.
        let endless = listing.endless.iter().map(|other| other.text(number));
        let endless = endless.into_iter().any(|other| other == token || format!("{other}+") == token);
        match rules.play(position, mv) {
            Ok(_) => assert!(legal, "{token} can be played: {position}"),
            Err(why) => {
                assert!(!legal, "{why}: {position}");
                assert_eq!(matches!(why.reason, Reason::NeverEnding { .. }), endless, "{why}: {position}");
                assert!(why.to_string().starts_with(&format!("{token} is illegal: ")));
            }
        }
    }
}

/// Lists a position with both engines and compares everything.
fn compare(rules: &Rules, set: &RuleSet, board: &Board, tally: &mut Tally) -> Listing {
    let position = position_of(board);
    let listing = list(set, board);
    tally.add(board, &listing);
    if tally.positions.is_multiple_of(ALL_MOVES_TRIED) || !listing.endless.is_empty() {
        try_all_moves(rules, &position, &listing);
    }
    assert!(listing.legal.iter().all(|played| played.board.total() == 64), "{board}");
    let mut expected: Vec<Row> = listing
        .legal
        .iter()
        .map(|played| {
            let facts = &played.facts;
            let token = played.token.text(board.mover);
            (token, played.board.clone(), played.capturing, facts.won, facts.laps, facts.captured)
        })
        .collect();
    let mut found: Vec<Row> = rules
        .successors(&position)
        .iter()
        .map(|successor| {
            let token = successor.mv.token(position.mover()).to_string();
            let after = board_of(&successor.position);
            let (laps, captured) = (u32::from(successor.laps), u32::from(successor.captured));
            (token, after, successor.is_capture(), successor.wins(), laps, captured)
        })
        .collect();
    let by_token = |a: &Row, b: &Row| a.0.cmp(&b.0);
    expected.sort_unstable_by(by_token);
    found.sort_unstable_by(by_token);
    if expected != found {
        let show = |rows: &[Row]| -> String {
            rows.iter()
                .map(|row| format!("  {} {} {:?}\n", row.0, row.1, (row.2, row.3, row.4, row.5)))
                .collect()
        };
        panic!("{} {board}\nreference:\n{}engine:\n{}", set.name, show(&expected), show(&found));
    }
    listing
}

fn both(set: &RuleSet) -> &'static Rules {
    Rules::by_name(set.name).unwrap_or_else(|error| panic!("{error}"))
}

/// Random games; half of the plies prefer what captures most, as players do.
fn games(set: &RuleSet, seed: u64, tally: &mut Tally) {
    let rules = both(set);
    let mut dice = Dice(seed);
    let end = tally.positions + GAME_POSITIONS;
    while tally.positions < end {
        let mut board = Board::start(set);
        for _ in 0..300 {
            let listing = compare(rules, set, &board, tally);
            let Some(most) = listing.legal.iter().max_by_key(|played| played.facts.captured) else {
                break;
            };
            let chosen = if dice.once_in(2) { most } else { &listing.legal[dice.below(listing.legal.len())] };
            board = chosen.board.clone();
        }
    }
}

/// Positions nobody need ever reach.
fn set_up(set: &RuleSet, seed: u64, tally: &mut Tally) {
    let rules = both(set);
    let mut dice = Dice(seed);
    for _ in 0..SET_UP_POSITIONS {
        let board = arbitrary_board(&mut dice, set);
        compare(rules, set, &board, tally);
    }
}

/// The corpus and the published cases with a few seeds moved, under every rule set.
fn near_known(set: &RuleSet, seed: u64, tally: &mut Tally) {
    let rules = both(set);
    let mut dice = Dice(seed);
    let mut known = files::corpus(set);
    known.extend(files::cases().into_iter().filter(|case| case.complete && case.rules.name == set.name));
    let known: Vec<Board> =
        known.iter().map(|case| Board::parse(&case.position).expect("a position line")).collect();
    for _ in 0..DISTURBED_POSITIONS {
        let near = &known[dice.below(known.len())];
        let board = disturbed(&mut dice, set, near);
        compare(rules, set, &board, tally);
    }
}

/// Boards made for long relays.
fn relays(set: &RuleSet, seed: u64, tally: &mut Tally) {
    let rules = both(set);
    let mut dice = Dice(seed);
    for _ in 0..LONG_RELAY_POSITIONS {
        compare(rules, set, &long_relays(&mut dice), tally);
    }
}

/// Compares under one rule set and hands back what was met.
fn compare_under(set: &RuleSet, seed: u64) -> Tally {
    let mut tally = Tally::default();
    games(set, seed, &mut tally);
    set_up(set, seed + 1, &mut tally);
    near_known(set, seed + 2, &mut tally);
    relays(set, seed + 3, &mut tally);
    println!("{}: {tally:?}", set.name);
    assert!(
        tally.positions >= GAME_POSITIONS + SET_UP_POSITIONS + DISTURBED_POSITIONS + LONG_RELAY_POSITIONS
    );
    assert_met(&[
        ("never-ending moves", tally.endless, 30),
        ("positions without a move", tally.stuck, 100),
        ("handfuls of sixteen and more", tally.big_handfuls, 1_000),
        ("wins with the first capture", tally.first_wins, 100),
        ("wins with a later capture", tally.later_wins, 100),
        ("turns at a kichwa or kimbi", tally.turns, 1_000),
        ("laps of the longest move", tally.longest, 200),
    ]);
    tally
}

/// What only a game with stores, houses and kutakatia has.
fn assert_master_rules_met(tally: &Tally) {
    assert_met(&[
        ("blocks set", tally.blocks, 500),
        ("positions with a block", tally.blocked, 500),
        ("laps stopped by a block", tally.block_stops, 100),
        ("choices to play the house", tally.house_choices, 1_000),
        ("takata laps stopped by the house", tally.house_stops, 500),
        ("houses lifted", tally.house_lifts, 1_000),
        ("houses captured", tally.house_takes, 1_000),
        ("taxes", tally.taxes, 100),
    ]);
}

fn assert_met(rare: &[(&str, u64, u64)]) {
    for (name, times, least) in rare {
        assert!(times >= least, "{name}: met {times} times, expected at least {least}");
    }
}

#[test]
fn zanzibar_agrees_with_the_reference() {
    let tally = compare_under(&fundi_reference::ZANZIBAR, 1_994);
    assert_master_rules_met(&tally);
    assert_eq!(tally.block_passes, 0);
}

#[test]
fn mancala_world_agrees_with_the_reference() {
    let tally = compare_under(&fundi_reference::MANCALA_WORLD, 1_995);
    assert_master_rules_met(&tally);
    assert_met(&[("first laps from the house past the block", tally.block_passes, 5)]);
}

#[test]
fn kujifunza_agrees_with_the_reference() {
    let tally = compare_under(&fundi_reference::KUJIFUNZA, 1_996);
    assert_eq!(tally.blocks + tally.taxes + tally.house_choices + tally.house_lifts, 0);
}
