//! Which moves are legal, and where they lead (sections 2, 3, 7 and 8 of the rules).

use crate::RuleSet;
use crate::block::{blocked_after_takata, capturing_starts};
use crate::board::{Board, HOUSE, Token};
use crate::hand::{Endless, Facts, Hand};

/// A legal move, played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The move.
    pub token: Token,
    /// The board after it, the other side to move.
    pub board: Board,
    /// A capturing move.
    pub capturing: bool,
    /// What happened in it.
    pub facts: Facts,
}

/// All moves of a position.
#[derive(Clone, Debug, Default)]
pub struct Listing {
    /// The legal moves, played.
    pub legal: Vec<Played>,
    /// Moves that would be legal if they ended.
    pub endless: Vec<Token>,
}

/// How a move begins: the first thing done with the hand.
#[derive(Clone, Copy)]
enum Opening {
    NamuaCapture,
    NamuaTakata,
    Tax,
    Mtaji { capturing: bool },
}

/// Plays every move the mover may begin. A finished position has none.
pub fn list(rules: &RuleSet, board: &Board) -> Listing {
    let mut listing = Listing::default();
    if board.front_empty(0) || board.front_empty(1) {
        return listing;
    }
    let begin = if board.store[board.mover] > 0 { namua(rules, board) } else { mtaji(board) };
    for (hole, right, opening) in begin {
        for plus in [false, true] {
            let token = Token { hole, right, plus };
            match run(rules, board, token, opening) {
                // A `+` on a move that never has the choice is no move of its own.
                Ok(played) if plus && !played.facts.house_choice => {}
                Ok(played) => listing.legal.push(played),
                Err(house_choice) if plus && !house_choice => {}
                Err(_) => listing.endless.push(token),
            }
        }
    }
    listing
}

/// Leaf count at a depth; a position without moves counts 0 at any depth from 1.
pub fn perft(rules: &RuleSet, board: &Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    list(rules, board).legal.iter().map(|played| perft(rules, &played.board, depth - 1)).sum()
}

/// The moves that may begin while the mover has a store.
fn namua(rules: &RuleSet, board: &Board) -> Vec<(usize, bool, Opening)> {
    let me = board.mover;
    let mine = &board.holes[me];
    let theirs = &board.holes[1 - me];
    let mut begin = Vec::new();
    for hole in 0..8 {
        if mine[hole] > 0 && theirs[7 - hole] > 0 {
            // The letter names the kichwa entered.
            if hole <= 5 {
                begin.push((hole, false, Opening::NamuaCapture));
            }
            if hole >= 2 {
                begin.push((hole, true, Opening::NamuaCapture));
            }
        }
    }
    if !begin.is_empty() {
        return begin;
    }

    let filled: Vec<usize> = (0..8).filter(|&hole| mine[hole] > 0).collect();
    if let [only] = filled[..] {
        let opening = if only == HOUSE && board.full_house(me) { Opening::Tax } else { Opening::NamuaTakata };
        for right in [false, true] {
            let outward = (only == 0 && !right) || (only == 7 && right);
            if !outward {
                begin.push((only, right, opening));
            }
        }
        return begin;
    }

    let house_stands = if rules.singleton_needs_full_house { board.full_house(me) } else { board.house[me] };
    let several = filled.iter().any(|&hole| mine[hole] > 1);
    for hole in filled {
        if hole == HOUSE && board.full_house(me) {
            continue;
        }
        if mine[hole] == 1 && several && !house_stands {
            continue;
        }
        for right in [false, true] {
            begin.push((hole, right, Opening::NamuaTakata));
        }
    }
    begin
}

/// The moves that may begin once the mover's store is empty.
fn mtaji(board: &Board) -> Vec<(usize, bool, Opening)> {
    let mine = &board.holes[board.mover];
    let captures = capturing_starts(board, board.mover);
    if !captures.is_empty() {
        let opening = Opening::Mtaji { capturing: true };
        return captures
            .iter()
            .map(|start| (start.hole, right_of(start.hole, start.clockwise), opening))
            .collect();
    }

    let opening = Opening::Mtaji { capturing: false };
    let filled = (0..8).filter(|&hole| mine[hole] > 0).count();
    let mut begin = Vec::new();
    for hole in (0..8).filter(|&hole| mine[hole] >= 2 && board.block != Some(hole)) {
        for right in [false, true] {
            let outward = (hole == 0 && !right) || (hole == 7 && right);
            if !(outward && filled == 1) {
                begin.push((hole, right, opening));
            }
        }
    }
    if begin.is_empty() {
        for hole in (8..16).filter(|&hole| mine[hole] >= 2) {
            begin.push((hole, false, opening));
            begin.push((hole, true, opening));
        }
    }
    begin
}

/// The row direction of a sense along the ring: on the back row clockwise is leftward.
fn right_of(hole: usize, clockwise: bool) -> bool {
    clockwise == (hole < 8)
}

/// Plays one move. A never-ending one gives back whether the house came up on the way.
fn run(rules: &RuleSet, board: &Board, token: Token, opening: Opening) -> Result<Played, bool> {
    let me = board.mover;
    let Token { hole, right, plus } = token;
    let capturing = matches!(opening, Opening::NamuaCapture | Opening::Mtaji { capturing: true });
    let clockwise = match opening {
        // Entering at the left kichwa the hand goes right.
        Opening::NamuaCapture => !right,
        _ => right_of(hole, right),
    };
    let mut hand = Hand::new(rules, board.clone(), capturing, clockwise, plus);
    match opening {
        Opening::NamuaCapture => {
            hand.place_from_store(hole);
            hand.capture(hole);
        }
        Opening::NamuaTakata => {
            hand.place_from_store(hole);
            hand.sow_hole(hole);
        }
        Opening::Tax => {
            hand.place_from_store(hole);
            hand.sow_tax();
        }
        Opening::Mtaji { .. } => hand.sow_hole(hole),
    }
    if let Err(Endless) = hand.finish() {
        return Err(hand.facts.house_choice);
    }
    let Hand { mut board, mut facts, .. } = hand;
    board.mover = 1 - me;
    board.block = None;
    if !capturing {
        board.block = blocked_after_takata(rules, &board);
        facts.block_set = board.block.is_some();
    }
    Ok(Played { token, board, capturing, facts })
}
