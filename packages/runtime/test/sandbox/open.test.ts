import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Processes } from "@contractc/kernel";
import { describe, expect, it, onTestFinished } from "vitest";
import { openSandbox } from "../../src/sandbox/index.js";
import { HOST, LIMITS, textFiles } from "./support.js";

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "contractc-open-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

describe("a machine without a sandbox", () => {
  it("is told how to get one", () => {
    const opened = openSandbox({ ...HOST, path: [folder()] }, false);
    expect(opened).toMatchObject({ kind: "refused" });
    expect(opened.kind === "refused" && opened.message).toMatch(
      /bubblewrap is not installed: apt-get install bubblewrap .* --unsafe-no-sandbox/,
    );
  });

  it.each([
    ["darwin", /There is no sandbox for macOS yet: run in a Linux container/],
    ["win32", /There is no sandbox for win32 yet/],
  ] as const)("refuses on %s", (platform, message) => {
    const opened = openSandbox({ ...HOST, platform }, false);
    expect(opened.kind === "refused" && opened.message).toMatch(message);
  });

  it("refuses a bubblewrap that cannot limit space, and one that is not allowed to work", () => {
    const programs = folder();
    writeFileSync(join(programs, "bwrap"), "#!/bin/sh\n");
    chmodSync(join(programs, "bwrap"), 0o755);
    const answering = (help: string): Processes => ({
      run: (_, [option]) =>
        option === "--help"
          ? { status: 0, stdout: new TextEncoder().encode(help), stderr: "" }
          : { status: 1, stdout: new Uint8Array(), stderr: "bwrap: setting up uid map: Permission denied\n" },
    });
    const old = openSandbox({ ...HOST, path: [programs], processes: answering("--tmpfs DEST") }, false);
    expect(old.kind === "refused" && old.message).toMatch(/too old .* bubblewrap 0\.7 or newer/);
    const forbidden = openSandbox({ ...HOST, path: [programs], processes: answering("--size BYTES") }, false);
    expect(forbidden.kind === "refused" && forbidden.message).toMatch(
      /cannot make a sandbox here: bwrap: setting up uid map: Permission denied\. Inside a container/,
    );
  });
});

describe("without a sandbox, where that was asked for", () => {
  const request = {
    fixed: new Set<string>(),
    mounts: [],
    path: [],
    environment: { EXTRA: "/gate/report/x" },
    limits: LIMITS,
  };

  async function run(command: string[], files: Record<string, string>, limits = LIMITS) {
    const opened = openSandbox(HOST, true);
    if (opened.kind === "refused") throw new Error(opened.message);
    expect(opened.sandbox.level).toBe("none");
    const result = await opened.sandbox.run({ ...request, command, files: textFiles(files), limits });
    if (result.kind === "failed") throw new Error(result.message);
    return { ...result.run, output: new TextDecoder().decode(result.run.output) };
  }

  it("runs in a copy, with a clean environment, and brings reports back", async () => {
    const script =
      'echo "$(cat a/b.txt) $(basename $HOME)"; echo found >/gate/report/r.xml; env | grep -c SECRET; exit 3';
    process.env.A_SECRET = "x";
    onTestFinished(() => {
      delete process.env.A_SECRET;
    });
    const run_ = await run(["sh", "-c", script], { "a/b.txt": "text" });
    expect(run_).toMatchObject({ level: "none", exit: 3, output: "text home\n0\n", denied: [] });
    expect([...run_.reports].map(([name, bytes]) => [name, new TextDecoder().decode(bytes)])).toEqual([
      ["r.xml", "found\n"],
    ]);
  });

  it("holds the limits of time, output, memory and processes", async () => {
    expect(await run(["sleep", "30"], {}, { ...LIMITS, milliseconds: 300 })).toMatchObject({
      exit: null,
      limit: "time",
    });
    expect(await run(["yes"], {}, { ...LIMITS, outputBytes: 10_000 })).toMatchObject({
      exit: null,
      limit: "output",
    });
    const memory = "import time\nheld = b'x' * 200_000_000\ntime.sleep(30)\n";
    expect(
      await run(["python3", "a.py"], { "a.py": memory }, { ...LIMITS, memoryBytes: 100 * 1024 ** 2 }),
    ).toMatchObject({ exit: null, limit: "memory" });
    const many = "for i in 1 2 3 4 5 6 7 8; do sleep 30 & done; wait";
    expect(await run(["sh", "-c", many], {}, { ...LIMITS, processes: 4 })).toMatchObject({
      exit: null,
      limit: "processes",
    });
  });
});

