/**
 * A run as the engine tells it, made ready for drawing: who waits and who is inside when, where the
 * permits are, how each node looks after each event, and what to say of it. Nothing here knows of
 * the page.
 */

/** Stands for "no event", "no message" or "no permit". */
export const NONE = -1;

/**
 * Fields of a node or message as it prints itself: `HOLDER=1 REQUEST_Q=[2, 0]`.
 *
 * @returns {Array<[string, string]>}
 */
export function fields(text) {
  const found = [];
  let depth = 0;
  let from = 0;
  const take = end => {
    const field = text.slice(from, end);
    const equals = field.indexOf("=");
    if (equals > 0) found.push([field.slice(0, equals), field.slice(equals + 1)]);
  };
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (c === "[" || c === "(") depth++;
    if (c === "]" || c === ")") depth--;
    if (c === " " && depth === 0) {
      take(i);
      from = i + 1;
    }
  }
  take(text.length);
  return found;
}

/** What a field that is a list has in it: `[2, 0]` is 2 and 0. */
export function list(value) {
  return value === undefined ? [] : value.replace(/[[\]]/g, "").split(", ").filter(Boolean);
}

/** The number that a field names, or -1 for none. */
export function number(value) {
  return /^-?\d+$/.test(value ?? "") ? +value : NONE;
}

export class Run {
  /** @param recording what the engine answers, parsed */
  constructor(recording) {
    this.recording = recording;
    /** The number by which the engine knows it. */
    this.number = recording.number;
    this.algorithm = recording.algorithm;
    this.n = recording.size;
    this.permits = recording.permits;
    this.structure = recording.structure;
    this.letters = recording.letters;
    this.hasToken = recording.hasToken;
    this.end = recording.end;
    this.events = recording.events.map(([t, node, kind, text, m, permit, held, state, violation], i) =>
      ({ i, t, node, kind, text, m, permit, held, state, violation, entry: 0 }));
    this.tEnd = this.events.length > 0 ? this.events[this.events.length - 1].t : 0;
    this.messages = recording.messages.map(([from, to, type, text, sentBy, endedBy, lost], i) => ({
      i, from, to, type, text, sentBy, endedBy, lost,
      token: recording.tokens.includes(type),
      letter: this.letters[type],
      param: /=(\d+)/.exec(text)?.[1] ?? "",
      /** When it was sent, and when it arrived or was lost; null if it never was. */
      a: sentBy === NONE ? 0 : this.events[sentBy].t,
      b: endedBy === NONE ? null : this.events[endedBy].t,
    }));
    this.sentBy = this.events.map(() => []);
    for (const m of this.messages) if (m.sentBy !== NONE) this.sentBy[m.sentBy].push(m);
    this.follow();
  }

  /** Goes through the events once: what is true from when to when. */
  follow() {
    const n = this.n;
    /** Per node: the numbers of its events, in order. */
    this.eventsOf = Array.from({ length: n }, () => []);
    /** Times in which a node waits or is inside; b is null if that does not end. */
    this.spans = [];
    /** Times in which permits are at a node. */
    this.rests = [];
    this.entries = [];
    this.firstViolation = this.events.findIndex(e => e.violation !== null);
    const homes = this.structure.homes;
    const phase = Array(n).fill("idle");
    const opened = Array(n).fill(null);
    const held = this.recording.held.slice();
    const restsSince = Array(n).fill(0);
    const place = Array.from({ length: n }, (_, i) => (homes.length > 0 ? homes[i] ?? NONE : 0));
    this.homes = place.slice();
    for (const e of this.events) {
      const i = e.node;
      this.eventsOf[i].push(e.i);
      const before = phase[i];
      if (e.kind === "request") phase[i] = "waits";
      if (e.kind === "exit" || e.kind === "crash") phase[i] = "idle";
      if (e.kind === "leave" && before === "inside") phase[i] = "waits";
      if (e.permit !== NONE) {
        phase[i] = "inside";
        this.entries.push(e.i);
        e.entry = this.entries.length;
      }
      if (phase[i] !== before || e.permit !== NONE) {
        if (opened[i]) opened[i].b = e.t;
        opened[i] = phase[i] === "idle" ? null
          : { node: i, phase: phase[i], a: e.t, b: null, entry: e.entry, permit: e.permit };
        if (opened[i]) this.spans.push(opened[i]);
      }
      if (e.kind === "join") place[i] = +e.text.split(" ")[2];
      if (e.kind === "leave") place[i] = NONE;
      e.phase = phase[i];
      e.place = place[i];
      if (this.hasToken) {
        if (held[i] > 0 && e.held === 0) this.rests.push({ node: i, a: restsSince[i], b: e.t });
        if (held[i] === 0 && e.held > 0) restsSince[i] = e.t;
        held[i] = e.held;
      }
    }
    if (this.hasToken) {
      for (let i = 0; i < n; i++) if (held[i] > 0) this.rests.push({ node: i, a: restsSince[i], b: null });
    }
    this.roams = this.events.some(e => e.kind === "join" || e.kind === "leave") || new Set(this.homes).size > 1;
  }

