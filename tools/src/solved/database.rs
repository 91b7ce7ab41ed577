//! The file of solved positions: text, one entry a line, so that results of any number of jobs can be joined.
//!
//! ```text
//! fundi-solved 1 zanzibar
//! win 25 48213 FEN | A6R a5L A3L
//! unknown - 2000000 FEN |
//! ```
//! Value for the player to move, plies within which the game then ends, nodes spent, position, and the main line of the proof. `unknown` with 0
//! nodes is a position that was only opened: its successors are worked on instead. Colours do not matter to a value, so every
//! position is kept with South to move.

use fundi::board::{Position, Side};
use fundi::rules::Rules;
use fundi::solve::Value;
use rustc_hash::FxHashMap;
use std::fmt::Write as _;
use std::path::Path;

/// What is known about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub value: Value,
    pub plies: u32,
    pub nodes: u64,
    pub line: String,
}

/// Solved and attempted positions of one rule set.
#[derive(Debug)]
pub struct Database {
    pub rules: &'static Rules,
    pub entries: FxHashMap<Position, Entry>,
}

/// The same position with South to move.
pub fn canonical(position: &Position) -> Position {
    if position.mover() == Side::South { *position } else { position.exchanged() }
}

/// One line of the file.
pub fn line_of(position: &Position, entry: &Entry) -> String {
    let plies = if entry.value == Value::Unknown { "-".to_owned() } else { entry.plies.to_string() };
    format!("{} {plies} {} {position} | {}", entry.value, entry.nodes, entry.line).trim_end().to_owned()
}

fn entry_of(text: &str) -> Option<(Position, Entry)> {
    let (facts, line) = text.split_once(" |")?;
    let mut words = facts.splitn(4, ' ');
    let value = match words.next()? {
        "win" => Value::Win,
        "loss" => Value::Loss,
        "unknown" => Value::Unknown,
        _ => return None,
    };
    let plies = words.next()?;
    let plies = if value == Value::Unknown { 0 } else { plies.parse().ok()? };
    let nodes = words.next()?.parse().ok()?;
    let position = words.next()?.parse().ok()?;
    Some((position, Entry { value, plies, nodes, line: line.trim().to_owned() }))
}

impl Database {
    /// An empty database.
    pub fn new(rules: &'static Rules) -> Database {
        Database { rules, entries: FxHashMap::default() }
    }

    /// The first line of every file.
    pub fn head(&self) -> String {
        format!("fundi-solved 1 {}", self.rules.name)
    }

    /// Adds a file's entries. A last line cut off in the middle, as a killed job leaves it, is passed over.
    pub fn read(&mut self, path: &Path) -> Result<(), String> {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let mut lines = text.split_inclusive('\n');
        if lines.next().map(str::trim_end) != Some(&self.head()) {
            return Err(format!("{}: expected the first line `{}`", path.display(), self.head()));
        }
        for (number, line) in lines.enumerate() {
            match entry_of(line.trim_end()) {
                Some((position, entry)) if line.ends_with('\n') => self.add(&position, entry)?,
                _ if !line.ends_with('\n') => {}
                _ => return Err(format!("{}: line {}: not an entry", path.display(), number + 2)),
            }
        }
        Ok(())
    }

    /// Adds an entry: a value beats an attempt, a shorter distance a longer one, more nodes fewer.
    pub fn add(&mut self, position: &Position, entry: Entry) -> Result<(), String> {
        let position = canonical(position);
        if let Some(old) = self.entries.get(&position) {
            let solved = (old.value != Value::Unknown, entry.value != Value::Unknown);
            if solved == (true, true) && old.value != entry.value {
                return Err(format!("two files contradict each other about {position}"));
            }
            let better = match solved {
                (true, true) => entry.plies < old.plies,
                (false, false) => entry.nodes > old.nodes,
                (before, now) => now && !before,
            };
            if !better {
                return Ok(());
            }
        }
        self.entries.insert(position, entry);
        Ok(())
    }

    /// Writes the whole database, in the order of the position lines, by way of a second file: a stop leaves the old one whole.
    pub fn write(&self, path: &Path) -> Result<(), String> {
        let mut sorted: Vec<(String, String)> = self
            .entries
            .iter()
            .map(|(position, entry)| (position.to_string(), line_of(position, entry)))
            .collect();
        sorted.sort();
        let mut text = self.head() + "\n";
        for (_, line) in sorted {
            writeln!(text, "{line}").map_err(|error| error.to_string())?;
        }
        let part = path.with_extension("part");
        std::fs::write(&part, text).map_err(|error| format!("{}: {error}", part.display()))?;
        std::fs::rename(&part, path).map_err(|error| format!("{}: {error}", path.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(value: Value, plies: u32, nodes: u64) -> Entry {
        Entry { value, plies, nodes, line: String::from("A6R a5L") }
    }

    #[test]
    fn lines_are_read_as_written_and_the_better_entry_stays() {
        let start = Rules::ZANZIBAR.start();
        for known in [entry(Value::Win, 25, 7), entry(Value::Unknown, 0, 9)] {
            assert_eq!(entry_of(&line_of(&start, &known)), Some((start, known)));
        }
        let mut database = Database::new(Rules::ZANZIBAR);
        database.add(&start, entry(Value::Unknown, 0, 9)).unwrap();
        database.add(&start.passed(), entry(Value::Win, 25, 7)).unwrap();
        database.add(&start, entry(Value::Unknown, 0, 99)).unwrap();
        database.add(&start, entry(Value::Win, 23, 7)).unwrap();
        assert_eq!(database.entries.len(), 1, "colours do not matter");
        assert_eq!(database.entries[&start].plies, 23);
        assert!(database.add(&start, entry(Value::Loss, 3, 7)).is_err());
    }

    #[test]
    fn files_survive_a_cut_last_line_and_name_a_bad_one() {
        let folder = std::env::temp_dir().join(format!("fundi-solved-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("a.solved");
        let mut database = Database::new(Rules::ZANZIBAR);
        let start = Rules::ZANZIBAR.start();
        database.add(&start, entry(Value::Win, 25, 7)).unwrap();
        database.write(&path).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, format!("{text}loss 12 99 0,0,0")).unwrap();
        let mut again = Database::new(Rules::ZANZIBAR);
        again.read(&path).unwrap();
        assert_eq!(again.entries, database.entries);
        std::fs::write(&path, format!("{text}loss 12 99 0,0,0\n")).unwrap();
        assert!(again.read(&path).unwrap_err().contains("line 3"));
        assert!(Database::new(Rules::KUJIFUNZA).read(&path).is_err());
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
