//! What must not matter: the colour of the mover, and left or right once the houses are gone.

use fundi::board::Position;
use fundi::rules::{Rules, Successor};
use fundi_reference::random::{Dice, arbitrary_board};
use fundi_reference::{Board, RuleSet, files};

/// Corpus positions and random ones, half and half.
fn boards(set: &RuleSet) -> Vec<Board> {
    let mut boards: Vec<Board> =
        files::corpus(set).iter().map(|case| Board::parse(&case.position).unwrap()).collect();
    let mut dice = Dice(64);
    boards.extend((0..20_000).map(|_| arbitrary_board(&mut dice, set)));
    boards
}

fn successors(rules: &Rules, position: &Position) -> Vec<Successor> {
    let mut successors = rules.successors(position).to_vec();
    successors.sort_unstable_by_key(|successor| successor.mv.index());
    successors
}

#[test]
fn the_mirror_image_plays_the_mirrored_moves_once_no_house_is_owned() {
    for set in fundi_reference::ALL {
        let rules = Rules::by_name(set.name).unwrap();
        let mut moves = 0;
        for mut board in boards(&set) {
            board.house = [false, false];
            let position: Position = board.to_string().parse().unwrap();
            let mirrored = position.mirrored();
            assert_eq!(mirrored.to_string(), board.mirrored().to_string());
            let (ours, images) = (successors(rules, &position), successors(rules, &mirrored));
            assert_eq!(ours.len(), images.len(), "{position}");
            for one in &ours {
                let image = images.iter().find(|image| image.mv == one.mv.mirrored());
                let image =
                    image.unwrap_or_else(|| panic!("{} in {position}", one.mv.token(position.mover())));
                assert_eq!(image.position, one.position.mirrored());
                assert_eq!((image.laps, image.captured, image.wins()), (one.laps, one.captured, one.wins()));
            }
            moves += ours.len();
        }
        assert!(moves > 40_000, "{}: {moves}", set.name);
    }
}

#[test]
fn an_owned_house_breaks_the_mirror() {
    let start = Rules::ZANZIBAR.start();
    assert_ne!(
        successors(Rules::ZANZIBAR, &start.mirrored()).len(),
        successors(Rules::ZANZIBAR, &start).len()
    );
}

#[test]
fn both_colours_play_the_same_game() {
    for set in fundi_reference::ALL {
        let rules = Rules::by_name(set.name).unwrap();
        for board in boards(&set) {
            let mut swapped = board.clone();
            swapped.holes.swap(0, 1);
            swapped.store.swap(0, 1);
            swapped.house.swap(0, 1);
            swapped.mover = 1 - board.mover;
            let position: Position = board.to_string().parse().unwrap();
            let other: Position = swapped.to_string().parse().unwrap();
            assert_eq!(position.key(), other.key());
            assert_eq!(position.words(), other.words());
            let (ours, theirs) = (successors(rules, &position), successors(rules, &other));
            assert_eq!(ours.len(), theirs.len());
            for (one, two) in ours.iter().zip(&theirs) {
                assert_eq!((one.mv, one.position.words()), (two.mv, two.position.words()), "{position}");
                assert_ne!(one.position.mover(), two.position.mover());
            }
        }
    }
}
