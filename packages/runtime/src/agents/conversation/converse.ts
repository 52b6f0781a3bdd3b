import { hashOf } from "@contractc/kernel";
import { answerSchema, asksForFiles, parseAnswer, renderTicket } from "../../desk/index.js";
import type { Ticket, WorkerResult } from "../../model/index.js";
import type { Prompts } from "../../prompts/index.js";
import { failedOutcome, NO_USAGE } from "../outcome.js";
import type { AgentOutcome, Desk, Tool, ToolAnswer } from "../port.js";
import { type ChatCall, type ChatMessage, type ChatModel, type ChatReply, ModelError } from "./chat.js";

export interface ConversationOptions {
  /** As configured. */
  agent: string;
  prompts: Prompts;
  /** Most turns of one attempt. */
  turns: number;
}

export const DEFAULT_TURNS = 40;
/** How often an answer that cannot be used is sent back before the attempt ends. */
const REPAIRS = 2;
/** Of the results of tools, those that stay where a conversation became too long. */
const KEPT_RESULTS = 2;

/** Works on a ticket with a model that has no hands of its own: it calls the desk's tools, turn by turn. */
export async function converse(
  ticket: Ticket,
  desk: Desk,
  model: ChatModel,
  options: ConversationOptions,
  signal: AbortSignal,
): Promise<AgentOutcome> {
  const conversation = new Conversation(ticket, desk, model, options, signal);
  try {
    return await conversation.run();
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return failedOutcome(error.failure === "overflow" ? "broken-answer" : error.failure, error.message);
  }
}

class Conversation {
  readonly #messages: ChatMessage[];
  readonly #tools: readonly Tool[];
  #turn = 0;
  /** How many messages the last request had: a request tells what is new. */
  #told = 0;
  #before = "";
  #repairs = 0;
  #shortened = false;

  constructor(
    private readonly ticket: Ticket,
    private readonly desk: Desk,
    private readonly model: ChatModel,
    private readonly options: ConversationOptions,
    private readonly signal: AbortSignal,
  ) {
    // The last answer is the submission: there is no second way to hand it in.
    this.#tools = desk.tools.filter(({ name }) => name !== "submit");
    this.#messages = [
      { role: "system", content: `${ticket.brief}\n\n${options.prompts.tools.text}` },
      { role: "user", content: renderTicket(ticket) },
    ];
  }

  async run(): Promise<AgentOutcome> {
    while (this.#turn < this.options.turns) {
      if (this.#turn === this.options.turns - 1) {
        this.#messages.push({
          role: "user",
          content: "This is your last turn: answer with the JSON object now.",
        });
      }
      const reply = await this.#ask();
      if (reply === undefined) return failedOutcome("budget", "the budget is spent");
      if (reply.refusal !== undefined)
        return failedOutcome("broken-answer", `the model refused: ${reply.refusal}`);
      if (reply.end === "filtered")
        return failedOutcome("broken-answer", "the server's filter stopped the answer");
      this.#messages.push({ role: "assistant", content: reply.content, calls: reply.calls });
      const outcome = reply.calls.length > 0 ? await this.#carryOut(reply.calls) : await this.#read(reply);
      if (outcome) return outcome;
    }
    return failedOutcome("broken-answer", `there was no result after ${this.options.turns} turns`);
  }

  async #ask(): Promise<ChatReply | undefined> {
    this.#turn += 1;
    const { agent } = this.options;
    const { expects } = this.ticket;
    const request = {
      kind: "chat",
      agent,
      model: this.model.model,
      turn: this.#turn,
      before: this.#before,
      messages: this.#messages.slice(this.#told),
      ...(this.#turn === 1 ? { tools: this.#tools.map(({ name }) => name), expects } : {}),
    };
    this.#told = this.#messages.length;
    this.#before = hashOf(request).slice(0, 16);
    return await this.desk.call(request, () => this.#reply());
  }

  async #reply() {
    const ask = () =>
      this.model.ask(
        {
          messages: this.#messages,
          tools: this.#tools,
          answer: { name: this.ticket.expects, schema: answerSchema(this.ticket.expects) },
        },
        this.signal,
      );
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ModelError) || error.failure !== "overflow" || this.#shortened) throw error;
      this.#shorten();
      return await ask();
    }
  }

  /** What tools answered long ago can be asked for again. */
  #shorten(): void {
    this.#shortened = true;
    const results = this.#messages.filter((message) => message.role === "tool");
    for (const message of results.slice(0, -KEPT_RESULTS)) {
      message.content = "(left out for want of room: ask again where it is needed)";
    }
  }

  async #carryOut(calls: readonly ChatCall[]): Promise<AgentOutcome | undefined> {
    for (const call of calls) {
      const answer = await this.#use(call);
      if (answer.kind === "ended") return { kind: "result", result: answer.result, usage: NO_USAGE };
      const content = answer.kind === "done" ? answer.text : `${answer.kind}: ${answer.reason}`;
      this.#messages.push({ role: "tool", call: call.id, content });
    }
    return undefined;
  }

  async #use({ name, arguments: text }: ChatCall): Promise<ToolAnswer> {
    let argument: unknown;
    try {
      argument = text.trim() === "" ? {} : JSON.parse(text);
    } catch {
      return {
        kind: "failed",
        reason: "the arguments are no JSON: call again with one complete JSON object",
      };
    }
    return await this.desk.use(name, argument);
  }

  async #read({ content, end }: ChatReply): Promise<AgentOutcome | undefined> {
    if (end === "cut") {
      const files = asksForFiles(this.ticket.expects) ? ": write files with write_file, one at a time" : "";
      return this.#sendBack(`the answer was cut at the limit of tokens${files}`);
    }
    const answer = parseAnswer(this.ticket.expects, content);
    if (answer.kind === "broken") return this.#sendBack(answer.problem);
    if (answer.result.kind !== "files") return { kind: "result", result: answer.result, usage: NO_USAGE };
    return await this.#handIn(answer.result);
  }

  /** Files of the answer are written as by a tool: the same rules hold for them. */
  async #handIn(result: Extract<WorkerResult, { kind: "files" }>): Promise<AgentOutcome | undefined> {
    const problems: string[] = [];
    for (const file of result.files) {
      const answer = await this.desk.use("write_file", file);
      if (answer.kind === "failed") problems.push(answer.reason);
    }
    if (problems.length > 0) return this.#sendBack(problems.join("; "));
    const { files, changed } = await this.desk.collect();
    if (changed.length === 0)
      return this.#sendBack("no file of the task was changed: hand in files, or an error");
    return { kind: "result", result: { ...result, files }, usage: NO_USAGE };
  }

  #sendBack(problem: string): AgentOutcome | undefined {
    this.#repairs += 1;
    if (this.#repairs > REPAIRS) return failedOutcome("broken-answer", problem);
    this.#messages.push({
      role: "user",
      content: `The answer cannot be used: ${problem}. Answer again with one JSON object as the schema has it, and nothing else.`,
    });
    return undefined;
  }
}
