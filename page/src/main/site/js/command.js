/** Parts of forms that lead to a command: which algorithm, and the words to take along. */
import { h } from "preact";
import { useState } from "preact/hooks";
import { entryOf } from "baton/options.js";

/** All algorithms but some, by family; `empty` is what stands there if none is chosen. */
export function AlgorithmSelect({ catalog, id, onChange, label = "Algorithm", empty = null, without = [], disabled = false }) {
  const families = [...new Set(catalog.map(each => each.family))];
  const offered = catalog.filter(each => !without.includes(each.id));
  return h("label", { class: "field algo" }, h("span", { class: "sr" }, label),
    h("select", { value: id, disabled, onChange: event => onChange(event.target.value) },
      entryOf(id, catalog) ? null : h("option", { value: id }, empty ?? id),
      families.map(family => h("optgroup", { key: family, label: family },
        offered.filter(each => each.family === family).map(each => h("option", { key: each.id, value: each.id }, each.name))))));
}

/** The words that do the same on the command line; a line ends between two of them. */
export function SameWords({ line }) {
  return h("section", { class: "same-words", "aria-label": "The same on the command line" },
    h("span", { class: "quiet" }, "On the command line"),
    h("code", null, line.split(" ").map((word, i) => [i > 0 && " ", h("span", { key: i }, word)])),
    h(CopyButton, { text: line, children: "Copy" }));
}

/** A button that copies, and says so for a while. */
export function CopyButton({ text, children }) {
  const [said, setSaid] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid("Copied");
    } catch {
      setSaid("Not allowed here");
    }
    setTimeout(() => setSaid(""), 2500);
  };
  return h("button", { type: "button", onClick: copy },
    said || children, h("span", { class: "sr", role: "status" }, said));
}
