//! The flags of `fundi match`, and how they change the settings of a file.

use super::CliError;
use super::values::{positive, whole};
use crate::arena::adjudicate::{DrawRule, ResignRule};
use crate::arena::limits::ClockSpec;
use crate::arena::settings::{EngineSettings, Format, MatchSettings, Order};
use crate::arena::sprt::Sprt;
use crate::words::{Message, say};
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

/// Settings given on the command line; each overrides the settings file.
#[derive(clap::Args, Debug)]
pub struct SettingsArgs {
    /// Settings file (TOML, or JSON if its name ends in .json); flags override it
    #[arg(value_name = "SETTINGS")]
    file: Option<PathBuf>,
    /// An engine: [name=N] [proto=ugi|uci] [dir=D] [tc=T] [movetime=MS] [depth=D] [nodes=N] [option.NAME=V] COMMAND [ARGS].
    /// Repeat for each engine. `self` is this program; it also fills up to two engines
    #[arg(short, long = "engine", value_name = "LINE")]
    engines: Vec<String>,
    /// Option for every engine
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// Clock for engines without limits of their own: [MOVES/]SECONDS[+INCREMENT]
    #[arg(long, value_name = "CLOCK")]
    tc: Option<ClockSpec>,
    /// Milliseconds a move
    #[arg(long, value_name = "MS", value_parser = positive)]
    movetime: Option<u64>,
    /// Plies a search
    #[arg(long, value_name = "PLIES", value_parser = whole::<u32>(1..=1000))]
    depth: Option<u32>,
    /// Nodes a move
    #[arg(long, value_name = "N", value_parser = positive)]
    nodes: Option<u64>,
    /// Games in all, rounded up to whole rounds
    #[arg(short, long, value_name = "N", conflicts_with = "rounds", value_parser = whole::<u32>(1..=10_000_000))]
    games: Option<u32>,
    /// Pairs of games for every pairing
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=10_000_000))]
    rounds: Option<u32>,
    /// The first engine against all others instead of everyone against everyone
    #[arg(long)]
    gauntlet: bool,
    /// Rule set: zanzibar, mancala-world or kujifunza
    #[arg(long, value_name = "NAME")]
    rules: Option<String>,
    /// File of openings: `startpos` or a position line, with `moves ...` or without, one a line
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Use the openings of the file as they stand, not shuffled
    #[arg(long)]
    sequential: bool,
    /// Seed of generated openings and of the order; a fresh one is chosen and printed without it
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Random plies of generated openings: N, or MIN-MAX
    #[arg(long, value_name = "N", value_parser = plies)]
    plies: Option<(u32, u32)>,
    /// Generated openings score at most this many centiseeds by a short search
    #[arg(long, value_name = "CENTISEEDS")]
    window: Option<i32>,
    /// Games at a time
    #[arg(short, long, value_name = "N")]
    concurrency: Option<usize>,
    /// Pin every running game to processors of its own (Linux)
    #[arg(long)]
    pin: bool,
    /// Let engines think on the opponent's time (uci)
    #[arg(long)]
    ponder: bool,
    /// Start the engines afresh for every game
    #[arg(long)]
    restart: bool,
    /// Milliseconds by which a clock or move time may be overdrawn
    #[arg(long, value_name = "MS")]
    margin: Option<u64>,
    /// Seconds after which a search without time limit counts as hung
    #[arg(long, value_name = "S")]
    watchdog: Option<u64>,
    /// Occurrence of a position that draws; 0: never
    #[arg(long, value_name = "N")]
    repetition: Option<u32>,
    /// Ply that draws an open game; 0: never
    #[arg(long, value_name = "N")]
    max_plies: Option<u32>,
    /// Resign for an engine that is SCORE centiseeds behind by both engines' scores for so many moves of each
    #[arg(long, value_name = "MOVES:SCORE", value_parser = numbers::<2>)]
    resign: Option<[i32; 2]>,
    /// Draw a game that from PLY on is within SCORE centiseeds by both scores for so many moves of each
    #[arg(long, value_name = "PLY:MOVES:SCORE", value_parser = numbers::<3>)]
    draw: Option<[i32; 3]>,
    /// End games whose result the referee can prove within so many nodes a move
    #[arg(long, value_name = "NODES")]
    proof: Option<u64>,
    /// Stop by the sequential test of two normalised Elo values; alpha and beta are 0.05 if not given
    #[arg(long, value_name = "ELO0:ELO1[:ALPHA:BETA]", value_parser = sprt, allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Name of the event in the game file
    #[arg(long, value_name = "NAME")]
    event: Option<String>,
    /// Path of the output files without extension; by default match-DATE-TIME
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,
}

