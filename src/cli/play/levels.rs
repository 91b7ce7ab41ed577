//! Playing levels by name, and by Elo for everything between.

use crate::search::Level;
use crate::words::{Key, Message, Words, say};

/// The named levels: the name's key and the engine's level, `None` for full strength.
const NAMED: [(Key, Option<u8>); 5] = [
    (Key::LevelMwanzo, Some(1)),
    (Key::LevelMwanafunzi, Some(6)),
    (Key::LevelMchezaji, Some(11)),
    (Key::LevelBingwa, Some(16)),
    (Key::LevelFundi, None),
];

/// A strength to play at; `None` is all the engine has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Strength(pub Option<Level>);

impl Strength {
    /// The strength of a name in either language, or of an Elo.
    fn parse(words: &Words, text: &str) -> Option<Strength> {
        let text = text.trim().to_lowercase();
        for (key, level) in NAMED {
            if text == words.get(key) || text == Words::english().get(key) {
                return Some(Strength(level.map(Level::new)));
            }
        }
        let elo = text.parse().ok().filter(|elo| (Level::MIN_ELO..=Level::MAX_ELO).contains(elo))?;
        Some(Strength(Some(Level::from_elo(elo))))
    }

    /// The strength of a name or an Elo.
    ///
    /// # Errors
    /// There is no such level: which there are.
    pub fn named(words: &Words, text: &str) -> Result<Strength, Message> {
        Strength::parse(words, text).ok_or_else(|| {
            let level = text.chars().take(40).flat_map(char::escape_debug).collect::<String>();
            say!(UnknownLevel, level = level, levels = Strength::list())
        })
    }

    /// A sentence that names the strength.
    pub fn describe(self, words: &Words) -> String {
        let named = NAMED.iter().find(|(_, level)| level.map(Level::new) == self.0);
        match self.0 {
            None => words.fill(Key::PlayLevelFull, &[("level", &words.get(Key::LevelFundi))]),
            Some(level) => {
                let name =
                    named.map_or_else(|| level.number().to_string(), |(key, _)| words.get(*key).to_owned());
                words.fill(Key::PlayLevel, &[("level", &name), ("elo", &level.elo())])
            }
        }
    }

    /// The names to choose from.
    pub fn list() -> Message {
        let name = |(key, level): &(Key, Option<u8>)| match level {
            Some(level) => say!(LevelElo, level = *key, elo = Level::new(*level).elo()),
            None => Message::of(*key),
        };
        let levels = Message::list(NAMED.iter().map(name));
        say!(PlayLevels, levels = levels, low = Level::MIN_ELO, high = Level::MAX_ELO)
    }
}
