/**
 * The structure that an algorithm keeps, at one moment of a run: pointers, queues and groups as the
 * table in keeps.js says, the token, who waits and who is inside, and the messages under way.
 */

import { h } from "preact";
import { keepsOf, look } from "baton/keeps.js";
import { MANY } from "baton/layout.js";
import * as marks from "baton/marks.js";
import { dashOf } from "baton/palette.js";
import { NONE } from "baton/run.js";

/** More messages under way than these are small circles without letters. */
const MANY_MESSAGES = 24;

/** Up to so many nodes all of them show what they keep; beyond, the last one and the one pointed at. */
export const FEW = 12;

/** One picture: what stands still after an event, and the messages that move over it. */
export class Drawing {
  constructor(options) {
    Object.assign(this, options);
    const { run, i } = this;
    this.keeps = keepsOf(run);
    this.nodes = Array.from({ length: run.n }, (_, node) => node);
    this.last = i < 0 ? NONE : run.events[i].node;
    this.looks = this.nodes.map(node => look(run, node, i));
    this.changed = new Set(run.changes(i).map(change => change.field));
    this.tags = this.nodes.map(node => this.tagsOf(node));
    this.ranks = this.nodes.map(node => this.keeps.leads(this.looks[node], node, run));
    this.underWay = run.underWay(i);
    this.words = [];
    this.taken = this.nodes.map(node => this.square(this.at(node), this.reach(node)));
    this.named = this.layout.dots ? this.namedDots() : new Set();
  }

  at(node) {
    return this.layout.at(node, this.i);
  }

  out(node) {
    return this.layout.out(node, this.i);
  }

  reach(node) {
    if (this.layout.dots) return this.tags[node].length > 0 ? 7 : 4;
    return marks.reach({ r: this.layout.radius, tags: this.tags[node], leads: this.ranks[node] });
  }

  square({ x, y }, r) {
    return { left: x - r, right: x + r, top: y - r, bottom: y + r };
  }

  /** Whether what a node keeps is shown: where there are many, only at those that matter now. */
  tells(node) {
    return this.run.n <= FEW || node === this.last || node === this.pointed;
  }

  tagsOf(node) {
    const { run, keeps, i } = this;
    const f = this.looks[node];
    const permit = run.permitOf(node, i);
    const used = run.permits > 1 && permit !== NONE ? [permit] : [];
    if (keeps.token) return keeps.token(f) ? ["T", ...used] : used;
    if (!run.hasToken || run.held(node, i) === 0) return [];
    const all = run.permits > 1 ? [...used, ...(keeps.permits?.(f) ?? [])] : [];
    return all.length > 0 ? all : ["T"];
  }

  /** Everything but the messages under way, from below. */
  still() {
    const parts = [this.grounds(), this.informed(), this.links(), this.quorums(), this.trails(), this.spokes(),
      this.pointers(), this.ways(), this.cells(), this.nodes.map(node => this.node(node)), this.beside()];
    for (const ground of this.layout.grounds) this.nameGround(ground);
    return h("g", null, parts.map((part, k) => h("g", { key: k }, part)), h("g", null, this.words));
  }

  grounds() {
    const { layout } = this;
    return layout.grounds.map(ground => marks.ground(ground, node => this.at(node), this.broad()));
  }

  /** How broad the ground is along links. */
  broad() {
    return 2 * this.layout.radius + (this.layout.dots ? 10 : 22);
  }

  nameGround({ shape, label, x, y, width, height, members }) {
    if (shape === "tile") this.words.push(marks.words(x + width, y + height + 13, label, { anchor: "end" }));
    if (shape === "oval" || shape === "none") this.words.push(marks.words(x + width / 2, y + height + 15, label));
    if (shape === "along" && !this.layout.dots) {
      const spot = this.freeSpot(members, this.broad() / 2 + 9);
      this.words.push(marks.words(spot.x, spot.y + 4, label, { kind: "title" }));
    }
  }

