import { answerSchema, asksForFiles, parseAnswer, renderTicket } from "../../desk/index.js";
import type { Ticket, Usage, WorkerResult } from "../../model/index.js";
import { fillPrompt, type Prompts } from "../../prompts/index.js";
import { ModelError } from "../conversation/chat.js";
import { failedOutcome, NO_USAGE } from "../outcome.js";
import type { AgentOutcome, Collected, Desk } from "../port.js";

/** What an agent with hands of its own came to: its last words, and the files that it left. */
export interface SessionAnswer {
  kind: "session";
  text: string;
  files: Collected["files"];
  changed: string[];
}

export function isSessionAnswer(answer: unknown): answer is SessionAnswer {
  return typeof answer === "object" && answer !== null && "kind" in answer && answer.kind === "session";
}

/** Everything that an agent which works in a folder is told, in one text. */
export function sessionPrompt(ticket: Ticket, prompts: Prompts): string {
  const schema = JSON.stringify(answerSchema(ticket.expects));
  return `${ticket.brief}\n\n${fillPrompt(prompts.folder, { schema })}\n\n${renderTicket(ticket)}\n`;
}

/**
 * Works on a ticket with an agent that works in the desk's folder by itself. The session is one call of the record: its
 * files are taken from what the record holds, so that a session is never done twice.
 *
 * @param session runs the agent to its end; rejects with a `ModelError`
 */
export async function workInFolder(
  ticket: Ticket,
  desk: Desk,
  who: { agent: string; model: string },
  session: () => Promise<{ answer: SessionAnswer; usage: Usage }>,
): Promise<AgentOutcome> {
  let answer: SessionAnswer | undefined;
  try {
    const { brief, goal, context, files, failures, expects } = ticket;
    const request = { kind: "session", ...who, expects, brief, goal, context, files, failures };
    answer = await desk.call(request, session);
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    const failure = error.failure === "overflow" ? "broken-answer" : error.failure;
    return failedOutcome(failure, error.message, error instanceof SessionError ? error.usage : NO_USAGE);
  }
  if (answer === undefined) return failedOutcome("budget", "the budget is spent");
  return outcomeOf(ticket, answer);
}

/** A session that came to nothing has its price all the same. */
export class SessionError extends ModelError {
  constructor(
    failure: ModelError["failure"],
    message: string,
    readonly usage: Usage,
  ) {
    super(failure, message);
  }
}

/** What the folder and the last words of a session come to; called while the folder is still there. */
export async function sessionAnswer(ticket: Ticket, desk: Desk, text: string): Promise<SessionAnswer> {
  const said = parseAnswer(ticket.expects, text);
  if (said.kind === "result" && said.result.kind === "files") {
    for (const file of said.result.files) {
      // What is handed in as words is read first, as a worker at the desk has to.
      await desk.use("read_file", { path: file.path, purpose: "to write it" });
      await desk.use("write_file", file);
    }
  }
  const { files, changed } = await desk.collect();
  return { kind: "session", text, files, changed };
}

const SUMMARY_LENGTH = 600;

function outcomeOf(ticket: Ticket, { text, files, changed }: SessionAnswer): AgentOutcome {
  const said = parseAnswer(ticket.expects, text);
  const handedIn = said.kind === "result" && said.result.kind === "files" ? said.result : undefined;
  if (said.kind === "result" && !handedIn) return { kind: "result", result: said.result, usage: NO_USAGE };
  if (!asksForFiles(ticket.expects)) {
    const problem = said.kind === "broken" ? said.problem : "it holds files, which nobody asked for";
    return failedOutcome("broken-answer", `the last message cannot be used: ${problem}`);
  }
  if (changed.length === 0) return failedOutcome("broken-answer", "no file of the task was changed");
  // The files speak for themselves, whatever the last words are like.
  const result: Extract<WorkerResult, { kind: "files" }> = handedIn
    ? { ...handedIn, files }
    : { kind: "files", files, summary: text.trim().slice(-SUMMARY_LENGTH), risks: [] };
  return { kind: "result", result, usage: NO_USAGE };
}
