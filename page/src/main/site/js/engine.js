/** The engine: questions to a worker, answers as promises. */
import { Run } from "baton/run.js";

/** Where the worker's script is: beside the page, or in it. */
const script = () => globalThis.batonEngine ?? new URL("engine.js", document.baseURI);

export class Engine {
  constructor() {
    this.worker = new Worker(script());
    this.asked = new Map();
    this.next = 1;
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.onerror = event => this.fail(event.message || "The engine does not start.");
  }

  hear({ id, text, error, full, told }) {
    const asked = this.asked.get(id);
    if (!asked) return;
    if (told) {
      asked.told?.(told);
      return;
    }
    this.asked.delete(id);
    const answer = error === undefined ? JSON.parse(text) : { error };
    if (answer.error === undefined) asked.resolve(answer);
    else asked.reject(Object.assign(new Error(answer.error), { full }));
  }

  fail(message) {
    for (const asked of this.asked.values()) asked.reject(new Error(message));
    this.asked.clear();
  }

  post(name, args, told) {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.asked.set(id, { resolve, reject, told });
      this.worker.postMessage({ id, name, args });
    });
  }

  /** Asks, and gives the parsed answer; what cannot be done is an Error with one sentence. */
  ask(name, ...args) {
    return this.post(name, args);
  }

  /** Asks for a run: one that is open, simulated or forked. */
  async run(name, ...args) {
    return new Run(await this.ask(name, ...args));
  }

  /** One more of the kind, for work that goes on beside this one's. */
  another() {
    return new Engine();
  }

  /** Searches every interleaving, in a worker of its own, so that it can be stopped. */
  check(options, memoryBytes, told) {
    const own = this.another();
    const answer = own.post("check", [options, memoryBytes], told);
    const close = () => own.close();
    answer.then(close, close);
    return { answer, stop: close };
  }

  close() {
    this.worker.terminate();
    this.asked.clear();
  }
}
