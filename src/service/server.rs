//! The server: the calling thread reads requests, workers with an engine each search, whoever has an answer writes it.

use super::answer::{never_begun, partial, result};
use super::job::Job;
use super::queue::Queue;
use super::request::{ErrorKind, Request, RequestError};
use crate::analysis::Analysis;
use crate::search::{self, Control, Engine};
use serde_json::{Value, json};
use std::io::{self, BufRead, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The longest line that is read.
const LONGEST_LINE: usize = 1 << 20;

/// How a service is set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Positions searched at the same time, at least 1.
    pub workers: usize,
    /// Threads of each search, at least 1.
    pub threads: usize,
    /// Table of each worker, MiB.
    pub hash_mib: usize,
    /// Time of a search that has no limit of its own.
    pub default_time: Duration,
}

/// Answers requests from `input` until it ends and all work is done.
///
/// ```
/// use fundi::service::{Settings, serve};
/// use std::time::Duration;
/// let settings = Settings { workers: 1, threads: 1, hash_mib: 1, default_time: Duration::from_secs(1) };
/// let mut answers = Vec::new();
/// serve(b"{\"id\": \"a\", \"depth\": 2}\n".as_slice(), &mut answers, settings).unwrap();
/// let answer: serde_json::Value = serde_json::from_slice(&answers).unwrap();
/// assert_eq!((&answer["id"], &answer["type"]), (&"a".into(), &"result".into()));
/// ```
///
/// # Errors
/// As reading and writing; work under way is dropped.
pub fn serve(mut input: impl BufRead, output: impl Write + Send, settings: Settings) -> io::Result<()> {
    let queue = Queue::default();
    let sink = Sink { out: Mutex::new(output), failed: Mutex::new(None), broken: AtomicBool::new(false) };
    let read = std::thread::scope(|scope| {
        for _ in 0..settings.workers.max(1) {
            scope.spawn(|| work(&queue, &sink, settings));
        }
        let read = Reader { queue: &queue, sink: &sink, settings, jobs: 0 }.run(&mut input);
        queue.close();
        if read.is_err() || sink.broken.load(Relaxed) {
            queue.cancel(None);
        }
        read
    });
    let failed = sink.failed.into_inner().unwrap_or_else(PoisonError::into_inner);
    failed.map_or(read, Err)
}

/// Where answers go, a whole line at a time.
struct Sink<W: Write> {
    out: Mutex<W>,
    failed: Mutex<Option<io::Error>>,
    broken: AtomicBool,
}

impl<W: Write> Sink<W> {
    fn put(&self, answer: &Value) {
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        let written = out.write_all(format!("{answer}\n").as_bytes()).and_then(|()| out.flush());
        if let Err(error) = written
            && !self.broken.swap(true, Relaxed)
        {
            *self.failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
        }
    }
}

struct Reader<'a, W: Write> {
    queue: &'a Queue,
    sink: &'a Sink<W>,
    settings: Settings,
    jobs: u64,
}

impl<W: Write> Reader<'_, W> {
    fn run(&mut self, input: &mut impl BufRead) -> io::Result<()> {
        let mut line = Vec::new();
        loop {
            line.clear();
            let limit = LONGEST_LINE as u64 + 1;
            if input.by_ref().take(limit).read_until(b'\n', &mut line)? == 0 || self.sink.broken.load(Relaxed)
            {
                return Ok(());
            }
            if line.len() > LONGEST_LINE && line.last() != Some(&b'\n') {
                skip_line(input)?;
                let message = format!("the line is longer than {LONGEST_LINE} bytes");
                self.refuse(None, ErrorKind::TooLong, "", message);
            } else if !line.trim_ascii().is_empty() {
                match Request::read(&line, self.settings.default_time) {
                    Ok(request) => self.handle(request),
                    Err(error) => self.sink.put(&error.as_json()),
                }
            }
        }
    }

    fn refuse(&self, id: Option<String>, kind: ErrorKind, field: &str, message: String) {
        self.sink.put(&RequestError { id, kind, field: field.to_owned(), message }.as_json());
    }

    fn handle(&mut self, request: Request) {
        match request {
            Request::Analyze(query) if self.queue.holds(&query.id) => {
                let message = "a request of that id is in flight".to_owned();
                self.refuse(Some(query.id), ErrorKind::DuplicateId, "id", message);
            }
            Request::Analyze(query) => self.queue.add(Job::all(query, &mut self.jobs)),
            Request::Cancel { id, target: Some(target) } if !self.queue.holds(&target) => {
                let message = "no request of that id is in flight".to_owned();
                self.refuse(Some(id), ErrorKind::UnknownTarget, "target", message);
            }
            Request::Cancel { id, target } => {
                let (taken, stopped) = self.queue.cancel(target.as_deref());
                let answer = json!({
                    "id": id, "type": "cancelled", "target": target, "waiting": taken.len(), "running": stopped,
                });
                self.sink.put(&answer);
                taken.iter().for_each(|job| self.sink.put(&never_begun(job)));
            }
            Request::Status { id } => {
                let (waiting, running) = self.queue.counts();
                self.sink.put(&json!({
                    "id": id, "type": "status", "waiting": waiting, "running": running, "workers": self.settings.workers.max(1),
                }));
            }
            Request::Version { id } => {
                let rules = crate::rules::Rules::ALL.map(|rules| rules.name);
                let version = env!("CARGO_PKG_VERSION");
                self.sink.put(&json!({
                    "id": id, "type": "version", "name": "fundi", "version": version, "rules": rules,
                }));
            }
        }
    }
}

/// Reads on to the end of the line.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let read = input.fill_buf()?;
        if read.is_empty() {
            return Ok(());
        }
        let found = read.iter().position(|byte| *byte == b'\n');
        let used = found.map_or(read.len(), |at| at + 1);
        input.consume(used);
        if found.is_some() {
            return Ok(());
        }
    }
}

/// A worker: searches job after job with its own engine.
fn work<W: Write>(queue: &Queue, sink: &Sink<W>, settings: Settings) {
    let set_up = search::Settings {
        hash_mib: settings.hash_mib.max(1),
        threads: settings.threads.max(1),
        ..search::Settings::default()
    };
    let mut engine = Engine::new(set_up);
    while let Some((job, control)) = queue.next() {
        if sink.broken.load(Relaxed) {
            queue.done(&job);
            continue;
        }
        // Only the number of lines changes: the table stays as it is and nothing can go wrong.
        engine.configure(search::Settings { multi_pv: job.lines, ..*engine.settings() }).unwrap_or_default();
        let answer = analyse(&mut engine, &job, &control, sink);
        // First the id is free, then the answer says so.
        queue.done(&job);
        sink.put(&answer);
    }
}

fn analyse<W: Write>(engine: &mut Engine, job: &Job, control: &Control, sink: &Sink<W>) -> Value {
    let mut told = Instant::now();
    let analysis = Analysis::run(engine, &job.game, &job.limits, control, &mut |_, lines| {
        if sink.broken.load(Relaxed) {
            control.stop();
        }
        if !lines.is_empty() && job.report_every.is_some_and(|every| told.elapsed() >= every) {
            told = Instant::now();
            sink.put(&partial(job, lines));
        }
    });
    result(job, &analysis, control.stopped())
}
