/** All keys, in a dialog, and how a view hears them. */
import { h } from "preact";
import { useEffect, useRef } from "preact/hooks";

const KEYS = [
  ["Space", "play or pause"],
  ["← →", "a step back, a step on"],
  ["Shift ← →", "to the entry before, to the next entry"],
  ["PageUp PageDown", "ten events on, ten events back, as on a slider"],
  ["Home End", "to the start, to the end"],
  ["1 … 9", "let that node ask"],
  ["Enter", "deliver the message that has the focus"],
  ["B", "the next branch"],
  ["Z", "take the last branch back"],
  ["P", "large type for the wall"],
  ["D", "light or dark"],
  ["?", "this list"],
];

export function Keys({ onClose }) {
  const dialog = useRef(null);
  useEffect(() => dialog.current.showModal(), []);
  return h("dialog", { class: "dialog", ref: dialog, onClose, "aria-labelledby": "keys-title" },
    h("h2", { id: "keys-title" }, "Keys"),
    h("dl", { class: "keys" }, KEYS.map(([key, what]) => [
      h("dt", null, key.split(" ").map(each => (each === "…" ? " … " : h("kbd", null, each)))),
      h("dd", null, what),
    ])),
    h("form", { method: "dialog" }, h("button", { class: "main" }, "Close")));
}

/** Keys of a view, by their names; those that type are left alone. */
export function useKeys(acts) {
  const latest = useRef(acts);
  latest.current = acts;
  useEffect(() => {
    const pressed = event => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (event.target.closest?.("input, select, textarea, dialog")) return;
      const act = latest.current[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, []);
}
