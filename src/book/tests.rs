//! The book's promises: files, growth, scores, legality.

use super::{Book, BookError, Entry, Growth, Means, Searched, Tree, Widths, canonical, tree::before};
use crate::board::{Hole, Position};
use crate::rules::{Game, Move, Rules};
use crate::search::{Control, Score};
use crate::solve::{Limits, Solver, Value};
use std::convert::Infallible;

fn means(nodes: u64, positions: usize, threads: usize) -> Means {
    let widths = Widths::default();
    Means { nodes, positions: Some(positions), time: None, threads, hash_mib: 1, widths }
}

fn grown(book: Book, root: Position, means: Means) -> Book {
    let mut growth = Growth::new(book, root, means);
    growth.run(&Control::new(), &mut |_| Ok::<(), Infallible>(())).unwrap();
    growth.book()
}

fn small(rules: &'static Rules, nodes: u64, positions: usize) -> Book {
    grown(Book::new(rules, rules.start()), rules.start(), means(nodes, positions, 1))
}

fn play(rules: &'static Rules, moves: &str) -> Position {
    let mut game = Game::new(rules);
    for mv in moves.split(' ') {
        game.play(Move::parse(mv).unwrap()).unwrap();
    }
    *game.position()
}

/// The value of a position by plain negamax over the entries, without any of the tree's code.
fn negamax(book: &Book, position: &Position) -> Option<Score> {
    let searched = book.entry_of(position)?.searched.score;
    let rules = book.rules();
    let after = |next: &Position| match rules.successors(next).is_empty() {
        true => Some(Score::win_in(1)),
        false => negamax(book, next).map(before),
    };
    let successors = rules.successors(position);
    let values: Vec<Option<Score>> = successors.iter().map(|successor| after(&successor.position)).collect();
    let best = values.iter().flatten().max().copied();
    Some(match best {
        Some(best) if best.is_win() => best.max(searched),
        Some(best) if searched.win_plies().is_none() && values.iter().all(Option::is_some) => best,
        _ => searched,
    })
}

#[test]
fn a_file_is_read_as_written() {
    for book in [small(Rules::ZANZIBAR, 300, 40), small(Rules::KUJIFUNZA, 300, 40), Book::embedded().clone()]
    {
        assert_eq!(Book::from_bytes(&book.to_bytes()), Ok(book.clone()));
        assert!(book.provenance().contains("nodes a position"));
        assert!(book.entries().is_sorted_by(|a, b| a.key < b.key));
    }
}

#[test]
fn every_damaged_byte_and_every_cut_is_noticed() {
    let bytes = small(Rules::ZANZIBAR, 300, 12).to_bytes();
    for index in 0..bytes.len() {
        for bit in [1, 0x80] {
            let mut damaged = bytes.clone();
            damaged[index] ^= bit;
            let error = Book::from_bytes(&damaged).expect_err("damage").to_string();
            assert!(!error.is_empty() && !error.contains('\n'), "{error}");
        }
        assert!(Book::from_bytes(&bytes[..index]).is_err());
    }
    assert_eq!(Book::from_bytes(&[&bytes[..], &[0]].concat()), Err(BookError::Length));
    assert_eq!(Book::from_bytes(b"FUNDINET"), Err(BookError::Magic));
}

#[test]
fn stopping_and_continuing_changes_nothing() {
    let start = Rules::ZANZIBAR.start();
    let whole = small(Rules::ZANZIBAR, 400, 70);
    // In the middle of opening a leaf as well.
    for first in [1, 2, 3, 17, 33, 34] {
        let part = Book::from_bytes(&small(Rules::ZANZIBAR, 400, first).to_bytes()).unwrap();
        assert_eq!(part.entries().len(), first);
        assert_eq!(grown(part, start, means(400, 70 - first, 1)), whole, "{first}");
    }
}

