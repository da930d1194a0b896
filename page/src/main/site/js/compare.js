/** A few algorithms under the same loads, as small charts that grow while they run. */
import { h } from "preact";
import { useEffect, useReducer, useRef, useState } from "preact/hooks";
import { listed } from "baton/run.js";
import { Chart, endsOf, short, useSize } from "baton/chart.js";
import { AlgorithmSelect, CopyButton, SameWords } from "baton/command.js";
import { save } from "baton/files.js";
import { commandLine, decimal, entryOf } from "baton/options.js";

/** Requests of all nodes together, per time of a message. */
const LOADS = [0.02, 0.05, 0.1, 0.2, 0.4, 0.7, 1, 2, 5];
const BUSIEST = LOADS.length - 1;

const MOST = 5;
const HOW_MANY = ["", "One algorithm", "Two algorithms", "Three algorithms", "Four algorithms", "Five algorithms"];
const MOST_NODES = 100;

const FIRST = {
  ids: ["naimi-trehel", "raymond", "maekawa", "suzuki-kasami", "ricart-agrawala"],
  nodes: 49, seed: 1, at: 4,
};

/** Enough for the shape of the curves; by default the command line runs 100 for each node. */
const entriesOf = nodes => Math.max(1000, 40 * nodes);

const MEASURES = [
  { field: "messages", title: "Messages", what: "per entry", format: short },
  { field: "delay", title: "Delay", what: "from an exit to the next entry, if somebody waits, in T", format: short, unit: " T" },
  { field: "response", title: "Response", what: "from a request to its entry, in T", format: short, unit: " T" },
  { field: "bypass", title: "Fairness", what: "most entries by others while one waits; the worst of all", format: String },
];

/** What runs have cost, by their options; it stays while the page is open. */
const known = new Map();

let kept = null;

export function CompareView({ engine, route }) {
  const [catalog, setCatalog] = useState([]);
  const [settings, setSettings] = useState(() => settingsOf(route.query) ?? kept ?? FIRST);
  const [, redraw] = useReducer(count => count + 1, 0);
  const { ids, nodes, at } = settings;
  const change = what => setSettings(now => ({ ...now, ...what }));

  useEffect(() => {
    engine.ask("catalog").then(setCatalog);
  }, []);
  useEffect(() => {
    const asked = settingsOf(route.query);
    if (asked) setSettings(asked);
  }, [route]);
  useEffect(() => {
    kept = settings;
  }, [settings]);
  useRuns(engine, settings, redraw);

  if (catalog.length === 0) return h("main", { class: "compare" });
  const table = ids.map(id => rowOf(id, settings, catalog));
  return [
    h(CompareForm, { catalog, settings, table, onChange: change }),
    h(SameWords, { line: sameCommand(settings) }),
    h("main", { class: "compare" },
      h("h1", null, finding(table) ?? `${HOW_MANY[ids.length]}, ${nodes} nodes, nine loads`),
      h("p", { class: "sub" }, momentOf(table, at)),
      h(Multiples, { table, at, onChoose: next => change({ at: next }), onRemove: id => change({ ids: ids.filter(each => each !== id) }) }),
      h(Conditions, { settings }),
      h(AllNumbers, { table })),
    h("footer", { class: "status" },
      h("span", null, "T is the time of a message"),
      h("span", { class: "end" }, "runs are deterministic: the same seed gives the same numbers")),
  ];
}

// The runs.

/** The words of a run, after `baton simulate`. */
const wordsOf = (id, { nodes, seed }, load) => `${id} ${conditions(nodes, [load], seed)}`;

const conditions = (nodes, loads, seed) =>
  `--nodes ${nodes} --workload ${loads.map(load => `think:${decimal(nodes / load)}`).join(",")} --entries ${entriesOf(nodes)} --seed ${seed}`;

/** The command that gives the numbers at the chosen load. */
const sameCommand = ({ ids, nodes, seed, at }) =>
  commandLine("compare", `--algorithms ${ids.join(",")} ${conditions(nodes, [LOADS[at]], seed)}`);

