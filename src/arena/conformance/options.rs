//! Options: well formed, and robust against values that are not.

use super::super::client::OptionLine;
use super::super::dialect::Dialect;
use super::{Check, Examiner, Problem, Weight};
use crate::words::{Key, Message, say};

const GROUP: Key = Key::CheckOptions;

/// The checks of this file.
pub const CHECKS: &[Check] = &[
    Check { group: GROUP, name: Key::CheckOptionsFormed, weight: Weight::Must, examine: well_formed },
    Check { group: GROUP, name: Key::CheckOptionsUsual, weight: Weight::Should, examine: usual },
    Check { group: GROUP, name: Key::CheckOptionsBook, weight: Weight::Should, examine: own_book },
    Check { group: GROUP, name: Key::CheckOptionsUnknown, weight: Weight::Must, examine: unknown },
    Check { group: GROUP, name: Key::CheckOptionsCase, weight: Weight::Must, examine: any_case },
    Check { group: GROUP, name: Key::CheckOptionsImpossible, weight: Weight::Must, examine: impossible },
    Check { group: GROUP, name: Key::CheckOptionsHash, weight: Weight::Should, examine: large_hash },
];

/// The words of an option line by keyword: type, default, min, max and all var.
struct Parts<'a> {
    kind: &'a str,
    default: Option<String>,
    min: Option<i64>,
    max: Option<i64>,
    vars: Vec<String>,
}

fn parts(line: &OptionLine) -> Parts<'_> {
    let mut values: Vec<(&str, Vec<&str>)> = Vec::new();
    for word in line.rest.split_ascii_whitespace() {
        if ["type", "default", "min", "max", "var"].contains(&word) {
            values.push((word, Vec::new()));
        } else if let Some((_, value)) = values.last_mut() {
            value.push(word);
        }
    }
    let find = |key: &str| values.iter().find(|(k, _)| *k == key).map(|(_, v)| v.join(" "));
    let kind = line.rest.split_ascii_whitespace().nth(1).unwrap_or_default();
    Parts {
        kind,
        default: find("default"),
        min: find("min").and_then(|v| v.parse().ok()),
        max: find("max").and_then(|v| v.parse().ok()),
        vars: values.iter().filter(|(k, _)| *k == "var").map(|(_, v)| v.join(" ")).collect(),
    }
}

/// What is wrong with an option line, if anything.
fn fault(line: &OptionLine) -> Option<Message> {
    let p = parts(line);
    let default = p.default.clone().unwrap_or_default();
    let wrong = match p.kind {
        "check" => {
            (!["true", "false"].contains(&default.as_str())).then(|| say!(OptionDefault, value = &default))
        }
        "spin" => match (default.parse::<i64>(), p.min, p.max) {
            (Ok(value), Some(min), Some(max)) if min <= value && value <= max => None,
            _ => Some(say!(OptionRange)),
        },
        "combo" => (!p.vars.contains(&default)).then(|| say!(OptionNoValue, value = &default)),
        "string" => p.default.is_none().then(|| say!(OptionNoDefault)),
        "button" => None,
        other => Some(say!(OptionType, kind = other)),
    };
    wrong.map(|why| say!(FoundAt, what = &line.name, why = why))
}

fn well_formed(examiner: &mut Examiner<'_>) -> Result<Message, Problem> {
    let options = examiner.client()?.options();
    let mut names: Vec<String> = options.iter().map(|o| o.name.to_lowercase()).collect();
    names.sort();
    let twice =
        names.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| say!(OptionTwice, name = &pair[0]));
    match options.iter().find_map(fault).or(twice) {
        Some(why) => Err(Problem::Fails(why)),
        None => Ok(say!(FoundOptions, n = options.len())),
    }
}

