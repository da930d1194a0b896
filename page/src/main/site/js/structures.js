/** What algorithms of each kind keep, at one moment of a trace; each leads to that moment in the lab. */

import { Fragment, h } from "preact";
import { useEffect, useState } from "preact/hooks";
import * as marks from "baton/marks.js";
import { Structure } from "baton/structure.js";
import { TRACES } from "baton/traces.js";

/** `at` counts events from 1. In the words `*` stands around the names of fields. */
const VIEWS = [
  {
    name: "Raymond", file: "raymond/binary-tree", at: 14,
    words: "Every arrow is *HOLDER*, the way to the privilege; it is strong where the privilege has been asked for. *REQUEST_Q* at 1 names two neighbours: 4 wants it for itself, 0 for everybody beyond it.",
  },
  {
    name: "Naimi-Trehel", file: "naimi-trehel/path-reversal", at: 6,
    words: "*FATHER* leads to whoever is thought to have asked last, *NEXT* to whoever gets the token after oneself. Following FATHER ends at the root; following NEXT from the token gives the order of entries.",
  },
  {
    name: "Info-based", file: "info-based/fig-8", at: 33,
    words: "A request goes down its column until it meets the informed row. 7 waits itself and keeps the request of 2 in *Waiting*. Dashed boxes are *P_waiting*: copies for whoever is informed next.",
  },
  {
    name: "Raysuz", file: "raysuz/three-clusters", at: 14,
    words: "Double rings lead their cluster. *Dir* leads to the cluster with the token. Two clusters have asked 0, as its *RaymQ* says: it takes the token away from its own.",
  },
  {
    name: "Request collectors", file: "request-collectors/cases", at: 31,
    words: "Each group has a collector, and 0 collects for all of them. All four tokens are out, with their numbers; groups 2 and 3 stand in *GRQ* until one comes back.",
  },
  {
    name: "KLME", file: "klme/illustration", at: 21,
    words: "Nodes come and go; 3 has just left and tells all who stay. The leader has the token, and *T_alloc_id* in it says who has which permit. Short lines lead to the leader that a node knows of.",
  },
  {
    name: "Maekawa, as published", file: "maekawa/as-published", at: 28,
    words: "The end of a run that stops: 0 and 4 each ask a row and a column, have all locks but one, and that one is with the other.",
  },
  {
    name: "Agrawal-El Abbadi", file: "agrawal-el-abbadi/root-failed", at: 8,
    words: "A quorum is a way from the root to a leaf. The root has failed, so both ask a way on either side of it; lines are solid to those that are *locked* for the asker.",
  },
  {
    name: "Naimi-Trehel, k trees", file: "k-naimi-trehel/two-trees", at: 10,
    words: "Every token has a tree of its own, whose number stands on its arrows. 0 waits for 2 in tree 0, and 1 for 3 in tree 1; neither tree knows of the other.",
  },
  {
    name: "Reverse Link", file: "reverse-link/lost-link", at: 8,
    words: "Links lead down from the higher *height* to the lower, and requests go that way. The link between 0 and 1 is lost: 1 has risen above 2, so that its only link leads down again.",
  },
  {
    name: "Singhal’s dynamic structure", file: "singhal-dynamic/staircase", at: 11,
    words: "Short arrows are *R*, whom a site has to ask. Of any two, one has the other in its R; who gives its permission asks from then on, and the staircase moves.",
  },
  {
    name: "Suzuki-Kasami", file: "suzuki-kasami/queue", at: 14,
    words: "The queue *Q* travels in the token. Short lines from one that waits lead towards all that have heard of its request, by their *RN*.",
  },
];

const KINDS = [
  ["idle", { phase: "idle" }],
  ["waits", { phase: "waits" }],
  ["inside", { phase: "inside" }],
  ["has the token", { tags: ["T"] }],
  ["has permit 1", { phase: "inside", tags: [1] }],
  ["leads", { leads: 1 }],
  ["the last event was here", { now: true }],
];

export function StructuresView({ engine }) {
  return h("main", { class: "structures" },
    h("div", { class: "structures-head" }, h("h1", null, "What each algorithm keeps"), h(Marks)),
    h("div", { class: "structures-views" }, VIEWS.map(view => h(View, { key: view.file, view, engine }))));
}

/** The marks that mean the same in every view. */
function Marks() {
  return h("ul", { class: "structures-marks" },
    KINDS.map(([name, look], k) => h("li", { key: name },
      h("svg", { class: "marks", viewBox: "-17 -17 34 34", "aria-hidden": "true" },
        marks.hatching(`kind-${k}`), marks.node({ x: 0, y: 0, r: 9, name: "", hatch: `kind-${k}`, ...look })),
      name)),
    h("li", null,
      h("svg", { class: "marks", viewBox: "-17 -17 34 34", "aria-hidden": "true" }, marks.bullet({ x: 0, y: 0, letter: "R" })),
      "a message under way"));
}

const opened = new Map();

/** The run of a trace, opened once. */
function runOf(engine, file) {
  if (!opened.has(file)) {
    const trace = TRACES.find(each => each.file === file);
    const run = trace
      ? engine.run("open", trace.text)
      : Promise.reject(new Error(`There is no trace ${file}.`));
    opened.set(file, run);
  }
  return opened.get(file);
}

function View({ view, engine }) {
  const [run, setRun] = useState(null);
  const [error, setError] = useState(null);
  useEffect(() => {
    runOf(engine, view.file).then(setRun, failed => setError(failed.message));
  }, []);
  const i = run && Math.min(view.at, run.events.length) - 1;
  const title = view.file.split("/")[1];
  return h("section", null,
    h("h2", { class: "h" }, view.name,
      h("small", null, run ? `${title}, event ${i + 1} of ${run.events.length}` : title)),
    h("div", { class: "structures-drawing" },
      error && h("p", { class: "bad" }, error),
      run && h(Structure, { run, i, withKey: false })),
    h("p", null, emphasized(view.words)),
    h("a", { href: `#/lab?trace=${encodeURIComponent(view.file).replace("%2F", "/")}&at=${view.at}` }, "Open this moment in the lab"));
}

function emphasized(words) {
  return words.split("*").map((part, k) => (k % 2 === 1 ? h("b", null, part) : h(Fragment, null, part)));
}
