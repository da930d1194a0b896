/**
 * What each algorithm keeps: which of the fields that its nodes show are pointers, queues or lists
 * of nodes, who leads, and how the nodes are arranged. All that a structure view draws beyond
 * nodes, tokens and messages follows from this table; an algorithm that is not in it is drawn
 * without fields.
 */

import { NONE, fields, list, number } from "baton/run.js";

/** The fields of a node at one moment; `token.Q` is the field Q of the message in the field token. */
export class Look {
  constructor(text) {
    this.values = new Map();
    this.lists = new Map();
    for (const [name, value] of fields(text)) this.put(name, value);
  }

  put(name, value) {
    if (!this.values.has(name)) this.values.set(name, value);
    const open = value.indexOf("(");
    if (open <= 0 || value[0] === "[") return;
    for (const [inner, its] of fields(value.slice(open + 1, -1))) this.put(`${name}.${inner}`, its.replace(/,$/, ""));
  }

  has(name) {
    return this.values.has(name) && this.values.get(name) !== "none";
  }

  get(name) {
    return this.values.get(name) ?? "none";
  }

  is(name) {
    return this.values.get(name) === "yes";
  }

  /** The node that a field names; of a timestamp `2@0` the node 0. */
  node(name) {
    return nodeOf(this.get(name));
  }

  list(name) {
    if (!this.lists.has(name)) this.lists.set(name, this.get(name) === "none" ? [] : list(this.get(name)));
    return this.lists.get(name);
  }

  /** A list of nodes or timestamps; NONE where it says none. */
  nodes(name) {
    return this.list(name).map(nodeOf);
  }

  /** A list of numbers; 0 where it says none. */
  counts(name) {
    return this.list(name).map(value => (value === "none" ? 0 : +value));
  }
}

function nodeOf(value) {
  return number(value.slice(value.indexOf("@") + 1));
}

const looks = new WeakMap();

/** The fields of a node after event i. */
export function look(run, node, i) {
  const text = run.stateText(node, i);
  if (!looks.has(run)) looks.set(run, new Map());
  const known = looks.get(run);
  if (!known.has(text)) known.set(text, new Look(text));
  return known.get(text);
}

/** The places of a list that fulfil something. */
function where(values, test) {
  return values.flatMap((value, j) => (test(value, j) ? [j] : []));
}

// Parts of the table. `to` and `items` get the look, the node, the run and the event.

/** A pointer to one node. Strong if any of the named flags is set; what is rare is not in the key. */
function pointer(name, { stroke = "thin", strong = [], strongWord = "asked", rare = false, to } = {}) {
  return {
    name,
    stroke,
    rare,
    strong: strong.length > 0 ? f => strong.some(flag => f.is(flag) || f.list(flag).length > 0 && f.get(flag) !== "no") : () => false,
    says: strong.length > 0 ? `, strong if ${strongWord}` : "",
    to: to ?? (f => [f.node(name)]),
  };
}

/** A queue of nodes. */
function boxes(name, { field = name, items, copy = false, says = "", rare = false } = {}) {
  return { name, field, copy, says, rare, items: items ?? (f => f.nodes(field).map(j => (j === NONE ? "–" : j))) };
}

const none = () => [];

/** Short lines from a node towards others; with `heads` they are arrows. */
function spokes(name, to, says, heads = false) {
  return { name, to, says, heads };
}

/** From a node that waits to those whose count of its requests is not behind its own. */
function heardOf(field) {
  return spokes(field, (f, node, run, i) => {
    const own = f.counts(field)[node] ?? 0;
    if (run.phase(node, i) !== "waits" || own === 0) return [];
    return where(Array(run.n).fill(0), (_, j) => j !== node && look(run, j, i).counts(field)[node] >= own);
  }, "who has heard");
}

/** From a node that waits to those whose answer it has received since it asked. */
function answered(type) {
  return spokes(type, (f, node, run, i) => {
    if (run.phase(node, i) !== "waits") return [];
    const from = new Set();
    for (const e of stayOf(run, node, i)) {
      const m = run.messages[run.events[e].m];
      if (m?.type === type) from.add(m.from);
    }
    return [...from];
  }, "who has replied");
}

/** The events of a node from its last request on, up to event i. */
export function stayOf(run, node, i) {
  const own = run.eventsOf[node];
  let end = own.length;
  while (end > 0 && own[end - 1] > i) end--;
  let begin = end - 1;
  while (begin > 0 && run.events[own[begin]].kind !== "request") begin--;
  return own.slice(Math.max(0, begin), end);
}