#[test]
fn a_stopped_search_is_left_out() {
    let start = Rules::ZANZIBAR.start();
    let control = Control::new();
    control.stop();
    let mut growth = Growth::new(Book::new(Rules::ZANZIBAR, start), start, means(400, 10, 1));
    assert_eq!(growth.run(&control, &mut |_| Ok::<(), Infallible>(())), Ok(0));
    assert!(growth.book().entries().is_empty());
    let control = Control::new();
    let mut growth = Growth::new(Book::new(Rules::ZANZIBAR, start), start, means(400, 1000, 2));
    let searched = growth.run(&control, &mut |progress| {
        if progress.searched >= 20 {
            control.stop();
        }
        Ok::<(), Infallible>(())
    });
    let searched = searched.unwrap();
    assert!((20..40).contains(&searched), "{searched}");
    assert_eq!(growth.book().entries().len(), searched);
}

#[test]
fn scores_are_the_minimax_of_the_leaves() {
    for book in [small(Rules::ZANZIBAR, 300, 150), small(Rules::MANCALA_WORLD, 300, 150)] {
        for root in book.roots() {
            assert_eq!(book.entry_of(root).map(|entry| entry.score), negamax(&book, root));
        }
        let (mut leaves, mut inner) = (0, 0);
        let mut waiting = book.roots().to_vec();
        while let Some(position) = waiting.pop() {
            let Some(entry) = book.entry_of(&position) else { continue };
            assert_eq!(Some(entry.score), negamax(&book, &position), "{position}");
            *(if entry.plies == 0 { &mut leaves } else { &mut inner }) += 1;
            waiting.extend(book.rules().successors(&position).iter().map(|successor| successor.position));
        }
        assert!(leaves > 50 && inner > 20, "{leaves} {inner}");
    }
}

#[test]
fn parts_made_apart_join_to_one_tree() {
    let rules = Rules::ZANZIBAR;
    let top = small(rules, 400, 5);
    assert_eq!(top.entries().len(), 5, "the start and what its four moves lead to");
    let leaves = Tree::of(&top).leaves(&rules.start(), Widths::default(), 9);
    assert_eq!(leaves.len(), 4);
    let mut parts: Vec<Book> =
        leaves.iter().map(|leaf| grown(Book::new(rules, *leaf), *leaf, means(400, 30, 1))).collect();
    assert!(parts.iter().all(|part| part.roots().len() == 1 && part.roots() != top.roots()));
    parts.push(top.clone());
    let joined = Book::merge(&parts).unwrap();
    assert_eq!(joined.roots(), [rules.start()], "the other roots are reached from the start");
    assert!(joined.entries().len() > 100);
    for part in &parts {
        for entry in part.entries() {
            assert_eq!(joined.entry(entry.key).map(|found| found.searched), Some(entry.searched));
        }
    }
    assert_eq!(joined.entry_of(&rules.start()).map(|entry| entry.score), negamax(&joined, &rules.start()));
    parts.rotate_left(2);
    assert_eq!(Book::merge(&parts).unwrap(), joined, "in any order");
    assert_eq!(Book::merge(&[joined.clone(), joined.clone()]).unwrap(), joined);
    // What one job would have made is part of it.
    let whole = small(rules, 400, 60);
    let again = Book::merge(&[joined.clone(), whole.clone()]).unwrap();
    assert!(whole.entries().iter().all(|entry| again.entry(entry.key).is_some()));
}

#[test]
fn the_deeper_search_counts_and_other_rules_do_not_mix() {
    let (shallow, deep) = (small(Rules::ZANZIBAR, 200, 20), small(Rules::ZANZIBAR, 5000, 20));
    let joined = Book::merge(&[deep.clone(), shallow.clone()]).unwrap();
    assert_eq!(joined, Book::merge(&[shallow, deep.clone()]).unwrap());
    for entry in deep.entries() {
        assert_eq!(joined.entry(entry.key).map(|found| found.searched), Some(entry.searched));
    }
    assert!(joined.provenance().lines().count() == 2, "{}", joined.provenance());
    let other = small(Rules::MANCALA_WORLD, 200, 3);
    assert!(matches!(Book::merge(&[deep, other]), Err(BookError::Rules { .. })));
    assert_eq!(Book::merge(&[]), Err(BookError::Nothing));
}

