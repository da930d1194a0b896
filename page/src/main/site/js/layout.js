/**
 * Where the nodes of a run stand. A layout knows nothing of what is drawn: it gives a place for each
 * node after each event, the direction in which there is room beside it, and the grounds on which
 * groups stand. Lengths are pixels at a type of 14; the drawing scales them.
 *
 * Nodes keep their places while time goes on; only those who roam move from ground to ground.
 */

import { NONE } from "baton/run.js";

const TURN = 2 * Math.PI;

/** From this number of nodes on they are dots. */
export const MANY = 31;

/**
 * The layout of a run.
 *
 * @param kind circle, ring, star, tree, graph, array, cells, groups, clusters or neighbourhoods
 * @param around the groups, clusters or links that the algorithm forms: see keeps.js
 * @returns {{ at, out, radius, grounds, dots }} `at(node, i)` is a place, `out(node, i)` a
 *     direction of length 1
 */
export function layoutOf(run, kind, width, height, around = {}) {
  const box = { width, height };
  const made = LAYOUTS[kind](run, box, around);
  const dots = run.n >= MANY;
  const gap = closest(made.all ?? made.places);
  const usual = run.n <= 8 ? 14 : run.n <= 16 ? 12.5 : 11;
  const radius = dots ? 3 : Math.max(6, Math.min(usual, gap * 0.36, Math.min(made.dx ?? 99, made.dy ?? 99) * 0.24));
  return {
    at: node => made.places[node],
    out: node => made.outs?.[node] ?? BELOW,
    grounds: [],
    cell: 0,
    ...made,
    radius,
    dots,
    width,
    height,
  };
}

const BELOW = { x: 0, y: 1 };
const ABOVE = { x: 0, y: -1 };
const RIGHT = { x: 1, y: 0 };
const LEFT = { x: -1, y: 0 };

const LAYOUTS = {
  circle: (run, box) => circle(indices(run.n), box),
  ring: (run, box) => circle(indices(run.n), box),
  star: (run, box) => star(run.n, box),
  tree: (run, box) => treeOf(run.n, run.structure.edges, box),
  graph: (run, box, around) => graphOf(run, box, around.links ?? run.structure.edges),
  array: (run, box) => arrayOf(run, box),
  cells: (run, box) => cellsOf(run, box),
  groups: (run, box, around) => groupsOf(around.groups, box, run.n),
  clusters: clustersOf,
  neighbourhoods: neighbourhoodsOf,
};

function indices(n) {
  return Array.from({ length: n }, (_, i) => i);
}

/** The smallest distance between two places. */
function closest(places) {
  let least = Infinity;
  for (let i = 0; i < places.length; i++) {
    for (let j = 0; j < i; j++) {
      least = Math.min(least, Math.hypot(places[i].x - places[j].x, places[i].y - places[j].y));
    }
  }
  return least;
}

/** On an ellipse, the first at the top, then clockwise; there is room outside. */
function circle(order, { width, height }) {
  const many = order.length >= MANY;
  const ry = height / 2 - (many ? 20 : 42);
  const cy = height / 2 - (many ? 0 : 8);
  const rx = Math.min(width / 2 - (many ? 24 : 56), ry * 1.3);
  const places = [];
  const outs = [];
  order.forEach((node, k) => {
    const angle = (k / order.length) * TURN - TURN / 4;
    outs[node] = { x: Math.cos(angle), y: Math.sin(angle) };
    places[node] = { x: width / 2 + rx * outs[node].x, y: cy + ry * outs[node].y };
  });
  if (order.length === 1) places[0] = { x: width / 2, y: cy };
  return { places, outs };
}

/** The last node in the middle, as a coordinator is. */
function star(n, box) {
  const around = circle(indices(n - 1), box);
  return {
    places: [...around.places, { x: box.width / 2, y: box.height / 2 - (n >= MANY ? 0 : 8) }],
    outs: [...around.outs, BELOW],
  };
}

