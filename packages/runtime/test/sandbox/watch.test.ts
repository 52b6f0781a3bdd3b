import { spawn } from "node:child_process";
import { describe, expect, it, onTestFinished } from "vitest";
import { watchDescendants, watchSandbox } from "../../src/sandbox/watch.js";
import { LIMITS } from "./support.js";

/** Far below what this machine runs. */
const TIGHT = { ...LIMITS, processes: 1, memoryBytes: 1 };

describe("what is watched", () => {
  it("is never the machine itself, while a sandbox does not stand yet", () => {
    expect(() => watchSandbox(process.pid, ["/tmp"], 0).exceeded(TIGHT)).toThrow("does not stand yet");
  });

  it("cannot be a process that is gone", () => {
    expect(() => watchSandbox(2 ** 30, ["/tmp"], 0).exceeded(TIGHT)).toThrow(/ENOENT/);
  });

  it("is a process with what descends from it, and nobody else", async () => {
    const child = spawn("sh", ["-c", "sleep 30 & sleep 30 & echo up; wait"], {
      stdio: ["ignore", "pipe", "ignore"],
      detached: true,
    });
    const { pid } = child;
    if (pid === undefined) throw new Error("sh does not start");
    onTestFinished(() => {
      process.kill(-pid, "SIGKILL");
    });
    await new Promise((resolve) => child.stdout.once("data", resolve));
    const watch = watchDescendants(pid);
    expect(watch.exceeded({ ...LIMITS, processes: 3 })).toBeUndefined();
    expect(watch.exceeded({ ...LIMITS, processes: 2 })).toBe("processes");
    expect(watch.exceeded({ ...LIMITS, memoryBytes: 1 })).toBe("memory");
  });
});
