//! Everything that describes a match, as read from a TOML or JSON file and changed by flags.
//!
//! The same structure is stored at the head of the journal, so that resuming needs nothing but the journal.
//! Unknown keys are errors: a misspelt key must not silently change what is measured.

use super::adjudicate::{DrawRule, ResignRule};
use super::dialect::Dialect;
use super::limits::{ClockError, Limits};
use super::sprt::Sprt;
use super::words;
use crate::rules::Rules;
use crate::words::{Message, Told, parser_message, say, told_in_english};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

/// Why settings are refused; the message names the key and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingsError(pub Message);

impl Told for SettingsError {
    fn message(&self) -> Message {
        self.0.clone()
    }
}

told_in_english!(SettingsError);

/// The value of an engine option: files may write it as text, number or truth value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum OptionValue {
    /// `true` or `false`.
    Check(bool),
    /// A whole number.
    Spin(i64),
    /// Anything else.
    Text(String),
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionValue::Check(b) => write!(f, "{b}"),
            OptionValue::Spin(n) => write!(f, "{n}"),
            OptionValue::Text(s) => f.write_str(s),
        }
    }
}

/// One engine of a match.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineSettings {
    /// Name in tables and files; by default the program's own `id name`, or its file name.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The program: a path, or a name looked up in PATH.
    pub cmd: String,
    /// Its arguments.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<String>,
    /// Its working directory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dir: Option<PathBuf>,
    /// Which protocol it speaks: `ugi` (default) or `uci`.
    #[serde(default)]
    pub protocol: Dialect,
    /// Options set after the handshake.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, OptionValue>,
    /// Limits of this engine; the match's own where nothing is set.
    #[serde(default, skip_serializing_if = "Limits::is_empty")]
    pub limits: Limits,
}

impl EngineSettings {
    /// Reads the one-line form: words `name=`, `dir=`, `proto=`, `tc=`, `movetime=` (milliseconds), `depth=`, `nodes=` and
    /// `option.NAME=` in any order, then `cmd=PROGRAM` or simply the program, then its arguments.
    ///
    /// ```
    /// use fundi::arena::settings::EngineSettings;
    /// let e = EngineSettings::from_line("name=new tc=5+0.05 option.Hash=64 ./fundi --quiet").unwrap();
    /// assert_eq!((e.name.as_str(), e.cmd.as_str()), ("new", "./fundi"));
    /// assert_eq!(e.args, ["--quiet"]);
    /// ```
    pub fn from_line(line: &str) -> Result<EngineSettings, SettingsError> {
        let mut engine = EngineSettings::default();
        let mut words = words::split(line).map_err(SettingsError)?.into_iter();
        let number = |key: &str, value: &str| {
            let wrong = || SettingsError(say!(EngineNumber, key = key, value = value));
            value.parse::<u64>().ok().filter(|&n| n > 0).ok_or_else(wrong)
        };
        for word in words.by_ref() {
            let (key, value) = word.split_once('=').unwrap_or(("", &word));
            match key {
                "name" => engine.name = value.to_string(),
                "dir" => engine.dir = Some(PathBuf::from(value)),
                "proto" => engine.protocol = value.parse().map_err(SettingsError)?,
                "tc" => {
                    engine.limits.tc =
                        Some(value.parse().map_err(|error: ClockError| SettingsError(error.message()))?)
                }
                "movetime" => engine.limits.movetime = Some(number(key, value)?),
                "depth" => engine.limits.depth = Some(number(key, value)?.min(u64::from(u32::MAX)) as u32),
                "nodes" => engine.limits.nodes = Some(number(key, value)?),
                _ if key.starts_with("option.") => {
                    let option = key.trim_start_matches("option.").to_string();
                    engine.options.insert(option, OptionValue::Text(value.to_string()));
                }
                _ => {
                    engine.cmd = if key == "cmd" { value.to_string() } else { word };
                    break;
                }
            }
        }
        engine.args = words.collect();
        if engine.cmd.is_empty() {
            return Err(SettingsError(say!(EngineNoProgram, line = line)));
        }
        Ok(engine)
    }

    /// Reads an option of the form `NAME=VALUE`, or `NAME` alone for a button.
    pub fn set_option(&mut self, text: &str) {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        self.options.insert(name.to_string(), OptionValue::Text(value.to_string()));
    }
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everyone meets everyone.
    #[default]
    RoundRobin,
    /// The first engine meets every other one.
    Gauntlet,
}

/// In which order openings are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// Shuffled by the seed.
    #[default]
    Random,
    /// As they stand in the file.
    Sequential,
}

/// Where the openings come from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct OpeningSettings {
    /// A file of openings; `None`: random balanced ones are generated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<PathBuf>,
    /// Order of use.
    pub order: Order,
    /// Seed of generator and order; `None`: a fresh one, which is printed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Fewest random plies of a generated opening.
    pub min_plies: u32,
    /// Most random plies of a generated opening.
    pub max_plies: u32,
    /// A generated opening's score by a short search is at most this far from zero, in centiseeds.
    pub window: i32,
    /// Nodes of that search.
    pub nodes: u64,
    /// Every so many openings one is taken from the mtaji stage (stores empty); 0: none.
    pub mtaji_every: u32,
}

