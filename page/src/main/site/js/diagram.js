/**
 * The space-time diagram: a lane for each node, time to the right, messages as arrows, the token's
 * way as one line. It draws a run on a canvas and says what the hand does there; it keeps nothing of
 * the page. See `Diagram` for how it is used.
 */
import { listed, NONE } from "baton/run.js";
import { onPalette, palette } from "baton/palette.js";
import { indexOf } from "baton/diagram-index.js";
import { Lanes } from "baton/diagram-lanes.js";
import { CROWD, View } from "baton/diagram-view.js";
import { Ink } from "baton/diagram-ink.js";
import { paintMarks } from "baton/diagram-marks.js";
import { Letters } from "baton/diagram-letters.js";
import { paintLive, underWay } from "baton/diagram-live.js";
import { Labels } from "baton/diagram-labels.js";
import { Hands } from "baton/diagram-hands.js";

/** What `set` takes, and what holds until it does. */
const DEFAULTS = {
  /** The run, of class Run. */
  run: null,
  /** The last event that has happened, and the time; without a time nothing lies in the future. */
  i: NONE,
  now: null,
  /** From when to when; null is all of it, or in the hand 8 units of time around now. */
  window: null,
  /** Nodes from above, those that are missing are not shown; and those that share a lane: [{name, nodes}]. */
  order: null,
  folds: [],
  /** Height of a lane and room to the left of them, in pixels of the design, if not the usual ones. */
  lane: null,
  left: null,
  /** Names of the lanes, if they are not numbers. */
  names: null,
  /** For narrow screens. */
  compact: false,
  /** Whether messages have letters, and these the first parameter of the message. */
  letters: true,
  params: true,
  /** Numbers of sentences beside the figure, at events: [{i, label, below, dx}]. */
  notes: [],
  /** The events after which branches leave the run. */
  forks: [],
  /** Messages that the figure is about, by their numbers: wine red, all others stand back. */
  hot: null,
  /** Which messages under way get a circle; all, if this is null. */
  bullets: null,
  /** What is pointed at elsewhere on the page: {event}, {lane} or {message}, by number. */
  pointed: null,
  /** Whether a click on the name of a lane means something. */
  asks: true,
  /** Whether the line of now leads down to the edge of the canvas, to the slider below. */
  plumb: false,
  /** Whether the window moves on when now leaves it. */
  follow: true,
  /** Another name for the axis, other words for its numbers, and where these count from. */
  axisName: null,
  tickText: null,
  tickFrom: 0,
};

/** Changes that move lanes, and those that only need another picture. */
const LAYS = new Set(["run", "order", "folds", "lane", "left", "compact"]);
const PAINTS = new Set(["hot", "pointed", "letters", "params", "axisName", "tickText", "tickFrom"]);

/** Units of time in the window of a narrow screen, and how many of them lie before now. */
const IN_THE_HAND = 8;
const BEFORE_NOW = 4.6;
const MARGIN = 0.4;

/** All of a run is a little more than that. */
const BEYOND_END = 1.02;

const REST = 80;
const GLIDE = 90;
const MOST_DPR = 3;

/**
 * `new Diagram(canvas, options)`: options are functions that it calls, all optional, and anything
 * that `set` takes. The canvas is as wide as its parent, and as high as its lanes need.
 *
 * - `onSeek(time, i)` while one drags; it has moved to that event already
 * - `onAsk(node)` and `onFold(index)` when the name of a lane is clicked
 * - `onPoint(what)`: {lane}, {fold} or {message} with the position {x, y} in the window, or null
 * - `onWindow([t0, t1])` after zooming and panning; null for all of it
 * - `onDraw()` after each frame, for what stands beside it: ask `span`, `left`, `right`, `xOf(time)`
 */
export class Diagram {
  constructor(canvas, options = {}) {
    this.canvas = canvas;
    this.ctx = canvas.getContext("2d", { alpha: false });
    this.calls = options;
    this.props = { ...DEFAULTS };
    this.labels = new Labels();
    this.marks = document.createElement("canvas");
    this.lettered = document.createElement("canvas");
    this.letters = null;
    this.lanes = null;
    this.view = null;
    this.placed = [];
    /** What the pointer or the focus is at. */
    this.over = null;
    this.followed = null;
    this.last = 0;
    this.frame = 0;
    this.width = canvas.parentNode.clientWidth;
    canvas.classList.add("diagram");
    canvas.tabIndex = 0;
    if (!canvas.hasAttribute("role")) canvas.setAttribute("role", "img");
    this.hands = new Hands(this);
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(canvas.parentNode);
    this.endPalette = onPalette(() => this.relay());
    this.set(options);
  }

