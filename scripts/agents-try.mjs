// Drives real coding agents against a model that is a script on this machine: `npm run agents:try [-- NAME...]`.
//
// Each agent gets a module of a small contract to implement, in a folder of its own. What is shown is whether its arguments
// and its output are still what we take them for. The agents are installed into a folder of temporary files, or taken from
// where AGENTS_FOLDER says; they reach nothing but this machine.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { contentIdOf, memoryFileSystem, nodeFileSystem } from "@contractc/kernel";
import { compile } from "@contractc/language";
import * as runtime from "@contractc/runtime";
import { LLMock } from "@copilotkit/aimock";
import { acpAgent } from "../packages/runtime/dist/agents/acp/agent.js";
import { commandAgent } from "../packages/runtime/dist/agents/command/agent.js";
import { systemAgentProcesses } from "../packages/runtime/dist/agents/process/process.js";

const PACKAGES = ["@anthropic-ai/claude-code", "@openai/codex", "@google/gemini-cli", "opencode-ai"];
const FILE = "core/collision.py";
const SKELETON = "def collides(a, b):\n    raise NotImplementedError\n";
const CODE = "def collides(a: int, b: int) -> bool:\n    return a == b\n";
const CONTRACT = `contract Plane version "1.0.0"
target python {
  roots "."
  check "python -m compileall -q ."
}
package core "core" {
  module collision "collision.py" {
    fn collides(a: int, b: int) -> bool
      example collides(1, 1) == true
  }
}
`;
const ANSWER = JSON.stringify({ kind: "files", files: [], summary: "Compares the two.", risks: [] });

/** What the model calls in each agent, one after the other, before it answers. `path` is the file's absolute path. */
const CALLS = {
  claude: (path) => [
    { name: "Read", arguments: { file_path: path } },
    { name: "Write", arguments: { file_path: path, content: CODE } },
  ],
  codex: () => [
    { name: "exec_command", arguments: { cmd: `printf '%s' '${CODE.replaceAll("\n", "\n")}' > ${FILE}` } },
  ],
  gemini: (path) => [{ name: "write_file", arguments: { file_path: path, content: CODE } }],
  opencode: (path) => [
    { name: "read", arguments: { filePath: path } },
    { name: "write", arguments: { filePath: path, content: CODE } },
  ],
};

const program = (folder, name) => join(folder, "node_modules", ".bin", name);

