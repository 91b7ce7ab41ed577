//! Splits a command line into words, so that one flag can hold an engine's whole command.
//!
//! Blanks separate words; single or double quotes keep them together, also in the middle of a word
//! (`option.Name='two words'`). A backslash is an ordinary character, as Windows paths need it.

use crate::words::{Message, say};

/// The words of a line, or a message if a quote is not closed.
///
/// ```
/// use fundi::arena::words::split;
/// assert_eq!(split(r#"./engine --log "my file""#).unwrap(), ["./engine", "--log", "my file"]);
/// assert!(split("'open").is_err());
/// ```
pub fn split(line: &str) -> Result<Vec<String>, Message> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in line.chars() {
        match quote {
            Some(q) if c == q => quote = None,
            Some(_) => word.get_or_insert_default().push(c),
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(c),
        }
    }
    if let Some(q) = quote {
        return Err(say!(QuoteOpen, quote = q, line = line));
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn quotes_and_blanks() {
        assert_eq!(split("").unwrap(), Vec::<String>::new());
        assert_eq!(split("  a\t b ").unwrap(), ["a", "b"]);
        assert_eq!(split("''").unwrap(), [""]);
        assert_eq!(split("option.A='b c' d\"e f\"g").unwrap(), ["option.A=b c", "de fg"]);
        assert_eq!(split(r"C:\x\y.exe").unwrap(), [r"C:\x\y.exe"]);
        assert_eq!(split("\"it's\"").unwrap(), ["it's"]);
    }
}