  /** Beside one of some nodes, as far as possible from all others and from the links. */
  freeSpot(members, far) {
    const obstacles = [
      ...this.nodes.map(node => this.at(node)),
      ...this.run.structure.edges.map(([a, b]) => marks.along(this.at(a), this.at(b), 0.5)),
    ];
    const { width, height } = this.layout;
    const room = spot => (this.isFree(this.square(spot, 10))
      ? Math.min(spot.x, width - spot.x, spot.y, height - spot.y, ...obstacles.map(p => Math.hypot(p.x - spot.x, p.y - spot.y)))
      : 0);
    const spots = members.flatMap(member => {
      const { x, y } = this.at(member);
      return [{ x, y: y - far }, { x: x + far, y }, { x: x - far, y }, { x, y: y + far }];
    });
    return spots.reduce((best, spot) => (room(spot) > room(best) + 0.5 ? spot : best));
  }

  /** The parts of rows whose nodes are informed. */
  informed() {
    const { keeps, layout } = this;
    if (!keeps.informed || !layout.columns) return null;
    const told = node => node < this.run.n && keeps.informed(this.looks[node]);
    const r = layout.dots ? 9 : layout.radius + 8;
    const parts = [];
    for (let row = 0; row < layout.rows; row++) {
      for (let c = 0, from = NONE; c <= layout.columns; c++) {
        const here = c < layout.columns && told(row * layout.columns + c);
        if (here && from === NONE) from = c;
        if (here || from === NONE) continue;
        const a = this.at(row * layout.columns + from);
        const b = this.at(row * layout.columns + c - 1);
        parts.push(h("rect", { class: "informed", x: a.x - r - 2, y: a.y - r, width: b.x - a.x + 2 * r + 4, height: 2 * r, rx: r }));
        if (from === 0 && !this.compact && !layout.dots) this.words.push(marks.words(a.x - r - 7, a.y + 4, "informed", { anchor: "end" }));
        from = NONE;
      }
    }
    return parts;
  }

  /** Links that are there whatever happens, or now. */
  links() {
    const { run, keeps, i } = this;
    const many = run.n >= MANY;
    const pairs = keeps.edges ? keeps.edges(run, i) : run.structure.columns > 0 ? [] : run.structure.edges;
    if (run.n > 8 && pairs.length > 3 * run.n) return null;
    return pairs.map(([a, b]) => marks.arrow(this.at(a), this.at(b), {
      kind: "link",
      start: this.reach(a) + 2,
      end: this.reach(b) + 2,
      bend: this.goesRound(a, b) ? 0.18 : 0,
      head: keeps.directed && !many ? 5 : 0,
    }));
  }

  /** Whether a link of an array leads round its edge. */
  goesRound(a, b) {
    const { columns } = this.layout;
    if (!columns) return false;
    const across = Math.abs((a % columns) - (b % columns));
    const down = Math.abs(Math.floor(a / columns) - Math.floor(b / columns));
    return across + down > 1;
  }

  /** Whom those who wait ask: bands over rows and columns, or lines, solid to whom is locked for them. */
  quorums() {
    const { run, keeps, i, layout } = this;
    if (!keeps.asked) return null;
    const asking = this.nodes.filter(node => run.phase(node, i) === "waits");
    const stuck = this.stuck();
    const weight = node => 4 * (node === this.pointed) + 2 * stuck(node) + (node === this.last);
    asking.sort((a, b) => weight(b) - weight(a) || a - b);
    const shown = asking.slice(0, layout.dots ? 1 : 2);
    const inRow = node => Math.floor(node / layout.columns);
    const above = (node, k) => shown.slice(0, k).filter(j => inRow(j) === inRow(node)).length;
    if (layout.cells) return shown.map((node, k) => this.bands(node, k, above(node, k)));
    return shown.map(node => keeps.asked(run, node, i).filter(j => j !== node).map(j => marks.arrow(this.at(node), this.at(j), {
      kind: `link ${keeps.lock(this.looks[j]) === node ? "solid" : "open"}`,
      start: this.reach(node) + 2,
      end: this.reach(j) + 2,
      bend: this.askBend(node, j),
      head: 0,
    })));
  }

  /** Where nodes stand in rows, a line passes those between its ends. */
  askBend(a, b) {
    const isRow = Math.abs(this.at(a).y - this.at(b).y) < 10;
    return isRow ? (this.layout.dots ? 0.1 : 0.24) : 0.05;
  }