/** How each is told to reach the script, and nothing else. */
const AGENTS = {
  claude: {
    calls: "claude",
    make: (folder, url, home, host) =>
      commandAgent(
        {
          name: "claude",
          preset: "claude",
          command: [program(folder, "claude")],
          model: "claude-sonnet-4-5",
          timeoutMilliseconds: 120_000,
        },
        {
          ...host,
          environment: {
            ...host.environment,
            ANTHROPIC_BASE_URL: url,
            ANTHROPIC_API_KEY: "test",
            CLAUDE_CONFIG_DIR: home,
            DISABLE_AUTOUPDATER: "1",
          },
        },
      ),
  },
  codex: {
    calls: "codex",
    make: (folder, url, home, host) =>
      commandAgent(
        {
          name: "codex",
          preset: "codex",
          command: [program(folder, "codex")],
          model: "gpt-5",
          timeoutMilliseconds: 120_000,
          arguments: [
            ...["-c", 'model_provider="script"'],
            ...[
              "-c",
              `model_providers.script={name="script",base_url="${url}/v1",wire_api="responses",env_key="OPENAI_API_KEY"}`,
            ],
          ],
        },
        { ...host, environment: { ...host.environment, OPENAI_API_KEY: "test", CODEX_HOME: home } },
      ),
  },
  gemini: {
    calls: "gemini",
    make: (folder, url, home, host) => {
      mkdirSync(`${home}/.gemini`);
      writeFileSync(
        `${home}/.gemini/settings.json`,
        '{"security":{"auth":{"selectedType":"gemini-api-key"}}}',
      );
      return commandAgent(
        {
          name: "gemini",
          preset: "gemini",
          command: [program(folder, "gemini")],
          model: "gemini-2.5-pro",
          timeoutMilliseconds: 120_000,
        },
        {
          ...host,
          environment: {
            ...host.environment,
            GOOGLE_GEMINI_BASE_URL: url,
            GEMINI_API_KEY: "test",
            GEMINI_CLI_HOME: home,
          },
        },
      );
    },
  },
  opencode: {
    calls: "opencode",
    make: (folder, url, _home, host) =>
      commandAgent(
        {
          name: "opencode",
          preset: "opencode",
          command: [program(folder, "opencode")],
          model: "script/model",
          timeoutMilliseconds: 120_000,
        },
        { ...host, environment: { ...host.environment, OPENCODE_CONFIG_CONTENT: openCode(url) } },
      ),
  },
  "opencode-acp": {
    calls: "opencode",
    make: (folder, url, _home, host) =>
      acpAgent(
        {
          name: "opencode-acp",
          command: [program(folder, "opencode"), "acp", "--pure"],
          environment: ["OPENCODE_CONFIG_CONTENT"],
          timeoutMilliseconds: 120_000,
        },
        { ...host, environment: { ...host.environment, OPENCODE_CONFIG_CONTENT: openCode(url, "ask") } },
      ),
  },
  "gemini-acp": {
    calls: "gemini",
    make: (folder, url, home, host) =>
      acpAgent(
        {
          name: "gemini-acp",
          command: [program(folder, "gemini"), "--acp", "--skip-trust", "--model", "gemini-2.5-pro"],
          environment: ["GOOGLE_GEMINI_BASE_URL", "GEMINI_API_KEY", "GEMINI_CLI_HOME"],
          timeoutMilliseconds: 120_000,
        },
        {
          ...host,
          environment: {
            ...host.environment,
            GOOGLE_GEMINI_BASE_URL: url,
            GEMINI_API_KEY: "test",
            GEMINI_CLI_HOME: home,
          },
        },
      ),
  },
};

function openCode(url, edit = "allow") {
  return JSON.stringify({
    autoupdate: false,
    share: "disabled",
    model: "script/model",
    small_model: "script/model",
    permission: { edit, bash: "ask", webfetch: "deny" },
    provider: {
      script: {
        npm: "@ai-sdk/openai-compatible",
        name: "script",
        options: { baseURL: `${url}/v1`, apiKey: "test" },
        models: { model: { name: "model" } },
      },
    },
  });
}

function installed() {
  const given = process.env.AGENTS_FOLDER;
  if (given) return given;
  const folder = join(tmpdir(), "contractc-agents");
  mkdirSync(folder, { recursive: true });
  if (!existsSync(join(folder, "node_modules", "opencode-ai"))) {
    writeFileSync(join(folder, "package.json"), "{}");
    const { status } = spawnSync("npm", ["install", ...PACKAGES], {
      cwd: folder,
      stdio: "inherit",
      shell: process.platform === "win32",
    });
    if (status !== 0) throw new Error("The agents could not be installed.");
  }
  return folder;
}