describe("a request that cannot be laid out", () => {
  it.each([
    ["../escape.txt", /"..\/escape.txt" is not one of a file within the workspace/],
    ["/etc/passwd", /is not one of a file within/],
    ["a/./b", /is not one of a file within/],
    [".git/hooks/pre-commit", /belongs to git/],
    ["sub/.GIT/config", /belongs to git/],
  ])("%s is refused", async (path, message) => {
    const opened = openSandbox(HOST, false);
    if (opened.kind === "refused") throw new Error(opened.message);
    const result = await opened.sandbox.run({
      command: ["true"],
      files: textFiles({ [path]: "x" }),
      fixed: new Set(),
      mounts: [],
      path: [],
      environment: {},
      limits: LIMITS,
    });
    expect(result.kind === "failed" && result.message).toMatch(message);
  });

  it("a file that is a folder, too, and a mount that is not there", async () => {
    const opened = openSandbox(HOST, false);
    if (opened.kind === "refused") throw new Error(opened.message);
    const rest = { command: ["true"], fixed: new Set<string>(), path: [], environment: {}, limits: LIMITS };
    const twice = await opened.sandbox.run({ ...rest, mounts: [], files: textFiles({ a: "", "a/b": "" }) });
    expect(twice).toEqual({ kind: "failed", message: 'The path "a" is a file and a folder at once' });
    const mounts = [{ source: "/nowhere/at/all", target: "node_modules" }];
    const missing = await opened.sandbox.run({ ...rest, mounts, files: textFiles({ a: "" }) });
    expect(missing.kind === "failed" && missing.message).toMatch(/could not run the command: .*nowhere/);
  });
});

describe("a sandbox that is told to stop", () => {
  it("ends at once and says so", async () => {
    const opened = openSandbox(HOST, false);
    if (opened.kind === "refused") throw new Error(opened.message);
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 200);
    const result = await opened.sandbox.run(
      {
        command: ["sleep", "30"],
        files: new Map(),
        fixed: new Set(),
        mounts: [],
        path: [],
        environment: {},
        limits: LIMITS,
      },
      stop.signal,
    );
    expect(result).toMatchObject({ kind: "ran", run: { exit: null, cancelled: true } });
    expect(result.kind === "ran" && result.run.milliseconds).toBeLessThan(5_000);
  });
});

describe("installed packages and interpreters", () => {
  it("are found where they are: in the workspace, beside a shim, in a virtual environment", async () => {
    const { findToolchain } = await import("../../src/sandbox/index.js");
    const workspace = folder();
    mkdirSync(join(workspace, "node_modules/.bin"), { recursive: true });
    mkdirSync(join(workspace, "packages/a/node_modules"), { recursive: true });
    mkdirSync(join(workspace, "real/bin"), { recursive: true });
    writeFileSync(join(workspace, "real/bin/node"), "");
    chmodSync(join(workspace, "real/bin/node"), 0o755);
    mkdirSync(join(workspace, "shims"));
    symlinkSync("../real/bin/node", join(workspace, "shims/node"));
    mkdirSync(join(workspace, ".venv"));
    writeFileSync(join(workspace, ".venv/pyvenv.cfg"), "");
    const asked: string[] = [];
    const processes: Processes = {
      run(program) {
        asked.push(program);
        const answer = [join(workspace, ".venv"), "/opt/python", join(workspace, ".venv/bin")];
        return { status: 0, stdout: new TextEncoder().encode(JSON.stringify(answer)), stderr: "" };
      },
    };
    const host = { path: [join(workspace, "shims")], processes, node: "/usr/bin/node" };
    expect(findToolchain(host, workspace, ["packages/a", "packages/b"])).toEqual({
      mounts: [
        { source: join(workspace, "node_modules"), target: "node_modules" },
        { source: join(workspace, "packages/a/node_modules"), target: "packages/a/node_modules" },
        { source: "/opt/python", target: "/opt/python" },
        { source: join(workspace, ".venv"), target: join(workspace, ".venv") },
        { source: join(workspace, "real"), target: join(workspace, "real") },
      ],
      path: [
        "/gate/work/node_modules/.bin",
        "/gate/work/packages/a/node_modules/.bin",
        join(workspace, ".venv/bin"),
        join(workspace, "real/bin"),
      ],
    });
    expect(asked).toEqual([join(workspace, ".venv/bin/python")]);
  });

  it.each([
    [["python3"], "python3"],
    [["python3", "python"], undefined],
    [["python"], undefined],
  ])("programs %j: python is %s", async (programs, python) => {
    const { findToolchain } = await import("../../src/sandbox/index.js");
    const bin = folder();
    for (const name of programs) writeFileSync(join(bin, name), "", { mode: 0o755 });
    const processes: Processes = { run: () => ({ status: 1, stdout: new Uint8Array(), stderr: "" }) };
    const host = { path: [bin], processes, node: process.execPath };
    expect(findToolchain(host, folder(), []).python).toBe(python);
  });
});
