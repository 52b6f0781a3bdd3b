import type { Ticket } from "../../model/index.js";
import type { Prompts } from "../../prompts/index.js";
import { type ChatModel, type ChatReply, ModelError } from "../conversation/chat.js";
import { converse, DEFAULT_TURNS } from "../conversation/converse.js";
import { failedOutcome } from "../outcome.js";
import type { Agent } from "../port.js";
import { isSessionAnswer, workInFolder } from "../session/session.js";
import { type CallRecords, callFile, keyOf, type RecordedCall } from "./records.js";

/**
 * An agent that answers from a record, without any model. What the record says is done again at the desk, so that
 * permissions and files are those of now.
 */
export function replayAgent(records: CallRecords, prompts: Prompts, name = "replay"): Agent {
  return {
    name,
    kind: "replay",
    async work(ticket, desk, signal) {
      let first: RecordedCall | undefined;
      try {
        first = records.read(keyOf(ticket, 1));
      } catch (error) {
        if (error instanceof ModelError) return failedOutcome("broken-answer", error.message);
        throw error;
      }
      if (!first) return failedOutcome("unavailable", missing(records, ticket, 1));
      if (isSessionAnswer(first.answer)) {
        const { answer, usage } = first;
        return await workInFolder(ticket, desk, { agent: name, model: "record" }, async () => ({
          answer,
          usage,
        }));
      }
      const model = recordedModel(records, ticket, first);
      return await converse(ticket, desk, model, { agent: name, prompts, turns: DEFAULT_TURNS }, signal);
    },
  };
}

/** A model whose turns were recorded. */
function recordedModel(records: CallRecords, ticket: Ticket, first: RecordedCall): ChatModel {
  return {
    model: "record",
    async ask({ messages }) {
      // Counted by what was said, as turns whose answers the run's own record had are not asked for again.
      const turn = messages.filter(({ role }) => role === "assistant").length + 1;
      const call = turn === 1 ? first : records.read(keyOf(ticket, turn));
      if (!call) throw new ModelError("unavailable", missing(records, ticket, turn));
      return { answer: replyOf(call), usage: call.usage };
    },
  };
}

/** Whoever writes a record by hand may leave out what is empty, and may give the result itself. */
function replyOf({ answer }: RecordedCall): ChatReply {
  const reply = (typeof answer === "object" && answer !== null ? answer : {}) as Partial<ChatReply> & {
    result?: unknown;
  };
  const content =
    reply.result === undefined ? (reply.content ?? "") : JSON.stringify({ result: reply.result });
  const calls = (reply.calls ?? []).map((call, at) => ({
    id: call.id ?? `call_${at}`,
    name: call.name,
    arguments: typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments ?? {}),
  }));
  return {
    content,
    calls,
    ...(reply.refusal === undefined ? {} : { refusal: reply.refusal }),
    end: reply.end ?? (calls.length > 0 ? "calls" : "stop"),
  };
}

function missing(records: CallRecords, ticket: Ticket, turn: number): string {
  const { contract, ...plain } = keyOf(ticket, turn);
  const other = contract === undefined ? "" : ` (or ${callFile({ ...plain, contract })})`;
  return `there is no record ${callFile(plain)}${other} in ${records.folder}: record the run with --record, or write the answer by hand`;
}
