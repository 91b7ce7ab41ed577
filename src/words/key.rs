//! The names of all texts. The list is made from `en.txt` when the program is built.

include!(concat!(env!("OUT_DIR"), "/keys.rs"));

impl Key {
    /// The name in the language files.
    #[must_use]
    pub fn name(self) -> &'static str {
        Key::ALL.get(self as usize).map_or("", |(_, name)| name)
    }

    /// The key of that name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Key> {
        Key::ALL.iter().find(|(_, known)| *known == name).map(|(key, _)| *key)
    }
}
