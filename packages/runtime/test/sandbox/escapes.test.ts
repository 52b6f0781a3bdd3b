import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SandboxRun } from "../../src/sandbox/index.js";
import { type Attempt, NODE_HELPER, PYTHON_HELPER } from "./attempts/attempt.js";
import { FILES } from "./attempts/files.js";
import { KERNEL } from "./attempts/kernel.js";
import { LOOPBACK, NETWORK } from "./attempts/network.js";
import { PROCESSES } from "./attempts/processes.js";
import { RESOURCES } from "./attempts/resources.js";
import { LIMITS, openedSandbox, textFiles } from "./support.js";

const TOKEN = "token-that-no-command-may-see";
const FIXED = "def test_fixed():\n    assert False\n";

let folder: string;
let visitors = 0;
const servers: Server[] = [];
const shared = `/dev/shm/contractc-test-${process.pid}`;

function listen(at: string | number): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer((socket) => {
      visitors++;
      socket.end(TOKEN);
    });
    servers.push(server);
    const listening = () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    };
    if (typeof at === "string") server.listen(at, listening);
    else server.listen(at, "127.0.0.1", listening);
  });
}

let port = 0;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "contractc-host-"));
  writeFileSync(join(folder, "secret.txt"), TOKEN);
  writeFileSync(shared, TOKEN);
  process.env.CONTRACTC_TEST_SECRET = TOKEN;
  port = await listen(0);
  await listen(join(folder, "socket"));
  await listen(`\0contractc-test-${process.pid}`);
});
afterAll(() => {
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true, force: true });
  rmSync(shared, { force: true });
  delete process.env.CONTRACTC_TEST_SECRET;
});

async function run(attempt: Pick<Attempt, "language" | "program" | "limits">): Promise<SandboxRun> {
  const file = attempt.language === "python" ? "attack.py" : "attack.mjs";
  const result = await openedSandbox().run({
    command: [
      attempt.language === "python" ? "/usr/bin/python3" : "/usr/bin/env",
      ...(attempt.language === "python" ? [file] : ["node", file]),
    ],
    files: textFiles({
      [file]: attempt.program,
      "attempt.py": PYTHON_HELPER,
      "attempt.mjs": NODE_HELPER,
      "tests/test_fixed.py": FIXED,
    }),
    fixed: new Set(["tests/test_fixed.py"]),
    ...nodeOnly(),
    environment: {
      HOST_FOLDER: folder,
      HOST_HOME: homedir(),
      HOST_PID: `${process.pid}`,
      HOST_PORT: `${port}`,
    },
    limits: { ...LIMITS, ...attempt.limits },
  });
  if (result.kind === "failed") throw new Error(result.message);
  return result.run;
}

/** The Node that runs the tests, which need not be the system's. */
function nodeOnly() {
  const prefix = join(process.execPath, "../..");
  return prefix.startsWith("/usr")
    ? { mounts: [], path: [] }
    : { mounts: [{ source: prefix, target: prefix }], path: [join(prefix, "bin")] };
}

const ATTEMPTS = [...NETWORK, ...FILES, ...PROCESSES, ...RESOURCES, ...KERNEL];

describe("what a command cannot do in the sandbox", () => {
  it("is tried with fifty programs and more", () => {
    expect(ATTEMPTS.length).toBeGreaterThanOrEqual(50);
  });

  it.each(ATTEMPTS.map((attempt) => [`${attempt.language} ${attempt.name}`, attempt] as const))(
    "%s",
    async (_, attempt) => {
      const before = visitors;
      const { evidence } = attempt;
      const result = await run(attempt);
      const output = new TextDecoder().decode(result.output);
      expect(output).not.toContain("ESCAPED");
      expect(output).not.toContain(TOKEN);
      for (const report of result.reports.values()) {
        expect(new TextDecoder().decode(report)).not.toContain(TOKEN);
      }
      expect(visitors).toBe(before);
      expect(readdirSync(folder).sort()).toEqual(["secret.txt", "socket"]);

      expect(result.level).toBe("bubblewrap");
      if (evidence.exit !== undefined)
        expect({ exit: result.exit, output }).toMatchObject({ exit: evidence.exit });
      if (evidence.output) expect(output).toMatch(evidence.output);
      const isDenied = evidence.denied && result.denied.some((line) => evidence.denied?.test(line));
      const isLimited = evidence.limit !== undefined && result.limit === evidence.limit;
      if (evidence.denied || evidence.limit) {
        const { denied, limit } = result;
        const shown = isDenied || isLimited ? "shown" : { denied, limit, output };
        expect(shown).toBe("shown");
      }
      if (result.limit !== undefined) expect(result.exit).toBeNull();
    },
  );
});

describe("what is left of a command", () => {
  it("no process, though it detached one", async () => {
    const daemon = PROCESSES.find(({ name }) => name === "leaves a daemon behind");
    if (!daemon) throw new Error("the attempt is gone");
    await run(daemon);
    const commands = readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map((name) => (existsSync(`/proc/${name}/cmdline`) ? safe(`/proc/${name}/cmdline`) : ""));
    expect(commands.filter((line) => line.includes("4242.4242"))).toEqual([]);
  });

  it("only real files of the report folder", async () => {
    const attempt = KERNEL.find(({ name }) => name.startsWith("brings back"));
    if (!attempt) throw new Error("the attempt is gone");
    const { reports } = await run(attempt);
    expect([...reports].map(([name, bytes]) => [name, new TextDecoder().decode(bytes)])).toEqual([
      ["real.xml", "<report/>"],
    ]);
  });

  it("nothing that the next command would meet", async () => {
    const planting = KERNEL.filter(({ name }) => name.startsWith("plants"));
    expect(planting).toHaveLength(2);
    const program = `
import os
print(sorted(os.listdir(".")), sorted(os.listdir("/tmp")), sorted(os.listdir("/dev/shm")))
`;
    // Where the interpreters lie below the folder of temporary files, the way to them is seen in there.
    const before = await run({ language: "python", program });
    const seen = new TextDecoder().decode(before.output);
    expect(seen).toMatch(/^\['attack\.py', 'attempt\.mjs', 'attempt\.py', 'tests'\] \[[^\]]*\] \[\]\n$/);
    for (const attempt of planting) await run(attempt);
    const { output, exit } = await run({ language: "python", program });
    expect({ exit, output: new TextDecoder().decode(output) }).toEqual({ exit: 0, output: seen });
  });

  it("no files of its own on the machine", () => {
    expect(readdirSync(join(folder, "..")).filter((name) => name === "planted")).toEqual([]);
  });
});

describe("what a command can do", () => {
  it("talk to itself over the loopback", async () => {
    const { output, exit } = await run({ language: "python", program: LOOPBACK });
    expect({ exit, output: new TextDecoder().decode(output) }).toEqual({ exit: 0, output: "own loopback\n" });
  });
});

function safe(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
