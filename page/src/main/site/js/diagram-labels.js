/**
 * The names of the lanes and how their nodes are now. Each lane is drawn again only when something
 * in it has changed: while one scrubs through a hundred nodes, these are few.
 */
import { NONE } from "baton/run.js";
import { Ink } from "baton/diagram-ink.js";

export class Labels {
  constructor() {
    this.canvas = document.createElement("canvas");
    this.keys = [];
    this.lanes = null;
  }

  /** Brings the labels up to date, and draws them at the left of a picture. */
  draw(ctx, view, state) {
    this.fit(view);
    const { rows } = view.lanes;
    const labels = rows.map(row => labelOf(view, row, state));
    if (isTiny(view, rows[0]) && isNarrow(view)) giveWay(labels);
    const keys = labels.map(label => JSON.stringify(label));
    const changed = rows.filter(row => keys[row.at] !== this.keys[row.at]);
    // Where numbers are taller than lanes, one cannot be cleared without harm to its neighbours.
    const all = changed.length > 0 && isTiny(view, rows[0]) && isNarrow(view);
    if (all) this.clear(view, { x: 0, y: 0, w: view.left, h: view.height });
    for (const row of all ? rows : changed) this.write(view, row, labels[row.at], all);
    this.keys = keys;
    const { width, height } = this.canvas;
    if (width > 0) ctx.drawImage(this.canvas, 0, view.lanes.top, width / view.dpr, height / view.dpr);
  }

  /** Begins with empty paper when lanes, colours or resolution are other ones. */
  fit(view) {
    if (this.lanes === view.lanes && this.palette === view.palette && this.dpr === view.dpr) return;
    Object.assign(this, { lanes: view.lanes, palette: view.palette, dpr: view.dpr, keys: [] });
    this.canvas.width = Math.round((view.left - 2 * view.k) * view.dpr);
    this.canvas.height = Math.round((view.height - view.lanes.top) * view.dpr);
    const pen = this.canvas.getContext("2d", { alpha: false });
    pen.setTransform(view.dpr, 0, 0, view.dpr, 0, -view.lanes.top * view.dpr);
    this.ink = new Ink(pen, view.palette, view.dpr);
    this.clear(view, { x: 0, y: 0, w: view.left, h: view.height });
  }

  clear(view, { x, y, w, h }) {
    this.ink.ctx.fillStyle = view.palette.paper;
    this.ink.ctx.fillRect(x, y, w, h);
  }

  write(view, row, label, isClear) {
    const { ink } = this;
    const { k, palette } = view;
    const cell = cellOf(view, row);
    ink.ctx.save();
    if (!isClear) {
      ink.ctx.beginPath();
      ink.ctx.rect(cell.x, cell.y, cell.w, cell.h);
      ink.ctx.clip();
      this.clear(view, cell);
    }
    if (label.lit && !isTiny(view, row)) {
      const high = Math.min(row.h - k, 38 * k);
      ink.ctx.fillStyle = palette.nowSoft;
      ink.ctx.beginPath();
      ink.ctx.roundRect(0, row.y - high / 2, view.left - 8 * k, high, 4 * k);
      ink.ctx.fill();
    }
    if (row.fold >= 0) foldLabel(ink, view, row, label);
    else if (label.given !== undefined) nameLabel(ink, view, row, label);
    else if (row.h >= 20 * k) ringLabel(ink, view, row, label);
    else numberLabel(ink, view, row, label);
    ink.ctx.restore();
  }
}

/** What of the paper is the label's own. Lanes of 7 px have their numbers in two columns by turns. */
function cellOf(view, row) {
  const { k } = view;
  if (!isTiny(view, row) || row.fold >= 0) return { x: 0, y: row.y - row.h / 2, w: view.left, h: row.h };
  const second = view.left - 37 * k;
  return columnOf(view, row) === 1
    ? { x: 0, y: row.y - 7 * k, w: second, h: 14 * k }
    : { x: Math.max(0, second), y: row.y - 7 * k, w: view.left, h: 14 * k };
}

const columnOf = (view, row) => (isNarrow(view) ? 0 : row.at % 2);

const isNarrow = view => view.left <= 60 * view.k;

const isTiny = (view, row) => row.h < 10 * view.k;

/** In a single column of numbers that are taller than lanes, those beside one that matters are left out. */
function giveWay(labels) {
  labels.forEach((label, i) => {
    if (label.phase !== "inside" && !label.token && !label.lit) return;
    for (const other of [labels[i - 1], labels[i + 1]]) {
      if (other && other.phase !== "inside" && !other.token && !other.lit) other.hidden = true;
    }
  });
}

/** Everything that a label shows. */
function labelOf(view, row, { i, lit, names, compact }) {
  const { run } = view;
  const isLit = lit === row.at;
  if (row.fold >= 0) {
    const phases = row.nodes.map(node => run.phase(node, i));
    return {
      lit: isLit,
      name: row.name,
      size: row.nodes.length,
      waiting: phases.filter(phase => phase === "waits").length,
      inside: phases.filter(phase => phase === "inside").length,
      token: run.hasToken && row.nodes.some(node => run.held(node, i) > 0),
    };
  }
  const [node] = row.nodes;
  return {
    lit: isLit,
    node,
    given: names?.[node],
    phase: run.phase(node, i),
    token: run.hasToken && run.held(node, i) > 0,
    place: run.roams ? run.place(node, i) : undefined,
    hasWords: !compact && !isNarrow(view) && row.h >= 40 * view.k,
  };
}

