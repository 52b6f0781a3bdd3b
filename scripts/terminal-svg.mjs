// Draws what a terminal shows as a picture: text with ANSI colours becomes an SVG.
const ESCAPE = String.fromCharCode(27);
const CODES = new RegExp(`(${ESCAPE}\\[[\\d;]*m)`);
const ADVANCE = 8.43;
const LINE = 20;
const PAD = 18;
/** Height of the frame with its three lights. */
const FRAME = 22;
const TEXT = "#e6edf3";
const DIM = "#8b949e";
const PAPER = "#0d1117";
const COLOURS = ["#484f58", "#ff7b72", "#7ee787", "#e3b341", "#58a6ff", "#d2a8ff", "#79c0ff", "#b1bac4"];

/** @typedef {{ text: string, style: Record<string, string | boolean | undefined>, column: number }} Piece */

function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** The style after a sequence of codes. */
function styled(before, sequence) {
  const codes = sequence.split(";").map((code) => Number(code || "0"));
  let style = before;
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at];
    if (code === 0) style = {};
    else if (code === 1) style = { ...style, bold: true };
    else if (code === 2) style = { ...style, dim: true };
    else if (code === 4) style = { ...style, underline: true };
    else if (code === 7) style = { ...style, reverse: true };
    else if (code === 22) style = { ...style, bold: false, dim: false };
    else if (code === 24) style = { ...style, underline: false };
    else if (code === 27) style = { ...style, reverse: false };
    else if (code >= 30 && code <= 37) style = { ...style, colour: COLOURS[code - 30] };
    else if (code >= 90 && code <= 97) style = { ...style, colour: COLOURS[code - 90] };
    else if (code === 39) style = { ...style, colour: undefined };
    else if (code === 49) style = { ...style, paper: undefined };
    else if ((code === 38 || code === 48) && codes[at + 1] === 2) {
      const colour = `#${codes
        .slice(at + 2, at + 5)
        .map((each) => each.toString(16).padStart(2, "0"))
        .join("")}`;
      style = code === 38 ? { ...style, colour } : { ...style, paper: colour };
      at += 4;
    }
  }
  return style;
}

/**
 * Text with ANSI colours as rows of pieces of one style.
 *
 * @param {string} output
 * @param {number} columns where the terminal breaks a line
 * @returns {Piece[][]}
 */
export function rowsOf(output, columns) {
  let style = {};
  return output
    .trimEnd()
    .split("\n")
    .flatMap((line) => {
      const rows = [[]];
      let column = 0;
      for (const part of line.split(CODES)) {
        if (CODES.test(part)) {
          style = styled(style, part.slice(2, -1));
          continue;
        }
        for (let rest = part; rest !== ""; ) {
          const piece = rest.slice(0, columns - column);
          rows.at(-1).push({ text: piece, style, column });
          column += piece.length;
          rest = rest.slice(piece.length);
          if (rest !== "") {
            rows.push([]);
            column = 0;
          }
        }
      }
      return rows;
    });
}

/**
 * The picture of a terminal.
 *
 * @param {Piece[][]} rows
 * @param {number} columns
 * @param {string} label what a reader hears of it
 * @returns {string}
 */
export function draw(rows, columns, label) {
  const width = (columns * ADVANCE + 2 * PAD).toFixed(0);
  const height = rows.length * LINE + 2 * PAD + FRAME;
  const papers = [];
  const lines = rows.map((row, index) => {
    const top = PAD + FRAME + index * LINE;
    const spans = row.map(({ text, style, column }) => {
      const ink = style.colour ?? (style.dim ? DIM : TEXT);
      const [fill, paper] = style.reverse ? [style.paper ?? PAPER, ink] : [ink, style.paper];
      const x = (PAD + column * ADVANCE).toFixed(1);
      if (paper !== undefined) {
        const across = (text.length * ADVANCE).toFixed(1);
        papers.push(`<rect x="${x}" y="${top - 1}" width="${across}" height="${LINE}" fill="${paper}"/>`);
      }
      const weight = style.bold ? ' font-weight="bold"' : "";
      const line = style.underline ? ' text-decoration="underline"' : "";
      return `<tspan x="${x}" fill="${fill}"${weight}${line}>${escaped(text)}</tspan>`;
    });
    return `<text y="${top + 14}" xml:space="preserve">${spans.join("")}</text>`;
  });
  const lights = ["#ff5f57", "#febc2e", "#28c840"].map(
    (fill, at) => `<circle cx="${PAD + 6 + at * 20}" cy="18" r="6" fill="${fill}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(label)}" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14">
<rect width="100%" height="100%" rx="10" fill="${PAPER}"/>
${[...lights, ...papers].join("")}
${lines.join("\n")}
</svg>
`;
}
