//! A training run on disk: data in, network, checkpoint, log and curve out.

use super::model::Parameters;
use super::sample::{Sample, scatter};
use super::{Epoch, Settings, State, plot};
use crate::data::samples::{self, Data};
use fundi::eval::Network;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// What a run needs beside the settings of the training itself.
pub struct Task {
    /// Files of games.
    pub data: Vec<PathBuf>,
    /// The network file to write. Checkpoint, log and curve go beside it with other extensions.
    pub out: PathBuf,
    /// Hidden units.
    pub width: usize,
    /// Centiseeds a logit, written into the network file.
    pub centiseeds: u32,
    /// How to train.
    pub settings: Settings,
}

/// Runs or continues a training. `say` gets lines to show.
pub fn run(task: &Task, say: &mut dyn FnMut(&str)) -> Result<(), String> {
    let (sections, trouble) = samples::read(&task.data)?;
    let mut data = samples::samples(&sections);
    drop(sections);
    scatter(&mut data.train, task.settings.seed);
    say(&format!(
        "{trouble}{}{} positions for training, {} held out",
        data.report,
        data.train.len(),
        data.held.len()
    ));
    if data.train.is_empty() {
        return Err("no scored positions in the data".to_owned());
    }
    match task.width {
        32 => with_width::<32>(task, &data, say),
        64 => with_width::<64>(task, &data, say),
        96 => with_width::<96>(task, &data, say),
        128 => with_width::<128>(task, &data, say),
        192 => with_width::<192>(task, &data, say),
        256 => with_width::<256>(task, &data, say),
        other => Err(format!("width {other}, expected 32, 64, 96, 128, 192 or 256")),
    }
}

fn with_width<const W: usize>(task: &Task, data: &Data, say: &mut dyn FnMut(&str)) -> Result<(), String> {
    let beside = |extension| task.out.with_extension(extension);
    let mut state = match std::fs::read(beside("checkpoint")) {
        Ok(bytes) => State::<W>::from_bytes(&bytes).map_err(|error| named(&beside("checkpoint"), &error))?,
        Err(_) => State::new(task.settings.seed),
    };
    let mut epochs = if state.epochs > 0 { read_log(&beside("csv"), state.epochs)? } else { Vec::new() };
    if state.epochs > 0 {
        say(&format!("going on after epoch {}", state.epochs));
    }
    while state.epochs < task.settings.epochs {
        let epoch = state.epoch(&task.settings, &data.train, &data.held);
        say(&format!(
            "epoch {:3}/{}  rate {:.5}  loss {:.5}  held out {:.5} (results {:.5})  {:.2} M/s",
            epoch.number,
            task.settings.epochs,
            epoch.rate,
            epoch.loss,
            epoch.held_loss,
            epoch.held_result_loss,
            epoch.speed / 1e6
        ));
        epochs.push(epoch);
        save(&beside("csv"), log(&epochs).as_bytes())?;
        save(&beside("svg"), plot::svg(&title::<W>(data), &epochs).as_bytes())?;
        // The checkpoint comes last: what it says is done is on disk.
        save(&beside("checkpoint"), &state.to_bytes())?;
    }
    let weights = state.net.quantised(task.centiseeds, provenance::<W>(task, data, epochs.last()));
    let network = Network::new(&weights).map_err(|error| error.to_string())?;
    save(&task.out, &network.to_bytes())?;
    let error = rounding_error(&state.net, &network, &data.held);
    say(&format!(
        "{}: {:016x}, mean rounding error {error:.2} centiseeds",
        task.out.display(),
        network.checksum()
    ));
    Ok(())
}

/// Mean difference between the integers' evaluation and the floating-point one, in centiseeds.
fn rounding_error<const W: usize>(net: &Parameters<W>, network: &Network, samples: &[Sample]) -> f64 {
    let sum: f64 = samples
        .iter()
        .map(|sample| {
            let logit = net.logit(&sample.active(false), sample.board.bucket());
            let float = f64::from(logit) * f64::from(network.centiseeds());
            (float - f64::from(network.evaluate_board(&sample.board))).abs()
        })
        .sum();
    sum / samples.len().max(1) as f64
}

fn title<const W: usize>(data: &Data) -> String {
    format!("{W} units, {:.2} M positions: mean squared error", data.train.len() as f64 / 1e6)
}

fn provenance<const W: usize>(task: &Task, data: &Data, last: Option<&Epoch>) -> String {
    let Settings { epochs, batch, rate, last_rate, result_share, seed, mirror } = task.settings;
    let losses = last.map_or(String::new(), |epoch| {
        format!(
            "loss {:.5}, held out {:.5} (results {:.5})",
            epoch.loss, epoch.held_loss, epoch.held_result_loss
        )
    });
    format!(
        "fundi-tools {} train: {W} units, {} positions, {epochs} epochs, batch {batch}, rate {rate} to {last_rate}, \
         result share {result_share}, mirror {mirror}, seed {seed}\n{}{losses}",
        env!("CARGO_PKG_VERSION"),
        data.train.len(),
        data.report
    )
}

const COLUMNS: &str = "epoch,rate,loss,held_loss,held_result_loss,positions_per_second";

fn log(epochs: &[Epoch]) -> String {
    let mut text = format!("{COLUMNS}\n");
    for epoch in epochs {
        let Epoch { number, rate, loss, held_loss, held_result_loss, speed } = epoch;
        let _ = writeln!(text, "{number},{rate},{loss},{held_loss},{held_result_loss},{speed}");
    }
    text
}

fn read_log(path: &Path, epochs: u64) -> Result<Vec<Epoch>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| named(path, &error.to_string()))?;
    let parse = |line: &str| {
        let values: Vec<f64> = line.split(',').filter_map(|value| value.parse().ok()).collect();
        match values[..] {
            [number, rate, loss, held_loss, held_result_loss, speed] => {
                let (number, rate) = (number as u64, rate as f32);
                Some(Epoch { number, rate, loss, held_loss, held_result_loss, speed })
            }
            _ => None,
        }
    };
    let list: Option<Vec<Epoch>> = text.lines().skip(1).take(epochs as usize).map(parse).collect();
    list.ok_or_else(|| named(path, &format!("not a training log, expected the columns {COLUMNS}")))
}

fn named(path: &Path, error: &str) -> String {
    format!("{}: {error}", path.display())
}

/// Writes a file whole or not at all: a run that is killed leaves the previous one.
fn save(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let unfinished = path.with_extension("unfinished");
    std::fs::write(&unfinished, bytes)
        .and_then(|()| std::fs::rename(&unfinished, path))
        .map_err(|error| named(path, &error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logs_come_back() {
        let epoch = |number| Epoch {
            number,
            rate: 0.0005,
            loss: 0.0312,
            held_loss: 0.0401,
            held_result_loss: 0.17,
            speed: 2e6,
        };
        let epochs: Vec<Epoch> = (1..=3).map(epoch).collect();
        let path = std::env::temp_dir().join(format!("fundi-log-{}.csv", std::process::id()));
        save(&path, log(&epochs).as_bytes()).unwrap();
        assert_eq!(read_log(&path, 2).unwrap(), epochs[..2]);
        save(&path, b"epoch\nx,y\n").unwrap();
        assert!(read_log(&path, 1).unwrap_err().contains("not a training log"));
        std::fs::remove_file(&path).unwrap();
    }
}
