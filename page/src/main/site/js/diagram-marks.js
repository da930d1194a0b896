/** What of a diagram does not depend on now: axis, lanes, waiting, messages, inside, the token. */
import { NONE } from "baton/run.js";
import { dashOf } from "baton/palette.js";
import { CROWD, FEW, MANY } from "baton/diagram-view.js";

const TICK_ROOM = 46;
const ENTRY_ROOM = 18;
const BAR = 4;

/** How high the hatching of a fold is if all of its nodes wait. */
const MOST_HATCHED = 40;

/** A canvas strokes many short paths faster than one long one. */
const PIECE = 32;

/**
 * Paints all of it.
 *
 * @param look what stands out: `hot` messages, the `message` or the `node` that is pointed at
 */
export function paintMarks(ink, view, look, options) {
  const { ctx } = ink;
  ctx.fillStyle = view.palette.paper;
  ctx.fillRect(0, 0, view.width, view.height);
  const painter = new Painter(ink, view, look);
  painter.axis(options);
  painter.strip();
  ctx.save();
  ctx.beginPath();
  ctx.rect(view.left - 1, 0, view.edge - view.left + 1, view.height);
  ctx.clip();
  painter.band();
  painter.lanes();
  painter.waiting();
  painter.messages();
  painter.inside();
  painter.token();
  painter.moves();
  painter.crosses();
  ctx.restore();
}

/** Steps between numbers on an axis that leave each the room it needs: 1, 2 or 5 times a power of ten. */
export function tickStep(perPixel, least) {
  const atLeast = perPixel * least;
  const power = 10 ** Math.floor(Math.log10(atLeast));
  return [1, 2, 5, 10].map(each => each * power).find(step => step >= atLeast * (1 - 1e-9));
}

class Painter {
  constructor(ink, view, look) {
    Object.assign(this, { ink, ctx: ink.ctx, view, look, run: view.run, k: view.k, palette: view.palette });
    this.isCrowd = view.crowd === CROWD;
    this.lost = [];
  }

  axis({ axisName, tickText, tickFrom }) {
    const { ctx, ink, view, k, palette } = this;
    const y = view.lanes.axis - 9 * k;
    const counts = view.index.countsEvents;
    let step = tickStep(1 / view.scale, TICK_ROOM * k);
    if (counts) step = Math.max(1, step);
    const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    const words = tickText ?? (t => t.toFixed(digits));
    const first = Math.ceil((view.t0 - tickFrom) / step - 1e-9);
    const last = Math.floor((view.t1 - tickFrom) / step + 1e-9);
    for (let j = first; j <= last; j++) {
      const t = tickFrom + j * step;
      if (t < -step * 1e-9 || (counts && t < 1)) continue;
      const x = view.x(t);
      ctx.fillStyle = palette.rule;
      ctx.fillRect(Math.round(x), view.lanes.axis - 4 * k, 1, view.lanes.bottom - view.lanes.axis + 4 * k);
      ink.text(words(t), x, y, { colour: palette.ink3 });
    }
    const name = axisName ?? (counts ? "event" : "time");
    if (view.left > 60 * k) ink.text(name, view.left - 24 * k, y, { colour: palette.ink3, align: "right" });
  }

  /** For each type of message a row of bars: how many were sent. */
  strip() {
    const { ctx, ink, view, k, palette, run } = this;
    const { types, stripRow, axis } = view.lanes;
    if (types.length === 0) return;
    const width = BAR * k;
    const columns = Math.ceil((view.edge - view.left) / width);
    const counts = new Map(types.map(type => [type, new Uint32Array(columns)]));
    // The bars begin at multiples of their width in time, so that they keep their heights while it pans.
    const per = width / view.scale;
    const first = Math.floor(view.t0 / per);
    view.index.messages.each(view.from, view.to, m => {
      const column = Math.floor(m.a / per) - first;
      if (column >= 0 && column < columns) counts.get(m.type)[column]++;
    });
    const tokens = new Set(run.recording.tokens);
    types.forEach((type, row) => {
      const base = Math.round(axis + (row + 1) * stripRow);
      const isToken = tokens.has(type);
      const most = Math.max(...counts.get(type));
      ctx.fillStyle = palette.rule;
      ctx.fillRect(view.left, base, view.edge - view.left, 1);
      ctx.fillStyle = isToken ? palette.token : palette.lane;
      counts.get(type).forEach((count, column) => {
        if (count === 0) return;
        const x = Math.max(view.left, view.x((first + column) * per));
        const h = Math.max(1, count / most * (stripRow - 3 * k));
        ctx.fillRect(x, base - h, Math.min(width - 1, view.edge - x), h);
      });
      const colour = isToken ? palette.tokenText : palette.ink2;
      const right = view.left - 12 * k;
      const y = base - stripRow / 2 + k;
      const letter = run.letters[type];
      ink.text(letter, right, y, { weight: 700, colour, align: "right", size: 10.5 });
      const room = right - 12 * k;
      if (room > 40 * k) {
        const name = ink.fitting(type, room - 4 * k, 10, 400);
        ink.text(name, right - 12 * k, y, { colour: palette.ink3, align: "right", size: 10 });
      }
    });
  }