/** By node: those that it is linked to. */
function neighboursOf(n, edges) {
  const next = Array.from({ length: n }, () => []);
  for (const [a, b] of edges) {
    next[a].push(b);
    next[b].push(a);
  }
  return next;
}

/** By node, how many links away it is; Infinity where there is no way. */
function distances(from, next) {
  const far = Array(next.length).fill(Infinity);
  far[from] = 0;
  const queue = [from];
  for (const node of queue) {
    for (const other of next[node]) {
      if (far[other] === Infinity) {
        far[other] = far[node] + 1;
        queue.push(other);
      }
    }
  }
  return far;
}

/** Whether links are one path from node 0 to another end. */
export function isLine(n, edges) {
  const next = neighboursOf(n, edges);
  return edges.length === n - 1 && next[0].length <= 1 && next.every(others => others.length <= 2);
}

/**
 * Rows from the root down or, where these are too narrow or it is a star, rings around it; a path is
 * a line.
 */
function treeOf(n, edges, box) {
  if (isLine(n, edges)) return path(n, edges, box);
  const next = neighboursOf(n, edges);
  const rows = layered(n, next, box);
  const rings = radial(n, next, box);
  const isStar = n > 4 && next.some(others => others.length === n - 1);
  const room = closest(rows.places);
  return !isStar && (n < MANY && room >= 34 || room > closest(rings.places)) ? rows : rings;
}

/** Children by node, in the order of a walk from the root. */
function childrenOf(next, root) {
  const children = next.map(() => []);
  const seen = new Set([root]);
  for (const node of seen) {
    for (const other of next[node]) {
      if (!seen.has(other)) {
        seen.add(other);
        children[node].push(other);
      }
    }
  }
  return children;
}

/** Leaves side by side, others above the middle of their children: between 0 and 1, and the depth. */
function tidy(n, next, root) {
  const children = childrenOf(next, root);
  const at = [];
  let leaves = 0;
  let deepest = 0;
  const place = (node, depth) => {
    deepest = Math.max(deepest, depth);
    for (const child of children[node]) place(child, depth + 1);
    const own = children[node];
    const across = own.length === 0 ? leaves++ : (at[own[0]].across + at[own[own.length - 1]].across) / 2;
    at[node] = { across, depth, leaf: own.length === 0 };
  };
  place(root, 0);
  for (let node = 0; node < n; node++) if (!at[node]) place(node, 0);
  return { at, leaves, deepest };
}

function layered(n, next, { width, height }) {
  const { at, leaves, deepest } = tidy(n, next, 0);
  const many = n >= MANY;
  const side = many ? 12 : 30;
  const top = many ? 14 : 28;
  const bottom = many ? 18 : 46;
  const places = at.map(({ across, depth }) => ({
    x: side + ((across + 0.5) / leaves) * (width - 2 * side),
    y: top + (deepest === 0 ? 0.5 : depth / deepest) * (height - top - bottom),
  }));
  const outs = at.map(({ leaf }, node) => (leaf ? BELOW : places[node].x < width / 2 - 1 ? LEFT : RIGHT));
  return { places, outs };
}

function radial(n, next, { width, height }) {
  const { at, leaves, deepest } = tidy(n, next, centre(next));
  const ry = height / 2 - 20;
  const rx = Math.min(width / 2 - 24, ry * 1.4);
  const outs = [];
  const places = at.map(({ across, depth }, node) => {
    const angle = ((across + 0.5) / leaves) * TURN - TURN / 4;
    const far = deepest === 0 ? 0 : depth / deepest;
    outs[node] = { x: Math.cos(angle), y: Math.sin(angle) };
    return { x: width / 2 + rx * far * outs[node].x, y: height / 2 + ry * far * outs[node].y };
  });
  return { places, outs };
}

/** The node from which the farthest is nearest. */
function centre(next) {
  let best = 0;
  let least = Infinity;
  next.forEach((_, node) => {
    const far = Math.max(...distances(node, next));
    if (far < least) {
      least = far;
      best = node;
    }
  });
  return best;
}

