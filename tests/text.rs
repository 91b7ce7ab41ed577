//! Moves and games as text: every printed form, the game of 1994, records that are wrong.

use fundi::board::{Position, PositionParts, fen};
use fundi::notation::{Notation, Reading, read, write};
use fundi::record::{Outcome, ReadOptions, Record, RecordWriter, read_all};
use fundi::rules::{Move, Rules};
use proptest::prelude::*;

const CASES: &str = include_str!("data/cases.txt");
const GAME: &str = include_str!("data/game-1994.txt");

/// The Donkers forms of the cases: rules, position, token, form.
fn forms() -> Vec<(&'static Rules, Position, &'static str, &'static str)> {
    let mut rules = Rules::ZANZIBAR;
    let mut position = rules.start();
    let mut forms = Vec::new();
    for line in CASES.lines() {
        if let Some(case) = line.strip_prefix("case ") {
            rules = Rules::by_name(case.split_whitespace().nth(1).unwrap()).unwrap();
        } else if let Some(line) = line.strip_prefix("pos ") {
            let parts: PositionParts = fen::parse_parts(line).unwrap();
            position = Position::from_parts_of_any_total(&parts).unwrap();
        } else if let (Some((_, form)), false) = (line.split_once(" # "), line.starts_with('#')) {
            forms.push((rules, position, line.split_whitespace().next().unwrap(), form.trim()));
        }
    }
    forms
}

#[test]
fn every_printed_donkers_form_is_written_and_read() {
    let forms = forms();
    assert_eq!(forms.len(), 556, "the number of move lines in the cases");
    for (rules, position, token, form) in forms {
        let mv = Move::parse(token).unwrap();
        let played = rules.play(&position, mv).unwrap();
        assert_eq!(write(Notation::Donkers, &position, &played), form, "{position}");
        for reading in [Reading::Strict, Reading::Lenient] {
            assert_eq!(read(rules, &position, form, Notation::Donkers, reading), Ok(played), "{form}");
        }
    }
}

#[test]
fn every_notation_round_trips() {
    for (rules, position, token, _) in forms() {
        let played = rules.play(&position, Move::parse(token).unwrap()).unwrap();
        for notation in [Notation::Token, Notation::Donkers, Notation::Kiba] {
            let text = write(notation, &position, &played);
            assert_eq!(read(rules, &position, &text, notation, Reading::Strict), Ok(played), "{text}");
        }
    }
}

#[test]
fn what_is_wrong_with_a_move_is_said_with_its_place() {
    let message = |fen: &str, text: &str, notation, reading| {
        let position: Position = fen.parse().unwrap();
        read(Rules::ZANZIBAR, &position, text, notation, reading).unwrap_err().to_string()
    };
    let start = Rules::ZANZIBAR.start().to_string();
    let lenient = |text| message(&start, text, Notation::Donkers, Reading::Lenient);
    let strict = |text| message(&start, text, Notation::Donkers, Reading::Strict);
    assert_eq!(lenient(""), "`` does not begin with a hole, expected A1 to A8 or B1 to B8");
    assert_eq!(lenient("Z9"), "`Z9` does not begin with a hole, expected A1 to A8 or B1 to B8");
    assert_eq!(lenient("A9L"), "`A9L`: character 2: expected a hole number from 1 to 8");
    assert_eq!(
        lenient("A6Lx"),
        "`A6Lx`: character 4: unexpected `x`, expected L or R, then > to play the house, then * for a takata"
    );
    assert_eq!(lenient("6"), "`6`: no direction, expected one because it is not forced");
    assert_eq!(strict("A6L**"), "`A6L**`: marked as blocking, but the takata blocks nothing");
    assert_eq!(strict("a6L"), "`a6L`: row letter `a`, expected a capital letter because South is to move");
    assert_eq!(lenient("A1"), "A1L is illegal: A1 is empty (sections 2 and 3)");
    assert!(
        read(Rules::ZANZIBAR, &Rules::ZANZIBAR.start(), "a6l**", Notation::Donkers, Reading::Lenient).is_ok()
    );
    let mtaji = "5,0,4,1,2,3,0,0/0,0,1,5,5,0,3,0/1,4,0,2,1,5,3,2/1,9,1,4,0,1,1,0 S 0,0 - -";
    let error = message(mtaji, "2R", Notation::Donkers, Reading::Lenient);
    assert_eq!(error, "`2R`: no row letter, expected A or B because the store is empty");
    // In the K.I.B.A. texts `>` is a direction, in Donkers' it plays the house.
    let position = Rules::ZANZIBAR.start();
    let kiba = read(Rules::ZANZIBAR, &position, "A6>", Notation::Kiba, Reading::Strict).unwrap();
    assert_eq!(kiba.mv, Move::parse("A6R").unwrap());
    assert!(read(Rules::ZANZIBAR, &position, "A6>", Notation::Donkers, Reading::Strict).is_err());
}

