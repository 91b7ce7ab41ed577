//! `--help` in the reader's language.
//!
//! The English texts stand beside the commands and arguments they describe. A language file has its own under keys made from the tree that clap
//! builds: `help.analyze` (or `help.book.extend`) for a command and `help.analyze.long` for what its long form adds, `help.analyze.depth` for an argument,
//! `help.convert.to.json` for one of its values, `help.any.json` for an argument that means the same in several commands, and
//! `help.value.FILE` for the name of a value. Headings and the notes in brackets come from the word table like everything else.

use crate::words::{Key, Words};
use clap::builder::StyledStr;
use clap::{Arg, Command};
use std::collections::BTreeMap;

/// Arguments and commands that clap adds itself.
const OWN: [&str; 2] = ["help", "version"];

/// The command line with all its help in a language.
pub(super) fn translated(mut command: Command, words: &Words) -> Command {
    command.build();
    let name = command.get_name().to_owned();
    let program = translate(command, &name, words);
    with_commands(program, "", words)
}

/// The help of the commands of a command; `path` is empty for the program, else it ends with a dot.
fn with_commands(command: Command, path: &str, words: &Words) -> Command {
    command.mut_subcommands(|sub| {
        if OWN.contains(&sub.get_name()) {
            return sub.about(words.get(Key::CliHelpCommand).to_owned());
        }
        let name = format!("{path}{}", sub.get_name());
        let sub = translate(sub, &name, words);
        with_commands(sub, &format!("{name}."), words)
    })
}

/// A help text: the language's own, or else the English one.
fn say(words: &Words, keys: &[String], english: &str) -> String {
    keys.iter().find_map(|key| words.help(key)).unwrap_or(english).to_owned()
}

fn translate(command: Command, name: &str, words: &Words) -> Command {
    let has_long = command.get_long_about().is_some() || command.get_arguments().any(has_details);
    let about = say(words, &[format!("help.{name}")], &plain(command.get_about()));
    let long = more(&command).map(|english| say(words, &[format!("help.{name}.long")], &english));
    let after = plain(command.get_after_help());
    let mut command = command.mut_args(|arg| argument(arg, name, words, has_long)).about(about.clone());
    if let Some(long) = long {
        command = command.long_about(format!("{about}\n\n{long}"));
    }
    if let Some((_, examples)) = after.split_once('\n') {
        let heading = if examples.contains('\n') { Key::CliExamples } else { Key::CliExample };
        command = command.after_help(format!("{}:\n{examples}", words.get(heading)));
    }
    let mut template = format!("{{about-with-newline}}\n{}: {{usage}}\n", words.get(Key::CliUsage));
    let parts = [
        (command.has_subcommands(), Key::CliCommands, "{subcommands}"),
        (command.get_positionals().next().is_some(), Key::CliArguments, "{positionals}"),
        (true, Key::CliOptions, "{options}"),
    ];
    for (_, heading, part) in parts.into_iter().filter(|(wanted, ..)| *wanted) {
        template.push_str(&format!("\n{}:\n{part}\n", words.get(heading)));
    }
    template.truncate(template.trim_end().len());
    template.push_str("{after-help}");
    let mut command =
        command.subcommand_value_name(words.get(Key::CliCommand).to_owned()).help_template(template);
    let usage = command.render_usage().to_string();
    let usage = usage.strip_prefix("Usage: ").unwrap_or(&usage);
    let usage = usage.replace("[OPTIONS]", &format!("[{}]", words.get(Key::CliOptions).to_uppercase()));
    command.override_usage(usage)
}

/// The key of the name of a value; its signs would be misread in a language file.
fn value_key(name: &str) -> String {
    format!("help.value.{}", name.replace(|sign: char| !sign.is_ascii_alphanumeric(), "_"))
}

/// Whether an argument has more to say in the long form.
fn has_details(arg: &Arg) -> bool {
    arg.get_possible_values().iter().any(|value| value.get_help().is_some())
}

fn plain(text: Option<&StyledStr>) -> String {
    text.map(ToString::to_string).unwrap_or_default()
}

/// What the long description of a command adds to the short one.
fn more(command: &Command) -> Option<String> {
    let long = plain(command.get_long_about());
    let (_, more) = long.split_once("\n\n")?;
    Some(more.to_owned())
}

