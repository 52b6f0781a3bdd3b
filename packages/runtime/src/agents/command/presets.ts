import type { Usage } from "../../model/index.js";
import { lines, type ObjectLine } from "./output.js";

/** What the command line of an agent depends on. */
export interface CommandTask {
  model?: string;
  /** Whether files are asked for: whoever reads only gets no tool that writes. */
  writes: boolean;
  /** Commands that may be run, in words. */
  run: readonly (readonly string[])[];
}

/** What an agent said at its end. */
export interface Said {
  text: string;
  usage?: Usage;
  /** It told of a failure, though it ended as if there was none. */
  problem?: string;
}

/** How one agent is started without a person, and how its output is read. */
export interface Preset {
  program: string;
  arguments(task: CommandTask): string[];
  /** Variables that it reads: its keys and addresses. */
  variables: readonly string[];
  /** @returns `undefined` where the output is not what it should be */
  read(stdout: string): Said | undefined;
}

const model = (flag: string, task: CommandTask) => (task.model === undefined ? [] : [flag, task.model]);

/** Agents whose command lines are known. All of them take the prompt on standard input. */
export const PRESETS = {
  claude: {
    program: "claude",
    arguments: (task) => [
      ...[
        "-p",
        "--output-format",
        "stream-json",
        "--verbose",
        "--no-session-persistence",
        "--strict-mcp-config",
      ],
      ...["--setting-sources", "user"],
      ...[
        "--tools",
        [
          "Read",
          "Glob",
          "Grep",
          ...(task.writes ? ["Edit", "Write"] : []),
          ...(task.run.length > 0 ? ["Bash"] : []),
        ].join(","),
      ],
      ...["--permission-mode", task.writes ? "acceptEdits" : "dontAsk"],
      ...(task.run.length > 0
        ? [
            "--allowed-tools",
            task.run.flatMap((words) => [`Bash(${words.join(" ")})`, `Bash(${words.join(" ")} *)`]).join(","),
          ]
        : []),
      ...model("--model", task),
    ],
    variables: [
      ...["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL", "ANTHROPIC_MODEL"],
      ...[
        "CLAUDE_CODE_OAUTH_TOKEN",
        "CLAUDE_CONFIG_DIR",
        "CLAUDE_CODE_USE_BEDROCK",
        "CLAUDE_CODE_USE_VERTEX",
      ],
      "DISABLE_AUTOUPDATER",
    ],
    read: readClaude,
  },
  codex: {
    program: "codex",
    arguments: (task) => [
      ...["exec", "--json", "--skip-git-repo-check", "--ephemeral", "--color", "never"],
      ...["--sandbox", task.writes ? "workspace-write" : "read-only"],
      ...model("--model", task),
      "-",
    ],
    variables: ["OPENAI_API_KEY", "CODEX_API_KEY", "CODEX_HOME", "OPENAI_BASE_URL"],
    read: readCodex,
  },
  gemini: {
    program: "gemini",
    arguments: (task) => [
      ...[
        "--output-format",
        "json",
        "--skip-trust",
        "--approval-mode",
        task.writes ? "auto_edit" : "default",
      ],
      ...model("--model", task),
    ],
    variables: [
      ...[
        "GEMINI_API_KEY",
        "GOOGLE_API_KEY",
        "GOOGLE_GEMINI_BASE_URL",
        "GEMINI_CLI_HOME",
        "GEMINI_CLI_TRUST_WORKSPACE",
      ],
      ...[
        "GOOGLE_CLOUD_PROJECT",
        "GOOGLE_CLOUD_LOCATION",
        "GOOGLE_APPLICATION_CREDENTIALS",
        "GOOGLE_GENAI_USE_VERTEXAI",
      ],
    ],
    read: readGemini,
  },
  opencode: {
    program: "opencode",
    arguments: (task) => ["run", "--format", "json", "--pure", ...model("--model", task)],
    variables: [
      ...["OPENAI_API_KEY", "OPENAI_BASE_URL", "ANTHROPIC_API_KEY", "GEMINI_API_KEY", "OPENROUTER_API_KEY"],
      ...["OPENCODE_CONFIG", "OPENCODE_CONFIG_CONTENT", "OPENCODE_PERMISSION"],
    ],
    read: readOpenCode,
  },
} as const satisfies Record<string, Preset>;
export type PresetName = keyof typeof PRESETS;

