//! The events of a move: replayed on a bare board they must give the move's result, and the worked examples of the rule
//! texts must tell the expected story.

use fundi::board::{Hole, Position, Side};
use fundi::rules::{Event, Move, Rules, Successor};
use fundi_reference::files;
use fundi_reference::random::{Dice, arbitrary_board};

/// A bare board that only does what the events say.
struct Replay {
    own: [u8; 16],
    enemy: [u8; 16],
    store: u8,
    laps: u32,
    captured: u32,
}

fn at(hole: Hole) -> usize {
    usize::from(hole.index())
}

fn counts(position: &Position, side: Side) -> [u8; 16] {
    position.parts().holes[usize::from(side == Side::North)]
}

fn replay(position: &Position, events: &[Event]) -> Replay {
    let me = position.mover();
    let mut board = Replay {
        own: counts(position, me),
        enemy: counts(position, me.other()),
        store: position.store(me),
        laps: 0,
        captured: 0,
    };
    let mut hand = 0;
    for event in events {
        match *event {
            Event::StoreSeed { hole } => {
                board.store -= 1;
                board.own[at(hole)] += 1;
            }
            Event::Lift { hole, seeds } => {
                assert_eq!(hand, 0, "the hand is empty before it lifts");
                board.own[at(hole)] -= seeds;
                hand = seeds;
            }
            Event::Capture { by, from, seeds } => {
                assert_eq!(by.facing(), Some(from));
                assert!(board.own[at(by)] > 0);
                assert_eq!(board.enemy[at(from)], seeds, "captured whole");
                board.enemy[at(from)] = 0;
                board.captured += u32::from(seeds);
                hand = seeds;
            }
            Event::Lap { seeds, .. } => {
                assert_eq!(seeds, hand);
                board.laps += 1;
            }
            Event::Seed { hole, count } => {
                hand -= 1;
                board.own[at(hole)] += 1;
                assert_eq!(board.own[at(hole)], count);
            }
            _ => {}
        }
    }
    assert_eq!(hand, 0, "every seed is sown");
    board
}

fn assert_story(rules: &Rules, position: &Position, successor: &Successor) {
    let mut events: Vec<Event> = Vec::new();
    let traced = rules.trace(position, successor.mv, &mut events).unwrap();
    assert_eq!(traced, *successor, "listening changes nothing");
    assert_eq!(rules.play(position, successor.mv), Ok(traced));
    let board = replay(position, &events);
    let me = position.mover();
    let story = format!("{} in {position}: {events:?}", successor.mv.token(me));
    let after = &successor.position;
    assert_eq!(board.own, counts(after, me), "{story}");
    assert_eq!(board.enemy, counts(after, me.other()), "{story}");
    assert_eq!(board.store, after.store(me), "{story}");
    assert_eq!(board.laps, u32::from(successor.laps), "{story}");
    assert_eq!(board.captured, u32::from(successor.captured), "{story}");
    let told = |wanted: &dyn Fn(&Event) -> bool| events.iter().filter(|event| wanted(event)).count();
    assert_eq!(told(&|event| *event == Event::Won), usize::from(successor.wins()), "{story}");
    assert_eq!(
        told(&|event| *event == Event::HousePlayed),
        usize::from(successor.mv.plays_house()),
        "{story}"
    );
    let lost = position.owns_house(me) && !after.owns_house(me);
    assert_eq!(told(&|event| *event == Event::OwnHouseLost), usize::from(lost), "{story}");
    let taken = position.owns_house(me.other()) && !after.owns_house(me.other());
    assert_eq!(told(&|event| *event == Event::EnemyHouseLost), usize::from(taken), "{story}");
    let blocks: Vec<Hole> = events
        .iter()
        .filter_map(|event| if let Event::BlockSet { hole } = event { Some(*hole) } else { None })
        .collect();
    assert_eq!(blocks.first().copied(), after.blocked(), "{story}");
    let ending = |event: &Event| {
        matches!(
            event,
            Event::EndedEmpty { .. } | Event::Won | Event::BlockStopped { .. } | Event::HouseStopped
        )
    };
    let last = events.iter().rev().find(|event| !matches!(event, Event::BlockSet { .. }));
    assert!(told(&ending) == 1 && last.is_some_and(ending), "one ending, told last: {story}");
    let captures = told(&|event| matches!(event, Event::Capture { .. })) > 0;
    assert_eq!(captures, successor.is_capture(), "{story}");
}

