import { asksForFiles } from "../../desk/index.js";
import type { Ticket, Usage } from "../../model/index.js";
import type { Prompts } from "../../prompts/index.js";
import { ModelError } from "../conversation/chat.js";
import { NO_USAGE, type Prices, priced } from "../outcome.js";
import type { Agent, Desk } from "../port.js";
import { type AgentProcesses, environmentFor, type ProcessEnd } from "../process/process.js";
import {
  type SessionAnswer,
  SessionError,
  sessionAnswer,
  sessionPrompt,
  workInFolder,
} from "../session/session.js";
import { PRESETS, type Preset, type PresetName, type Said } from "./presets.js";

export interface CommandSettings {
  name: string;
  /** An agent that is known; else `command` is all there is to know. */
  preset?: PresetName;
  /** The program with its arguments, or in place of the preset's program. The prompt comes on standard input. */
  command?: readonly string[];
  /** Put behind the preset's arguments. */
  arguments?: readonly string[];
  model?: string;
  /** Names of further variables that it is given. */
  environment?: readonly string[];
  timeoutMilliseconds?: number;
  prices?: Prices;
}

export interface CommandHost {
  processes: AgentProcesses;
  environment: Readonly<Record<string, string | undefined>>;
  prompts: Prompts;
  tokens(text: string): number;
}

export const DEFAULT_SESSION_TIMEOUT = 20 * 60_000;

/** An agent that is a command: it works in the desk's folder, and its folder is compared afterwards. */
export function commandAgent(settings: CommandSettings, host: CommandHost): Agent {
  return {
    name: settings.name,
    kind: "command",
    work: (ticket, desk, signal) =>
      workInFolder(
        ticket,
        desk,
        { agent: settings.name, model: settings.model ?? settings.preset ?? settings.command?.[0] ?? "" },
        () => session(settings, host, ticket, desk, signal),
      ),
  };
}

async function session(
  settings: CommandSettings,
  host: CommandHost,
  ticket: Ticket,
  desk: Desk,
  signal: AbortSignal,
): Promise<{ answer: SessionAnswer; usage: Usage }> {
  const prompt = sessionPrompt(ticket, host.prompts);
  const preset: Preset | undefined = settings.preset && PRESETS[settings.preset];
  const [program, ...words] = commandLine(settings, ticket, desk);
  const milliseconds = settings.timeoutMilliseconds ?? DEFAULT_SESSION_TIMEOUT;
  const end = await host.processes.run(
    {
      program,
      arguments: words,
      folder: desk.folder,
      environment: environmentFor(host.environment, [
        ...(preset?.variables ?? []),
        ...(settings.environment ?? []),
      ]),
    },
    prompt,
    { milliseconds, signal },
  );
  const said = preset ? preset.read(end.stdout) : { text: end.stdout };
  const usage = usageOf(said, end, prompt, settings, host);
  if (end.ended === "not-started") {
    throw new ModelError(
      "unavailable",
      `${program} cannot be started: ${end.stderr}; install it, or say where it is`,
    );
  }
  if (end.ended === "cancelled") throw new SessionError("cancelled", "the attempt was cancelled", usage);
  if (end.ended === "timeout") {
    throw new SessionError(
      "timeout",
      `${program} did not end within ${Math.round(milliseconds / 1000)} s`,
      usage,
    );
  }
  const problem = said?.problem ?? (end.exit === 0 ? undefined : `exit code ${end.exit}`);
  if (said === undefined || problem !== undefined) {
    const tail = end.stderr.trim().slice(-500) || end.stdout.trim().slice(-500);
    const detail = `${program}: ${problem ?? "its output is not what it should be"}${tail === "" ? "" : `\n${tail}`}`;
    throw new SessionError(isUnavailable(detail) ? "unavailable" : "crashed", detail, usage);
  }
  return { answer: await sessionAnswer(ticket, desk, said.text), usage };
}

/** The words with which an agent is started for a ticket. */
export function commandLine(
  settings: CommandSettings,
  ticket: Pick<Ticket, "expects">,
  desk: Pick<Desk, "tools" | "commands">,
): [program: string, ...words: string[]] {
  const preset: Preset | undefined = settings.preset && PRESETS[settings.preset];
  const own = settings.command ?? [];
  const task = {
    ...(settings.model === undefined ? {} : { model: settings.model }),
    writes: asksForFiles(ticket.expects),
    run: desk.commands,
  };
  const words = preset ? preset.arguments(task) : [];
  // Codex reads standard input where its last word is a dash: what is added stands before it.
  const last = words.at(-1) === "-" ? [words.pop()!] : [];
  const [program = preset?.program ?? "", ...rest] = own;
  return [program, ...rest, ...words, ...(settings.arguments ?? []), ...last];
}

/** What the agent tells, or else what can be told from outside. */
function usageOf(
  said: Said | undefined,
  end: ProcessEnd,
  prompt: string,
  { prices }: CommandSettings,
  { tokens }: CommandHost,
): Usage {
  if (said?.usage && said.usage.input + said.usage.output > 0) {
    const { cost, ...usage } = said.usage;
    return prices || cost === undefined ? priced(usage, prices) : said.usage;
  }
  if (end.ended === "not-started") return NO_USAGE;
  return priced({ input: tokens(prompt), cached: 0, output: tokens(end.stdout) }, prices);
}

function isUnavailable(detail: string): boolean {
  return /\b(?:401|403|429|5\d\d)\b|api key|not logged in|rate limit|overloaded|ECONNREFUSED|ENOTFOUND/i.test(
    detail,
  );
}