/** Whom a node that waits has asked: its row and its column, or whoever it has sent a request. */
function askedBy(run, node, i, byArray) {
  if (byArray) return crossing(run.n, run.structure.columns, node);
  const asked = new Set([node]);
  for (const e of stayOf(run, node, i)) {
    for (const m of run.sentBy[e]) if (m.type === "REQUEST") asked.add(m.to);
  }
  return [...asked];
}

/** Row and column of a node; a column crosses a short last row counted round. */
function crossing(n, columns, node) {
  const row = Math.floor(node / columns);
  return where(Array(n).fill(0), (_, j) => {
    const start = Math.floor(j / columns) * columns;
    const length = Math.min(columns, n - start);
    return start / columns === row || j - start === (node % columns) % length;
  });
}

function quorums(layout, more = {}) {
  return {
    layout,
    queues: [boxes("queue", { says: ": who waits" })],
    lock: f => f.node("lock"),
    asked: (run, node, i) => askedBy(run, node, i, layout === "cells" && run.structure.columns > 0),
    key: [["link", "asks, solid if locked"]],
    ...more,
  };
}

/** Groups of consecutive numbers, as Groups in Java forms them. */
function collected(run) {
  const n = run.n;
  const count = run.structure.parts || Math.round(Math.sqrt(n));
  const larger = (n % count) * (Math.floor(n / count) + 1);
  const least = Math.floor(n / count);
  const groupOf = node => (node < larger ? Math.floor(node / (least + 1)) : (n % count) + Math.floor((node - larger) / least));
  const made = grouped(run, count, groupOf);
  const holder = run.recording.holder;
  for (const group of made.groups) group.leader = group.members.includes(holder) ? holder : group.members[0];
  return made;
}

function grouped(run, count, groupOf) {
  const groups = Array.from({ length: count }, (_, g) => ({ name: `group ${g}`, members: [] }));
  for (let node = 0; node < run.n; node++) groups[groupOf(node)].members.push(node);
  return { groups, groupOf };
}

/** A local request collector leads, the global one leads the leaders. */
function collects(f, node, run) {
  const { groups, groupOf } = around(run);
  const own = groupOf(node);
  if (node !== groups[own].leader) return 0;
  const isGlobal = f.has("GRC") ? f.node("GRC") === own : node === run.recording.holder;
  return isGlobal ? 2 : 1;
}

/** A queue of groups, not of nodes; as printed in the paper it is one of nodes. */
const groupsIn = field => f => f.nodes(field).map(g => (f.has("requestSent") ? g : `g${g}`));

function collectors(more) {
  return {
    layout: "groups",
    around: collected,
    leads: collects,
    queues: [
      boxes("LRQ"),
      boxes("GRQ", { items: groupsIn("GRQ") }),
      boxes("tokenQueue", { rare: true, copy: true, items: f => (f.get("tokenQueue")[0] === "[" ? f.nodes("tokenQueue") : []) }),
      ...(more.queues ?? []),
    ],
    key: [["rings", "collects, for all"]],
    permits: more.permits,
  };
}

/**
 * Clusters and their leaders: the zones of the structure or, where it has none, what the leaders
 * find at the start. At first each Dir leads along the tree to the holder's leader, and each leader but
 * that one keeps an internal token.
 */
function clustered(run) {
  const starts = Array.from({ length: run.n }, (_, node) => look(run, node, NONE));
  const next = starts.map((f, node) => (f.node("Dir") === NONE ? node : f.node("Dir")));
  const links = next.flatMap((to, node) => (to === node ? [] : [[node, to]]));
  const zones = run.structure.zones;
  const clusters = (zones.length > 0 ? zones : found(run, starts, links)).map((members, c) =>
    ({ name: `C${c}`, leader: members[0], members }));
  return { clusters, links, leaders: new Set(clusters.map(c => c.leader)) };
}

/** Each with its leader first: the tree is walked from node 0, and a leader begins a cluster. */
function found(run, starts, links) {
  const holder = run.recording.holder;
  const home = starts.findIndex((f, node) => f.node("Dir") === node || f.node("Dir") === NONE);
  const leaders = new Set([0, home, ...where(starts, (f, node) => f.has("InTok") && node !== holder)]);
  const leaderOf = Array(run.n).fill(NONE);
  leaderOf[0] = 0;
  const walk = [0];
  for (const node of walk) {
    for (const [a, b] of links) {
      if (a !== node && b !== node) continue;
      const other = a === node ? b : a;
      if (leaderOf[other] !== NONE) continue;
      leaderOf[other] = leaders.has(other) ? other : leaderOf[node];
      walk.push(other);
    }
  }
  return [...leaders].sort((a, b) => a - b).map(leader => [leader, ...where(leaderOf, (its, j) => its === leader && j !== leader)]);
}

