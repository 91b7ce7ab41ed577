// The page: where we are, the lists, the graph, buttons, keys and swipes.
// A place is {ply, line, frame}: after `ply` moves of the game, or (`line` set) after some moves of the best line; `frame` counts inside the next move.

const data = JSON.parse(document.getElementById("data").textContent), T = data.texts;
const $ = id => document.getElementById(id);
const game = data.moves.concat(data.unseen);
const board = new Board($("board"), T, data.players);
let ply = 0, line = null, frames = null, at = 0, timer = null, running = false, marks = true, pace = 260;

// The moves and boards we are stepping through.
function track() {
  if (!line) return { moves: game, boards: data.boards, at: ply };
  const best = data.moves[line.ply - 1].best;
  return { moves: best, boards: [data.boards[line.ply - 1]].concat(best.map(move => move.after)), at: line.at };
}
function setAt(value) { if (line) line.at = value; else ply = value; }

function stop() { clearTimeout(timer); timer = null; running = false; pressed(); }
function pressed() { buttons.play.setAttribute("aria-pressed", running); buttons.marks.setAttribute("aria-pressed", marks); }

// Shows the board at rest.
function rest(time) {
  frames = null; at = 0;
  const t = track();
  board.show(Object.assign({ hand: { n: 0, side: 0, hole: 0 } }, t.boards[t.at]), time);
  showMarks(); showTexts();
}

function showMarks() {
  const t = track(), list = [], next = t.moves[t.at];
  if (marks && !frames && next) {
    if (!line && next.worse && next.best.length) list.push({ move: next.best[0], color: "green" });
    list.push({ move: next, color: line || (next.best && !next.worse) ? "green" : "blue" });
  }
  board.mark(list);
}

function begin() {
  const t = track();
  if (t.at >= t.moves.length) return false;
  frames = framesOf(T, t.boards[t.at], t.moves[t.at], t.boards[t.at + 1]); at = -1;
  board.mark([]);
  return true;
}

// One frame on; false at the end of the move.
function step(time) {
  at += 1;
  const frame = frames[at];
  board.show(frame, time);
  $("caption").textContent = frame.text;
  if (!frame.done) return true;
  setAt(track().at + 1);
  frames = null;
  showMarks(); showTexts(frame.text);
  return false;
}

// Long moves go faster: a move takes at most about fifteen seconds, and very long ones leave out frames.
const LONGEST = 15000, SHORTEST = 24;
function usual() { return Math.max(SHORTEST, Math.min(pace, LONGEST / frames.length)); }
function delay() {
  const frame = frames[Math.max(at, 0)];
  return frame.end || frame.hit !== undefined ? usual() * 2.2 : usual();
}

function run(until) {
  if (!frames && !begin()) { stop(); return; }
  const leap = Math.ceil(SHORTEST * frames.length / LONGEST);
  if (leap > 1 && until !== "lap") at = Math.min(at + leap - 1, frames.length - 2);
  const going = step(Math.min(usual(), pace) * .9);
  if (!going) {
    if (until === "game" && track().at < track().moves.length) timer = setTimeout(() => run(until), 700 + pace);
    else stop();
  } else if (until === "lap" && frames[at].end) stop();
  else timer = setTimeout(() => run(until), delay());
}

function start(until) { stop(); running = until === "game"; pressed(); run(until); }
function go(to) { stop(); line = null; ply = Math.max(0, Math.min(game.length, to)); rest(250); }
function back() {
  const inside = frames; stop();
  const t = track();
  if (!inside && t.at > 0) setAt(t.at - 1);
  rest(200);
}
function next() {
  // A second press ends the animation of the first.
  if (frames) { stop(); setAt(track().at + 1); rest(150); } else start("move");
}
function best(of) {
  const wanted = of || (ply < data.moves.length ? ply + 1 : 0);
  if (line) { go(line.home); return; }
  if (!wanted || !data.moves[wanted - 1] || !data.moves[wanted - 1].best.length) return;
  stop(); line = { ply: wanted, at: 0, home: ply }; ply = wanted - 1;
  rest(250);
  running = true; pressed();
  timer = setTimeout(() => run("game"), 600);
}

