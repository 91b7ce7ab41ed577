//! The conformance kit: our own engine holds everything, and each fault of the bad engine is found.

use super::support::bad_engine;
use fundi::arena::conformance::{Entry, Finding, Plan, Scope, count, examine};
use fundi::arena::dialect::Dialect;
use fundi::arena::process::Launch;
use fundi::rules::Rules;
use fundi::words::Words;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

fn table(
    program: &str,
    args: &[&str],
    dialect: Dialect,
    rules: &'static Rules,
    only: &[&str],
    patience: u64,
) -> Vec<Entry> {
    let plan = Plan {
        launch: Launch {
            program: program.to_string(),
            args: args.iter().map(|s| s.to_string()).collect(),
            ..Launch::default()
        },
        dialect,
        rules,
        patience: Duration::from_secs(patience),
        // The machine may be busy with other tests.
        margin: Duration::from_secs(2),
        scope: Scope { depth: 3, games: 3 },
        only: only.iter().map(|s| s.to_string()).collect(),
    };
    examine(&plan, &AtomicBool::new(false), &mut |_| {})
}

fn failing(entries: &[Entry]) -> Vec<String> {
    let failing = entries.iter().filter(|e| matches!(e.finding, Finding::Fails(_)));
    failing.map(|entry| entry.told(Words::english())).collect()
}

#[test]
fn our_own_engine_conforms_in_both_protocols_and_all_rules() {
    let own = env!("CARGO_BIN_EXE_fundi");
    let all: &[&str] = &[];
    for (dialect, rules, only, holding) in [
        (Dialect::Ugi, Rules::ZANZIBAR, all, 45),
        (Dialect::Uci, Rules::MANCALA_WORLD, &["handshake", "rules"], 15),
        (Dialect::Ugi, Rules::KUJIFUNZA, &["rules"], 7),
    ] {
        let entries = table(own, &[], dialect, rules, only, 20);
        assert_eq!(failing(&entries), Vec::<String>::new(), "{dialect} {rules}");
        assert!(count(&entries)[0] >= holding, "{dialect} {rules}: {entries:?}");
    }
}

#[test]
fn a_plain_engine_is_judged_by_playing() {
    let entries = table(
        &bad_engine().display().to_string(),
        &["good"],
        Dialect::Ugi,
        Rules::ZANZIBAR,
        &["rules", "infinite search"],
        3,
    );
    let find = |word: &str| {
        entries.iter().find(|entry| Words::english().get(entry.name).contains(word)).expect(word)
    };
    for word in ["the cases", "move tree", "random games"] {
        let told = find(word).told(Words::english());
        assert!(told.contains("by playing") && matches!(find(word).finding, Finding::Holds(_)), "{told}");
    }
    // It answers an endless search at once: that must be seen.
    assert!(matches!(find("infinite").finding, Finding::Fails(_)));
}

#[test]
fn faults_are_found_where_they_are() {
    for (kind, word) in [
        ("illegal 1", "the cases"),
        ("unreadable 2", "the cases"),
        ("crash-on-quit", "leaves on quit"),
        ("ignores-quit", "leaves on quit"),
        ("blanks", "nothing but protocol"),
        ("talkative", "exactly two words"),
        ("two-moves 1", "exactly one legal bestmove"),
        ("silent", "starts"),
        ("wrong-ok-word", "starts"),
        ("wrong-rules", "starts"),
    ] {
        let args: Vec<&str> = kind.split(' ').collect();
        let entries =
            table(&bad_engine().display().to_string(), &args, Dialect::Ugi, Rules::ZANZIBAR, &[word], 2);
        let failing = failing(&entries);
        assert!(failing.iter().any(|line| line.contains(word)), "{kind}: {failing:?}");
    }
}
