//! The engines of one table: started when needed, kept between games, replaced after a fault.

use super::client::{Client, Fault};
use super::process::Launch;
use super::settings::MatchSettings;
use super::transcript::Transcript;
use crate::words::{Message, Told, say};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// An engine that could not be brought up, with the evidence.
#[derive(Debug)]
pub struct Failed {
    /// What went wrong.
    pub fault: Fault,
    /// The dialogue, if there was one.
    pub transcript: Option<Transcript>,
}

/// Starts engine number `index` of the settings and makes it ready to play by the match's rules.
pub fn bring_up(
    settings: &MatchSettings,
    index: usize,
    cpus: &[usize],
    stop: &AtomicBool,
) -> Result<Client, Failed> {
    let Some(engine) = settings.engines.get(index) else {
        return Err(Failed { fault: Fault::Start(say!(NoEngine, number = index)), transcript: None });
    };
    let launch = Launch {
        program: engine.cmd.clone(),
        args: engine.args.clone(),
        dir: engine.dir.clone(),
        cpus: cpus.to_vec(),
    };
    let patience = Duration::from_millis(settings.patience_ms);
    let mut client = Client::start(&launch, engine.protocol, patience, stop)
        .map_err(|(fault, transcript)| Failed { fault, transcript })?;
    match prepare(&mut client, settings, index, stop) {
        Ok(()) => Ok(client),
        Err(fault) => {
            let fault = match fault {
                Fault::Stopped | Fault::Start(_) | Fault::Rules(_) => fault,
                other => Fault::Start(other.message()),
            };
            Err(Failed { fault, transcript: Some(client.transcript().clone()) })
        }
    }
}

/// Sets the options and compares the rules.
fn prepare(
    client: &mut Client,
    settings: &MatchSettings,
    index: usize,
    stop: &AtomicBool,
) -> Result<(), Fault> {
    let conventions = [
        ("RuleSet", settings.rules.clone()),
        ("Repetition", settings.repetition.to_string()),
        ("MaxPlies", settings.max_plies.to_string()),
        ("Ponder", settings.ponder.to_string()),
    ];
    for (name, value) in conventions {
        if client.offers(name) {
            client.set_option(name, &value)?;
        }
    }
    if let Some(engine) = settings.engines.get(index) {
        // The number of threads first: tables may be sized by it.
        let mut options: Vec<_> = engine.options.iter().collect();
        options.sort_by_key(|(name, _)| !name.eq_ignore_ascii_case("threads"));
        for (name, value) in options {
            if !client.offers(name) {
                client.remark(say!(RemarkNoOption, name = name));
            }
            client.set_option(name, &value.to_string())?;
        }
    }
    client.ready(stop)?;
    match client.query("rules", stop)? {
        Some(answer) => compare_rules(&answer, settings),
        None => Ok(()),
    }
}

/// The answer to `query rules` names the rule set and, if it likes, the conventions: `zanzibar repetition 3 maxplies 1000`.
fn compare_rules(answer: &str, settings: &MatchSettings) -> Result<(), Fault> {
    let mut words = answer.split_ascii_whitespace();
    let mut same = words.next().is_some_and(|name| name.eq_ignore_ascii_case(&settings.rules));
    while let (Some(key), Some(value)) = (words.next(), words.next()) {
        let expected = match key {
            "repetition" => settings.repetition,
            "maxplies" => settings.max_plies,
            _ => continue,
        };
        same &= value.parse() == Ok(expected);
    }
    let MatchSettings { rules, repetition, max_plies, .. } = settings;
    if same {
        Ok(())
    } else {
        let expected = format!("{rules} repetition {repetition} maxplies {max_plies}");
        Err(Fault::Rules(say!(RulesInstead, answer = answer, expected = expected)))
    }
}

/// At most two running engines, the ones of the current game.
#[derive(Debug)]
pub struct Roster<'a> {
    settings: &'a MatchSettings,
    cpus: Vec<usize>,
    running: Vec<(usize, Client)>,
}

impl<'a> Roster<'a> {
    /// An empty table; its engines will be confined to `cpus` if there are any.
    pub fn new(settings: &'a MatchSettings, cpus: Vec<usize>) -> Roster<'a> {
        Roster { settings, cpus, running: Vec::new() }
    }

    /// Takes a running engine, or starts one.
    pub fn take(&mut self, index: usize, stop: &AtomicBool) -> Result<Client, Failed> {
        match self.running.iter().position(|(i, _)| *i == index) {
            Some(at) => Ok(self.running.swap_remove(at).1),
            None => bring_up(self.settings, index, &self.cpus, stop),
        }
    }

    /// Puts an engine back for the next game.
    pub fn put(&mut self, index: usize, client: Client) {
        self.running.push((index, client));
    }

    /// Dismisses all engines that are not among `wanted`; returns what was irregular about their leaving.
    pub fn dismiss_others(&mut self, wanted: &[usize]) -> Vec<(usize, Message)> {
        let mut remarks = Vec::new();
        for (index, client) in std::mem::take(&mut self.running) {
            if wanted.contains(&index) {
                self.running.push((index, client));
            } else {
                remarks.extend(client.quit().into_iter().map(|r| (index, r)));
            }
        }
        remarks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_and_conventions_are_compared() {
        let settings = MatchSettings::default();
        for good in ["zanzibar", "Zanzibar repetition 3 maxplies 1000", "zanzibar colour blue maxplies 1000"]
        {
            assert_eq!(compare_rules(good, &settings), Ok(()), "{good}");
        }
        for bad in ["", "kujifunza", "zanzibar repetition 2", "zanzibar maxplies 1000 repetition x"] {
            assert!(matches!(compare_rules(bad, &settings), Err(Fault::Rules(_))), "{bad}");
        }
    }
}
