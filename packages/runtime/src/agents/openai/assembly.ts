import type { ChatCompletionChunk } from "openai/resources/chat/completions";
import type { ChatCall, ChatReply } from "../conversation/chat.js";

/** Puts the pieces of a streamed answer together. */
export class Assembly {
  /** As the server told it at the end, where it did. */
  usage: { input: number; cached: number; output: number; cost?: number } | undefined;
  #content = "";
  #refusal = "";
  readonly #calls = new Map<number, ChatCall>();
  #end: string | undefined;

  add(chunk: ChatCompletionChunk): void {
    const { usage } = chunk;
    if (usage) {
      // Some servers tell what a call cost.
      const cost = "cost" in usage && typeof usage.cost === "number" ? { cost: usage.cost } : {};
      const cached = usage.prompt_tokens_details?.cached_tokens ?? 0;
      this.usage = { input: usage.prompt_tokens, cached, output: usage.completion_tokens, ...cost };
    }
    const [choice] = chunk.choices ?? [];
    if (!choice) return;
    const { delta, finish_reason } = choice;
    this.#content += delta?.content ?? "";
    this.#refusal += delta?.refusal ?? "";
    for (const piece of delta?.tool_calls ?? []) {
      const call = this.#calls.get(piece.index) ?? { id: "", name: "", arguments: "" };
      this.#calls.set(piece.index, {
        id: piece.id ?? call.id,
        name: call.name + (piece.function?.name ?? ""),
        arguments: call.arguments + (piece.function?.arguments ?? ""),
      });
    }
    this.#end = finish_reason ?? this.#end;
  }

  /** @returns `undefined` where the stream ended before the answer did */
  reply(): ChatReply | undefined {
    if (this.#end === undefined) return undefined;
    const calls = [...this.#calls]
      .sort(([a], [b]) => a - b)
      .map(([at, call]) => ({ ...call, id: call.id || `call_${at}` }));
    return {
      content: this.#content,
      calls,
      ...(this.#refusal === "" ? {} : { refusal: this.#refusal }),
      end: calls.length > 0 && this.#end !== "length" ? "calls" : (ENDS[this.#end] ?? "stop"),
    };
  }
}

const ENDS: Readonly<Record<string, ChatReply["end"]>> = {
  length: "cut",
  content_filter: "filtered",
  tool_calls: "calls",
  stop: "stop",
};
