/** Which lane is where: one for each node, or one for each fold of several. */
import { Intervals } from "baton/diagram-index.js";

/** Heights of a lane, by how many there are: at a desk, on the wall (in its larger pixels), in the hand. */
const HEIGHTS = [
  { most: 8, desk: 66, wall: 46, hand: 54, strokes: 1 },
  { most: 20, desk: 28, wall: 26, hand: 28, strokes: 0.8 },
  { most: 50, desk: 14, wall: 13, hand: 14, strokes: 0.58 },
  { most: 100, desk: 7, wall: 7, hand: 7, strokes: 0.4 },
];
const ALL_LANES = 700;
const LEAST_FOLD = 28;

const AXIS = 22;
const BOTTOM = 6;

/** One row of bars for each type of message, if a run has more events than arrows can show. */
const STRIP_ROW = 15;
export const ARROWS_UP_TO = 2000;

export class Lanes {
  /** @param options of the diagram: order, folds, compact, lane (height), left */
  constructor(run, index, palette, options) {
    const { k } = palette;
    const { compact, folds } = options;
    const groups = grouped(options.order ?? [...Array(run.n).keys()], folds);
    const tier = HEIGHTS.find(each => groups.length <= each.most) ?? HEIGHTS[HEIGHTS.length - 1];
    const usual = compact ? tier.hand : palette.isWall ? tier.wall : tier.desk;
    const height = options.lane ?? Math.min(usual, Math.max(3, ALL_LANES / groups.length));
    this.k = k;
    /** By how much strokes and heads of arrows are smaller than in the design. */
    this.strokes = tier.strokes;
    this.left = (options.left ?? (compact ? 30 : 84)) * k;
    this.axis = AXIS * k;
    this.types = run.events.length > ARROWS_UP_TO ? Object.keys(run.letters) : [];
    this.stripRow = STRIP_ROW * k;
    this.top = this.axis + this.types.length * this.stripRow + (this.types.length > 0 ? 6 * k : 0);
    this.rowOf = new Int32Array(run.n).fill(-1);
    this.rows = [];
    let y = this.top;
    for (const { nodes, fold } of groups) {
      const h = (fold < 0 ? height : Math.max(height, LEAST_FOLD)) * k;
      for (const node of nodes) this.rowOf[node] = this.rows.length;
      const name = folds[fold]?.name ?? null;
      const row = { at: this.rows.length, nodes, fold, name, y: y + h / 2, h, slots: 1 };
      if (fold < 0) row.inside = index.inside[nodes[0]];
      else foldUp(row, index);
      this.rows.push(row);
      y += h;
    }
    this.bottom = y;
    this.height = y + BOTTOM * k;
  }

  /** The row of a node; undefined if it is not shown. */
  of(node) {
    return this.rows[this.rowOf[node]];
  }

  /** The row at a height; null above the first and below the last. */
  at(y) {
    return this.rows.find(row => y >= row.y - row.h / 2 && y < row.y + row.h / 2) ?? null;
  }

  /** How far a height is from the middle of the lane that is nearest. */
  clearance(y) {
    let least = Infinity;
    for (const row of this.rows) least = Math.min(least, Math.abs(row.y - y));
    return least;
  }
}

/** Each fold stands where the first of its nodes stood. */
function grouped(order, folds) {
  const foldOf = new Map(folds.flatMap((fold, i) => fold.nodes.map(node => [node, i])));
  const groups = [];
  const seen = new Set();
  for (const node of order) {
    const fold = foldOf.get(node) ?? -1;
    if (fold < 0) groups.push({ nodes: [node], fold });
    else if (!seen.has(fold)) groups.push({ nodes: folds[fold].nodes, fold });
    seen.add(fold);
  }
  return groups;
}

/** What a folded lane shows: how many wait when, and beside whom who is inside. */
function foldUp(row, index) {
  const steps = [];
  for (const node of row.nodes) {
    for (const { a, b } of index.waits[node].items) {
      steps.push([a, 1]);
      if (b !== null) steps.push([b, -1]);
    }
  }
  steps.sort((p, q) => p[0] - q[0]);
  const waiting = [];
  let count = 0;
  for (const [t, change] of steps) {
    const last = waiting[waiting.length - 1];
    if (last) last.b = t;
    count += change;
    waiting.push({ a: t, b: null, count });
  }
  row.waiting = new Intervals(waiting.filter(step => step.count > 0 && step.b !== step.a));

  const ends = [];
  const inside = row.nodes.flatMap(node => index.inside[node].items).sort((p, q) => p.a - q.a);
  row.inside = new Intervals(inside.map(span => {
    let slot = ends.findIndex(end => end <= span.a);
    if (slot < 0) slot = ends.length;
    ends[slot] = span.b ?? Infinity;
    return { ...span, slot };
  }));
  row.slots = Math.max(1, ends.length);
}