impl Default for OpeningSettings {
    fn default() -> OpeningSettings {
        OpeningSettings {
            file: None,
            order: Order::Random,
            seed: None,
            min_plies: 6,
            max_plies: 12,
            window: 150,
            nodes: 2000,
            mtaji_every: 8,
        }
    }
}

/// A whole match. See [`OpeningSettings`], [`EngineSettings`] and [`Limits`] for the parts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MatchSettings {
    /// Name of the event in the game file.
    pub event: String,
    /// The players.
    pub engines: Vec<EngineSettings>,
    /// Limits for engines that set none themselves.
    pub limits: Limits,
    /// Rule set by name.
    pub rules: String,
    /// Who meets whom.
    pub format: Format,
    /// How many pairs of games each pairing plays (every opening twice, seats swapped).
    pub rounds: u32,
    /// The openings.
    pub openings: OpeningSettings,
    /// Games at a time.
    pub concurrency: usize,
    /// Pin each running game to processors of its own.
    pub pin: bool,
    /// Let engines think in the opponent's time (`uci` only).
    pub ponder: bool,
    /// Start the engines afresh for every game.
    pub restart: bool,
    /// Milliseconds by which a clock or move time may be overdrawn before the game is lost.
    pub margin_ms: u64,
    /// Milliseconds an engine has to introduce itself, to get ready, and to stop or quit when told.
    pub patience_ms: u64,
    /// Milliseconds after which a search without a time limit counts as hung.
    pub watchdog_ms: u64,
    /// Occurrence of a position that makes a draw; 0: never.
    pub repetition: u32,
    /// Ply after which an open game is a draw; 0: never.
    pub max_plies: u32,
    /// Resignation by score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resign: Option<ResignRule>,
    /// Draw by score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawRule>,
    /// Nodes the referee spends after every move to prove the result itself; 0: never.
    pub proof_nodes: u64,
    /// Stop early by the sequential test (first engine against second).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
    /// Path of the output files without extension; empty: nothing is written.
    pub output: PathBuf,
}

impl Default for MatchSettings {
    fn default() -> MatchSettings {
        MatchSettings {
            event: "Fundi match".to_string(),
            engines: Vec::new(),
            limits: Limits::default(),
            rules: Rules::ZANZIBAR.name.to_string(),
            format: Format::RoundRobin,
            rounds: 1,
            openings: OpeningSettings::default(),
            concurrency: 1,
            pin: false,
            ponder: false,
            restart: false,
            margin_ms: 50,
            patience_ms: 10_000,
            watchdog_ms: 60_000,
            repetition: 3,
            max_plies: 1000,
            resign: None,
            draw: None,
            proof_nodes: 0,
            sprt: None,
            output: PathBuf::new(),
        }
    }
}

/// What is wrong with a TOML file, and in which line.
fn toml_message(error: &toml::de::Error, text: &str) -> Message {
    let before = error.span().and_then(|span| text.get(..span.start));
    let line = before.map_or(1, |before| before.matches('\n').count() + 1);
    say!(BadToml, line = line, why = parser_message(error.message()))
}

impl MatchSettings {
    /// Reads a settings file: JSON if its name ends in `.json`, else TOML. Relative paths in it are left as they are.
    pub fn read(path: &Path) -> Result<MatchSettings, SettingsError> {
        let named = |error: Message| SettingsError(say!(InFile, file = path.display(), error = error));
        let text = std::fs::read_to_string(path).map_err(|error| named(error.message()))?;
        if path.extension().is_some_and(|e| e.eq_ignore_ascii_case("json")) {
            serde_json::from_str(&text).map_err(|error| named(error.message()))
        } else {
            toml::from_str(&text).map_err(|error| named(toml_message(&error, &text)))
        }
    }

    /// The limits engine number `index` plays under.
    pub fn limits_of(&self, index: usize) -> Limits {
        self.engines.get(index).map(|e| e.limits).filter(|l| !l.is_empty()).unwrap_or(self.limits)
    }

    /// Number of pairings.
    pub fn pairings(&self) -> usize {
        let n = self.engines.len();
        match self.format {
            Format::RoundRobin => n * n.saturating_sub(1) / 2,
            Format::Gauntlet => n.saturating_sub(1),
        }
    }