/** The links that there are, each from the higher node to the lower. */
function downhill(run, i) {
  const found = [];
  const nodes = Array.from({ length: run.n }, (_, node) => look(run, node, i));
  const links = nodes.map(f => new Set(f.nodes("links")));
  const height = nodes.map((f, node) => [f.counts("h1")[node], f.counts("h2")[node], node]);
  links.forEach((others, a) => {
    for (const b of others) {
      if (b < a && links[b].has(a)) continue;
      found.push(isAbove(height[a], height[b]) ? [a, b] : [b, a]);
    }
  });
  return found;
}

function isAbove(one, other) {
  const k = one.findIndex((value, at) => value !== other[at]);
  return one[k] > other[k];
}

function heights(more) {
  return {
    layout: "graph",
    around: run => ({ links: downhill(run, NONE) }),
    edges: downhill,
    directed: true,
    pointers: [pointer("next", { stroke: "thick", to: (f, node) => [f.node("next") === node ? NONE : f.node("next")] })],
    queues: [boxes("Q")],
    note: (f, node, run) => (run.n <= 8 ? `${f.counts("h1")[node]}, ${f.counts("h2")[node]}` : ""),
    key: [["link", "to the lower (h1, h2)"]],
    ...more,
  };
}

const ring = run => Array.from({ length: run.n }, (_, node) => [node, (node + 1) % run.n]);

/** Right and down, without what goes round. */
function net(run) {
  const columns = run.structure.columns;
  const pairs = [];
  for (let node = 0; node < run.n; node++) {
    if ((node + 1) % columns !== 0 && node + 1 < run.n) pairs.push([node, node + 1]);
    if (node + columns < run.n) pairs.push([node, node + columns]);
  }
  return pairs;
}

/** Requests of its row of which a node does not know that they have reached the token. */
function pendingOnes(f) {
  const known = f.counts("known");
  return where(f.counts("pending"), (asked, j) => asked > (known[j] ?? 0));
}

/** Which permits are given to whom. */
const allotted = field => f => (f.has(field.split(".")[0]) ? f.nodes(field).map(j => (j === NONE ? "–" : j)) : []);

