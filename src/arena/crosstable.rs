//! The final tables of a match, as text: the score of two engines in full, a crosstable of many.

use super::gamefile::Meeting;
use super::latency::short;
use super::runner::{End, Summary};
use super::sprt::Sprt;
use super::standings::{PairingScore, Standings};
use super::stats::Estimate;
use std::fmt::Write;
use std::time::Duration;

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

/// One line of a running match: score, Elo, LOS and the state of the test.
pub fn progress(standings: &Standings, names: &[String], sprt: Option<&Sprt>) -> String {
    let played = standings.games() + standings.without_result();
    let mut line = format!("{played}/{} games", standings.schedule().len());
    if let ([pairing], [first, ..]) = (standings.pairings(), names) {
        let estimate = pairing.pairs.elo();
        let _ = write!(line, "  {first} {}", pairing.games);
        if pairing.pairs.pairs() > 0 {
            let half = (estimate.high - estimate.low) / 2.0;
            let _ = write!(line, "  Elo {:+.1} +- {half:.1}", estimate.value + 0.0);
            let _ = write!(line, "  LOS {:.1} %", 100.0 * pairing.pairs.likelihood_of_superiority());
        }
        if let Some(sprt) = sprt {
            let (lower, upper) = sprt.bounds();
            let ratio = sprt.log_likelihood_ratio(&pairing.pairs);
            let _ = write!(line, "  LLR {ratio:+.2} ({lower:.2}, {upper:.2})");
        }
    } else {
        let best = ranked(standings).first().copied();
        if let Some(name) = best.and_then(|b| names.get(b)) {
            let _ = write!(line, "  leading: {name}");
        }
    }
    if standings.irregularities() > 0 {
        let _ = write!(line, "  irregular: {}", standings.irregularities());
    }
    line
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

/// The whole report after a match.
pub fn report(summary: &Summary, names: &[String], sprt: Option<&Sprt>) -> String {
    let s = &summary.standings;
    let mut out = String::new();
    match (s.pairings(), names) {
        ([pairing], [first, second]) => duel(&mut out, pairing, first, second, sprt),
        _ => table(&mut out, s, names),
    }
    let seats = s.seats();
    let _ = writeln!(
        out,
        "Games      {} in all: South won {}, North won {}, {} drawn ({:.1} %), {} without result; {:.0} plies on average",
        s.games() + s.without_result(),
        seats.wins,
        seats.losses,
        seats.draws,
        100.0 * s.draw_rate(),
        s.without_result(),
        s.mean_plies()
    );
    let endings: Vec<String> = s.endings().map(|(kind, n)| format!("{kind} {n}")).collect();
    if !endings.is_empty() {
        let _ = writeln!(out, "Endings    {}", endings.join(", "));
    }
    effort(&mut out, s, names);
    let _ = writeln!(
        out,
        "End        {}; irregularities: {}",
        match summary.end {
            End::Complete => "all games played".to_string(),
            End::Decided(decision) => format!("stopped by the sequential test: {decision}"),
            End::Stopped => "stopped by the user".to_string(),
        },
        summary.irregularities
    );
    out
}

/// The report on two players, drawn from game files.
pub fn meeting_report(meeting: &Meeting, sprt: Option<&Sprt>) -> String {
    let mut out = String::new();
    let [first, second] = &meeting.names;
    duel(&mut out, &meeting.score, first, second, sprt);
    out
}

/// Score of two engines.
fn duel(out: &mut String, pairing: &PairingScore, first: &str, second: &str, sprt: Option<&Sprt>) {
    let games = pairing.games;
    let _ = writeln!(
        out,
        "Score      {first} against {second}: {games}, {:.1} of {}",
        games.points(),
        games.games()
    );
    let pairs = &pairing.pairs;
    let _ = writeln!(out, "Pairs      {pairs} with 0, 1/2, 1, 1 1/2, 2 points; {} in all", pairs.pairs());
    if pairs.pairs() > 0 {
        let _ = writeln!(
            out,
            "Elo        {}   normalised {}   (95 % intervals)",
            elo(&pairs.elo()),
            elo(&pairs.normalised_elo())
        );
        let _ = writeln!(out, "LOS        {:.1} %", 100.0 * pairs.likelihood_of_superiority());
    }
    if let Some(sprt) = sprt {
        let (lower, upper) = sprt.bounds();
        let _ = writeln!(
            out,
            "SPRT       LLR {:+.2} (bounds {lower:.2}, {upper:.2}) for normalised Elo [{}, {}], alpha {}, beta {}: {}",
            sprt.log_likelihood_ratio(pairs),
            sprt.elo0,
            sprt.elo1,
            sprt.alpha,
            sprt.beta,
            sprt.decide(pairs)
        );
    }
}

/// Crosstable of several engines: rank, score, Elo against the field, and the score against each.
fn table(out: &mut String, s: &Standings, names: &[String]) {
    let order = ranked(s);
    let width = names.iter().map(|n| n.chars().count()).max().unwrap_or(0).max(6);
    let _ = write!(
        out,
        "{:>4}  {:<width$}  {:>13}  {:>6}  {:>26}",
        "rank", "engine", "points", "score", "Elo against the field"
    );
    for rank in 1..=order.len() {
        let _ = write!(out, "  {rank:>9}");
    }
    out.push('\n');
    for (rank, &e) in order.iter().enumerate() {
        let score = &s.engines()[e];
        let (points, games) = (score.games.points(), score.games.games());
        let name = names.get(e).map_or("?", String::as_str);
        let share = 100.0 * points / (games as f64).max(1.0);
        let rating = if score.pairs.pairs() > 0 { elo(&score.pairs.elo()) } else { "-".to_string() };
        let _ = write!(
            out,
            "{:>4}  {name:<width$}  {:>13}  {share:>5.1}%  {rating:>26}",
            rank + 1,
            format!("{points}/{games}")
        );
        for &other in &order {
            let _ = write!(out, "  {:>9}", points_against(s, e, other));
        }
        out.push('\n');
    }
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
fn effort(out: &mut String, s: &Standings, names: &[String]) {
    let width = names.iter().map(|n| n.chars().count()).max().unwrap_or(0).max(6);
    let _ = writeln!(
        out,
        "{:<width$}  {:>8}  {:>9}  {:>11}  {:>8}  {:>6}  {:>23}  {:>23}",
        "engine",
        "moves",
        "time/move",
        "nodes/move",
        "knps",
        "depth",
        "ready 50 % 99 % max",
        "overhead 50 % 99 % max"
    );
    for (engine, name) in s.engines().iter().zip(names) {
        let e = &engine.effort;
        let moves = (e.moves as f64).max(1.0);
        let spread = |h: &super::latency::Histogram| {
            if h.count() == 0 {
                return "-".to_string();
            }
            format!("{} {} {}", short(h.percentile(0.5)), short(h.percentile(0.99)), short(h.longest()))
        };
        let _ = writeln!(
            out,
            "{name:<width$}  {:>8}  {:>9}  {:>11.0}  {:>8.0}  {:>6.1}  {:>23}  {:>23}",
            e.moves,
            short(Duration::from_micros((e.micros as f64 / moves) as u64)),
            e.nodes as f64 / moves,
            1000.0 * e.nodes as f64 / (e.micros as f64).max(1.0),
            e.depths as f64 / (e.with_depth as f64).max(1.0),
            spread(&e.ready),
            spread(&e.overhead)
        );
    }
}