function ringLabel(ink, view, row, { node, phase, token, place, hasWords }) {
  const { k, palette } = view;
  const narrow = isNarrow(view);
  const r = (row.h < 40 * k ? 9 : narrow ? 9.5 : 10.5) * k;
  const x = hasWords || narrow ? r + 4 * k : view.left - 11 * k - r;
  ink.node(x, row.y, r, node, phase, token);
  if (row.h < 40 * k) {
    if (token && !narrow) ink.text("T", x - r - 11 * k, row.y, { weight: 700, colour: palette.tokenText });
    return;
  }
  if (token) tag(ink, view, x + r * (narrow ? 0.75 : 0.98), row.y - r * 0.98);
  if (!hasWords) return;
  const left = x + r + 7 * k;
  const hasBoth = phase === "idle" && token;
  const fits = hasBoth && ink.width("idle, token", 11) <= view.left - left - 4 * k;
  const first = fits ? "idle, token" : phase;
  const more = place === undefined ? (hasBoth && !fits ? "token" : "") : place === NONE ? "outside" : `in ${place}`;
  const weight = phase === "inside" ? 700 : 400;
  const colour = phase === "idle" && !token ? palette.ink3 : palette.ink;
  ink.text(first, left, more ? row.y - 7 * k : row.y, { align: "left", weight, colour });
  if (more) ink.text(more, left, row.y + 7 * k, { align: "left", size: 10, colour: palette.ink3 });
}

/** The letter of the token, at the ring of the node that has it. */
function tag(ink, view, x, y) {
  const { k, palette } = view;
  ink.circle(x, y, 6.5 * k, { fill: palette.token, stroke: palette.paper, width: 1.2 * k });
  ink.text("T", x, y, { size: 9, weight: 700, colour: palette.onToken });
}

/** Only the number; in the smallest lanes only of every tenth, and of those who wait or are inside. */
function numberLabel(ink, view, row, { node, phase, token, lit, hidden }) {
  const { k, palette } = view;
  const tiny = isTiny(view, row);
  const narrow = isNarrow(view);
  const isSpecial = lit || token || phase === "inside" || (phase === "waits" && !narrow);
  if (hidden || (tiny && !isSpecial && node % 10 !== 0)) return;
  const size = tiny ? 9 : 10.5;
  const right = view.left - (columnOf(view, row) === 1 && tiny ? 40 : 11) * k;
  const width = ink.width(String(node), size, 700);
  if (phase === "inside" || lit) {
    ink.ctx.fillStyle = phase === "inside" ? palette.ink : palette.nowSoft;
    ink.ctx.beginPath();
    ink.ctx.roundRect(right - width - 3 * k, row.y - 6 * k, width + 6 * k, 12 * k, 2 * k);
    ink.ctx.fill();
  }
  const colour = phase === "inside" ? palette.paper : phase === "waits" ? palette.ink : palette.ink3;
  ink.text(String(node), right, row.y, { size, weight: phase === "idle" ? 400 : 700, colour, align: "right" });
  if (token && !narrow) {
    const colour = palette.tokenText;
    ink.text("T", right - width - 5 * k, row.y, { size, weight: 700, colour, align: "right" });
  }
}

function nameLabel(ink, view, row, { given, phase }) {
  const { k, palette } = view;
  const weight = phase === "inside" ? 700 : 600;
  const size = row.h < 14 * k ? 10 : 12;
  const words = ink.fitting(given, view.left - 10 * k, size, weight);
  ink.text(words, 0, row.y, { align: "left", size, weight, colour: palette.ink });
}

/** A fold has its name, and says how many of its nodes do what. */
function foldLabel(ink, view, row, { name, size, waiting, inside, token }) {
  const { k, palette } = view;
  const weight = inside > 0 ? 700 : 600;
  const x = 4 * k;
  if (isNarrow(view)) {
    shortName(row.nodes).forEach((words, line) => {
      ink.text(words, view.left / 2, row.y + (line - 0.5) * 12 * k, { size: 10.5, weight, colour: palette.ink });
    });
    return;
  }
  const words = ink.fitting(name, view.left - 12 * k, 11.5, weight);
  ink.text(words, x, row.y - 7 * k, { align: "left", size: 11.5, weight, colour: palette.ink });
  const what = inside > 0 ? `${inside} inside` : waiting > 0 ? `${waiting} of ${size} wait` : token ? "token" : `${size} nodes`;
  const colour = what === "token" ? palette.tokenText : palette.ink3;
  ink.text(what, x, row.y + 7 * k, { align: "left", size: 10, colour });
}

/** Where there is no room for a name: from which node to which, or one and how many more. */
function shortName(nodes) {
  const sorted = [...nodes].sort((p, q) => p - q);
  const first = sorted[0];
  const last = sorted[sorted.length - 1];
  return last - first === nodes.length - 1 ? [`${first}–`, `${last}`] : [`${first}`, `+${nodes.length - 1}`];
}
