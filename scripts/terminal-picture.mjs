// Draws docs/images/terminal.svg: what `contractc drift` really prints for a quiet change in the plane example.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "contractc-picture-"));
const ESCAPE = String.fromCharCode(27);
const CODE = new RegExp(`(${ESCAPE}\\[\\d+m)`);
const COLUMNS = 96;
const ADVANCE = 8.43;
const LINE = 20;
const PAD = 18;
const COLOURS = { 31: "#ff7b72", 32: "#7ee787", 33: "#e3b341", 36: "#79c0ff" };

function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Text with ANSI colours as rows of `{ text, style }`, cut at the width of the terminal. */
function rowsOf(output) {
  return output
    .trimEnd()
    .split("\n")
    .flatMap((line) => {
      const rows = [[]];
      let style = {};
      let column = 0;
      for (const part of line.split(CODE)) {
        const code = CODE.test(part) ? part.slice(2, -1) : undefined;
        if (code === undefined) {
          for (let rest = part; rest !== ""; ) {
            const piece = rest.slice(0, COLUMNS - column);
            rows.at(-1).push({ text: piece, style, column });
            column += piece.length;
            rest = rest.slice(piece.length);
            if (rest !== "") {
              rows.push([]);
              column = 0;
            }
          }
        } else if (code === "1") style = { ...style, bold: true };
        else if (code === "2") style = { ...style, dim: true };
        else if (code === "22") style = { ...style, bold: false, dim: false };
        else if (code === "39") style = { ...style, colour: undefined };
        else if (COLOURS[code]) style = { ...style, colour: COLOURS[code] };
      }
      return rows;
    });
}

function draw(rows) {
  const width = COLUMNS * ADVANCE + 2 * PAD;
  const height = rows.length * LINE + 2 * PAD + 22;
  const lines = rows.map((row, index) => {
    const spans = row.map(({ text, style, column }) => {
      const fill = style.colour ?? (style.dim ? "#8b949e" : "#e6edf3");
      const weight = style.bold ? ' font-weight="bold"' : "";
      return `<tspan x="${(PAD + column * ADVANCE).toFixed(1)}" fill="${fill}"${weight}>${escaped(text)}</tspan>`;
    });
    return `<text y="${PAD + 36 + index * LINE}" xml:space="preserve">${spans.join("")}</text>`;
  });
  const lights = ["#ff5f57", "#febc2e", "#28c840"].map(
    (fill, at) => `<circle cx="${PAD + 6 + at * 20}" cy="18" r="6" fill="${fill}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width.toFixed(0)} ${height}" width="${width.toFixed(0)}" height="${height}" role="img" aria-label="contractc drift in a terminal" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14">
<rect width="100%" height="100%" rx="10" fill="#0d1117"/>
${lights.join("")}
${lines.join("\n")}
</svg>
`;
}

try {
  const work = join(folder, "plane-battle");
  cpSync(join(root, "examples/plane-battle"), work, { recursive: true });
  const file = join(work, "core/collision.py");
  writeFileSync(file, readFileSync(file, "utf8").replace("limit: int = 10", "limit: float = 10"));
  const run = (...args) =>
    spawnSync(process.execPath, [join(root, "packages/cli/bin/contractc.js"), ...args], {
      cwd: work,
      encoding: "utf8",
      env: { PATH: process.env.PATH, FORCE_COLOR: "1" },
    }).stdout;
  const prompt = `${ESCAPE}[2m$${ESCAPE}[22m contractc`;
  const text = `${prompt} check\n${run("check")}${prompt} drift\n${run("drift")}`;
  mkdirSync(join(root, "docs/images"), { recursive: true });
  writeFileSync(join(root, "docs/images/terminal.svg"), draw(rowsOf(text)));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
