/** A run, indexed by time, so that a drawing touches no more of it than it shows. */
import { NONE } from "baton/run.js";

const BLOCK = 64;

/**
 * Things that last from `a` to `b` (null if they do not end). They are sorted by their beginnings,
 * and each block of them knows how far it reaches: most of those that are over are skipped at once,
 * however long a single one lasts.
 */
export class Intervals {
  constructor(items) {
    this.items = items.slice().sort((p, q) => p.a - q.a);
    this.reach = new Float64Array(Math.ceil(items.length / BLOCK)).fill(-Infinity);
    this.items.forEach((item, i) => {
      const block = Math.floor(i / BLOCK);
      this.reach[block] = Math.max(this.reach[block], item.b ?? Infinity);
    });
  }

  /** Shows each that touches a stretch of time, in order of their beginnings. */
  each(from, to, show) {
    const { items, reach } = this;
    for (let block = 0; block < reach.length; block++) {
      const first = block * BLOCK;
      if (items[first].a > to) return;
      if (reach[block] < from) continue;
      const end = Math.min(items.length, first + BLOCK);
      for (let i = first; i < end && items[i].a <= to; i++) {
        if (items[i].b === null || items[i].b >= from) show(items[i]);
      }
    }
  }
}

/** What a diagram needs to know of a run besides the run. */
export class RunIndex {
  constructor(run) {
    /** Where messages that never arrive lead to: beyond the end. */
    this.horizon = run.tEnd > 0 ? run.tEnd * 1.03 : 1;
    /** Whether time only counts the events, as in a trace. */
    this.countsEvents = run.events.length > 0 && run.events.every(e => e.t === e.i + 1);
    this.messages = new Intervals(run.messages);
    this.waits = perNode(run, run.spans.filter(s => s.phase === "waits"));
    this.inside = perNode(run, run.spans.filter(s => s.phase === "inside"));
    this.token = run.hasToken ? new Intervals(tokenWay(run)) : null;
    this.tokenInside = run.hasToken ? this.whereInside(run) : null;
    this.stays = run.roams ? stays(run) : null;
    this.violations = new Intervals(
      run.events.filter(e => e.violation !== null).map(e => ({ a: e.t, b: e.t, node: e.node, i: e.i })));
  }

  /** Per node: when it is inside with a permit. Two that are inside by mistake do not both have it. */
  whereInside(run) {
    const pieces = [];
    for (const rest of run.rests) {
      this.inside[rest.node].each(rest.a, rest.b ?? Infinity, span => {
        const a = Math.max(rest.a, span.a);
        const b = Math.min(rest.b ?? Infinity, span.b ?? Infinity);
        if (b > a) pieces.push({ node: rest.node, a, b: b === Infinity ? null : b });
      });
    }
    return perNode(run, pieces);
  }
}

function perNode(run, items) {
  const nodes = Array.from({ length: run.n }, () => []);
  for (const item of items) nodes[item.node].push(item);
  return nodes.map(own => new Intervals(own));
}

/** The ways of all permits: where they rest, and the messages that carry them. */
function tokenWay(run) {
  const rests = run.rests.map(({ node, a, b }) => ({ from: node, to: node, a, b, message: null }));
  const moves = run.messages.filter(m => m.token)
    .map(m => ({ from: m.from, to: m.to, a: m.a, b: m.b, message: m }));
  return [...rests, ...moves];
}

/** Per node: in which neighbourhood it is from when to when. */
function stays(run) {
  return run.eventsOf.map((own, node) => {
    const found = [{ a: 0, b: null, place: run.homes[node] }];
    for (const i of own) {
      const { t, place } = run.events[i];
      const last = found[found.length - 1];
      if (place === last.place) continue;
      last.b = t;
      found.push({ a: t, b: null, place });
    }
    return new Intervals(found);
  });
}

const known = new WeakMap();

/** The index of a run, made once. */
export function indexOf(run) {
  if (!known.has(run)) known.set(run, new RunIndex(run));
  return known.get(run);
}

/** Nodes in the order of the neighbourhoods in which they begin. */
export function byNeighbourhood(run) {
  const place = node => (run.homes[node] === NONE ? Infinity : run.homes[node]);
  return [...run.homes.keys()].sort((p, q) => place(p) - place(q) || p - q);
}
