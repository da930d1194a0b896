/** The moment at which the figure of a lesson stands, and how it gets there. */
import { useEffect, useRef, useState } from "preact/hooks";
import { NONE } from "baton/run.js";

/** Milliseconds that the way to a moment takes: for each event, and at most. */
const EACH = 520;
const MOST = 5200;

/** From further away than this the figure jumps. */
const FAR = 30;

const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Where the figure stands: at the event that the text tells of, on the way there, or where somebody
 * has dragged it.
 */
export function useMoment(run, at) {
  const [place, setPlace] = useState({ i: NONE, now: 0, isPlaying: false });
  const latest = useRef(place);
  const stop = useRef(() => {});
  const put = (i, now, isPlaying) => {
    latest.current = { i, now, isPlaying };
    setPlace(latest.current);
  };
  const jump = i => {
    stop.current();
    put(i, run.time(i), false);
  };
  const isFirst = useRef(true);
  useEffect(() => {
    if (!run) return undefined;
    const from = latest.current;
    const way = at - from.i;
    if (isFirst.current || way <= 0 || way > FAR) jump(at);
    else stop.current = (isStill() ? hop : glide)(run, from, at, put);
    isFirst.current = false;
    return () => stop.current();
  }, [run, at]);
  return { ...place, at, jump };
}

/** Time goes on evenly until an event is reached. Returns what stops it. */
function glide(run, from, at, put) {
  const end = run.time(at);
  const lasts = Math.min(MOST, EACH * (at - from.i));
  const begun = performance.now();
  let frame = requestAnimationFrame(function draw(time) {
    const part = Math.max(0, Math.min(1, (time - begun) / lasts));
    const now = from.now + (end - from.now) * part;
    if (part < 1) {
      put(run.indexAt(now), now, true);
      frame = requestAnimationFrame(draw);
    } else {
      put(at, end, false);
    }
  });
  return () => cancelAnimationFrame(frame);
}

/** The same without motion: event after event. */
function hop(run, from, at, put) {
  let i = from.i;
  const timer = setInterval(() => {
    i++;
    put(i, run.time(i), i < at);
    if (i >= at) clearInterval(timer);
  }, Math.min(700, MOST / (at - from.i)));
  return () => clearInterval(timer);
}
