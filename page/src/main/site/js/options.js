/** The words of the command line: read into options, and written from them. */

/** Options that have no value. */
const FLAGS = new Set(["no-reduction", "sweep", "exact"]);

/**
 * Reads `./baton check raymond --nodes 3 --sweep`, with or without what comes before the algorithm.
 * What does not fit is left to the engine, which says so.
 *
 * @returns {{algorithm: string, options: Map<string, string>}} a flag has no words as its value
 */
export function read(line) {
  const words = line.trim().replace(/^(\.\/)?baton\s+/, "").replace(/^(simulate|check|compare)\s+/, "").split(/\s+/);
  const options = new Map();
  // What is written twice stays so, and is refused.
  const put = (name, value) => options.set(name, options.has(name) ? `${options.get(name)} --${name} ${value}`.trim() : value);
  let algorithm = "";
  for (let i = 0; i < words.length; i++) {
    const [, name, value] = /^--([^=]*)(?:=(.*))?$/s.exec(words[i]) ?? [];
    if (name === undefined) algorithm ||= words[i];
    else if (value !== undefined) put(name, value);
    else if (FLAGS.has(name) || (words[i + 1] ?? "--").startsWith("--")) put(name, "");
    else put(name, words[++i]);
  }
  return { algorithm, options };
}

/** The opposite. */
export function write(algorithm, options) {
  return [algorithm, ...[...options].map(([name, value]) => (value === "" ? `--${name}` : `--${name} ${value}`))].join(" ");
}

/** What one types to get the same elsewhere. */
export const commandLine = (command, words) => `./baton ${command} ${words}`;

/** A link to a view of this page that is filled in with these words. */
export const linkTo = (view, words) =>
  `${location.href.replace(/#.*/s, "")}#/${view}?options=${encodeURIComponent(words).replaceAll("%20", "+")}`;

// A check.

/** With what the page begins: few states, and one finds out at once how it goes. */
export const FIRST_CHECK = {
  algorithm: "suzuki-kasami", nodes: 3, requests: "2", channels: "fifo",
  k: 1, joins: 0, leaves: 0, linkChanges: 0, structure: "", more: "",
};

/** The fields of a check, and the options that they are. */
const OPTION_OF = {
  nodes: "nodes", structure: "structure", requests: "requests", channels: "channels",
  k: "k", joins: "joins", leaves: "leaves", linkChanges: "link-changes",
};

/** Those that are written even if they say what holds by default. */
const ALWAYS = new Set(["nodes", "requests", "channels"]);

/** Whether a field concerns an algorithm; the others are not asked for. */
export function isAsked(field, entry) {
  switch (field) {
    case "k":
      return entry?.permits === true;
    case "joins":
    case "leaves":
      return entry?.roams === true;
    case "linkChanges":
      return entry?.links === true;
    case "structure":
      return structuresOf(entry?.structure).length > 0;
    default:
      return true;
  }
}

/** The fields of a check as the words after `baton check`. */
export function checkWords(fields, entry) {
  const options = new Map();
  for (const [field, option] of Object.entries(OPTION_OF)) {
    const isDefault = fields[field] === FIRST_CHECK[field] && !ALWAYS.has(field);
    if (isAsked(field, entry) && !isDefault) options.set(option, String(fields[field]));
  }
  return `${write(fields.algorithm, options)} ${fields.more}`.trim();
}

/** The fields of a check that words stand for; what has no field for this algorithm stays words. */
export function checkFields(line, catalog) {
  const { algorithm, options } = read(line);
  const entry = entryOf(algorithm, catalog);
  const fields = { ...FIRST_CHECK, algorithm: entry?.id ?? algorithm };
  for (const [field, option] of Object.entries(OPTION_OF)) {
    const value = options.get(option);
    const isNumber = typeof FIRST_CHECK[field] === "number";
    if (value === undefined || !isAsked(field, entry) || (isNumber && !/^\d+$/.test(value))) continue;
    fields[field] = isNumber ? +value : value;
    options.delete(option);
  }
  fields.more = write("", options).trim();
  return fields;
}

/** The fields with which one begins to check an algorithm: small, and with what is its own. */
export function beginning(entry) {
  const own = { ...FIRST_CHECK, algorithm: entry.id };
  if (entry.roams) return { ...own, requests: "1", joins: 1, leaves: 1 };
  if (entry.links) return { ...own, requests: "1", linkChanges: 2, structure: "line" };
  return own;
}

export const entryOf = (id, catalog) => catalog.find(each => each.id === id);

/** What is written if no structure is. */
const DEFAULT_STRUCTURE = {
  tree: "binary tree", star: "star", array: "array", square: "square array", quorums: "grid",
  clusters: "binary tree", links: "all linked",
};

export const defaultStructure = kind => DEFAULT_STRUCTURE[kind] ?? "";

const TREES = [["line", "line"], ["star", "star"], ["binary-tree", "binary tree"]];
const GRAPHS = [...TREES, ["ring", "ring"], ["complete", "all linked"]];

/** What an algorithm can be laid over, as [value, text]; nothing if it takes no structure. */
export function structuresOf(kind) {
  switch (kind) {
    case "tree":
    case "star":
      return TREES;
    case "array":
    case "square":
      return [["grid", "grid"]];
    case "quorums":
      return [["grid", "grid"], ["plane", "projective plane"]];
    case "clusters":
    case "links":
      return GRAPHS;
    default:
      return [];
  }
}

// A run.

/** Numbers as options take them: plain, and with six decimals at most. */
export const decimal = number => String(Math.round(number * 1e6) / 1e6);
