// The board: 64 seeds that really move from hole to hand to hole, counts, houses, block, marks.

const SVG = "http://www.w3.org/2000/svg";
const PITCH = 80, LEFT = 80, TOP = 98, GAP = 14, RADIUS = 34;
// Tops of the two stores, that of the player above first.
const STORES = [14, 412];

function node(parent, name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const key in attributes) made.setAttribute(key, attributes[key]);
  if (text !== undefined) made.textContent = text;
  parent.appendChild(made);
  return made;
}

class Board {
  constructor(svg, texts, players) {
    this.svg = svg; this.texts = texts; this.players = players; this.below = 0; this.piles = {};
    const defs = node(svg, "defs", {});
    const gradient = (id, stops, attributes) => {
      const made = node(defs, "radialGradient", Object.assign({ id }, attributes));
      stops.forEach(([offset, color]) => node(made, "stop", { offset, "stop-color": color }));
    };
    gradient("pit", [["0%", "#3f2815"], ["75%", "#6a4526"], ["100%", "#845a33"]], { cx: "50%", cy: "42%" });
    ["#cfd3c8", "#b9bfb2", "#dcd8c6", "#a9b0a4"].forEach((color, tint) =>
      gradient("kete" + tint, [["0%", "#fbfbf4"], ["35%", color], ["100%", "#5d6259"]], { cx: "38%", cy: "32%" }));
    const wood = node(defs, "linearGradient", { id: "wood", x1: 0, y1: 0, x2: 0, y2: 1 });
    [["0%", "#b98249"], ["50%", "#a26d39"], ["100%", "#8d5b2d"]].forEach(([offset, color]) => node(wood, "stop", { offset, "stop-color": color }));
    ["blue", "green"].forEach(color => {
      const tip = node(defs, "marker", { id: "tip" + color, viewBox: "0 0 10 10", refX: 5, refY: 5, markerWidth: 3.4, markerHeight: 3.4, orient: "auto" });
      node(tip, "path", { d: "M0 0L10 5L0 10z", fill: color === "blue" ? "#6cc0ff" : "#4be36f" });
    });
    node(svg, "rect", { x: 4, y: 4, width: 712, height: 448, rx: 26, fill: "url(#wood)", stroke: "#5a3719", "stroke-width": 4 });
    this.holes = [[], []]; this.stores = [];
    const middle = TOP + PITCH * 1.5 + GAP / 2;
    node(svg, "line", { x1: 24, x2: 696, y1: middle, y2: middle, stroke: "#5a3719", "stroke-width": 3, opacity: .6 });
    for (const side of [0, 1]) {
      for (let hole = 0; hole < 16; hole++) {
        const group = node(svg, "g", {}), house = hole === 4;
        const pit = house ? node(group, "rect", { x: -RADIUS, y: -RADIUS, width: 2 * RADIUS, height: 2 * RADIUS, rx: 12, class: "hole" })
          : node(group, "circle", { r: RADIUS, class: "hole" });
        const glow = house ? node(group, "rect", { x: -RADIUS - 2, y: -RADIUS - 2, width: 2 * RADIUS + 4, height: 2 * RADIUS + 4, rx: 14, class: "glow" })
          : node(group, "circle", { r: RADIUS + 2, class: "glow" });
        this.holes[side].push({ group, pit, glow, tip: node(group, "title", {}) });
      }
      this.stores.push({
        box: node(svg, "rect", { x: 318, width: 374, height: 30, rx: 15, fill: "#6a4526", stroke: "#5a3719", "stroke-width": 1.5 }),
        who: node(svg, "text", { class: "who" }), count: null,
      });
    }
    this.marks = node(svg, "g", {});
    this.seedLayer = node(svg, "g", {});
    for (let seed = 0; seed < 64; seed++) {
      const made = node(this.seedLayer, "ellipse", { rx: 6.6, ry: 5.7, fill: "url(#kete" + (seed * 7 % 4) + ")", stroke: "#474c45", "stroke-width": .6, class: "seed" });
      (this.piles.start = this.piles.start || []).push(made);
    }
    this.top = node(svg, "g", {});
    for (const side of [0, 1]) {
      this.holes[side].forEach((hole, index) => {
        hole.cross = node(this.top, "path", { class: "cross" });
        hole.count = node(this.top, "text", { class: "count" });
      });
      this.stores[side].count = node(this.top, "text", { class: "count" });
    }
    this.names = node(this.top, "g", {});
    this.handCount = node(this.top, "text", { class: "count" });
    this.handCount.style.fill = "#ffe08a";
    this.place();
  }

  // The middle of a hole.
  centre(side, hole) {
    const below = side === this.below, front = hole < 8, along = front ? hole : 15 - hole;
    const x = LEFT + PITCH * (below ? along : 7 - along);
    const row = below ? (front ? 2 : 3) : (front ? 1 : 0);
    return [x, TOP + PITCH * row + (below ? GAP : 0)];
  }