function showTexts(told) {
  const t = track();
  const last = t.moves[t.at - 1], move = line ? null : data.moves[ply - 1];
  $("caption").textContent = told || (t.at === 0 && !line ? "" : last ? (last.side ? T.north : T.south) + " " + last.text : "");
  const box = $("verdict");
  box.textContent = "";
  const paragraph = text => { const made = document.createElement("p"); made.textContent = text; box.appendChild(made); return made; };
  box.style.borderLeftColor = "var(--line)";
  if (line) {
    const of = data.moves[line.ply - 1];
    box.style.borderLeftColor = "var(--green)";
    paragraph("").appendChild(Object.assign(document.createElement("b"), { textContent: T.head_best + ": " + of.best.map(mv => mv.text).join(" ") }));
    paragraph(of.better);
    if (of.better_answer) paragraph(of.better_answer).className = "small";
    box.appendChild(button(T.page_return, () => best()));
  } else if (move) {
    box.style.borderLeftColor = `var(--${move.class})`;
    paragraph("").appendChild(Object.assign(document.createElement("b"), { textContent: move.turn }));
    paragraph(move.text + ": " + move.what + ".");
    if (move.worse && move.answer) paragraph(move.answer).className = "small";
    if (move.worse && move.best.length) {
      paragraph(move.better);
      if (move.better_answer) paragraph(move.better_answer).className = "small";
      box.appendChild(button("\u25b6 " + T.page_best, () => best(ply)));
    }
  } else {
    paragraph(data.info);
    if (ply >= game.length && game.length) paragraph(data.result);
  }
  if (!line && ply === game.length && game.length && move) paragraph([data.result].concat(data.comments || []).join(". "));
  document.body.dataset.ply = ply;
  document.querySelectorAll(".mv").forEach(item => item.classList.toggle("on", !line && +item.dataset.ply === ply));
  const current = document.querySelector(".mv.on"), list = $("moves");
  if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2;
  const chance = data.south[line ? line.ply - 1 : ply];
  if (chance !== undefined) {
    $("barfill").style.width = chance * 100 + "%";
    // What is not certain is not shown as certain.
    const south = chance > 0 && chance < 1 ? Math.min(99, Math.max(1, Math.round(chance * 100))) : chance * 100;
    $("bartext").textContent = `${T.south} ${south}%  \u00b7  ${T.north} ${100 - south}%`;
  }
  showCursor();
}

function button(text, action, label) {
  const made = document.createElement("button");
  made.type = "button";
  if (text.startsWith("M")) {
    const svg = node(made, "svg", { viewBox: "0 0 24 24", "aria-hidden": "true" });
    node(svg, "path", { d: text });
  } else made.textContent = text;
  if (label) { made.title = label; made.setAttribute("aria-label", label); }
  made.addEventListener("click", action);
  return made;
}

