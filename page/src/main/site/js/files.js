/** Files that come out of the page. */

/** Saves text or a blob as a file. */
export function save(name, content, type = "text/plain") {
  const blob = content instanceof Blob ? content : new Blob([content], { type });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** An SVG as a PNG of twice its size. */
export async function png(svg) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = 2 * image.naturalWidth;
  canvas.height = 2 * image.naturalHeight;
  const context = canvas.getContext("2d");
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return new Promise(done => canvas.toBlob(done, "image/png"));
}

/** What a run can be saved as: the name in the menu, the end of the file, the engine's format. */
export const EXPORTS = [
  ["SVG picture", "svg", "svg"],
  ["PNG picture", "png", "svg"],
  ["TikZ for LaTeX", "tex", "tikz"],
  ["Trace file", "trace", "trace"],
  ["ShiViz log", "log", "shiviz"],
  ["Mermaid text", "mmd", "mermaid"],
  ["Events as JSON", "json", null],
];

export async function exportRun(engine, run, [, end, format]) {
  const name = `${run.algorithm.replace("/", "-")}.${end}`;
  if (format === null) {
    save(name, JSON.stringify(run.recording, null, 1), "application/json");
    return;
  }
  const { text } = await engine.ask("export", run.number, format);
  save(name, end === "png" ? await png(text) : text);
}
