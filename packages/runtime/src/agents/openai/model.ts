import OpenAI, { APIConnectionError, APIError, APIUserAbortError } from "openai";
import type {
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
} from "openai/resources/chat/completions";
import type { Usage } from "../../model/index.js";
import {
  type ChatMessage,
  type ChatModel,
  type ChatReply,
  type ChatRequest,
  ModelError,
} from "../conversation/chat.js";
import { type Prices, priced } from "../outcome.js";
import { Assembly } from "./assembly.js";

export interface OpenAiSettings {
  model: string;
  /** Of a server that speaks OpenAI's chat completions; OpenAI's own if not given. */
  baseURL?: string;
  key?: string;
  /** Tries after the first, with growing pauses, for rates, faults of the server and broken connections. */
  retries?: number;
  /** Of one call, until the last word of its stream. */
  timeoutMilliseconds?: number;
  maxTokens?: number;
  temperature?: number;
  /** Of models that reason: how much. */
  effort?: "minimal" | "low" | "medium" | "high";
  prices?: Prices;
}

/** What is outside: passed in. */
export interface OpenAiHost {
  /** Counts tokens where a server does not say what it used. */
  tokens(text: string): number;
  fetch?: typeof fetch;
}

/** What a server was found to lack: asked for once, and then no more. */
interface Abilities {
  format: "schema" | "object" | "none";
  tools: boolean;
  usage: boolean;
}

const DEFAULT_RETRIES = 4;
const DEFAULT_TIMEOUT = 300_000;
const FIRST_PAUSE = 500;

/** A model behind an address that speaks OpenAI's chat completions. */
export function openAiModel(settings: OpenAiSettings, host: OpenAiHost): ChatModel {
  return new OpenAiModel(settings, host);
}

class OpenAiModel implements ChatModel {
  readonly model: string;
  readonly #client: OpenAI;
  readonly #abilities: Abilities = { format: "schema", tools: true, usage: true };
  readonly #retries: number;
  readonly #timeout: number;

