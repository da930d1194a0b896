/** Where a run can come from besides the form: the scenarios of the repository, a file, or words. */
import { h } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { TRACES } from "baton/traces.js";

/** The first comment of a scenario: what it is about. */
function about(text) {
  const lines = text.split("\n").filter(line => line.startsWith("#")).slice(0, 3);
  return lines.map(line => line.slice(1).trim()).join(" ").replace(/^(.{110}\S*).*$/, "$1 …");
}

export function Gallery({ onOpen, onClose }) {
  const dialog = useRef(null);
  const [search, setSearch] = useState("");
  const [own, setOwn] = useState("");
  useEffect(() => dialog.current.showModal(), []);
  const found = useMemo(() => {
    const words = search.toLowerCase().split(/\s+/).filter(Boolean);
    return TRACES.filter(trace => words.every(word => `${trace.file} ${trace.algorithm} ${about(trace.text)}`.toLowerCase().includes(word)));
  }, [search]);
  const open = base => {
    dialog.current.close();
    onOpen(base);
  };
  const read = async file => open({ text: await file.text(), file: file.name });
  return h("dialog", {
      class: "dialog gallery", ref: dialog, onClose, "aria-labelledby": "gallery-title",
      onDragOver: event => event.preventDefault(),
      onDrop: event => {
        event.preventDefault();
        if (event.dataTransfer.files.length > 0) read(event.dataTransfer.files[0]);
      },
    },
    h("h2", { id: "gallery-title" }, "Open a run"),
    h("div", { class: "own" },
      h("textarea", {
        rows: 3, value: own, spellcheck: false, onInput: event => setOwn(event.target.value),
        placeholder: "baton simulate raymond --nodes 9 --workload burst --seed 7\nor the text of a trace file",
        "aria-label": "A command line of baton simulate, or the text of a trace file",
      }),
      h("div", null,
        h("button", { class: "main", disabled: own.trim() === "", onClick: () => open(/^algorithm /m.test(own) ? { text: own, file: "" } : { options: own }) }, "Open"),
        h("label", { class: "button" }, "A file …",
          h("input", { type: "file", class: "sr", onChange: event => event.target.files.length > 0 && read(event.target.files[0]) })))),
    h("input", { type: "search", value: search, onInput: event => setSearch(event.target.value), placeholder: "Find a scenario: raysuz, listing, lost token …", "aria-label": "Find a scenario" }),
    h("p", { class: "quiet small num" }, found.length === TRACES.length ? `${TRACES.length} scenarios of the repository, each of which a test replays` : `${found.length} of ${TRACES.length} scenarios`),
    h("ul", { class: "found" }, found.map(trace =>
      h("li", { key: trace.file },
        h("button", { onClick: () => open(trace) },
          h("b", null, trace.file), trace.algorithm.includes("/") && trace.algorithm !== trace.file && h("i", null, trace.algorithm),
          h("span", null, about(trace.text)))))),
    h("form", { method: "dialog" }, h("button", null, "Close")));
}
