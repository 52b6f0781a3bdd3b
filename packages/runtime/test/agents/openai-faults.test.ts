import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { deskOf, ticketOf } from "../support/desks.js";
import { agentAt, asked, filesAnswer, modelServer, toolCall } from "../support/models.js";

const never = new AbortController().signal;
const read = toolCall("read_file", { path: "core/collision.py", purpose: "to see what is there" });
const work = (agent: ReturnType<typeof agentAt>, signal = never) =>
  agent.work(ticketOf(), deskOf(ticketOf()).desk, signal);

/** Some chunks arrive, and then the connection is gone. */
const BREAKING = { truncateAfterChunks: 4, chunkSize: 10, latency: 60 };

test("faults of the server and rates are tried again", async () => {
  const mock = await modelServer([read, filesAnswer()]);
  mock.nextRequestError(429, { message: "slow down" });
  mock.nextRequestError(500, { message: "oops" });
  expect((await work(agentAt(mock))).kind).toBe("result");
  expect(mock.getRequests().map(({ response }) => response.status)).toEqual([500, 429, 200, 200]);
});

test("a server that stays broken is unavailable after its tries", async () => {
  const mock = await modelServer([{ error: { message: "oops" }, status: 503 }]);
  expect(await work(agentAt(mock, { retries: 1 }))).toMatchObject({
    kind: "failed",
    failure: "unavailable",
    detail: expect.stringMatching(/test-model at http.*oops/) as string,
  });
  expect(mock.getRequests()).toHaveLength(2);
});

test("a stream that breaks off is tried again", async () => {
  const mock = await modelServer([read]);
  mock.on({ turnIndex: 1, sequenceIndex: 0 }, filesAnswer(), BREAKING);
  mock.on({ turnIndex: 1, sequenceIndex: 1 }, filesAnswer());
  expect((await work(agentAt(mock))).kind).toBe("result");
  expect(mock.getRequests().length).toBe(3);
});

test("a stream that always breaks off is unavailable", async () => {
  const mock = await modelServer([[filesAnswer(), BREAKING]]);
  expect(await work(agentAt(mock, { retries: 1 }))).toMatchObject({
    kind: "failed",
    failure: "unavailable",
    detail: expect.stringMatching(/broke off/) as string,
  });
  expect(mock.getRequests()).toHaveLength(2);
});

test("a stream that is too slow ends at the timeout", async () => {
  const mock = await modelServer([[filesAnswer(), { latency: 400, chunkSize: 5 }]]);
  expect(await work(agentAt(mock, { timeoutMilliseconds: 500 }))).toMatchObject({
    kind: "failed",
    failure: "timeout",
    detail: "test-model gave no answer within 0.5 s",
  });
});

test("an attempt that is cancelled ends at once", async () => {
  const mock = await modelServer([[filesAnswer(), { latency: 1_000, chunkSize: 5 }]]);
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 200);
  const started = Date.now();
  expect(await work(agentAt(mock), stop.signal)).toMatchObject({ kind: "failed", failure: "cancelled" });
  expect(Date.now() - started).toBeLessThan(3_000);
});

test("chunks that are no JSON are a broken stream", async () => {
  const mock = await modelServer([[filesAnswer(), { chaos: { malformedRate: 1 } }]]);
  expect(await work(agentAt(mock, { retries: 0 }))).toMatchObject({ kind: "failed", failure: "unavailable" });
});

test("a wrong key is not tried again and is told as one", async () => {
  const mock = await modelServer([{ error: { message: "bad key" }, status: 401 }]);
  expect(await work(agentAt(mock))).toMatchObject({
    kind: "failed",
    failure: "unavailable",
    detail: expect.stringMatching(/refused the key \(401\)/) as string,
  });
  expect(mock.getRequests()).toHaveLength(1);
});

test("nobody there is unavailable, with the address", async () => {
  const mock = await modelServer([]);
  const agent = agentAt(mock, { baseURL: "http://127.0.0.1:9/v1", retries: 0 });
  expect(await work(agent)).toMatchObject({
    kind: "failed",
    failure: "unavailable",
    detail: expect.stringMatching(/127\.0\.0\.1:9\/v1 cannot be reached/) as string,
  });
});

