//! How promptly the program answers. A busy machine can delay any single answer, so the best of several tries counts for
//! what the program itself takes, and the worst only has to be finite.

use super::client::Client;
use std::time::{Duration, Instant};

const TRIES: usize = 12;

fn best_of(mut measure: impl FnMut() -> Duration) -> Duration {
    (0..TRIES).map(|_| measure()).min().unwrap_or(Duration::MAX)
}

#[test]
fn isready_and_stop_during_a_search() {
    for threads in [1, 2] {
        let mut client = Client::start("ugi");
        client.send(&format!("setoption name Threads value {threads}"));
        client.sync();
        let mut ready = Vec::new();
        let stop = best_of(|| {
            client.send("go infinite");
            client.expect("info depth 5");
            for _ in 0..5 {
                let asked = Instant::now();
                client.send("isready");
                let (at, _) = loop {
                    let (at, line) = client.next_within(super::client::PATIENCE).expect("an answer");
                    if line == "readyok" {
                        break (at, line);
                    }
                };
                ready.push(at - asked);
            }
            let asked = Instant::now();
            client.send("stop");
            client.expect("bestmove");
            asked.elapsed()
        });
        ready.sort();
        assert!(ready[ready.len() / 4] <= Duration::from_millis(10), "isready: {ready:?}");
        assert!(stop <= Duration::from_millis(20), "stop: {stop:?}");
        client.quit();
    }
}

#[test]
fn quit_and_end_of_input_during_a_search() {
    for quit in [true, false] {
        let time = best_of(|| {
            let mut client = Client::start("uci");
            client.send("setoption name Threads value 2\ngo infinite");
            client.expect("info depth 5");
            let asked = Instant::now();
            if quit {
                client.send("quit");
            } else {
                client.close_input();
            }
            let (status, ended, _) = client.wait();
            assert!(status.success());
            ended - asked
        });
        assert!(time <= Duration::from_millis(200), "{time:?}");
    }
}

#[test]
fn from_the_start_to_the_end_of_the_handshake() {
    let time = best_of(|| {
        let start = Instant::now();
        let client = Client::start("ugi");
        let time = start.elapsed();
        client.quit();
        time
    });
    assert!(time <= Duration::from_millis(50), "{time:?}");
}