  /** Where the token moves faster than a line can show: a band between the lanes it touches. */
  band() {
    const { ctx, view, palette } = this;
    this.banded = null;
    if (!this.isCrowd || !view.index.token) return;
    const columns = Math.ceil((view.edge - view.left) / 2) + 1;
    const moves = new Uint16Array(columns);
    const top = new Float64Array(columns).fill(Infinity);
    const bottom = new Float64Array(columns).fill(-Infinity);
    this.eachToken(({ x1, y1, y2, moving }) => {
      const column = Math.floor((x1 - view.left) / 2);
      if (!moving || column < 0 || column >= columns) return;
      moves[column]++;
      top[column] = Math.min(top[column], y1, y2);
      bottom[column] = Math.max(bottom[column], y1, y2);
    });
    ctx.fillStyle = palette.ghost;
    ctx.globalAlpha = 0.4;
    for (let column = 0; column < columns; column++) {
      if (moves[column] > 1) ctx.fillRect(view.left + 2 * column, top[column], 2, bottom[column] - top[column]);
    }
    ctx.globalAlpha = 1;
    this.banded = column => moves[column] > 1;
  }

  lanes() {
    const { ctx, view, palette } = this;
    const { rows } = view.lanes;
    ctx.fillStyle = palette.lane;
    for (const row of rows) {
      const y = Math.round((row.y - view.lane / 2) * view.dpr) / view.dpr;
      const stays = row.fold < 0 ? view.index.stays?.[row.nodes[0]] : null;
      if (!stays) {
        ctx.fillRect(view.left, y, view.edge - view.left, view.lane);
        continue;
      }
      stays.each(view.from, view.to, ({ a, b, place }) => {
        const x = view.start(a);
        const end = view.end(b);
        const middle = y + view.lane / 2;
        if (place !== NONE) ctx.fillRect(x, y, end - x, view.lane);
        else this.ink.line(x, middle, end, middle, palette.lane, Math.max(1 / view.dpr, view.lane * 0.6), [2, 4]);
      });
    }
  }

  waiting() {
    const { ctx, ink, view, k, palette } = this;
    ctx.globalAlpha = this.isCrowd ? 0.6 : 1;
    ctx.lineWidth = 0.9 * k * Math.max(0.6, view.lanes.strokes);
    const bar = (a, b, y, height) => {
      const x = view.start(a);
      const width = Math.max(1, view.end(b) - x);
      ctx.fillRect(x, y - height / 2, width, height);
      if (!this.isCrowd) ctx.strokeRect(x, y - height / 2, width, height);
    };
    for (const row of view.lanes.rows) {
      const isLight = row.fold >= 0 || row.h < 10 * k;
      ctx.fillStyle = this.isCrowd ? palette.lane : isLight ? ink.lightHatch : ink.hatch;
      ctx.strokeStyle = isLight ? palette.lane : palette.ink2;
      if (row.fold < 0) {
        view.index.waits[row.nodes[0]].each(view.from, view.to, ({ a, b }) => bar(a, b, row.y, view.wait));
      } else {
        const most = Math.min(row.h - 6 * k, MOST_HATCHED * k);
        row.waiting.each(view.from, view.to, ({ a, b, count }) => bar(a, b, row.y, most * count / row.nodes.length));
      }
    }
    ctx.globalAlpha = 1;
  }

  /** Arrows, those of one kind at a time. */
  messages() {
    if (this.isCrowd) return;
    const { view, k } = this;
    const groups = new Map();
    const pending = [];
    view.index.messages.each(view.from, view.to, m => {
      if (m.token) return;
      const dash = this.dashes(m.letter);
      const gap = m.lost ? 9 * k : view.wait / 2 + 1;
      const arrow = view.arrow(m, gap, dash.reduce((sum, length) => sum + length, 0) || 1);
      if (arrow === null) return;
      const style = this.style(m);
      if (m.b === null) {
        pending.push([arrow, style, dash]);
        return;
      }
      if (m.lost) this.lost.push([arrow.x, arrow.y]);
      const key = `${style.name} ${m.letter}`;
      if (!groups.has(key)) groups.set(key, { style, dash, arrows: [] });
      groups.get(key).arrows.push([arrow, m.lost]);
    });
    const sorted = [...groups.values()].sort((p, q) => p.style.isAhead - q.style.isAhead);
    for (const group of sorted) this.arrows(group);
    for (const each of pending) this.fading(...each);
  }