#[test]
fn the_events_of_every_move_lead_to_its_result() {
    for set in fundi_reference::ALL {
        let rules = Rules::by_name(set.name).unwrap();
        let mut lines: Vec<String> = files::corpus(&set).into_iter().map(|case| case.position).collect();
        let mut dice = Dice(9);
        lines.extend((0..10_000).map(|_| arbitrary_board(&mut dice, &set).to_string()));
        for line in lines {
            let position: Position = line.parse().unwrap();
            for successor in rules.successors(&position).iter() {
                assert_story(rules, &position, successor);
            }
        }
    }
}

/// The events of a move of a published case.
fn story(case: &str, token: &str) -> Vec<Event> {
    let cases = files::cases();
    let case = cases.iter().find(|known| known.name == case).unwrap_or_else(|| panic!("no case {case}"));
    let rules = Rules::by_name(case.rules.name).unwrap();
    let parts = fundi::board::fen::parse_parts(&case.position).unwrap();
    let position = Position::from_parts_of_any_total(&parts).unwrap();
    let mut events = Vec::new();
    let legal = rules.trace(&position, Move::parse(token).unwrap(), &mut events).is_ok();
    assert_eq!(legal, case.moves.iter().any(|line| line.token == token), "{} {token}", case.name);
    events
}

fn front(number: u8) -> Hole {
    Hole::new(number - 1).unwrap()
}

#[test]
fn worked_events() {
    let placed = |events: &[Event]| events.iter().filter(|event| matches!(event, Event::Seed { .. })).count();

    // The tax: one seed placed in the house, two lifted, the house stays.
    let tax = story("KIBA-465", "A5R");
    assert!(tax.contains(&Event::StoreSeed { hole: Hole::HOUSE }) && tax.contains(&Event::Tax));
    assert!(
        tax.contains(&Event::Lift { hole: Hole::HOUSE, seeds: 2 }) && !tax.contains(&Event::OwnHouseLost)
    );
    assert_eq!(placed(&tax), 2);

    // A stop-or-play pair tells the two decisions apart, and playing loses the house.
    let (stop, play) = (story("SAFARI-WIN", "A5R"), story("SAFARI-WIN", "A5R+"));
    assert!(stop.contains(&Event::HouseStopped) && !stop.contains(&Event::Won));
    assert!(
        play.contains(&Event::HousePlayed)
            && play.contains(&Event::OwnHouseLost)
            && play.contains(&Event::Won)
    );

    // A capture at the far kimbi turns the hand round.
    assert!(story("V04", "A4L").iter().any(|event| matches!(event, Event::Turned { .. })));

    // A takata sets a block; a lap that ends in a blocked hole stops there.
    assert!(story("BLOCK-SET", "b5L").iter().any(|event| matches!(event, Event::BlockSet { .. })));
    assert!(story("BLOCKED-STOP", "B4R").contains(&Event::BlockStopped { hole: front(7) }));

    // The first mtaji capture ends both houses at once.
    let both = story("MTAJI-CAP-BOTH", "A5R");
    assert!(both.contains(&Event::OwnHouseLost) && both.contains(&Event::EnemyHouseLost));

    // Never-ending sowing is told up to where it is certain.
    assert!(story("MW-P3", "A3L").iter().any(|event| matches!(event, Event::NeverEnding { .. })));
}