const KEEPS = {
  "lamport": {
    layout: "circle",
    queues: [boxes("queue", {
      items: f => {
        const times = f.counts("queue");
        return where(times, time => time > 0).sort((a, b) => times[a] - times[b] || a - b);
      },
    })],
    spokes: spokes("heard", (f, node, run, i) => (run.phase(node, i) === "waits" ? f.nodes("heard") : []), "from whom since"),
  },
  "ricart-agrawala": {
    layout: "circle",
    queues: [boxes("deferred")],
    spokes: answered("REPLY"),
  },
  "carvalho-roucairol": {
    layout: "circle",
    queues: [boxes("deferred")],
    spokes: spokes("R", f => f.nodes("R"), "whom it has to ask", true),
  },
  "singhal-dynamic": {
    layout: "circle",
    queues: [boxes("deferred")],
    spokes: spokes("R", f => f.nodes("R"), "whom it has to ask", true),
  },
  "lodha-kshemkalyani": {
    layout: "circle",
    queues: [boxes("LRQ"), boxes("deferred", { copy: true })],
    spokes: spokes("RV", f => f.nodes("RV"), "whose request is known"),
  },
  "raymond-k": {
    layout: "circle",
    queues: [boxes("deferred", {
      items: f => {
        const owed = f.counts("deferred");
        return where(owed, count => count > 0).map(j => (owed[j] > 1 ? `${j}×${owed[j]}` : j));
      },
    })],
    spokes: spokes("outstanding", (f, node, run, i) =>
      run.phase(node, i) === "waits" ? where(f.counts("outstanding"), (owed, j) => owed === 0 && j !== node) : [],
      "who owes nothing"),
  },
  "centralized": {
    layout: "star",
    edges: run => Array.from({ length: run.n - 1 }, (_, client) => [client, run.n - 1]),
    queues: [boxes("queue")],
    note: (f, node, run) => (node === run.n - 1 ? "coordinator" : ""),
  },

  "maekawa": quorums("cells"),
  "cao-singhal-style": quorums("cells"),
  "agrawal-el-abbadi": quorums("tree"),
  "k-majority": quorums("circle"),
  "k-partition": quorums("groups", { around: run => grouped(run, Math.min(run.permits, run.n), node => node % Math.min(run.permits, run.n)) }),
  "k-join": quorums("groups", {
    around: run => {
      const count = run.structure.parts || Math.min(run.n, 2 * run.permits + 1);
      return grouped(run, count, node => node % count);
    },
  }),

  "suzuki-kasami": {
    layout: "circle",
    queues: [boxes("Q", { field: "token", items: f => f.nodes(f.has("token.Q") ? "token.Q" : "Q") })],
    spokes: heardOf("RN"),
  },
  "srimani-reddy-style": { layout: "circle", spokes: heardOf("RN"), permits: f => f.nodes("unused") },
  "ricart-agrawala-k-style": {
    layout: "circle",
    spokes: heardOf("requests"),
    token: f => f.list("entries").length > 0,
  },
  "singhal-heuristic": {
    layout: "circle",
    spokes: spokes("SV", (f, node) => where(f.list("SV"), (state, j) => state === "R" && j !== node), "= R, whom it would ask", true),
  },

  "raymond": {
    layout: "tree",
    pointers: [pointer("HOLDER", { strong: ["ASKED", "sent"] })],
    queues: [boxes("REQUEST_Q")],
  },
  "raymond-fair": {
    layout: "tree",
    pointers: [pointer("HOLDER", { strong: ["forwarded"], strongWord: "forwarded" })],
    queues: [boxes("queue"), boxes("forwarded", { copy: true })],
  },
  "naimi-trehel": {
    layout: "circle",
    pointers: [pointer("FATHER"), pointer("NEXT", { stroke: "dotted" })],
    note: f => (f.node("FATHER") === NONE ? "root" : ""),
  },
  "k-naimi-trehel": {
    layout: "circle",
    numbered: run => run.permits > 1,
    pointers: [
      pointer("FATHER", { to: f => f.nodes("FATHER") }),
      pointer("NEXT", { stroke: "dotted", to: f => f.nodes("NEXT") }),
    ],
    note: f => {
      const trees = where(f.nodes("FATHER"), father => father === NONE);
      return trees.length > 0 ? `root ${trees.join(", ")}` : "";
    },
    permits: f => where(f.list("TOKEN_PRESENT"), (present, t) => present === "yes" && t !== f.node("chosen")),
    key: [["number", "tree"]],
  },
  "neilsen-mizuno": {
    layout: "tree",
    pointers: [pointer("LAST"), pointer("NEXT", { stroke: "dotted" })],
    note: f => (f.node("LAST") === NONE ? "sink" : ""),
  },

  "token-ring": { layout: "ring", edges: ring, directed: true },
  "token-ring-parked": {
    layout: "ring",
    edges: ring,
    directed: true,
    pointers: [pointer("asked", { to: (f, node, run) => [f.is("asked") ? (node + run.n - 1) % run.n : NONE] })],
  },
  "multi-token-ring": { layout: "ring", edges: ring, directed: true, queues: [boxes("held", { says: ", whose tokens wait here" })] },

  "hybrid-torus-style": { layout: "array", edges: net, queues: [boxes("notes")] },
  "token-quorum-style": {
    layout: "array",
    edges: net,
    pointers: [pointer("holder")],
    queues: [
      boxes("Q"),
      boxes("pending", { copy: true, items: pendingOnes }),
    ],
  },
  "info-based": {
    layout: "array",
    informed: f => f.node("CL_token") !== NONE,
    leads: (f, node) => (f.is("SL_token") || f.node("SL_token") === node ? 1 : 0),
    token: f => f.has("token"),
    pointers: [
      pointer("successor", { stroke: "dotted", rare: true, to: (f, node) => [f.has("successor") ? f.node("successor") : NONE] }),
    ],
    queues: [
      boxes("Waiting"),
      boxes("P_waiting", { copy: true, items: f => f.nodes("P_waiting").filter(j => !f.nodes("Waiting").includes(j)) }),
      boxes("next", { rare: true, field: "token", items: (f, node) => f.nodes("token.next").filter(j => j !== node) }),
    ],
    key: [["rings", "SL_token"]],
  },
  "banerjee-chrysanthis-style": {
    layout: "circle",
    pointers: [pointer("arbiter")],
    leads: (f, node) => (f.node("arbiter") === node ? 1 : 0),
    queues: [boxes("collected"), boxes("Q", { field: "token", items: f => f.nodes("token.Q") })],
  },

  "request-collectors": collectors({ permits: f => f.nodes("tokens") }),
  "chaudhuri-edward-k-style": collectors({ permits: f => f.nodes("tokens") }),
  "chaudhuri-edward-style": collectors({ queues: [boxes("way", { items: groupsIn("way") })] }),

  "raysuz": {
    layout: "clusters",
    around: clustered,
    leads: (f, node, run) => (around(run).leaders.has(node) ? 1 : 0),
    pointers: [pointer("Dir", { strong: ["Asked"] })],
    queues: [
      boxes("RaymQ"),
      boxes("SuzQ", { copy: true, field: "InTok", items: f => f.nodes("InTok.SuzQ").map(j => (j === NONE ? "out" : j)) }),
    ],
    key: [["rings", "leads"]],
  },

  "klme": {
    layout: "neighbourhoods",
    leads: f => (f.has("token") ? 1 : 0),
    token: f => f.has("token"),
    spokes: spokes("M_Th_id", (f, node) => (f.node("M_Th_id") === node ? [] : [f.node("M_Th_id")]), "who leads", true),
    queues: [
      boxes("T_alloc_id", { field: "token", items: allotted("token.T_alloc_id") }),
      boxes("R_Queue", { field: "token", copy: true, items: f => f.nodes("token.R_Queue") }),
    ],
  },
  "neighbourhood-coordinator": {
    layout: "neighbourhoods",
    leads: (f, node) => (holdsOffice(f, node) ? 1 : 0),
    queues: [
      boxes("allocated", { field: "register", items: (f, node) => (holdsOffice(f, node) ? allotted("register.allocated")(f) : []) }),
      boxes("queue", { field: "register", items: (f, node) => (holdsOffice(f, node) ? f.nodes("register.queue") : []), copy: true }),
    ],
    key: [["rings", "in office"]],
  },
  "reverse-link": heights({}),
  "reverse-link-k-style": heights({ permits: f => f.nodes("unused") }),
};