/// `N` or `MIN-MAX`.
fn plies(text: &str) -> Result<(u32, u32), Message> {
    let (low, high) = text.split_once('-').unwrap_or((text, text));
    let read = |text: &str| text.parse().map_err(|_| say!(ExpectedPlies));
    Ok((read(low)?, read(high)?))
}

/// `N` whole numbers with colons between.
fn numbers<const N: usize>(text: &str) -> Result<[i32; N], Message> {
    let wrong = || say!(ExpectedNumbers, number = N);
    let parts: Vec<i32> = text.split(':').map(str::parse).collect::<Result<_, _>>().map_err(|_| wrong())?;
    let numbers: [i32; N] = parts.try_into().map_err(|_| wrong())?;
    if numbers.iter().any(|n| *n < 0) { Err(wrong()) } else { Ok(numbers) }
}

/// `ELO0:ELO1[:ALPHA:BETA]`.
fn sprt(text: &str) -> Result<Sprt, Message> {
    let parts: Vec<f64> =
        text.split(':').map(|text| text.parse().map_err(|_| say!(ExpectedSprt))).collect::<Result<_, _>>()?;
    let test = match parts[..] {
        [elo0, elo1] => Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 },
        [elo0, elo1, alpha, beta] => Sprt { elo0, elo1, alpha, beta },
        _ => return Err(say!(ExpectedSprt)),
    };
    test.check().map(|()| test)
}

fn set<T>(slot: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *slot = value;
    }
}

impl SettingsArgs {
    /// The settings of the file, changed by the flags, with absolute paths.
    ///
    /// # Errors
    /// An unreadable file or wrong flag.
    pub fn settings(self) -> Result<MatchSettings, CliError> {
        let from_file = self.file.is_some();
        let mut s = match &self.file {
            Some(path) => MatchSettings::read(path).map_err(CliError::input)?,
            None => MatchSettings::default(),
        };
        if !self.engines.is_empty() {
            let read = |line: &String| EngineSettings::from_line(line).map_err(CliError::input);
            s.engines = self.engines.iter().map(read).collect::<Result<_, _>>()?;
        }
        while s.engines.len() < 2 {
            s.engines.push(EngineSettings { cmd: "self".to_string(), ..EngineSettings::default() });
        }
        for option in &self.options {
            s.engines.iter_mut().for_each(|e| e.set_option(option));
        }
        s.limits.tc = self.tc.or(s.limits.tc);
        s.limits.movetime = self.movetime.or(s.limits.movetime);
        s.limits.depth = self.depth.or(s.limits.depth);
        s.limits.nodes = self.nodes.or(s.limits.nodes);
        if self.gauntlet {
            s.format = Format::Gauntlet;
        }
        set(&mut s.rules, self.rules);
        if self.openings.is_some() {
            s.openings.file = self.openings;
        }
        if self.sequential {
            s.openings.order = Order::Sequential;
        }
        s.openings.seed = self.seed.or(s.openings.seed);
        if let Some((low, high)) = self.plies {
            (s.openings.min_plies, s.openings.max_plies) = (low, high);
        }
        set(&mut s.openings.window, self.window);
        set(&mut s.concurrency, self.concurrency);
        s.pin |= self.pin;
        s.ponder |= self.ponder;
        s.restart |= self.restart;
        set(&mut s.margin_ms, self.margin);
        set(&mut s.watchdog_ms, self.watchdog.map(|seconds| seconds.saturating_mul(1000)));
        set(&mut s.repetition, self.repetition);
        set(&mut s.max_plies, self.max_plies);
        if let Some([moves, score]) = self.resign {
            s.resign = Some(ResignRule { moves: moves.unsigned_abs(), score });
        }
        if let Some([ply, moves, score]) = self.draw {
            s.draw = Some(DrawRule { from_ply: ply.unsigned_abs(), moves: moves.unsigned_abs(), score });
        }
        set(&mut s.proof_nodes, self.proof);
        s.sprt = self.sprt.or(s.sprt);
        set(&mut s.event, self.event);
        set(&mut s.output, self.output);
        let usual = if from_file {
            s.rounds
        } else if s.sprt.is_some() {
            5000
        } else {
            50
        };
        let by_games = self.games.map(|g| g.div_ceil(2 * s.pairings().max(1) as u32));
        s.rounds = self.rounds.or(by_games).unwrap_or(usual);
        resolve(&mut s)?;
        Ok(s)
    }
}

