//! Are all words a player reads in the table, and is every text of the table used? Is Swahili heard everywhere?

use fundi::words::{Key, Words};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The sources of the library and the program, without their unit tests.
fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") && !path.ends_with("tests.rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                let code = text
                    .split("#[cfg(test)]")
                    .next()
                    .unwrap()
                    .split("#[cfg(all(test")
                    .next()
                    .unwrap()
                    .to_owned();
                found.push((path, code));
            }
        }
    }
    assert!(!found.is_empty(), "{folder}");
    found
}

/// `no_best_move` as `NoBestMove`.
fn variant(name: &str) -> String {
    name.split('_').map(|part| part[..1].to_uppercase() + &part[1..]).collect()
}

#[test]
fn every_text_is_used() {
    let code: String = sources("src").into_iter().map(|(_, code)| code).collect();
    let words: std::collections::HashSet<&str> =
        code.split(|sign: char| !sign.is_ascii_alphanumeric()).collect();
    let unused: Vec<&str> =
        Key::ALL.iter().map(|(_, name)| *name).filter(|name| !words.contains(&*variant(name))).collect();
    assert!(unused.is_empty(), "{unused:?}");
}

/// The string literals of a source, outside of comments and attributes.
fn literals(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut in_attribute = false;
    let lines = code.lines().filter(|line| {
        let line = line.trim();
        let begins = line.starts_with("#[");
        let skipped = line.starts_with("//") || in_attribute || begins;
        in_attribute = (in_attribute || begins) && !line.ends_with(")]") && !line.ends_with(']');
        !skipped
    });
    let code = lines.collect::<Vec<_>>().join("\n");
    let mut rest = code.as_str();
    while let Some(start) = rest.find('"') {
        // The character '"' begins no literal.
        if rest[..start].ends_with('\'') {
            rest = &rest[start + 1..];
            continue;
        }
        let mut escaped = false;
        let text = &rest[start + 1..];
        let end = text.find(|sign| {
            let ends = sign == '"' && !escaped;
            escaped = sign == '\\' && !escaped;
            ends
        });
        let end = end.unwrap_or(text.len());
        found.push(text[..end].to_owned());
        rest = text.get(end + 1..).unwrap_or_default();
    }
    found
}

/// Whether a literal looks like something said to people: two words of small letters beside each other.
fn is_sentence(literal: &str) -> bool {
    let plain: String = literal.replace("\\n", " ");
    let words: Vec<&str> = plain.split(' ').collect();
    let is_word = |word: &str| word.len() > 1 && word.chars().all(|sign| sign.is_ascii_lowercase());
    words
        .windows(2)
        .any(|pair| is_word(pair[0].trim_start_matches(|c: char| c.is_uppercase())) && is_word(pair[1]))
}

/// Literals of the examined files that are no sentences to people.
fn is_machine(literal: &str) -> bool {
    // Words of the engine protocols.
    const PROTOCOL: [&str; 12] = [
        "go",
        "position",
        "startpos",
        "setoption",
        "query",
        "info",
        "debug",
        "register",
        "joho",
        "xyzzy",
        "fen",
        "uci",
    ];
    let first = literal.trim_start().split([' ', '\\', '{']).next().unwrap_or_default();
    PROTOCOL.contains(&first)
        // How a game of a match ended: journals and game files are English.
        || literal.starts_with("adjudication: ")
        || literal == "neither engine starts"
        // Values in JSON, in a tag and in an option; a line of a rules case; the log of a match.
        || ["not offered", "Fundi match", "true false", "case "].contains(&literal)
        || literal.ends_with(", after ply {ply}")
        || literal.ends_with(" earlier lines not kept)")
}

