/*
 * The end of the engine's script, in a worker: a question comes as {id, name, args}, and its answer
 * goes back as {id, text}, or {id, error}. A search also tells how far it has come.
 */
self.onmessage = ({ data: { id, name, args } }) => {
  try {
    if (name === "check") {
      args = [...args, (states, frontier, depth) => self.postMessage({ id, told: { states, frontier, depth } })];
    }
    self.postMessage({ id, text: self[name](...args) });
  } catch (error) {
    const isFull = error instanceof RangeError;
    self.postMessage({ id, full: isFull, error: isFull ? "The memory of this tab is full." : String(error.message ?? error) });
  }
};
