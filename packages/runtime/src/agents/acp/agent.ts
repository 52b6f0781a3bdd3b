import { Readable, Writable } from "node:stream";
import {
  type ClientContext,
  client,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  type PromptResponse,
  RequestError,
  type SessionUpdate,
} from "@agentclientprotocol/sdk";
import type { Ticket, Usage } from "../../model/index.js";
import type { Prompts } from "../../prompts/index.js";
import { ModelError } from "../conversation/chat.js";
import { type Prices, priced } from "../outcome.js";
import type { Agent, Desk, ToolAnswer } from "../port.js";
import { type AgentProcesses, environmentFor } from "../process/process.js";
import {
  type SessionAnswer,
  SessionError,
  sessionAnswer,
  sessionPrompt,
  workInFolder,
} from "../session/session.js";
import { permissionFor } from "./permissions.js";

export interface AcpSettings {
  name: string;
  /** The program that speaks the Agent Client Protocol on its standard streams, with its arguments. */
  command: readonly string[];
  environment?: readonly string[];
  timeoutMilliseconds?: number;
  prices?: Prices;
}

export interface AcpHost {
  processes: AgentProcesses;
  environment: Readonly<Record<string, string | undefined>>;
  prompts: Prompts;
  version: string;
  tokens(text: string): number;
}

const DEFAULT_TIMEOUT = 20 * 60_000;

/** An agent over the Agent Client Protocol: what it asks for is judged at the desk. */
export function acpAgent(settings: AcpSettings, host: AcpHost): Agent {
  return {
    name: settings.name,
    kind: "acp",
    work: (ticket, desk, signal) =>
      workInFolder(ticket, desk, { agent: settings.name, model: settings.command.join(" ") }, () =>
        session(settings, host, ticket, desk, signal),
      ),
  };
}

async function session(
  settings: AcpSettings,
  host: AcpHost,
  ticket: Ticket,
  desk: Desk,
  signal: AbortSignal,
): Promise<{ answer: SessionAnswer; usage: Usage }> {
  const [program = "", ...words] = settings.command;
  const { child, stop } = host.processes.start({
    program,
    arguments: words,
    folder: desk.folder,
    environment: environmentFor(host.environment, settings.environment ?? []),
  });
  const milliseconds = settings.timeoutMilliseconds ?? DEFAULT_TIMEOUT;
  const timeout = AbortSignal.timeout(milliseconds);
  const prompt = sessionPrompt(ticket, host.prompts);
  const lastWords = new LastWords();
  let problems = "";
  child.stderr.on("data", (chunk: Buffer) => {
    problems = (problems + chunk.toString("utf8")).slice(-2_000);
  });
  child.stdin.on("error", () => {});
  const usageOf = (told?: ToldUsage) => usage(told, prompt, lastWords, settings, host);
  try {
    const response = await Promise.race([
      talk(child, desk, prompt, lastWords, host),
      failing(child, program),
      stopping(AbortSignal.any([signal, timeout])),
    ]);
    const used = usageOf(toldUsage(response));
    if (response.stopReason === "refusal")
      throw new SessionError("broken-answer", `${program} refused`, used);
    if (response.stopReason === "cancelled") throw new SessionError("crashed", `${program} gave up`, used);
    return { answer: await sessionAnswer(ticket, desk, lastWords.text()), usage: used };
  } catch (error) {
    if (signal.aborted) throw new SessionError("cancelled", "the attempt was cancelled", usageOf());
    if (timeout.aborted) {
      throw new SessionError(
        "timeout",
        `${program} did not end within ${Math.round(milliseconds / 1000)} s`,
        usageOf(),
      );
    }
    if (error instanceof ModelError) throw error;
    const said = problems.trim() === "" ? "" : `\n${problems.trim().slice(-500)}`;
    throw new SessionError("crashed", `${program}: ${messageOf(error)}${said}`, usageOf());
  } finally {
    await stop();
  }
}