#[test]
fn no_sentence_bypasses_the_table() {
    let folders =
        ["src/cli", "src/explain", "src/draw", "src/review", "src/arena", "src/notation", "src/record"];
    let mut wrong = Vec::new();
    for (path, code) in folders.into_iter().flat_map(sources) {
        for literal in literals(&code).into_iter().filter(|text| is_sentence(text) && !is_machine(text)) {
            wrong.push(format!("{}: {literal:?}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(is_sentence("cannot read the file") && is_sentence("Saved to {file}\\nin all"));
    assert!(!is_sentence("fundi-proof 1") && !is_sentence("{name} {value}"));
    assert_eq!(literals("// \"a b\"\nlet x = f(\"c \\\" d\", '\"', \"e\");"), ["c \\\" d", "e"]);
}

fn fundi(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fundi"));
    command.env_clear().env("LC_ALL", "C").current_dir(env!("CARGO_MANIFEST_DIR"));
    command.args(arguments).stdin(Stdio::null()).output().unwrap()
}

fn help(arguments: &[&str]) -> String {
    let output = fundi(arguments);
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn help_is_swahili_where_swahili_is_asked_for() {
    let list = help(&["--lang", "sw", "help"]);
    assert!(
        list.starts_with(
            "Fundi, injini ya mchezo wa Bao la Kiswahili\n\nMatumizi: fundi [CHAGUO] [AMRI]\n\nAmri:\n"
        ),
        "{list}"
    );
    let commands =
        list.lines().skip_while(|line| *line != "Amri:").skip(1).take_while(|line| !line.is_empty());
    let names: Vec<&str> = commands
        .filter(|line| !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(names.len() > 15, "{names:?}");
    for name in names.into_iter().filter(|name| *name != "help") {
        for text in [help(&["--lang=sw", name, "--help"]), help(&[name, "-h", "--lang", "sw"])] {
            assert!(text.contains("\nMatumizi: fundi ") && text.contains("\nChaguo:\n"), "{name}: {text}");
            for english in
                ["Usage", "Options", "Arguments", "Example", "default", "possible", "Print", "FILE"]
            {
                assert!(!text.contains(english), "{name} says {english}: {text}");
            }
            // The examples can be typed in any language.
            assert!(text.contains("\n  fundi "), "{name} has no example");
        }
    }
    assert!(help(&["analyze", "--help", "--lang", "sw"]).contains("Simama baada ya kina hiki cha hatua"));
    assert!(help(&["help", "analyze"]).contains("Stop after this many plies"));
}

#[test]
fn what_is_wrong_is_said_in_the_language() {
    for (arguments, english, swahili) in [
        (&["nonsense"][..], "unknown command 'nonsense'", "amri isiyojulikana 'nonsense'"),
        (
            &["analyse"],
            "unknown command 'analyse'; did you mean 'analyze'?",
            "amri isiyojulikana 'analyse'; ulimaanisha 'analyze'?",
        ),
        (&["why"], "missing: <TOKEN>", "imekosekana: <TOKENI>"),
        (
            &["why", "A9L"],
            "`A9L`: character 2: expected a hole number from 1 to 8",
            "`A9L`: herufi ya 2: inatakiwa namba ya shimo toka 1 hadi 8",
        ),
        (
            &["perft", "x"],
            "invalid value 'x' for '<DEPTH>': expected a whole number from 0 to 30",
            "thamani 'x' haifai kwa '<KINA>': inatakiwa namba kamili toka 0 hadi 30",
        ),
        (
            &["moves", "--rules", "malawi"],
            "unknown rules `malawi`, expected zanzibar, mancala-world or kujifunza",
            "kanuni zisizojulikana `malawi`, inatakiwa zanzibar, mancala-world au kujifunza",
        ),
        (
            &["show", "--fen", "1/2/3"],
            "position line: 1 field, expected 5: rows, mover, stores, houses, block",
            "mstari wa hali: sehemu 1, inatakiwa 5: safu, mwenye zamu, ghala, nyumba, takatia",
        ),
        (&["show", "/no/such/file"], "/no/such/file: no such file", "/no/such/file: hakuna faili hiyo"),
        (
            &["analyze", "--time", "0"],
            "invalid value '0' for '--time <SECONDS>': expected seconds above 0",
            "thamani '0' haifai kwa '--time <SEKUNDE>': inatakiwa sekunde zaidi ya 0",
        ),
        (
            &["analyze", "--infinite", "--depth", "3"],
            "'--infinite' cannot be used with '--depth <PLIES>'",
            "'--infinite' haiwezi kutumika pamoja na '--depth <HATUA>'",
        ),
        (
            &["convert", "x", "--to", "wav"],
            "invalid value 'wav' for '--to <FORMAT>': expected one of record, donkers, kiba, token, json, fen",
            "thamani 'wav' haifai kwa '--to <ANDIKO>': inatakiwa mojawapo ya record, donkers, kiba, token, json, fen",
        ),
        (&["play", "--level", "x"], "level `x`: Levels: beginner (", "kiwango `x`: Viwango: mwanzo ("),
        (&["analyze", "--nodes"], "'--nodes <N>' wants a value", "'--nodes <N>' inataka thamani"),
        (
            &["analyze", "--dept", "3"],
            "unexpected argument '--dept'; did you mean '--depth'?",
            "hoja isiyotarajiwa '--dept'; ulimaanisha '--depth'?",
        ),
        (&["solve", "--memory", "-1"], "unexpected argument '-1'", "hoja isiyotarajiwa '-1'"),
        (
            &["match", "-e", "nodes=x y"],
            "engine nodes=x: expected a whole number above 0",
            "injini nodes=x: inatakiwa namba kamili zaidi ya 0",
        ),
        (&["match"], "no limit given", "hakuna kikomo"),
        (
            &["verify", "Cargo.toml"],
            "Cargo.toml: expected the line `fundi-proof 1`, found `[workspace]`",
            "Cargo.toml: inatakiwa mstari `fundi-proof 1`, imepatikana `[workspace]`",
        ),
        (&["puzzle", "--from", "0"], "--from 0, expected 1 to ", "--from 0, inatakiwa 1 hadi "),
        (&["convert", "Cargo.toml"], "Cargo.toml: game 1, line ", "Cargo.toml: mchezo 1, mstari "),
    ] {
        for (language, expected) in [("en", english), ("sw", swahili)] {
            let output = fundi(&[&["--lang", language], arguments].concat());
            let error = String::from_utf8(output.stderr).unwrap();
            assert!(!output.status.success() && error.starts_with("fundi: "), "{arguments:?}: {error}");
            assert!(error.contains(expected), "{arguments:?}: {error}");
            assert_eq!(error.lines().count(), 1, "{error}");
        }
    }
}

#[test]
fn a_translation_is_a_file() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mine.txt");
    let whole = help(&["words"]);
    let mine = whole
        .replace("to_move = {side} to move", "to_move = Le trait est au {side}")
        .replace("south = South", "south = Sud")
        .replace("help.analyze = Find", "help.analyze = Trouver")
        .replace("cli_usage = Usage", "cli_usage = Emploi");
    std::fs::write(&file, &mine).unwrap();
    let name = file.display().to_string();
    assert!(help(&["show", "--lang", &name]).contains("Le trait est au Sud"));
    let text = help(&["analyze", "--help", "--lang", &name]);
    assert!(text.starts_with("Trouver") && text.contains("\nEmploi: fundi analyze"), "{text}");
    assert_eq!(help(&["words", "--lang", &name]), mine);
    std::fs::write(&file, "help.analyze.dept = x").unwrap();
    let output = fundi(&["show", "--lang", &name]);
    assert!(String::from_utf8(output.stderr).unwrap().contains("unknown key `help.analyze.dept`"));
    // What a file does not say is said in English.
    assert_eq!(Words::parse("south = Sud").unwrap().get(Key::North), "North");
}
