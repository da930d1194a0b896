/** What texts of lessons look like. */
import { h } from "preact";

/** Text with `code`, and with *words* that it explains. */
export function rich(text) {
  return text.split(/(`[^`]+`|\*[^*]+\*)/).map(part =>
    part[0] === "`" ? h("code", null, part.slice(1, -1)) : part[0] === "*" ? h("em", null, part.slice(1, -1)) : part);
}