/** One prompt from the beginning of a connection to its answer. */
async function talk(
  child: { stdin: Writable; stdout: Readable },
  desk: Desk,
  prompt: string,
  words: LastWords,
  host: AcpHost,
): Promise<PromptResponse> {
  const app = client({ name: "contractc" })
    .onRequest(methods.client.session.requestPermission, ({ params }) => permissionFor(params, desk))
    .onRequest(methods.client.fs.readTextFile, async ({ params }) => {
      const { path, line, limit } = params;
      const from = line ?? undefined;
      const range =
        from === undefined && limit == null
          ? {}
          : { from: from ?? 1, ...(limit == null ? {} : { to: (from ?? 1) + limit - 1 }) };
      return {
        content: textOf(await desk.use("read_file", { path, purpose: "asked for over ACP", ...range })),
      };
    })
    .onRequest(methods.client.fs.writeTextFile, async ({ params: { path, content } }) => {
      // The agent knows the file by what it read before, which it need not have done through us.
      const known = await desk.use("read_file", { path, purpose: "to write it", from: 1, to: 1 });
      if (known.kind === "denied") throw refused(known.reason);
      textOf(await desk.use("write_file", { path, content }));
      return {};
    })
    .onNotification(methods.client.session.update, ({ params: { update } }) => words.add(update));
  const stream = ndJsonStream(
    Writable.toWeb(child.stdin) as WritableStream<Uint8Array>,
    Readable.toWeb(child.stdout) as unknown as ReadableStream<Uint8Array>,
  );
  return await app.connectWith(stream, async (agent: ClientContext) => {
    await agent.request(methods.agent.initialize, {
      protocolVersion: PROTOCOL_VERSION,
      clientCapabilities: { fs: { readTextFile: true, writeTextFile: true }, terminal: false },
      clientInfo: { name: "contractc", version: host.version },
    });
    const { sessionId } = await agent.request(methods.agent.session.new, {
      cwd: desk.folder,
      mcpServers: [],
    });
    return await agent.request(methods.agent.session.prompt, {
      sessionId,
      prompt: [{ type: "text", text: prompt }],
    });
  });
}

/** What an agent says after it last did something. */
class LastWords {
  #text = "";
  #all = 0;

  add(update: SessionUpdate): void {
    if (update.sessionUpdate === "agent_message_chunk") {
      if (update.content.type !== "text") return;
      this.#text += update.content.text;
      this.#all += update.content.text.length;
    } else if (update.sessionUpdate === "tool_call") this.#text = "";
  }

  text(): string {
    return this.#text;
  }

  /** Characters of all that it said. */
  get length(): number {
    return this.#all;
  }
}

/** Of an English text. */
const CHARACTERS_PER_TOKEN = 4;

/** What agents may tell of their usage; not settled in the protocol yet. */
interface ToldUsage {
  inputTokens: number;
  outputTokens: number;
  cachedReadTokens?: number | null;
  thoughtTokens?: number | null;
}

function toldUsage(response: PromptResponse & { usage?: Partial<ToldUsage> | null }): ToldUsage | undefined {
  const { inputTokens, outputTokens, ...rest } = response.usage ?? {};
  if (typeof inputTokens !== "number" || typeof outputTokens !== "number") return undefined;
  return { inputTokens, outputTokens, ...rest };
}

function usage(
  told: ToldUsage | undefined,
  prompt: string,
  words: LastWords,
  { prices }: AcpSettings,
  { tokens }: AcpHost,
): Usage {
  if (!told) {
    // Agents need not tell. What is known from outside is the least that it can have been.
    return priced(
      { input: tokens(prompt), cached: 0, output: Math.ceil(words.length / CHARACTERS_PER_TOKEN) },
      prices,
    );
  }
  const cached = told.cachedReadTokens ?? 0;
  return priced(
    { input: told.inputTokens + cached, cached, output: told.outputTokens + (told.thoughtTokens ?? 0) },
    prices,
  );
}

function textOf(answer: ToolAnswer): string {
  if (answer.kind === "done") return answer.text;
  throw refused(answer.kind === "ended" ? "the work has ended" : answer.reason);
}

function refused(reason: string): RequestError {
  return new RequestError(-32_000, reason);
}

/** Rejects when the agent ends before it has answered, or never began. */
function failing(child: NodeJS.EventEmitter, program: string): Promise<never> {
  return new Promise((_, reject) => {
    child.on("error", (error: Error) => {
      reject(
        new ModelError(
          "unavailable",
          `${program} cannot be started: ${error.message}; install it, or say where it is`,
        ),
      );
    });
    // What it wrote before its end may still be on its way.
    child.on("exit", (code: number | null) => {
      setTimeout(() => reject(new Error(`it ended with exit code ${code} before it answered`)), 500).unref();
    });
  });
}

function stopping(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(new Error("stopped")));
    if (signal.aborted) reject(new Error("stopped"));
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
