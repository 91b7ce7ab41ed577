//! Makes the names of all texts (`words::Key`) from the English language file, so that a text is added by adding a line there.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=src/words/en.txt");
    println!("cargo::rerun-if-changed=src/words/make_keys.rs");
    let text = fs::read_to_string("src/words/en.txt")?;
    let mut names: Vec<&str> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let Some((key, _)) = line.split_once('=') else { continue };
        let key = key.trim();
        // A text with two forms is one key.
        let name = key.strip_suffix(".one").or_else(|| key.strip_suffix(".other")).unwrap_or(key);
        if names.last() != Some(&name) {
            names.push(name);
        }
    }
    let mut code = String::from(
        "/// The name of a text.\n#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]\npub enum Key {\n",
    );
    let mut list = String::new();
    for name in &names {
        let variant = variant(name);
        // Writing to a String cannot fail.
        let _ = writeln!(code, "    /// `{name}` in the language files.\n    {variant},");
        let _ = writeln!(list, "        (Key::{variant}, {name:?}),");
    }
    let _ = writeln!(
        code,
        "}}\n\nimpl Key {{\n    /// Every key with its name in the language files, in the order of the enum.\n    \
         pub const ALL: &'static [(Key, &'static str)] = &[\n{list}    ];\n}}"
    );
    let out = env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("cargo sets OUT_DIR"))?;
    fs::write(Path::new(&out).join("keys.rs"), code)
}

/// `no_best_move` as `NoBestMove`.
fn variant(name: &str) -> String {
    let part = |part: &str| {
        let mut letters = part.chars();
        letters
            .next()
            .map_or(String::new(), |first| first.to_ascii_uppercase().to_string() + letters.as_str())
    };
    name.split('_').map(part).collect()
}
