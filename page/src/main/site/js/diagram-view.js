/** Where everything is on the canvas, for one run, one size and one stretch of time. */
import { ARROWS_UP_TO } from "baton/diagram-lanes.js";

const LETTERS_UP_TO = 400;

/** Lines that begin farther away than this are cut, whole dashes at a time. */
const BEYOND = 60;

/** How many events are in the window: what can be drawn of each depends on it. */
export const FEW = 0;
export const MANY = 1;
export const CROWD = 2;

export class View {
  constructor({ run, index, lanes, palette, width, dpr, compact, t0, t1 }) {
    const { k } = palette;
    Object.assign(this, { run, index, lanes, palette, width, dpr, k, t0, t1 });
    this.height = lanes.height;
    this.left = lanes.left;
    this.right = width - (compact ? 6 : 14) * k;
    /** Lanes and what does not end lead a little beyond the window. */
    this.edge = Math.min(width, this.right + 8 * k);
    this.scale = (this.right - this.left) / (t1 - t0);
    /** What is to be drawn: a little more than the window, for what reaches into it. */
    this.from = this.time(this.left - 12 * k);
    this.to = this.time(this.edge + 12 * k);
    const events = run.indexAt(t1) - run.indexAt(t0);
    this.crowd = events <= LETTERS_UP_TO ? FEW : events <= ARROWS_UP_TO ? MANY : CROWD;
    const { strokes } = palette;
    const s = lanes.strokes;
    this.inside = strokes.inside * s;
    this.wait = strokes.wait * s;
    this.token = strokes.token * Math.max(s, 0.65);
    this.now = strokes.now;
    this.message = strokes.message * (palette.hasContrast ? 1.3 : 1) * Math.max(s, 0.7);
    this.lane = Math.max(1 / dpr, strokes.lane * Math.max(s, 0.6));
    this.head = 7.5 * k * Math.max(s, this.crowd === FEW ? 0.7 : 0.6);
  }

  x(t) {
    return this.left + (t - this.t0) * this.scale;
  }

  time(x) {
    return this.t0 + (x - this.left) / this.scale;
  }

  /** The right end of something that lasts. */
  end(b) {
    return b === null ? this.edge : Math.min(this.x(b), this.edge + 20);
  }

  /** The left end of something that lasts. */
  start(a) {
    return Math.max(this.x(a), this.left - 20);
  }

  /** Puts a line of some width onto whole pixels. */
  crisp(y, width) {
    const { dpr } = this;
    const odd = Math.round(width * dpr) % 2 === 1;
    return odd ? (Math.floor(y * dpr) + 0.5) / dpr : Math.round(y * dpr) / dpr;
  }

  /**
   * The way of a message from lane to lane; null if it is not drawn: an end of it is not shown, or
   * both are in the same lane.
   */
  way(m) {
    const from = this.lanes.rowOf[m.from];
    const to = this.lanes.rowOf[m.to];
    if (from < 0 || to < 0 || from === to) return null;
    const { rows } = this.lanes;
    return { x1: this.x(m.a), y1: rows[from].y, x2: this.x(m.b ?? this.index.horizon), y2: rows[to].y };
  }

  /**
   * The same as an arrow: it ends before what is drawn on the lane, `gap` away, and begins not far
   * outside of the window. `x`, `y` is its tip, `ux`, `uy` its direction.
   */
  arrow(m, gap, period = 1) {
    const way = this.way(m);
    if (way === null) return null;
    const dx = way.x2 - way.x1;
    const dy = way.y2 - way.y1;
    const length = Math.hypot(dx, dy);
    const ux = dx / length;
    const uy = dy / length;
    const short = Math.min(gap / Math.max(Math.abs(uy), 1e-9), 14 * this.k, length / 2);
    let { x1, y1 } = way;
    const outside = this.left - BEYOND - x1;
    if (outside > 0 && ux > 0) {
      const cut = Math.floor(outside / ux / period) * period;
      x1 += ux * cut;
      y1 += uy * cut;
    }
    return { x1, y1, x: way.x2 - ux * short, y: way.y2 - uy * short, ux, uy, length };
  }

  /** The message whose arrow is nearest to a point, if one is near and arrows are drawn. */
  messageAt(x, y) {
    if (this.crowd === CROWD) return null;
    const reach = 6 * this.k;
    let best = null;
    let least = reach;
    this.index.messages.each(this.time(x - reach), this.time(x + reach), m => {
      const way = this.way(m);
      if (way === null) return;
      const away = distance(x, y, way);
      if (away < least) {
        least = away;
        best = m;
      }
    });
    return best;
  }
}

/** From a point to a line between two others. */
function distance(x, y, { x1, y1, x2, y2 }) {
  const dx = x2 - x1;
  const dy = y2 - y1;
  const p = Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy)));
  return Math.hypot(x - x1 - dx * p, y - y1 - dy * p);
}
