/** Finds in the source of an algorithm what ran at an event. */
import { SOURCES } from "baton/sources.js";

const HANDLERS = {
  request: "onRequest",
  exit: "onRelease",
  message: "onMessage",
  timer: "onTimer",
  join: "onJoin",
  leave: "onLeave",
  up: "onLinkUp",
  down: "onLinkDown",
};

/**
 * The handler of an event, and with a message the case that it took.
 *
 * @returns {{name: string, lines: Array<[string, boolean]>} | null} lines, and whether they ran
 */
export function handlerOf(source, run, event) {
  const name = HANDLERS[event.kind];
  const text = SOURCES[source];
  const handler = text && method(text, name);
  if (!handler) {
    // A variant may have only what differs from the class it extends.
    const parent = /\bextends (\w+)/.exec(text ?? "")?.[1];
    return parent in SOURCES ? handlerOf(parent, run, event) : null;
  }
  if (event.kind !== "message") return { name: `${source}.${name}`, lines: marked(handler, () => true) };
  const record = recordOf(text, run.messages[event.m].type);
  const lines = handler.split("\n");
  const from = lines.findIndex(line => new RegExp(`\\bcase ${record}\\b`).test(line));
  if (!record || from < 0) return { name: `${source}.${name}`, lines: marked(handler, () => true) };
  const indent = /^ */.exec(lines[from])[0].length;
  let to = from + 1;
  while (to < lines.length && (lines[to].trim() === "" || /^ */.exec(lines[to])[0].length > indent)) to++;
  const called = /-> *(\w+)\(/.exec(lines.slice(from, to).join(" "))?.[1];
  const body = called && called !== "throw" ? method(text, called) : null;
  const all = marked(handler, line => line >= from && line < to);
  return {
    name: `${source}.${name}, ${record}`,
    lines: body ? [...all.filter(([, ran]) => ran), ["", false], ...marked(body, () => true)] : all,
  };
}

/** The text of a method, without what it is indented by. */
function method(text, name) {
  const declared = new RegExp(`^  (?:@Override\\n  )?(?:public |protected |private |static |final )*[\\w<>\\[\\]., ?]+ ${name}\\(`, "m").exec(text);
  if (!declared) return null;
  const open = text.indexOf("{", declared.index);
  let depth = 0;
  for (let i = open; i < text.length; i++) {
    if (text[i] === "{") depth++;
    if (text[i] === "}" && --depth === 0) {
      return text.slice(declared.index, i + 1).replace("  @Override\n", "").replace(/^ {2}/gm, "");
    }
  }
  return null;
}

/** The record that shows itself as a type of messages. */
function recordOf(text, type) {
  const at = text.indexOf(`s.type("${type}")`);
  const records = at < 0 ? [] : [...text.slice(0, at).matchAll(/\brecord (\w+)\(/g)];
  return records.length > 0 ? records[records.length - 1][1] : null;
}

function marked(text, ran) {
  return text.split("\n").map((line, i) => [line, ran(i) && line.trim() !== ""]);
}
