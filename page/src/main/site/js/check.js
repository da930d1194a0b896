/** Every interleaving of a small system: what is searched, how far it has come, what was found. */
import { h } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { NONE, listed } from "baton/run.js";
import { DiagramFigure } from "baton/figure.js";
import { coded } from "baton/panels.js";
import { save } from "baton/files.js";
import { useKeys } from "baton/keys.js";
import { AlgorithmSelect, CopyButton, SameWords } from "baton/command.js";
import {
  FIRST_CHECK, beginning, checkFields, checkWords, commandLine, defaultStructure, entryOf, isAsked,
  linkTo, read, structuresOf,
} from "baton/options.js";

/** What a search may take in a tab; with more, browsers end it. */
const MEMORY = 2 ** 30;

const EXAMPLES = [
  ["raymond --nodes 4 --structure line --requests unbounded --channels fifo", "Raymond on a line, requests without end"],
  ["lamport --nodes 3 --requests 1 --channels any", "Lamport, where messages overtake each other"],
  ["klme --nodes 3 --requests 1 --channels fifo --joins 1 --leaves 1", "KLME, while a node joins and one leaves"],
];

/** What was asked and found is there again when one comes back. */
let kept = { fields: FIRST_CHECK, search: null };

export function CheckView({ engine, route, go }) {
  const [catalog, setCatalog] = useState([]);
  const [fields, setFields] = useState(kept.fields);
  const [search, start, stop] = useSearch(engine);
  const entry = entryOf(fields.algorithm, catalog);
  const words = checkWords(fields, entry);

  useEffect(() => {
    engine.ask("catalog").then(setCatalog);
  }, []);
  useEffect(() => {
    if (catalog.length > 0 && route.query.has("options")) setFields(checkFields(route.query.get("options"), catalog));
  }, [route, catalog]);
  useEffect(() => {
    kept = { fields, search };
  }, [fields, search]);

  if (catalog.length === 0) return h("main", { class: "check" });
  return [
    h(CheckForm, { catalog, entry, fields, onChange: setFields, onStart: () => start(words) }),
    h(SameWords, { line: commandLine("check", words) }),
    h("main", { class: "check" },
      search
        ? h(Answer, { go, search, isOfForm: search.words === words, onStop: stop })
        : h(Before, { fields })),
    h("footer", { class: "status" },
      h("span", null, h("b", null, fields.algorithm), " ", entry?.paper),
      h("span", { class: "end" }, "the same search as on the command line, state by state")),
  ];
}

/** A search, of which there is one at a time: [what is known of it, start, stop]. */
function useSearch(engine) {
  const [search, setSearch] = useState(kept.search);
  const going = useRef(null);

  const end = () => {
    going.current?.stop();
    going.current = null;
  };
  const start = words => {
    end();
    const began = performance.now();
    let reached = { states: 0, frontier: 0, depth: 0 };
    const show = what => setSearch({ words, ...reached, seconds: (performance.now() - began) / 1000, ...what });
    const own = engine.check(words, MEMORY, next => {
      reached = next;
      if (going.current === own) show({ phase: "going" });
    });
    going.current = own;
    const finish = what => {
      if (going.current !== own) return;
      going.current = null;
      show(what);
    };
    own.answer
      .then(async found => finish({ phase: found.verdict, found, states: found.states, run: found.trace ? await engine.run("open", found.trace) : null }))
      .catch(error => finish(error.full ? { phase: "incomplete" } : { phase: "refused", sorry: error.message }));
    show({ phase: "going" });
  };
  const stop = () => {
    end();
    setSearch(now => ({ ...now, phase: "stopped" }));
  };
  useEffect(() => () => {
    if (!going.current) return;
    end();
    kept = { ...kept, search: { ...kept.search, phase: "stopped" } };
  }, []);
  return [search, start, stop];
}

// What is asked.

const CHANNELS = [["fifo", "keep the order"], ["any", "messages may overtake"]];
const REQUESTS = ["1", "2", "3", "4"].map(each => [each, each]);

