/** Nodes that can share a lane of the diagram, because the algorithm has put them together. */
import { around, keepsOf } from "baton/keeps.js";
import { NONE } from "baton/run.js";

/** Nodes that nothing has put together share lanes by number, if there are more than that. */
const MANY = 20;
const SHARE = 10;

/**
 * What lanes of a run can be folded into; null if nothing.
 *
 * @returns {{by: string, folds: Array<{name: string, nodes: number[]}>}}
 */
export function foldsOf(run) {
  const found = known(run) ?? (run.n > MANY ? { by: "tens", folds: parts(run, node => Math.floor(node / SHARE), numbers) } : null);
  if (!found) return null;
  const folds = found.folds.filter(fold => fold.nodes.length > 1);
  return folds.length > 0 && folds[0].nodes.length < run.n ? { by: found.by, folds } : null;
}

function known(run) {
  const { columns } = run.structure;
  switch (keepsOf(run).layout) {
    case "clusters":
      return { by: "clusters", folds: around(run).clusters.map(({ name, members }) => ({ name, nodes: members })) };
    case "groups":
      return { by: "groups", folds: around(run).groups.map(({ name, members }) => ({ name, nodes: members })) };
    case "array":
    case "cells":
      return { by: "rows", folds: parts(run, node => Math.floor(node / columns), (_, row) => `row ${row}`) };
    case "neighbourhoods":
      return { by: "first neighbourhoods", folds: parts(run, node => run.homes[node], (_, home) => `from ${home}`) };
    default:
      return null;
  }
}

const numbers = nodes => `${nodes[0]} to ${nodes[nodes.length - 1]}`;

/** The nodes by the number of their part; who is in none stays alone. */
function parts(run, partOf, nameOf) {
  const parts = new Map();
  for (let node = 0; node < run.n; node++) {
    const part = partOf(node);
    if (part === NONE) continue;
    if (!parts.has(part)) parts.set(part, []);
    parts.get(part).push(node);
  }
  return [...parts].map(([part, nodes]) => ({ name: nameOf(nodes, part), nodes }));
}
