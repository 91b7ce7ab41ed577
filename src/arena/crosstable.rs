//! What a match prints, in the language of its reader: the lines before it, a line while it runs, and the final tables: the score of two engines in
//! full, a crosstable of many.

use super::gamefile::Meeting;
use super::journal::Files;
use super::latency::{Histogram, short};
use super::runner::{End, Match, Summary};
use super::sprt::Sprt;
use super::standings::{PairingScore, Standings};
use super::stats::Estimate;
use crate::words::{Key, Message, Told, Words, say};
use std::fmt::Write;
use std::time::Duration;

/// Lines with a label in front, in a language.
struct Report<'a> {
    words: &'a Words,
    text: String,
}

impl Report<'_> {
    /// The labels of lines; the widest decides where their texts begin.
    const LABELS: [Key; 12] = [
        Key::LabelMatch,
        Key::LabelNote,
        Key::LabelResumed,
        Key::LabelScore,
        Key::LabelPairs,
        Key::LabelElo,
        Key::LabelLos,
        Key::LabelSprt,
        Key::LabelGames,
        Key::LabelEndings,
        Key::LabelEnd,
        Key::LabelFiles,
    ];

    fn new(words: &Words) -> Report<'_> {
        Report { words, text: String::new() }
    }

    fn line(&mut self, label: Key, text: &Message) {
        self.labelled(self.words.get(label), &text.told(self.words));
    }

    fn labelled(&mut self, label: &str, text: &str) {
        let widths = Report::LABELS.iter().map(|label| self.words.get(*label).chars().count());
        let width = widths.max().unwrap_or_default().max(10);
        // Writing to a String cannot fail.
        let _ = writeln!(self.text, "{label:<width$} {text}");
    }

    /// Table headings, each at least as wide as given.
    fn headings<const N: usize>(&self, columns: [(Key, usize); N]) -> [(&str, usize); N] {
        columns.map(|(key, width)| {
            let heading = self.words.get(key);
            (heading, heading.chars().count().max(width))
        })
    }
}

/// Elo figures without a stray sign of zero, infinities in words.
fn elo(e: &Estimate) -> String {
    let one = |x: f64| {
        if x == f64::INFINITY {
            "inf".to_string()
        } else if x == f64::NEG_INFINITY {
            "-inf".to_string()
        } else {
            format!("{:+.1}", x + 0.0)
        }
    };
    format!("{} [{}, {}]", one(e.value), one(e.low), one(e.high))
}

