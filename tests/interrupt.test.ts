import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { BIN, contractc, snapshot, workspace } from "./support/cli.js";

const COUNT = 60;
const NAMES = Array.from({ length: COUNT }, (_, at) => `m${at}`);
const CONTRACT = `contract Many version "1.0.0"\n\n${NAMES.map((name) => `module ${name} "${name}.py" {\n  fn f(a: int) -> int\n}\n`).join("\n")}`;
const FILES: Record<string, string> = {
  "many.contract": CONTRACT,
  ...Object.fromEntries(NAMES.map((name) => [`${name}.py`, "def f(a: str) -> int:\n    return len(a)\n"])),
};

/** Interrupts a command after a while, as ctrl-C does. */
async function interrupted(folder: string, milliseconds: number, ...args: string[]) {
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn(process.execPath, [BIN, ...args], {
    cwd: folder,
    env: { PATH, HOME },
    stdio: "ignore",
  });
  const ended = new Promise<{ status: number | null; signal: string | null }>((resolve) =>
    child.on("exit", (status, signal) => resolve({ status, signal })),
  );
  await wait(milliseconds);
  child.kill("SIGINT");
  return ended;
}

test.each(["code", "contract"])(
  "an interrupted --fix %s leaves whole files, and no others",
  async (direction) => {
    for (const milliseconds of [50, 300, 500, 700, 1000, 1500]) {
      const folder = workspace(FILES);
      const { status, signal } = await interrupted(folder, milliseconds, "drift", "--fix", direction);
      // By the signal, which a shell tells as 130; while files are written, by that code; or it was done before.
      if (signal === null) expect([0, 1, 130]).toContain(status);
      else expect(signal).toBe("SIGINT");
      const names = readdirSync(folder).filter((name) => name !== ".contract");
      expect(names.sort()).toEqual(Object.keys(FILES).sort());
      const files = snapshot(folder);
      const changed = NAMES.filter((name) => files[`${name}.py`] !== FILES["m0.py"]);
      if (direction === "code") {
        expect([0, COUNT]).toContain(changed.length);
        for (const name of changed)
          expect(files[`${name}.py`]).toBe("def f(a: int) -> int:\n    return len(a)\n");
        expect(files["many.contract"]).toBe(CONTRACT);
      } else {
        expect(changed).toEqual([]);
        expect([CONTRACT, CONTRACT.replaceAll("f(a: int)", "f(a: string)")]).toContain(
          files["many.contract"],
        );
      }
      // What was interrupted can be done again.
      expect(contractc(folder, "check").status).toBe(0);
    }
  },
);

test("an interrupted extract ends by the signal, or whole", async () => {
  const folder = workspace(FILES);
  const { status, signal } = await interrupted(folder, 150, "extract", ".", "-o", "new.contract");
  if (signal === null) expect([0, 130]).toContain(status);
  else expect(readdirSync(join(folder)).filter((name) => /^new|\.tmp/.test(name))).toEqual([]);
});
