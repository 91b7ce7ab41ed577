//! Position lines and move tokens: round trips, and readers that survive anything.

use fundi::board::{Hole, Position, PositionParts, Side, fen};
use fundi::rules::{Move, Rules};
use fundi_reference::random::{Dice, arbitrary_board};
use fundi_reference::{Board, Token, ZANZIBAR};
use proptest::prelude::*;

const START: &str = "0,0,0,0,0,0,0,0/0,2,2,6,0,0,0,0/0,0,0,0,6,2,2,0/0,0,0,0,0,0,0,0 S 22,22 SN -";

/// Whatever was read must be written in one way only, and the naive reader must see the same board.
fn assert_sound(text: &str) -> bool {
    let Ok(position) = text.parse::<Position>() else {
        return false;
    };
    let written = position.to_string();
    assert_eq!(written.parse::<Position>().as_ref(), Ok(&position), "{text}");
    assert_eq!(Board::parse(text).map(|board| board.to_string()), Ok(written), "{text}");
    assert_eq!(position.total(), 64);
    // Any position that can be read can be played, traced and explained without harm.
    for rules in Rules::ALL {
        let successors = rules.successors(&position);
        assert!(successors.len() <= Move::COUNT);
        assert!(successors.iter().all(|successor| successor.position.total() == 64));
    }
    true
}

#[test]
fn all_moves_round_trip_for_both_sides() {
    let moves: Vec<Move> = (0..=u8::MAX).filter_map(Move::from_index).collect();
    assert_eq!(moves.len(), Move::COUNT);
    for mv in moves {
        for (side, number) in [(Side::South, 0), (Side::North, 1)] {
            let token = mv.token(side).to_string();
            assert_eq!(Move::parse(&token), Ok(mv));
            assert_eq!(Move::parse(&token.to_lowercase()), Ok(mv));
            assert_eq!(Move::parse(&token.to_uppercase()), Ok(mv));
            let naive = Token::parse(&token, number).unwrap();
            assert_eq!(naive.text(number), token);
            assert_eq!(naive.hole, usize::from(mv.hole().index()));
            assert_eq!(naive.plus, mv.plays_house());
            assert_eq!(Hole::parse(&mv.hole().name(side).to_string()), Some(mv.hole()));
        }
    }
}

#[test]
fn wrong_tokens_are_refused_by_name() {
    for wrong in
        ["", "A", "A5", "A0L", "A9R", "C1L", "A5X", "A5R++", "A5R>", " A5R", "A5R ", "AéR", "é5R", "5AR"]
    {
        let error = Move::parse(wrong).expect_err(wrong).to_string();
        assert!(error.contains(wrong.trim()), "{error}");
        assert!(!error.contains('\n'));
    }
}

#[test]
fn wrong_position_lines_say_what_is_wrong() {
    let cases = [
        ("", "0 fields"),
        ("S 22,22 SN -", "4 fields"),
        (&START.replace("/0,2,2,6,0,0,0,0", ""), "3 rows"),
        (&START.replace("0,2,2,6,0,0,0,0", "0,2,2,6,0,0,0"), "row a has 7 counts"),
        (&START.replace("6,2,2,0/", "6,2,x,0/"), "row A"),
        (&START.replace("6,2,2,0/", "6,2,-1,0/"), "row A"),
        (&START.replace("6,2,2,0/", "6,2,+2,0/"), "row A"),
        (&START.replace("6,2,2,0/", "6,2,300,0/"), "row A"),
        (&START.replace(" S ", " W "), "mover `W`"),
        (&START.replace("22,22", "22"), "stores `22`"),
        (&START.replace("22,22", "23,21"), "23"),
        (&START.replace(" SN ", " NS "), "houses `NS`"),
        (&START.replace("SN -", "SN B3"), "block `B3`"),
        (&START.replace("SN -", "SN a5"), "block `a5`"),
        (&START.replace("SN -", "SN A5"), "store"),
        (&START.replace("SN -", "SN - -"), "6 fields"),
        (&START.replace("6,2,2,0/", "6,2,3,0/"), "65"),
        (&START.replace("6,2,2,0/", "6,2,1,0/"), "63"),
    ];
    for (line, part) in cases {
        let error = line.parse::<Position>().expect_err(line).to_string();
        assert!(error.contains(part), "{line}: {error}");
        assert!(!error.contains('\n') && error.len() < 200, "{error}");
    }
    let unfilled = "8,8,8,8,0,0,0,0/8,8,0,0,0,0,0,0/0,8,8,0,0,0,0,0/0,0,0,0,0,0,0,0 S 0,0 - A1";
    assert!(unfilled.parse::<Position>().is_err());
    assert!(unfilled.replace("A1", "A2").parse::<Position>().is_ok());
}

#[test]
fn random_positions_round_trip() {
    let mut dice = Dice(7);
    for _ in 0..20_000 {
        let line = arbitrary_board(&mut dice, &ZANZIBAR).to_string();
        let position: Position = line.parse().unwrap_or_else(|error| panic!("{error}: {line}"));
        assert_eq!(position.to_string(), line);
        assert_eq!(Position::from_parts(&position.parts()), Ok(position));
        assert_eq!(fen::parse_parts(&line).map(|parts: PositionParts| parts), Ok(position.parts()));
    }
}

/// A position line with some characters replaced, removed or doubled.
fn damaged() -> impl Strategy<Value = String> {
    let edits =
        prop::collection::vec((any::<prop::sample::Index>(), 0..4u8, any::<char>(), "[0-9,/SN aA-]"), 1..5);
    (any::<u64>(), edits).prop_map(|(seed, edits)| {
        let mut text: Vec<char> = arbitrary_board(&mut Dice(seed), &ZANZIBAR).to_string().chars().collect();
        for (at, kind, any, usual) in edits {
            let at = at.index(text.len());
            match kind {
                0 => text[at] = any,
                1 => text.insert(at, any),
                2 => text[at] = usual.chars().next().unwrap_or(' '),
                _ => {
                    text.remove(at);
                }
            }
        }
        text.into_iter().collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn readers_survive_random_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let text = String::from_utf8_lossy(&bytes);
        assert_sound(&text);
        let _ = (Move::parse(&text), Hole::parse(&text), Rules::by_name(&text));
    }

    #[test]
    fn readers_survive_random_text(text in "\\PC{0,80}") {
        assert_sound(&text);
        if let Ok(mv) = Move::parse(&text) {
            prop_assert_eq!(mv.token(Side::South).to_string(), text.to_uppercase());
        }
        let _ = (Hole::parse(&text), Rules::by_name(&text));
    }

    #[test]
    fn readers_survive_damaged_lines(text in damaged()) {
        assert_sound(&text);
    }

    #[test]
    fn readers_survive_near_tokens(text in "[ABab]?[0-9]?[LRlr]?[+>*]{0,2}") {
        if let Ok(mv) = Move::parse(&text) {
            prop_assert_eq!(mv.token(Side::South).to_string(), text.to_uppercase());
        }
    }
}

#[test]
fn lenient_about_blanks_only() {
    assert!(assert_sound(&format!("  {}\t", START.replace(' ', "   "))));
    assert!(!assert_sound(&START.to_lowercase()));
}