/** What is known of an algorithm: costs by load, null where they are not known yet. */
function rowOf(id, settings, catalog) {
  const costs = LOADS.map(load => known.get(wordsOf(id, settings, load)) ?? null);
  const entry = entryOf(id, catalog);
  return {
    id,
    name: entry?.name ?? id,
    family: entry?.family ?? "",
    runs: costs.filter(Boolean).length,
    sorry: costs.find(cost => cost?.sorry)?.sorry,
    costs: costs.map(cost => (cost?.sorry ? null : cost)),
  };
}

/** The values of a measure; null where there is none. */
const values = (row, field) => row.costs.map(cost => cost?.[field] ?? null);

/** Runs what is not known yet, on two engines, all algorithms at the lowest load first. */
function useRuns(engine, settings, redraw) {
  const engines = useRef([]);
  useEffect(() => {
    engines.current = [engine.another(), engine.another()];
    return () => engines.current.forEach(each => each.close());
  }, []);
  const jobs = LOADS.flatMap(load => settings.ids.map(id => wordsOf(id, settings, load)));
  useEffect(() => {
    const left = jobs.filter(words => !known.has(words));
    let isOver = false;
    const work = async own => {
      while (!isOver && left.length > 0) {
        const words = left.shift();
        known.set(words, await own.ask("measure", words).catch(error => ({ sorry: error.message })));
        if (!isOver) redraw();
      }
    };
    engines.current.forEach(work);
    return () => {
      isOver = true;
    };
  }, [jobs.join("\n")]);
}

// What is asked.

/** What a link says; null if it says nothing. */
function settingsOf(query) {
  if (!query.has("algorithms")) return null;
  const whole = (name, least, most, otherwise) => {
    const number = Number(query.get(name) ?? NaN);
    return Number.isInteger(number) ? Math.max(least, Math.min(most, number)) : otherwise;
  };
  const load = LOADS.indexOf(Number(query.get("load")));
  const ids = [...new Set(query.get("algorithms").split(","))].filter(id => /^[a-z0-9-]+$/.test(id));
  return {
    ids: ids.length > 0 ? ids.slice(0, MOST) : FIRST.ids,
    nodes: whole("nodes", 2, MOST_NODES, FIRST.nodes),
    seed: whole("seed", 0, Number.MAX_SAFE_INTEGER, FIRST.seed),
    at: load >= 0 ? load : FIRST.at,
  };
}

const link = ({ ids, nodes, seed, at }) =>
  `${location.href.replace(/#.*/s, "")}#/compare?algorithms=${ids.join(",")}&nodes=${nodes}&seed=${seed}&load=${LOADS[at]}`;

function CompareForm({ catalog, settings, table, onChange }) {
  const { ids, nodes, seed, at } = settings;
  const [shown, setShown] = useState(nodes);
  useEffect(() => setShown(nodes), [nodes]);
  const number = (event, least, most) => Math.max(least, Math.min(most, Math.round(+event.target.value)));
  const total = ids.length * LOADS.length;
  const done = table.reduce((sum, row) => sum + row.runs, 0);
  const isFull = ids.length >= MOST;
  return h("form", { class: "run compare-form", "aria-label": "What is compared", onSubmit: event => event.preventDefault() },
    h("label", { class: "field" }, h("span", null, "nodes"),
      h("input", { type: "number", value: shown, min: 2, max: MOST_NODES, onChange: event => event.target.value && onChange({ nodes: number(event, 2, MOST_NODES) }) })),
    h("input", {
      class: "nodes-range", type: "range", min: 2, max: MOST_NODES, value: shown, "aria-label": "Nodes",
      onInput: event => setShown(+event.target.value),
      onChange: event => onChange({ nodes: +event.target.value }),
    }),
    h("label", { class: "field load" }, h("span", null, "load"),
      h("input", {
        type: "range", min: 0, max: BUSIEST, step: 1, value: at, "aria-valuetext": perT(at),
        onInput: event => onChange({ at: +event.target.value }),
      }),
      h("output", { class: "num" }, perT(at))),
    h("label", { class: "field" }, h("span", null, "seed"),
      h("input", { type: "number", value: seed, min: 0, onChange: event => event.target.value && onChange({ seed: number(event, 0, Number.MAX_SAFE_INTEGER) }) })),
    h("div", { class: "end" },
      h("span", { class: "quiet num runs", role: "status" },
        done < total ? `${done} of ${total} runs` : `${total} runs of ${entriesOf(nodes).toLocaleString("en-US")} entries`),
      h(AlgorithmSelect, {
        catalog, id: "", label: "Add an algorithm", without: ids, disabled: isFull,
        empty: isFull ? "Five at most" : "Add an algorithm …", onChange: id => onChange({ ids: [...ids, id] }),
      }),
      h("button", { type: "button", disabled: done < total, onClick: () => save(`compare-${nodes}-nodes.csv`, csv(settings, table), "text/csv") }, "Save CSV"),
      h(CopyButton, { text: link(settings), children: "Copy link" })));
}

