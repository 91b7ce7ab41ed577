//! The options of the engine in one table that prints itself, reads values and knows the defaults.
//!
//! The handshake, `setoption`, the help and the specification's list all come from [`OPTIONS`], so they cannot disagree.
//! A new option is one line of the table and one field of [`Values`]. Names are compared without regard to case;
//! a value that cannot be used leaves the old one in place and is reported as an [`OptionError`].

use crate::notation::Notation;
use crate::rules::Conventions;
use crate::rules::Rules;
use crate::search::{Level, Settings};
use std::fmt;
use std::time::Duration;

/// The current value of every option that has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Values {
    /// Size of the transposition table, MiB.
    pub hash: u32,
    /// Search threads.
    pub threads: u32,
    /// Lines to report.
    pub multi_pv: u32,
    /// Whether a ponder move may be printed (`uci` only).
    pub ponder: bool,
    /// Milliseconds kept back for each move.
    pub move_overhead: u32,
    /// Percent of a move's time for proof.
    pub proof: u32,
    /// Whether the engine plays from its opening book.
    pub own_book: bool,
    /// File of the opening book; empty: the one in the program.
    pub book_file: String,
    /// Plies of a game within which the book is used.
    pub book_depth: u32,
    /// Centiseeds by which a move of the book may fall behind the best one.
    pub book_variety: u32,
    /// Name of the rule set.
    pub rule_set: &'static str,
    /// Occurrence of a position that makes a draw; 0: never.
    pub repetition: u32,
    /// Ply after which an open game is a draw; 0: never.
    pub max_plies: u32,
    /// How moves are written: `token`, `donkers` or `kiba`.
    pub notation: &'static str,
    /// Whether win, draw and loss chances are shown.
    pub show_wdl: bool,
    /// Whether `elo` applies.
    pub limit_strength: bool,
    /// Playing strength wanted.
    pub elo: u32,
    /// Playing level, 20 is full strength.
    pub skill_level: u32,
    /// Whether a user analyses: strength limits do not apply.
    pub analyse_mode: bool,
    /// File of the evaluation network; empty: the one in the program.
    pub eval_file: String,
    /// File to which all traffic is written; empty: none.
    pub log_file: String,
    /// Not an option: makes the errors of a limited strength and the choices from the book differ from game to game.
    pub seed: u64,
}

/// How a text becomes a value, and which field holds it.
enum Kind {
    /// `true` or `false`.
    Check { default: bool, field: fn(&mut Values) -> &mut bool },
    /// A whole number.
    Spin { default: u32, min: u32, max: u32, field: fn(&mut Values) -> &mut u32 },
    /// One of several words; the first is the default.
    Combo { choices: &'static [&'static str], field: fn(&mut Values) -> &mut &'static str },
    /// Any text; empty by default.
    Text { field: fn(&mut Values) -> &mut String },
    /// Something to press.
    Button,
}

/// One option: its name, its type with range and default, and what it does.
pub struct Specification {
    /// The name, as printed.
    pub name: &'static str,
    /// One line for people.
    pub about: &'static str,
    kind: Kind,
}

/// The range of `UCI_Elo`, that of the measured levels.
pub const ELO_RANGE: (u32, u32) = (Level::MIN_ELO.unsigned_abs(), Level::MAX_ELO.unsigned_abs());
/// The level at which nothing is held back.
pub const FULL_SKILL: u32 = 20;

const RULE_SETS: &[&str] = &[Rules::ALL[0].name, Rules::ALL[1].name, Rules::ALL[2].name];

macro_rules! check {
    ($name:literal, $default:literal, $field:ident, $about:literal) => {
        Specification {
            name: $name,
            about: $about,
            kind: Kind::Check { default: $default, field: |values| &mut values.$field },
        }
    };
}

macro_rules! spin {
    ($name:literal, $default:expr, $min:expr, $max:expr, $field:ident, $about:literal) => {
        Specification {
            name: $name,
            about: $about,
            kind: Kind::Spin { default: $default, min: $min, max: $max, field: |values| &mut values.$field },
        }
    };
}