/** A coordinator's register is of its own arrival. */
function holdsOffice(f, node) {
  const arrival = f.counts("elders")[node] ?? 0;
  return arrival > 0 && +f.get("register.arrival") === arrival;
}

KEEPS["raysuz-fair-style"] = KEEPS.raysuz;

/** What an algorithm keeps that is not in the table: its links, if not everybody is linked. */
const PLAIN = { layout: "graph" };

/** What the algorithm of a run keeps; a variant, `raysuz/listing`, keeps what its base does. */
export function keepsOf(run) {
  const entry = KEEPS[run.algorithm.split("/")[0]] ?? PLAIN;
  return { pointers: [], queues: [], key: [], leads: () => 0, ...entry, layout: layoutName(entry.layout, run) };
}

/** A tree needs links, and roaming nodes neighbourhoods. */
function layoutName(name, run) {
  const linked = run.structure.edges.length > 0;
  if (name === "tree" && !linked) return "graph";
  if (name === "tree" && run.structure.edges.length !== run.n - 1) return "graph";
  if (name === "cells" && run.structure.columns === 0) return "circle";
  if (name === "array" && run.structure.columns === 0) return "circle";
  if (name === "neighbourhoods" && run.structure.neighbourhoods === 0) return "circle";
  return name;
}

const surroundings = new WeakMap();

/** Groups, clusters or links of a run, as its algorithm forms them. */
export function around(run) {
  if (!surroundings.has(run)) surroundings.set(run, keepsOf(run).around?.(run) ?? {});
  return surroundings.get(run);
}

/**
 * Which mark is which field, in the words of the paper.
 *
 * @returns {Array<{mark: string, text: string}>} marks are thin, thick, dotted, boxes, copies, spoke, ask,
 *     link, rings, number and ground
 */
export function keyOf(run) {
  const keeps = keepsOf(run);
  const key = keeps.pointers.filter(p => !p.rare).map(p => ({ mark: p.stroke, text: p.name + p.says }));
  for (const q of keeps.queues.filter(each => !each.rare)) key.push({ mark: q.copy ? "copies" : "boxes", text: q.name + q.says });
  if (keeps.spokes) {
    const text = keeps.spokes.says.startsWith("=") ? `${keeps.spokes.name} ${keeps.spokes.says}` : `${keeps.spokes.name}: ${keeps.spokes.says}`;
    key.push({ mark: keeps.spokes.heads ? "ask" : "spoke", text });
  }
  for (const [mark, text] of keeps.key) key.push({ mark, text });
  if (keeps.informed) key.push({ mark: "ground", text: "informed" });
  return key;
}
