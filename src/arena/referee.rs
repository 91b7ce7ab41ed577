//! The referee of one game: it knows the rules, keeps the clocks and believes nobody.
//!
//! Every move is played on the rules library; a move that is not legal, a crash, a hang or a fallen flag loses the
//! game for its author. The history sent to the engines is the referee's own, never theirs.

use super::adjudicate::{Adjudicator, Ruling};
use super::client::{Client, Fault, Patience, Thought};
use super::info::Score;
use super::latency::Histogram;
use super::limits::{Clock, Limits};
use super::settings::MatchSettings;
use crate::board::{Position, Side};
use crate::rules::{Game, Move};
use crate::words::{Told, say};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Who got the point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// South won.
    #[serde(rename = "1-0")]
    South,
    /// North won.
    #[serde(rename = "0-1")]
    North,
    /// Nobody.
    #[serde(rename = "1/2-1/2")]
    Draw,
    /// The game has no result: it was broken off, or neither engine could be started.
    #[serde(rename = "*")]
    None,
}

impl Outcome {
    /// The win of a side.
    pub fn win(side: Side) -> Outcome {
        match side {
            Side::South => Outcome::South,
            Side::North => Outcome::North,
        }
    }

    /// Half points of a side: 2, 1 or 0; `None` without a result.
    pub fn half_points(self, side: Side) -> Option<u8> {
        match self {
            Outcome::None => None,
            Outcome::Draw => Some(1),
            won => Some(if won == Outcome::win(side) { 2 } else { 0 }),
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::South => "1-0",
            Outcome::North => "0-1",
            Outcome::Draw => "1/2-1/2",
            Outcome::None => "*",
        })
    }
}

/// What is known about the search behind a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Remark {
    /// Score from the mover's side.
    pub score: Option<Score>,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Wall time.
    pub time: Duration,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Whether the move belongs to the opening, so that nothing was searched.
    pub book: bool,
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.book {
            return f.write_str("book");
        }
        match self.score {
            Some(score) => write!(f, "{score}")?,
            None => f.write_str("?")?,
        }
        match self.depth {
            Some(depth) => write!(f, "/{depth}")?,
            None => f.write_str("/?")?,
        }
        write!(f, " {:.3}s", self.time.as_secs_f64())?;
        if let Some(nodes) = self.nodes {
            write!(f, " {nodes}n")?;
        }
        Ok(())
    }
}

/// What one engine used in a game, or in many: the figures add up.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Effort {
    /// Moves made.
    pub moves: u64,
    /// Microseconds of wall time.
    pub micros: u64,
    /// Nodes, as reported.
    pub nodes: u64,
    /// Sum of the depths reached.
    pub depths: u64,
    /// Moves for which a depth was reported.
    pub with_depth: u64,
    /// Times from `isready` to `readyok`.
    pub ready: Histogram,
    /// Wall time of a move minus the time the engine says it used: what lies between the two clocks.
    pub overhead: Histogram,
}

impl Effort {
    fn add(&mut self, thought: &Thought) {
        self.moves += 1;
        self.micros += thought.elapsed.as_micros() as u64;
        self.nodes += thought.info.nodes.unwrap_or(0);
        if let Some(depth) = thought.info.depth {
            self.depths += u64::from(depth);
            self.with_depth += 1;
        }
        if let Some(ms) = thought.info.time_ms {
            self.overhead.add(thought.elapsed.saturating_sub(Duration::from_millis(ms)));
        }
    }

    /// Adds another effort.
    pub fn merge(&mut self, other: &Effort) {
        self.moves += other.moves;
        self.micros += other.micros;
        self.nodes += other.nodes;
        self.depths += other.depths;
        self.with_depth += other.with_depth;
        self.ready.merge(&other.ready);
        self.overhead.merge(&other.overhead);
    }
}

/// A finished (or broken off) game.
#[derive(Debug)]
pub struct Verdict {
    /// Result.
    pub outcome: Outcome,
    /// Why, in words; also the `Termination` of the game file.
    pub reason: String,
    /// Who failed, and how, if the game did not end by the rules.
    pub fault: Option<(Side, Fault)>,
    /// One for every move of the game, the opening's included.
    pub remarks: Vec<Remark>,
    /// South's and North's effort.
    pub effort: [Effort; 2],
}