/// What the book calls proved the solver proves too.
#[test]
fn proved_scores_are_exact() {
    let book = small(Rules::KUJIFUNZA, 20_000, 120);
    let mut solver = Solver::new(16).unwrap();
    let mut proved = 0;
    let mut waiting = book.roots().to_vec();
    while let Some(position) = waiting.pop() {
        let Some(entry) = book.entry_of(&position) else { continue };
        if let Some(plies) = entry.score.win_plies() {
            let verdict = solver.solve(book.rules(), &position, Limits::nodes(2_000_000));
            let expected = if entry.score.is_win() { Value::Win } else { Value::Loss };
            assert_eq!(verdict.value, expected, "{position} in {plies}");
            proved += 1;
        }
        waiting.extend(book.rules().successors(&position).iter().map(|successor| successor.position));
    }
    assert!(proved >= 20, "{proved}");
}

#[test]
fn no_proved_position_is_opened() {
    let book = small(Rules::KUJIFUNZA, 20_000, 120);
    let tree = Tree::of(&book);
    for leaf in tree.leaves(&book.roots()[0], Widths::default(), 1000) {
        assert!(tree.best(&leaf).is_some_and(|(_, score)| score.win_plies().is_none()));
        assert!(!tree.missing(&leaf).is_empty());
    }
}

/// With players who never stray the end of the best line is opened next; the wider the play, the more positions share the work.
#[test]
fn the_likeliest_leaf_is_opened_first() {
    let rules = Rules::ZANZIBAR;
    let book = small(rules, 400, 200);
    let tree = Tree::of(&book);
    let mut game = Game::new(rules);
    while let Some(entry) = book.entry_of(game.position()).filter(|entry| entry.plies > 0) {
        game.play(entry.mv).unwrap();
    }
    let narrow = Widths { own: 1, opponent: 1 };
    assert_eq!(tree.leaves(&rules.start(), narrow, 1), [*game.position()]);
    let farthest = |widths| {
        let grown = grown(book.clone(), rules.start(), Means { widths, ..means(400, 120, 1) });
        let positions = Tree::of(&grown).positions();
        assert_eq!(positions.len(), grown.entries().len());
        assert!(positions.is_sorted_by_key(|position| position.0));
        positions.last().map_or(0, |position| position.0)
    };
    assert!(farthest(Widths { own: 2, opponent: 2 }) > farthest(Widths { own: 500, opponent: 2000 }));
}

/// The beginners' game knows no houses: a position and its mirror image are one.
#[test]
fn mirror_images_share_an_entry() {
    let book = small(Rules::KUJIFUNZA, 500, 60);
    let rules = book.rules();
    let mut seen = 0;
    for successor in rules.successors(&rules.start()) {
        let position = successor.position;
        let Some(best) = book.best(&position) else { continue };
        let image = book.best(&position.mirrored()).expect("the image is known too");
        assert_eq!((image.score, image.depth), (best.score, best.depth));
        if position != position.mirrored() {
            assert_eq!(image.mv, best.mv.mirrored());
        }
        assert_eq!(canonical(&position).0.key(), canonical(&position.mirrored()).0.key());
        seen += 1;
    }
    assert_eq!(seen, 16);
    // With a house on the board left and right are not alike.
    let start = Rules::ZANZIBAR.start();
    assert_eq!(canonical(&start), (start, false));
}

#[test]
fn a_move_that_is_illegal_here_is_no_book_move() {
    let start = Rules::ZANZIBAR.start();
    let legal = Rules::ZANZIBAR.successors(&start);
    for index in 0..64 {
        let mv = Move::from_index(index).unwrap();
        let searched = Searched { mv, score: Score::ZERO, depth: 9 };
        let forged =
            Book { entries: vec![Entry::leaf(start.key(), searched)], ..Book::new(Rules::ZANZIBAR, start) };
        let is_legal = legal.iter().any(|successor| successor.mv == mv);
        for variety in [0, 50] {
            let chosen = forged.choose(&Game::new(Rules::ZANZIBAR), variety, 1).map(|found| found.mv);
            assert_eq!(chosen, is_legal.then_some(mv));
        }
        assert_eq!(Tree::of(&forged).len(), usize::from(is_legal));
    }
}

