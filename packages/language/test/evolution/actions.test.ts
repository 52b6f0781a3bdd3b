import { parseActions } from "@contractc/language";
import { expect, test } from "vitest";

const action = { op: "add", target: "m", content: "uses a", reason: "needed", by: "ada", base: "abc" };

test.each([
  ["one action", action],
  ["a list", [action]],
  ["an object with a list", { actions: [action] }],
])("a file holds %s", (_, value) => {
  expect(parseActions(JSON.stringify(value))).toEqual({ actions: [action] });
});

test("what may be left out is filled in", () => {
  expect(parseActions('\uFEFF{"op": "remove", "target": "m.f"}')).toEqual({
    actions: [{ op: "remove", target: "m.f", content: "", reason: "", by: "user" }],
  });
});

test.each([
  ["{", /^it is no JSON: /],
  ["[]", "there is no action in it"],
  ['"add"', "the action must be an object with `op`, `target`, `content`, `reason`, `by`, `base`"],
  [
    '{"op": "add", "traget": "m", "target": "m", "content": "x"}',
    'the action has an unknown key "traget"; did you mean "target"?',
  ],
  ['{"op": "add", "target": "m", "content": "x", "zzz": 1}', /unknown key "zzz"; known are op, target/],
  ['{"op": "refin", "target": "m", "content": "x"}', /no operation "refin"; did you mean "refine"\?/],
  ['[{"op": "remove", "target": "m"}, {"op": "add", "content": "x"}]', "action 2: `target` is missing"],
  ['{"op": "add", "target": "m"}', "the action: `content` is missing"],
  ['{"op": "rename", "target": "m", "content": " "}', "the action: `content` is empty"],
  ['{"op": "remove", "target": 7}', "the action: `target` must be a string"],
  ['{"actions": {}}', "`actions` must be a list"],
  ['{"actions": [], "action": []}', 'the file has an unknown key "action"; did you mean "actions"?'],
])("a wrong file is told: %s", (text, expected) => {
  const parsed = parseActions(text);
  expect("problems" in parsed && parsed.problems[0]).toEqual(
    typeof expected === "string" ? expected : expect.stringMatching(expected),
  );
});

test("every problem is told, each with the action it is in", () => {
  const parsed = parseActions('[{"op": "add", "target": 1, "content": 2, "by": 3}, 4]');
  expect(parsed).toEqual({
    problems: [
      "action 1: `target` must be a string",
      "action 1: `content` must be a string",
      "action 1: `by` must be a string",
      "action 2 must be an object with `op`, `target`, `content`, `reason`, `by`, `base`",
    ],
  });
});