/// Finds out who wins a position if both play well; `None` if it cannot tell.
pub type Prover<'a> = &'a (dyn Fn(&Position) -> Option<Side> + Sync);

/// What a game is played under.
pub struct Conditions<'a> {
    /// The match settings.
    pub settings: &'a MatchSettings,
    /// South's and North's limits.
    pub limits: [Limits; 2],
    /// Settles proved positions, if wanted.
    pub prover: Option<Prover<'a>>,
    /// Raised when the match is to be broken off.
    pub stop: &'a AtomicBool,
}

fn seat(side: Side) -> usize {
    usize::from(side == Side::North)
}

/// Plays `game` (already at the end of its opening) to its end.
pub fn play(game: &mut Game, players: &mut [&mut Client; 2], conditions: &Conditions<'_>) -> Verdict {
    let mut table = Table {
        clocks: conditions.limits.map(|l| l.tc.map(Clock::new)),
        adjudicator: Adjudicator::new(conditions.settings.resign, conditions.settings.draw),
        remarks: vec![Remark { book: true, ..Remark::default() }; game.plies()],
        effort: Default::default(),
        pondering: [None, None],
    };
    let (outcome, reason, fault) = match table.run(game, players, conditions) {
        Ok((outcome, reason)) => (outcome, reason, None),
        Err((_, Fault::Stopped)) => (Outcome::None, "unterminated".to_string(), None),
        Err((culprit, fault)) => {
            (Outcome::win(culprit.other()), format!("{culprit} {fault}"), Some((culprit, fault)))
        }
    };
    // A ponderer must not be left thinking into the next game.
    for (player, pondering) in players.iter_mut().zip(&mut table.pondering) {
        if pondering.take().is_some() {
            let _ = player.stop_pondering(conditions.stop);
        }
    }
    Verdict { outcome, reason, fault, remarks: table.remarks, effort: table.effort }
}

/// The state of a running game beside the board.
struct Table {
    clocks: [Option<Clock>; 2],
    adjudicator: Adjudicator,
    remarks: Vec<Remark>,
    effort: [Effort; 2],
    /// The reply each player is pondering on.
    pondering: [Option<Move>; 2],
}

type Failure = (Side, Fault);

impl Table {
    fn run(
        &mut self,
        game: &mut Game,
        players: &mut [&mut Client; 2],
        conditions: &Conditions<'_>,
    ) -> Result<(Outcome, String), Failure> {
        for side in Side::BOTH {
            let time = players[seat(side)].new_game(conditions.stop).map_err(|f| (side, f))?;
            self.effort[seat(side)].ready.add(time);
        }
        let mut history = super::opening::Opening::of_game(game).to_string();
        let mut last = game.moves().last().copied();
        loop {
            if let Some(result) = game.result() {
                let outcome = result.winner.map_or(Outcome::Draw, Outcome::win);
                return Ok((outcome, result.ending.to_string()));
            }
            let mover = game.position().mover();
            let player = &mut *players[seat(mover)];
            let thought = self.ask(player, mover, &history, last, conditions).map_err(|f| (mover, f))?;
            let mv = Move::parse(&thought.best)
                .map_err(|e| (mover, Fault::Protocol(say!(MoveUnreadable, error = e.message()))))?;
            let token = mv.token(mover).to_string();
            game.play(mv).map_err(|why| (mover, Fault::Protocol(say!(MoveIllegal, why = why.message()))))?;
            let flag_fell = self.note(mover, &thought, conditions);
            if let Some(fault) = flag_fell {
                // The move came too late: it is not part of the game.
                game.undo();
                self.remarks.pop();
                return Err((mover, fault));
            }
            if game.plies() == 1 {
                history.push_str(" moves");
            }
            history.push(' ');
            history.push_str(&token);
            last = Some(mv);
            if let Some(end) = self.adjudicate(game, mover, conditions) {
                return Ok(end);
            }
            if conditions.settings.ponder {
                self.ponder(player, mover, &history, game, &thought, conditions).map_err(|f| (mover, f))?;
            }
        }
    }

