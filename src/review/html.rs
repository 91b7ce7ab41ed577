//! A review as one HTML file that needs no network: style, script and data are inside.
//!
//! The page is `page.html` with `page.css`, the scripts `page_board.js` (the board and its seeds), `page_frames.js` (a move as frames) and
//! `page.js` (graph, lists, keys), and the data of [`super::page_data`].

use super::Review;
use crate::words::{Key, Words};

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPTS: [&str; 3] =
    [include_str!("page_frames.js"), include_str!("page_board.js"), include_str!("page.js")];

/// Text for HTML.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The review as an HTML page in the language of `words`.
#[must_use]
pub fn html(review: &Review, words: &Words) -> String {
    let [head, _] = review.head(words);
    // A `<` inside the data could end the script element; JSON lets it be written as an escape.
    let data = review.page_data(words).to_string().replace('<', "\\u003c");
    let language = words.get(Key::LanguageCode);
    let mut page = String::with_capacity(PAGE.len() + STYLE.len() + data.len() + 32_768);
    let mut rest = PAGE;
    while let Some((before, after)) = rest.split_once("{{") {
        page.push_str(before);
        let Some((name, after)) = after.split_once("}}") else { break };
        match name {
            "language" => page.push_str(language),
            "title" => page.push_str(&escape(&head)),
            "style" => page.push_str(STYLE),
            "data" => page.push_str(&data),
            "script" => SCRIPTS.iter().for_each(|script| page.push_str(script)),
            _ => {}
        }
        rest = after;
    }
    page.push_str(rest);
    page
}
