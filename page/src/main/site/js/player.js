/** The slider over time, and the keys of a player. */
import { h } from "preact";

const ICONS = {
  first: "M2 3h2v10H2zM14 3v10L6 8z",
  back: "M11 3v10L4 8z",
  play: "M4 2.5v11l9-5.5z",
  pause: "M3 3h4v10H3zM9 3h4v10H9z",
  next: "M5 3v10l7-5z",
  last: "M12 3h2v10h-2zM2 3v10l8-5z",
};

const Icon = ({ name }) => h("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, h("path", { d: ICONS[name] }));

/** The thumb stands under the blue line, so the slider spans the lanes. */
export function Scrubber({ session, left, right }) {
  const { run, i, now } = session;
  const keys = {
    ArrowRight: () => session.step(1), ArrowUp: () => session.step(1),
    ArrowLeft: () => session.step(-1), ArrowDown: () => session.step(-1),
    PageUp: () => session.to(i + 10), PageDown: () => session.to(i - 10),
    Home: () => session.to(-1), End: () => session.to(run.events.length - 1),
  };
  return h("div", { class: "scrub" },
    h("input", {
      type: "range", min: 0, max: Math.max(run.tEnd, 0.001), step: "any", value: now,
      style: { "--from": `${left}px`, "--to": `${right}px`, "--part": run.tEnd > 0 ? now / run.tEnd : 0 },
      "aria-label": "Moment of the run",
      "aria-valuetext": `event ${i + 1} of ${run.events.length}, time ${now.toFixed(1)}`,
      onInput: event => {
        session.stop();
        session.to(run.nearest(+event.target.value));
      },
      onKeyDown: event => {
        if (event.shiftKey && /^Arrow/.test(event.key)) return;
        const act = keys[event.key];
        if (!act) return;
        event.preventDefault();
        session.stop();
        act();
      },
    }));
}

export function Player({ session, children }) {
  const { run, i } = session;
  const last = run.events.length - 1;
  const press = (name, title, act, disabled) =>
    h("button", { onClick: act, title, "aria-label": title.replace(/ \(.*/, ""), disabled }, h(Icon, { name }));
  return h("div", { class: "play" },
    h("span", { class: "grp" },
      press("first", "To the start (Home)", () => { session.stop(); session.to(-1); }, i < 0),
      press("back", "One step back (←)", () => session.step(-1), i < 0),
      h("button", { class: "main", onClick: () => session.toggle(), title: "Play or pause (Space)", disabled: last < 0 },
        h(Icon, { name: session.isPlaying ? "pause" : "play" }), session.isPlaying ? "Pause" : "Play"),
      press("next", "One step on (→)", () => session.step(1), i >= last),
      press("last", "To the end (End)", () => { session.stop(); session.to(last); }, i >= last)),
    h("span", { class: "pace" },
      h("span", { class: "seg", role: "radiogroup", "aria-label": "Step by" },
        [["by event", false], ["by entry", true]].map(([text, byEntry]) =>
          h("label", { key: text },
            h("input", { type: "radio", name: "by", checked: session.byEntry === byEntry, onChange: () => { session.byEntry = byEntry; session.changed(); } }), text))),
      h("select", { "aria-label": "Speed", value: session.speed, onChange: event => { session.speed = +event.target.value; session.changed(); } },
        [[0.5, "½×"], [1, "1×"], [2, "2×"], [5, "5×"], [20, "20×"]].map(([value, text]) => h("option", { key: value, value }, text))),
      children),
    h("span", { class: "hint" }, h("kbd", null, "Space"), " plays. Drag the blue line. Click a node to let it ask."));
}