async function tryAgent(name, folder) {
  const { calls, make } = AGENTS[name];
  const work = realpathSync(mkdtempSync(join(tmpdir(), "contractc-try-"))).replaceAll("\\", "/");
  // Codex puts helpers into its home, and refuses to where files are temporary.
  const home = name === "codex" ? mkdtempSync(join(homedir(), ".contractc-try-")) : `${work}/home`;
  const desk = `${work}/desk`;
  for (const each of [home, desk]) mkdirSync(each, { recursive: true });
  const script = CALLS[calls](`${desk}/${FILE}`);
  const mock = new LLMock({ port: 0, logLevel: process.env.DEBUG ? "debug" : "silent" });
  const done = (request) => (request.messages ?? []).filter(({ role }) => role === "tool").length;
  script.forEach((call, at) => {
    const isHere = (request) => (request.tools?.length ?? 0) > 0 && done(request) === at;
    mock.on(
      { predicate: isHere },
      { toolCalls: [{ name: call.name, arguments: JSON.stringify(call.arguments) }] },
    );
  });
  // What agents ask beside the work, as a title for it, gets the same as the end of the work.
  mock.on({}, { content: ANSWER });
  await mock.start();
  const fs = nodeFileSystem();
  const kernel = compile({
    fs: memoryFileSystem({ "/w/plane.contract": CONTRACT }),
    root: "/w/plane.contract",
  }).kernel;
  const prompts = runtime.loadPrompts(fs, runtime.installedPrompts());
  const contents = new Map();
  const keep = (text) => {
    const id = contentIdOf(Buffer.from(text));
    contents.set(id, Buffer.from(text));
    return id;
  };
  const tree = { [FILE]: keep(SKELETON), "plane.contract": keep(CONTRACT) };
  const tokens = (text) => Math.ceil(text.length / 4);
  const result = runtime.ticketFor({
    run: "try",
    task: { id: "module:core.collision", kind: "module", subject: "core.collision", writes: [FILE] },
    expects: "code",
    role: "coder",
    attempt: 1,
    round: 1,
    kernel,
    files: [{ path: FILE, content: SKELETON }],
    failures: [],
    lessons: [],
    answers: [],
    prompts,
    contextTokens: 16_000,
    tokens,
  });
  const { ticket } = result;
  const events = [];
  const usages = [];
  const opened = runtime.openDesk({
    fs,
    folder: desk,
    ticket,
    permissions: runtime.permissionsOf(kernel, ticket, runtime.roomsOf(kernel, ticket, [])),
    tree,
    content: (id) => contents.get(id),
    async call(_request, ask) {
      const told = await ask();
      usages.push(told.usage);
      return told.answer;
    },
    report: (event) => events.push(event),
    describe: () => undefined,
    tokens,
    contextTokens: 16_000,
    signal: new AbortController().signal,
  });
  const environment = {
    ...process.env,
    HOME: home,
    XDG_CONFIG_HOME: `${home}/config`,
    XDG_DATA_HOME: `${home}/data`,
    XDG_CACHE_HOME: `${home}/cache`,
    XDG_STATE_HOME: `${home}/state`,
  };
  const agent = make(folder, mock.url, home, {
    processes: systemAgentProcesses,
    environment,
    prompts,
    tokens,
    version: "0",
  });
  const started = process.cpuUsage();
  const outcome = await agent.work(ticket, opened, new AbortController().signal);
  const requests = mock.getRequests();
  if (process.env.DEBUG)
    for (const { body } of requests)
      process.stdout.write(
        `${JSON.stringify({ tools: body?.tools?.map((tool) => tool.function?.name ?? tool.name), last: body?.messages?.at(-1) }).slice(0, 1500)}\n`,
      );
  await mock.stop();
  if (!process.env.KEEP) for (const each of [work, home]) rmSync(each, { recursive: true, force: true });
  const file =
    outcome.kind === "result" && outcome.result.kind === "files"
      ? outcome.result.files.find(({ path }) => path === FILE)
      : undefined;
  const good = file?.content === CODE && outcome.result.summary === "Compares the two.";
  return { name, good, outcome, events, usage: usages[0], requests, started };
}

const wanted = process.argv.slice(2);
const folder = installed();
let failed = 0;
for (const name of wanted.length > 0 ? wanted : Object.keys(AGENTS)) {
  const { good, outcome, events, usage, requests } = await tryAgent(name, folder);
  if (!good) failed += 1;
  const paths = [...new Set(requests.map(({ path }) => path.replace(/\?.*/, "")))].join(", ");
  process.stdout.write(
    `${good ? "✓" : "✗"} ${name}: ${requests.length} requests to ${paths || "nothing"}; usage ${JSON.stringify(usage ?? null)}; refused or not taken: ${events.length}\n`,
  );
  if (!good || process.env.DEBUG) process.stdout.write(`${JSON.stringify({ outcome, events }, null, 2)}\n`);
}
process.exitCode = failed > 0 ? 1 : 0;
