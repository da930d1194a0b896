/** What a run is made from, as a line of fields and as the words of the command line. */
import { h } from "preact";
import { useEffect, useState } from "preact/hooks";
import { read, write } from "baton/options.js";

const LOADS = [
  ["think:4", "think:4"],
  ["isolated", "isolated"],
  ["burst", "burst"],
  ["saturated", "saturated"],
  ["think:20", "think:20"],
  ["", "by hand"],
];

/** The run with which the page opens. */
export const FIRST = { algorithm: "naimi-trehel", nodes: 5, k: 1, load: "think:4", seed: 4, entries: 9, more: "" };

/** Settings as the words after `baton simulate`. */
export function wordsOf(settings, entry) {
  const words = [settings.algorithm, "--nodes", settings.nodes];
  if (entry?.permits && settings.k !== 1) words.push("--k", settings.k);
  if (settings.load) words.push("--workload", settings.load);
  words.push("--seed", settings.seed);
  if (settings.entries !== null) words.push("--entries", settings.entries);
  if (settings.more.trim()) words.push(settings.more.trim());
  return words.join(" ");
}

/** The settings that words stand for, as the command line reads them; what has no field stays words. */
export function settingsOf(words) {
  const { algorithm, options } = read(words);
  const take = (name, otherwise) => {
    const value = options.get(name) ?? otherwise;
    options.delete(name);
    return value;
  };
  // What is no number is left to the engine, which says so.
  const number = (name, otherwise) => {
    const value = take(name, otherwise);
    return value === null || Number.isNaN(Number(value)) ? value : Number(value);
  };
  return {
    algorithm,
    nodes: number("nodes", FIRST.nodes),
    k: number("k", 1),
    load: take("workload", "saturated"),
    seed: number("seed", 1),
    entries: number("entries", null),
    more: write("", options).trim(),
  };
}

export function RunForm({ catalog, settings, isOfForm, onChange, children }) {
  const [draft, setDraft] = useState(settings);
  useEffect(() => setDraft(settings), [settings]);
  const entry = catalog.find(each => each.id === draft.algorithm);
  const change = what => {
    const next = { ...draft, ...what };
    setDraft(next);
    onChange(next);
  };
  const number = (label, field, least, most, title) =>
    h("label", { class: `field ${field}`, title }, h("span", null, label),
      h("input", {
        type: "number", value: Number.isFinite(draft[field]) ? draft[field] : "", min: least, max: most,
        onChange: event => {
          const value = Math.round(+event.target.value);
          change({ [field]: event.target.value === "" ? FIRST[field] : Math.max(least, Math.min(most, value)) });
        },
      }));
  const families = [...new Set(catalog.map(each => each.family))];
  return h("form", { class: "run run-form", "aria-label": "The run", onSubmit: event => event.preventDefault() },
    h("label", { class: "field algo" }, h("span", { class: "sr" }, "Algorithm"),
      h("select", { value: isOfForm ? draft.algorithm : "", onChange: event => change({ algorithm: event.target.value, more: "" }) },
        !isOfForm && h("option", { value: "" }, "from a trace"),
        families.map(family => h("optgroup", { key: family, label: family },
          catalog.filter(each => each.family === family).map(each => h("option", { key: each.id, value: each.id }, each.name)))))),
    isOfForm && h("span", { class: "paper" }, entry?.paper),
    isOfForm && number("nodes", "nodes", 2, 100),
    isOfForm && entry?.permits && number("k", "k", 1, 20),
    isOfForm && h("label", { class: "field load" }, h("span", null, "load"),
      h("select", { value: draft.load, onChange: event => change({ load: event.target.value }) },
        !LOADS.some(([value]) => value === draft.load) && h("option", { value: draft.load }, draft.load),
        LOADS.map(([value, text]) => h("option", { key: value, value }, text)))),
    isOfForm && number("entries", "entries", 1, 20000, "After so many nobody asks any more; whoever waits then still enters"),
    isOfForm && number("seed", "seed", 0, 999999),
    isOfForm && h("label", { class: "field more" }, h("span", null, "more"),
      h("input", {
        type: "text", value: draft.more, placeholder: "--channels any", spellcheck: false,
        title: "Further options, as on the command line", onChange: event => change({ more: event.target.value }),
      })),
    h("div", { class: "end" }, children));
}
