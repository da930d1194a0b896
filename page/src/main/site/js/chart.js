/**
 * Small multiples: the same curves in each picture, one of them drawn strong. Both scales are
 * logarithmic. Colours are those of css/compare.css.
 */
import { h } from "preact";
import { useEffect, useState } from "preact/hooks";

/** As many digits as help: 136, 48.5, 4.4. */
export const short = value => value.toFixed(value >= 100 ? 0 : 1);

/** Where a value stands between two ends, if the scale is logarithmic. */
export function logScale(low, high, from, to) {
  const span = Math.log(high / low);
  return value => from + (Math.log(value / low) / span) * (to - from);
}

/** Round numbers between two others, four at most: 4, 10, 40, 100. */
export function roundNumbers(low, high) {
  for (const steps of [[1, 2, 5], [1, 3], [1], [1]]) {
    const all = [];
    for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); power++) {
      for (const step of steps) all.push(step * 10 ** power);
    }
    const inside = all.filter(value => value >= low * 0.999 && value <= high * 1.001);
    if (inside.length <= 4) return inside;
  }
  return [];
}

/** The least and the largest of some values above 0; the scale between them spans a factor of 2 at least. */
export function endsOf(values) {
  const shown = values.filter(value => value > 0);
  if (shown.length === 0) return [1, 10];
  const low = Math.min(...shown);
  return [low, Math.max(low * 2, ...shown)];
}

/** The width of an element, and how large type is: [ref, width, scale]. */
export function useSize(otherwise) {
  const [element, setElement] = useState(null);
  const [width, setWidth] = useState(otherwise);
  const [scale, setScale] = useState(1);
  useEffect(() => {
    if (!element) return undefined;
    const measure = () => {
      setWidth(element.clientWidth || otherwise);
      setScale(parseFloat(getComputedStyle(document.documentElement).fontSize) / 14);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    addEventListener("resize", measure);
    measure();
    return () => {
      observer.disconnect();
      removeEventListener("resize", measure);
    };
  }, [element]);
  return [setElement, width, scale];
}

/** Pieces of a path, broken where there is no value. */
function path(points) {
  return points.map((point, i) => point && `${i === 0 || !points[i - 1] ? "M" : "L"}${fixed(point[0])} ${fixed(point[1])}`).filter(Boolean).join("");
}

const fixed = value => Math.round(value * 10) / 10;

/**
 * One picture.
 *
 * @param props.curves of each line its values, one for each of `xs`; null where there is none
 * @param props.strong which of them is drawn strong
 * @param props.ends of the vertical scale; what is lower stands at its lower end
 * @param props.format how values are written
 * @param props.chosen the place in `xs` at which a line falls
 * @param props.hasNumbers whether the scale has its numbers here
 * @param props.feet words under both ends; null for none
 */
export function Chart({ title, curves, strong, xs, ends, chosen, hasNumbers, feet, format, width, scale: k, onChoose }) {
  const height = (feet ? 132 : 120) * k;
  const left = 24 * k;
  const right = width - 30 * k;
  const top = 12 * k;
  const bottom = height - (feet ? 20 : 8) * k;
  const x = logScale(xs[0], xs[xs.length - 1], left, right);
  // Beyond the ends there is room for numbers.
  const y = logScale(...ends, bottom - 14 * k, top + 4 * k);
  const pixel = (ends[1] / ends[0]) ** (1 / (bottom - top - 18 * k));
  const points = curves.map(values => values.map((value, i) => (value === null ? null : [x(xs[i]), y(Math.max(value, ends[0]))])));
  const choose = event => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = event.clientX - box.left;
    const distances = xs.map(each => Math.abs(x(each) - at));
    onChoose(distances.indexOf(Math.min(...distances)));
  };
  return h("svg", { class: "chart", viewBox: `0 0 ${fixed(width)} ${fixed(height)}`, width: fixed(width), height: fixed(height), role: "img", "aria-label": title, onClick: choose },
    roundNumbers(ends[0] / pixel ** (14 * k), ends[1] * pixel ** (8 * k)).map(value => [
      h("line", { class: "chart-rule", x1: left, x2: right, y1: fixed(y(value)), y2: fixed(y(value)) }),
      hasNumbers && h("text", { class: "chart-tick", x: left - 5 * k, y: fixed(y(value) + 3.6 * k), "text-anchor": "end" }, value),
    ]),
    h("line", { class: "chart-now", x1: fixed(x(xs[chosen])), x2: fixed(x(xs[chosen])), y1: top - 8 * k, y2: bottom }),
    points.map((line, i) => i !== strong && h("path", { class: "chart-other", d: path(line) })),
    h("path", { class: "chart-line", d: path(points[strong]) }),
    h(Numbers, { texts: curves[strong].map(value => value !== null && format(value)), points: points[strong], chosen, bottom, scale: k }),
    feet && [
      h("text", { class: "chart-tick", x: left, y: height - 4 * k }, feet[0]),
      h("text", { class: "chart-tick", x: right, y: height - 4 * k, "text-anchor": "end" }, feet[1]),
    ]);
}

/** The values at both ends of a line and at the chosen place. */
function Numbers({ texts, points, chosen, bottom, scale: k }) {
  const known = points.map((point, i) => (point ? i : -1)).filter(i => i >= 0);
  if (known.length === 0) return null;
  const first = known[0];
  const last = known[known.length - 1];
  const at = points[chosen];
  return [
    chosen > first + 1 && last > first && h("text", { class: "chart-first", x: fixed(points[first][0]), y: fixed(besideFirst(points, first, bottom, k)) }, texts[first]),
    last !== chosen && [
      h("circle", { class: "chart-end", cx: fixed(points[last][0]), cy: fixed(points[last][1]), r: 2.4 * k }),
      h("text", { class: "chart-last", x: fixed(points[last][0] + 5 * k), y: fixed(points[last][1] + 4 * k) }, texts[last]),
    ],
    at && h("circle", { class: "chart-chosen", cx: fixed(at[0]), cy: fixed(at[1]), r: 4 * k }),
    at && (last === chosen
      ? h("text", { class: "chart-value", x: fixed(at[0] + 7 * k), y: fixed(at[1] + 4 * k) }, texts[chosen])
      : h("text", { class: "chart-value", x: fixed(at[0]), y: fixed(at[1] + (at[1] >= 16 * k ? -9 : 17) * k), "text-anchor": "middle" }, texts[chosen])),
  ];
}

/** Under a line that rises, above one that falls, and never outside of the picture. */
function besideFirst(points, first, bottom, k) {
  const y = points[first][1];
  const next = points[first + 2] ?? points[first + 1] ?? points[first];
  const isBelow = next[1] < y - 2 * k || y < 14 * k;
  return isBelow && y + 14 * k <= bottom ? y + 14 * k : y - 7 * k;
}
