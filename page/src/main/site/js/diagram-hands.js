/** What the hand does on a diagram: pointer, wheel, two fingers, keys. */
import { NONE } from "baton/run.js";

/** A finger that has moved less than this has not moved: it may be about to scroll the page. */
const STILL = 6;

const WHEEL = 0.0016;
const PINCH = 0.01;
const LINE = 16;

/** How near to the edge of the window a drag moves the window. */
const EDGE = 18;

export class Hands {
  constructor(diagram) {
    this.diagram = diagram;
    this.fingers = new Map();
    this.isDragging = false;
    this.isOnLabel = false;
    this.ended = new AbortController();
    const on = (name, hear, more = {}) =>
      diagram.canvas.addEventListener(name, hear.bind(this), { signal: this.ended.signal, ...more });
    on("pointerdown", this.down);
    on("pointermove", this.move);
    on("pointerup", this.up);
    on("pointercancel", this.cancel);
    on("pointerleave", this.leave);
    on("wheel", this.wheel, { passive: false });
    on("dblclick", this.double);
    on("keydown", this.key);
    on("blur", () => this.point(null));
  }

  close() {
    this.ended.abort();
  }

  /** Where a pointer is on the canvas. */
  at(event) {
    const box = this.diagram.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  // Pressing and dragging.

  down(event) {
    if (event.button !== 0 || this.diagram.bring() === null) return;
    const at = this.at(event);
    this.fingers.set(event.pointerId, { ...at, from: at });
    this.diagram.canvas.setPointerCapture(event.pointerId);
    if (this.fingers.size === 2) return this.beginPinch();
    this.pressed = this.labelAt(at);
    if (this.pressed !== null || event.pointerType === "touch") return;
    this.isDragging = true;
    this.point(null);
    this.seek(at.x);
  }

  move(event) {
    const at = this.at(event);
    const finger = this.fingers.get(event.pointerId);
    if (!finger) return this.hover(at, event);
    Object.assign(finger, at);
    if (this.pinched) return this.pinch();
    const isFar = Math.abs(at.x - finger.from.x) > STILL;
    if (isFar && event.pointerType === "touch" && this.pressed === null) this.isDragging = true;
    if (this.isDragging) this.seek(at.x);
  }

  up(event) {
    const finger = this.fingers.get(event.pointerId);
    if (!finger) return;
    const at = this.at(event);
    if (this.pressed !== null && !this.pinched) this.click(at);
    else if (event.pointerType === "touch" && !this.isDragging && !this.pinched) this.tap(at, event);
    this.cancel(event);
  }

  cancel(event) {
    this.fingers.delete(event.pointerId);
    if (this.fingers.size === 0) this.pinched = null;
    this.pressed = null;
    if (!this.isDragging) return;
    this.isDragging = false;
    this.diagram.request();
  }

  /** A name was pressed and let go. */
  click(at) {
    const row = this.labelAt(at);
    if (row === null || row !== this.pressed) return;
    this.choose(row);
  }

  choose(row) {
    const { calls } = this.diagram;
    if (row.fold >= 0) calls.onFold?.(row.fold);
    else calls.onAsk?.(row.nodes[0]);
  }

  /** A finger has no pointer: a touch of a message under way points at it, any other goes there. */
  tap(at, event) {
    const bullet = this.bulletAt(at, 12);
    if (bullet !== null) this.point({ message: bullet.i }, event.clientX, event.clientY);
    else {
      this.point(null);
      this.seek(at.x);
    }
  }

  /** Goes to the event nearest to a place. */
  seek(x) {
    const { diagram } = this;
    const { run, now, i: before } = diagram.props;
    this.dragged = x;
    const inside = Math.max(diagram.left, Math.min(diagram.right, x));
    const i = run.nearest(diagram.timeAt(inside));
    const time = run.time(i);
    if (i === before && time === now) return;
    diagram.set({ i, now: time });
    diagram.calls.onSeek?.(time, i);
  }

  /** While one drags at the edge, the window moves on. */
  scroll() {
    const { diagram } = this;
    if (!this.isDragging || diagram.bring() === null || diagram.showsAll) return;
    const room = EDGE * diagram.view.k;
    const over = this.dragged > diagram.right - room ? 1 : this.dragged < diagram.left + room ? -1 : 0;
    const [t0, t1] = diagram.span;
    const [first, last] = diagram.bounds();
    if (over === 0 || (over < 0 ? t0 <= first : t1 >= last)) return;
    const by = (t1 - t0) * 0.012 * over;
    if (diagram.props.window) diagram.show(t0 + by, t1 + by);
    else diagram.followed = Math.max(first, Math.min(last - (t1 - t0), t0 + by));
    this.seek(this.dragged);
    diagram.request();
  }

  // Two fingers.

  beginPinch() {
    this.isDragging = false;
    this.pressed = null;
    const [p, q] = [...this.fingers.values()];
    const { diagram } = this;
    this.pinched = [diagram.timeAt(p.x), diagram.timeAt(q.x)];
  }

  /** The times under the fingers stay under them. */
  pinch() {
    if (this.fingers.size < 2) return;
    const { diagram } = this;
    const [p, q] = [...this.fingers.values()];
    const [a, b] = this.pinched;
    const apart = Math.abs(q.x - p.x) < 24 ? 24 * (Math.sign(q.x - p.x) || 1) : q.x - p.x;
    const perPixel = (b - a) / apart;
    if (!(perPixel > 0)) return;
    diagram.show(a - (p.x - diagram.left) * perPixel, a + (diagram.right - p.x) * perPixel);
  }

  wheel(event) {
    const { diagram } = this;
    if (diagram.bring() === null) return;
    const unit = event.deltaMode === 1 ? LINE : event.deltaMode === 2 ? diagram.width : 1;
    const dx = (event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX) * unit;
    const dy = event.shiftKey ? 0 : event.deltaY * unit;
    const isAcross = Math.abs(dx) > Math.abs(dy);
    // The page scrolls on where there is nothing more to see here.
    if (diagram.showsAll && (isAcross || dy > 0)) return;
    event.preventDefault();
    this.point(null);
    if (isAcross) diagram.pan(dx);
    else diagram.zoom(Math.exp(dy * (event.ctrlKey ? PINCH : WHEEL)), this.at(event).x);
  }

  double(event) {
    const { diagram } = this;
    if (diagram.bring() !== null && this.labelAt(this.at(event)) === null) diagram.fit();
  }

  // Pointing.

  hover(at, event) {
    if (event.pointerType === "touch" || this.diagram.bring() === null) return;
    const found = this.find(at);
    this.point(found?.what ?? null, found?.x ?? event.clientX, found?.y ?? event.clientY);
  }

  leave(event) {
    if (event.pointerType !== "touch" && !this.isDragging) this.point(null);
  }

  /** What is at a place: a name, a message under way, an arrow, a lane. */
  find(at) {
    const { view } = this.diagram;
    const row = view.lanes.at(at.y);
    if (at.x < view.left - 4 * view.k) return row && { what: subject(row), ...this.beside(row) };
    if (at.y < view.lanes.top) return null;
    const message = this.bulletAt(at, 0) ?? view.messageAt(at.x, at.y);
    if (message) return { what: { message: message.i } };
    const isNear = row && Math.abs(at.y - row.y) <= Math.min(row.h / 2, 8 * view.k);
    return isNear ? { what: subject(row) } : null;
  }

  bulletAt({ x, y }, more) {
    const found = this.diagram.placed.find(each => Math.hypot(each.x - x, each.y - y) <= each.r + more);
    return found?.m ?? null;
  }

  labelAt({ x, y }) {
    const { view, props } = this.diagram;
    const row = view.lanes.at(y);
    return row !== null && x < view.left - 4 * view.k && (props.asks || row.fold >= 0) ? row : null;
  }

  /** Where a tooltip about a lane belongs: beside its name. */
  beside(row) {
    const { canvas, view } = this.diagram;
    const box = canvas.getBoundingClientRect();
    return { x: box.left + view.left - 8 * view.k, y: box.top + row.y };
  }

  /** Tells of what is pointed at, when it is another thing than before. */
  point(what, x = 0, y = 0) {
    const { diagram } = this;
    const old = diagram.over;
    if (old?.lane === what?.lane && old?.fold === what?.fold && old?.message === what?.message) return;
    diagram.over = what;
    const { asks } = diagram.props;
    const isName = what !== null && (what.fold !== undefined || (asks && what.lane !== undefined));
    diagram.canvas.dataset.over = isName ? "name" : what?.message !== undefined ? "message" : "";
    diagram.calls.onPoint?.(what === null ? null : { ...what, x, y });
    diagram.request();
  }

  // Keys.

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || this.diagram.bring() === null) return;
    const done = {
      ArrowUp: () => this.step(-1),
      ArrowDown: () => this.step(1),
      Enter: () => this.enter(),
      Escape: () => this.point(null),
      "+": () => this.zoomAtNow(0.7),
      "=": () => this.zoomAtNow(0.7),
      "-": () => this.zoomAtNow(1 / 0.7),
    }[event.key];
    if (!done) return;
    event.preventDefault();
    event.stopPropagation();
    done();
  }

  /** The row that is pointed at; NONE if there is none. */
  focused() {
    const { over, view } = this.diagram;
    if (over?.fold !== undefined) return view.lanes.rows.findIndex(row => row.fold === over.fold);
    return over?.lane === undefined ? NONE : view.lanes.rowOf[over.lane];
  }

  step(by) {
    const { rows } = this.diagram.view.lanes;
    const from = this.focused();
    const last = rows.length - 1;
    const first = by > 0 ? 0 : last;
    const row = rows[from === NONE ? first : Math.max(0, Math.min(last, from + by))];
    const { x, y } = this.beside(row);
    this.point(subject(row), x, y);
  }

  enter() {
    const { view, props } = this.diagram;
    const row = view.lanes.rows[this.focused()];
    if (row && (props.asks || row.fold >= 0)) this.choose(row);
  }

  zoomAtNow(factor) {
    const { diagram } = this;
    const { now } = diagram.props;
    const middle = (diagram.left + diagram.right) / 2;
    const x = now === null ? middle : diagram.xOf(now);
    diagram.zoom(factor, x < diagram.left || x > diagram.right ? middle : x);
  }
}

const subject = row => (row.fold >= 0 ? { fold: row.fold } : { lane: row.nodes[0] });