/// Every option, in the order of the handshake.
pub const OPTIONS: &[Specification] = &[
    spin!("Hash", 16, 1, 33_554_432, hash, "size of the transposition table in MiB"),
    Specification {
        name: "Clear Hash",
        about: "forget everything learnt in earlier searches",
        kind: Kind::Button,
    },
    spin!("Threads", 1, 1, 1024, threads, "search threads"),
    spin!("MultiPV", 1, 1, 64, multi_pv, "how many best lines to show"),
    check!(
        "Ponder",
        false,
        ponder,
        "the program will think on the opponent's time; uci prints the expected reply"
    ),
    spin!("Move Overhead", 10, 0, 5000, move_overhead, "milliseconds kept back for every move"),
    spin!("Proof", 15, 0, 90, proof, "percent of a move's time for proof once few seeds are in store"),
    check!("OwnBook", false, own_book, "play from the opening book"),
    Specification {
        name: "BookFile",
        about: "opening book to play from instead of the one in the program",
        kind: Kind::Text { field: |values| &mut values.book_file },
    },
    spin!("BookDepth", 1000, 0, 1000, book_depth, "plies of a game within which the book is used"),
    spin!(
        "BookVariety",
        0,
        0,
        1000,
        book_variety,
        "centiseeds a book move may fall behind the best; 0: the best"
    ),
    Specification {
        name: "RuleSet",
        about: "the rules; changing them starts a new game",
        kind: Kind::Combo { choices: RULE_SETS, field: |values| &mut values.rule_set },
    },
    spin!("Repetition", 3, 0, 100, repetition, "which occurrence of a position is a draw; 0: none"),
    spin!("MaxPlies", 1000, 0, 100_000, max_plies, "the ply after which an open game is a draw; 0: none"),
    Specification {
        name: "Notation",
        about: "how moves are written, and read besides tokens",
        kind: Kind::Combo { choices: &["token", "donkers", "kiba"], field: |values| &mut values.notation },
    },
    check!("UCI_ShowWDL", false, show_wdl, "show chances to win, draw and lose, per mille"),
    check!("UCI_LimitStrength", false, limit_strength, "play no better than UCI_Elo"),
    spin!("UCI_Elo", ELO_RANGE.1, ELO_RANGE.0, ELO_RANGE.1, elo, "strength with UCI_LimitStrength"),
    spin!("Skill Level", FULL_SKILL, 0, FULL_SKILL, skill_level, "0 is a beginner, 20 full strength"),
    check!("UCI_AnalyseMode", false, analyse_mode, "analysis: limits of strength do not apply"),
    Specification {
        name: "EvalFile",
        about: "evaluation network to load instead of the one in the program",
        kind: Kind::Text { field: |values| &mut values.eval_file },
    },
    Specification {
        name: "Log File",
        about: "append all traffic to this file",
        kind: Kind::Text { field: |values| &mut values.log_file },
    },
];

impl Default for Values {
    fn default() -> Values {
        let mut values = Values {
            hash: 0,
            threads: 0,
            multi_pv: 0,
            ponder: false,
            move_overhead: 0,
            proof: 0,
            own_book: false,
            book_file: String::new(),
            book_depth: 0,
            book_variety: 0,
            rule_set: "",
            repetition: 0,
            max_plies: 0,
            notation: "",
            show_wdl: false,
            limit_strength: false,
            elo: 0,
            skill_level: 0,
            analyse_mode: false,
            eval_file: String::new(),
            log_file: String::new(),
            seed: 0,
        };
        for option in OPTIONS {
            match option.kind {
                Kind::Check { default, field } => *field(&mut values) = default,
                Kind::Spin { default, field, .. } => *field(&mut values) = default,
                Kind::Combo { choices, field } => {
                    *field(&mut values) = choices.first().copied().unwrap_or("")
                }
                Kind::Text { .. } | Kind::Button => {}
            }
        }
        values
    }
}

