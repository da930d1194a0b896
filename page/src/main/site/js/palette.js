/**
 * The colours and strokes of tokens.css for drawings that cannot use CSS: read once, and again when
 * the theme, the size of type or the contrast changes.
 */

const COLOURS = [
  "paper", "raised", "sunken", "ink", "ink-2", "ink-3", "rule", "rule-2", "lane", "ghost",
  "token", "token-in", "token-text", "on-token", "now", "now-soft", "on-now",
  "mark", "mark-edge", "bad", "bad-soft", "good", "veil",
];

const STROKES = ["lane", "message", "token", "inside", "wait", "now"];

/** The size of type, in pixels, for which the sizes of the drawings are given. */
const DESIGNED_FOR = 14;

const listeners = new Set();
let current = null;

/** ink-2 is ink2, and now-soft is nowSoft. */
const camel = name => name.replace(/-(.)/g, (_, next) => next.toUpperCase());

function read() {
  const probe = document.createElement("i");
  probe.hidden = true;
  document.body.append(probe);
  const style = getComputedStyle(probe);
  const found = { strokes: {} };
  for (const name of COLOURS) {
    probe.style.color = `var(--${name})`;
    found[camel(name)] = style.color;
  }
  for (const name of STROKES) found.strokes[name] = parseFloat(style.getPropertyValue(`--w-${name}`));
  found.sans = style.getPropertyValue("--sans").trim() || "sans-serif";
  found.k = parseFloat(getComputedStyle(document.documentElement).fontSize) / DESIGNED_FOR;
  found.isWall = document.body.classList.contains("projector");
  found.hasContrast = matchMedia("(prefers-contrast: more)").matches;
  probe.remove();
  return found;
}

function refresh() {
  if (current === null) return;
  const found = read();
  if (JSON.stringify(found) === JSON.stringify(current)) return;
  current = found;
  for (const listener of [...listeners]) listener(current);
}

addEventListener("resize", refresh);
addEventListener("baton:theme", refresh);
for (const query of ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"]) {
  matchMedia(query).addEventListener("change", refresh);
}

/**
 * Colours by the names of their tokens (`ink2`, `nowSoft`), `strokes` by theirs (`inside`), the font
 * `sans`, and `k`: what one pixel of the design is on the screen, since drawings scale with the type.
 * The object is another one after each change.
 */
export function palette() {
  current ??= read();
  return current;
}

/**
 * Calls a function whenever the palette has changed.
 *
 * @returns {() => void} ends that
 */
export function onPalette(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const DASHES = {
  A: [1.5, 3], E: [6, 2.5, 1.5, 2.5], F: [2, 2.5], I: [9, 3, 2, 3], L: [], P: [11, 3],
  Q: [7, 2], R: [5, 3.5], S: [3.5, 1.5], T: [], X: [1.5, 1.5, 6, 1.5],
};
const SPARE = [[4, 3], [8, 2, 2, 2, 2, 2], [2, 5], [12, 2.5, 4, 2.5]];

/** The dashes of a type of message, by its letter: lengths in pixels of the design. */
export function dashOf(letter) {
  return DASHES[letter] ?? SPARE[(letter ?? "?").charCodeAt(0) % SPARE.length];
}
