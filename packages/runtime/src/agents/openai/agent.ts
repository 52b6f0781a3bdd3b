import { type ConversationOptions, converse } from "../conversation/converse.js";
import type { Agent } from "../port.js";
import { type OpenAiHost, type OpenAiSettings, openAiModel } from "./model.js";

/** An agent that is a model behind an address. */
export function openAiAgent(settings: OpenAiSettings, options: ConversationOptions, host: OpenAiHost): Agent {
  const model = openAiModel(settings, host);
  return {
    name: options.agent,
    kind: "openai",
    work: (ticket, desk, signal) => converse(ticket, desk, model, options, signal),
  };
}
