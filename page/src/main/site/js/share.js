/**
 * A run as a link: what it was made from and what the visitor did since, never what came of it. Runs
 * are deterministic, so whoever opens the link sees the same run.
 */

/** Words as compressed text that may stand in an address. */
export async function pack(value) {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  const packed = await through(bytes, new CompressionStream("deflate-raw"));
  let binary = "";
  for (const byte of packed) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The opposite; fails with one sentence if the text is damaged. */
export async function unpack(text) {
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, c => c.charCodeAt(0));
    const plain = await through(bytes, new DecompressionStream("deflate-raw"));
    return JSON.parse(new TextDecoder().decode(plain));
  } catch {
    throw new Error("This link is damaged: it ends too early. Ask for it again, or start a new run.");
  }
}

async function through(bytes, transform) {
  const stream = new Blob([bytes]).stream().pipeThrough(transform);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