#[test]
fn reasons_read_the_same_from_the_words_and_from_the_rules() {
    use fundi::words::Told;
    use fundi::words::Words;
    let (english, swahili) = (Words::english(), Words::by_name("sw").unwrap());
    let mut kinds = std::collections::HashSet::new();
    let mut last = None;
    for (rules, position, ..) in forms() {
        if last.replace(position) == Some(position) {
            continue;
        }
        for mv in (0..64).filter_map(Move::from_index) {
            if let Some(why) = rules.why_illegal(&position, mv) {
                assert_eq!(why.told(english), why.to_string());
                assert!(!why.told(swahili).contains("illegal"));
                kinds.insert(std::mem::discriminant(&why.reason));
            }
        }
    }
    assert!(kinds.len() >= 12, "only {} kinds of reasons came up", kinds.len());
}

fn game_of_1994() -> Record {
    read_all(GAME, &ReadOptions::default()).unwrap().pop().unwrap()
}

#[test]
fn the_game_of_1994_is_imported_replayed_and_exported() {
    let mut record = game_of_1994();
    assert_eq!(record.game().plies(), 52);
    record.set_tag("White", "Ramadhan");
    record.set_tag("Black", "Kijumbe \"the \\ second\"");
    record.set_outcome(Outcome::parse("0-1").unwrap());
    record.comment("South resigns { here }");
    for notation in [Notation::Donkers, Notation::Token, Notation::Kiba] {
        let text = record.text(notation);
        let options = ReadOptions { notation, reading: Reading::Strict, ..ReadOptions::default() };
        let again = read_all(&text, &options).unwrap();
        assert_eq!(again.len(), 1);
        assert_eq!(again[0].text(notation), text);
        assert_eq!(again[0], record);
    }
}

#[test]
fn donkers_own_files_are_read() {
    let text = "title: Ramadhan - Kijumbe\nplace: Zanzibar\nsouth: Ramadhan\n\n1: 7L* 5R;\n2: 6R* a6R*;\n3: 7R* 8L*; 4: 8R*\n\ntitle: second\n1: 7L* 5R;\n";
    let records =
        read_all(text, &ReadOptions { reading: Reading::Lenient, ..ReadOptions::default() }).unwrap();
    assert_eq!(records.len(), 2);
    assert_eq!(records[0].tag("Event"), "Ramadhan - Kijumbe");
    assert_eq!(records[0].tag("White"), "Ramadhan");
    assert_eq!(records[0].game().plies(), 7);
    assert_eq!(records[0].game().moves(), &game_of_1994().game().moves()[..7]);
    assert_eq!(records[1].game().plies(), 2);
}

#[test]
fn a_file_of_many_games_grows_and_keeps_comments_and_glyphs() {
    let mut first = Record::new(Rules::ZANZIBAR);
    first.comment("before the game");
    first.play(Move::parse("A7L").unwrap()).unwrap();
    first.comment("+0.31/9 0.52s");
    first.comment("second remark");
    first.note_mut(1).unwrap().glyphs.push(6);
    first.play(Move::parse("a5R").unwrap()).unwrap();
    let north = "0,0,0,0,0,0,0,0/0,2,2,6,0,0,0,0/0,0,0,0,6,2,2,0/0,0,0,0,0,0,0,0 N 22,22 SN -";
    let game = fundi::rules::Game::from_position(Rules::MANCALA_WORLD, north.parse().unwrap());
    let mut second = Record::of(game);
    second.set_tag("TimeControl", "10+0.1");
    second.play(Move::parse("a6R").unwrap()).unwrap();
    second.set_outcome(Outcome::Draw);
    let mut file = Vec::new();
    let mut writer = RecordWriter::new(&mut file);
    writer.write(&first).unwrap();
    writer.write(&second).unwrap();
    let text = String::from_utf8(file).unwrap();
    assert!(text.contains("1. A7L* $6 {+0.31/9 0.52s} {second remark} 1... a5R *"), "{text}");
    assert!(text.contains("1... a6R* 1/2-1/2"), "{text}");
    let options = ReadOptions { reading: Reading::Strict, ..ReadOptions::default() };
    assert_eq!(read_all(&text, &options).unwrap(), [first, second]);
}