  dashes(letter) {
    return dashOf(letter).map(length => length * this.k);
  }

  style(m) {
    const { look, view, palette } = this;
    const usual = { name: "usual", isAhead: false, colour: palette.ink2, width: view.message, alpha: 1 };
    const aside = { ...usual, name: "aside", alpha: palette.hasContrast ? 0.75 : 0.6 };
    const ahead = { ...usual, name: "ahead", isAhead: true, colour: palette.ink, width: view.message * 1.7 };
    if (look.hot?.has(m.i)) return { ...ahead, name: "hot", colour: palette.bad };
    if (look.message === m.i) return ahead;
    if (look.hot !== null || look.message !== NONE) return aside;
    return m.from === look.node || m.to === look.node ? ahead : usual;
  }

  arrows({ style, dash, arrows }) {
    const { ctx, ink, view } = this;
    const head = view.head * (style.isAhead ? 1.15 : 1);
    ctx.globalAlpha = style.alpha;
    ctx.strokeStyle = ctx.fillStyle = style.colour;
    ctx.lineWidth = style.width;
    ctx.setLineDash(dash);
    for (let i = 0; i < arrows.length; i += PIECE) {
      ctx.beginPath();
      for (const [a, lost] of arrows.slice(i, i + PIECE)) {
        const back = lost ? 0 : Math.min(head, a.length / 2);
        ctx.moveTo(a.x1, a.y1);
        ctx.lineTo(a.x - a.ux * back, a.y - a.uy * back);
      }
      ctx.stroke();
    }
    ctx.setLineDash([]);
    ctx.beginPath();
    for (const [a, lost] of arrows) if (!lost) ink.head(a.x, a.y, a.ux, a.uy, Math.min(head, a.length / 2));
    ctx.fill();
    ctx.globalAlpha = 1;
  }

  /** A message that never arrives: its line fades on its way out of the picture. */
  fading(a, style, dash) {
    const { ctx } = this;
    ctx.globalAlpha = style.alpha;
    this.ink.line(a.x1, a.y1, a.x, a.y, this.fade(a, style.colour), style.width, dash);
    ctx.globalAlpha = 1;
  }

  fade(a, colour) {
    const gradient = this.ctx.createLinearGradient(a.x1, a.y1, a.x, a.y);
    gradient.addColorStop(0, colour);
    gradient.addColorStop(0.35, colour);
    gradient.addColorStop(1, withoutInk(colour));
    return gradient;
  }

  inside() {
    const { ctx, view, k, palette } = this;
    ctx.fillStyle = palette.ink;
    const numbers = [];
    for (const row of view.lanes.rows) {
      const height = Math.min(view.inside, (row.h - k) / row.slots);
      let free = -Infinity;
      row.inside.each(view.from, view.to, span => {
        const y = row.y + ((span.slot ?? 0) - row.slots / 2) * height;
        this.bar(view.start(span.a), view.end(span.b), y, row.slots > 1 ? height - 1 : height);
        const x = (Math.max(view.left, view.x(span.a)) + Math.min(view.right, view.end(span.b))) / 2;
        if (row.h < 20 * k || this.isCrowd || x < free || x < view.left + 5 * k || x > view.right) return;
        numbers.push([span.entry, x, y - 7.5 * k]);
        free = x + ENTRY_ROOM * k;
      });
    }
    this.numbers(numbers);
  }

  bar(a, b, y, height) {
    const { ctx, k } = this;
    if (this.isCrowd || height < 6) {
      ctx.fillRect(a, y, Math.max(1, b - a), height);
    } else {
      ctx.beginPath();
      ctx.roundRect(a, y, Math.max(2, b - a), height, 1.5 * k);
      ctx.fill();
    }
  }

  /** Which entry of the run it is, above each bar. */
  numbers(numbers) {
    const { ink, palette } = this;
    for (const [entry, x, y] of numbers) {
      ink.text(String(entry), x, y, { size: 10.5, colour: palette.ink3, halo: 4 });
    }
  }

  /** Shows each piece of the way of each token, in order. */
  eachToken(show) {
    const { view } = this;
    const { rowOf, rows } = view.lanes;
    view.index.token.each(view.from, view.to, ({ a, b, from, to, message }) => {
      const [p, q] = [rowOf[from], rowOf[to]];
      if (p < 0 || q < 0) return;
      const end = b === null ? (message === null ? view.edge : view.x(view.index.horizon)) : view.x(b);
      const way = { x1: view.x(a), y1: rows[p].y, x2: end, y2: rows[q].y };
      show({ ...way, moving: p !== q, message, isOpen: b === null });
    });
  }

