//! The puzzles that come with the program, and two published problems.

use fundi::board::{Position, Side};
use fundi::puzzle::{Finder, Task, read, shipped};
use fundi::rules::{Move, Rules};
use fundi::solve::{Limits, Solver, Value};

#[test]
fn at_least_a_hundred_puzzles_are_shipped_and_sound() {
    let puzzles = shipped().unwrap();
    assert!(puzzles.len() >= 100, "{}", puzzles.len());
    let mut positions = std::collections::HashSet::new();
    for puzzle in &puzzles {
        assert!(positions.insert(puzzle.position.words()), "twice: {}", puzzle.position);
        assert_eq!(read(&puzzle.record().to_string()).unwrap(), std::slice::from_ref(puzzle));
        if puzzle.task == Task::Win {
            assert_eq!(puzzle.plies, Some(puzzle.solution.len() as u32), "{}", puzzle.position);
            let game = puzzle.record().game().clone();
            assert_eq!(game.result().unwrap().winner, Some(puzzle.position.mover()));
        }
    }
    let depths: Vec<u32> = puzzles.iter().map(|puzzle| puzzle.depth).collect();
    assert!(depths.is_sorted(), "easy ones first");
    assert!(depths.iter().any(|depth| *depth >= 6), "none is hard");
}

/// Judged by the solver alone, so that no change of the evaluation can break a puzzle unseen.
#[test]
fn right_moves_are_proved_and_no_other_move_is() {
    let mut solver = Solver::new(64).unwrap();
    for puzzle in shipped().unwrap().iter().step_by(3) {
        for played in puzzle.rules.successors(&puzzle.position) {
            let verdict = solver.solve(puzzle.rules, &played.position, Limits::nodes(60_000));
            let is_right = Some(played.mv) == puzzle.answer();
            match (puzzle.task, is_right) {
                (Task::Win, true) => assert_eq!(verdict.value, Value::Loss, "{}", puzzle.position),
                (Task::Win, false) => assert_ne!(verdict.value, Value::Loss, "{}", puzzle.position),
                (Task::Save, true) => assert_ne!(verdict.value, Value::Win, "{}", puzzle.position),
                (Task::Save, false) => assert_eq!(verdict.value, Value::Win, "{}", puzzle.position),
            }
        }
    }
}

/// A published problem of Mancala World: North wins in three moves, by one first move only.
#[test]
fn the_published_win_in_three_is_a_puzzle_with_the_published_answer() {
    let line = "1,1,2,2,3,3,0,0/1,2,2,0,12,0,2,0/2,3,2,4,2,0,3,0/8,0,1,5,2,1,0,0 N 0,0 - -";
    let position: Position = line.parse().unwrap();
    let puzzle = Finder::new().unwrap().find(Rules::ZANZIBAR, &position, "Mancala World").unwrap();
    assert_eq!((puzzle.task, puzzle.plies), (Task::Win, Some(5)));
    let solution: Vec<String> = puzzle.solution.iter().map(|mv| mv.token(Side::North).to_string()).collect();
    assert_eq!(solution.first().map(String::as_str), Some("a4L"));
}

/// The other one: South wins at once. Several moves win by force, so it is a puzzle only by its number of moves.
#[test]
fn the_published_win_at_once_is_found() {
    let line = "2,2,4,6,0,0,3,4/3,0,3,0,0,5,1,0/2,0,1,2,0,1,1,1/1,2,4,5,3,3,3,2 S 0,0 - -";
    let position: Position = line.parse().unwrap();
    let winning = Rules::ZANZIBAR.successors(&position).into_iter().filter(|played| played.wins());
    assert_eq!(winning.map(|played| played.mv).collect::<Vec<Move>>(), [Move::parse("B2L").unwrap()]);
    assert_eq!(Finder::new().unwrap().find(Rules::ZANZIBAR, &position, "Mancala World"), None);
}

#[test]
fn the_start_is_no_puzzle() {
    let mut finder = Finder::new().unwrap();
    for rules in Rules::ALL {
        assert_eq!(finder.find(rules, &rules.start(), "start"), None);
    }
}

#[test]
fn puzzles_are_asked_hinted_solved_and_skipped() {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let puzzle = shipped().unwrap().remove(0);
    let side = puzzle.position.mover();
    let right = puzzle.answer().unwrap();
    let moves = puzzle.rules.successors(&puzzle.position);
    let wrong = moves.iter().find(|played| played.mv != right).unwrap().mv;
    let script = format!("{}\nZ1\nhint\n{}\nsolve\nskip\nquit\n", wrong.token(side), right.token(side));
    let mut child = Command::new(env!("CARGO_BIN_EXE_fundi"))
        .arg("puzzle")
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success());
    let mistake = format!("No: {}. Try again", wrong.token(side));
    let hint = format!("It starts from {}.", right.hole().name(side));
    for expected in [&*mistake, "does not begin with a hole", &*hint, "Right. The answer: ", "Solved 1 of 3."]
    {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
}