    /// Gets a move from the player.
    fn ask(
        &mut self,
        player: &mut Client,
        mover: Side,
        history: &str,
        last: Option<Move>,
        conditions: &Conditions<'_>,
    ) -> Result<Thought, Fault> {
        let limits = conditions.limits[seat(mover)];
        let patience = self.patience(mover, conditions);
        if let Some(expected) = self.pondering[seat(mover)].take() {
            if Some(expected) == last {
                return player.think("ponderhit", patience, conditions.stop);
            }
            player.stop_pondering(conditions.stop)?;
        }
        player.send(&format!("position {history}"))?;
        let time = player.ready(conditions.stop)?;
        self.effort[seat(mover)].ready.add(time);
        let go = player.dialect().go(&limits, &self.clocks, seat(mover));
        player.think(&go, patience, conditions.stop)
    }

    fn patience(&self, mover: Side, conditions: &Conditions<'_>) -> Patience {
        let margin = Duration::from_millis(conditions.settings.margin_ms);
        let clock = self.clocks[seat(mover)].map(|c| c.left());
        let fixed = conditions.limits[seat(mover)].movetime.map(Duration::from_millis);
        let forfeit = [clock, fixed].into_iter().flatten().min().map(|t| t + margin);
        Patience { forfeit, watchdog: Duration::from_millis(conditions.settings.watchdog_ms) }
    }

    /// Books a move; the fault if its player's flag fell.
    fn note(&mut self, mover: Side, thought: &Thought, conditions: &Conditions<'_>) -> Option<Fault> {
        self.effort[seat(mover)].add(thought);
        self.remarks.push(Remark {
            score: thought.info.score,
            depth: thought.info.depth,
            time: thought.elapsed,
            nodes: thought.info.nodes,
            book: false,
        });
        let margin = Duration::from_millis(conditions.settings.margin_ms);
        let clock = self.clocks[seat(mover)].as_mut()?;
        let left = clock.left();
        clock.spend(thought.elapsed, margin).then(|| {
            let seconds = |time: Duration| format!("{:.3}", time.as_secs_f64());
            Fault::Time(say!(TimeUsedLeft, used = seconds(thought.elapsed), left = seconds(left)))
        })
    }

    /// Whether the game is ended early, after the rules have had their say.
    fn adjudicate(
        &mut self,
        game: &Game,
        mover: Side,
        conditions: &Conditions<'_>,
    ) -> Option<(Outcome, String)> {
        let score = self.remarks.last().and_then(|r| r.score);
        let ruling = self.adjudicator.observe(mover, score, game.plies());
        if game.result().is_some() {
            return None;
        }
        match ruling {
            Ruling::Resigned(loser) => {
                return Some((
                    Outcome::win(loser.other()),
                    format!("adjudication: {loser} lost by both scores"),
                ));
            }
            Ruling::Drawn => return Some((Outcome::Draw, "adjudication: level by both scores".to_string())),
            Ruling::PlayOn => {}
        }
        let winner = conditions.prover.and_then(|prove| prove(game.position()))?;
        Some((Outcome::win(winner), format!("adjudication: {winner} wins by proof")))
    }

    /// Lets the player think on the opponent's time, if it named a legal reply.
    fn ponder(
        &mut self,
        player: &mut Client,
        mover: Side,
        history: &str,
        game: &Game,
        thought: &Thought,
        conditions: &Conditions<'_>,
    ) -> Result<(), Fault> {
        let Some(reply) = thought.ponder.as_deref().and_then(|t| Move::parse(t).ok()) else { return Ok(()) };
        let Ok(after) = game.rules().play(game.position(), reply) else { return Ok(()) };
        if after.position.is_decided() {
            return Ok(());
        }
        let token = reply.token(mover.other());
        player.send(&format!("position {history} {token}"))?;
        let go = player.dialect().go(&conditions.limits[seat(mover)], &self.clocks, seat(mover));
        player.start_pondering(&go.replacen("go", "go ponder", 1))?;
        self.pondering[seat(mover)] = Some(reply);
        Ok(())
    }
}