  /**
   * The row and the column that a node asks.
   *
   * @param k how many others have been drawn
   * @param above how many of them in this row
   */
  bands(node, k, above) {
    const { layout, run } = this;
    const row = Math.floor(node / layout.columns);
    const column = node % layout.columns;
    const kind = `${["first", "second"][k]}${node === this.last || node === this.pointed ? " here" : ""}`;
    const rowEnd = Math.min(run.n, (row + 1) * layout.columns) - 1;
    const inColumn = this.nodes.filter(j => j % layout.columns === column);
    const pad = 4 + 3 * k;
    const right = layout.corner(rowEnd).x + layout.cell + 12;
    const y = layout.corner(rowEnd).y + layout.cell / 2 + 4 + 14 * above;
    this.words.push(marks.words(right, y, `${node} asks`, { kind: `title ${kind}`, anchor: "start" }));
    return [[row * layout.columns, rowEnd], [inColumn[0], inColumn[inColumn.length - 1]]].map(([a, b]) => this.band(a, b, pad, kind));
  }

  band(a, b, pad, kind) {
    const { corner, cell } = this.layout;
    const from = corner(a);
    const to = corner(b);
    return h("rect", {
      class: `band ${kind}`,
      x: from.x - pad, y: from.y - pad,
      width: to.x - from.x + cell + 2 * pad, height: to.y - from.y + cell + 2 * pad,
      rx: 7,
    });
  }

  /** Cells of an array: for whom each is locked, and who waits for that. */
  cells() {
    const { layout, keeps } = this;
    if (!layout.cells) return null;
    const stuck = this.stuck();
    return this.nodes.map(node => {
      const f = this.looks[node];
      const { x, y } = layout.corner(node);
      const locker = keeps.lock(f);
      const waiting = f.nodes("queue");
      const bad = waiting.some(j => stuck(j, locker));
      const tell = (dx, dy, text, kind, anchor = "start") => this.words.push(marks.words(x + dx, y + dy, text, { kind: `inner ${kind}`, anchor }));
      if (locker !== NONE) tell(7, 44, `locked ${locker}`, "strong");
      if (waiting.length > 0) tell(7, 59, `waits ${atMostTwo(waiting)}`, bad ? "bad" : "");
      if (bad) tell(layout.cell - 8, 21, "✕", "bad", "end");
      return h("rect", { class: bad ? "cell bad" : "cell", x, y, width: layout.cell, height: layout.cell, rx: 3 });
    });
  }

  /**
   * At the end of a run: whether a node that waits for others waits for itself in the end; for
   * that locker, if one is given.
   */
  stuck() {
    const { run, keeps, i } = this;
    if (i !== run.events.length - 1 || this.underWay.length > 0) return () => false;
    const waitsFor = this.nodes.map(() => []);
    for (const node of this.nodes) {
      for (const j of this.looks[node].nodes("queue")) waitsFor[j].push(keeps.lock(this.looks[node]));
    }
    return (waiting, ...lockers) => {
      const seen = new Set(lockers.length > 0 ? lockers : waitsFor[waiting]);
      for (const node of seen) for (const next of waitsFor[node] ?? []) seen.add(next);
      return seen.has(waiting);
    };
  }

  /** How those have come who came or left last. */
  trails() {
    const { run, layout, i } = this;
    if (!layout.cameFrom) return null;
    return this.nodes.map(node => {
      const e = run.events[run.lastOf(node, i)];
      if (!e || e.kind !== "join" && e.kind !== "leave" || i - e.i > 2 * run.n) return null;
      const from = layout.cameFrom(node, i);
      const to = this.at(node);
      const above = this.out(node).y > 0;
      const y = to.y + (above ? -this.reach(node) - 8 : this.reach(node) + 16);
      if (!layout.dots) this.words.push(marks.words(to.x, y, e.kind === "join" ? "has come" : "has left", { kind: "here" }));
      return from && marks.trail(from, to, this.layout.radius);
    });
  }

  spokes() {
    const { run, keeps, i } = this;
    if (!keeps.spokes || this.layout.dots && this.pointed === NONE) return null;
    return this.nodes.filter(node => this.tells(node)).map(node =>
      keeps.spokes.to(this.looks[node], node, run, i).filter(j => j !== node && j !== NONE).map(j => marks.arrow(this.at(node), this.at(j), {
        kind: "spoke",
        start: this.reach(node) + 2,
        end: this.reach(j) + 2,
        bend: 0,
        part: 0.3,
        head: keeps.spokes.heads ? 5 : 0,
      })));
  }

