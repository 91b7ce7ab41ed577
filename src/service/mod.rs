//! Analysis as a service: requests and answers as JSON, one object a line, any number in flight.
//!
//! A program starts `fundi serve` once, writes requests to its standard input and reads answers as they come, in any order; `id` ties them together.
//!
//! ```json
//! {"id": "a", "moves": ["A7L", "a5R"], "plies": [0, 1, 2], "depth": 10, "lines": 3, "priority": 5}
//! ```
//!
//! | field | meaning | default |
//! |---|---|---|
//! | `id` | text that names the request in its answers; free again after the last of them | required |
//! | `action` | `analyze`, `cancel`, `status` or `version` | `analyze` |
//! | `rules`, `fen` | rule set and start position | `zanzibar` and its start |
//! | `moves` | list of move tokens played from there | none |
//! | `plies` | which positions to analyse, by the number of moves played before; an answer for each | the last |
//! | `depth`, `nodes`, `seconds` | limits, the first one reached ends a search | seconds as set at the start |
//! | `lines` | best lines wanted, 1 to 64 | 1 |
//! | `only`, `avoid` | root moves to look at, or not to look at | all |
//! | `priority` | larger is sooner; equal ones in order of arrival | 0 |
//! | `report_every` | seconds between partial answers | none |
//! | `target` | with `cancel`: whose request ends; without it all end | |
//!
//! Answers have a `type`: `result` (the last word on a position; `cancelled` tells whether it was cut short, or never begun if it has no `lines`), `partial`,
//! `error` (for a bad request, the only answer: `kind`, `field` and `message`), `cancelled` (the answer to `cancel`), `status` and `version`. At the end of input, queued work is finished.

mod answer;
mod job;
mod queue;
mod request;
mod server;

pub use request::{ErrorKind, RequestError};
pub use server::{Settings, serve};
