import { nodeFileSystem } from "@contractc/kernel";
import { type ChatCompletionRequest, type FixtureOpts, LLMock } from "@copilotkit/aimock";
import { onTestFinished } from "vitest";
import { openAiAgent } from "../../src/agents/openai/agent.js";
import type { OpenAiSettings } from "../../src/agents/openai/model.js";
import { type Agent, installedPrompts, loadPrompts } from "../../src/index.js";
import { tokens } from "./desks.js";

export const prompts = loadPrompts(nodeFileSystem(), installedPrompts());

type Reply = Parameters<LLMock["on"]>[1];

/** A server of models on this machine that answers turn by turn what it was told to. */
export async function modelServer(replies: (Reply | [Reply, FixtureOpts])[]): Promise<LLMock> {
  const mock = new LLMock({ port: 0, logLevel: "silent" });
  replies.forEach((reply, turnIndex) => {
    const [response, options] = Array.isArray(reply) ? reply : [reply];
    mock.on({ turnIndex }, response, options);
  });
  await mock.start();
  onTestFinished(() => mock.stop());
  return mock;
}

/** What the server was asked, in order. */
export function asked(mock: LLMock): ChatCompletionRequest[] {
  return mock.getRequests().map(({ body }) => body as ChatCompletionRequest);
}

export function agentAt(mock: LLMock, settings: Partial<OpenAiSettings> = {}, turns = 10): Agent {
  return openAiAgent(
    {
      model: "test-model",
      baseURL: `${mock.url}/v1`,
      key: "secret",
      retries: 2,
      timeoutMilliseconds: 5_000,
      ...settings,
    },
    { agent: "tester", prompts, turns },
    { tokens },
  );
}

export const FIXED = "def collides(a, b):\n    return a.x == b.x\n";

/** The answer that hands in one file. */
export function filesAnswer(content = FIXED, path = "core/collision.py"): { content: string } {
  const result = {
    kind: "files",
    files: [{ path, content }],
    summary: "Compares the rectangles.",
    risks: [],
  };
  return { content: JSON.stringify({ result }) };
}

export function toolCall(
  name: string,
  argument: unknown,
  id = "c1",
): { toolCalls: { name: string; arguments: string; id: string }[] } {
  return {
    toolCalls: [{ name, arguments: typeof argument === "string" ? argument : JSON.stringify(argument), id }],
  };
}