  pointers() {
    const parts = this.keeps.pointers.map((pointer, k) =>
      this.nodes.map(node => [...this.pointersOf(node, pointer, k)]));
    const flat = parts.flat(2).filter(Boolean);
    return [...flat.filter(part => !part.fresh), ...flat.filter(part => part.fresh)].map(part => part.mark);
  }

  /** A node's arrows of one field, with what the last event has changed. */
  * pointersOf(node, pointer, k) {
    const { run, i } = this;
    const now = pointer.to(this.looks[node], node, run, i);
    const old = node === this.last ? pointer.to(look(run, node, i - 1), node, run, i - 1) : now;
    for (let t = 0; t < Math.max(now.length, old.length); t++) {
      const [to, from] = [now[t] ?? NONE, old[t] ?? NONE];
      const bend = this.bendOf(k, t);
      const changed = to !== from;
      if (changed && this.isOther(node, from)) {
        yield { fresh: false, mark: this.pointerArrow(node, from, bend, "was") };
        if (!this.isOther(node, to)) this.namePointer(pointer.name, k, node, from, bend, "was");
      }
      if (!this.isOther(node, to)) continue;
      const kind = `${pointer.stroke}${pointer.strong(this.looks[node]) ? " strong" : ""}${changed ? " changed" : ""}`;
      yield { fresh: changed, mark: this.pointerArrow(node, to, bend, kind) };
      if (changed) this.namePointer(pointer.name, k, node, to, bend, "here");
      else if (this.keeps.numbered?.(run) && run.n <= FEW) this.numberPointer(t, node, to, bend);
    }
  }

  isOther(node, to) {
    return to !== NONE && to !== node && to < this.run.n;
  }

  /** Straight along links; where everybody may point at everybody, in curves that keep apart. */
  bendOf(k, t) {
    const alongLinks = ["tree", "clusters", "graph", "array"].includes(this.keeps.layout);
    return (alongLinks ? 0 : 0.08) + 0.15 * k + 0.07 * t;
  }

  pointerArrow(node, to, bend, kind) {
    const many = this.layout.dots;
    return marks.arrow(this.at(node), this.at(to), {
      kind: many ? `${kind} many` : kind,
      start: this.reach(node) + (many ? 1 : 2),
      end: this.reach(to) + (many ? 1 : 3),
      bend,
      head: many ? 5 : 8,
    });
  }

  namePointer(name, k, node, to, bend, kind) {
    const [a, b] = [this.at(node), this.at(to)];
    if (this.layout.dots || kind === "was" && Math.hypot(a.x - b.x, a.y - b.y) < 70) return;
    const { x, y } = marks.along(a, b, k === 0 ? 0.42 : 0.6, { bend });
    this.words.push(marks.words(x, y + 4, name, { kind: `field ${kind}` }));
  }

  numberPointer(t, node, to, bend) {
    const { x, y } = marks.along(this.at(node), this.at(to), 0.22, { bend });
    this.words.push(marks.words(x, y + 3.5, t, { kind: "tiny" }));
  }

  node(node) {
    const { run, i, layout } = this;
    const phase = run.phase(node, i);
    const made = {
      ...this.at(node),
      r: layout.radius,
      name: node,
      phase,
      tags: this.tags[node],
      leads: this.ranks[node],
      now: node === this.last,
      hatch: this.hatch,
      title: this.onAsk && this.titleOf(node, phase),
      onClick: this.onAsk && (() => this.onAsk(node)),
      aimed: node === this.aimed,
      onPoint: here => this.onPoint(here ? node : NONE),
    };
    if (!layout.dots) return marks.node({ ...made, key: node });
    return marks.dot({ ...made, named: this.named.has(node), out: this.out(node) });
  }

  /** The dots that have their numbers: those that matter now, as far as none covers another. */
  namedDots() {
    const { run, i } = this;
    const weight = node => 4 * (node === this.pointed || node === this.last) + 2 * (run.phase(node, i) === "inside") + (this.tags[node].length > 0);
    const wanted = this.nodes.filter(node => weight(node) > 0 || run.phase(node, i) === "waits").sort((a, b) => weight(b) - weight(a) || a - b);
    const put = [];
    return new Set(wanted.filter(node => {
      const place = marks.placeOfName({ ...this.at(node), name: node, out: this.out(node) });
      if (weight(node) < 4 && put.some(other => overlap(place, other))) return false;
      put.push(place);
      return true;
    }));
  }

