//! How games end: emptied front row, no legal move, third occurrence, ply limit, in this order.

use fundi::board::{Position, Side, fen};
use fundi::rules::{Conventions, Ending, Game, GameResult, Move, Rules};
use fundi_reference::files;

/// Two groups of five seeds that walk round their rings and never meet: after 24 plies everything stands as before.
const WALK: &str = "0,0,0,0,1,0,0,0/0,1,0,0,0,0,2,1/1,2,0,0,0,0,1,0/0,0,0,1,0,0,0,0 S 0,0 - -";
const ROUND: &str =
    "A2L a2L A1L a1L B1R b1R B2R b2R B3R b3R B6R b6R B7R b7R B8R b8R A8L a8L A5L a5L A4L a4L A3L a3L";

fn walk() -> Game {
    let position = Position::from_parts_of_any_total(&fen::parse_parts(WALK).unwrap()).unwrap();
    Game::from_position(Rules::KUJIFUNZA, position)
}

fn round() -> Vec<Move> {
    ROUND.split(' ').map(|token| Move::parse(token).unwrap()).collect()
}

fn case(name: &str) -> Position {
    files::cases().into_iter().find(|case| case.name == name).unwrap().position.parse().unwrap()
}

#[test]
fn the_third_occurrence_is_a_draw_and_the_start_counts_as_one() {
    let mut game = walk();
    for (ply, mv) in (1..).zip(round().into_iter().chain(round())) {
        assert_eq!(game.result(), None, "before ply {ply}");
        game.play(mv).unwrap();
    }
    assert_eq!(game.plies(), 48);
    assert_eq!(game.occurrences(), 3);
    assert_eq!(game.result(), Some(GameResult { winner: None, ending: Ending::Repetition }));
    let free = game.clone().with_conventions(Conventions { repetition: 0, ..Conventions::default() });
    assert_eq!(free.result(), None, "switched off");
    assert_eq!(game.undo(), round().last().copied());
    assert_eq!(game.result(), None);
    assert_eq!(game.plies(), 47);
}

#[test]
fn the_ply_limit_ends_an_open_game() {
    let mut game = walk().with_conventions(Conventions { repetition: 3, max_plies: 5 });
    for mv in round().into_iter().take(5) {
        assert_eq!(game.result(), None);
        game.play(mv).unwrap();
    }
    assert_eq!(game.result(), Some(GameResult { winner: None, ending: Ending::PlyLimit }));
    assert_eq!(Conventions::default(), Conventions { repetition: 3, max_plies: 1000 });
}

#[test]
fn an_emptied_front_row_comes_before_the_draws() {
    let mut game = Game::from_position(Rules::ZANZIBAR, case("MW-P1"))
        .with_conventions(Conventions { repetition: 1, max_plies: 1 });
    let winning = Rules::ZANZIBAR.successors(game.position()).iter().find(|next| next.wins()).unwrap().mv;
    assert!(game.play(winning).unwrap().wins());
    let won = GameResult { winner: Some(Side::South), ending: Ending::FrontRowEmpty };
    assert_eq!(game.result(), Some(won));
    assert!(game.rules().successors(game.position()).is_empty());
}

#[test]
fn whoever_cannot_move_has_lost_before_any_draw() {
    let game = Game::from_position(Rules::ZANZIBAR, case("NOMOVE-1"))
        .with_conventions(Conventions { repetition: 1, max_plies: 1 });
    let lost = GameResult { winner: Some(Side::North), ending: Ending::NoLegalMove };
    assert_eq!(game.result(), Some(lost));
    let loaded = Game::from_position(Rules::ZANZIBAR, case("EMPTY-FRONT-LOADED"));
    assert_eq!(loaded.result().map(|result| result.ending), Some(Ending::FrontRowEmpty));
}

#[test]
fn an_illegal_move_changes_nothing() {
    let mut game = Game::new(Rules::ZANZIBAR);
    let before = *game.position();
    assert!(game.play(Move::parse("A5R").unwrap()).is_err());
    assert_eq!((*game.position(), game.plies(), game.positions().len()), (before, 0, 1));
    assert_eq!(game.undo(), None);
}

#[test]
fn the_game_of_1994_was_resigned_while_open() {
    let mut game = Game::new(Rules::ZANZIBAR);
    for ply in files::game_1994().1 {
        assert_eq!(game.result(), None);
        game.play(Move::parse(&ply.token).unwrap()).unwrap();
        assert_eq!(game.position().to_string(), ply.position);
    }
    assert_eq!(game.result(), None);
    assert_eq!(game.plies(), 52);
}
