//! Game reviews: judgement, text, JSON, annotated record, and the page in a real browser.

mod command;
mod outputs;
mod page;
mod support;