const perT = at => `${LOADS[at]} ${LOADS[at] === 1 ? "request" : "requests"} per T`;

// What is shown.

function Multiples({ table, at, onChoose, onRemove }) {
  const [first, width, scale] = useSize(180);
  const isNarrow = width > 0 && matchMedia("(max-width: 900px)").matches;
  const remove = row => table.length > 1 &&
    h("button", { type: "button", class: "link small", "aria-label": `Remove ${row.name}`, onClick: () => onRemove(row.id) }, "remove");
  return h("div", { class: "multiples", style: { "--columns": table.length } },
    h("div", { class: "corner" }),
    table.map(row => h("div", { key: row.id, class: "head" },
      h("b", null, row.name), h("small", null, row.family), remove(row),
      row.sorry && h("p", { class: "sorry" }, row.sorry))),
    MEASURES.map(({ field, title, what, format }, m) => {
      const curves = table.map(row => values(row, field));
      const ends = endsOf(curves.flat().filter(value => value !== null));
      const isLast = m === MEASURES.length - 1;
      return [
        h("div", { key: field, class: "measure" }, h("b", null, title), h("span", null, what)),
        table.map((row, i) => h("figure", { key: `${field} ${row.id}` },
          isNarrow && h("figcaption", null, row.name),
          h("div", { ref: m === 0 && i === 0 ? first : undefined },
            h(Chart, {
              title: inWords(title, row, field, format), curves, strong: i, xs: LOADS, ends, chosen: at, format, width, scale,
              hasNumbers: i === 0 || isNarrow, feet: isLast || isNarrow ? ["rare", "all busy"] : null, onChoose,
            })))),
      ];
    }));
}

/** What a picture shows, in one sentence. */
function inWords(title, row, field, format) {
  const all = values(row, field);
  const there = all.map((value, i) => (value === null ? "" : `${format(value)} at ${perT(i)}`)).filter(Boolean);
  return there.length === 0
    ? `${title} of ${row.name}: nothing yet.`
    : `${title} of ${row.name}: ${there.length === 1 ? there[0] : `${there[0]}, ${there[there.length - 1]}`}.`;
}

function Conditions({ settings: { nodes } }) {
  return h("p", { class: "note" },
    `${nodes} nodes on a complete network; each algorithm lays its own structure over it, as it does by default. `
    + "A message takes T and one stays inside for T; nodes are idle for an exponential time, the same times whichever algorithm lets them in. "
    + `Each run is one trial of ${entriesOf(nodes).toLocaleString("en-US")} entries; times are measured after its warm-up. `
    + "To the right the load grows. All scales are logarithmic, and the same in a row. "
    + "Numbers at the ends of a line are its first and last values; the one at the blue line is of the load chosen above, which a click chooses too.");
}