  /** Changes some of what is shown; see DEFAULTS. */
  set(changes) {
    const before = this.props.now;
    for (const [name, given] of Object.entries(changes)) {
      if (!(name in DEFAULTS)) continue;
      const value = given ?? DEFAULTS[name];
      if (same(this.props[name], value)) continue;
      this.props[name] = value;
      if (LAYS.has(name)) this.lanes = null;
      if (PAINTS.has(name)) this.isPainted = false;
      if (name === "run") this.forget();
    }
    if (this.props.now !== before) this.keepUp(before);
    this.request();
  }

  /** Ends it: the canvas keeps its last picture. */
  close() {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.resting);
    this.observer.disconnect();
    this.endPalette();
    this.hands.close();
  }

  // Where things are.

  /** From when to when the picture shows the run. */
  get span() {
    return this.bring()?.span ?? [0, 1];
  }

  /** Whether it shows the whole run. */
  get showsAll() {
    if (!this.props.run) return true;
    const [t0, t1] = this.span;
    const [first, last] = this.bounds();
    return t1 - t0 >= (last - first) * 0.999;
  }

  /** Where the lanes begin and end, in pixels from the left of the canvas. */
  get left() {
    return this.bring()?.left ?? 0;
  }

  get right() {
    return this.bring()?.right ?? this.width;
  }

  /** Where time 0 and the end of the run are when all of it is shown: a slider below keeps to these. */
  get whole() {
    const view = this.bring();
    if (view === null) return { left: 0, right: this.width };
    const { tEnd } = this.props.run;
    const last = tEnd > 0 ? tEnd * BEYOND_END : 1;
    return { left: view.left, right: view.left + (view.right - view.left) * tEnd / last };
  }

  xOf(time) {
    return this.bring()?.x(time) ?? 0;
  }

  timeAt(x) {
    return this.bring()?.time(x) ?? 0;
  }

  // The window.

  /** What can be shown at most. */
  bounds() {
    const end = this.props.run.tEnd;
    if (this.props.compact) return [-MARGIN, Math.max(IN_THE_HAND - MARGIN, end + MARGIN)];
    return [0, end > 0 ? end * BEYOND_END : 1];
  }

  /** Shows all of it; in the hand, what is around now. */
  fit() {
    this.changeWindow(null);
  }

  /** Shows a stretch of time, as far as there is one. */
  show(t0, t1) {
    const [first, last] = this.bounds();
    const { tEnd, events } = this.props.run;
    const least = (tEnd || 1) / Math.max(20, events.length);
    const length = Math.min(last - first, Math.max(least, t1 - t0));
    const from = Math.max(first, Math.min(last - length, t1 - t0 < least ? (t0 + t1 - length) / 2 : t0));
    const isAll = !this.props.compact && length >= (last - first) * 0.999;
    this.changeWindow(isAll ? null : [from, from + length]);
  }

  /** Shows more or less of it; what is at x stays there. */
  zoom(factor, x) {
    const t = this.timeAt(x);
    const [t0, t1] = this.span;
    const [first, last] = this.bounds();
    const most = (last - first) / (t1 - t0);
    const by = Math.min(factor, most);
    this.show(t - (t - t0) * by, t + (t1 - t) * by);
  }

  pan(dx) {
    const dt = dx / this.bring().scale;
    const [t0, t1] = this.span;
    this.show(t0 + dt, t1 + dt);
  }

  changeWindow(window) {
    if (same(window, this.props.window)) return;
    this.props.window = window;
    this.request();
    this.calls.onWindow?.(window);
  }

  /** Turns the page when now has left it. */
  keepUp(before) {
    const { run, now, window, follow } = this.props;
    if (!run || !window || now === null || !follow || this.hands?.isDragging) return;
    const [t0, t1] = window;
    if (now >= t0 && now <= t1) return;
    const lead = before !== null && now < before ? 0.75 : 0.25;
    this.show(now - (t1 - t0) * lead, now + (t1 - t0) * (1 - lead));
  }

  /** The window of this moment. */
  currentSpan() {
    const { compact, window } = this.props;
    if (window) return window;
    if (!compact) return this.bounds();
    this.followed ??= this.aim();
    return [this.followed, this.followed + IN_THE_HAND];
  }

  /** Where the window that follows now should begin. */
  aim() {
    const [first, last] = this.bounds();
    return Math.max(first, Math.min(last - IN_THE_HAND, (this.props.now ?? 0) - BEFORE_NOW));
  }

  /** In the hand the window glides after now, except under the finger. */
  glide(time) {
    const { run, compact, window } = this.props;
    const passed = Math.min(50, Math.max(8, time - this.last));
    this.last = time;
    if (!run || !compact || window || this.followed === null || this.hands.isDragging) return;
    const aim = this.aim();
    const rest = aim - this.followed;
    if (rest === 0) return;
    const isFar = Math.abs(rest) > 2 * IN_THE_HAND;
    const isThere = Math.abs(rest) < 0.004;
    if (isFar || isThere || matchMedia("(prefers-reduced-motion: reduce)").matches) this.followed = aim;
    else this.followed += rest * (1 - Math.exp(-passed / GLIDE));
    this.request();
  }

  // Drawing.

  request() {
    if (this.frame === 0) this.frame = requestAnimationFrame(time => this.draw(time));
  }

  /** Everything has to be laid out again: other colours, another size of type. */
  relay() {
    this.lanes = null;
    this.request();
  }

  resize() {
    const width = this.canvas.parentNode.clientWidth;
    if (width === this.width) return;
    this.width = width;
    this.request();
  }

  /** What belonged to another run. */
  forget() {
    this.followed = null;
    this.placed = [];
    this.hands?.point(null);
  }

  /** The view as it is to be drawn next; null while there is nothing to draw. */
  bring() {
    const { run } = this.props;
    if (!run || this.width < 40) return null;
    const colours = palette();
    const dpr = Math.min(MOST_DPR, devicePixelRatio || 1);
    const index = indexOf(run);
    this.lanes ??= new Lanes(run, index, colours, this.props);
    const span = this.currentSpan();
    const { lanes, width, props: { compact } } = this;
    const wanted = { run, index, lanes, palette: colours, width, dpr, compact, t0: span[0], t1: span[1] };
    const old = this.view?.wanted;
    if (!old || Object.keys(wanted).some(name => old[name] !== wanted[name])) {
      this.view = Object.assign(new View(wanted), { wanted, span });
      this.isPainted = false;
    }
    return this.view;
  }

  draw(time) {
    this.frame = 0;
    this.hands.scroll();
    this.glide(time);
    const view = this.bring();
    if (view === null) return;
    this.size(view);
    const look = this.look(view);
    if (!this.isPainted || !same(look.key, this.painted)) this.paint(view, look);
    this.compose(view, look);
    this.calls.onDraw?.();
  }

  size({ width, height, dpr }) {
    const { canvas } = this;
    const w = Math.round(width * dpr);
    const h = Math.round(height * dpr);
    if (canvas.width === w && canvas.height === h) return;
    canvas.width = w;
    canvas.height = h;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }

  /** What stands out: by the hand here, or by what is pointed at elsewhere. */
  look() {
    const { hot, pointed } = this.props;
    const aimed = this.over ?? pointed ?? {};
    const message = aimed.message ?? NONE;
    const node = aimed.lane ?? NONE;
    return { hot: hot && new Set(hot), message, node, key: [message, node] };
  }

  /** The picture without letters, and then the same with letters. */
  paint(view, look) {
    const pen = fresh(this.marks, view);
    paintMarks(new Ink(pen, view.palette, view.dpr), view, look, this.props);
    this.isPainted = true;
    this.painted = look.key;
    this.letter(view, look);
  }

  /** Letters keep their places while the picture pans; when it zooms, they wait until it rests. */
  letter(view, look) {
    clearTimeout(this.resting);
    this.isLettered = false;
    if (!this.props.letters || view.crowd === CROWD) {
      this.lettered.width = this.lettered.height = 0;
      return;
    }
    const known = this.letters;
    if (!known?.fits(view)) {
      if (known && known.key.run === view.run && known.key.lanes === view.lanes) {
        this.resting = setTimeout(() => {
          this.letters = new Letters(view);
          if (this.view === view) this.setLetters(view, this.look(view));
          this.request();
        }, REST);
        return;
      }
      this.letters = new Letters(view);
    }
    this.setLetters(view, look);
  }

  setLetters(view, look) {
    const pen = fresh(this.lettered, view);
    pen.drawImage(this.marks, 0, 0, this.marks.width / view.dpr, this.marks.height / view.dpr);
    const ink = new Ink(pen, view.palette, view.dpr);
    this.letters.place(ink, view, this.props);
    this.letters.paint(ink, view, look);
    this.isLettered = true;
  }

  /** A frame: the picture, then what is true only now. */
  compose(view, look) {
    const { ctx, marks, props } = this;
    const { dpr } = view;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.drawImage(this.isLettered ? this.lettered : marks, 0, 0);
    if (this.isLettered) this.liftLetters(view);
    ctx.setTransform(dpr, 0, 0, dpr, 0, 0);
    const lit = this.litRow(view, look);
    this.labels.draw(ctx, view, { i: props.i, lit, names: props.names, compact: props.compact });
    const ink = new Ink(ctx, view.palette, dpr);
    this.placed = paintLive(ink, view, this.isLettered ? this.letters : null, { ...props, look });
  }

  /** Messages under way carry their letters themselves. */
  liftLetters(view) {
    for (const m of underWay(view, this.props)) {
      const box = (this.props.bullets?.(m) ?? true) ? this.letters.box(view, m) : null;
      if (box === null) continue;
      const x = Math.max(0, Math.floor(box.x * view.dpr));
      const y = Math.max(0, Math.floor(box.y * view.dpr));
      const w = Math.min(this.marks.width - x, Math.ceil(box.w * view.dpr));
      const h = Math.min(this.marks.height - y, Math.ceil(box.h * view.dpr));
      if (w > 0 && h > 0) this.ctx.drawImage(this.marks, x, y, w, h, x, y, w, h);
    }
  }

  litRow(view, look) {
    if (this.over?.fold !== undefined) return view.lanes.rows.findIndex(row => row.fold === this.over.fold);
    return look.node === NONE ? NONE : view.lanes.rowOf[look.node];
  }
}