  // Puts everything that does not move where it belongs.
  place() {
    this.names.replaceChildren();
    const name = (x, y, text) => node(this.names, "text", { class: "name", x, y }, text);
    for (const side of [0, 1]) {
      // Rows by their letters on both sides, holes by their numbers above and below.
      for (const hole of [0, 15]) {
        const y = this.centre(side, hole)[1] + 6;
        for (const x of [24, 696]) name(x, y, holeName(side, hole)[0]);
      }
      for (let hole = 8; hole < 16; hole++) {
        const [x, y] = this.centre(side, hole);
        name(x, side === this.below ? y + 54 : y - 38, 16 - hole);
      }
      this.holes[side].forEach((hole, index) => {
        const [x, y] = this.centre(side, index);
        hole.group.setAttribute("transform", `translate(${x} ${y})`);
        hole.count.setAttribute("x", x + 27); hole.count.setAttribute("y", y + 37);
        hole.cross.setAttribute("d", `M${x - 24} ${y - 24}L${x + 24} ${y + 24}M${x - 24} ${y + 24}L${x + 24} ${y - 24}`);
      });
      const y = STORES[side === this.below ? 1 : 0], store = this.stores[side];
      store.box.setAttribute("y", y);
      store.who.setAttribute("x", 26); store.who.setAttribute("y", y + 21);
      store.count.setAttribute("x", 668); store.count.setAttribute("y", y + 22);
    }
  }

  flip() {
    this.below = 1 - this.below;
    this.place();
    if (this.frame) this.show(this.frame, 0);
  }

  // Shows a frame; seeds take `time` ms to get there.
  show(frame, time) {
    this.frame = frame;
    this.svg.style.setProperty("--step", time + "ms");
    const target = { hand: frame.hand ? frame.hand.n : 0 };
    for (const side of [0, 1]) {
      target["store" + side] = frame.s[side];
      frame.h[side].forEach((count, hole) => { target[side + ":" + hole] = count; });
    }
    const spare = [];
    for (const pile in this.piles) {
      const want = target[pile] || 0;
      while (this.piles[pile].length > want) spare.push(this.piles[pile].pop());
    }
    for (const pile in target) {
      const seeds = this.piles[pile] = this.piles[pile] || [];
      while (seeds.length < target[pile] && spare.length) seeds.push(spare.pop());
    }
    for (const side of [0, 1]) {
      frame.h[side].forEach((count, hole) => this.heap(this.piles[side + ":" + hole], this.centre(side, hole), 27));
      this.row(this.piles["store" + side], side);
      this.showHoles(frame, side);
      const store = this.stores[side];
      store.count.textContent = frame.s[side];
      const name = side ? this.texts.north : this.texts.south, who = this.players[side];
      const known = who && who !== "?" ? (who.length > 14 ? who.slice(0, 13) + "\u2026" : who) + " (" + name + ")" : name;
      store.who.textContent = (frame.m === side ? "\u25b6 " : "") + known;
    }
    const hand = frame.hand || { n: 0, side: 0, hole: 0 };
    const [x, y] = this.centre(hand.side, hand.hole);
    this.heap(this.piles.hand, [x, y - 40], 18);
    this.handCount.textContent = hand.n > 0 ? hand.n : "";
    this.handCount.setAttribute("x", x + 30); this.handCount.setAttribute("y", y - 34);
    // Seeds in the hand lie above all others.
    this.piles.hand.forEach(seed => this.seedLayer.appendChild(seed));
    this.svg.setAttribute("data-counts", frame.h[0].join(",") + "/" + frame.h[1].join(",") + "/" + frame.s.join(","));
  }

  showHoles(frame, side) {
    this.holes[side].forEach((hole, index) => {
      const count = frame.h[side][index];
      hole.count.textContent = count || "";
      hole.tip.textContent = holeName(side, index) + ": " + count;
      hole.pit.setAttribute("class", index === 4 && frame.o[side] ? "hole house" : "hole");
      hole.cross.setAttribute("class", frame.m === side && frame.b === index ? "cross on" : "cross");
      let glow = "glow";
      if (frame.mover === side && frame.on && frame.on.includes(index)) glow += " on";
      if (frame.mover === side && frame.now === index) glow += " now";
      if (frame.mover === 1 - side && frame.hit === index) glow += " hit";
      hole.glow.setAttribute("class", glow);
    });
  }

  // Seeds in a hole: a sunflower spiral that stays inside.
  heap(seeds, [x, y], reach) {
    const step = Math.min(9.4, (reach - 3) / Math.sqrt(Math.max(seeds.length, 1)));
    seeds.forEach((seed, index) => {
      const angle = index * 2.399963, far = step * Math.sqrt(index + .35);
      seed.style.transform = `translate(${(x + far * Math.cos(angle)).toFixed(1)}px,${(y + far * Math.sin(angle)).toFixed(1)}px) rotate(${index * 73 % 180}deg)`;
    });
  }

  row(seeds, side) {
    const y = STORES[side === this.below ? 1 : 0] + 15;
    seeds.forEach((seed, index) => {
      seed.style.transform = `translate(${336 + index * 14.4}px,${y + (index % 2 ? 4 : -4)}px) rotate(${index * 57 % 180}deg)`;
    });
  }

  // Arrows along the first lap of moves: [{move, color}].
  mark(marks) {
    this.marks.textContent = "";
    for (const { move, color } of marks) {
      const { start, hit, path } = pathOf(move), stroke = color === "blue" ? "#6cc0ff" : "#4be36f";
      const [x, y] = this.centre(move.side, start), nudge = color === "blue" ? -6 : 6;
      const ring = node(this.marks, "circle", { cx: x, cy: y, r: RADIUS + (color === "blue" ? 1 : 4), class: "mark", stroke });
      if (color === "blue") ring.setAttribute("stroke-dasharray", "9 8");
      const points = path.map(hole => this.centre(move.side, hole));
      // Captured seeds come from the enemy's hole, others from where they are lifted.
      points.unshift(hit === null ? [x, y] : this.centre(1 - move.side, hit));
      const way = points.map(([px, py], index) => `${index ? "L" : "M"}${px + nudge} ${py + nudge}`).join("");
      node(this.marks, "path", { d: way, class: "mark", stroke, "marker-end": `url(#tip${color})` });
    }
  }
}