function AllNumbers({ table }) {
  return h("details", { class: "numbers" },
    h("summary", null, "All numbers as a table"),
    MEASURES.map(({ field, title, what, format }) =>
      h("div", { class: "scrolls", key: field },
        h("table", { class: "num" },
          h("caption", null, h("b", null, title), ` ${what}`),
          h("thead", null, h("tr", null,
            h("th", { scope: "col" }, "requests per T"),
            LOADS.map(load => h("th", { key: load, scope: "col", class: "num" }, load)))),
          h("tbody", null, table.map(row =>
            h("tr", { key: row.id },
              h("th", { scope: "row" }, row.name),
              row.costs.map((cost, i) => h("td", { key: i, class: "num" }, cost ? text(cost[field], format) : "…")))))))));
}

const text = (value, format) => (value === null ? "none" : format === String ? value : value.toFixed(2));

/** One line per run, with as many digits as there are. */
function csv(settings, table) {
  const lines = [["algorithm", "nodes", "seed", "workload", "requestsPerT", "entries", ...MEASURES.map(each => each.field), "eventHash"].join(",")];
  for (const row of table) {
    row.costs.forEach((cost, i) => {
      if (!cost) return;
      const think = `think:${decimal(settings.nodes / LOADS[i])}`;
      lines.push([row.id, settings.nodes, settings.seed, think, LOADS[i], entriesOf(settings.nodes), ...MEASURES.map(each => cost[each.field] ?? ""), cost.hash].join(","));
    });
  }
  return `${lines.join("\r\n")}\r\n`;
}

// What the numbers say. Those that look the same count as the same.

/** Who has the smallest value at a load; null unless there are two to compare, and all are known. */
function best(table, { field, format }, at) {
  const rows = table.filter(row => !row.sorry);
  if (rows.length < 2 || rows.some(row => (row.costs[at]?.[field] ?? null) === null)) return null;
  const least = format(Math.min(...rows.map(row => row.costs[at][field])));
  const first = rows.filter(row => format(row.costs[at][field]) === least);
  return { rows: first, least, isShared: first.length === rows.length };
}

/**
 * What is found under the highest load: that one has few messages and little delay, or that one
 * must choose. Null if the numbers say neither.
 */
function finding(table) {
  if (table.some(row => row.runs < LOADS.length)) return null;
  const [messages, delay] = MEASURES;
  const cheap = best(table, messages, BUSIEST);
  const quick = best(table, delay, BUSIEST);
  if (!cheap || !quick || (cheap.isShared && quick.isShared)) return null;
  const both = cheap.rows.filter(row => quick.rows.includes(row));
  if (both.length > 0) {
    const has = both.length === 1 ? "has" : "have";
    return `With ${perT(BUSIEST)}, ${listed(both.map(row => row.name))} ${has} few messages and little delay: no other needs fewer, and none lets the next in sooner`;
  }
  const sent = row => row.costs[BUSIEST].messages;
  const [cheapest] = cheap.rows;
  const quickest = quick.rows.reduce((one, other) => (sent(other) < sent(one) ? other : one));
  const waits = row => `${short(row.costs[BUSIEST].delay)} T`;
  return `Few messages or little delay: with ${perT(BUSIEST)}, ${cheapest.name} costs ${short(sent(cheapest))} messages per entry`
    + ` and ${waits(cheapest)} of delay, ${quickest.name} ${short(sent(quickest))} and ${waits(quickest)}`;
}

/** Who is best at the chosen load, in each of the measures. */
function momentOf(table, at) {
  const parts = MEASURES.flatMap(measure => {
    const found = best(table, measure, at);
    if (!found) return [];
    const who = found.isShared ? "all alike" : listed(found.rows.map(row => row.name));
    return `in ${measure.title.toLowerCase()} ${who} (${found.least}${measure.unit ?? ""})`;
  });
  return parts.length > 0
    ? `Best at ${perT(at)}: ${parts.join("; ")}.`
    : "Each column is one algorithm, drawn strong; the others stay behind it in grey.";
}
