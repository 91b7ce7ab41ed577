//! Anything that can come through a pipe: nothing may crash, hang or be left without an answer.

use super::client::Client;

/// A small generator, so that every run is the same.
struct Random(u64);

impl Random {
    fn next(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % below as u64) as usize
    }
}

fn still_works(client: &mut Client) {
    client.send("\nstop\nstop\nisready");
    client.until("readyok");
    client.send("ugi");
    client.until("ugiok");
    client.send(
        "setoption name RuleSet value kujifunza\nsetoption name RuleSet value zanzibar\nposition startpos",
    );
    client.send(
        "setoption name Skill Level value 20\nsetoption name UCI_LimitStrength value false\ngo depth 4",
    );
    client.until("bestmove A");
}

#[test]
fn bytes_of_every_kind() {
    let mut client = Client::start("ugi");
    for bytes in [
        &b"\0\0\0\n"[..],
        b"isready\0\n",
        b"\xff\xfe\xfd\n",
        b"position fen \xc3\x28\xa0\xa1 moves \xe2\x28\xa1\n",
        b"go depth \xf0\x28\x8c\xbc\n",
        b"setoption name \xff value \0\n",
        b"\xef\xbb\xbfisready\n",
        b"\x1b[31m\x07\x08\n",
        b"moves \0 \x01\n",
        b"query islegal \xff\xff\n",
        b"query why \0\n",
        b"trace \xff\n",
        b"\r\r\r\n",
        b"\x0b\x0c position startpos\n",
        "position fen \u{202e}\u{1f480} moves \u{5b}\u{301}\n".as_bytes(),
    ] {
        client.send_bytes(bytes);
    }
    still_works(&mut client);
    client.quit();
}

#[test]
fn a_line_of_a_megabyte() {
    let mut client = Client::start("ugi");
    for (start, piece) in [
        ("", "x"),
        ("", "x "),
        ("position startpos moves", " A6R"),
        ("position fen ", "0,"),
        ("position fen ", "/"),
        ("position fen ", "0,0 "),
        ("setoption name ", "a "),
        ("setoption name Hash value ", "9"),
        ("go ", "depth "),
        ("go depth ", "9"),
        ("go ", "y "),
        ("go searchmoves", " A6R"),
        ("query why ", "q"),
        ("moves", " zz"),
        ("debug ", "on "),
    ] {
        client.send(&format!("{start}{}", piece.repeat((1 << 20) / piece.len())));
        client.send("stop");
        client.send("isready");
        assert!(client.until("readyok").len() < 100, "a few lines answer `{start}{piece}...`");
    }
    still_works(&mut client);
    assert!(client.heard.iter().all(|line| line.len() < 2000), "no answer repeats a megabyte");
    client.quit();
}

const WORDS: &[&str] = &[
    "uci",
    "ugi",
    "tei",
    "isready",
    "ucinewgame",
    "uginewgame",
    "position",
    "startpos",
    "fen",
    "moves",
    "go",
    "depth",
    "nodes",
    "movetime",
    "mate",
    "wtime",
    "btime",
    "winc",
    "binc",
    "p1time",
    "p2time",
    "movestogo",
    "infinite",
    "ponder",
    "searchmoves",
    "stop",
    "stop",
    "stop",
    "ponderhit",
    "setoption",
    "name",
    "value",
    "Threads",
    "MultiPV",
    "Ponder",
    "Overhead",
    "Move",
    "RuleSet",
    "kujifunza",
    "zanzibar",
    "mancala-world",
    "UCI_ShowWDL",
    "Skill",
    "Level",
    "Clear",
    "debug",
    "on",
    "off",
    "register",
    "d",
    "eval",
    "flip",
    "trace",
    "query",
    "p1turn",
    "gameover",
    "result",
    "islegal",
    "why",
    "rules",
    "stage",
    "key",
    "help",
    "true",
    "false",
    "0",
    "1",
    "2",
    "3",
    "-1",
    "7",
    "99999999999999999999",
    "1.5",
    "A6R",
    "a6R",
    "A5R+",
    "b1L",
    "A7L",
    "B8r+",
    "A1L",
    "(none)",
    "0000",
    "perft",
    "S",
    "N",
    "22,22",
    "0,0",
    "SN",
    "-",
    "A3",
    "0,0,0,0,0,0,0,0/0,2,2,6,0,0,0,0/0,0,0,0,6,2,2,0/0,0,0,0,0,0,0,0",
    "/",
    ",",
    "+",
    "*",
    "\u{fffd}",
    "\0",
    "\t",
    "<empty>",
    "2,2,4,6,0,0,3,4/3,0,3,0,0,5,1,0/2,0,1,2,0,1,1,1/1,2,4,5,3,3,3,2 S 0,0 - -",
    "0,0,0,0,0,0,0,0/0,2,2,6,0,0,0,0/0,0,0,0,0,0,0,0/54,0,0,0,0,0,0,0 S 0,0 - -",
];

#[test]
fn a_hundred_thousand_random_lines() {
    let mut client = Client::start("ugi");
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for batch in 0..100 {
        let mut text = Vec::new();
        for _ in 0..1000 {
            match random.next(10) {
                // Bytes at random; a line can hardly be `quit`.
                0 => text.extend(
                    (0..random.next(40)).map(|_| random.next(256) as u8).filter(|&byte| byte != b'\n'),
                ),
                // Words at random, with a command first as often as not.
                _ => {
                    for _ in 0..1 + random.next(9) {
                        text.extend_from_slice(WORDS[random.next(WORDS.len())].as_bytes());
                        text.push(b' ');
                    }
                }
            }
            text.push(b'\n');
        }
        client.send_bytes(&text);
        client.send("stop\nisready");
        client.until("readyok");
        assert!(batch == 0 || !client.heard.is_empty());
        client.heard.clear();
    }
    still_works(&mut client);
    client.quit();
}

#[test]
fn real_lines_with_one_thing_changed() {
    let lines = [
        "position startpos moves A6R a6R A7L",
        "position fen 2,2,4,6,0,0,3,4/3,0,3,0,0,5,1,0/2,0,1,2,0,1,1,1/1,2,4,5,3,3,3,2 S 0,0 - - moves A2L",
        "go p1time 50 p2time 50 p1inc 1 p2inc 1 depth 3 nodes 100",
        "setoption name MultiPV value 2",
        "query islegal A6R",
        "trace A6R",
    ];
    let mut client = Client::start("ugi");
    let mut random = Random(42);
    for round in 0..3000 {
        let mut bytes = lines[random.next(lines.len())].as_bytes().to_vec();
        for _ in 0..1 + random.next(3) {
            let at = random.next(bytes.len());
            match random.next(4) {
                0 => bytes[at] = random.next(256) as u8,
                1 => bytes.insert(at, random.next(128) as u8),
                2 if bytes.len() > 1 => {
                    bytes.remove(at);
                }
                _ => bytes.truncate(at.max(1)),
            }
        }
        bytes.retain(|&byte| byte != b'\n');
        bytes.push(b'\n');
        client.send_bytes(&bytes);
        if round % 100 == 99 {
            client.send("stop\nisready");
            client.until("readyok");
            client.heard.clear();
        }
    }
    still_works(&mut client);
    client.quit();
}
