/** The lessons: the list of them, or one. */
import { h } from "preact";
import { useReducer } from "preact/hooks";
import { Lesson } from "baton/lesson.js";
import { GROUPS, LESSONS } from "baton/lesson-texts.js";
import * as progress from "baton/lesson-progress.js";

export function LessonsView({ engine, route, go }) {
  const name = route.rest[0];
  const lesson = LESSONS.find(each => each.name === name);
  if (lesson) return h(Lesson, { key: name, lesson, engine, go, step: +(route.query.get("step") ?? 1) });
  return h(List, { missing: name });
}

function List({ missing }) {
  const [, redraw] = useReducer(count => count + 1, 0);
  const forget = () => {
    progress.forget();
    redraw();
  };
  return h("main", { class: "lessons" },
    missing && h("p", { class: "sorry", role: "status" }, `There is no lesson “${missing}”. These are all there are.`),
    h("header", null,
      h("h1", null, "Lessons"),
      h("p", null, "Each lesson tells of one run: a scenario that a paper works out, or a schedule under which an algorithm breaks. Before the decisive step it asks what will happen.")),
    GROUPS.map(group => h("section", { key: group },
      h("h2", null, group),
      h("ol", null, LESSONS.filter(lesson => lesson.group === group).map(lesson => h(Entry, { key: lesson.name, lesson }))))),
    h("p", { class: "kept num" },
      `${progress.countDone()} of ${LESSONS.length} done. This is kept by your browser and told to nobody. `,
      !progress.isEmpty() && h("button", { class: "link", onClick: forget }, "Forget it")));
}

function Entry({ lesson }) {
  const isDone = progress.isDone(lesson);
  return h("li", null,
    h("span", { class: isDone ? "number good" : "number", "aria-hidden": "true" }, isDone ? "✓" : LESSONS.indexOf(lesson) + 1),
    h("div", null,
      h("h3", null, h("a", { href: `#/lessons/${lesson.name}` }, lesson.title), isDone && h("span", { class: "sr" }, " (done)")),
      h("p", null, lesson.about),
      h("p", { class: "quiet" }, `${lesson.source} · ${lesson.steps.length} steps`)));
}