/// A share from 0 to 1 in percent with a decimal.
fn percent(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

/// One line of a running match: score, Elo, LOS and the state of the test.
#[must_use]
pub fn progress(words: &Words, standings: &Standings, names: &[String], sprt: Option<&Sprt>) -> String {
    let played = standings.games() + standings.without_result();
    let total = standings.schedule().len();
    let mut parts = vec![say!(ProgressGames, played = played, total = total)];
    if let ([pairing], [first, ..]) = (standings.pairings(), names) {
        let estimate = pairing.pairs.elo();
        parts.push(Message::foreign(format_args!("{first} {}", pairing.games)));
        if pairing.pairs.pairs() > 0 {
            let half = (estimate.high - estimate.low) / 2.0;
            parts.push(Message::foreign(format_args!("Elo {:+.1} +- {half:.1}", estimate.value + 0.0)));
            let los = percent(pairing.pairs.likelihood_of_superiority());
            parts.push(Message::foreign(format_args!("LOS {los} %")));
        }
        if let Some(sprt) = sprt {
            let (lower, upper) = sprt.bounds();
            let ratio = sprt.log_likelihood_ratio(&pairing.pairs);
            parts.push(Message::foreign(format_args!("LLR {ratio:+.2} ({lower:.2}, {upper:.2})")));
        }
    } else {
        let best = ranked(standings).first().copied();
        parts.extend(best.and_then(|best| names.get(best)).map(|name| say!(ProgressLeading, name = name)));
    }
    if standings.irregularities() > 0 {
        parts.push(say!(ProgressIrregular, number = standings.irregularities()));
    }
    parts.iter().map(|part| part.told(words)).collect::<Vec<_>>().join("  ")
}

/// The lines before the first game.
#[must_use]
pub fn announcement(words: &Words, game: &Match) -> String {
    let mut report = Report::new(words);
    let s = game.settings();
    for (index, name) in game.names().iter().enumerate() {
        let label = say!(LabelEngine, number = index + 1).told(words);
        report.labelled(&label, &format!("{name} ({})", s.limits_of(index).told(words)));
    }
    let origin = match &s.openings.file {
        Some(path) => {
            let name = path.file_name().unwrap_or(path.as_os_str());
            say!(MatchOpeningsFile, n = game.openings().len(), file = name.to_string_lossy().into_owned())
        }
        None => say!(MatchOpenings, n = game.openings().len()),
    };
    let games = say!(CountGames, n = game.standings().schedule().len());
    let text = say!(
        MatchText,
        games = games,
        rules = &s.rules,
        concurrency = s.concurrency,
        openings = origin,
        seed = s.openings.seed.unwrap_or_default()
    );
    report.line(Key::LabelMatch, &text);
    if game.openings().len() < s.rounds as usize {
        report.line(Key::LabelNote, &say!(MatchFewOpenings));
    }
    if game.already_played() > 0 {
        report.line(Key::LabelResumed, &say!(MatchResumed, n = game.already_played()));
    }
    report.text
}

/// Engines by points per game, best first.
fn ranked(standings: &Standings) -> Vec<usize> {
    let share = |e: usize| {
        let games = &standings.engines()[e].games;
        games.points() / (games.games() as f64).max(1.0)
    };
    let mut order: Vec<usize> = (0..standings.engines().len()).collect();
    order.sort_by(|&a, &b| share(b).total_cmp(&share(a)));
    order
}

/// Ways a game of a match may end, as journals and game files name them in English.
const ENDINGS: [Key; 13] = [
    Key::EndingFrontRow,
    Key::EndingNoMove,
    Key::EndingRepetition,
    Key::EndingPlyLimit,
    Key::EndingAdjudication,
    Key::EndingStart,
    Key::EndingRules,
    Key::EndingCrash,
    Key::EndingHang,
    Key::EndingTime,
    Key::EndingProtocol,
    Key::EndingUnterminated,
    Key::EndingNeither,
];

/// An ending in a language.
fn ending<'a>(words: &'a Words, name: &'a str) -> &'a str {
    let key = ENDINGS.into_iter().find(|key| Words::english().get(*key) == name);
    key.map_or(name, |key| words.get(key))
}

/// The whole report after a match.
#[must_use]
pub fn report(words: &Words, summary: &Summary, names: &[String], sprt: Option<&Sprt>) -> String {
    let s = &summary.standings;
    let mut out = Report::new(words);
    match (s.pairings(), names) {
        ([pairing], [first, second]) => duel(&mut out, pairing, first, second, sprt),
        _ => table(&mut out, s, names),
    }
    let seats = s.seats();
    let text = say!(
        MatchGames,
        games = s.games() + s.without_result(),
        south = seats.wins,
        north = seats.losses,
        draws = seats.draws,
        percent = percent(s.draw_rate()),
        without = s.without_result(),
        plies = format!("{:.0}", s.mean_plies())
    );
    out.line(Key::LabelGames, &text);
    let endings: Vec<String> = s.endings().map(|(name, n)| format!("{} {n}", ending(words, name))).collect();
    if !endings.is_empty() {
        out.line(Key::LabelEndings, &Message::foreign(endings.join(", ")));
    }
    effort(&mut out, s, names);
    let end = match summary.end {
        End::Complete => say!(MatchEndComplete),
        End::Decided(decision) => say!(MatchEndDecided, decision = decision.message()),
        End::Stopped => say!(StoppedByUser),
    };
    out.line(Key::LabelEnd, &say!(MatchEnd, end = end, number = summary.irregularities));
    out.text
}

/// Where the games are, and what went wrong.
#[must_use]
pub fn files(words: &Words, files: &Files) -> String {
    let mut out = Report::new(words);
    out.line(Key::LabelFiles, &Message::foreign(files.games_path().display()));
    if files.log_path().exists() {
        out.line(Key::LabelFaults, &Message::foreign(files.log_path().display()));
    }
    out.text
}

/// The report on two players, drawn from game files.
#[must_use]
pub fn meeting_report(words: &Words, meeting: &Meeting, sprt: Option<&Sprt>) -> String {
    let mut out = Report::new(words);
    let [first, second] = &meeting.names;
    duel(&mut out, &meeting.score, first, second, sprt);
    out.text
}

/// Score of two engines.
fn duel(out: &mut Report<'_>, pairing: &PairingScore, first: &str, second: &str, sprt: Option<&Sprt>) {
    let games = pairing.games;
    let score = say!(
        MatchScore,
        first = first,
        second = second,
        tally = games.to_string(),
        points = format!("{:.1}", games.points()),
        games = games.games()
    );
    out.line(Key::LabelScore, &score);
    let pairs = &pairing.pairs;
    out.line(Key::LabelPairs, &say!(MatchPairs, pairs = pairs.to_string(), number = pairs.pairs()));
    if pairs.pairs() > 0 {
        let text = say!(MatchElo, elo = elo(&pairs.elo()), normalised = elo(&pairs.normalised_elo()));
        out.line(Key::LabelElo, &text);
        let los = percent(pairs.likelihood_of_superiority());
        out.line(Key::LabelLos, &Message::foreign(format_args!("{los} %")));
    }
    if let Some(sprt) = sprt {
        let (lower, upper) = sprt.bounds();
        let text = say!(
            MatchSprt,
            ratio = format!("{:+.2}", sprt.log_likelihood_ratio(pairs)),
            lower = format!("{lower:.2}"),
            upper = format!("{upper:.2}"),
            elo0 = sprt.elo0.to_string(),
            elo1 = sprt.elo1.to_string(),
            alpha = sprt.alpha.to_string(),
            beta = sprt.beta.to_string(),
            decision = sprt.decide(pairs).message()
        );
        out.line(Key::LabelSprt, &text);
    }
}

/// The width of a column of names.
fn name_width(names: &[String], heading: &str) -> usize {
    let widths = names.iter().map(String::as_str).chain([heading]).map(|name| name.chars().count());
    widths.max().unwrap_or_default()
}

/// Crosstable of several engines: rank, score, Elo against the field, and the score against each.
fn table(out: &mut Report<'_>, s: &Standings, names: &[String]) {
    let order = ranked(s);
    let [(rank, a), (points, b), (share, c), (rating, d)] =
        out.headings([(Key::HeadRank, 4), (Key::HeadPoints, 13), (Key::HeadShare, 6), (Key::HeadField, 26)]);
    let engine = out.words.get(Key::HeadEngine);
    let width = name_width(names, engine);
    let mut text = format!("{rank:>a$}  {engine:<width$}  {points:>b$}  {share:>c$}  {rating:>d$}");
    for rank in 1..=order.len() {
        let _ = write!(text, "  {rank:>9}");
    }
    text.push('\n');
    for (rank, &e) in order.iter().enumerate() {
        let score = &s.engines()[e];
        let (points, games) = (score.games.points(), score.games.games());
        let name = names.get(e).map_or("?", String::as_str);
        let share = format!("{:.1}%", 100.0 * points / (games as f64).max(1.0));
        let rating = if score.pairs.pairs() > 0 { elo(&score.pairs.elo()) } else { "-".to_string() };
        let points = format!("{points}/{games}");
        let rank = rank + 1;
        let _ = write!(text, "{rank:>a$}  {name:<width$}  {points:>b$}  {share:>c$}  {rating:>d$}");
        for &other in &order {
            let _ = write!(text, "  {:>9}", points_against(s, e, other));
        }
        text.push('\n');
    }
    out.text.push_str(&text);
}

/// Points of `e` against `other`.
fn points_against(s: &Standings, e: usize, other: usize) -> String {
    let at = s.schedule().pairings().iter().position(|&p| p == (e, other) || p == (other, e));
    let Some(score) = at.and_then(|at| s.pairings().get(at).map(|p| (s.schedule().pairings()[at], p))) else {
        return if e == other { "-".to_string() } else { String::new() };
    };
    let ((first, _), pairing) = score;
    let games = if first == e { pairing.games } else { pairing.games.reversed() };
    format!("{}/{}", games.points(), games.games())
}

/// What each engine used and how promptly it answered.
fn effort(out: &mut Report<'_>, s: &Standings, names: &[String]) {
    let [(moves, a), (time, b), (nodes, c), (speed, d), (depth, e), (ready, f), (overhead, g)] = out
        .headings([
            (Key::HeadMoves, 8),
            (Key::HeadTimeMove, 9),
            (Key::HeadNodesMove, 11),
            (Key::HeadSpeed, 8),
            (Key::HeadDepth, 6),
            (Key::HeadReady, 23),
            (Key::HeadOverhead, 23),
        ]);
    let engine = out.words.get(Key::HeadEngine);
    let width = name_width(names, engine);
    let mut text = format!(
        "{engine:<width$}  {moves:>a$}  {time:>b$}  {nodes:>c$}  {speed:>d$}  {depth:>e$}  {ready:>f$}  {overhead:>g$}\n"
    );
    for (engine, name) in s.engines().iter().zip(names) {
        let effort = &engine.effort;
        let moves = (effort.moves as f64).max(1.0);
        let spread = |h: &Histogram| {
            if h.count() == 0 {
                return "-".to_string();
            }
            format!("{} {} {}", short(h.percentile(0.5)), short(h.percentile(0.99)), short(h.longest()))
        };
        let _ = writeln!(
            text,
            "{name:<width$}  {:>a$}  {:>b$}  {:>c$.0}  {:>d$.0}  {:>e$.1}  {:>f$}  {:>g$}",
            effort.moves,
            short(Duration::from_micros((effort.micros as f64 / moves) as u64)),
            effort.nodes as f64 / moves,
            1000.0 * effort.nodes as f64 / (effort.micros as f64).max(1.0),
            effort.depths as f64 / (effort.with_depth as f64).max(1.0),
            spread(&effort.ready),
            spread(&effort.overhead)
        );
    }
    out.text.push_str(&text);
}
