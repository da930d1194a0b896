/** What of a diagram changes with every frame: the veil, now, messages under way, signs on top. */
import { NONE } from "baton/run.js";
import { CROWD } from "baton/diagram-view.js";
import { paintLetter } from "baton/diagram-letters.js";

const BULLET = 8.5;

/**
 * Draws all of it over the cached picture.
 *
 * @param state `now`, `i`, `notes`, `forks`, `pointed`, `look`, `plumb`, `bullets`
 * @returns {Array<{m, x, y, r}>} where the messages under way are
 */
export function paintLive(ink, view, letters, state) {
  const live = new Live(ink, view, state);
  live.veil();
  live.clipped(() => {
    live.pointedLetter(letters);
    live.forks();
    live.violations();
    live.notes();
  });
  live.nowLine();
  live.clipped(() => {
    live.rings();
    live.bullets();
  });
  return live.placed;
}

/** The messages that are under way after an event, of those whose time includes now. */
export function underWay(view, { now, i }) {
  const found = [];
  if (now === null) return found;
  view.index.messages.each(now, now, m => {
    if (m.sentBy <= i && (m.endedBy === NONE || m.endedBy > i)) found.push(m);
  });
  return found;
}

class Live {
  constructor(ink, view, state) {
    Object.assign(this, { ink, ctx: ink.ctx, view, state, run: view.run, k: view.k, palette: view.palette });
    this.x = state.now === null ? Infinity : view.x(state.now);
    this.placed = [];
  }

  clipped(draw) {
    const { ctx, view } = this;
    ctx.save();
    ctx.beginPath();
    ctx.rect(view.left - 12 * this.k, 0, view.width, view.height);
    ctx.clip();
    draw();
    ctx.restore();
  }

  veil() {
    const { ctx, view, k, palette } = this;
    const x = Math.max(this.x, view.left);
    if (x >= view.edge) return;
    const top = view.lanes.axis - 4 * k;
    ctx.globalAlpha = palette.hasContrast ? 0.7 : 1;
    ctx.fillStyle = palette.veil;
    ctx.fillRect(x, top, view.edge - x + 1, view.lanes.bottom - top + 2 * k);
    ctx.globalAlpha = 1;
  }

  nowLine() {
    const { ink, view, k, palette, x } = this;
    if (x < view.left - 1 || x > view.edge) return;
    const end = this.state.plumb ? view.height : view.lanes.bottom;
    const at = view.crisp(x, view.now);
    ink.line(at, view.lanes.axis - 6 * k, at, end, palette.now, view.now);
  }

  /** A ring at the node of the last event, and one at the event that is pointed at elsewhere. */
  rings() {
    const { state } = this;
    if (state.i >= 0) this.ring(this.run.events[state.i], 2, []);
    const aimed = state.pointed?.event ?? NONE;
    if (aimed >= 0 && aimed !== state.i) this.ring(this.run.events[aimed], 2, [3 * this.k, 2 * this.k]);
  }

  ring(event, width, dash) {
    const { ctx, ink, view, k, palette } = this;
    const row = view.lanes.of(event.node);
    const x = view.x(event.t);
    if (!row || x < view.left - 2 || x > view.edge) return;
    const r = view.inside / 2 + 4.5 * k * Math.max(0.7, view.lanes.strokes);
    ctx.setLineDash(dash);
    ink.circle(x, row.y, r, { stroke: palette.now, width: width * k * Math.max(0.8, view.lanes.strokes) });
    ctx.setLineDash([]);
  }

  /** Every message under way, where it is by now; circles make room for each other. */
  bullets() {
    const { view, state, k } = this;
    const r = BULLET * k * Math.max(view.lanes.strokes, 0.45);
    const shown = underWay(view, state)
      .filter(m => (m.token || view.crowd !== CROWD) && (state.bullets?.(m) ?? true));
    shown.sort((p, q) => q.token - p.token || p.i - q.i);
    for (const m of shown) this.bullet(m, r);
  }

  bullet(m, r) {
    const { ink, view, state, k } = this;
    const way = view.way(m);
    if (way === null) return;
    const at = this.place(way, r, m.sentBy === state.i);
    if (at.x < view.left - 2 * k || at.x > view.edge) return;
    this.placed.push({ m, r, ...at });
    ink.bullet(at.x, at.y, r, m.letter, m.token);
  }

