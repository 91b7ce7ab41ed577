//! `fundi book` as people run it: growing, stopping, joining, looking, and files that are none.

use fundi::book::Book;
use fundi::rules::Rules;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn fundi(directory: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fundi"));
    command.env_clear().env("LC_ALL", "C").current_dir(directory);
    command
}

fn run(directory: &Path, arguments: &str) -> Output {
    fundi(directory).args(arguments.split(' ')).output().unwrap()
}

fn stdout(directory: &Path, arguments: &str) -> String {
    let output = run(directory, arguments);
    assert!(output.status.success(), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty(), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn refused(directory: &Path, arguments: &str) -> String {
    let output = run(directory, arguments);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments}: {error}");
    assert_eq!(error.lines().count(), 1, "{error}");
    error
}

/// An empty folder for a test.
fn scratch(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("book-{name}"));
    std::fs::remove_dir_all(&directory).unwrap_or_default();
    std::fs::create_dir_all(&directory).unwrap();
    directory
}

#[test]
fn books_grow_continue_and_join() {
    let folder = scratch("grow");
    let text = stdout(&folder, "book extend whole.book --nodes 2000 --positions 40");
    assert_eq!(text, "whole.book: 40 positions searched, 40 in the book\n");
    stdout(&folder, "book extend parts.book --nodes 2000 --positions 15");
    stdout(&folder, "book extend parts.book --nodes 2000 --positions 25");
    let read = |name: &str| std::fs::read(folder.join(name)).unwrap();
    assert_eq!(read("whole.book"), read("parts.book"));
    assert!(!folder.join("parts.book.part").exists());

    // Work divided: a plan, a job for each of its lines, one book from all.
    let plan = stdout(&folder, "book plan whole.book --count 3");
    assert_eq!(plan.lines().count(), 3);
    for (number, line) in plan.lines().enumerate() {
        let name = format!("job-{number}.book");
        let mut command = fundi(&folder);
        command.args(["book", "extend", &name, "--nodes", "2000", "--positions", "10", "--fen", line]);
        assert!(command.output().unwrap().status.success());
    }
    let text = stdout(&folder, "book merge whole.book job-0.book job-1.book job-2.book -o all.book");
    assert!(text.starts_with("all.book: 4 books joined, "), "{text}");
    let all = Book::load(&folder.join("all.book")).unwrap();
    assert!(all.entries().len() > 60 && all.roots() == [Rules::ZANZIBAR.start()]);
    stdout(&folder, "book merge job-2.book job-1.book whole.book job-0.book -o again.book");
    assert_eq!(read("all.book"), read("again.book"));

    // Below one move only, on two threads.
    stdout(&folder, "book extend whole.book --nodes 2000 --positions 20 --threads 2 --moves A6R --quiet");
    assert_eq!(Book::load(&folder.join("whole.book")).unwrap().entries().len(), 60);
    stdout(&folder, "book extend other.book --rules kujifunza --nodes 500 --positions 20");
    let error = refused(&folder, "book merge whole.book other.book -o bad.book");
    assert_eq!(error, "fundi: other.book: a book for kujifunza, expected one for zanzibar\n");
    assert!(!folder.join("bad.book").exists());
    let error = refused(&folder, "book extend other.book --rules zanzibar --positions 1");
    assert_eq!(error, "fundi: other.book: a book for kujifunza, expected one for zanzibar\n");
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_everything_done() {
    use nix::sys::signal::{Signal, kill};
    let folder = scratch("interrupt");
    let mut command = fundi(&folder);
    let child = command.args(["book", "extend", "a.book", "--nodes", "20000"]);
    let child = child.stdout(std::process::Stdio::piped()).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1500));
    kill(nix::unistd::Pid::from_raw(child.id() as i32), Signal::SIGINT).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}");
    let entries = Book::load(&folder.join("a.book")).unwrap().entries().len();
    assert!(entries > 2 && text.ends_with(&format!("{entries} in the book\n")), "{entries} {text}");
    stdout(&folder, "book extend a.book --nodes 20000 --positions 3");
    assert_eq!(Book::load(&folder.join("a.book")).unwrap().entries().len(), entries + 3);
}