  /** The token's way: one line through rests and messages. */
  token() {
    const { ctx, view, palette } = this;
    if (!view.index.token) return;
    const { message: aimed } = this.look;
    const heads = [];
    let x = NaN;
    let y = NaN;
    let pieces = 0;
    ctx.strokeStyle = palette.token;
    ctx.lineWidth = view.token;
    ctx.lineJoin = ctx.lineCap = "round";
    ctx.beginPath();
    this.eachToken(({ x1, y1, x2, y2, moving, message, isOpen }) => {
      if (moving && this.banded?.(Math.floor((x1 - view.left) / 2))) return;
      const arrow = moving ? this.tokenArrow(message) : null;
      if (moving && message.lost) {
        ctx.moveTo(x1, y1);
        ctx.lineTo(arrow.x, arrow.y);
        this.lost.push([arrow.x, arrow.y]);
        return;
      }
      if (moving && isOpen) {
        heads.push(() => this.fadingToken(arrow));
        return;
      }
      if (Math.abs(x1 - x) > 0.01 || y1 !== y) ctx.moveTo(x1, y1);
      ctx.lineTo(x2, y2);
      [x, y] = [x2, y2];
      if (++pieces % PIECE === 0) {
        ctx.stroke();
        ctx.beginPath();
        ctx.moveTo(x, y);
      }
      if (moving && view.crowd !== CROWD) heads.push(() => this.tokenHead(arrow, message.i === aimed));
    });
    ctx.stroke();
    ctx.lineJoin = "miter";
    ctx.lineCap = "butt";
    this.tokenAcross();
    for (const head of heads) head();
  }

  tokenArrow(m) {
    const { view, k } = this;
    return view.arrow(m, m.lost ? 10 * k : view.inside / 2 + 1);
  }

  /** Where it crosses a bar of who is inside it is another orange, which stands out from ink. */
  tokenAcross() {
    const { ctx, view, palette } = this;
    ctx.beginPath();
    for (const row of view.lanes.rows) {
      for (const node of row.nodes) {
        view.index.tokenInside[node].each(view.from, view.to, ({ a, b }) => {
          const x = view.start(a) + view.token / 3;
          const end = view.end(b) - view.token / 3;
          if (end - x < (this.isCrowd ? 4 : 1)) return;
          ctx.moveTo(x, row.y);
          ctx.lineTo(end, row.y);
        });
      }
    }
    ctx.strokeStyle = palette.tokenIn;
    ctx.lineWidth = view.token;
    ctx.stroke();
  }

  tokenHead({ x, y, ux, uy, length, x1, y1 }, isAimed) {
    const { ctx, ink, view, k, palette } = this;
    if (isAimed) ink.line(x1, y1, x - ux * 4, y - uy * 4, palette.token, view.token * 1.7);
    ctx.fillStyle = palette.token;
    ctx.beginPath();
    const size = (9 * k + view.token) * Math.max(0.65, view.lanes.strokes) * (view.crowd === MANY ? 0.8 : 1);
    ink.head(x, y, ux, uy, Math.min(size, length / 2));
    ctx.fill();
  }

  fadingToken(arrow) {
    const { ink, view, palette } = this;
    ink.line(arrow.x1, arrow.y1, arrow.x, arrow.y, this.fade(arrow, palette.token), view.token);
  }

  /** Where a node comes into a neighbourhood: its number in a box on the lane. */
  moves() {
    const { ctx, ink, view, k, palette } = this;
    if (!view.index.stays || view.crowd !== FEW) return;
    for (const row of view.lanes.rows) {
      if (row.fold >= 0 || row.h < 20 * k) continue;
      view.index.stays[row.nodes[0]].each(view.from, view.to, ({ a, place }) => {
        if (a === 0 || place === NONE) return;
        const half = 5.5 * k;
        const x = view.x(a);
        const y = row.y + view.inside / 2 + half + 2.5 * k;
        ink.line(x, row.y, x, y - half, palette.ink2, k);
        ctx.beginPath();
        ctx.roundRect(x - half, y - half, 2 * half, 2 * half, 2 * k);
        ctx.fillStyle = palette.paper;
        ctx.fill();
        ctx.strokeStyle = palette.ink2;
        ctx.lineWidth = k;
        ctx.stroke();
        ink.text(String(place), x, y, { size: 9, weight: 600, colour: palette.ink2 });
      });
    }
  }

  crosses() {
    for (const [x, y] of this.lost) this.ink.cross(x, y, 4 * this.k);
  }
}

/** The same colour, transparent. */
function withoutInk(colour) {
  const [r, g, b] = colour.match(/[\d.]+/g);
  return `rgb(${r} ${g} ${b} / 0)`;
}