  constructor(
    private readonly settings: OpenAiSettings,
    private readonly host: OpenAiHost,
  ) {
    this.model = settings.model;
    this.#retries = settings.retries ?? DEFAULT_RETRIES;
    this.#timeout = settings.timeoutMilliseconds ?? DEFAULT_TIMEOUT;
    this.#client = new OpenAI({
      // Servers on one's own machine ask for none; the client insists on something.
      apiKey: settings.key ?? "none",
      baseURL: settings.baseURL ?? "https://api.openai.com/v1",
      // Nothing is taken from the environment but what the configuration names.
      organization: null,
      project: null,
      maxRetries: this.#retries,
      timeout: this.#timeout,
      ...(host.fetch ? { fetch: host.fetch } : {}),
    });
  }

  async ask(request: ChatRequest, signal: AbortSignal): Promise<{ answer: ChatReply; usage: Usage }> {
    for (let tries = 0; ; ) {
      const timeout = AbortSignal.timeout(this.#timeout);
      try {
        return await this.#stream(request, AbortSignal.any([signal, timeout]));
      } catch (error) {
        if (signal.aborted) throw new ModelError("cancelled", "the attempt was cancelled");
        if (timeout.aborted) {
          throw new ModelError("timeout", `${this.model} gave no answer within ${this.#timeout / 1000} s`);
        }
        if (this.#lacks(error, request)) continue;
        // The client has tried again by itself as long as nothing was received; a stream that breaks off is ours.
        if (!(error instanceof BrokenStream) || tries >= this.#retries) throw this.#told(error);
        await pause(FIRST_PAUSE * 2 ** tries, signal);
        tries += 1;
      }
    }
  }

  async #stream(request: ChatRequest, signal: AbortSignal): Promise<{ answer: ChatReply; usage: Usage }> {
    const stream = await this.#client.chat.completions.create(this.#parameters(request), { signal });
    const assembly = new Assembly();
    try {
      for await (const chunk of stream) assembly.add(chunk);
    } catch (error) {
      if (error instanceof APIUserAbortError || signal.aborted) throw error;
      // An error that the server sent in place of the rest is told as such.
      if (error instanceof APIError && error.status !== undefined) throw error;
      throw new BrokenStream(error instanceof Error ? error.message : String(error));
    }
    const answer = assembly.reply();
    if (!answer) throw new BrokenStream("it ended before the answer did");
    return { answer, usage: this.#usage(request, answer, assembly.usage) };
  }

  #parameters({ messages, tools, answer }: ChatRequest): ChatCompletionCreateParamsStreaming {
    const { maxTokens, temperature, effort } = this.settings;
    const { format, tools: withTools, usage } = this.#abilities;
    return {
      model: this.model,
      messages: this.#messages(messages, answer.schema),
      stream: true,
      ...(usage ? { stream_options: { include_usage: true } } : {}),
      ...(withTools && tools.length > 0
        ? {
            tools: tools.map(({ name, description, parameters }) => ({
              type: "function" as const,
              function: { name, description, parameters: parameters as Record<string, unknown> },
            })),
          }
        : {}),
      ...(format === "schema"
        ? {
            response_format: {
              type: "json_schema" as const,
              json_schema: { name: answer.name, schema: answer.schema, strict: true },
            },
          }
        : format === "object"
          ? { response_format: { type: "json_object" as const } }
          : {}),
      ...(maxTokens === undefined ? {} : { max_completion_tokens: maxTokens }),
      ...(temperature === undefined ? {} : { temperature }),
      ...(effort === undefined ? {} : { reasoning_effort: effort }),
    };
  }

  #messages(messages: readonly ChatMessage[], schema: object): ChatCompletionMessageParam[] {
    const all = messages.map(parameterOf);
    if (this.#abilities.format === "schema") return all;
    // A server that cannot hold the model to the schema lets us tell it.
    const told = `The answer's schema:\n\n${JSON.stringify(schema)}`;
    const [first, ...rest] = all;
    if (first?.role !== "system") return all;
    return [{ role: "system", content: `${String(first.content)}\n\n${told}` }, ...rest];
  }

  /** Whether the server said that it lacks something, which is then left out. */
  #lacks(error: unknown, { tools }: ChatRequest): boolean {
    if (!(error instanceof APIError) || (error.status !== 400 && error.status !== 422)) return false;
    const abilities = this.#abilities;
    const message = error.message.toLowerCase();
    if (abilities.usage && message.includes("stream_options")) {
      abilities.usage = false;
      return true;
    }
    if (
      abilities.format !== "none" &&
      /response_format|json_schema|json_object|structured output/.test(message)
    ) {
      abilities.format = abilities.format === "schema" ? "object" : "none";
      return true;
    }
    if (abilities.tools && tools.length > 0 && /\btools?\b|function call/.test(message)) {
      abilities.tools = false;
      return true;
    }
    return false;
  }

  #told(error: unknown): ModelError {
    if (error instanceof ModelError) return error;
    const at = `${this.model}${this.settings.baseURL === undefined ? "" : ` at ${this.settings.baseURL}`}`;
    if (error instanceof BrokenStream) {
      return new ModelError("unavailable", `the answer of ${at} broke off: ${error.message}`);
    }
    if (error instanceof APIConnectionError) {
      return new ModelError("unavailable", `${at} cannot be reached: ${causeOf(error)}`);
    }
    if (!(error instanceof APIError)) throw error;
    const { status, message } = error;
    if (isOverflow(error))
      return new ModelError("overflow", `${at}: the conversation is too long: ${message}`);
    if (status === 401 || status === 403) {
      return new ModelError(
        "unavailable",
        `${at} refused the key (${status}): check the variable of its key`,
      );
    }
    return new ModelError("unavailable", `${at}: ${message}`);
  }

  #usage({ messages }: ChatRequest, answer: ChatReply, told: Assembly["usage"]): Usage {
    const { prices } = this.settings;
    if (told) {
      const { cost, ...tokens } = told;
      return prices || cost === undefined ? priced(tokens, prices) : { ...tokens, cost };
    }
    const count = (text: string) => this.host.tokens(text);
    const input = messages.reduce((sum, { content }) => sum + count(content), 0);
    const output = count(answer.content) + answer.calls.reduce((sum, call) => sum + count(call.arguments), 0);
    return priced({ input, cached: 0, output }, prices);
  }
}

/** A stream that ended before the answer did. */
class BrokenStream extends Error {}

function isOverflow(error: APIError): boolean {
  if (error.code === "context_length_exceeded") return true;
  return (
    error.status === 413 ||
    /context (?:length|window)|maximum context|too many tokens|prompt is too long/i.test(error.message)
  );
}

function causeOf(error: Error): string {
  return error.cause instanceof Error ? error.cause.message : error.message;
}

function parameterOf(message: ChatMessage): ChatCompletionMessageParam {
  switch (message.role) {
    case "assistant":
      return {
        role: "assistant",
        content: message.content,
        ...(message.calls.length > 0
          ? {
              tool_calls: message.calls.map(({ id, name, arguments: text }) => ({
                id,
                type: "function" as const,
                // Servers parse what they are given back, whoever broke it.
                function: { name, arguments: isJson(text) ? text : "{}" },
              })),
            }
          : {}),
      };
    case "tool":
      return { role: "tool", tool_call_id: message.call, content: message.content };
    default:
      return { role: message.role, content: message.content };
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener("abort", done);
  });
}