function CheckForm({ catalog, entry, fields, onChange, onStart }) {
  const change = what => onChange({ ...fields, ...what });
  const number = (label, field, least, most) =>
    (isAsked(field, entry) || fields[field] !== FIRST_CHECK[field]) &&
    h("label", { class: "field" }, h("span", null, label),
      h("input", {
        type: "number", value: fields[field], min: least, max: most, required: true,
        onChange: event => event.target.value !== "" && change({ [field]: Math.max(least, Math.min(most, Math.round(+event.target.value))) }),
      }));
  const choice = (label, field, options) =>
    h("label", { class: "field" }, h("span", null, label),
      h("select", { value: fields[field], onChange: event => change({ [field]: event.target.value }) },
        options.some(([value]) => value === fields[field]) ? null : h("option", { value: fields[field] }, fields[field]),
        options.map(([value, text]) => h("option", { key: value, value }, text))));
  const requests = entry?.unbounded ? [...REQUESTS, ["unbounded", "unbounded"]] : REQUESTS;
  const structures = structuresOf(entry?.structure);
  return h("form", {
      class: "run check-form", "aria-label": "What is checked",
      onSubmit: event => {
        event.preventDefault();
        onStart();
      },
    },
    h(AlgorithmSelect, { catalog, id: fields.algorithm, onChange: id => onChange(beginning(entryOf(id, catalog))) }),
    number("nodes", "nodes", 1, 100),
    choice("requests each", "requests", requests),
    choice("channels", "channels", CHANNELS),
    structures.length > 0 && choice("structure", "structure", [["", defaultStructure(entry.structure)], ...structures.filter(([, text]) => text !== defaultStructure(entry.structure))]),
    number("k", "k", 1, 20),
    number("joins", "joins", 0, 9),
    number("leaves", "leaves", 0, 9),
    number("link changes", "linkChanges", 0, 9),
    h("label", { class: "field more" }, h("span", null, "more"),
      h("input", {
        type: "text", value: fields.more, placeholder: "--property bypass", spellcheck: false,
        title: "Further options, as on the command line", onChange: event => change({ more: event.target.value.trim() }),
      })),
    h("div", { class: "end" }, h("button", { class: "main", type: "submit", id: "check-start" }, "Check all schedules")));
}

// Before a search.

function Before({ fields }) {
  const each = fields.requests === "unbounded" ? "without end" : fields.requests === "1" ? "once each" : `${fields.requests} times each`;
  return h("section", { class: "before" },
    h("h1", null, `Every order in which requests, messages and exits of ${fields.nodes} nodes can happen`),
    h("p", null, `The nodes ask ${each}. The search stops at the first schedule that is wrong, and shows a shortest one. The number of states grows very fast: start with 3 nodes.`),
    h(Promises, { names: propertiesOf(fields.more), k: fields.k, title: "What must hold" }),
    h("h2", { class: "h" }, "For example"),
    h("ul", { class: "examples" }, EXAMPLES.map(([words, text]) =>
      h("li", { key: words }, h("a", { href: `#/check?options=${encodeURIComponent(words)}` }, text)))));
}

const propertiesOf = more => /--property[ =](\S+)/.exec(more)?.[1].split(",") ?? ["safety", "deadlock", "starvation"];

/** One sentence for each property; which ones, and what they mean, is in docs/guide/check.md. */
function Promises({ names, k, title, most = null }) {
  const inside = k > 1 ? `more than ${k}` : "more than one";
  const sentences = {
    safety: `There ${k > 1 ? "are" : "is"} never ${inside} inside, and no handler fails.`,
    deadlock: "As long as somebody waits, something can happen.",
    starvation: "Nobody waits for ever: neither for a new request by another node, nor in a fair schedule that goes on without it"
      + (k > 1 ? "; nor while no message is under way and a permit is idle." : "."),
    bypass: most === null
      ? "The most entries by others between a request, made while no message is under way, and its entry are counted."
      : `At most ${counted(most, "entry", "entries")} by others between a request, made while no message is under way, and its entry.`,
  };
  return [
    h("h2", { class: "h" }, title),
    h("dl", { class: "promises" }, names.map(name => name.replace(/:.*/, "")).map(name => [
      h("dt", { key: name }, name),
      h("dd", { key: `${name}.` }, sentences[name] ?? ""),
    ])),
  ];
}

// While it goes on, and after.