fn usual(examiner: &mut Examiner<'_>) -> Result<Message, Problem> {
    let options = examiner.client()?.options();
    let find = |name: &str| options.iter().find(|o| o.name.eq_ignore_ascii_case(name));
    match (find("Hash"), find("Threads")) {
        (Some(_), Some(threads)) if parts(threads).default.as_deref() == Some("1") => Ok(Message::default()),
        (Some(_), Some(_)) => Err(Problem::Fails(say!(OptionThreads))),
        _ => Err(Problem::NotOffered(say!(OptionNotBoth))),
    }
}

fn own_book(examiner: &mut Examiner<'_>) -> Result<Message, Problem> {
    let dialect = examiner.plan.dialect;
    let options = examiner.client()?.options();
    match options.iter().find(|o| o.name.eq_ignore_ascii_case("OwnBook")) {
        None => Err(Problem::NotOffered(say!(FoundNo, what = "OwnBook"))),
        Some(o) if dialect == Dialect::Ugi && parts(o).default.as_deref() != Some("false") => {
            Err(Problem::Fails(say!(OptionNotFalse)))
        }
        Some(_) => Ok(Message::default()),
    }
}

fn unknown(examiner: &mut Examiner<'_>) -> Result<Message, Problem> {
    examiner.survives(&[
        "setoption name No Such Option value 3",
        "setoption name debug value true",
        "setoption",
        "setoption name",
        "setoption name Hash value",
        "setoption value 3",
    ])?;
    Ok(Message::default())
}

fn any_case(examiner: &mut Examiner<'_>) -> Result<Message, Problem> {
    examiner.survives(&[
        "setoption name hash value 8",
        "setoption name THREADS value 1",
        "setoption name Hash value 16",
    ])?;
    Ok(Message::default())
}

fn impossible(examiner: &mut Examiner<'_>) -> Result<Message, Problem> {
    let options: Vec<OptionLine> = examiner.client()?.options().to_vec();
    let mut tried = 0u32;
    for option in options.iter().filter(|o| parts(o).kind != "button" && parts(o).kind != "string") {
        for value in ["abc", "-1", "99999999999999999999", "1.5", "<empty>", "true false"] {
            examiner.client()?.send(&format!("setoption name {} value {value}", option.name))?;
            tried += 1;
        }
        examiner.ready().map_err(|p| match p {
            Problem::Fails(why) => Problem::Fails(say!(FoundAt, what = &option.name, why = why)),
            other => other,
        })?;
    }
    // Whatever it made of them, it must still play.
    examiner.think("startpos", "go depth 1", examiner.plan.patience)?;
    examiner.dismiss();
    Ok(say!(FoundValues, n = tried))
}

fn large_hash(examiner: &mut Examiner<'_>) -> Result<Message, Problem> {
    let options = examiner.client()?.options();
    let hash = options.iter().find(|o| o.name.eq_ignore_ascii_case("Hash"));
    let Some(max) = hash.and_then(|o| parts(o).max) else {
        return Err(Problem::NotOffered(say!(FoundNo, what = "Hash")));
    };
    // More could bring down the machine, not only the engine.
    let max = max.min(1024);
    examiner.survives(&[&format!("setoption name Hash value {max}")])?;
    examiner.think("startpos", "go depth 1", examiner.plan.patience)?;
    examiner.dismiss();
    Ok(Message::foreign(format_args!("{max} MiB")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn option_lines() {
        let line = |rest: &str| OptionLine { name: "X".to_string(), rest: rest.to_string() };
        for good in [
            "type check default true",
            "type spin default 1 min 1 max 8",
            "type combo default a b var a b var c",
            "type string default <empty>",
            "type button",
        ] {
            assert_eq!(fault(&line(good)), None, "{good}");
        }
        for bad in [
            "type check",
            "type spin default 9 min 1 max 8",
            "type spin default 3",
            "type combo default d var a var b",
            "type string",
            "type knob",
        ] {
            assert!(fault(&line(bad)).is_some(), "{bad}");
        }
    }
}
