import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { answerSchema, EXPECTATIONS, jsonIn, parseAnswer, publishedSchemas } from "../../src/index.js";

const FILES = { kind: "files", files: [{ path: "a.py", content: "x = 1\n" }], summary: "One.", risks: [] };

test.each([
  ["the object alone", JSON.stringify(FILES)],
  ["wrapped, as structured output has it", JSON.stringify({ result: FILES })],
  ["in a fence", `Here it is:\n\n\`\`\`json\n${JSON.stringify(FILES, null, 2)}\n\`\`\`\nDone.`],
  ["after words", `I wrote {a}.\n${JSON.stringify(FILES)}\n`],
  ["after another object", `{"note": 1}\n\n${JSON.stringify(FILES)}`],
])("an answer is found: %s", (_, text) => {
  expect(parseAnswer("code", text)).toEqual({ kind: "result", result: FILES });
});

test.each([
  ["nothing", "I am done.", "there is no JSON object in the answer"],
  ["half an object", '{"kind": "files", "files": [', "there is no JSON object in the answer"],
  ["a list", "[1]", "there is no JSON object in the answer"],
])("%s is a broken answer", (_, text, problem) => {
  expect(parseAnswer("code", text)).toEqual({ kind: "broken", problem });
});

test("what is wrong in an answer is named with its place", () => {
  const answer = parseAnswer("code", { kind: "files", files: [{ path: "a.py" }], summary: 1, risks: [] });
  expect(answer.kind === "broken" && answer.problem).toMatch(/^files\.0\.content: .*; summary: /);
});

test("each ticket takes what it asks for and nothing else", () => {
  const results = {
    files: FILES,
    error: { kind: "error", error: "No size.", question: null },
    actions: {
      kind: "actions",
      actions: [{ op: "add", target: "a", content: "x: int", reason: "r" }],
      reason: "r",
    },
    review: { kind: "review", review: { clauses: [], blocking: [], suggestions: [], contract: null } },
  };
  const taken = EXPECTATIONS.map((expects) => {
    const names = Object.entries(results).filter(
      ([, value]) => parseAnswer(expects, value).kind === "result",
    );
    return `${expects}: ${names.map(([name]) => name).join(", ")}`;
  });
  expect(taken).toEqual([
    "code: files, error, actions",
    "tests: files, error",
    "merge: files, error",
    "review: error, review",
    "repair: error, actions",
    "requirements: error",
    "contract: error, actions",
    "audit: error",
    "triage: error",
  ]);
});

test("what a model says of execution reaches nobody", () => {
  const claim = { ...FILES, testsPassed: true, exitCode: 0, verdict: "passed" };
  expect(parseAnswer("code", claim)).toEqual({ kind: "result", result: FILES });
  const review = {
    clauses: [{ clause: "a", met: true, tested: true }],
    blocking: [],
    suggestions: [],
    passed: true,
  };
  expect(parseAnswer("review", { kind: "review", review })).toEqual({
    kind: "result",
    result: {
      kind: "review",
      review: { clauses: [{ clause: "a", met: true }], blocking: [], suggestions: [] },
    },
  });
});

test("schemas of answers are what structured output takes: closed objects, everything required, an object at the root", () => {
  const check = (schema: unknown): void => {
    if (Array.isArray(schema)) schema.forEach(check);
    if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return;
    const { properties, required, additionalProperties, oneOf, ...rest } = schema as Record<string, unknown>;
    expect(oneOf).toBeUndefined();
    if (properties) {
      expect(additionalProperties).toBe(false);
      expect(required).toEqual(Object.keys(properties));
      Object.values(properties).forEach(check);
    }
    Object.values(rest).forEach(check);
  };
  for (const expects of EXPECTATIONS) {
    const schema = answerSchema(expects);
    expect(schema.type).toBe("object");
    check(schema);
    new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);
  }
});

test("the published schemas are those of the code", async () => {
  for (const [file, schema] of Object.entries(publishedSchemas())) {
    await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(`../../schema/${file}`);
    new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false }).compile(schema);
  }
});

test("an object in a text is found whatever stands around it", () => {
  expect(jsonIn('x {"a": {"b": "}"}} y')).toEqual({ value: { a: { b: "}" } } });
  expect(jsonIn("no {braces} here")).toBeUndefined();
});
