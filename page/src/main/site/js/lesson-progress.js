/** Which lessons are done, and which answers were given: kept by the browser, if it keeps anything. */

const KEY = "baton.lessons";

/** A page from disk may not be allowed to keep anything: then it is kept as long as the page is open. */
let kept = read();

function read() {
  try {
    const { done = [], answers = {} } = JSON.parse(localStorage.getItem(KEY)) ?? {};
    return { done: new Set(done), answers };
  } catch {
    return nothing();
  }
}

function nothing() {
  return { done: new Set(), answers: {} };
}

function write() {
  try {
    localStorage.setItem(KEY, JSON.stringify({ done: [...kept.done], answers: kept.answers }));
  } catch {
    // It is still there until the page is closed.
  }
}

export function isDone(lesson) {
  return kept.done.has(lesson.name);
}

export function countDone() {
  return kept.done.size;
}

export function isEmpty() {
  return kept.done.size === 0 && Object.keys(kept.answers).length === 0;
}

export function finish(lesson) {
  if (isDone(lesson)) return;
  kept.done.add(lesson.name);
  write();
}

/** Stands for a question that was left without an answer. */
export const NO_ANSWER = -1;

/** The answer given at a step; undefined as long as the question is open. */
export function answerOf(lesson, step) {
  return kept.answers[lesson.name]?.[step];
}

export function answer(lesson, step, choice) {
  kept.answers[lesson.name] = { ...kept.answers[lesson.name], [step]: choice };
  write();
}

/** Opens a question again. */
export function ask(lesson, step) {
  const { [step]: _, ...others } = kept.answers[lesson.name] ?? {};
  kept.answers[lesson.name] = others;
  write();
}

export function forget() {
  kept = nothing();
  try {
    localStorage.removeItem(KEY);
  } catch {
    // There was nothing.
  }
}
