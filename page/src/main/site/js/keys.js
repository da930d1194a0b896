/** All keys, in a dialog. */
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
