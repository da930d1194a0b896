/** The whole run as a strip, and which part of it the diagram shows. */
import { NONE } from "baton/run.js";
import { onPalette, palette } from "baton/palette.js";
import { indexOf } from "baton/diagram-index.js";

const HEIGHT = 30;
const HANDLE = 2;

const DEFAULTS = {
  /** The run, of class Run; the last event that has happened, and the time. */
  run: null,
  i: NONE,
  now: null,
  /** The part that the diagram shows: its `span`. */
  window: null,
  /** Where time 0 and the end of the run are, in pixels from both edges: where the slider below has them. */
  left: 0,
  right: 0,
  /** Whether the line of now leads on to the edge of the canvas. */
  plumb: false,
  /** In pixels of the design. */
  height: HEIGHT,
};

/**
 * `new Overview(canvas, { onWindow })`: a drag moves the window, a click beside it brings it there.
 * `onWindow([t0, t1])` says so; `diagram.show(t0, t1)` does it.
 */
export class Overview {
  constructor(canvas, options = {}) {
    this.canvas = canvas;
    this.ctx = canvas.getContext("2d", { alpha: false });
    this.calls = options;
    this.props = { ...DEFAULTS };
    this.picture = document.createElement("canvas");
    this.frame = 0;
    this.width = canvas.parentNode.clientWidth;
    canvas.classList.add("overview");
    canvas.setAttribute("aria-hidden", "true");
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(canvas.parentNode);
    this.endPalette = onPalette(() => this.repaint());
    this.ended = new AbortController();
    for (const name of ["pointerdown", "pointermove", "pointerup", "pointercancel"]) {
      canvas.addEventListener(name, event => this[name](event), { signal: this.ended.signal });
    }
    this.set(options);
  }

  /** Changes some of what is shown; see DEFAULTS. */
  set(changes) {
    for (const [name, given] of Object.entries(changes)) {
      if (!(name in DEFAULTS)) continue;
      const value = given ?? DEFAULTS[name];
      if (value === this.props[name]) continue;
      this.props[name] = value;
      if (["run", "left", "right", "height"].includes(name)) this.painted = null;
    }
    this.request();
  }

  close() {
    cancelAnimationFrame(this.frame);
    this.observer.disconnect();
    this.endPalette();
    this.ended.abort();
  }

  // Where things are.

  get end() {
    return this.props.run.tEnd || 1;
  }

  x(t) {
    const { left, right } = this.props;
    return left + t / this.end * (this.width - left - right);
  }

  time(x) {
    const { left, right } = this.props;
    return (x - left) / (this.width - left - right) * this.end;
  }

  // Drawing.

  request() {
    if (this.frame === 0) this.frame = requestAnimationFrame(() => this.draw());
  }

  repaint() {
    this.painted = null;
    this.request();
  }

  resize() {
    if (this.canvas.parentNode.clientWidth === this.width) return;
    this.width = this.canvas.parentNode.clientWidth;
    this.repaint();
  }

  draw() {
    this.frame = 0;
    const { run } = this.props;
    if (!run || this.width < 20) return;
    const colours = palette();
    const dpr = Math.min(3, devicePixelRatio || 1);
    const size = { width: this.width, height: Math.round(this.props.height * colours.k), dpr };
    if (this.painted !== dpr) this.paint(size, colours);
    this.painted = dpr;
    const { ctx } = this;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.drawImage(this.picture, 0, 0);
    ctx.setTransform(dpr, 0, 0, dpr, 0, 0);
    this.part(size, colours);
    this.nowLine(size, colours);
  }

  /** The run itself: changes only with the run, the size and the colours. */
  paint({ width, height, dpr }, colours) {
    const { run } = this.props;
    for (const canvas of [this.canvas, this.picture]) {
      canvas.width = Math.round(width * dpr);
      canvas.height = Math.round(height * dpr);
    }
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    const pen = this.picture.getContext("2d", { alpha: false });
    pen.setTransform(dpr, 0, 0, dpr, 0, 0);
    pen.fillStyle = colours.paper;
    pen.fillRect(0, 0, width, height);
    const index = indexOf(run);
    const lane = (height - 4 * colours.k) / run.n;
    const bars = (spans, high, colour) => {
      pen.fillStyle = colour;
      spans.forEach((own, node) => {
        const y = 2 * colours.k + (node + 0.5) * lane - high / 2;
        for (const { a, b } of own.items) {
          const x = this.x(a);
          pen.fillRect(x, y, Math.max(0.75, this.x(b ?? this.end) - x), high);
        }
      });
    };
    const thick = Math.max(1, Math.min(4 * colours.k, lane * 0.8));
    bars(index.waits, Math.max(0.5, Math.min(1.5 * colours.k, thick * 0.5)), colours.lane);
    bars(index.inside, thick, colours.ink);
  }

  /** What the diagram does not show stands back; what it shows has an edge. */
  part({ height }, colours) {
    const { ctx, width } = this;
    if (!this.props.window) return;
    const [t0, t1] = this.props.window;
    const from = Math.max(0, this.x(Math.max(0, t0)));
    const to = Math.max(from + 3, Math.min(width, this.x(Math.min(this.end, t1))));
    ctx.fillStyle = colours.veil;
    ctx.fillRect(0, 0, from, height);
    ctx.fillRect(to, 0, width - to, height);
    ctx.fillStyle = colours.ink3;
    ctx.fillRect(from, 0, HANDLE, height);
    ctx.fillRect(to - HANDLE, 0, HANDLE, height);
    ctx.fillRect(from, 0, to - from, 1);
    ctx.fillRect(from, height - 1, to - from, 1);
  }

  nowLine({ height }, colours) {
    const { now, plumb } = this.props;
    if (now === null) return;
    const { ctx } = this;
    const wide = colours.strokes.now;
    ctx.fillStyle = colours.now;
    ctx.fillRect(this.x(now) - wide / 2, 0, wide, plumb ? height : height - 1);
  }

  // The hand.

  pointerdown(event) {
    const { window } = this.props;
    if (event.button !== 0 || !window) return;
    this.canvas.setPointerCapture(event.pointerId);
    const t = this.timeOf(event);
    const [t0, t1] = window;
    this.grip = t >= t0 && t <= t1 ? t - t0 : (t1 - t0) / 2;
    if (t < t0 || t > t1) this.bring(t);
  }

  pointermove(event) {
    if (this.grip !== undefined) this.bring(this.timeOf(event));
  }

  pointerup() {
    this.grip = undefined;
  }

  pointercancel() {
    this.grip = undefined;
  }

  timeOf(event) {
    return this.time(event.clientX - this.canvas.getBoundingClientRect().left);
  }

  bring(t) {
    const [t0, t1] = this.props.window;
    const from = t - this.grip;
    this.calls.onWindow?.([from, from + t1 - t0]);
  }
}
