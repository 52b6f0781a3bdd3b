// Draws docs/images/terminal.svg: what `contractc drift` really prints for a quiet change in the plane example.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { draw, rowsOf } from "./terminal-svg.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "contractc-picture-"));
const ESCAPE = String.fromCharCode(27);
const COLUMNS = 96;

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
  writeFileSync(
    join(root, "docs/images/terminal.svg"),
    draw(rowsOf(text, COLUMNS), COLUMNS, "contractc drift in a terminal"),
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
