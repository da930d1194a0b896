/** The space-time diagram as a component. */
import { h } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { describe, Diagram } from "baton/diagram.js";
import { Overview } from "baton/overview.js";

/** What a diagram calls; of these the latest that was given is called. */
const CALLS = ["onSeek", "onAsk", "onFold", "onPoint", "onWindow"];

const HAND = "(max-width: 640px)";

/**
 * A space-time diagram, as wide as the place in which it stands and as high as its lanes.
 *
 * @param props `run`, `i` and `now`; what else `Diagram.set` takes; the calls of a diagram;
 *     `onSpan(left, right)`, told where time 0 and the end of the run are while all of it is shown,
 *     in pixels, whenever that changes; and `overview`, if a strip of the whole run is to stand
 *     below whenever less is shown
 */
export function DiagramFigure(props) {
  const canvas = useRef(null);
  const diagram = useRef(null);
  const latest = useRef(props);
  latest.current = props;
  const compact = useMedia(HAND);
  const strip = useRef(null);
  const overview = useRef(null);

  useLayoutEffect(() => {
    const calls = Object.fromEntries(CALLS.map(name => [name, (...args) => latest.current[name]?.(...args)]));
    let span = [];
    const onDraw = () => {
      const { left, right } = diagram.current.whole;
      showOverview();
      if (left === span[0] && right === span[1]) return;
      span = [left, right];
      latest.current.onSpan?.(left, right);
    };
    const showOverview = () => {
      if (!strip.current) return;
      const { whole, showsAll } = diagram.current;
      const { run, i, now } = latest.current;
      strip.current.hidden = showsAll;
      if (showsAll) return;
      const width = strip.current.parentNode.clientWidth;
      overview.current ??= new Overview(strip.current, { onWindow: ([from, to]) => diagram.current.show(from, to) });
      overview.current.set({ run, i, now, window: diagram.current.span, left: whole.left, right: width - whole.right, plumb: true });
    };
    diagram.current = new Diagram(canvas.current, { ...stateOf(latest.current, compact), ...calls, onDraw });
    return () => {
      diagram.current.close();
      overview.current?.close();
    };
  }, []);
  useLayoutEffect(() => diagram.current.set(stateOf(props, compact)));
  return h("div", { class: "diagram-figure" }, h("canvas", { ref: canvas, "aria-label": describe(props.run, props.i) }), props.overview && h("canvas", { ref: strip, hidden: true }));
}

/** What is shown: all that is not called. */
function stateOf(props, compact) {
  const state = Object.entries(props).filter(([name]) => name !== "overview" && !/^on[A-Z]/.test(name));
  return { compact, ...Object.fromEntries(state) };
}

/** Whether the window is of a kind, now and whenever it becomes another one. */
function useMedia(query) {
  const [fits, setFits] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const changed = () => setFits(list.matches);
    list.addEventListener("change", changed);
    return () => list.removeEventListener("change", changed);
  }, [query]);
  return fits;
}