  titleOf(node, phase) {
    if (phase === "waits") return `${node} waits already.`;
    if (phase === "inside") return `${node} is inside.`;
    return `Click: ${node} asks.`;
  }

  /** Queues and notes beside the nodes; their names where there is room then. */
  beside() {
    const { layout } = this;
    const tells = node => !layout.dots || node === this.last || node === this.pointed;
    const rows = this.nodes.filter(tells).flatMap(node => this.placed(node, this.rowsOf(node)));
    const named = new Set();
    for (const row of rows.toSorted((a, b) => b.changed - a.changed)) if (row.queue) this.nameQueue(row, named);
    return rows.map(row => this.row(row));
  }

  /** What stands beside a node: rows of boxes, and a note. */
  rowsOf(node) {
    const { run, keeps, i, layout } = this;
    const f = this.looks[node];
    const rows = [];
    const note = keeps.lock && !layout.cells ? lockedNote(keeps.lock(f)) : keeps.note?.(f, node, run);
    if (note && run.n <= 16 && !layout.columns) rows.push({ note });
    if (layout.cells) return rows;
    for (const queue of keeps.queues) {
      const items = queue.items(f, node, run, i);
      if (items.length > 0) rows.push({ queue, items: shortened(items, this.roomFor(node, queue)) });
    }
    return rows;
  }

  /** How many boxes there is room for beside a node. */
  roomFor(node, queue) {
    if (this.layout.columns) return queue.copy ? 2 : 4;
    const { x, y } = this.at(node);
    const out = this.out(node).x;
    if (isSideways(out)) return Math.max(2, Math.floor(((out > 0 ? this.layout.width - x : x) - this.reach(node) - 8) / marks.BOX.width));
    const beside = this.nodes.filter(other => other !== node).map(other => this.at(other)).filter(other => Math.abs(other.y - y) < 30);
    const free = Math.min(140, ...beside.map(other => Math.abs(other.x - x)));
    return Math.max(3, Math.floor(free / marks.BOX.width));
  }

  /**
   * Rows with their places: outwards from the node. Above a node, and in an array, they stand in one
   * line; in an array copies stand to the right.
   */
  placed(node, rows) {
    const { layout } = this;
    const made = rows.map(row => ({ ...row, width: row.note ? widthOf(row.note) : marks.queueWidth(row.items) }));
    const copies = layout.columns ? made.filter(row => row.queue?.copy) : [];
    const others = made.filter(row => !copies.includes(row));
    const { x, y } = this.at(node);
    const out = this.out(node);
    const gap = this.reach(node) + (layout.columns ? 3 : 4) + (node === this.last && !layout.columns ? 4 : 0);
    const inLine = layout.columns || out.y < 0 && !isSideways(out.x);
    const whole = others.reduce((sum, row) => sum + row.width + 4, -4);
    let shift = 0;
    const placed = others.map((row, k) => {
      if (isSideways(out.x)) {
        return this.put(node, row, x + (out.x > 0 ? gap : -gap - row.width), y + (k - (others.length - 1) / 2) * 17, out.x < 0);
      }
      const left = x - (inLine ? whole : row.width) / 2 + shift;
      if (inLine) shift += row.width + 4;
      return this.put(node, row, left, y + (out.y > 0 ? 1 : -1) * (gap + 7 + (inLine ? 0 : k * 17)), false);
    });
    return [...placed, ...copies.map((row, k) => this.put(node, row, x + gap, y - 6 + k * 17, false))];
  }

  put(node, { note, queue, items, width }, x, y, toLeft) {
    const left = Math.max(1, Math.min(this.layout.width - width - 1, x));
    this.taken.push({ left, right: left + width, top: y - 8, bottom: y + 8 });
    const changed = queue !== undefined && node === this.last && this.changed.has(queue.field);
    return { note, queue, items, left, width, y, toLeft, changed };
  }

  row({ note, queue, items, left, width, y, changed }) {
    if (note) return marks.words(left + width / 2, y + 3.8, note, { kind: "field" });
    return marks.queue(left, y, items, `${queue.copy ? "copy" : ""}${changed ? " changed" : ""}`);
  }

