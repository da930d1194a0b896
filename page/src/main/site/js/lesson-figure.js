/** The figure of a lesson: the sentence of the event, the structure, and the run in space and time. */
import { h } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { NONE } from "baton/run.js";
import { Structure } from "baton/structure.js";
import { DiagramFigure } from "baton/figure.js";
import { coded } from "baton/panels.js";
import { rich } from "baton/lesson-prose.js";

/** Of a long message only what it is, and its first parameter if that is short. The table has all of it. */
function brief(text, most = 52) {
  if (text.length <= most) return text;
  return text.replace(/\(([^()]{16,})\)/g, (_, all) => {
    const first = all.split(", ")[0];
    return first.length > 14 || first.includes("[") ? "(…)" : `(${first}, …)`;
  });
}

const cut = (value, most = 34) => (value.length > most ? `${value.slice(0, most - 1)}…` : value);

const short = value => cut(brief(value, 34));

/** @param known the run as far as it may be seen */
export function Figure({ lesson, run, known, moment, notes }) {
  const box = useRef(null);
  const size = useSize(box);
  const { i, now, isPlaying, at, jump } = moment;
  const order = lesson.lanes;
  const plan = planOf(size, order?.length ?? run.n, notes.length > 0 || Boolean(order));
  const marks = useMemo(() => notes.map(([event], k) => ({ i: event - 1, label: k + 1 })), [notes]);
  return h("div", { class: "stage", ref: box },
    h(Sentence, { run, i, isPlaying }),
    h("div", { class: "pair" },
      h(Structure, { run, i, now, height: plan.structure, compact: size.place === "wall" }),
      h(Changes, { run, i })),
    h(DiagramFigure, {
      run: known, i: Math.min(i, known.events.length - 1), now: Math.min(now, known.tEnd),
      order, notes: marks, lane: plan.lane, left: plan.left, asks: false, axisName: "event",
      window: size.place === "hand" ? null : windowOf(run, now, plan.events),
      onSeek: time => jump(known.nearest(time)),
    }),
    notes.length > 0 && h("ol", { class: "notes" }, notes.map(([event, text], k) => h("li", { key: event }, h("b", { class: "mark" }, k + 1), " ", rich(text)))),
    order && h("p", { class: "cap" }, `The diagram shows ${order.length} of ${run.n} nodes: those of which this lesson tells.`),
    !isPlaying && i !== at && h("p", { class: "cap" }, h("button", { class: "link", onClick: () => jump(at) }, `Back to event ${at + 1}, of which the text tells`)),
    h(Table, { run: known, i, jump }));
}

/** The sentence of the event, and what it did. */
function Sentence({ run, i, isPlaying }) {
  const { head, does } = run.words(i);
  const deeds = does.length > 0 ? does.map(each => coded(run, brief(each))) : [silence(run, i)];
  return h("div", { class: "happened", "aria-live": isPlaying ? "off" : "polite" },
    h("p", { class: "head" }, coded(run, brief(head))),
    h("p", { class: "does" }, deeds.map((each, k) => [k > 0 && h("span", { class: "sep" }, " · "), each])));
}

/** What is said of an event that does nothing. */
function silence(run, i) {
  if (i === NONE) return "Nothing has happened yet.";
  if (i === run.events.length - 1) return run.end;
  return run.changes(i).length > 0 ? "No message goes out." : "Nothing changes.";
}

/** Fields that the event has changed. */
function Changes({ run, i }) {
  const changes = run.changes(i);
  if (changes.length === 0) return null;
  return h("div", { class: "changes" },
    h("p", { class: "quiet" }, `Changed at ${run.events[i].node}`),
    h("dl", null, changes.slice(0, 6).map(({ field, from, to }) => [
      h("dt", { key: field }, field),
      h("dd", { key: `${field}=` }, h("span", { class: "chg", title: to }, short(from) !== short(to) && h("s", null, short(from)), short(to))),
    ])));
}

/** All that the figure shows, in words. */
function Table({ run, i, jump }) {
  return h("details", { class: "all-events" },
    h("summary", null, "The events in words"),
    h("table", null,
      h("thead", null, h("tr", null, ["number", "event", "what it did"].map(each => h("th", { key: each, scope: "col" }, each)))),
      h("tbody", null, run.events.map(e => {
        const { head, does } = run.words(e.i);
        return h("tr", { key: e.i, "aria-current": e.i === i ? "step" : undefined },
          h("td", { class: "num" }, h("button", { class: "link", onClick: () => jump(e.i), "aria-label": `Go to event ${e.i + 1}` }, e.i + 1)),
          h("td", null, coded(run, head)),
          h("td", null, does.map(each => h("span", { key: each }, coded(run, each)))));
      }))));
}

// Sizes, in pixels at a type of 14.

/** What is above and below the figure: the first line of the page, the bar with the steps, margins. */
const AROUND = { desk: 130, wall: 76 };
const SENTENCE = { desk: 62, wall: 54 };
const AXIS = 30;
const KEY = 30;

/** Notes and what else stands below the figure. */
const NOTES = 28;
const BELOW = 24;

/** The width of the figure, the height that it may have, and how large a pixel is. */
function useSize(box) {
  const [size, setSize] = useState({ width: 700, height: 640, unit: 1, place: "desk" });
  useLayoutEffect(() => {
    const measure = () => {
      const unit = parseFloat(getComputedStyle(document.documentElement).fontSize) / 14;
      const isWall = document.body.classList.contains("projector");
      const place = isWall ? "wall" : innerWidth <= 640 ? "hand" : "desk";
      setSize({ width: box.current.clientWidth / unit, height: innerHeight / unit - AROUND[isWall ? "wall" : "desk"], unit, place });
    };
    measure();
    addEventListener("resize", measure);
    return () => removeEventListener("resize", measure);
  }, []);
  return size;
}

/** How high structure and lanes are, where the lanes begin, and how many events are seen at once. */
function planOf({ width, height, unit, place }, lanes, isNoted) {
  const left = place === "hand" ? 30 : lanes > 8 ? 84 : 98;
  const events = Math.max(8, Math.floor((width - left) / (place === "wall" ? 19 : 17)));
  if (place === "hand") return { structure: 250, lane: lanes > 8 ? 26 : 44, left, events };
  const free = height - SENTENCE[place] - AXIS - (isNoted ? NOTES : 0) - (place === "wall" ? 0 : KEY + BELOW);
  const wanted = place === "wall" ? (lanes > 8 ? 9 : lanes > 4 ? 15 : 24) : Math.max(14, Math.min(56, (free - 264) / lanes));
  const structure = Math.round(Math.max(130, Math.min(264, free - wanted * lanes)));
  const lane = Math.max(8, Math.min(56, (free - structure) / lanes));
  return { structure, lane: Math.floor(lane * unit) / unit, left, events };
}

/** The stretch of time that the diagram shows: all of it, or what is around now. */
function windowOf(run, now, events) {
  const all = run.tEnd + 0.8;
  if (all <= events) return [0, all];
  const from = Math.max(0, Math.min(all - events, now - 0.7 * events));
  return [from, from + events];
}