#[test]
fn a_book_is_shown_in_text_and_json() {
    let folder = scratch("show");
    let stats: Value = serde_json::from_str(&stdout(&folder, "book stats --json")).unwrap();
    let sum = |name: &str| -> u64 {
        match &stats[name] {
            Value::Array(counts) => counts.iter().filter_map(Value::as_u64).sum(),
            counts => counts.as_object().unwrap().values().filter_map(Value::as_u64).sum(),
        }
    };
    let entries = Book::embedded().entries().len() as u64;
    assert_eq!((stats["entries"].as_u64(), stats["reached"].as_u64()), (Some(entries), Some(entries)));
    assert_eq!((sum("plies"), sum("depths")), (entries, entries));
    assert_eq!(stats["plies"][1], 4, "all first moves");
    let text = stdout(&folder, "book stats");
    assert!(text.starts_with(&format!("Rules zanzibar: {entries} positions")), "{text}");
    assert!(stdout(&folder, "book stats --lang sw").starts_with("Kanuni za zanzibar: "));

    let query: Value = serde_json::from_str(&stdout(&folder, "book query --json")).unwrap();
    let moves = query["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 4);
    let best = Book::embedded().best(&Rules::ZANZIBAR.start()).unwrap();
    assert_eq!(moves[0]["score"]["centiseeds"], best.score.centiseeds());
    let tokens: Vec<&str> = moves[0]["line"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert_eq!((tokens.len(), tokens[0]), (best.line.len(), moves[0]["move"].as_str().unwrap()));
    let text = stdout(&folder, "book query");
    assert!(text.lines().filter(|line| line.contains("win chance")).count() == 4, "{text}");

    let openings = stdout(&folder, "book openings --plies 2 --to 3 --window 80 --further 1");
    assert!(openings.lines().count() >= 4, "{openings}");
    for line in openings.lines() {
        let best = Book::embedded().best(&line.parse().unwrap()).unwrap();
        assert!(best.score.centiseeds().abs() <= 80 && best.line.len() > 1, "{line}");
    }

    // The book's opinion stands below an analysis.
    let text = stdout(&folder, "analyze --depth 4 --threads 1");
    assert!(text.lines().last().unwrap().starts_with("Book: A"), "{text}");
    let value: Value =
        serde_json::from_str(&stdout(&folder, "analyze --depth 4 --threads 1 --json")).unwrap();
    assert_eq!(value["positions"][0]["book"]["move"], moves[0]["move"]);
    let other = "analyze --rules kujifunza --depth 3 --threads 1";
    assert!(!stdout(&folder, other).contains("Book: "));
    let value: Value = serde_json::from_str(&stdout(&folder, &format!("{other} --json"))).unwrap();
    assert!(value["positions"][0]["book"].is_null());
}

#[test]
fn a_position_outside_the_book_is_said_to_be_unknown() {
    let folder = scratch("unknown");
    let line = "2,2,4,6,0,0,3,4/3,0,3,0,0,5,1,0/2,0,1,2,0,1,1,1/1,2,4,5,3,3,3,2 S 0,0 - -";
    let output = fundi(&folder).args(["book", "query", "--fen", line]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.ends_with("The book does not know this position.\n"), "{text}");
    let over = "0,0,0,0,0,0,0,0/0,2,2,6,0,0,0,0/0,0,0,0,0,0,0,0/54,0,0,0,0,0,0,0 S 0,0 - -";
    let output = fundi(&folder).args(["book", "extend", "a.book", "--fen", over]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("the game is over"));
}

#[test]
fn files_that_are_no_books_are_refused_in_one_line() {
    let folder = scratch("refuse");
    std::fs::write(folder.join("text.book"), "1. e4 e5").unwrap();
    std::fs::write(folder.join("cut.book"), &Book::embedded().to_bytes()[..1000]).unwrap();
    for command in [
        "book stats",
        "book query",
        "book plan",
        "book openings",
        "book extend --positions 1",
        "analyze --book",
    ] {
        let (start, end) = command.split_at(command.find(" --p").unwrap_or(command.len()));
        let error = refused(&folder, &format!("{start} text.book{end}"));
        assert!(error.contains("text.book: not an opening book: it does not begin with FUNDBOOK"), "{error}");
        let error = refused(&folder, &format!("{start} cut.book{end}"));
        assert!(error.contains("cut.book: the book is cut off or damaged"), "{error}");
    }
    assert!(refused(&folder, "book stats none.book").contains("none.book: cannot be read"));
    assert!(refused(&folder, "book merge text.book -o out.book").contains("not an opening book"));
    for wrong in [
        "book",
        "book extend",
        "book extend a.book --nodes 0",
        "book extend a.book --time x",
        "book extend a.book --threads 0",
        "book extend a.book --own 0",
        "book extend a.book --moves A1L",
        "book extend no/such/folder/a.book --positions 1 --nodes 10",
        "book merge a.book",
        "book query --moves A7L_",
    ] {
        refused(&folder, wrong);
    }
}

/// The examples in the help of every command under `book`, in order in one folder.
#[test]
fn every_example_in_the_help_runs() {
    let folder = scratch("help");
    let path = std::env::join_paths([
        Path::new(env!("CARGO_BIN_EXE_fundi")).parent().unwrap().to_owned(),
        PathBuf::from("/usr/bin"),
        PathBuf::from("/bin"),
    ]);
    let path = path.unwrap();
    for name in ["a", "b"] {
        stdout(&folder, &format!("book extend {name}.book --nodes 500 --positions 30"));
    }
    for name in ["my.book", "part-1.book", "part-2.book"] {
        std::fs::copy(folder.join("a.book"), folder.join(name)).unwrap();
    }
    let mut examples = 0;
    for name in ["extend", "merge", "openings", "plan", "query", "stats"] {
        let help = stdout(&folder, &format!("book {name} --help"));
        for example in help.lines().filter_map(|line| line.strip_prefix("  fundi ")) {
            let command = format!("fundi {}", example.replace("--time 10", "--time 0.3"));
            let output = Command::new("sh")
                .args(["-c", &command])
                .env_clear()
                .env("PATH", &path)
                .current_dir(&folder)
                .output()
                .unwrap();
            assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
            examples += 1;
        }
    }
    assert!(examples >= 6, "{examples}");
}
