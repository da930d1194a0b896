/**
 * The marks of every drawing in SVG, as preact nodes: a node and what it is doing, the token, an
 * arrow, a queue, a message under way. Lengths are pixels at a type of 14; `css/structure.css` has
 * the colours. A drawing has the class `marks`, and `hatching(id)` in it if anybody waits.
 */

import { h } from "preact";

const round = v => Math.round(v * 10) / 10;

/** Defines the hatching with which those who wait are filled: `url(#id)`. */
export function hatching(id) {
  const size = { width: 5, height: 5 };
  return h("defs", null,
    h("pattern", { id, ...size, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
      h("rect", { ...size, class: "paper" }),
      h("line", { x1: 0, y1: 0, x2: 0, y2: 5, class: "hatch" })));
}

/** How far a node reaches, with its rings. */
export function reach({ r, tags = [], leads = 0 }) {
  return Math.max(r + (tags.length > 0 ? 4 : 1), leads > 0 ? ringAt({ r, tags }, leads) + 1 : 0);
}

/** The radius of the first or second ring of whoever leads, outside of the token's. */
function ringAt({ r, tags = [] }, which) {
  return r + (tags.length > 0 ? 6.5 : 4) + 4 * (which - 1);
}

/** Where the letters of tokens sit: upper right, upper left, lower left, lower right. */
const CORNERS = [[1, -1], [-1, -1], [-1, 1], [1, 1]];

/**
 * A node.
 *
 * @param phase idle, waits or inside
 * @param tags T, or the numbers of the permits that are there; a ring says that there are any
 * @param leads 1 with a second ring, 2 with a third
 * @param now whether the last event was there
 * @param hatch the id of the hatching
 * @param title what a pointer that rests on it is told
 */
export function node({ x, y, r = 14, name, phase = "idle", tags = [], leads = 0, now = false, hatch, aimed = false, title, onClick, onPoint }) {
  const circle = (radius, kind, more) => h("circle", { r: round(radius), class: kind, ...more });
  const named = String(name);
  return h("g", {
    class: `node ${phase}${onClick ? " asks" : ""}${aimed ? " aimed" : ""}`,
    transform: `translate(${round(x)} ${round(y)})`,
    onClick,
    onPointerEnter: onPoint && (() => onPoint(true)),
    onPointerLeave: onPoint && (() => onPoint(false)),
  },
  title && h("title", null, title),
  now && circle(reach({ r, tags, leads }) + 3, "ring-now"),
  leads > 0 && circle(ringAt({ r, tags }, 1), "ring-leads"),
  leads > 1 && circle(ringAt({ r, tags }, 2), "ring-leads"),
  tags.length > 0 && circle(r + 2.6, "ring-token"),
  circle(r, "body", phase === "waits" ? { fill: `url(#${hatch})` } : null),
  phase === "waits" && circle(r * (named.length > 1 ? 0.76 : 0.63), "hole"),
  h("text", { y: round(r * 0.37), class: "name", style: { fontSize: `${round(r * (named.length > 2 ? 0.84 : 1.06))}px` } }, named),
  tags.slice(0, 4).map((tag, k) => tokenTag(CORNERS[k][0] * r * 0.98, CORNERS[k][1] * r * 0.98, tag)));
}

function tokenTag(x, y, tag) {
  return h("g", { class: "tag", transform: `translate(${round(x)} ${round(y)})` },
    h("circle", { r: 6.5 }), h("text", { y: 3.2 }, tag));
}

/** A node where there are many: a dot, with its number if it waits, is inside or is pointed at. */
export function dot({ x, y, name, phase = "idle", tags = [], leads = 0, now = false, out, named, aimed = false, title, onClick, onPoint }) {
  const r = phase === "idle" ? 3 : 3.8;
  const far = r + (now ? 10 : tags.length > 0 ? 9 : leads > 0 ? 7 : 5);
  return h("g", {
    class: `node dot ${phase}${onClick ? " asks" : ""}${aimed ? " aimed" : ""}`,
    transform: `translate(${round(x)} ${round(y)})`,
    onClick,
    onPointerEnter: onPoint && (() => onPoint(true)),
    onPointerLeave: onPoint && (() => onPoint(false)),
  },
  title && h("title", null, title),
  h("circle", { r: 8, class: "near" }),
  now && h("circle", { r: r + 5.5, class: "ring-now" }),
  leads > 0 && h("circle", { r: r + 2.5 * leads, class: "ring-leads" }),
  tags.length > 0 && h("circle", { r: r + 2.4, class: "ring-token" }),
  h("circle", { r, class: "body" }),
  named && h("text", {
    x: round(out.x * far),
    y: round(out.y * far + 3.2 + out.y * 3),
    class: "name",
    "text-anchor": anchorOf(out.x),
  }, name));
}

/** What the number of a dot covers, about. */
export function placeOfName({ x, y, name, out }) {
  const width = 6 * String(name).length + 2;
  const far = 9;
  const anchor = { middle: 0.5, start: 0, end: 1 }[anchorOf(out.x)];
  const left = x + out.x * far - anchor * width;
  const middle = y + out.y * (far + 3);
  return { left, right: left + width, top: middle - 5, bottom: middle + 5 };
}

function anchorOf(x) {
  return Math.abs(x) < 0.4 ? "middle" : x > 0 ? "start" : "end";
}

/** The curve from a node to another, a little to the left of its way. */
function curve(a, b, { start = 0, end = 0, bend = 0.1 }) {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const knee = { x: (a.x + b.x) / 2 + dy * bend, y: (a.y + b.y) / 2 - dx * bend };
  const towards = (p, q) => {
    const length = Math.hypot(q.x - p.x, q.y - p.y) || 1;
    return { x: (q.x - p.x) / length, y: (q.y - p.y) / length };
  };
  const out = towards(a, knee);
  const into = towards(knee, b);
  return {
    knee,
    into,
    from: { x: a.x + out.x * start, y: a.y + out.y * start },
    to: { x: b.x - into.x * end, y: b.y - into.y * end },
  };
}

/** A place on the way from a node to another: 0 where it begins, 1 where it ends. */
export function along(a, b, part, ways = {}) {
  const { from, to, knee } = curve(a, b, ways);
  const rest = 1 - part;
  return {
    x: rest * rest * from.x + 2 * rest * part * knee.x + part * part * to.x,
    y: rest * rest * from.y + 2 * rest * part * knee.y + part * part * to.y,
  };
}

/**
 * An arrow.
 *
 * @param kind classes: thin, strong, dotted, changed, was, message, link
 * @param start how far from the first place it begins
 * @param end how far from the second it ends
 * @param bend of its length, to the left
 * @param part how much of the way it goes
 * @param head the length of its head; 0 for a line
 */
export function arrow(a, b, { kind = "thin", start = 0, end = 0, bend = 0.1, part = 1, head = 8, dashes } = {}) {
  const ways = { start, end, bend };
  const whole = curve(a, b, ways);
  if (Math.hypot(whole.to.x - whole.from.x, whole.to.y - whole.from.y) < 2) return null;
  const tip = part < 1 ? along(a, b, part, ways) : whole.to;
  const knee = part < 1 ? between(whole.from, whole.knee, part) : whole.knee;
  const length = Math.hypot(tip.x - knee.x, tip.y - knee.y) || 1;
  const u = part < 1 ? { x: (tip.x - knee.x) / length, y: (tip.y - knee.y) / length } : whole.into;
  const neck = { x: tip.x - u.x * head, y: tip.y - u.y * head };
  const half = head * 0.46;
  return h("g", { class: `arrow ${kind}` },
    h("path", {
      class: "shaft",
      d: `M${xy(whole.from)}Q${xy(knee)} ${xy(neck)}`,
      "stroke-dasharray": dashes || undefined,
    }),
    head > 0 && h("path", {
      class: "head",
      d: `M${xy(tip)}L${xy({ x: neck.x - u.y * half, y: neck.y + u.x * half })}L${xy({ x: neck.x + u.y * half, y: neck.y - u.x * half })}Z`,
    }));
}

const xy = ({ x, y }) => `${round(x)} ${round(y)}`;

function between(a, b, part) {
  return { x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part };
}

/** Words in a drawing; what is below them is kept off by a rim of paper. */
export function words(x, y, text, { kind = "", anchor = "middle" } = {}) {
  return h("text", { x: round(x), y: round(y), class: `words ${kind}`, "text-anchor": anchor }, text);
}

export const BOX = { width: 15, height: 15 };

/** How wide a row of boxes is. */
export function queueWidth(items) {
  return items.reduce((sum, item) => sum + boxWidth(item), 0);
}

function boxWidth(item) {
  return Math.max(BOX.width, 5 + 6 * String(item).length);
}

/**
 * A queue: a row of boxes, the first on the left.
 *
 * @param x its left edge
 * @param y its middle
 * @param kind classes: copy for what is kept for somebody else, changed
 */
export function queue(x, y, items, kind = "") {
  let left = x;
  return h("g", { class: `queue ${kind}` }, items.map(item => {
    const width = boxWidth(item);
    const box = h("g", { transform: `translate(${round(left)} ${round(y)})` },
      h("rect", { y: -BOX.height / 2, width, height: BOX.height }),
      h("text", { x: width / 2, y: 3.7 }, item));
    left += width;
    return box;
  }));
}

/** A message under way: its letter in a circle; where there are many, a small circle. */
export function bullet({ x, y, letter, token = false, small = false, title }) {
  return h("g", { class: `bullet${token ? " token" : ""}${small ? " small" : ""}`, transform: `translate(${round(x)} ${round(y)})` },
    title && h("title", null, title),
    h("circle", { r: small ? 1.9 : 8 }),
    !small && h("text", { y: 3.9 }, letter));
}

/** The ground of a group: a tile, an oval whose edge is dashed, or a broad way along links. */
export function ground({ shape, x, y, width, height, ways, members }, at, broad) {
  if (shape === "tile") return h("rect", { class: "ground", x: round(x), y: round(y), width: round(width), height: round(height), rx: 6 });
  if (shape === "oval") {
    return h("ellipse", { class: "ground open", cx: round(x + width / 2), cy: round(y + height / 2), rx: round(width / 2), ry: round(height / 2) });
  }
  if (shape === "along") {
    const dots = members.map(member => `M${xy(at(member))}h0.01`);
    const lines = ways.map(([a, b]) => `M${xy(at(a))}L${xy(at(b))}`);
    return h("path", { class: "ground along", d: [...dots, ...lines].join(""), style: { strokeWidth: broad } });
  }
  return null;
}

/** The way that somebody who roams has come, in dots. */
export function trail(a, b, r) {
  const ways = { start: r + 6, end: r + 6, bend: 0.14 };
  const { from, to, knee } = curve(a, b, ways);
  return h("path", { class: "trail", d: `M${xy(from)}Q${xy(knee)} ${xy(to)}` });
}

/** A drawing of one mark, for a key: `width` by 16. */
export function sample(mark, width = 23) {
  return h("svg", { class: "marks sample", viewBox: `0 0 ${width} 16`, style: { width: `${width / 14}rem` }, "aria-hidden": "true" }, mark);
}