#[test]
fn wrong_records_give_one_clear_line() {
    let wrong = |text: &str, reading| {
        let error =
            read_all(text, &ReadOptions { reading, ..ReadOptions::default() }).unwrap_err().to_string();
        assert!(!error.contains('\n'), "{error}");
        error
    };
    let lenient = |text: &str| wrong(text, Reading::Lenient);
    assert!(lenient("").starts_with("no game found"));
    assert_eq!(
        lenient("[Rules \"malawi\"]"),
        "game 1, line 1: unknown rules `malawi`, expected zanzibar, mancala-world or kujifunza"
    );
    assert_eq!(lenient("[White Ali]"), "game 1, line 1: tag `[White Ali]`, expected [Name \"value\"]");
    assert_eq!(lenient("[Result \"2-0\"]"), "game 1, line 1: result `2-0`, expected 1-0, 0-1, 1/2-1/2 or *");
    assert_eq!(lenient("1. A7L* {an open comment"), "game 1, line 1: `{` is never closed");
    assert_eq!(lenient("1. A7L* a5R )"), "game 1, line 1: `)` closes nothing");
    assert_eq!(
        lenient("[FEN \"0,0,0,0,0,0,0,0/0,2,2,6,0,0,0,0/0,0,0,0,6,2,2,0/0,0,0,0,0,0,0,1 S 22,22 SN -\"]"),
        "game 1, line 1: position line: holes and stores hold 65 seeds, expected 64"
    );
    let illegal = lenient("1. A7L* a5R\n2. A1R");
    assert!(illegal.starts_with("game 1, line 2: ply 3: A1R is illegal: A1 is empty"), "{illegal}");
    assert!(
        illegal.ends_with(
            "position 0,0,0,0,0,0,0,0/1,2,2,7,0,0,0,0/0,0,0,0,7,3,0,0/0,0,0,0,0,0,0,0 S 21,21 SN -"
        )
    );
    let strict = |text: &str| wrong(text, Reading::Strict);
    assert_eq!(strict("1. A7L* 3. a5R *"), "game 1, line 1: move number `3`, expected 1");
    assert!(strict("1. A7L* a5R").contains("the text ends after 2 moves without a result"));
    assert!(
        strict("[Result \"1-0\"]\n1. A7L* 0-1").contains("the moves end with `0-1`, but the tag says `1-0`")
    );
}

#[test]
fn after_a_broken_game_the_next_one_is_read() {
    let text = "[White \"a\"]\n\n1. A7L* A7L* 1-0\n\n[White \"b\"]\n[Black \"c\"]\n\n1. A7L* 1-0\n";
    let games: Vec<_> = fundi::record::Games::new(text, ReadOptions::default()).collect();
    assert_eq!(games.len(), 2);
    assert!(games[0].is_err());
    assert_eq!(games[1].as_ref().unwrap().tag("White"), "b");
}

proptest! {
    #[test]
    fn the_reader_never_panics(text in "[\\[\\]{}()\"A-B1-8LR>+*.:;$ \n\\\\é]{0,200}") {
        for reading in [Reading::Strict, Reading::Lenient] {
            let options = ReadOptions { reading, ..ReadOptions::default() };
            for game in fundi::record::Games::new(&text, options) {
                if let Err(error) = game {
                    prop_assert!(!error.to_string().is_empty());
                }
            }
        }
    }

    #[test]
    fn move_readers_never_panic(text in "\\PC{0,12}") {
        let start = Rules::ZANZIBAR.start();
        for notation in [Notation::Token, Notation::Donkers, Notation::Kiba] {
            if let Ok(played) = read(Rules::ZANZIBAR, &start, &text, notation, Reading::Lenient) {
                prop_assert!(!write(notation, &start, &played).is_empty());
            }
        }
    }
}
