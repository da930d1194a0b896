/** The main view: one run in space and time, and everything that explains one moment of it. */
import { h } from "preact";
import { useEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import { listed, NONE } from "baton/run.js";
import { Session } from "baton/session.js";
import { DiagramFigure } from "baton/figure.js";
import { foldsOf } from "baton/folds.js";
import { keepsOf } from "baton/keeps.js";
import { MANY } from "baton/layout.js";
import { heightFor, Structure } from "baton/structure.js";
import { dashOf } from "baton/palette.js";
import { Branches, Events, Happened, Source, States, UnderWay } from "baton/panels.js";
import { FIRST, RunForm, settingsOf, wordsOf } from "baton/form.js";
import { Player, Scrubber } from "baton/player.js";
import { Gallery } from "baton/gallery.js";
import { EXPORTS, exportRun } from "baton/files.js";
import { TRACES } from "baton/traces.js";
import { pack, unpack } from "baton/share.js";

/** How high the structure is at most, at 14 px type. */
const mostStructure = (run, isWall) =>
  isWall ? (run.n <= 6 ? 160 : 200) : run.n >= MANY ? 340 : 256;

/** A moment of it at which much can be seen: 1 gets the token, and a request is under way. */
const FIRST_MOMENT = 23;

/** So many types of messages have their strokes in the key. */
const MOST_TYPES = 6;

/** While the moment moves fast, the panels follow at this distance, in milliseconds. */
const PANELS_AFTER = 90;

/** The view that was left is there again when one comes back. */
let kept = null;

export function LabView({ engine, route, go }) {
  const [, redraw] = useReducer(count => count + 1, 0);
  const session = useMemo(() => {
    const session = kept?.session ?? new Session(engine, () => {});
    session.changed = redraw;
    return session;
  }, []);
  const [settings, setSettings] = useState(kept?.settings ?? FIRST);
  const [catalog, setCatalog] = useState([]);
  const [span, setSpan] = useState({ left: 84, right: 800 });
  const [opens, setOpens] = useState(false);
  const [tip, setTip] = useState(null);
  /** What the tables and the structure point at. */
  const [aimed, setAimed] = useState(null);
  const [pinned, setPinned] = useState(new Set());
  const { by, folds, fold, open: unfold } = useFolds(session.run);
  const settled = useSettled(session);
  const isWall = useWall();

  useEffect(() => {
    engine.ask("catalog").then(setCatalog);
  }, []);
  useEffect(() => {
    kept = { session, settings };
  }, [settings]);
  useEffect(() => () => session.stop(), []);

  const start = async (next, at = NONE) => {
    setSettings(next);
    const entry = catalog.find(each => each.id === next.algorithm);
    const options = wordsOf(next, entry ?? { permits: next.k !== 1 });
    await session.start({ options, byHand: next.load === "" }, at);
  };
  const open = async (base, at = NONE) => {
    if (base.options === undefined) await session.start({ text: base.text, file: base.file }, at);
    else await start(settingsOf(base.options), at);
  };

  const restore = async packed => {
    try {
      const recipe = await unpack(packed);
      if (recipe.base.options !== undefined) setSettings(settingsOf(recipe.base.options));
      await session.restore(recipe);
    } catch (error) {
      if (!session.run) await start(FIRST, FIRST_MOMENT);
      session.say(error.message);
    }
  };

  // Where the address leads.
  useEffect(() => {
    if (route.packed !== null) {
      restore(route.packed);
      return;
    }
    const at = +(route.query.get("at") ?? 0) - 1;
    const trace = route.query.has("trace") && TRACES.find(each => each.file === route.query.get("trace"));
    if (trace) open(trace, at);
    else if (route.given?.trace) open({ text: route.given.trace, file: "" }, at);
    else if (route.query.has("options")) open({ options: route.query.get("options") }, at);
    else if (!session.run) start(FIRST, FIRST_MOMENT);
  }, [route]);

  useEffect(() => {
    const pressed = event => {
      if (!session.run || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target.closest?.("input:not([type=range]), select, textarea, dialog")) return;
      if (event.key === " " && event.target.closest?.("button, a")) return;
      const act = keyOf(event, session);
      if (act) {
        event.preventDefault();
        act();
      }
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, []);

  const copy = async () => {
    const address = `${location.href.replace(/#.*/s, "")}#/run/${await pack(session.recipe())}`;
    try {
      await navigator.clipboard.writeText(address);
      session.note = `Copied. Whoever opens it sees this run at event ${session.i + 1}.`;
    } catch {
      history.replaceState(null, "", address);
      session.note = "The address of this page is the link now.";
    }
    session.changed();
  };

  const run = session.run;
  const isOfForm = !run || session.branch.base.options !== undefined;
  const node = tip?.lane ?? aimed?.lane ?? NONE;
  const pin = node => setPinned(before => {
    const after = new Set(before);
    if (!after.delete(node)) after.add(node);
    return after;
  });

  return [
    h(RunForm, { catalog, settings, isOfForm, onChange: next => start(next) },
      run && h("select", {
        class: "exp", "aria-label": "Export", value: "",
        onChange: event => {
          const chosen = EXPORTS[+event.target.value];
          event.target.value = "";
          exportRun(engine, run, chosen).catch(error => session.say(error.message));
        },
      }, h("option", { value: "" }, "Export …"), EXPORTS.map(([name], i) => h("option", { key: name, value: i }, name))),
      h("button", { onClick: () => setOpens(true) }, "Open …"),
      h("button", { class: "main", onClick: copy, disabled: !run, title: "Copies a link to this run, at this event" }, "Copy link")),
    (session.sorry || session.note) && h("p", { class: session.sorry ? "said sorry" : "said", role: "status" }, session.sorry || session.note),
    session.isBusy && h("p", { class: run ? "said waiting" : "waiting", role: "status" }, run ? "Computing the run …" : "Loading the algorithms …"),
    run && h("main", { class: "lab" },
      h("section", { "aria-label": "The run in space and time" },
        h(Happened, { run, i: session.i, now: session.now, isPlaying: session.isPlaying }),
        h("figure", { class: "plot" },
          h(DiagramFigure, {
            run, i: session.i, now: session.now, asks: true, plumb: true, overview: true, folds, pointed: aimed,
            onSeek: time => { session.stop(); session.to(run.nearest(time)); },
            onAsk: node => session.ask(node),
            onFold: unfold,
            onPoint: setTip,
            onSpan: (left, right) => (left !== span.left || right !== span.right) && setSpan({ left, right }),
          })),
        h(Scrubber, { session, ...span }),
        h(Player, { session },
          by !== null && h("select", { "aria-label": "Lanes", title: "A click on a folded lane opens it", value: folds.length > 0 ? by : "", onChange: event => fold(event.target.value !== "") },
            h("option", { value: "" }, "a lane each"), h("option", { value: by }, `folded by ${by}`))),
        h(Key, { run }),
        h("div", { class: "below" },
          h(Events, { run, i: settled, onGo: i => { session.stop(); session.to(i); }, onAim: setAimed }),
          h("div", { class: "two" },
            h(UnderWay, { run, i: settled, onDeliver: message => session.deliver(message), onLeave: node => session.leave(node), onAim: setAimed }),
            h(Source, { run, i: settled })))),
      h("aside", null,
        h("section", { class: "structure-panel" },
          h("h2", { class: "h" }, "Structure", h("small", null, run.structure.name)),
          h(Structure, { run, i: settled, now: session.isPlaying || settled === session.i ? session.now : run.time(settled), onAsk: node => session.ask(node), aimed: node, onAim: node => setAimed(node === NONE ? null : { lane: node }), height: Math.min(mostStructure(run, isWall), heightFor(run)) })),
        h(States, { run, i: settled, pinned, onPin: pin, aimed: node, onAim: setAimed }),
        h(Branches, { session }))),
    tip && run && h(Tip, { tip, run, i: session.i, folds }),
    run && h(Status, { session, settings }),
    opens && h(Gallery, { onOpen: open, onClose: () => setOpens(false) }),
  ];
}

/** Lanes that are folded; a fork of a run has the same nodes, so that they stay so. */
function useFolds(run) {
  const known = useMemo(() => (run ? foldsOf(run) : null), [run]);
  const key = run ? `${run.algorithm} ${run.n} ${known?.by}` : "";
  const [closed, setClosed] = useState({ key: "", names: [] });
  const names = closed.key === key ? closed.names : [];
  const folds = useMemo(() => (known?.folds ?? []).filter(fold => names.includes(fold.name)), [known, closed]);
  return {
    by: known?.by ?? null,
    folds,
    fold: all => setClosed({ key, names: all ? known.folds.map(fold => fold.name) : [] }),
    open: index => setClosed({ key, names: names.filter(name => name !== folds[index].name) }),
  };
}

/** Whether the page is shown on a wall, now and whenever that changes. */
function useWall() {
  const isWall = () => document.body.classList.contains("projector");
  const [is, set] = useState(isWall);
  useEffect(() => {
    const changed = () => set(isWall());
    addEventListener("baton:theme", changed);
    return () => removeEventListener("baton:theme", changed);
  }, []);
  return is;
}

/** The event at which the panels stand: they follow when there is time. */
function useSettled(session) {
  const [settled, setSettled] = useState(session.i);
  const state = useRef({ at: 0, timer: 0 }).current;
  useEffect(() => {
    if (settled === session.i && !state.timer) return;
    const passed = performance.now() - state.at;
    clearTimeout(state.timer);
    const follow = () => {
      state.timer = 0;
      state.at = performance.now();
      setSettled(session.i);
    };
    if (passed >= PANELS_AFTER) follow();
    else state.timer = setTimeout(follow, PANELS_AFTER - passed);
  }, [session.i, session.run]);
  return session.run ? Math.min(settled, session.run.events.length - 1) : settled;
}

/** What a key does here; null if nothing. */
function keyOf(event, session) {
  const last = session.run.events.length - 1;
  const to = i => () => { session.stop(); session.to(i); };
  if (/^[1-9]$/.test(event.key)) return () => +event.key < session.run.n && session.ask(+event.key);
  return {
    " ": () => session.toggle(),
    ArrowRight: () => session.step(1, event.shiftKey || session.byEntry),
    ArrowLeft: () => session.step(-1, event.shiftKey || session.byEntry),
    PageUp: to(session.i + 10),
    PageDown: to(session.i - 10),
    Home: to(NONE),
    End: to(last),
    b: () => session.branches.length > 1 && session.show((session.current + 1) % session.branches.length),
    z: () => session.undo(),
  }[event.key] ?? null;
}

/** Which mark is what. */
function Key({ run }) {
  const types = Object.keys(run.letters).filter(each => !run.recording.tokens.includes(each)).slice(0, MOST_TYPES);
  const line = (cls, dashes) => h("svg", { viewBox: "0 0 36 14", "aria-hidden": "true" }, h("path", { class: cls, d: "M0 7h36", "stroke-dasharray": dashes }));
  return h("p", { class: "key" },
    h("span", null, line("key-idle"), "idle"),
    h("span", null, line("key-waits"), "waits"),
    h("span", null, line("key-inside"), "inside, and which entry it is"),
    run.hasToken && h("span", null, line("key-token"), h("b", { class: "token-text" }, "T"), run.permits > 1 && !keepsOf(run).token ? " a token's way" : " the token's way"),
    types.map(type => h("span", { key: type }, line("key-message", dashOf(run.letters[type]).join(" ")), h("b", null, run.letters[type]), ` ${type}`)));
}

function Tip({ tip, run, i, folds }) {
  const at = { left: `${tip.x}px`, top: `${tip.y}px` };
  if (tip.message) {
    const m = tip.message;
    return h("div", { class: "tip", style: at },
      h("b", null, `${m.from} → ${m.to}`), " ", h("code", null, m.text),
      h("p", { class: "quiet num" }, `sent at ${m.a.toFixed(2)}, ${m.b === null ? "still under way" : m.lost ? `lost at ${m.b.toFixed(2)}` : `there at ${m.b.toFixed(2)}`}`));
  }
  if (folds[tip.fold]) {
    const { name, nodes } = folds[tip.fold];
    const [waiting, inside] = ["waits", "inside"].map(phase => nodes.filter(node => run.phase(node, i) === phase));
    return h("div", { class: "tip", style: at },
      h("b", null, name), ` nodes ${listed(nodes)}`,
      h("p", { class: "quiet" }, `${inside.length > 0 ? listed(inside) : "nobody"} inside, ${waiting.length > 0 ? listed(waiting) : "nobody"} waiting. A click opens it.`));
  }
  if (tip.lane === undefined) return null;
  return h("div", { class: "tip", style: at },
    h("b", null, `Node ${tip.lane}`), ` ${run.phase(tip.lane, i)}`,
    h("dl", null, run.state(tip.lane, i).slice(0, 12).map(([name, value]) => [h("dt", { key: name }, name), h("dd", { key: `${name}=` }, value)])));
}

/** How many entries there are, in the words of `baton simulate`, which leaves out a warm-up. */
function entriesOf(run, isWhole) {
  const all = run.entries.length;
  const counted = isWhole ? run.recording.outcome.entries : all;
  const words = `${counted} ${counted === 1 ? "entry" : "entries"}`;
  return counted < all ? `${words} after a warm-up of ${all - counted}` : words;
}

function Status({ session, settings }) {
  const { run, branch } = session;
  const { base, forks } = branch;
  const outcome = run.recording.outcome;
  const isWhole = forks.length === 0 && outcome?.hash;
  const isSimulated = base.options !== undefined && !base.byHand;
  return h("footer", { class: "status num" },
    h("span", null, h("b", null, run.algorithm), isSimulated ? "" : ` ${run.n} nodes`),
    base.byHand && h("span", null, "made by hand"),
    isSimulated && h("span", null, h("code", null, `baton simulate ${base.options}`)),
    base.file && h("span", null, `trace ${base.file}`),
    h("span", null, `${run.events.length} events, ${entriesOf(run, isWhole)}, ${run.messages.length} messages`),
    h("span", { class: "end" }, isWhole ? "event hash " : "hash of the events ", h("b", { class: "mono", id: "hash" }, isWhole ? outcome.hash : run.recording.hash)));
}
