/*
 * The start of the page as one file: its parts are packed in it (see Site.java), as LZMA without a
 * header, since what browsers unpack themselves finds no repetition that is far away, and most of
 * the engine's are.
 */

/** What was packed with lc = 4, lp = 0 and pb = 0. The names are those of the format. */
function unpack(packed, size) {
  const [IS_MATCH, IS_REP, IS_REP_G0, IS_REP_G1, IS_REP_G2, IS_REP0_LONG] = [0, 12, 24, 36, 48, 60];
  const [POS_SLOT, POS, ALIGN, LENGTH, REP_LENGTH, LITERAL] = [72, 328, 443, 459, 733, 1007];
  const chances = new Uint16Array(LITERAL + 0x300 * 16).fill(1 << 10);
  const out = new Uint8Array(size);
  let range = 0xffffffff;
  let code = 0;
  // The first byte is always 0.
  let from = 1;
  const shift = () => { code = ((code << 8) | packed[from++]) >>> 0; };
  for (let i = 0; i < 4; i++) shift();

  const refill = () => {
    if (range >= 0x1000000) return;
    range = (range << 8) >>> 0;
    shift();
  };
  const bit = at => {
    const chance = chances[at];
    const bound = (range >>> 11) * chance;
    const isOne = code >= bound;
    if (isOne) {
      range -= bound;
      code -= bound;
      chances[at] = chance - (chance >> 5);
    } else {
      range = bound;
      chances[at] = chance + ((2048 - chance) >> 5);
    }
    refill();
    return isOne ? 1 : 0;
  };
  const plain = count => {
    let value = 0;
    for (let i = 0; i < count; i++) {
      range >>>= 1;
      const isOne = code >= range;
      if (isOne) code -= range;
      value = (value << 1) | isOne;
      refill();
    }
    return value;
  };
  const tree = (at, bits) => {
    let m = 1;
    for (let i = 0; i < bits; i++) m = (m << 1) | bit(at + m);
    return m - (1 << bits);
  };
  const reverseTree = (at, bits) => {
    let value = 0;
    for (let i = 0, m = 1; i < bits; i++) {
      const one = bit(at + m);
      m = (m << 1) | one;
      value |= one << i;
    }
    return value;
  };
  const length = at => (bit(at) === 0 ? 2 + tree(at + 2, 3) : bit(at + 1) === 0 ? 10 + tree(at + 10, 3) : 18 + tree(at + 18, 8));
  const distance = length => {
    const slot = tree(POS_SLOT + 64 * Math.min(length - 2, 3), 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const start = (2 | (slot & 1)) << bits;
    if (slot < 14) return start + reverseTree(POS + start - slot, bits);
    return start + (plain(bits - 4) << 4) + reverseTree(ALIGN, 4);
  };

  let state = 0;
  let [rep0, rep1, rep2, rep3] = [0, 0, 0, 0];
  let at = 0;
  while (at < size) {
    if (bit(IS_MATCH + state) === 0) {
      const base = LITERAL + 0x300 * (at > 0 ? out[at - 1] >> 4 : 0);
      let m = 1;
      if (state >= 7) {
        for (let other = out[at - rep0 - 1] << 1; m < 0x100; other <<= 1) {
          const expected = (other >> 8) & 1;
          const one = bit(base + ((1 + expected) << 8) + m);
          m = (m << 1) | one;
          if (one !== expected) break;
        }
      }
      while (m < 0x100) m = (m << 1) | bit(base + m);
      out[at++] = m;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let count;
    if (bit(IS_REP + state) === 0) {
      [rep3, rep2, rep1] = [rep2, rep1, rep0];
      count = length(LENGTH);
      rep0 = distance(count);
      state = state < 7 ? 7 : 10;
    } else {
      if (bit(IS_REP_G0 + state) === 0) {
        if (bit(IS_REP0_LONG + state) === 0) {
          out[at] = out[at - rep0 - 1];
          at++;
          state = state < 7 ? 9 : 11;
          continue;
        }
      } else if (bit(IS_REP_G1 + state) === 0) {
        [rep0, rep1] = [rep1, rep0];
      } else if (bit(IS_REP_G2 + state) === 0) {
        [rep0, rep1, rep2] = [rep2, rep0, rep1];
      } else {
        [rep0, rep1, rep2, rep3] = [rep3, rep0, rep1, rep2];
      }
      count = length(REP_LENGTH);
      state = state < 7 ? 8 : 11;
    }
    for (const end = at + count; at < end; at++) out[at] = out[at - rep0 - 1];
  }
  return out;
}

{
  const { textContent, dataset } = document.getElementById("packed");
  const packed = Uint8Array.from(atob(textContent), letter => letter.charCodeAt(0));
  const imports = {};
  // A name, a line break, a text, and NUL.
  for (const part of new TextDecoder().decode(unpack(packed, +dataset.size)).split("\0")) {
    const end = part.indexOf("\n");
    const [name, text] = [part.slice(0, end), part.slice(end + 1)];
    const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
    if (name === "engine") globalThis.batonEngine = address;
    else imports[name] = address;
  }
  const map = document.createElement("script");
  map.type = "importmap";
  map.textContent = JSON.stringify({ imports });
  document.head.append(map);
  import("baton/main.js");
}
