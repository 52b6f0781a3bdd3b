import { readFileSync } from "node:fs";
import { canonicalJson, memoryFileSystem } from "@contractc/kernel";
import { compile } from "@contractc/language";
import { expect, test } from "vitest";
import { compileFiles } from "../support/tester.js";

const text = readFileSync(new URL("../fixtures/plane-battle.contract", import.meta.url), "utf8");

test("the contract of the language reference has no errors, and leaves open what it leaves open", () => {
  const files = { "/w/game.contract": text, "/w/shared.contract": "" };
  const { findings, sound, kernel } = compile({ fs: memoryFileSystem(files), root: "/w/game.contract" });
  expect(findings.map(({ severity, code, symbol }) => `${severity} ${code} ${symbol}`)).toEqual([
    "info complete/criterion Steer",
    "info complete/undocumented model.entities",
    "info graph/unused-use core.game",
    "info complete/undocumented core.game",
    "info complete/undocumented ui.hud",
  ]);
  expect(sound).toBe(true);
  expect(kernel.modules.map((module) => module.address)).toEqual([
    "core.collision",
    "core.game",
    "model.entities",
    "ui.hud",
  ]);
  expect(kernel.graph.events).toEqual([
    { event: "core.game.PlayerHit", emitters: ["core.game.step"], handlers: ["ui.hud"] },
  ]);
});

test("the same contract gives the same bytes, wherever it lies", () => {
  const here = compileFiles({ "/w/game.contract": text, "/w/shared.contract": "" });
  const there = compileFiles({ "/other/place/game.contract": text, "/other/place/shared.contract": "" });
  expect(canonicalJson(there.kernel)).toBe(canonicalJson(here.kernel));
});

test("every address of the kernel has a position", () => {
  const { kernel } = compileFiles({ "/w/game.contract": text, "/w/shared.contract": "" });
  const addresses = [
    ...kernel.modules.map((module) => module.address),
    ...Object.values(kernel.signatures).flatMap((declarations) =>
      declarations.flatMap((declaration) => [
        declaration.address,
        ...("members" in declaration
          ? declaration.members.map((member) => `${declaration.address}.${member.name}`)
          : []),
      ]),
    ),
  ];
  expect(addresses.filter((address) => !(address in kernel.positions))).toEqual([]);
  expect(kernel.positions["core.collision.hits.limit"]).toEqual({
    file: "game.contract",
    line: 71,
    column: 54,
    endLine: 71,
    endColumn: 59,
  });
});
