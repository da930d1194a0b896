/** What is told of one moment of a run in words and tables. */
import { h } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { keepsOf } from "baton/keeps.js";
import { NONE } from "baton/run.js";
import { PAPERS } from "baton/papers.js";
import { handlerOf } from "baton/source.js";

/** A message with more fields than this is cut; pointing at it shows all. */
const MOST_LETTERS = 46;

/** Text in which messages stand out. */
export function coded(run, text) {
  const types = Object.keys(run.letters).map(type => type.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (types.length === 0) return text;
  const start = new RegExp(`\\b(?:${types.sort((a, b) => b.length - a.length).join("|")})(?![\\w])`, "g");
  const parts = [];
  let from = 0;
  for (let match = start.exec(text); match; match = start.exec(text)) {
    const end = closing(text, match.index + match[0].length);
    const message = text.slice(match.index, end);
    parts.push(text.slice(from, match.index), h("code", { title: message }, message.length > MOST_LETTERS ? `${message.slice(0, MOST_LETTERS - 2)}…)` : message));
    from = end;
    start.lastIndex = end;
  }
  parts.push(text.slice(from));
  return parts;
}

/** Where the brackets end that begin here; here if none do. */
function closing(text, at) {
  if (text[at] !== "(") return at;
  let depth = 0;
  for (let i = at; i < text.length; i++) {
    if (text[i] === "(") depth++;
    if (text[i] === ")" && --depth === 0) return i + 1;
  }
  return text.length;
}

/** What pointing at a line shows elsewhere, and so does focus in it. */
function aiming(onAim, what) {
  const [aim, end] = [() => onAim(what), () => onAim(null)];
  return { onPointerEnter: aim, onPointerLeave: end, onFocusIn: aim, onFocusOut: end };
}

const short = value => (value.length > 60 ? `${value.slice(0, 57)}…` : value);

/** The sentence of the event, the largest text of the page. */
export function Happened({ run, i, now, isPlaying }) {
  const words = run.words(i);
  const entersOrLeaves = i >= 0 && (run.events[i].permit !== NONE || run.events[i].kind === "exit");
  const does = [
    ...words.does.map(each => coded(run, each)),
    ...words.changes.slice(0, 4).map(change =>
      h("span", { class: "changed" },
        h("code", null, change.field), ` of ${change.node}: `, h("s", null, short(change.from)), ` ${short(change.to)}`)),
  ];
  return h("div", { class: "event", "aria-live": isPlaying && !entersOrLeaves ? "off" : "polite" },
    h("div", { class: run.events.length < 1000 ? "when num" : "when num long" },
      h("b", null, i < 0 ? "Start" : `Event ${i + 1}`),
      h("span", null, `of ${run.events.length}`, h("i", null, ","), " ", h("br"), `time ${now.toFixed(2)}`)),
    h("div", null,
      h("h1", null, coded(run, words.head)),
      h("p", null, does.length > 0
        ? does.map((each, j) => [j > 0 && h("span", { class: "sep" }, " · "), each])
        : i < 0
          ? run.events.length > 0 ? "Nothing has happened yet." : "Nothing has happened yet. Click a node to let it ask."
          : i === run.events.length - 1 && words.changes.length === 0 ? run.end : "Nothing changes.")));
}

/** All events, some of them at a time. */
const ROWS = 200;

export function Events({ run, i, onGo, onAim }) {
  const box = useRef(null);
  const from = Math.max(0, Math.min(run.events.length - ROWS, i - ROWS / 2));
  const shown = run.events.slice(from, from + ROWS);
  useEffect(() => {
    const row = box.current?.querySelector("[aria-current]");
    if (row) box.current.scrollTop = row.offsetTop - box.current.clientHeight / 2 + row.offsetHeight / 2;
  }, [run, i]);
  return h("section", { class: "panel evs" },
    h("h2", null, "Events", h("small", null, "press one to go there")),
    h("div", { class: "events", ref: box, tabIndex: 0, role: "region", "aria-label": "Events" },
      h("table", null,
        h("thead", { class: "sr" }, h("tr", null, ["number", "time", "event", "what it did"].map(each => h("th", { scope: "col" }, each)))),
        h("tbody", null, shown.map(e => {
          const words = run.words(e.i);
          return h("tr", { key: e.i, class: e.i === i ? "on" : e.i > i ? "later" : "", "aria-current": e.i === i ? "step" : undefined, onClick: () => onGo(e.i), ...aiming(onAim, { event: e.i }) },
            h("td", null, e.i + 1), h("td", null, e.t.toFixed(2)),
            h("td", null, h("button", { class: "row", tabIndex: -1 }, coded(run, short(words.head)))),
            h("td", null, short(words.does.join(", "))));
        })))),
    run.events.length > ROWS && h("p", { class: "quiet small" }, `Events ${from + 1} to ${from + shown.length} of ${run.events.length}.`));
}

/** Messages under way, each of which may be delivered now. */
const MOST_UNDER_WAY = 12;

export function UnderWay({ run, i, onDeliver, onLeave, onAim }) {
  const messages = run.underWay(i);
  const inside = [...Array(run.n).keys()].filter(node => run.phase(node, i) === "inside");
  return h("section", { class: "panel under" },
    h("h2", null, "Under way", h("small", null, messages.length > 0 ? "in order of arrival; or choose" : "")),
    h("table", null, h("tbody", null,
      messages.slice(0, MOST_UNDER_WAY).map(m => h("tr", { key: m.i, ...aiming(onAim, { message: m.i }) },
        h("td", null, h("span", { class: m.token ? "letter token" : "letter", "aria-hidden": "true" }, m.letter)),
        h("td", { class: "num" }, h("b", null, `${m.from} → ${m.to}`)),
        h("td", { class: "what" }, h("code", { title: m.text }, short(m.text))),
        h("td", null, h("button", { onClick: () => onDeliver(m), title: "Forks the run here" }, "Deliver now")))),
      inside.map(node => h("tr", { key: `inside-${node}`, ...aiming(onAim, { lane: node }) },
        h("td", null, h("span", { class: "letter inside", "aria-hidden": "true" }, node)),
        h("td", { colSpan: 2 }, `${node} is inside`),
        h("td", null, h("button", { onClick: () => onLeave(node), title: "Forks the run here" }, "Leave now")))),
      messages.length === 0 && h("tr", null, h("td", { class: "quiet", colSpan: 4 }, "No message is under way.")))),
    messages.length > MOST_UNDER_WAY && h("p", { class: "quiet small" }, `${messages.length - MOST_UNDER_WAY} more are under way.`));
}

/** The fields of all nodes, if they fit into a table; else of those that matter now. */
const FEW = 12;

export function States({ run, i, pinned, onPin, aimed, onAim }) {
  const [all, setAll] = useState(false);
  const last = i >= 0 ? run.events[i].node : NONE;
  const nodes = [...Array(run.n).keys()];
  const matter = nodes
    .filter(node => node === last || run.phase(node, i) === "inside" || pinned.has(node))
    .sort((a, b) => (b === last) - (a === last));
  const shown = all || run.n <= FEW ? nodes : matter.length > 0 ? matter : nodes.slice(0, 4);
  const changed = new Map(run.changes(i).map(change => [change.field, change]));
  const marked = node => `${node === last ? "on" : ""}${node === aimed ? " aimed" : ""}`;
  const columns = run.state(0, NONE).map(([name]) => name);
  const isWide = columns.length > 5 || shown.some(node => run.state(node, i).some(([, value]) => value.length > 16));
  return h("section", { class: "panel states" },
    h("h2", null, "State", h("small", null, i < 0 ? "at the start" : "after this event; what changed is marked")),
    isWide
      ? h(Cards, { run, i, marked, onAim, nodes: all ? nodes : matter.length > 0 ? matter : nodes.slice(0, 2), last, changed })
      : h("table", null,
          h("thead", null, h("tr", null, ["node", "is", ...columns].map((each, j) =>
            h("th", { scope: "col", class: j > 1 ? "mono" : undefined }, each.replaceAll("_", "_\u200b"))))),
          h("tbody", null, shown.map(node =>
            h("tr", { key: node, class: marked(node), onClick: () => onPin(node), ...aiming(onAim, { lane: node }) },
              h("th", { scope: "row" }, node),
              h("td", null, is(run, node, i)),
              run.state(node, i).map(([name, value]) => h("td", { key: name, class: plain(value) },
                node === last && changed.has(name)
                  ? h("span", { class: "chg" }, h("s", null, changed.get(name).from), value)
                  : value)))))),
    (shown.length < run.n || isWide || all) && run.n > 2 &&
      h("button", { class: "link small", onClick: () => setAll(!all) },
        all ? "Show those that matter now" : `Show all ${run.n}`));
}

const plain = value => (value === "none" || value === "no" || value === "[]" ? "none" : undefined);

function is(run, node, i) {
  const phase = run.phase(node, i);
  const held = run.held(node, i);
  if (phase === "idle" && held > 0 && run.hasToken) return run.permits > 1 && !keepsOf(run).token ? `idle, ${held} permit${held > 1 ? "s" : ""}` : "idle, token";
  if (phase === "inside" && run.permits > 1) return `inside, ${run.permitOf(node, i)}`;
  return phase;
}

/** States that are too wide for a table: a list for each node. */
function Cards({ run, i, marked, onAim, nodes, last, changed }) {
  return h("div", { class: "cards" }, nodes.map(node =>
    h("div", { key: node, class: `card ${marked(node)}`, ...aiming(onAim, { lane: node }) },
      h("h3", null, `Node ${node} `, h("small", null, is(run, node, i))),
      h("dl", null, run.state(node, i).map(([name, value]) => [
        h("dt", { key: name }, name),
        h("dd", { key: `${name}=`, class: plain(value) },
          node === last && changed.has(name)
            ? h("span", { class: "chg" }, value)
            : value),
      ])))));
}

/** The handler that has just run, in the algorithm's source. */
export function Source({ run, i }) {
  const base = run.algorithm.replace(/\/.*/, "");
  const paper = PAPERS[base];
  const found = paper && i >= 0 ? handlerOf(paper.source, run, run.events[i]) : null;
  const listing = useRef(null);
  useEffect(() => {
    const ran = listing.current?.querySelector(".ran");
    if (ran) listing.current.scrollTop = ran.offsetTop - listing.current.offsetTop;
  }, [run, i]);
  return h("section", { class: "panel code" },
    h("h2", null, "Source", h("small", { class: "mono" }, found?.name ?? paper?.source ?? "")),
    found
      ? h("pre", { tabIndex: 0, ref: listing }, found.lines.map(([line, ran], j) => h("span", { key: j, class: ran ? "ran" : undefined }, line || " ")))
      : h("p", { class: "prose" }, plainText(paper?.idea ?? "")),
    run.algorithm !== base && h("p", { class: "quiet small" }, `${run.algorithm} differs from what is shown in one place or more; its name says where.`),
    paper?.short && h("p", { class: "short" }, h("b", null, "Departures, in short: "), plainText(paper.short)));
}

/** Markdown without its marks. */
const plainText = text => text.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[*`_]{1,2}([^*`_]+)[*`_]{1,2}/g, "$1");

/** What was done else, and the order of entries that came of it. */
export function Branches({ session }) {
  const { branches, current, i } = session;
  const first = branches[0].run.order(Infinity);
  return h("section", { class: "panel branches" },
    h("h2", null, "Branches", h("small", null, branches.length > 1 ? "the order in which nodes enter; differences underlined" : "")),
    branches.length < 2
      ? h("p", { class: "quiet" }, "Deliver a message by hand or let a node ask in the past: what comes of it stands here.")
      : h("ol", null, branches.map((branch, b) => {
          const order = branch.run.order(Infinity);
          return h("li", { key: b, class: b === current ? "on" : "" },
            h("button", { class: "name", onClick: () => session.show(b), "aria-current": b === current ? "true" : undefined }, branch.name,
              branch.parent !== NONE && h("small", null, ` at event ${branch.at + 1}`)),
            h("button", { class: "link small", onClick: () => rename(session, b), "aria-label": `Rename ${branch.name}` }, "rename"),
            h("span", { class: "order num" }, order.slice(0, 14).map((node, j) =>
              order[j] !== first[j] ? h("b", { key: j }, node, " ") : h("span", { key: j }, node, " ")), order.length > 14 ? "…" : ""));
        })));
}

function rename(session, b) {
  const name = prompt("A name for this branch", session.branches[b].name);
  if (name) {
    session.branches[b].name = name;
    session.changed();
  }
}