// The graph of the win chance: 0 below, 1 above, moves along.
// On a narrow page it is drawn in fewer units, so that its writing and dots stay as large.
const GWHOLE = matchMedia("(max-width:600px)").matches ? 400 : 720, GX = 38, GW = GWHOLE - 48, GY = 12, GH = 140;
const graphX = of => GX + GW * (game.length ? of / game.length : 0), graphY = chance => GY + GH * (1 - chance);
function drawGraph() {
  const svg = $("graph");
  svg.setAttribute("aria-label", T.page_graph);
  svg.setAttribute("viewBox", `0 0 ${GWHOLE} 170`);
  node(svg, "rect", { x: GX, y: GY, width: GW, height: GH, fill: "#3c3128" });
  if (data.south.length) {
    const points = data.south.map((chance, of) => `${graphX(of).toFixed(1)} ${graphY(chance).toFixed(1)}`);
    const end = graphX(data.south.length - 1);
    node(svg, "path", { d: `M${GX} ${GY + GH}L${points.join("L")}L${end} ${GY + GH}Z`, fill: "#efe3cb" });
    node(svg, "path", { d: "M" + points.join("L"), fill: "none", stroke: "#a9743f", "stroke-width": 2 });
  }
  node(svg, "line", { x1: GX, x2: GX + GW, y1: graphY(.5), y2: graphY(.5), stroke: "#a9743f", "stroke-dasharray": "4 5" });
  [[1, "100"], [.5, "50"], [0, "0"]].forEach(([chance, text]) =>
    node(svg, "text", { x: GX - 4, y: graphY(chance) + 4, "text-anchor": "end", "font-size": 10, fill: "currentColor" }, text));
  const first = data.moves.findIndex(move => !move.namua);
  if (first > 0) {
    node(svg, "line", { x1: graphX(first), x2: graphX(first), y1: GY, y2: GY + GH, stroke: "#c62828", "stroke-dasharray": "2 4" });
    node(svg, "text", { x: graphX(first) + 4, y: GY + GH + 14, "font-size": 11, fill: "currentColor" }, data.table[2][0]);
  }
  const label = first > 0 ? graphX(first) + 20 : -99;
  for (let of = 10; of <= game.length; of += 10) if (Math.abs(graphX(of) - label) > 30) node(svg, "text", { x: graphX(of), y: GY + GH + 14, "text-anchor": "middle", "font-size": 10, fill: "currentColor" }, of);
  data.moves.forEach((move, index) => {
    if (!["inaccuracy", "mistake", "blunder", "only"].includes(move.class)) return;
    const dot = node(svg, "circle", { cx: graphX(index + 1), cy: graphY(data.south[index + 1]), r: 5, stroke: "#fff", "stroke-width": 1.5 });
    dot.style.fill = `var(--${move.class})`;
    node(dot, "title", {}, move.turn);
  });
  node(svg, "line", { id: "cursor", y1: GY - 4, y2: GY + GH + 4, stroke: "#1f78b4", "stroke-width": 3 });
  svg.addEventListener("click", event => {
    const box = svg.getBoundingClientRect();
    go(Math.round(((event.clientX - box.left) / box.width * GWHOLE - GX) / GW * game.length));
  });
}
function showCursor() {
  const x = graphX(line ? line.ply - 1 : ply);
  $("cursor").setAttribute("x1", x); $("cursor").setAttribute("x2", x);
}

function drawLists() {
  $("head").textContent = data.head;
  $("info").textContent = data.event.concat(data.info, data.partial || []).join(" \u00b7 ");
  const item = (list, entry, color) => {
    const li = document.createElement("li"), made = button(entry.text, () => go(entry.ply - 1));
    made.style.borderLeftColor = `var(--${color})`;
    li.appendChild(made); $(list).appendChild(li);
  };
  $("turninghead").textContent = T.review_turning;
  data.turning.forEach(entry => item("turning", entry, data.moves[entry.ply - 1].class));
  if (!data.turning.length) $("turning").textContent = data.no_turning;
  $("missedhead").textContent = T.review_missed;
  data.missed.forEach(entry => item("missed", entry, "blunder"));
  $("missedbox").hidden = !data.missed.length;
  $("tablehead").textContent = T.review_accuracy;
  const row = (cells, cell, color) => {
    const tr = document.createElement("tr");
    cells.forEach((text, index) => {
      const td = document.createElement(cell); td.textContent = text;
      if (color && !index) { const dot = document.createElement("i"); dot.style.background = `var(--${color})`; td.prepend(dot); }
      tr.appendChild(td);
    });
    $("table").appendChild(tr);
    return tr;
  };
  row(["", T.south, T.north], "th");
  data.table.forEach((cells, index) => {
    const tr = row(cells.map((text, cell) => index < 3 && cell && text !== "-" ? text + "%" : text), "td", index > 2 ? data.classes[index - 3].id : null);
    if (index === 2) tr.className = "sep";
  });
  $("formula").textContent = data.formula;
  $("moveshead").textContent = T.review_moves;
  const first = data.boards[0].m;
  game.forEach((move, index) => {
    const column = (index + first) % 2;
    if (!column || !index) {
      const number = document.createElement("span");
      number.textContent = index + 1 + ".";
      $("moves").appendChild(number);
      if (column) $("moves").appendChild(document.createElement("span"));
    }
    const made = button(move.text + (move.sign || ""), () => go(index + 1));
    made.className = "mv"; made.dataset.ply = index + 1;
    if (move.class && !["best", "good", "forced"].includes(move.class)) made.style.borderLeftColor = `var(--${move.class})`;
    const small = document.createElement("small");
    small.textContent = data.scores[index + 1] || "";
    made.appendChild(small);
    $("moves").appendChild(made);
  });
  $("keys").textContent = T.page_keys;
}