/// Games at random through the book, also where it is only brushed: every move offered is legal, every line too.
#[test]
fn nothing_illegal_is_ever_offered() {
    let small = small(Rules::KUJIFUNZA, 500, 200);
    for book in [Book::embedded(), &small] {
        let mut lot = 12345_u64;
        let mut offered = 0;
        for number in 0..2000_u64 {
            let mut game = Game::new(book.rules());
            while game.result().is_none() && game.plies() < 40 {
                for variety in [0, 30, 1000] {
                    let Some(found) = book.choose(&game, variety, number) else { continue };
                    let mut line = game.clone();
                    for mv in &found.line {
                        line.play(*mv).expect("legal");
                    }
                    assert_eq!(found.line.first(), Some(&found.mv));
                    offered += 1;
                }
                let successors = book.rules().successors(game.position());
                lot = lot.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let strays = lot >> 60 == 0;
                let next = match book.choose(&game, 200, lot).filter(|_| !strays) {
                    Some(found) => found.mv,
                    None => successors[(lot >> 33) as usize % successors.len()].mv,
                };
                game.play(next).expect("legal");
            }
        }
        assert!(offered > 5000, "{offered}");
    }
}

#[test]
fn the_book_knows_its_rules_and_its_limits() {
    let book = Book::embedded();
    assert_eq!(book.rules(), Rules::ZANZIBAR);
    assert!(book.choose(&Game::new(Rules::ZANZIBAR), 0, 0).is_some(), "the start is in the book");
    assert!(book.choose(&Game::new(Rules::MANCALA_WORLD), 0, 0).is_none(), "other rules");
    assert!(book.choose(&Game::new(Rules::KUJIFUNZA), 0, 0).is_none());
    let best = book.best(&Rules::ZANZIBAR.start()).unwrap();
    assert!(best.line.len() > 4 && best.depth > 10, "{best:?}");
    let moves = book.moves(&Rules::ZANZIBAR.start());
    assert_eq!(moves.len(), 4, "all first moves are known");
    assert!(moves.is_sorted_by(|a, b| a.score >= b.score) && moves[0] == best);
    // Replies to every first move, and after any two plies too.
    for first in &moves {
        assert!(
            book.best(&play(Rules::ZANZIBAR, &first.mv.token(crate::board::Side::South).to_string()))
                .is_some()
        );
    }
}

/// With variety, moves near the best are drawn, the better the likelier; none that falls further behind.
#[test]
fn variety_draws_only_from_the_good_moves() {
    let book = Book::embedded();
    let game = Game::new(Rules::ZANZIBAR);
    let moves = book.moves(game.position());
    let gap = |mv: Move| {
        let score = moves.iter().find(|known| known.mv == mv).unwrap().score;
        moves[0].score.centiseeds() - score.centiseeds()
    };
    for variety in [0, 1, 20, 40, 1000] {
        let mut counts = [0; Move::COUNT];
        for seed in 0..400 {
            let chosen = book.choose(&game, variety, seed).unwrap().mv;
            assert!(gap(chosen) <= variety as i32, "{variety}");
            counts[usize::from(chosen.index())] += 1;
        }
        let allowed = moves.iter().filter(|mv| gap(mv.mv) <= variety as i32);
        if variety == 1000 {
            assert_eq!(counts.iter().filter(|count| **count > 0).count(), allowed.count());
        }
        assert!(counts[usize::from(moves[0].mv.index())] * 5 >= 400, "{counts:?}");
    }
}

#[test]
fn a_blocked_hole_is_part_of_the_position() {
    // A mtaji position without houses, once with the hole A4 blocked and once not: two entries, mirrored with their blocks.
    let line = "0,1,2,1,4,8,2,2/10,0,0,10,2,1,0,1/0,2,0,0,1,1,0,0/0,0,2,2,0,2,6,4 N 0,0 - a4";
    let blocked: Position = line.parse().unwrap();
    let free = blocked.without_block();
    assert_ne!(canonical(&blocked).0.key(), canonical(&free).0.key());
    assert_eq!(canonical(&blocked).0.key(), canonical(&blocked.mirrored()).0.key());
    assert_eq!(blocked.mirrored().blocked(), Hole::parse("a5"));
}