/** A canvas of the size of a view, and a pen that counts in pixels of the page. */
function fresh(canvas, { width, height, dpr }) {
  const w = Math.round(width * dpr);
  const h = Math.round(height * dpr);
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
  }
  const pen = canvas.getContext("2d", { alpha: false });
  pen.setTransform(dpr, 0, 0, dpr, 0, 0);
  return pen;
}

/** Whether two small values say the same. Runs are the same only if they are one. */
function same(p, q) {
  if (p === q) return true;
  if (typeof p !== "object" || typeof q !== "object" || p === null || q === null) return false;
  return p.events === undefined && q.events === undefined && JSON.stringify(p) === JSON.stringify(q);
}

/** What a message carries, if it is more than one wants to hear. */
const LONG = /\(.{40,}\)/;

/** One sentence for those who do not see the diagram: what has just happened, and how things are. */
export function describe(run, i) {
  const what = `Space-time diagram of ${run.algorithm} with ${run.n} nodes`;
  if (run.events.length === 0) return `${what}: nothing has happened yet.`;
  const total = run.events.length;
  const start = i < 0
    ? `${what}, before the first of ${total} events`
    : `${what}, event ${i + 1} of ${total}, time ${+run.time(i).toFixed(2)}: ${run.events[i].text.replace(LONG, "")}`;
  const nodes = [...Array(run.n).keys()];
  const inside = nodes.filter(node => run.phase(node, i) === "inside");
  const waiting = nodes.filter(node => run.phase(node, i) === "waits");
  const under = run.underWay(i).length;
  const parts = [
    inside.length > 0 ? some(inside, "is inside", "are inside") : "nobody is inside",
    waiting.length > 0 ? some(waiting, "waits", "wait") : "",
    under === 0 ? "no message is under way" : `${under} ${under === 1 ? "message is" : "messages are"} under way`,
  ];
  return `${start}; ${parts.filter(Boolean).join(", ")}.`;
}

/** Names up to five nodes, and counts more. */
function some(nodes, one, more) {
  if (nodes.length > 5) return `${nodes.length} nodes ${more}`;
  return `${listed(nodes)} ${nodes.length === 1 ? one : more}`;
}
