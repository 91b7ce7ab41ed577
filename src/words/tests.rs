use super::*;
use std::collections::BTreeSet;

fn keys(file: &str) -> Vec<&str> {
    entries(file).filter_map(|(_, key, _)| key).filter(|key| !key.starts_with(HELP)).collect()
}

#[test]
fn both_languages_are_complete_and_fill_in_the_same_things() {
    let english = keys(include_str!("en.txt"));
    let swahili = keys(include_str!("sw.txt"));
    assert_eq!(english.iter().collect::<BTreeSet<_>>().len(), english.len(), "a key twice in en.txt");
    assert_eq!(english, swahili, "the two files hold the same keys in the same order");
    for (key, name) in Key::ALL {
        assert_eq!(Key::by_name(name), Some(*key));
        let forms: Vec<&&str> =
            english.iter().filter(|key| split(key).is_some_and(|(k, _)| k.name() == *name)).collect();
        match forms.as_slice() {
            [plain] => assert_eq!(**plain, *name),
            [one, other] => {
                assert_eq!((**one, **other), (&*format!("{name}.one"), &*format!("{name}.other")));
                let text = Words::english().get(*key);
                assert!(places(text).contains(&"n"), "{name} does not say how many");
            }
            _ => panic!("{name} has {} forms", forms.len()),
        }
    }
    for file in [include_str!("en.txt"), include_str!("sw.txt")] {
        Words::parse(file).unwrap();
        assert!(entries(file).all(|(_, _, text)| text.is_some_and(|text| !text.is_empty())));
    }
    assert_eq!(Words::english().help_keys().count(), 0, "English help stands beside the arguments");
}

#[test]
fn what_is_said_of_one_thing_differs() {
    let [english, swahili] = ["en", "Kiswahili"].map(|name| Words::by_name(name).unwrap());
    let said = |words: &Words, n: u8| words.fill(Key::WinIn, &[("n", &n)]);
    assert_eq!([said(english, 1), said(english, 3)], ["wins in 1 ply", "wins in 3 plies"]);
    // A move is `hatua`, one or many; a game is `mchezo`, games are `michezo`.
    assert_eq!([said(swahili, 1), said(swahili, 3)], ["inashinda kwa hatua 1", "inashinda kwa hatua 3"]);
    let games = |n: u8| swahili.fill(Key::CountGames, &[("n", &n)]);
    assert_eq!([games(1), games(2)], ["mchezo 1", "michezo 2"]);
}

#[test]
fn a_wrong_language_file_is_refused_with_its_line() {
    assert_eq!(Words::parse("# x\nsouth").unwrap_err(), WordsError::Line(2));
    assert_eq!(Words::parse("suoth = Sud").unwrap_err(), WordsError::UnknownKey(1, "suoth".into()));
    assert_eq!(Words::parse("to_move = moves").unwrap_err(), WordsError::Places(1, "to_move".into()));
    assert_eq!(Words::parse("win_in.one = x {m}").unwrap_err(), WordsError::Places(1, "win_in.one".into()));
    assert_eq!(Words::parse("south = Sud").unwrap().get(Key::South), "Sud");
    assert_eq!(Words::parse("win_in.one = gagne").unwrap().fill(Key::WinIn, &[("n", &1)]), "gagne");
}

#[test]
fn a_printed_language_file_reads_back_as_the_language() {
    for name in Words::built_in_names() {
        let words = Words::by_name(name).unwrap();
        let text = words.lines().collect::<Vec<_>>().join("\n");
        let again = Words::parse(&text).unwrap();
        assert_eq!(again.texts, words.texts, "{name}");
    }
}