/** A path, back and forth in rows. */
function path(n, edges, { width, height }) {
  const order = [...walk(neighboursOf(n, edges), 0)];
  const perRow = Math.min(order.length, Math.max(2, Math.floor((width - 24) / (order.length >= MANY ? 20 : 48))));
  const rows = Math.ceil(order.length / perRow);
  const dx = Math.min(96, (width - 56) / Math.max(1, perRow - 1));
  const dy = Math.min(70, (height - 70) / Math.max(1, rows - 1));
  const places = [];
  order.forEach((node, k) => {
    const row = Math.floor(k / perRow);
    const column = row % 2 === 0 ? k % perRow : perRow - 1 - (k % perRow);
    places[node] = {
      x: width / 2 + (column - (perRow - 1) / 2) * dx,
      y: height / 2 - 6 + (row - (rows - 1) / 2) * dy,
    };
  });
  return { places };
}

function walk(next, from) {
  const order = new Set([from]);
  for (const node of order) for (const other of next[node]) order.add(other);
  return order;
}

/** A graph without a shape of its own: places whose distances are those along its links. */
function graphOf(run, box, edges) {
  const n = run.n;
  if (run.structure.columns > 0) return arrayOf(run, box);
  if (edges.length === 0 || edges.length === (n * (n - 1)) / 2 || n > 300) return circle(indices(n), box);
  if (edges.length === n - 1) return treeOf(n, edges, box);
  const next = neighboursOf(n, edges);
  const far = next.map((_, node) => distances(node, next));
  const longest = Math.max(...far.flat().filter(Number.isFinite));
  const wanted = (i, j) => Math.min(far[i][j], longest + 1);
  const places = fitted(settled(circle(indices(n), { width: 2, height: 2 }).outs, wanted), box);
  return { places, outs: away(places, next) };
}

/** Moves each place, again and again, to where its distances to all others are as wanted. */
function settled(start, wanted) {
  const places = start.map(({ x, y }, i) => ({ x: x * 3 + 0.01 * i, y: y * 3 }));
  for (let round = 0; round < 80; round++) {
    places.forEach((p, i) => {
      let x = 0;
      let y = 0;
      let weights = 0;
      places.forEach((q, j) => {
        if (i === j) return;
        const d = wanted(i, j);
        const apart = Math.hypot(p.x - q.x, p.y - q.y) || 0.001;
        const weight = 1 / (d * d);
        x += weight * (q.x + (d * (p.x - q.x)) / apart);
        y += weight * (q.y + (d * (p.y - q.y)) / apart);
        weights += weight;
      });
      p.x = x / weights;
      p.y = y / weights;
    });
  }
  return places;
}

/** Stretched to fill a box. */
function fitted(places, { width, height }) {
  const xs = places.map(p => p.x);
  const ys = places.map(p => p.y);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const scaleY = (height - 84) / (bottom - top || 1);
  const scaleX = Math.min((width - 88) / (right - left || 1), scaleY * 1.6);
  return places.map(p => ({
    x: width / 2 + (p.x - (left + right) / 2) * scaleX,
    y: height / 2 - 8 + (p.y - (top + bottom) / 2) * Math.min(scaleY, scaleX * 1.6),
  }));
}

/** Away from those that a node is linked to. */
function away(places, next) {
  return places.map((p, node) => {
    const x = next[node].reduce((sum, other) => sum + p.x - places[other].x, 0);
    const y = next[node].reduce((sum, other) => sum + p.y - places[other].y, 0);
    const length = Math.hypot(x, y);
    return length < 1 ? BELOW : { x: x / length, y: y / length };
  });
}

/** Rows and columns; without any, as square as possible. */
function columnsOf(run) {
  return run.structure.columns || Math.ceil(Math.sqrt(run.n));
}