  /** The name of a queue that has changed, or of the first with that name, if there is room. */
  nameQueue({ queue: { name }, left, width, y, toLeft, changed }, named) {
    if (this.compact || this.layout.dots || named.has(name) && !changed) return;
    const wide = widthOf(name);
    const after = { x: left + width + 4, y, anchor: "start", from: 0 };
    const before = { x: left - 4, y, anchor: "end", from: 1 };
    const below = { x: left + width / 2, y: y + 16, anchor: "middle", from: 0.5 };
    const place = ({ x, y: middle, from }) => ({ left: x - from * wide, right: x + (1 - from) * wide, top: middle - 6, bottom: middle + 6 });
    const spot = (toLeft ? [before, below, after] : [after, before, below]).find(each => this.isFree(place(each)));
    if (!spot) return;
    named.add(name);
    this.taken.push(place(spot));
    this.words.push(marks.words(spot.x, spot.y + 3.8, name, { kind: changed ? "field here" : "field", anchor: spot.anchor }));
  }

  /** Whether a rectangle is in the drawing, and on no node or queue. */
  isFree(place) {
    return place.left >= 0 && place.right <= this.layout.width && place.top >= -4 && place.bottom <= this.layout.height + 4
      && !this.taken.some(other => overlap(place, other));
  }

  /** The ways of messages under way. */
  ways() {
    if (this.layout.dots || this.underWay.length > MANY_MESSAGES) return null;
    return this.underWay.filter(m => m.from !== m.to).map(m => marks.arrow(this.at(m.from), this.at(m.to), {
      ...this.wayOf(m),
      kind: m.token ? "message token" : "message",
      dashes: m.token ? "" : dashOf(m.letter).join(" "),
      head: 6,
    }));
  }

  wayOf(m) {
    return { start: this.reach(m.from) + 2, end: this.reach(m.to) + 3, bend: 0.13 };
  }

  /** The messages under way at a time, each where it is; none on top of another. */
  bullets(now) {
    const small = this.layout.dots && this.underWay.length > 6 || this.underWay.length > MANY_MESSAGES;
    const put = [];
    return this.underWay.map(m => {
      const place = this.bulletPlace(m, now, put);
      if (!small) put.push(place);
      return marks.bullet({ ...place, letter: m.letter, token: m.token, small: small && !m.token, title: `${m.text} from ${m.from} to ${m.to}` });
    });
  }

  bulletPlace(m, now, put) {
    if (m.from === m.to) {
      const { x, y } = this.at(m.from);
      return { x: x + this.reach(m.from) + 9, y: y - this.reach(m.from) - 3 };
    }
    const whole = m.b === null ? 0.5 : (now - m.a) / (m.b - m.a || 1);
    const { start, end } = this.wayOf(m);
    const [a, b] = [this.at(m.from), this.at(m.to)];
    const rim = Math.min(0.45, 11 / Math.max(1, Math.hypot(a.x - b.x, a.y - b.y) - start - end));
    const part = rim + (1 - 2 * rim) * Math.max(0, Math.min(1, whole));
    const at = p => marks.along(a, b, p, this.wayOf(m));
    for (let k = 0; k < 9; k++) {
      const shifted = part + (k % 2 === 0 ? 1 : -1) * Math.ceil(k / 2) * 0.08;
      const place = at(Math.max(rim, Math.min(1 - rim, shifted)));
      if (put.every(other => Math.hypot(other.x - place.x, other.y - place.y) > 15)) return place;
    }
    return at(part);
  }
}

/** About how wide words are; capitals are wider. */
function widthOf(text) {
  return [...text].reduce((sum, c) => sum + (/[A-Z_]/.test(c) ? 7.8 : 6), 0);
}

/** Whether there is room to the left or right of a node rather than above or below. */
function isSideways(x) {
  return Math.abs(x) > 0.6;
}

function lockedNote(locker) {
  return locker === NONE ? "" : `locked ${locker}`;
}

function atMostTwo(nodes) {
  return nodes.length > 2 ? `${nodes[0]} +${nodes.length - 1}` : nodes.join(", ");
}

function shortened(items, room) {
  return items.length > room ? [...items.slice(0, room - 1), "…"] : items;
}

function overlap(a, b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