    /// Checks what the types cannot; the error names the key.
    pub fn check(&self) -> Result<(), SettingsError> {
        let refuse = |message: Message| Err(SettingsError(message));
        if self.engines.len() < 2 {
            return refuse(say!(MatchEngines, n = self.engines.len()));
        }
        Rules::by_name(&self.rules).map_err(|error| SettingsError(error.message()))?;
        for (i, engine) in self.engines.iter().enumerate() {
            if engine.cmd.trim().is_empty() {
                return refuse(say!(EngineNoCmd, number = i + 1));
            }
            if self.limits_of(i).is_empty() {
                return refuse(say!(EngineNoLimit, number = i + 1, program = &engine.cmd));
            }
            if self.engines[..i].iter().any(|other| !engine.name.is_empty() && other.name == engine.name) {
                return refuse(say!(EngineNameTwice, name = &engine.name));
            }
            if let Some(word) =
                engine.options.keys().find(|k| k.trim().is_empty() || k.contains(['\n', '\r']))
            {
                return refuse(say!(
                    EngineOptionName,
                    number = i + 1,
                    name = word.escape_debug().to_string()
                ));
            }
        }
        if self.rounds == 0 || self.concurrency == 0 {
            return refuse(say!(MatchAtLeastOne));
        }
        if self.concurrency > 1024 {
            return refuse(say!(MatchConcurrency, number = self.concurrency));
        }
        if self.openings.min_plies > self.openings.max_plies || self.openings.max_plies > 200 {
            return refuse(say!(MatchPlies));
        }
        if self.openings.window < 0 {
            return refuse(say!(MatchWindow, window = self.openings.window));
        }
        if let Some(sprt) = &self.sprt {
            sprt.check().map_err(SettingsError)?;
            if self.engines.len() != 2 {
                return refuse(say!(SprtEngines, number = self.engines.len()));
            }
        }
        for (key, moves) in [("resign", self.resign.map(|r| r.moves)), ("draw", self.draw.map(|d| d.moves))] {
            if moves == Some(0) {
                return refuse(say!(MatchMoves, key = key));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two() -> MatchSettings {
        let engine = |line| EngineSettings::from_line(line).expect("good");
        MatchSettings {
            engines: vec![engine("name=a nodes=5 x"), engine("name=b depth=5 y")],
            ..MatchSettings::default()
        }
    }

    #[test]
    fn one_line_engines() {
        let e = EngineSettings::from_line("'option.Log File=x y' cmd='./my engine' -v name=3").expect("good");
        assert_eq!(e.options["Log File"], OptionValue::Text("x y".to_string()));
        assert_eq!((e.cmd.as_str(), e.args.join(" ")), ("./my engine", "-v name=3".to_string()));
        for (bad, word) in [
            ("nodes=0 x", "nodes=0"),
            ("tc=a x", "\"a\""),
            ("proto=usi x", "usi"),
            ("name=a", "no program"),
            ("'", "quote"),
        ] {
            let error = EngineSettings::from_line(bad).expect_err(bad).to_string();
            assert!(error.contains(word), "{bad}: {error}");
        }
    }

    #[test]
    fn both_file_formats_mean_the_same_and_round_trip() {
        let toml = "event = 'x'\nrounds = 7\n[limits]\ntc = '10+0.1'\n[[engines]]\ncmd = 'a'\n[engines.options]\nHash = 16\nOwnBook = false\n\
                    [[engines]]\ncmd = 'b'\nprotocol = 'uci'\nlimits = { nodes = 3 }\n[sprt]\nelo0 = 0\nelo1 = 10\n";
        let json = r#"{"event":"x","rounds":7,"limits":{"tc":"10+0.1"},"engines":[{"cmd":"a","options":{"Hash":16,"OwnBook":false}},
            {"cmd":"b","protocol":"uci","limits":{"nodes":3}}],"sprt":{"elo0":0.0,"elo1":10.0}}"#;
        let a: MatchSettings = toml::from_str(toml).expect("toml");
        let b: MatchSettings = serde_json::from_str(json).expect("json");
        assert_eq!(a, b);
        assert!(a.check().is_ok());
        assert_eq!(a.limits_of(0).to_string(), "10+0.1");
        assert_eq!(a.limits_of(1).to_string(), "3 nodes");
        let again: MatchSettings =
            serde_json::from_str(&serde_json::to_string(&a).expect("write")).expect("read");
        assert_eq!(a, again);
        assert!(
            serde_json::from_str::<MatchSettings>(r#"{"round":7}"#)
                .unwrap_err()
                .to_string()
                .contains("round")
        );
    }

    #[test]
    fn wrong_settings_are_named() {
        assert!(two().check().is_ok());
        let wrong = |change: fn(&mut MatchSettings), word: &str| {
            let mut s = two();
            change(&mut s);
            let error = s.check().expect_err(word).to_string();
            assert!(error.contains(word), "{word}: {error}");
        };
        wrong(|s| s.engines.truncate(1), "at least 2");
        wrong(|s| s.rules = "chess".to_string(), "chess");
        wrong(|s| s.engines[1].limits = Limits::default(), "no limit");
        wrong(|s| s.engines[1].name = "a".to_string(), "used twice");
        wrong(|s| s.rounds = 0, "rounds");
        wrong(|s| s.sprt = Some(Sprt { elo0: 1.0, elo1: 0.0, alpha: 0.05, beta: 0.05 }), "elo0");
        wrong(|s| s.openings.min_plies = 99, "min_plies");
        wrong(|s| s.draw = Some(DrawRule { from_ply: 0, moves: 0, score: 1 }), "draw.moves");
    }

    #[test]
    fn pairings_of_both_formats() {
        let mut s = two();
        s.engines.extend(two().engines);
        assert_eq!(s.pairings(), 6);
        s.format = Format::Gauntlet;
        assert_eq!(s.pairings(), 3);
    }
}