function arrayOf(run, { width, height }) {
  const columns = columnsOf(run);
  const rows = Math.ceil(run.n / columns);
  const many = run.n >= MANY;
  const left = many ? 30 : 66;
  const dx = Math.min(84, (width - left - (many ? 30 : 34)) / Math.max(1, columns - 1));
  const dy = Math.min(84, (height - (many ? 36 : 76)) / Math.max(1, rows - 1));
  const places = indices(run.n).map(i => ({
    x: Math.max(left, width / 2 - ((columns - 1) / 2) * dx) + (i % columns) * dx,
    y: height / 2 - 6 + (Math.floor(i / columns) - (rows - 1) / 2) * dy,
  }));
  return { places, columns, rows, dx, dy };
}

/** The same with a cell around each node, in which it stands at the upper left. */
function cellsOf(run, box) {
  const columns = columnsOf(run);
  const rows = Math.ceil(run.n / columns);
  if (run.n >= MANY || Math.min(box.width / columns, box.height / rows) < 46) {
    return { ...arrayOf(run, box), cells: false };
  }
  const gap = 14;
  const cell = Math.min(76, (box.width - 80 - gap * (columns - 1)) / columns, (box.height - 20 - gap * (rows - 1)) / rows);
  const pitch = cell + gap;
  const left = (box.width - columns * pitch + gap) / 2 - 12;
  const top = (box.height - rows * pitch + gap) / 2;
  const corner = i => ({ x: left + (i % columns) * pitch, y: top + Math.floor(i / columns) * pitch });
  const places = indices(run.n).map(corner).map(({ x, y }) => ({ x: x + 16, y: y + 16 }));
  return { places, columns, rows, cells: true, cell, corner, pitch };
}

/** Grounds side by side, as many in a row as makes them widest. */
function tiles(count, { width, height }, gap) {
  const perRow = count <= 3 ? count : Math.ceil(Math.sqrt(count * (width > 2 * height ? 2 : 1)));
  const rows = Math.ceil(count / perRow);
  const w = (width - gap * (perRow - 1)) / perRow;
  const h = (height - gap * (rows - 1)) / rows;
  return indices(count).map(k => ({
    x: (k % perRow) * (w + gap),
    y: Math.floor(k / perRow) * (h + gap),
    width: w,
    height: h,
  }));
}

/** Staggered rows in a ground. */
function inRows(count, { x, y, width, height }) {
  const perRow = Math.max(1, Math.min(count, Math.ceil(Math.sqrt((count * width) / height))));
  const rows = Math.ceil(count / perRow);
  return indices(count).map(k => {
    const row = Math.floor(k / perRow);
    const shift = rows > 1 ? (row % 2 === 0 ? 0.36 : 0.64) : 0.5;
    return {
      x: x + ((k % perRow) + shift) * (width / perRow),
      y: y + (row + 0.5) * (height / rows),
    };
  });
}

/**
 * Groups that stay.
 *
 * @param groups each with its name and members, and with its leader, who stands before the others
 */
function groupsOf(groups, box, n) {
  const room = n >= MANY ? 8 : 20;
  const grounds = tiles(groups.length, { width: box.width, height: box.height - 4 }, room).map((tile, g) => ({
    ...tile,
    height: tile.height - 18,
    shape: "tile",
    label: groups[g].name,
    members: groups[g].members,
    leader: groups[g].leader,
  }));
  const places = [];
  for (const ground of grounds) {
    const others = ground.members.filter(member => member !== ground.leader);
    const lane = others.length < ground.members.length ? Math.min(n >= MANY ? 24 : 50, ground.width / 3) : 0;
    const inner = { x: ground.x + lane + 6, y: ground.y + 2, width: ground.width - lane - 8, height: ground.height - (n >= MANY ? 4 : 14) };
    inRows(others.length, inner).forEach((place, k) => (places[others[k]] = place));
    if (lane > 0) places[ground.leader] = { x: ground.x + lane / 2 + 4, y: ground.y + ground.height * 0.4 };
  }
  return { places, grounds, outs: places.map(() => BELOW) };
}

