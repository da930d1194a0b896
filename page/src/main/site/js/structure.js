/** The view of what an algorithm keeps, at one moment of a run, and the line that explains it. */

import { h } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Drawing, FEW } from "baton/drawing.js";
import { around, keepsOf, keyOf } from "baton/keeps.js";
import { isLine, layoutOf, MANY } from "baton/layout.js";
import * as marks from "baton/marks.js";
import { NONE, listed } from "baton/run.js";

export { keyOf } from "baton/keeps.js";

let drawings = 0;

/**
 * The view.
 *
 * @param i the event after which it is
 * @param now the time, by which messages move; that of event i if left out
 * @param onAsk called with a node that was clicked; left out if nodes cannot be asked
 * @param aimed the node that is pointed at elsewhere
 * @param onAim told which node is pointed at here, or NONE
 * @param height in pixels at a type of 14
 * @param compact without names at queues
 * @param withKey whether a line of key follows
 */
export function Structure({ run, i, now, onAsk, aimed = NONE, onAim, height = heightFor(run), compact = false, withKey = !compact }) {
  const box = useRef(null);
  const width = useWidth(box);
  const [here, setHere] = useState(NONE);
  const hatch = useMemo(() => `hatch-${++drawings}`, []);
  const ask = useLast(onAsk);
  const aim = useLast(onAim);
  const point = node => {
    setHere(node);
    aim?.(node);
  };
  const node = here === NONE ? aimed : here;
  const pointed = run.n > FEW ? node : NONE;
  const layout = useMemo(
    () => layoutOf(run, keepsOf(run).layout, width, height, around(run)), [run, width, height]);
  const drawing = useMemo(
    () => new Drawing({ run, i, layout, pointed, aimed: node, hatch, compact, onAsk: ask, onPoint: point }),
    [run, i, layout, node, compact, ask]);
  const still = useMemo(() => drawing.still(), [drawing]);
  return h("div", { class: "structure-view", ref: box },
    h("svg", {
      class: "marks",
      role: "img",
      "aria-label": sentenceOf(run, i),
      viewBox: `0 0 ${width} ${height}`,
      style: { width: "100%", height: `${height / 14}rem` },
    },
    marks.hatching(hatch), still, h("g", null, drawing.bullets(now ?? run.time(i)))),
    withKey && h(Key, { run }));
}

/** How high a view of a run is by itself. */
export function heightFor(run) {
  const { layout } = keepsOf(run);
  if (layout === "tree" && run.n <= 8 && isLine(run.n, run.structure.edges)) return 150;
  if (layout === "neighbourhoods" && run.structure.neighbourhoods > 3) return 340;
  if (layout === "groups" && around(run).groups.length > 4) return 320;
  if (layout === "array" && run.n / run.structure.columns > 4) return 300;
  return run.n >= MANY ? 320 : run.n > 12 ? 290 : 262;
}

/** A function that stays the same and calls the last one that was given; undefined if none was. */
function useLast(given) {
  const last = useRef(given);
  last.current = given;
  const isGiven = given !== undefined;
  return useMemo(() => (isGiven ? (...args) => last.current(...args) : undefined), [isGiven]);
}

/** The width of an element in pixels at a type of 14, now and whenever it changes. */
function useWidth(box) {
  const [width, setWidth] = useState(384);
  useLayoutEffect(() => {
    const measure = () => {
      const scale = parseFloat(getComputedStyle(document.documentElement).fontSize) / 14;
      const found = Math.round(box.current.clientWidth / scale);
      if (found > 0) setWidth(found);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box.current);
    window.addEventListener("resize", measure);
    return () => {
      observer.disconnect();
      window.removeEventListener("resize", measure);
    };
  }, []);
  return width;
}

/** What the drawing says, for those who do not see it. */
export function sentenceOf(run, i) {
  const all = Array.from({ length: run.n }, (_, node) => node);
  const inside = all.filter(node => run.phase(node, i) === "inside");
  const waiting = all.filter(node => run.phase(node, i) === "waits");
  const count = run.underWay(i).length;
  const parts = [
    inside.length > 0 ? `${some(inside)} ${inside.length > 1 ? "are" : "is"} inside` : "nobody is inside",
    waiting.length > 0 ? `${some(waiting)} ${waiting.length > 1 ? "wait" : "waits"}` : "nobody waits",
    count > 0 ? `${count} message${count > 1 ? "s are" : " is"} under way` : "no message is under way",
  ];
  const when = i < 0 ? "at the start" : `after event ${i + 1} of ${run.events.length}`;
  return `${run.algorithm} with ${run.n} nodes ${when}: ${parts.join("; ")}.`;
}

function some(nodes) {
  return nodes.length > 8 ? `${nodes.length} nodes` : listed(nodes);
}

const SAMPLES = {
  thin: () => marks.arrow({ x: 1, y: 8 }, { x: 21, y: 8 }, { bend: 0, kind: "thin" }),
  thick: () => marks.arrow({ x: 1, y: 8 }, { x: 21, y: 8 }, { bend: 0, kind: "thick" }),
  dotted: () => marks.arrow({ x: 1, y: 8 }, { x: 21, y: 8 }, { bend: 0, kind: "dotted" }),
  ask: () => marks.arrow({ x: 1, y: 8 }, { x: 14, y: 8 }, { bend: 0, kind: "spoke", head: 5 }),
  spoke: () => marks.arrow({ x: 1, y: 8 }, { x: 14, y: 8 }, { bend: 0, kind: "spoke", head: 0 }),
  link: () => marks.arrow({ x: 1, y: 8 }, { x: 21, y: 8 }, { bend: 0, kind: "link solid", head: 0 }),
  boxes: () => twoBoxes(""),
  copies: () => twoBoxes("copy"),
  number: () => marks.words(8, 12, "0"),
  rings: () => [h("circle", { cx: 11, cy: 8, r: 4, class: "ring-leads" }), h("circle", { cx: 11, cy: 8, r: 7, class: "ring-leads" })],
  ground: () => h("rect", { x: 1, y: 2, width: 20, height: 12, rx: 6, class: "informed" }),
};

const twoBoxes = kind => h("g", { class: `queue ${kind}` }, [1, 12].map(x => h("rect", { key: x, x, y: 3, width: 11, height: 11 })));

/** One line: which mark is which field. */
export function Key({ run }) {
  const key = keyOf(run);
  if (key.length === 0) return null;
  return h("p", { class: "marks-key" }, key.map(({ mark, text }) => h("span", { key: mark + text }, marks.sample(SAMPLES[mark]()), text)));
}