const buttons = {};
function drawControls() {
  const bar = $("controls"), add = (id, text, action, label) => bar.appendChild(buttons[id] = button(text, action, label));
  add("start", "M5 5h3v14H5zM20 5v14L9 12z", () => go(0), T.page_start);
  add("back", "M17 5v14L6 12z", back, T.page_back);
  add("play", "M5 5l8 7-8 7zM15 5h2v14h-2zM19 5h2v14h-2z", () => running ? stop() : start("game"), T.page_play);
  add("next", "M7 5v14l11-7z", next, T.page_next);
  add("lap", "M12 4a8 8 0 1 1-7.6 5.5l2.4.8A5.5 5.5 0 1 0 12 6.500V10L6.500 5.200 12 .5z", () => start("lap"), T.page_lap);
  add("end", "M16 5h3v14h-3zM4 5v14l11-7z", () => go(game.length), T.page_end);
  add("flip", "M7 3l5 5H9v12H5V8H2zM17 21l-5-5h3V4h4v12h3z", () => { board.flip(); showMarks(); }, T.page_flip);
  add("best", "M12 2l3 6.500 7 .8-5.200 4.800 1.400 7L12 17.500 5.800 21l1.400-7L2 9.300l7-.8z", () => best(), T.page_best);
  add("marks", "M3 11h12V7l7 6-7 6v-4H3z", () => { marks = !marks; pressed(); showMarks(); }, T.page_marks);
  const label = document.createElement("label"), range = document.createElement("input");
  Object.assign(range, { type: "range", min: 0, max: 100, value: 55, id: "speed" });
  range.addEventListener("input", speed);
  label.append(T.page_speed, range); bar.appendChild(label);
}
function speed() { pace = 900 * Math.pow(.03, $("speed").value / 100); }
function faster(by) { $("speed").value = +$("speed").value + by; speed(); }

document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.id === "speed" && event.key.startsWith("Arrow")) return;
  const keys = {
    ArrowRight: next, ArrowLeft: back, ArrowDown: () => start("lap"), Home: () => go(0), End: () => go(game.length),
    " ": () => running ? stop() : start("game"), b: () => best(), f: () => { board.flip(); showMarks(); },
    m: () => buttons.marks.click(), "+": () => faster(10), "-": () => faster(-10), Escape: () => line ? best() : stop(),
  };
  const action = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  // A focused button keeps its own space key.
  if (!action || event.key === " " && event.target.tagName === "BUTTON") return;
  event.preventDefault(); action();
});
let touch = null;
$("board").addEventListener("touchstart", event => { touch = event.changedTouches[0]; }, { passive: true });
$("board").addEventListener("touchend", event => {
  const dx = event.changedTouches[0].clientX - touch.clientX, dy = event.changedTouches[0].clientY - touch.clientY;
  if (Math.abs(dx) > 45 && Math.abs(dx) > 2 * Math.abs(dy)) { if (dx < 0) next(); else back(); }
});

// `#12` opens the page after move 12, `#12.play` plays on from there, `#12.lap3` stops after three laps, `#12.best` plays the best line.
function open() {
  const [place, then] = location.hash.slice(1).split(".");
  go(parseInt(place, 10) || 0);
  if (then === "play") start("move");
  else if (then === "best") best();
  else if (/^lap\d+$/.test(then || "")) {
    begin();
    while (frames && !(frames[Math.max(at, 0)].lap >= +then.slice(3) && frames[at].end)) if (!step(0)) break;
  } else if (/^frame\d+$/.test(then || "")) {
    begin();
    for (let count = +then.slice(5); count > 0 && frames; count--) if (!step(0)) break;
  }
}
drawControls(); drawLists(); drawGraph(); speed(); pressed(); open();
addEventListener("hashchange", open);
