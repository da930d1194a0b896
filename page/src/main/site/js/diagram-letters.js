/** The letters on the ways of messages: each in the first free place. */
import { NONE } from "baton/run.js";
import { CROWD, FEW } from "baton/diagram-view.js";

/** Where on its way a letter is tried, the best place first. */
const TRIES = [0.4, 0.32, 0.5, 0.24, 0.6, 0.68, 0.18, 0.76];
const TRIES_OF_TOKEN = [0.5, 0.42, 0.58, 0.39, 0.64, 0.3, 0.7];

const SIZE = 11;
const LEAST_ARROW = 24;
const BUCKET = 64;

/**
 * Keeps the places as long as the scale stays the same, so that letters stay on their arrows while
 * the picture pans, and only those that come into view look for a place.
 */
export class Letters {
  constructor(view) {
    this.key = keyOf(view);
    /** By message: its place, or null if there was none. x is counted from time 0. */
    this.places = new Map();
    this.taken = new Map();
    this.widths = new Map();
  }

  fits(view) {
    const key = keyOf(view);
    return Object.keys(key).every(name => key[name] === this.key[name]);
  }

  /** Finds a place for each message in the window that has none yet, tokens first. */
  place(ink, view, options) {
    if (view.crowd === CROWD || !options.letters || view.lanes.rows.every(row => row.h < 10 * view.k)) return;
    const wanted = [];
    view.index.messages.each(view.from, view.to, m => {
      if (!this.places.has(m.i) && (m.token || view.crowd === FEW)) wanted.push(m);
    });
    if (wanted.length === 0) return;
    this.keepNumbersFree(view);
    wanted.sort((p, q) => q.token - p.token || p.i - q.i);
    for (const m of wanted) this.places.set(m.i, this.find(ink, view, m, options));
  }

  /** The numbers of entries have been drawn already. */
  keepNumbersFree(view) {
    const { k } = view;
    for (const row of view.lanes.rows) {
      row.inside.each(view.from, view.to, ({ a, b }) => {
        const middle = (view.x(a) + view.end(b)) / 2 - view.x(0);
        this.take(middle, row.y - view.inside / 2 - 7.5 * k, 6 * k);
      });
    }
  }

  find(ink, view, m, options) {
    const way = view.way(m);
    const { k } = view;
    if (way === null) return null;
    const length = Math.hypot(way.x2 - way.x1, way.y2 - way.y1);
    if (length < LEAST_ARROW * k) return null;
    const param = options.params ? m.param : "";
    const half = this.width(ink, m.letter + param) / 2 + 2 * k;
    const offHead = view.head + view.inside / 2 + 4.5 * k;
    const offLane = Math.min(11 * k, view.lanes.rows[0].h * 0.42);
    for (const p of m.token ? TRIES_OF_TOKEN : TRIES) {
      const x = way.x1 + (way.x2 - way.x1) * p - view.x(0);
      const y = way.y1 + (way.y2 - way.y1) * p;
      const isOff = (1 - p) * length >= offHead && view.lanes.clearance(y) >= offLane;
      if (!isOff || !this.isFree(x, y, half, 12 * k)) continue;
      this.take(x, y, half);
      return { m, x, y, half, param };
    }
    return null;
  }

  width(ink, words) {
    if (!this.widths.has(words)) this.widths.set(words, ink.width(words, SIZE, 600));
    return this.widths.get(words);
  }

  take(x, y, half) {
    const bucket = Math.floor(x / BUCKET);
    if (!this.taken.has(bucket)) this.taken.set(bucket, []);
    this.taken.get(bucket).push([x, y, half]);
  }

  isFree(x, y, half, height) {
    const bucket = Math.floor(x / BUCKET);
    for (const each of [bucket - 1, bucket, bucket + 1]) {
      for (const [px, py, other] of this.taken.get(each) ?? []) {
        if (Math.abs(px - x) < half + other && Math.abs(py - y) < height) return false;
      }
    }
    return true;
  }

  /** Draws those in the window. */
  paint(ink, view, look) {
    view.index.messages.each(view.from, view.to, m => {
      const place = this.places.get(m.i);
      if (!place) return;
      const x = place.x + view.x(0);
      if (x - place.half < view.left || x > view.right) return;
      paintLetter(ink, view.palette, { ...place, x }, styleOf(m, look, view.palette));
    });
  }

  /** What of the picture the letter of a message covers; null if it has none there. */
  box(view, m) {
    const place = this.places.get(m.i);
    if (!place) return null;
    const { k } = view;
    const half = place.half + 2 * k;
    return { x: place.x + view.x(0) - half, y: place.y - 8.5 * k, w: 2 * half, h: 17 * k };
  }
}

/** What has to stay the same if letters are to stay where they are. */
const keyOf = ({ run, lanes, palette, scale, crowd }) => ({ run, lanes, palette, scale: scale.toPrecision(9), crowd });

function styleOf(m, look, palette) {
  const isHot = look.hot?.has(m.i) || look.message === m.i;
  const isAside = !m.token && ((look.hot !== null && !isHot) || (look.message !== NONE && !isHot));
  if (m.token) return { colour: palette.tokenText, weight: 700, alpha: 1 };
  if (look.hot?.has(m.i)) return { colour: palette.bad, weight: 700, alpha: 1 };
  return { colour: isHot ? palette.ink : palette.ink2, weight: isHot ? 700 : 600, alpha: isAside ? 0.8 : 1 };
}

/** A letter and the first parameter after it, with paper around both. */
export function paintLetter(ink, palette, { m, x, y, param }, { colour, weight, alpha }) {
  const { ctx } = ink;
  const letter = ink.width(m.letter, SIZE, weight);
  const whole = letter + (param ? ink.width(param, SIZE) : 0);
  const left = x - whole / 2;
  ctx.globalAlpha = alpha;
  ink.text(m.letter, left + letter / 2, y, { size: SIZE, weight, colour, halo: 4.5 });
  if (param) ink.text(param, left + letter, y, { size: SIZE, colour, align: "left", halo: 4.5 });
  ctx.globalAlpha = 1;
  if (param) ink.text(m.letter, left + letter / 2, y, { size: SIZE, weight, colour });
}