/// Makes paths absolute, so that a match can be resumed from anywhere, and replaces the engine `self`.
fn resolve(s: &mut MatchSettings) -> Result<(), CliError> {
    let here = std::env::current_dir().map_err(|e| CliError::file(Path::new("."), &e))?;
    for engine in &mut s.engines {
        if engine.cmd == "self" {
            let program = std::env::current_exe().map_err(|e| CliError::file(Path::new("fundi"), &e))?;
            engine.cmd = program.display().to_string();
        } else if engine.cmd.contains(['/', MAIN_SEPARATOR]) {
            engine.cmd = here.join(&engine.cmd).display().to_string();
        }
        engine.dir = engine.dir.take().map(|dir| here.join(dir));
    }
    s.openings.file = s.openings.file.take().map(|file| here.join(file));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        settings: SettingsArgs,
    }

    fn read(flags: &str) -> Result<MatchSettings, String> {
        let words = crate::arena::words::split(flags).map_err(|e| e.to_string())?;
        let line = Line::try_parse_from(std::iter::once("match".to_string()).chain(words))
            .map_err(|e| e.to_string())?;
        line.settings.settings().map_err(|e| e.to_string())
    }

    #[test]
    fn a_self_match_needs_one_line() {
        let s = read("--nodes 2000 --games 99").expect("good");
        assert_eq!((s.engines.len(), s.rounds), (2, 50));
        assert_eq!(s.engines[0].cmd, s.engines[1].cmd);
        assert!(s.check().is_ok());
    }

    #[test]
    fn flags_reach_the_settings() {
        let s = read(
            "-e 'name=a x/y z' -e 'tc=1 b' -e self --option Hash=4 --depth 3 --rounds 7 --gauntlet --plies 4-9 --window 40 \
             --resign 3:500 --draw 40:4:10 --sprt 0:5:0.1:0.2 --margin 9 --watchdog 2 --seed 5 --rules kujifunza -c 3",
        );
        let error = s.expect("flags are read").check().expect_err("three engines").to_string();
        assert!(error.contains("sprt"), "{error}");
        let s = read(
            "-e 'name=a x/y z' -e 'tc=1 b' --option Hash=4 --depth 3 --plies 4-9 --sprt -3:5 --resign 3:500",
        )
        .expect("good");
        assert!(Path::new(&s.engines[0].cmd).is_absolute() && s.engines[1].cmd == "b");
        assert_eq!(s.engines[1].options["Hash"].to_string(), "4");
        assert_eq!((s.limits_of(0).depth, s.limits_of(1).depth), (Some(3), None));
        assert_eq!((s.openings.min_plies, s.openings.max_plies), (4, 9));
        assert_eq!(s.sprt.map(|t| (t.elo0, t.elo1)), Some((-3.0, 5.0)));
        assert_eq!(s.resign, Some(ResignRule { moves: 3, score: 500 }));
        assert_eq!(s.rounds, 5000);
    }

    #[test]
    fn wrong_flags_are_named() {
        for (flags, word) in [
            ("--tc 1+x", "1+x"),
            ("--resign 3", "2 whole numbers"),
            ("--sprt 5:0", "elo0"),
            ("--plies a", "MIN-MAX"),
            ("--nodes 0", "--nodes"),
            ("-e 'nodes=x y'", "nodes=x"),
            ("no-such-file.toml", "no-such-file.toml"),
            ("--games 4 --rounds 3", "--rounds"),
        ] {
            let error = read(flags).expect_err(flags);
            assert!(error.contains(word), "{flags}: {error}");
        }
    }
}
