//! Matches between engines: a referee that trusts nobody, and the statistics engine authors expect.
//!
//! From the outside in: [`runner::Match`] plays the games of a [`schedule`] at several [`table`]s and keeps the [`standings`]; a
//! table takes its engines from a [`roster`] and has each game judged by the [`referee`], who plays every move on the rules library.
//! An engine is a [`client`] that speaks a [`dialect`] to a [`process`] which can neither block nor outlive its caller. Results go
//! to the [`gamefile`] and, for resuming, the [`journal`]; [`stats`] and [`sprt`] say what they mean, [`crosstable`] prints them.
//! [`conformance`] examines a single engine.
//!
//! ```
//! use fundi::arena::sprt::Sprt;
//! use fundi::arena::stats::Pentanomial;
//! let pairs = Pentanomial::from_counts([6, 0, 53, 0, 41]);
//! assert_eq!(pairs.elo().value.round(), 127.0);
//! let test = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };
//! assert!(test.log_likelihood_ratio(&pairs) > 0.0);
//! ```

pub mod adjudicate;
pub mod affinity;
pub mod client;
pub mod conformance;
pub mod crosstable;
pub mod date;
pub mod dialect;
pub mod gamefile;
pub mod generate;
pub mod info;
pub mod journal;
pub mod judge;
pub mod latency;
pub mod limits;
pub mod normal;
pub mod opening;
pub mod process;
pub mod referee;
pub mod roster;
pub mod runner;
pub mod schedule;
pub mod settings;
pub mod sprt;
pub mod standings;
pub mod stats;
pub mod table;
pub mod transcript;
pub mod words;