impl Values {
    /// Sets one option from text, as `setoption` gives it. Returns the option that was set or pressed.
    ///
    /// # Errors
    /// Why nothing was changed.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<&'static Specification, OptionError> {
        let option = OPTIONS
            .iter()
            .find(|option| option.name.eq_ignore_ascii_case(name))
            .ok_or_else(|| OptionError::Unknown(excerpt(name)))?;
        let text = value.unwrap_or_default().trim();
        let text = if text.eq_ignore_ascii_case("<empty>") { "" } else { text };
        let refused = || OptionError::Value { option, text: excerpt(text) };
        match option.kind {
            Kind::Check { field, .. } => {
                *field(self) = match text.to_ascii_lowercase().as_str() {
                    "true" | "on" | "1" => true,
                    "false" | "off" | "0" => false,
                    _ => return Err(refused()),
                };
            }
            Kind::Spin { min, max, field, .. } => match text.parse::<u32>() {
                Ok(number) if (min..=max).contains(&number) => *field(self) = number,
                _ => return Err(refused()),
            },
            Kind::Combo { choices, field } => {
                let found = choices.iter().find(|choice| choice.eq_ignore_ascii_case(text));
                *field(self) = found.ok_or_else(refused)?;
            }
            Kind::Text { field } => text.clone_into(field(self)),
            Kind::Button => {}
        }
        Ok(option)
    }

    /// The value of an option as text; `None` for a button.
    #[must_use]
    pub fn show(&self, option: &Specification) -> Option<String> {
        let mut values = self.clone();
        match option.kind {
            Kind::Check { field, .. } => Some(field(&mut values).to_string()),
            Kind::Spin { field, .. } => Some(field(&mut values).to_string()),
            Kind::Combo { field, .. } => Some((*field(&mut values)).to_owned()),
            Kind::Text { field } => {
                let text = field(&mut values);
                Some(if text.is_empty() { "<empty>".to_owned() } else { text.clone() })
            }
            Kind::Button => None,
        }
    }

    /// The rule set in force.
    #[must_use]
    pub fn rules(&self) -> &'static Rules {
        Rules::by_name(self.rule_set).unwrap_or(Rules::ZANZIBAR)
    }

    /// How moves are written, and read besides tokens.
    #[must_use]
    pub fn notation(&self) -> Notation {
        match self.notation {
            "donkers" => Notation::Donkers,
            "kiba" => Notation::Kiba,
            _ => Notation::Token,
        }
    }

    /// The draw conventions in force.
    #[must_use]
    pub fn conventions(&self) -> Conventions {
        Conventions { repetition: self.repetition, max_plies: self.max_plies }
    }

    /// How the engine is to be set up.
    #[must_use]
    pub fn settings(&self) -> Settings {
        Settings {
            hash_mib: self.hash as usize,
            threads: self.threads as usize,
            multi_pv: self.multi_pv as usize,
            move_overhead: Duration::from_millis(u64::from(self.move_overhead)),
            proof_percent: if self.analyse_mode { 0 } else { self.proof },
            level: self.level(),
        }
    }

    /// The weaker of the two limits of strength; none in analysis.
    fn level(&self) -> Option<Level> {
        if self.analyse_mode {
            return None;
        }
        let skill = (self.skill_level < FULL_SKILL).then_some(self.skill_level);
        let skill = skill.and_then(|skill| u8::try_from(skill).ok()).map(Level::new);
        let elo = i32::try_from(self.elo).unwrap_or(Level::MAX_ELO);
        let elo = self.limit_strength.then(|| Level::from_elo(elo));
        let level = match (skill, elo) {
            (Some(skill), Some(elo)) if skill.elo() < elo.elo() => skill,
            (skill, elo) => elo.or(skill)?,
        };
        Some(level.with_seed(self.seed))
    }
}

/// The `option` line of the handshake.
impl fmt::Display for Specification {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match &self.kind {
            Kind::Check { default, .. } => write!(f, "check default {default}"),
            Kind::Spin { default, min, max, .. } => write!(f, "spin default {default} min {min} max {max}"),
            Kind::Combo { choices, .. } => {
                write!(f, "combo default {}", choices.first().copied().unwrap_or_default())?;
                choices.iter().try_for_each(|choice| write!(f, " var {choice}"))
            }
            Kind::Text { .. } => write!(f, "string default <empty>"),
            Kind::Button => write!(f, "button"),
        }
    }
}