test("a server without structured output gets the schema in words, then none", async () => {
  const mock = await modelServer([read, filesAnswer()]);
  const refuse = (type: string, message: string) =>
    mock.prependFixture({
      match: { predicate: ({ response_format }) => response_format?.type === type },
      response: { error: { message, type: "invalid_request_error" }, status: 400 },
    });
  refuse("json_schema", "response_format of type json_schema is not supported");
  refuse("json_object", "response_format json_object is not supported");
  expect((await work(agentAt(mock))).kind).toBe("result");
  const formats = asked(mock).map(({ response_format }) => response_format?.type);
  // What a server lacks is asked for once.
  expect(formats).toEqual(["json_schema", "json_object", undefined, undefined]);
  expect(asked(mock)[2]!.messages[0]!.content).toMatch(/The answer's schema:/);
});

test("a server without tools is talked to without", async () => {
  const mock = await modelServer([filesAnswer()]);
  mock.prependFixture({
    match: { predicate: ({ tools }) => (tools?.length ?? 0) > 0 },
    response: { error: { message: "this model does not support tools" }, status: 400 },
  });
  const ticket = ticketOf({ expects: "review", role: "reviewer", writes: [] });
  const review = { kind: "review", review: { clauses: [], blocking: [], suggestions: [] } };
  mock.prependFixture({
    match: { predicate: ({ tools }) => tools === undefined },
    response: { content: JSON.stringify({ result: review }) },
  });
  expect((await agentAt(mock).work(ticket, deskOf(ticket).desk, never)).kind).toBe("result");
  expect(asked(mock)).toHaveLength(2);
});

test("a refusal ends the attempt with its words", async () => {
  // The mock knows no refusals: a server of our own that says one.
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const chunk = (delta: object, finish: string | null) =>
      response.write(
        `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`,
      );
    chunk({ role: "assistant", refusal: "I will not " }, null);
    chunk({ refusal: "write this." }, "stop");
    response.end("data: [DONE]\n\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const mock = await modelServer([]);
  const { port } = server.address() as AddressInfo;
  expect(await work(agentAt(mock, { baseURL: `http://127.0.0.1:${port}/v1` }))).toMatchObject({
    kind: "failed",
    failure: "broken-answer",
    detail: "the model refused: I will not write this.",
  });
});

test("a conversation that is too long is shortened once, by what tools answered", async () => {
  const reads = [1, 2, 3].map((at) =>
    toolCall("read_file", { path: "core/collision.py", purpose: `look ${at}` }, `c${at}`),
  );
  const mock = await modelServer([...reads, filesAnswer()]);
  mock.prependFixture({
    match: { predicate: ({ messages }) => JSON.stringify(messages).split("return False").length > 3 },
    response: {
      error: { message: "maximum context length is 8", code: "context_length_exceeded" },
      status: 400,
    },
  });
  expect((await work(agentAt(mock))).kind).toBe("result");
  const last = asked(mock)
    .at(-1)!
    .messages.filter(({ role }) => role === "tool");
  expect(last.map(({ content }) => String(content).startsWith("(left out"))).toEqual([true, false, false]);
});

test("a ticket that no shortening helps is told as too long", async () => {
  const mock = await modelServer([
    { error: { message: "maximum context length is 8", code: "context_length_exceeded" }, status: 400 },
  ]);
  expect(await work(agentAt(mock))).toMatchObject({
    kind: "failed",
    failure: "broken-answer",
    detail: expect.stringMatching(/the conversation is too long/) as string,
  });
});

test("what was used is counted where a server does not tell", async () => {
  const mock = await modelServer([toolCall("ask", { question: "What?" })]);
  mock.prependFixture({
    match: { predicate: (request) => "stream_options" in request },
    response: { error: { message: "unknown field stream_options" }, status: 400 },
  });
  const { desk, calls } = deskOf(ticketOf());
  await agentAt(mock).work(ticketOf(), desk, never);
  expect(calls).toHaveLength(1);
  expect(calls[0]!.usage.input).toBeGreaterThan(50);
  expect(calls[0]!.usage.output).toBeGreaterThan(3);
});