fn argument(arg: Arg, command: &str, words: &Words, has_long: bool) -> Arg {
    let id = arg.get_id().to_string();
    if OWN.contains(&id.as_str()) {
        let [short, long] = match id.as_str() {
            "version" => [Key::CliVersion; 2],
            _ if has_long => [Key::CliHelpShort, Key::CliHelpLong],
            _ => [Key::CliHelp; 2],
        };
        let arg = arg.help(words.get(short).to_owned());
        return if has_long { arg.long_help(words.get(long).to_owned()) } else { arg };
    }
    let text =
        say(words, &[format!("help.{command}.{id}"), format!("help.any.{id}")], &plain(arg.get_help()));
    let mut notes = String::new();
    if arg.get_action().takes_values() && !arg.get_default_values().is_empty() {
        let values = arg.get_default_values().iter().map(|value| value.to_string_lossy());
        let values = values.collect::<Vec<_>>().join(" ");
        notes.push_str(&format!(" [{}]", words.fill(Key::CliDefault, &[("value", &values)])));
    }
    let values = if arg.get_action().takes_values() { arg.get_possible_values() } else { Vec::new() };
    let (mut names, mut details) = (Vec::new(), String::new());
    for value in &values {
        let name = value.get_name();
        let english = plain(value.get_help());
        let key = |place: &str| format!("help.{place}.{id}.{name}");
        details.push_str(&format!("\n- {name}: {}", say(words, &[key(command), key("any")], &english)));
        names.push(name);
    }
    let list = words.fill(Key::CliValues, &[("values", &names.join(", "))]);
    let mut arg = arg.hide_default_value(true).hide_possible_values(true);
    if let Some(names) = arg.get_value_names() {
        let names: Vec<String> = names.iter().map(|name| say(words, &[value_key(name)], name)).collect();
        arg = arg.value_names(names);
    }
    if values.is_empty() {
        return arg.help(format!("{text}{notes}"));
    }
    let short = format!("{text}{notes} [{list}]");
    if has_details(&arg) {
        arg.long_help(format!("{text}{notes}\n\n{}:{details}", words.get(Key::CliValuesHead))).help(short)
    } else {
        arg.help(short)
    }
}

/// A text beside an argument: the command's place, the argument with the value if it is one's, and the text.
struct Said {
    place: String,
    id: String,
    text: String,
}

/// Every key of help that a translation has, with the English text, in the order of the commands.
pub(super) fn texts(mut command: Command) -> Vec<(String, String)> {
    command.build();
    let mut said = Vec::new();
    let mut names = BTreeMap::new();
    let name = command.get_name().to_owned();
    collect(&command, &name, &mut said, &mut names);
    // What several commands say of an argument is said once; of several such texts the commonest.
    let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for Said { place, id, text } in said.iter().filter(|said| !said.id.is_empty()) {
        // What the whole program takes counts in every command.
        *counts.entry((id, text)).or_default() += 1 + usize::from(*place == name);
    }
    let mut shared: BTreeMap<&str, (&str, usize)> = BTreeMap::new();
    for ((id, text), count) in counts.into_iter().filter(|(_, count)| *count > 1) {
        let most = shared.entry(id).or_insert((text, count));
        if count > most.1 {
            *most = (text, count);
        }
    }
    let mut keys = Vec::new();
    let mut texts = Vec::new();
    for Said { place, id, text } in &said {
        let key = match id.as_str() {
            "" => format!("help.{place}"),
            id if shared.get(id).is_some_and(|(common, _)| common == text) => format!("help.any.{id}"),
            id => format!("help.{place}.{id}"),
        };
        if !keys.contains(&key) {
            keys.push(key.clone());
            texts.push((key, text.clone()));
        }
    }
    texts.extend(names);
    texts
}

/// The texts of a command and of those below it.
fn collect(command: &Command, place: &str, said: &mut Vec<Said>, names: &mut BTreeMap<String, String>) {
    let program = !place.contains('.') && place == command.get_name() && command.get_version().is_some();
    let mut say = |id: &str, text: String| {
        said.push(Said { place: place.to_owned(), id: id.to_owned(), text });
    };
    say("", plain(command.get_about()));
    if let Some(more) = more(command) {
        say("long", more);
    }
    let own = |arg: &&Arg| !OWN.contains(&arg.get_id().as_str()) && (program || !arg.is_global_set());
    for arg in command.get_arguments().filter(own) {
        say(arg.get_id().as_str(), plain(arg.get_help()));
        if arg.get_action().takes_values() {
            for value in arg.get_possible_values() {
                say(&format!("{}.{}", arg.get_id(), value.get_name()), plain(value.get_help()));
            }
            let value_names = arg.get_value_names().into_iter().flatten();
            names.extend(value_names.map(|name| (value_key(name), name.to_string())));
        }
    }
    let path = if program { String::new() } else { format!("{place}.") };
    for sub in command.get_subcommands().filter(|sub| !OWN.contains(&sub.get_name())) {
        collect(sub, &format!("{path}{}", sub.get_name()), said, names);
    }
}
