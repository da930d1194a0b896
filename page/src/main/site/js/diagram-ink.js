/** What drawings on a canvas are made of: words, hatching, heads of arrows, crosses, nodes. */

const hatchings = new WeakMap();
const cells = new Map();

/** Lines at 45 degrees, in a tile whose edges meet, made once for each palette, colour and resolution. */
function hatching(ctx, palette, colour, dpr) {
  if (!hatchings.has(palette)) hatchings.set(palette, new Map());
  const known = hatchings.get(palette);
  const key = `${colour} ${dpr}`;
  if (known.has(key)) return known.get(key);
  const size = Math.max(4, Math.round(7 * palette.k * dpr));
  const tile = document.createElement("canvas");
  tile.width = tile.height = size;
  const pen = tile.getContext("2d");
  pen.fillStyle = palette.paper;
  pen.fillRect(0, 0, size, size);
  pen.strokeStyle = colour;
  pen.lineWidth = size * 0.3;
  for (const shift of [-size, 0, size]) {
    pen.beginPath();
    pen.moveTo(shift - size, 2 * size);
    pen.lineTo(shift + 2 * size, -size);
    pen.stroke();
  }
  const pattern = ctx.createPattern(tile, "repeat");
  pattern.setTransform(new DOMMatrix().scale(1 / dpr));
  known.set(key, pattern);
  return pattern;
}

/** Draws on one canvas in the colours of a palette; sizes are pixels of the design. */
export class Ink {
  constructor(ctx, palette, dpr) {
    this.ctx = ctx;
    this.palette = palette;
    this.k = palette.k;
    this.dpr = dpr;
  }

  get hatch() {
    return hatching(this.ctx, this.palette, this.palette.ink2, this.dpr);
  }

  /** For what is so large, or so often there, that it would drown the rest. */
  get lightHatch() {
    return hatching(this.ctx, this.palette, this.palette.lane, this.dpr);
  }

  font(size, weight) {
    return `${weight} ${(size * this.k).toFixed(2)}px ${this.palette.sans}`;
  }

  width(words, size, weight = 400) {
    this.ctx.font = this.font(size, weight);
    return this.ctx.measureText(words).width;
  }

  /** Words around a point, in the middle of their height; `halo` is how wide the paper around them is. */
  text(words, x, y, { size = 11, weight = 400, colour, align = "center", halo = 0 }) {
    const { ctx, k } = this;
    ctx.font = this.font(size, weight);
    const base = y + size * k * 0.36;
    const cell = /^[\d.−-]+$/.test(words) ? this.cell(ctx.font) : 0;
    const draw = cell > 0
      ? how => this.figures(words, x, base, cell, align, how)
      : how => {
        ctx.textAlign = align;
        ctx[how](words, x, base);
      };
    if (halo > 0) {
      ctx.strokeStyle = this.palette.paper;
      ctx.lineWidth = halo * k;
      ctx.lineJoin = "round";
      draw("strokeText");
    }
    ctx.fillStyle = colour;
    draw("fillText");
  }

  /** The width of a figure in a font whose figures differ in width; 0 if they do not. */
  cell(font) {
    if (!cells.has(font)) {
      const width = c => this.ctx.measureText(c).width;
      const all = [..."0123456789"].map(width);
      cells.set(font, Math.max(...all) - Math.min(...all) < 0.01 ? 0 : Math.max(...all));
    }
    return cells.get(font);
  }

  /** Figures below each other whatever the font does: each in a cell of the same width. */
  figures(words, x, base, cell, align, how) {
    const { ctx } = this;
    const widths = [...words].map(c => (/\d/.test(c) ? cell : ctx.measureText(c).width));
    const whole = widths.reduce((sum, width) => sum + width, 0);
    let at = align === "left" ? x : align === "right" ? x - whole : x - whole / 2;
    ctx.textAlign = "center";
    [...words].forEach((c, i) => {
      ctx[how](c, at + widths[i] / 2, base);
      at += widths[i];
    });
  }

  /** As much of some words as there is room for. */
  fitting(words, room, size, weight) {
    if (this.width(words, size, weight) <= room) return words;
    let end = words.length - 1;
    while (end > 1 && this.width(`${words.slice(0, end)}…`, size, weight) > room) end--;
    return `${words.slice(0, end)}…`;
  }

  line(x1, y1, x2, y2, colour, width, dash = []) {
    const { ctx } = this;
    ctx.beginPath();
    ctx.moveTo(x1, y1);
    ctx.lineTo(x2, y2);
    ctx.strokeStyle = colour;
    ctx.lineWidth = width;
    ctx.setLineDash(dash);
    ctx.stroke();
    ctx.setLineDash([]);
  }

  circle(x, y, r, { fill, stroke, width = 1 }) {
    const { ctx } = this;
    ctx.beginPath();
    ctx.arc(x, y, r, 0, 2 * Math.PI);
    if (fill) {
      ctx.fillStyle = fill;
      ctx.fill();
    }
    if (stroke) {
      ctx.strokeStyle = stroke;
      ctx.lineWidth = width;
      ctx.stroke();
    }
  }

  /** The cross of what is violated or lost, on paper so that it stands out of what it lies on. */
  cross(x, y, r) {
    const { ctx, k } = this;
    ctx.beginPath();
    for (const side of [-1, 1]) {
      ctx.moveTo(x - r, y - side * r);
      ctx.lineTo(x + r, y + side * r);
    }
    ctx.lineCap = "round";
    ctx.strokeStyle = this.palette.paper;
    ctx.lineWidth = 5.5 * k;
    ctx.stroke();
    ctx.strokeStyle = this.palette.bad;
    ctx.lineWidth = 2.4 * k;
    ctx.stroke();
    ctx.lineCap = "butt";
  }

  /** Adds the head of an arrow to the path: its tip, and the direction from which it comes. */
  head(x, y, ux, uy, length) {
    const { ctx } = this;
    const half = length * 0.47;
    const bx = x - ux * length;
    const by = y - uy * length;
    ctx.moveTo(x, y);
    ctx.lineTo(bx - uy * half, by + ux * half);
    ctx.lineTo(bx + uy * half, by - ux * half);
    ctx.closePath();
  }

  /** A circle with a letter: a message that is under way. */
  bullet(x, y, r, letter, isToken) {
    const { palette, k } = this;
    const fill = isToken ? palette.token : palette.raised;
    const stroke = isToken ? palette.token : palette.ink;
    this.circle(x, y, r, { fill, stroke, width: Math.min(1.5 * k, r / 3) });
    if (r < 5.5 * k) return;
    const colour = isToken ? palette.onToken : palette.ink;
    this.text(letter, x, y, { size: r / k * 1.29, weight: 700, colour });
  }

  /** A node: a thin ring while idle, hatched while it waits, filled inside; around it the token. */
  node(x, y, r, name, phase, hasToken) {
    const { palette, k } = this;
    const inside = phase === "inside";
    const waits = phase === "waits";
    if (hasToken) this.circle(x, y, r + 2.6 * k, { stroke: palette.token, width: 2.8 * k });
    this.circle(x, y, r, {
      fill: inside ? palette.ink : waits ? this.hatch : palette.paper,
      stroke: inside || waits ? palette.ink : palette.rule2,
      width: (waits ? 1.4 : 1.2) * k,
    });
    const long = String(name).length > 1;
    if (waits) this.circle(x, y, r * (long ? 0.76 : 0.62), { fill: palette.paper });
    const size = r / k * (String(name).length > 2 ? 0.8 : 1.05);
    this.text(String(name), x, y, { size, weight: 700, colour: inside ? palette.paper : palette.ink });
  }
}
