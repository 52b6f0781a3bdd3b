import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

vi.setConfig({ testTimeout: 120_000 });

const SOURCE = fileURLToPath(new URL("../../src/sandbox/index.ts", import.meta.url));
const KERNEL = fileURLToPath(new URL("../../../kernel/src/ports/processes.ts", import.meta.url));
const NOBODY = 65_534;

/** Opens the sandbox of whoever runs it, and tells what a command in it sees. */
const PROGRAM = `
import { DEFAULT_SANDBOX_LIMITS, openSandbox } from ${JSON.stringify(SOURCE)};
import { systemProcesses } from ${JSON.stringify(KERNEL)};
const opened = openSandbox({
  platform: process.platform,
  path: ["/usr/local/bin", "/usr/bin", "/bin"],
  temporary: process.argv[2],
  isRoot: process.getuid() === 0,
  processes: systemProcesses,
}, false);
if (opened.kind === "refused") throw new Error(opened.message);
const results = [];
for (const { command, limits } of JSON.parse(process.argv[3])) {
  const result = await opened.sandbox.run({
    command, files: new Map([["a.txt", new TextEncoder().encode("text")]]), fixed: new Set(["a.txt"]),
    mounts: [], path: [], environment: {}, limits: { ...DEFAULT_SANDBOX_LIMITS, milliseconds: 40000, ...limits },
  });
  if (result.kind === "failed") throw new Error(result.message);
  const { level, exit, limit, output } = result.run;
  results.push({ level, exit, limit, output: new TextDecoder().decode(output) });
}
console.log(JSON.stringify(results));
`;

interface Ran {
  level: string;
  exit: number | null;
  limit?: string;
  output: string;
}

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "contractc-users-"));
  // Somebody else is to run it, who may not reach this repository or the Node of its owner.
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, "temporary"));
  chmodSync(join(folder, "temporary"), 0o777);
  copyFileSync(process.execPath, join(folder, "node"));
  chmodSync(join(folder, "node"), 0o755);
  writeFileSync(join(folder, "program.mjs"), PROGRAM);
  await build({
    entryPoints: [join(folder, "program.mjs")],
    outfile: join(folder, "bundle.mjs"),
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["source"],
    nodePaths: [fileURLToPath(new URL("../../../../node_modules", import.meta.url))],
    logLevel: "silent",
  });
  chmodSync(join(folder, "bundle.mjs"), 0o644);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(
  commands: { command: string[]; limits?: object }[],
  user: number | undefined,
  around: string[] = [],
): Ran[] {
  const words = [
    ...around,
    join(folder, "node"),
    join(folder, "bundle.mjs"),
    join(folder, "temporary"),
    JSON.stringify(commands),
  ];
  const [program = "", ...args] = words;
  const done = spawnSync(program, args, {
    cwd: "/",
    encoding: "utf8",
    env: { PATH: "/usr/local/bin:/usr/bin:/bin" },
    ...(user === undefined ? {} : { uid: user, gid: user }),
  });
  if (done.status !== 0) throw new Error(done.stderr);
  return JSON.parse(done.stdout) as Ran[];
}

const isRoot = process.getuid?.() === 0;

describe.each([
  ["whoever runs the tests", undefined],
  ...(isRoot ? [["a user without rights", NOBODY] as const] : []),
] as const)("the sandbox of %s", (_, user) => {
  it("isolates and limits", () => {
    const results = run(
      [
        {
          command: [
            "sh",
            "-c",
            "id -u; cat a.txt; echo; cat /proc/net/dev | tail -n +3 | cut -d: -f1; ls /home /root 2>&1 | wc -l",
          ],
        },
        { command: ["sh", "-c", "echo x >a.txt; echo x >/usr/x; unshare -r true"] },
        {
          command: ["sh", "-c", ": & : & sleep 30 & sleep 30 & sleep 30 & sleep 30 & sleep 30"],
          limits: { processes: 4 },
        },
        {
          command: ["python3", "-c", "import time; x = b'x' * 150_000_000; time.sleep(30)"],
          limits: { memoryBytes: 60_000_000 },
        },
        { command: ["sleep", "30"], limits: { milliseconds: 500 } },
      ],
      user,
    );
    expect(results[0]).toMatchObject({ level: "bubblewrap", exit: 0, output: "1000\ntext\n    lo\n2\n" });
    expect(results[1]?.exit).not.toBe(0);
    expect(results[1]?.output).toMatch(
      /a\.txt: Read-only file system\n.*\/usr\/x: Read-only file system\nunshare: /s,
    );
    expect(results.slice(2).map(({ exit, limit }) => [exit, limit])).toEqual([
      [null, "processes"],
      [null, "memory"],
      [null, "time"],
    ]);
  });

  it("passes on no descriptor that was left open", () => {
    const leak = `import os, sys
os.dup2(os.open("/", os.O_RDONLY), 60)
os.execv(sys.argv[1], sys.argv[1:])
`;
    const [result] = run(
      [
        {
          command: [
            "python3",
            "-c",
            "import os\nfor fd in range(3, 100):\n    try:\n        print(fd, os.readlink(f'/proc/self/fd/{fd}'))\n    except OSError:\n        pass\n",
          ],
        },
      ],
      user,
      ["python3", "-c", leak],
    );
    expect(result).toMatchObject({ exit: 0, output: "60 /dev/null\n" });
  });
});