  /** The last event at or before a time; NONE before the first. */
  indexAt(t) {
    let low = 0;
    let high = this.events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.events[middle].t <= t) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** The event that is nearest to a time. */
  nearest(t) {
    const before = this.indexAt(t);
    const after = before + 1;
    if (after >= this.events.length) return before;
    if (before < 0) return t < this.events[after].t / 2 ? NONE : after;
    return t - this.events[before].t <= this.events[after].t - t ? before : after;
  }

  time(i) {
    return i < 0 ? 0 : this.events[i].t;
  }

  /** The last event of a node up to event i; NONE if it has had none. */
  lastOf(node, i) {
    const own = this.eventsOf[node];
    let low = 0;
    let high = own.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (own[middle] <= i) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? NONE : own[low - 1];
  }

  /** idle, waits or inside, after event i. */
  phase(node, i) {
    const last = this.lastOf(node, i);
    return last === NONE ? "idle" : this.events[last].phase;
  }

  /** How many permits are at a node after event i. */
  held(node, i) {
    const last = this.lastOf(node, i);
    return last === NONE ? this.recording.held[node] : this.events[last].held;
  }

  /** The permit with which a node is inside after event i; NONE if it is not. */
  permitOf(node, i) {
    let last = this.lastOf(node, i);
    if (last === NONE || this.events[last].phase !== "inside") return NONE;
    const own = this.eventsOf[node];
    for (let at = own.indexOf(last); at >= 0; at--) {
      if (this.events[own[at]].permit !== NONE) return this.events[own[at]].permit;
    }
    return NONE;
  }

  /** The neighbourhood in which a node is after event i; NONE if it is outside of all. */
  place(node, i) {
    const last = this.lastOf(node, i);
    return last === NONE ? this.homes[node] : this.events[last].place;
  }

  stateText(node, i) {
    const last = this.lastOf(node, i);
    return last === NONE ? this.recording.start[node] : this.events[last].state;
  }

  /** The fields of a node after event i. */
  state(node, i) {
    return fields(this.stateText(node, i));
  }

  /** The same, to be asked by name. */
  stateMap(node, i) {
    return new Map(this.state(node, i));
  }

  /** What event i changed in its node: from and to of each field that differs. */
  changes(i) {
    if (i < 0) return [];
    const node = this.events[i].node;
    const before = this.stateMap(node, i - 1);
    return this.state(node, i)
      .filter(([name, value]) => before.get(name) !== value)
      .map(([name, value]) => ({ node, field: name, from: before.get(name) ?? "", to: value }));
  }

  /** The messages under way after event i, those that arrive first in front. */
  underWay(i) {
    const under = this.messages.filter(m => m.sentBy <= i && (m.endedBy === NONE || m.endedBy > i));
    return under.sort((a, b) => (a.endedBy === NONE ? Infinity : a.endedBy) - (b.endedBy === NONE ? Infinity : b.endedBy) || a.i - b.i);
  }

  /** Who entered, in order, up to event i. */
  order(i) {
    return this.entries.filter(e => e <= i).map(e => this.events[e].node);
  }

  /** The sentence of an event, and what it did. */
  words(i) {
    if (i < 0) return { head: "The start", does: [], changes: [] };
    const e = this.events[i];
    const does = [];
    if (e.permit !== NONE) does.push(`${e.node} enters${this.permits > 1 ? ` with permit ${e.permit}` : ""}`);
    const sent = this.sentBy[i];
    const same = sent.length > 2 && sent.every(m => m.text === sent[0].text);
    if (same) does.push(`${e.node} sends ${sent[0].text} to ${listed(sent.map(m => m.to))}`);
    else for (const m of sent) does.push(`${e.node} sends ${m.text} to ${m.to}`);
    if (e.violation) does.push(e.violation);
    return { head: e.text, does, changes: this.changes(i) };
  }
}

/** 1, 2 and 3. */
export function listed(items) {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items[items.length - 1]}`;
}
