// A move as frames. A frame is a whole board with the hand: {h, s, o, m, b, hand:{n, side, hole}, text, lap, on, hit, end}.
// `lap` numbers the laps, `on` are the holes sown in this lap, `end` marks the last frame of a lap.

function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (_, name) => (name in values ? values[name] : ""));
}

function holeName(side, hole) {
  const front = hole < 8, number = front ? hole + 1 : 16 - hole;
  const letter = front ? "A" : "B";
  return (side === 0 ? letter : letter.toLowerCase()) + number;
}

function copyBoard(board) {
  return { h: [board.h[0].slice(), board.h[1].slice()], s: board.s.slice(), o: board.o.slice(), m: board.m, b: board.b };
}

// The frames of a move from `before`; the last one is `after`.
function framesOf(texts, before, move, after) {
  const us = move.side, them = 1 - us, frames = [];
  const state = copyBoard(before);
  state.b = null;
  let hand = { n: 0, side: us, hole: 0 }, lap = 0, on = [], text = "", kichwa = null;
  const name = hole => holeName(us, hole);
  const push = extra => frames.push(Object.assign(copyBoard(state),
    { hand: { n: hand.n, side: hand.side, hole: hand.hole }, text, lap, on: on.slice(), mover: us }, extra));
  // A note tells something about the frame before it.
  const note = more => {
    text = text ? text + " " + more : more;
    if (frames.length) frames[frames.length - 1].text = text;
  };
  for (const [kind, a, b, c] of move.events) {
    if (kind === "s") {
      state.s[us] -= 1; state.h[us][a] += 1;
      text = fill(texts.tell_store, { hole: name(a), count: state.h[us][a] });
      on = [a];
      push({ now: a });
    } else if (kind === "l") {
      state.h[us][a] -= b;
      hand = { n: b, side: us, hole: a };
      text = fill(texts.tell_lift, { hole: name(a), seeds: b });
      on = [];
      push({ now: a });
    } else if (kind === "c") {
      state.h[them][b] = 0;
      hand = { n: c, side: them, hole: b };
      text = fill(texts.tell_capture, { by: name(a), seeds: c, from: holeName(them, b) });
      on = [a];
      push({ now: a, hit: b });
    } else if (kind === "e") {
      kichwa = a;
      note(fill(texts.tell_enter, { kichwa: name(a) }));
    } else if (kind === "w") {
      lap += 1; on = [];
      const sense = c === 1 ? texts.clockwise : texts.counter_clockwise;
      const last = ((a + c * (b - 1)) % 16 + 16) % 16;
      text = fill(b === 1 ? texts["tell_lap.one"] : texts.tell_lap, { lap, n: b, sense, first: name(a), last: name(last) });
      for (let seed = 0; seed < b; seed++) {
        const hole = ((a + c * seed) % 16 + 16) % 16;
        state.h[us][hole] += 1;
        hand = { n: b - seed - 1, side: us, hole };
        on.push(hole);
        push({ now: hole, end: seed === b - 1 });
      }
    } else if (kind === "own") {
      state.o[us] = false;
      if (frames.length) frames[frames.length - 1].o[us] = false;
      note(fill(texts.tell_own_house_lost, { side: us ? texts.north : texts.south }));
    } else if (kind === "enemy") {
      state.o[them] = false;
      if (frames.length) frames[frames.length - 1].o[them] = false;
      note(fill(texts.tell_own_house_lost, { side: them ? texts.north : texts.south }));
    } else {
      const key = { tax: "tell_tax", stop: "tell_house_stopped", play: "tell_house_played", bstop: "tell_block_stopped",
        bset: "tell_block_set", end: "tell_ended_empty", won: "tell_won" }[kind];
      const hole = kind === "bset" ? holeName(them, a) : a === undefined ? "" : name(a);
      if (key) note(fill(texts[key], { hole, side: them ? texts.north : texts.south }));
    }
  }
  frames.push(Object.assign(copyBoard(after), { hand: { n: 0, side: us, hole: hand.hole }, text, lap, on, mover: us, end: true, done: true }));
  return frames;
}

// The holes of a move's first lap, the hole it starts from first: for its arrow.
function pathOf(move) {
  let start = null, hit = null;
  for (const [kind, a, b, c] of move.events) {
    if ((kind === "s" || kind === "l") && start === null) start = a;
    if (kind === "c" && hit === null) hit = b;
    if (kind === "c" && start === null) start = a;
    if (kind === "w") {
      const path = [];
      for (let seed = 0; seed < Math.min(b, 16); seed++) path.push(((a + c * seed) % 16 + 16) % 16);
      return { start, hit, path };
    }
  }
  return { start: start === null ? 0 : start, hit, path: [] };
}
