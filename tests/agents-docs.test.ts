import { readFileSync } from "node:fs";
import { parseConfig } from "@contractc/kernel";
import { BUILT_IN_ROLES, CALL_FORMAT, parseAnswer } from "@contractc/runtime";
import { expect, test } from "vitest";
import { fencesOf } from "./support/markdown.js";

const page = readFileSync(new URL("../docs/agents.md", import.meta.url), "utf8");
const blocks = fencesOf(page).filter(({ language }) => language === "json");

test("every setting that the page on agents shows is one", () => {
  const settings = blocks.filter(({ text }) => text.includes('"agents"'));
  expect(settings.length).toBeGreaterThanOrEqual(4);
  for (const { text } of settings) expect(parseConfig("contract.config.json", text).findings).toEqual([]);
});

test("the record that it shows can be replayed", () => {
  const { text } = blocks.find((block) => block.text.includes(CALL_FORMAT))!;
  const { answer } = JSON.parse(text) as { answer: unknown };
  expect(parseAnswer("code", answer).kind).toBe("result");
});

test("its table names every role", () => {
  const head = /^\| \| (.*) \|$/m.exec(page)![1]!;
  expect(head.split(/ \| |, /).sort()).toEqual([...BUILT_IN_ROLES].sort());
});
