// Walks the main job on a copy of the plane example: check, build, drift; then two faults are seeded and caught.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const contractc = join(root, "packages/cli/bin/contractc.js");
const colour = process.stdout.isTTY && !process.env.NO_COLOR;
const bold = (text) => (colour ? `\x1b[1m${text}\x1b[0m` : text);
const folder = mkdtempSync(join(tmpdir(), "contractc-demo-"));
const work = join(folder, "plane-battle");

/** Says what comes, runs it, and fails the demo where it ends otherwise than told. */
function show(title, args, expected) {
  process.stdout.write(`\n${bold(title)}\n$ contractc ${args.join(" ")}\n`);
  const result = spawnSync(process.execPath, [contractc, ...args], {
    cwd: work,
    encoding: "utf8",
    env: { ...process.env, ...(colour ? { FORCE_COLOR: "1" } : {}) },
  });
  process.stdout.write(result.stdout + result.stderr);
  if (result.status !== expected) {
    throw new Error(`contractc ${args.join(" ")} ended with ${result.status}; ${expected} was expected`);
  }
}

/** Replaces a text of the example by another; a text that is not there would make the demo show nothing. */
function edit(file, before, after) {
  const path = join(work, file);
  const text = readFileSync(path, "utf8");
  if (!text.includes(before)) throw new Error(`${file} does not contain ${JSON.stringify(before)}`);
  writeFileSync(path, text.replace(before, after));
  process.stdout.write(`\n${bold(`Somebody edits ${file}`)}\n- ${before}\n+ ${after}\n`);
  return () => writeFileSync(path, text);
}

try {
  cpSync(join(root, "examples/plane-battle"), work, { recursive: true });
  show("1. Is the contract sound?", ["check"], 0);
  show("2. Kernel, tests from the examples, docs and a diagram", ["build"], 0);
  show("3. Does the code keep the contract?", ["drift"], 0);

  const restore = edit(
    "core/collision.py",
    "limit: int = 10) -> list[Hit]",
    "limit: float = 10) -> list[Hit]",
  );
  show("4. A signature was changed quietly: drift sees it", ["drift"], 1);
  show("   What does that code mean?", ["explain", "drift/parameter-type"], 0);
  restore();

  edit(
    "plane-battle.contract",
    "    satisfies Shoot\n    uses entities\n",
    "    satisfies Shoot\n    uses entities, game\n",
  );
  show("5. A cycle was added to the contract: check sees it", ["check"], 1);
  show("   What does that code mean?", ["explain", "graph/cycle"], 0);

  process.stdout.write(`\n${bold("Your own repository:")} npx contractc init --from-code\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