function Answer({ go, search, isOfForm, onStop }) {
  const { phase, words, found } = search;
  const stop = () => {
    onStop();
    document.getElementById("check-start").focus();
  };
  return [
    h("section", { class: "verdict", "aria-live": "polite" },
      h("div", null, h(Verdict, { search })),
      found && h(Facts, { search })),
    phase === "going" && h("p", { class: "progress num" }, h("span", null, progress(search)), h("button", { type: "button", onClick: stop }, "Stop")),
    !isOfForm && phase !== "going" && h("p", { class: "quiet stale" }, "This is the answer to ", h("code", null, commandLine("check", words)), ". The form says something else now."),
    phase === "holds" && h(Held, { search }),
    search.run && h(Violation, { go, search, key: words }),
  ];
}

function Verdict({ search }) {
  const { phase, found, states, words, sorry } = search;
  switch (phase) {
    case "going":
      return h("h1", null, "Checking all schedules …");
    case "stopped":
      return [
        h("h1", null, `Stopped after ${whole(states)} states.`),
        h("p", null, "Nothing wrong so far; that is no proof."),
      ];
    case "holds":
      return h("h1", null, h("span", { class: "good", "aria-hidden": "true" }, "✓"), h("span", null, `${holds(found)} ${whole(states)} states.`));
    case "violated":
      return [
        h("h1", null, h("span", { class: "bad", "aria-hidden": "true" }, "✕"), h("span", null, wrong(search))),
        h("p", null, h("b", null, `${sentence(violated(found), "")} is violated`), howLong(found)),
      ];
    case "refused":
      return h("p", { class: "sorry" }, sentence(sorry));
    default:
      return [
        h("h1", null, `Not finished: the memory of this tab is full after ${whole(states)} states.`),
        h("p", null, "Nothing wrong so far; that is no proof. On the command line there is more:"),
        h("p", null, h("code", null, commandLine("check", words))),
      ];
  }
}

/** The property in the words of the command line: a permit that is idle is a kind of starvation. */
const violated = ({ property }) => (property === "idle-permit" ? "starvation" : property);

/** That all holds; bypasses that have no bound are only counted. */
function holds({ properties, bypassBound, maxBypass }) {
  const isMeasured = properties.every(name => name === "bypass") && bypassBound === null;
  return isMeasured ? `Others enter at most ${counted(maxBypass, "time", "times")} while one waits.` : "Holds in every interleaving.";
}

/** What is wrong, with the names of those whom it concerns. */
function wrong({ found, run }) {
  const last = run?.events.length - 1;
  if (!run || found.loop >= 0) return sentence(found.message);
  const told = run.events[last]?.violation;
  if (told) return sentence(told);
  const waiting = [...Array(run.n).keys()].filter(node => run.phase(node, last) === "waits");
  const wait = `${listed(waiting)} ${waiting.length === 1 ? "waits" : "wait"}`;
  switch (found.property) {
    case "deadlock":
      return `${wait}, and nothing can happen any more.`;
    case "starvation":
      return `${wait}, and only a new request by another node could change that.`;
    case "idle-permit":
      return `${wait} while a permit is idle.`;
    default:
      return sentence(found.message);
  }
}

function howLong({ trace, events, loop }) {
  if (!trace) return ". The search for a shortest path to it does not fit into the memory of this tab: write fewer nodes or requests.";
  if (loop >= 0) return ` in a schedule of ${counted(events, "event", "events")}, of which the last ${events - loop} can repeat for ever.`;
  return ` after ${counted(events, "event", "events")}. No shorter schedule does this.`;
}

/** How far a search has come. */
function progress({ states, frontier, depth, seconds }) {
  const parts = [`${rounded(states)} states`, `${rounded(frontier)} to follow`];
  if (depth >= 0) parts.push(`depth ${depth}`);
  if (seconds > 0.5) parts.push(`${rounded(states / seconds)} states per second`);
  return parts.join(", ");
}

function Facts({ search: { phase, found, seconds } }) {
  const isWrong = phase === "violated";
  const facts = [
    ["states", whole(found.states)],
    ["transitions", whole(found.transitions)],
  ];
  if (isWrong && found.trace) facts.push(["events to the violation", whole(found.events)]);
  if (!isWrong && found.depth !== null) facts.push(["depth", whole(found.depth)]);
  if (!isWrong && found.states > 10_000 && seconds > 1) facts.push(["states per second", rounded(found.states / seconds)]);
  return h("div", { class: "found" },
    h("dl", { class: "facts num" }, facts.map(([name, value]) => h("div", { key: name }, h("dt", null, name), h("dd", null, value)))),
    isWrong && h("p", { class: "props" }, [...new Set([violated(found), ...found.properties])].map(name =>
      name === violated(found)
        ? h("span", { key: name, class: "bad" }, `✕ ${name}`)
        : h("span", { key: name }, `${name}: nothing found so far`))),
    isWrong && h("p", { class: "quiet" }, "The search ends at the first violation."));
}

