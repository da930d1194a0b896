/**
 * What a visitor looks at: a run, the branches that were made from it, and the moment. Branches are
 * kept as recipes, what they were made from and what was done since, so that a link can tell them.
 */
import { NONE } from "baton/run.js";

/** A run of more events is cut off; nobody looks at more. */
const MOST_EVENTS = 20_000;

/** Milliseconds for a unit of time while playing. */
const UNIT = 700;

const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export class Session {
  /** @param changed is called whenever something has */
  constructor(engine, changed) {
    this.engine = engine;
    this.changed = changed;
    this.branches = [];
    this.current = 0;
    this.i = NONE;
    this.now = 0;
    this.speed = 1;
    this.byEntry = false;
    this.frame = 0;
    /** What could not be done, in one sentence. */
    this.sorry = "";
    /** What else is to be said: of a link, for example. */
    this.note = "";
    this.isBusy = false;
  }

  get branch() {
    return this.branches[this.current];
  }

  get run() {
    return this.branch?.run;
  }

  // Runs.

  /** The run of a base: {options}, {options, byHand: true}, {file, text} or {text}. */
  async make(base) {
    return base.text === undefined
      ? this.engine.run("simulate", base.options, base.byHand ? 0 : MOST_EVENTS)
      : this.engine.run("open", base.text);
  }

  /** Starts anew; what was there stays if it cannot be made. */
  async start(base, at = NONE) {
    return this.attempt(async () => {
      const run = await this.make(base);
      this.branches = [{ name: "The run", run, base, forks: [], parent: NONE }];
      this.current = 0;
      this.note = "";
      this.to(Math.min(at, run.events.length - 1));
    });
  }

  /** What a link says: a base, forks and a moment. */
  async restore({ base, forks, at, hash }) {
    return this.attempt(async () => {
      let run = await this.make(base);
      for (const [events, own] of forks) {
        run = await this.engine.run("fork", run.number, events, own, true);
      }
      this.branches = [{ name: forks.length > 0 ? forks.map(([, own]) => named(own)).join(", ") : "The run", run, base, forks, parent: NONE }];
      this.current = 0;
      this.note = run.recording.hash === hash
        ? `From a link: ${run.events.length} events. Same hash.`
        : `This link was made by another version: the run is not the same. It has ${run.events.length} events.`;
      this.to(Math.min(at, run.events.length - 1));
    });
  }

  /** What restores the present branch at the present moment. */
  recipe() {
    const { base, forks, run } = this.branch;
    return { base, forks, at: this.i, hash: run.recording.hash };
  }

  /** The present moment, and from there something else. */
  async fork(own, name = named(own)) {
    return this.attempt(async () => {
      const from = this.branch;
      const events = this.i + 1;
      const run = await this.engine.run("fork", from.run.number, events, own, true);
      this.branches.push({ name, run, base: from.base, forks: [...from.forks, [events, own]], parent: this.current, at: events });
      this.current = this.branches.length - 1;
      this.note = "";
      this.to(events);
    });
  }

  /** Lets a node ask, or says why it cannot. */
  ask(node) {
    const phase = this.run.phase(node, this.i);
    if (phase === "waits") return this.say(`${node} waits already.`);
    if (phase === "inside") return this.say(`${node} is inside.`);
    if (this.run.roams && this.run.place(node, this.i) === NONE) return this.say(`${node} is outside of all neighbourhoods, and can ask when it has come into one.`);
    return this.fork(`${node} requests`);
  }

  leave(node) {
    return this.fork(`${node} exits`);
  }

  deliver(message) {
    return this.fork(`${message.to} receives ${message.text} from ${message.from}`);
  }

  /** Takes the last branch back. */
  undo() {
    if (this.branches.length < 2) return;
    const gone = this.branches.pop();
    if (this.current >= this.branches.length) this.show(Math.max(0, gone.parent));
    else this.changed();
  }

  show(branch) {
    const moment = this.now;
    this.current = branch;
    this.to(this.run.nearest(Math.min(moment, this.run.tEnd)));
  }

  say(sentence) {
    this.sorry = sentence;
    this.changed();
  }

  async attempt(work) {
    this.stop();
    this.isBusy = true;
    this.sorry = "";
    this.changed();
    try {
      await work();
      return true;
    } catch (error) {
      this.sorry = sentence(error.message);
      return false;
    } finally {
      this.isBusy = false;
      this.changed();
    }
  }

  // The moment.

  /** Goes to an event. */
  to(i) {
    this.i = Math.max(NONE, Math.min(this.run.events.length - 1, i));
    this.now = this.run.time(this.i);
    this.sorry = "";
    this.changed();
  }

  /** Goes to a time, between events too. */
  toTime(time) {
    this.now = time;
    this.i = this.run.indexAt(time);
    this.changed();
  }

  step(direction, byEntry = this.byEntry) {
    this.stop();
    let i = this.i + direction;
    if (byEntry) {
      while (i > 0 && i < this.run.events.length - 1 && this.run.events[i].permit === NONE) i += direction;
    }
    this.glide(i);
  }

  /** A step takes a moment, in which messages move on. */
  glide(i) {
    const target = Math.max(NONE, Math.min(this.run.events.length - 1, i));
    const from = this.now;
    const to = this.run.time(target);
    if (isStill() || target <= this.i || to - from > 3 || to === from) {
      this.to(target);
      return;
    }
    const begin = performance.now();
    const tick = at => {
      const part = Math.min(1, (at - begin) / 200);
      if (part >= 1) {
        this.frame = 0;
        this.to(target);
        return;
      }
      this.now = from + (to - from) * part;
      this.changed();
      this.frame = requestAnimationFrame(tick);
    };
    this.frame = requestAnimationFrame(tick);
  }

  get isPlaying() {
    return this.plays === true;
  }

  stop() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    if (this.plays) {
      this.plays = false;
      this.changed();
    }
  }

  toggle() {
    if (this.plays) {
      this.stop();
      return;
    }
    this.stop();
    if (this.run.events.length === 0) return;
    if (this.i >= this.run.events.length - 1) this.to(NONE);
    this.plays = true;
    let before = performance.now();
    let rest = 0;
    const tick = at => {
      const passed = Math.min(100, at - before);
      before = at;
      if (isStill()) {
        rest += passed * this.speed;
        if (rest >= UNIT) {
          rest = 0;
          this.to(this.i + 1);
        }
      } else {
        this.toTime(Math.min(this.run.tEnd, this.now + (passed / UNIT) * this.speed));
      }
      if (this.i >= this.run.events.length - 1) {
        this.stop();
        return;
      }
      this.frame = requestAnimationFrame(tick);
    };
    this.frame = requestAnimationFrame(tick);
    this.changed();
  }
}

/** What a branch is called: what was done. */
function named(own) {
  const receives = /^(\d+) receives (\S+).* from (\d+)$/.exec(own);
  if (receives) return `${receives[2].replace(/\(.*/, "")} of ${receives[3]} to ${receives[1]} first`;
  const requests = /^(\d+) requests$/.exec(own);
  return requests ? `${requests[1]} asks here` : own;
}

/** What the engine says, as a sentence. */
function sentence(text) {
  const upper = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(upper) ? upper : `${upper}.`;
}
