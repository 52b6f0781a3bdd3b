import type { AttemptFailure, Usage } from "../../model/index.js";
import type { Tool } from "../port.js";

export interface ChatCall {
  id: string;
  name: string;
  /** As the model wrote it: it need not be JSON. */
  arguments: string;
}

export type ChatMessage =
  | { role: "system" | "user"; content: string }
  | { role: "assistant"; content: string; calls: ChatCall[] }
  | { role: "tool"; call: string; content: string };

export interface ChatRequest {
  messages: readonly ChatMessage[];
  tools: readonly Tool[];
  /** What the last answer of the conversation looks like. */
  answer: { name: string; schema: Record<string, unknown> };
}

/** What a model said in one turn: plain JSON, as the record keeps it. */
export interface ChatReply {
  content: string;
  calls: ChatCall[];
  /** The model declined, in its own words. */
  refusal?: string;
  /** `cut`: at the server's or the model's limit of tokens. `filtered`: by the server. */
  end: "stop" | "calls" | "cut" | "filtered";
}

/** A model that one talks to in turns. */
export interface ChatModel {
  /** As the server calls it. */
  readonly model: string;
  /** @throws ModelError for everything that a server or a network may do, and for an abort */
  ask(request: ChatRequest, signal: AbortSignal): Promise<{ answer: ChatReply; usage: Usage }>;
}

/** Why there is no reply: a fact to be recorded, not a fault of this program. */
export class ModelError extends Error {
  constructor(
    /** `overflow`: the conversation is longer than the model takes. */
    readonly failure: AttemptFailure | "overflow",
    message: string,
  ) {
    super(message);
  }
}
