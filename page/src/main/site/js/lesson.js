/** One lesson: text on the left, one step at a time, and the run that it tells of on the right. */
import { h } from "preact";
import { useEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import { NONE, Run } from "baton/run.js";
import { PAPERS } from "baton/papers.js";
import { TRACES } from "baton/traces.js";
import { LESSONS, nextOf } from "baton/lesson-texts.js";
import { Figure } from "baton/lesson-figure.js";
import { useMoment } from "baton/lesson-moment.js";
import { rich } from "baton/lesson-prose.js";
import { useKeys } from "baton/keys.js";
import * as progress from "baton/lesson-progress.js";

const addressOf = (lesson, step = 1) => `#/lessons/${lesson.name}${step > 1 ? `?step=${step}` : ""}`;
const labAddress = (trace, at) => `#/lab?trace=${trace}&at=${at}`;

const paragraphs = texts => texts.map(text => h("p", { key: text }, rich(text)));

export function Lesson({ lesson, engine, go, step }) {
  const { run, sorry, isLate } = useRun(engine, lesson.trace);
  const count = lesson.steps.length;
  const number = Math.max(1, Math.min(count, Math.trunc(step) || 1));
  const current = lesson.steps[number - 1];
  const question = useQuestion(lesson, number);
  const isTold = Boolean(current.reveal) && !question.isOpen;
  const told = isTold ? current.reveal : current;
  const moment = useMoment(run, told.at - 1);
  const known = useMemo(() => run && until(run, knownUpTo(lesson, number)), [run, lesson, number, question.isOpen]);
  const onButton = useRef(null);
  const hasMoved = useRef(false);

  useTitle(lesson.title);
  useEffect(() => {
    scrollTo({ top: 0 });
    if (number < count) return;
    progress.finish(lesson);
    // The button that led here is a link to the next lesson now.
    if (hasMoved.current) onButton.current?.focus({ preventScroll: true });
  }, [number]);

  const to = wanted => {
    if (wanted < 1 || wanted > count) return;
    hasMoved.current = true;
    go(addressOf(lesson, wanted));
  };
  const show = () => {
    question.show();
    onButton.current?.focus({ preventScroll: true });
  };
  const back = () => to(number - 1);
  const on = () => (question.isOpen ? show() : to(number + 1));
  useKeys({ ArrowLeft: back, ArrowRight: on });

  return [
    h("main", { class: isTold ? "lesson told" : "lesson" },
      h("article", null,
        h("p", { class: "crumb" }, h("a", { href: "#/lessons" }, "Lessons"), ` ${LESSONS.indexOf(lesson) + 1} of ${LESSONS.length} · ${lesson.source}`),
        h("h1", null, lesson.title),
        h(Past, { steps: lesson.steps.slice(0, number - 1) }),
        h("div", { class: current.question ? "prose leads-up" : "prose", "aria-live": "polite" }, paragraphs(current.text)),
        current.question && h(Question, { key: number, name: `${lesson.name}-${number}`, asked: current.question, state: question, show }),
        isTold && h("div", { class: "prose reveal" }, paragraphs(current.reveal.text)),
        number === count && h(Follows, { lesson })),
      h("section", { class: "fig", "aria-label": "Figure" },
        sorry && h("p", { class: "sorry", role: "alert" }, sorry),
        isLate && h("p", { class: "quiet", role: "status" }, "Loading the algorithms …"),
        run && h(Figure, { lesson, run, known, moment, notes: told.notes ?? [] }))),
    h(StepBar, { lesson, number, isOpen: question.isOpen, to, back, on, onButton, run, moment }),
  ];
}

/** The question of a step: which answer is chosen, and whether it is still open. */
function useQuestion(lesson, number) {
  const isAsked = Boolean(lesson.steps[number - 1].question);
  const given = isAsked ? progress.answerOf(lesson, number) : undefined;
  const [choice, choose] = useState(given ?? progress.NO_ANSWER);
  const [, redraw] = useReducer(count => count + 1, 0);
  useEffect(() => choose(given ?? progress.NO_ANSWER), [number]);
  return {
    isOpen: isAsked && given === undefined,
    choice,
    choose,
    show: () => {
      progress.answer(lesson, number, choice);
      redraw();
    },
    again: () => {
      progress.ask(lesson, number);
      choose(progress.NO_ANSWER);
      redraw();
    },
  };
}

function useTitle(title) {
  useEffect(() => {
    const before = document.title;
    document.title = `${title} · Baton`;
    return () => {
      document.title = before;
    };
  }, [title]);
}

/** The run of a trace, when the engine has made it. */
function useRun(engine, file) {
  const [state, setState] = useState({ run: null, sorry: "", isLate: false });
  useEffect(() => {
    let isHere = true;
    const late = setTimeout(() => isHere && setState(was => ({ ...was, isLate: !was.run && !was.sorry })), 300);
    const trace = TRACES.find(each => each.file === file);
    const opened = trace ? engine.run("open", trace.text) : Promise.reject(new Error(`The trace ${file} is not here.`));
    opened.then(
      run => isHere && setState({ run, sorry: "", isLate: false }),
      error => isHere && setState({ run: null, sorry: error.message, isLate: false }));
    return () => {
      isHere = false;
      clearTimeout(late);
    };
  }, [file]);
  return state;
}

/** How many events a reader may see: those after a question that is still open would answer it. */
function knownUpTo(lesson, number) {
  const open = lesson.steps.find((step, k) => step.question && k + 1 >= number && progress.answerOf(lesson, k + 1) === undefined);
  return open ? open.at : Infinity;
}

/** A run as it was when some of its events had happened. */
function until(run, count) {
  if (count >= run.events.length) return run;
  const { recording } = run;
  const messages = recording.messages.filter(([, , , , sentBy]) => sentBy < count)
    .map(([from, to, type, text, sentBy, endedBy, lost]) =>
      endedBy < count ? [from, to, type, text, sentBy, endedBy, lost] : [from, to, type, text, sentBy, NONE, false]);
  return new Run({ ...recording, events: recording.events.slice(0, count), messages });
}

// The text.

/** What one keeps of the steps before. */
function Past({ steps }) {
  if (steps.length === 0) return null;
  return h("ol", { class: "past", "aria-label": "So far" }, steps.map(({ gist }) => h("li", { key: gist }, h("span", null, rich(gist)))));
}

function Question({ name, asked, state, show }) {
  const { isOpen, choice, choose, again } = state;
  return h("fieldset", { class: isOpen ? "ask" : "ask answered" },
    h("legend", null, rich(asked.ask)),
    asked.answers.map(({ text, why, right }, k) => {
      const isExplained = !isOpen && (right || k === choice);
      return h("label", { key: text, class: `${right ? "right" : ""} ${k === choice ? "chosen" : ""}` },
        h("input", { type: "radio", name, checked: k === choice, onChange: () => choose(k) }),
        h("span", null, rich(text)),
        isExplained && h("span", { class: right ? "why good" : "why bad" }, right ? "✓ " : "✕ ", rich(why)));
    }),
    isOpen
      ? h("p", { key: "open", class: "go" },
        h("button", { type: "button", class: "main", onClick: show }, "Show what happens"),
        choice === progress.NO_ANSWER && h("span", null, "You may go on without an answer."))
      : h("p", { key: "told", class: "go" }, h("button", { type: "button", class: "link", onClick: again }, "Ask again")));
}

/** What leads on from the end of a lesson. */
function Follows({ lesson }) {
  const next = nextOf(lesson);
  const paper = PAPERS[lesson.page];
  return h("section", { class: "follows" },
    h("h2", { class: "h" }, "What follows"),
    h("ul", null,
      lesson.follows.map(({ text, trace, at, repair }) =>
        h("li", { key: trace, class: repair ? "repair" : "" }, h("a", { href: labAddress(trace, at) }, text))),
      h("li", null, h("a", { href: labAddress(lesson.trace, lesson.steps[lesson.steps.length - 1].at) }, "This run in the lab"), ", to do something else in it"),
      next && h("li", null, "Next lesson: ", h("a", { href: addressOf(next) }, next.title))),
    paper && h("p", { class: "known" }, h("b", null, "What was found: "), rich(paper.short), " ", h("span", { class: "quiet" }, `docs/algorithms/${lesson.page}.md`)));
}

// The steps.

function StepBar({ lesson, number, isOpen, to, back, on, onButton, run, moment }) {
  const count = lesson.steps.length;
  const next = number === count ? nextOf(lesson) : null;
  return h("nav", { class: "steps num", "aria-label": "Steps of the lesson" },
    h("button", { onClick: back, disabled: number === 1, title: "One step back (←)", "aria-label": "Back" }, "◀", h("span", { class: "word" }, " Back")),
    h("ol", null, lesson.steps.map((step, k) => h("li", { key: k },
      h("button", {
        class: `dot${k + 1 < number ? " done" : ""}`,
        "aria-current": k + 1 === number ? "step" : undefined,
        "aria-label": `Step ${k + 1} of ${count}${step.question ? ", with a question" : ""}`,
        title: k + 1 < number ? step.gist?.replace(/`/g, "") : step.question ? "A question" : undefined,
        onClick: () => to(k + 1),
      }, k + 1)))),
    number === count && !isOpen
      ? h("a", { class: "button", ref: onButton, href: next ? addressOf(next) : "#/lessons" }, next ? ["Next", h("span", { class: "word" }, " lesson"), " ▶"] : ["All", h("span", { class: "word" }, " lessons")])
      : h("button", { class: isOpen ? "" : "main", ref: onButton, onClick: on, title: isOpen ? "Show what happens (→)" : "One step on (→)" },
        isOpen && h("span", { class: "on-wall" }, "Show what happens"), h("span", { class: isOpen ? "at-desk" : "" }, "On"), " ▶"),
    run && h("span", { class: "where" },
      h("span", null, moment.i < 0 ? "the start" : `event ${moment.i + 1} of ${run.events.length}`),
      h("span", { class: "trace" }, "trace ", h("b", null, lesson.trace)),
      h("a", { href: labAddress(lesson.trace, Math.max(1, moment.i + 1)) }, "Open in the lab")));
}