/** A tree or a graph, whose clusters are grounds along its links. */
function clustersOf(run, box, { clusters, links }) {
  const edges = run.structure.edges;
  const made = edges.length === run.n - 1 ? treeOf(run.n, edges, box) : graphOf(run, box, edges);
  const grounds = clusters.map(({ name, members }) => ({
    shape: "along",
    label: name,
    members,
    ways: links.filter(([a, b]) => members.includes(a) && members.includes(b)),
  }));
  return { ...made, grounds };
}

/**
 * Neighbourhoods, and whoever is outside of them beside. A node that comes takes the first free
 * place, and keeps it until it leaves.
 */
function neighbourhoodsOf(run, { width, height }) {
  const count = Math.max(1, run.structure.neighbourhoods);
  const stays = staysOf(run, count);
  const some = stays.most[count] > 0;
  const strip = some ? Math.min(96, width * 0.22) : 0;
  const grounds = tiles(count, { width: width - strip, height: height - 2 }, 14).map((tile, g) => ({
    ...tile,
    height: tile.height - 20,
    shape: "oval",
    label: count > 1 ? `neighbourhood ${g}` : "neighbourhood",
  }));
  const slots = grounds.map((ground, g) => inOval(Math.max(1, stays.most[g]), ground));
  slots.push(inRows(stays.most[count], { x: width - strip + 10, y: 24, width: strip - 14, height: height - 60 }));
  if (some) {
    grounds.push({ shape: "none", label: "outside", x: width - strip + 10, y: 0, width: strip - 14, height: height - 22 });
  }
  const place = ({ ground, slot }) => slots[ground][slot];
  return {
    places: [],
    all: slots.flat(),
    at: (node, i) => place(stays.of(node, i)),
    cameFrom: (node, i) => {
      const before = stays.before(node, i);
      return before && place(before);
    },
    out: (node, i) => {
      const { ground, slot } = stays.of(node, i);
      const { y, height: high, shape } = grounds[ground];
      return shape === "oval" && slots[ground][slot].y > y + high * 0.55 ? ABOVE : BELOW;
    },
    grounds,
  };
}

function inOval(count, { x, y, width, height }) {
  const cx = x + width / 2;
  const cy = y + height / 2;
  const onRing = (k, of, far, turned) => {
    const angle = ((k + turned) / of) * TURN - TURN / 4;
    return { x: cx + (width / 2) * far * Math.cos(angle), y: cy + (height / 2) * far * Math.sin(angle) };
  };
  if (count === 1) return [{ x: cx, y: cy }];
  if (count <= 7) return indices(count).map(k => onRing(k, count, 0.58, 0.15));
  const outer = Math.ceil(count * 0.68);
  return indices(count).map(k => (k < outer ? onRing(k, outer, 0.72, 0) : onRing(k - outer, count - outer, 0.3, 0.5)));
}

/** Where each node is when: the number of a ground, the last of which is outside, and of a place in it. */
function staysOf(run, count) {
  const groundOf = place => (place === NONE ? count : place);
  const taken = Array.from({ length: count + 1 }, () => []);
  const most = Array(count + 1).fill(0);
  const stays = Array.from({ length: run.n }, () => []);
  const settle = (node, ground, since) => {
    let slot = taken[ground].findIndex(who => who === undefined);
    if (slot === -1) slot = taken[ground].length;
    taken[ground][slot] = node;
    most[ground] = Math.max(most[ground], slot + 1);
    stays[node].push({ since, ground, slot });
  };
  run.homes.forEach((home, node) => settle(node, groundOf(home), NONE));
  for (const e of run.events) {
    const last = stays[e.node][stays[e.node].length - 1];
    const ground = groundOf(e.place);
    if (ground !== last.ground) {
      taken[last.ground][last.slot] = undefined;
      settle(e.node, ground, e.i);
    }
  }
  const index = (node, i) => stays[node].findLastIndex(stay => stay.since <= i);
  return {
    most,
    of: (node, i) => stays[node][Math.max(0, index(node, i))],
    before: (node, i) => stays[node][index(node, i) - 1],
  };
}