/** What it is worth that all holds. */
function Held({ search: { words, found } }) {
  const { options } = read(words);
  return h("section", { class: "panel held" },
    h(Promises, { names: found.properties, k: +(options.get("k") ?? 1), title: "What was checked", most: found.maxBypass }),
    h("p", { class: "quiet" },
      options.get("requests") === "unbounded"
        ? "In schedules of any length, for this number of nodes."
        : "For this number of nodes and requests; of larger systems it says nothing.",
      found.reduced ? " Schedules that differ only in the order of independent events are left out." : "",
      found.exact ? " Whole states were compared." : ` States are told apart by 64 bits: ${collisions(found.states)} are expected to be mistaken for others.`),
    h("div", { class: "do" }, h(CopyButton, { text: linkTo("check", words), children: "Copy link" })));
}

/** The expected number of states that are mistaken for others. */
const collisions = states => (0.5 * states * states / 2 ** 64).toExponential(1);

// A violation.

function Violation({ go, search: { words, found, run } }) {
  const last = run.events.length - 1;
  const [i, setI] = useState(last);
  const to = next => setI(Math.max(NONE, Math.min(last, next)));
  useKeys({
    ArrowLeft: () => to(i - 1),
    ArrowRight: () => to(i + 1),
    Home: () => to(NONE),
    End: () => to(last),
  });
  const name = `${run.algorithm.replace("/", "-")}-${found.property}.trace`;
  return h("section", { class: "panel counterexample" },
    h("div", null,
      h("h2", { class: "h" }, found.loop >= 0 ? "A schedule that does it" : "The shortest way there",
        h("small", { class: "num" }, i < 0 ? `before the first of ${run.events.length} events` : `event ${i + 1} of ${run.events.length}`)),
      h("figure", null, h(DiagramFigure, { run, i, now: run.time(i), onSeek: time => to(run.nearest(time)) })),
      h("div", { class: "do" },
        h("button", { class: "main", onClick: () => go("#/lab", { trace: found.trace }) }, "Open in the lab"),
        h("button", { onClick: () => save(name, found.trace) }, "Save the trace"),
        h(CopyButton, { text: linkTo("check", words), children: "Copy link" }))),
    h(Account, { run, i, loop: found.loop, onGo: to }));
}

/** All events in words, one line each. */
function Account({ run, i, loop, onGo }) {
  const list = useRef(null);
  useEffect(() => {
    const box = list.current;
    const row = box.querySelector("[aria-current]");
    if (row) box.scrollTop = row.offsetTop - box.clientHeight / 2 + row.offsetHeight / 2;
  }, [run, i]);
  return h("div", { class: "account", ref: list, role: "region", "aria-label": "The events in words", tabIndex: 0 },
    h("ol", null, run.events.map(event => {
      const { head, does } = run.words(event.i);
      const isNow = event.i === i;
      return [
        event.i === loop && h("li", { key: "loop", class: "loop" }, "From here on it can repeat for ever:"),
        h("li", { key: event.i, class: `${isNow ? "on" : ""}${event.violation ? " wrong" : ""}` },
          h("button", { onClick: () => onGo(event.i), "aria-current": isNow ? "step" : undefined },
            h("i", { class: "num" }, event.i + 1),
            h("span", null, h("b", null, coded(run, head)), does.map(each => [h("br"), coded(run, each)])))),
      ];
    })));
}

// Numbers and words.

const whole = number => Math.round(number).toLocaleString("en-US");

/** With three digits, which is enough for what changes all the time. */
const rounded = number => Number(number.toPrecision(3)).toLocaleString("en-US", { maximumFractionDigits: 0 });

const counted = (number, one, more) => `${whole(number)} ${number === 1 ? one : more}`;

function sentence(text, end = ".") {
  const upper = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(upper) ? upper : upper + end;
}