  /** The first free place from where a message is: towards the middle of its way, but not far from now. */
  place(way, r, isNew) {
    const { view, k } = this;
    const dx = way.x2 - way.x1;
    const dy = way.y2 - way.y1;
    const p = Math.max(isNew ? 0.1 : 0.02, Math.min(0.98, (this.x - way.x1) / (dx || 1)));
    const point = shift => ({ x: way.x1 + dx * (p + shift), y: way.y1 + dy * (p + shift) });
    if (r < 5 * k) return point(0);
    const step = 4 * k / Math.hypot(dx, dy) * (isNew || p < 0.5 ? 1 : -1);
    const clear = Math.min(r + view.inside / 2, Math.abs(dy) * 0.4);
    for (let tries = 0; tries < 40; tries++) {
      const shift = tries * step;
      if (Math.abs(shift * dx) > 28 * k || p + shift < 0 || p + shift > 1) break;
      const at = point(shift);
      const isOff = Math.abs(at.y - way.y1) >= clear && Math.abs(at.y - way.y2) >= clear;
      if (isOff && this.placed.every(q => Math.hypot(q.x - at.x, q.y - at.y) > 2 * r + 1.5 * k)) return at;
    }
    return point(0);
  }

  /** A message that is pointed at has its letter even where there are too many for all. */
  pointedLetter(letters) {
    const { view, state, ink, palette } = this;
    const m = this.run.messages[state.look.message];
    if (!m || letters?.box(view, m)) return;
    const way = view.way(m);
    if (way === null) return;
    const place = { m, param: m.param, x: (way.x1 + way.x2) / 2, y: (way.y1 + way.y2) / 2 };
    const colour = m.token ? palette.tokenText : palette.ink;
    paintLetter(ink, palette, place, { colour, weight: 700, alpha: 1 });
  }

  /** Where the run forks: a line that leaves the axis. */
  forks() {
    const { ctx, view, state, k, palette } = this;
    for (const i of state.forks) {
      const x = view.x(this.run.time(i));
      if (x < view.left - 1 || x > view.edge) continue;
      const y = view.lanes.axis - 3 * k;
      this.ink.line(x, y, x, view.lanes.bottom, palette.ink3, k, [1.5 * k, 4 * k]);
      ctx.beginPath();
      ctx.moveTo(x, y);
      ctx.quadraticCurveTo(x, y + 7 * k, x + 8 * k, y + 7 * k);
      ctx.strokeStyle = palette.ink2;
      ctx.lineWidth = 1.6 * k;
      ctx.stroke();
      const r = 2.6 * k;
      this.ink.circle(x + 9.5 * k, y + 7 * k, r, { fill: palette.paper, stroke: palette.ink2, width: 1.4 * k });
      this.ink.circle(x, y, r, { fill: palette.ink2 });
    }
  }

  /** A cross for each violation, or one for several that would cover each other. */
  violations() {
    const { ink, view, k } = this;
    const ends = new Map();
    view.index.violations.each(view.from, view.to, ({ a, node }) => {
      const row = view.lanes.of(node);
      const x = view.x(a);
      if (!row || x < (ends.get(row) ?? -Infinity)) return;
      ends.set(row, x + 6 * k);
      ink.cross(x, row.y, Math.min(6.5 * k, Math.max(4 * k, row.h * 0.4)));
    });
  }

  /** Numbers of sentences that stand beside the figure. */
  notes() {
    const { ink, view, state, k, palette } = this;
    for (const { i, label, below = false, dx = 0 } of state.notes) {
      const event = this.run.events[i];
      const row = event && view.lanes.of(event.node);
      if (!row) continue;
      const x = view.x(event.t) + dx * k;
      const y = row.y + (below ? 1 : -1) * (view.inside / 2 + 13 * k);
      if (x < view.left - 1 || x > view.edge) continue;
      ink.circle(x, y, 8.5 * k, { fill: palette.paper, stroke: palette.bad, width: 1.4 * k });
      ink.text(String(label), x, y, { weight: 700, colour: palette.bad });
    }
  }
}
