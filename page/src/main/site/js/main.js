/** The shell of the page: its parts by address, the theme, large type for the wall, and the keys. */
import { h, render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Engine } from "baton/engine.js";
import { LabView } from "baton/lab.js";
import { LessonsView } from "baton/lessons.js";
import { CheckView } from "baton/check.js";
import { CompareView } from "baton/compare.js";
import { StructuresView } from "baton/structures.js";
import { Keys } from "baton/keys.js";

const VIEWS = [
  ["lab", "Lab", LabView],
  ["lessons", "Lessons", LessonsView],
  ["check", "Check", CheckView],
  ["compare", "Compare", CompareView],
  ["structures", "Structures", StructuresView],
];

const engine = new Engine();

/** What was given beside an address: a scenario, for example, that is too long for one. */
let given = null;

function go(hash, what = null) {
  given = what;
  if (location.hash === hash) dispatchEvent(new HashChangeEvent("hashchange"));
  else location.hash = hash;
}

/** Where the address leads: a view, what follows it, and its options. */
function here() {
  const [path, query] = location.hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  const [view, ...rest] = path.split("/");
  const isRun = view === "run";
  const known = VIEWS.some(([name]) => name === view);
  const route = {
    view: known ? view : "lab",
    rest: isRun ? [] : rest,
    query: new URLSearchParams(query),
    packed: isRun ? rest.join("/") : null,
    given,
  };
  given = null;
  return route;
}

const isDark = () => {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
};

function tellTheme() {
  dispatchEvent(new Event("baton:theme"));
  dispatchEvent(new Event("resize"));
}

function toggleTheme() {
  document.documentElement.dataset.theme = isDark() ? "light" : "dark";
  remember("theme", document.documentElement.dataset.theme);
  tellTheme();
}

function toggleProjector() {
  document.body.classList.toggle("projector");
  tellTheme();
}

/** A page from disk may not be allowed to keep anything. */
function remember(name, value) {
  try {
    localStorage.setItem(`baton.${name}`, value);
  } catch {
    // It is asked again next time.
  }
}

function remembered(name) {
  try {
    return localStorage.getItem(`baton.${name}`);
  } catch {
    return null;
  }
}

const Mark = () =>
  h("svg", { viewBox: "0 0 26 16", "aria-hidden": "true" },
    h("rect", { class: "baton-bar", width: 10, height: 6.4, rx: 1 }),
    h("rect", { class: "baton-bar", x: 15, y: 9.6, width: 11, height: 6.4, rx: 1 }),
    h("path", { class: "baton-way", d: "M0 3.2h10l5 9.6h11" }));

function Page() {
  const [route, setRoute] = useState(here);
  const [showsKeys, setShowsKeys] = useState(false);

  useEffect(() => {
    const moved = () => setRoute(here());
    const pressed = event => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target.closest?.("input:not([type=range]):not([type=radio]), select, textarea, dialog")) return;
      if (event.key === "p") toggleProjector();
      else if (event.key === "d") toggleTheme();
      else if (event.key === "?") setShowsKeys(true);
    };
    addEventListener("hashchange", moved);
    addEventListener("keydown", pressed);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", tellTheme);
    return () => {
      removeEventListener("hashchange", moved);
      removeEventListener("keydown", pressed);
    };
  }, []);

  const View = VIEWS.find(([name]) => name === route.view)[2];
  return [
    h("header", { class: "top" },
      h("a", { class: "brand", href: "#/lab" }, h(Mark), "Baton"),
      h("nav", { class: "nav", "aria-label": "Parts" },
        VIEWS.map(([name, title]) =>
          h("a", { key: name, href: `#/${name}`, "aria-current": name === route.view ? "page" : undefined }, title))),
      h("div", { class: "end" },
        h("button", { class: "plain", onClick: toggleProjector, title: "Large type for the wall (P)" }, "Projector"),
        h("button", { class: "plain", onClick: toggleTheme, title: "Light or dark (D)" }, "Light / dark"),
        h("button", { class: "plain", onClick: () => setShowsKeys(true), title: "All keys (?)", "aria-label": "All keys" }, "?"))),
    h(View, { key: route.view, engine, route, go }),
    showsKeys && h(Keys, { onClose: () => setShowsKeys(false) }),
  ];
}

const theme = remembered("theme");
if (theme) document.documentElement.dataset.theme = theme;
const wanted = new URLSearchParams(location.search);
if (wanted.has("theme")) document.documentElement.dataset.theme = wanted.get("theme");
if (wanted.has("projector")) document.body.classList.add("projector");
render(h(Page), document.getElementById("page"));