impl fmt::Debug for Specification {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Options are the same if their names are: there is one table.
impl PartialEq for Specification {
    fn eq(&self, other: &Specification) -> bool {
        self.name == other.name
    }
}

impl Eq for Specification {}

/// Why `setoption` changed nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionError {
    /// `setoption` without `name`.
    NoName,
    /// No option has this name.
    Unknown(String),
    /// The option cannot have this value.
    Value {
        /// Which option.
        option: &'static Specification,
        /// The value refused.
        text: String,
    },
}

/// The beginning of a foreign text, safe to print on one line.
fn excerpt(text: &str) -> String {
    text.chars().take(40).flat_map(char::escape_debug).collect()
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::NoName => f.write_str("setoption: expected `name NAME value VALUE`"),
            OptionError::Unknown(name) => write!(f, "no option is called `{name}`"),
            OptionError::Value { option, text } => {
                write!(f, "option {} keeps its value: `{text}` is not ", option.name)?;
                match &option.kind {
                    Kind::Check { .. } => f.write_str("true or false"),
                    Kind::Spin { min, max, .. } => write!(f, "a whole number from {min} to {max}"),
                    Kind::Combo { choices, .. } => write!(f, "one of {}", choices.join(", ")),
                    Kind::Text { .. } | Kind::Button => f.write_str("acceptable"),
                }
            }
        }
    }
}

impl std::error::Error for OptionError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_obeys_the_protocol() {
        for option in OPTIONS {
            let words: Vec<&str> = option.name.split(' ').collect();
            for reserved in ["name", "value", "type", "default", "min", "max", "var"] {
                assert!(!words.iter().any(|word| word.eq_ignore_ascii_case(reserved)), "{option}");
            }
            if let Kind::Spin { default, min, max, .. } = option.kind {
                assert!(min <= default && default <= max && i32::try_from(max).is_ok(), "{option}");
            }
            if let Kind::Combo { choices, .. } = option.kind {
                assert!(choices.iter().all(|choice| !choice.contains(' ') && !choice.is_empty()), "{option}");
            }
            assert_eq!(
                OPTIONS.iter().filter(|other| other.name.eq_ignore_ascii_case(option.name)).count(),
                1
            );
        }
        // In play a share of the time goes to proof, which the library leaves off.
        let proof_percent = Values::default().proof;
        assert_eq!(Values::default().settings(), Settings { proof_percent, ..Settings::default() });
        assert_eq!(Values::default().conventions(), Conventions::default());
    }

    #[test]
    fn names_ignore_case_and_bad_values_change_nothing() {
        let mut values = Values::default();
        assert_eq!(values.set("hASH", Some(" 64 ")).unwrap().name, "Hash");
        assert_eq!(values.hash, 64);
        values.set("move overhead", Some("0")).unwrap();
        assert_eq!(values.move_overhead, 0);
        values.set("ruleset", Some("KUJIFUNZA")).unwrap();
        assert_eq!(values.rules(), Rules::KUJIFUNZA);
        values.set("Log File", Some("<empty>")).unwrap();
        assert_eq!(values.log_file, "");
        assert_eq!(values.set("clear hash", None).unwrap().name, "Clear Hash");
        let before = values.clone();
        for (name, value) in [
            ("Hash", "0"),
            ("Hash", "99999999999999999999"),
            ("Hash", "-1"),
            ("threads", "abc"),
            ("threads", ""),
            ("MultiPV", "1.5"),
            ("Ponder", "maybe"),
            ("RuleSet", "malawi"),
            ("", "x"),
            ("Nonsense", "1"),
        ] {
            assert!(values.set(name, Some(value)).is_err(), "{name} {value}");
        }
        assert_eq!(values, before);
    }

    #[test]
    fn the_weaker_limit_of_strength_holds_except_in_analysis() {
        let mut values = Values::default();
        assert_eq!(values.settings().level, None);
        values.set("Skill Level", Some("7")).unwrap();
        assert_eq!(values.settings().level, Some(Level::new(7)));
        values.set("UCI_LimitStrength", Some("true")).unwrap();
        values.set("UCI_Elo", Some("150")).unwrap();
        assert_eq!(values.settings().level, Some(Level::new(0)));
        values.set("UCI_AnalyseMode", Some("true")).unwrap();
        assert_eq!(values.settings().level, None);
    }
}