/** `--output-format stream-json`: a line for each event, the last one `result`. */
function readClaude(stdout: string): Said | undefined {
  const result = lines(stdout).findLast(({ type }) => type === "result");
  if (!result) return undefined;
  const usage = object(result.usage);
  const fresh = number(usage.input_tokens) + number(usage.cache_creation_input_tokens);
  const cached = number(usage.cache_read_input_tokens);
  const cost = result.total_cost_usd;
  const text = typeof result.result === "string" ? result.result : "";
  return {
    text,
    usage: {
      input: fresh + cached,
      cached,
      output: number(usage.output_tokens),
      ...(typeof cost === "number" ? { cost } : {}),
    },
    ...(result.is_error === true ? { problem: text || String(result.subtype ?? "it failed") } : {}),
  };
}

/** `exec --json`: messages are completed items, usage comes with each completed turn. */
function readCodex(stdout: string): Said | undefined {
  const all = lines(stdout);
  const turns = all.filter(({ type }) => type === "turn.completed").map(({ usage }) => object(usage));
  const messages = all.flatMap((line) => {
    const item = object(line.item);
    return line.type === "item.completed" && item.type === "agent_message" ? [String(item.text ?? "")] : [];
  });
  const failure = all.findLast(({ type }) => type === "turn.failed" || type === "error");
  if (turns.length === 0 && !failure) return undefined;
  const problem =
    turns.length > 0 || !failure
      ? undefined
      : String(object(failure.error).message ?? failure.message ?? "it failed");
  return {
    text: messages.at(-1) ?? "",
    usage: {
      input: sum(turns, "input_tokens"),
      cached: sum(turns, "cached_input_tokens"),
      output: sum(turns, "output_tokens"),
    },
    ...(problem === undefined ? {} : { problem }),
  };
}

/** `--output-format json`: one object with the response and what each model used. */
function readGemini(stdout: string): Said | undefined {
  const start = stdout.indexOf("{");
  let whole: ObjectLine;
  try {
    whole = JSON.parse(stdout.slice(Math.max(0, start))) as ObjectLine;
  } catch {
    return undefined;
  }
  const error = object(whole.error);
  const models = Object.values(object(object(whole.stats).models)).map((each) => object(object(each).tokens));
  return {
    text: typeof whole.response === "string" ? whole.response : "",
    usage: {
      input: sum(models, "prompt"),
      cached: sum(models, "cached"),
      output: sum(models, "candidates") + sum(models, "thoughts"),
    },
    ...(error.message === undefined ? {} : { problem: String(error.message) }),
  };
}

/** `run --format json`: parts of messages as they come, usage with each finished step. */
function readOpenCode(stdout: string): Said | undefined {
  const all = lines(stdout);
  const texts = all.filter(({ type }) => type === "text").map(({ part }) => String(object(part).text ?? ""));
  const steps = all.filter(({ type }) => type === "step_finish").map(({ part }) => object(part));
  const failure = all.findLast(({ type }) => type === "error");
  if (steps.length === 0 && !failure) return undefined;
  const tokens = steps.map((step) => object(step.tokens));
  const caches = tokens.map((each) => object(each.cache));
  const cached = sum(caches, "read");
  const problem = failure && object(object(failure.error).data).message;
  return {
    text: texts.at(-1) ?? "",
    usage: {
      input: sum(tokens, "input") + cached + sum(caches, "write"),
      cached,
      output: sum(tokens, "output") + sum(tokens, "reasoning"),
      cost: sum(steps, "cost"),
    },
    ...(failure ? { problem: String(problem ?? object(failure.error).name ?? "it failed") } : {}),
  };
}

function object(value: unknown): ObjectLine {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as ObjectLine) : {};
}

function number(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}

function sum(all: readonly ObjectLine[], key: string): number {
  return all.reduce((total, each) => total + number(each[key]), 0);
}
