import { readFileSync } from "node:fs";
import { canonicalJson, type Kernel, kernelHash, sliceOf } from "@contractc/kernel";
import { describe, expect, test } from "vitest";
import { compileFiles } from "../support/tester.js";

const original = readFileSync(new URL("../fixtures/plane-battle.contract", import.meta.url), "utf8");

function kernelOf(text: string): Kernel {
  const { kernel, findings } = compileFiles({ "/w/game.contract": text, "/w/shared.contract": "" });
  expect(findings).toEqual([]);
  return kernel;
}

/** The original with one piece of text replaced, which must be there. */
function edited(from: string, to: string): string {
  expect(original).toContain(from);
  return original.replace(from, to);
}

type HashName = "signature" | "slice" | "surroundings";

/** The modules whose hash differs between two kernels. */
function changed(before: Kernel, after: Kernel, name: HashName): string[] {
  const hashes = new Map(before.modules.map((module) => [module.address, module.hashes[name]]));
  return after.modules
    .filter((module) => hashes.get(module.address) !== module.hashes[name])
    .map((module) => module.address);
}

const before = kernelOf(original);

describe("formatting", () => {
  test.each([
    ["comments", edited("module game", "/* a game */ module game")],
    ["line ends", original.replaceAll("\n", "\r\n")],
    ["blank lines", original.replaceAll("\n", "\n\n")],
    ["commas for line ends", edited("x: int\n      y: int\n", "x: int, y: int,\n")],
    ["T[] for list<T>", edited("others: list<Entity>", "others: Entity[]")],
    ["the order of names", edited("uses pygame, game", "uses game, pygame")],
  ])("%s change no hash", (_, text) => {
    const after = kernelOf(text);
    expect(after.hash).toBe(before.hash);
    expect(changed(before, after, "surroundings")).toEqual([]);
    expect({ ...after, positions: {} }).toEqual({ ...before, positions: {} });
  });
});

describe("what changes", () => {
  test("a doc comment changes the slice of its module alone", () => {
    const after = kernelOf(edited("/// True where", "/// Whether"));
    expect(after.hash).not.toBe(before.hash);
    expect(changed(before, after, "signature")).toEqual([]);
    expect(changed(before, after, "slice")).toEqual(["core.collision"]);
    expect(changed(before, after, "surroundings")).toEqual(["core.collision"]);
  });

  test("a condition changes the slice, not the signature", () => {
    const after = kernelOf(edited("limit is positive", "limit is at least 1"));
    expect(changed(before, after, "signature")).toEqual([]);
    expect(changed(before, after, "slice")).toEqual(["core.collision"]);
  });

  test("a signature changes its module, and the surroundings of its users only", () => {
    const after = kernelOf(
      edited("collides(a: Entity, b: Entity) -> bool", "collides(a: Entity, b: Entity, c: int = 1) -> bool"),
    );
    expect(changed(before, after, "signature")).toEqual(["core.collision"]);
    expect(changed(before, after, "slice")).toEqual(["core.collision"]);
    expect(changed(before, after, "surroundings")).toEqual(["core.collision", "core.game"]);
  });

  test("an internal declaration concerns nobody else", () => {
    const after = kernelOf(edited("    fn hits(", "    internal fn helper() -> int\n    fn hits("));
    expect(changed(before, after, "signature")).toEqual(["core.collision"]);
    expect(changed(before, after, "surroundings")).toEqual(["core.collision"]);
  });

  test("an edge changes the signature of the module it leaves", () => {
    const after = kernelOf(edited("uses pygame, game", "uses pygame, game, collision"));
    expect(changed(before, after, "signature")).toEqual(["ui.hud"]);
    expect(changed(before, after, "surroundings")).toEqual(["ui.hud"]);
  });

  test("a criterion changes the slices of the modules that satisfy its requirement", () => {
    const after = kernelOf(edited("never takes x below zero", "keeps x at zero or above"));
    expect(changed(before, after, "signature")).toEqual([]);
    expect(changed(before, after, "slice")).toEqual(["model.entities"]);
  });

  test("an external changes the surroundings of its users", () => {
    const after = kernelOf(edited("pygame >= 2.5", "pygame >= 2.6"));
    expect(changed(before, after, "slice")).toEqual([]);
    expect(changed(before, after, "surroundings")).toEqual(["ui.hud"]);
  });

  test("a role changes the whole alone", () => {
    const after = kernelOf(edited("Implements geometry and search", "Implements geometry"));
    expect(after.hash).not.toBe(before.hash);
    expect(changed(before, after, "surroundings")).toEqual([]);
  });
});

test("the hash of a kernel can be computed from its JSON", () => {
  const { hash, ...rest } = JSON.parse(canonicalJson(before)) as Kernel;
  expect(kernelHash(rest)).toBe(hash);
});

describe("slices", () => {
  test("hold the module in full, signatures of what it uses, and one line for the rest", () => {
    const slice = sliceOf(before, "core.game")!;
    expect(slice.declarations.map((declaration) => declaration.name)).toEqual([
      "PlayerHit",
      "Phase",
      "step",
      "run",
    ]);
    expect(slice.uses.map(({ edge, location }) => [edge.to, location])).toEqual([
      ["core.collision", "core/collision.py"],
      ["model.entities", "model/entities.py"],
    ]);
    const [collision] = slice.uses;
    expect(JSON.stringify(collision!.declarations)).not.toMatch(/doc|requires|examples/);
    expect(slice.users).toEqual(["ui.hud"]);
    expect(slice.satisfies.map((requirement) => requirement.name)).toEqual(["FrameRate"]);
    expect(slice.role?.name).toBe("backend");
    expect(slice.flows.map((flow) => flow.name)).toEqual(["Frame"]);
    expect(slice.index).toEqual([{ address: "ui.hud", path: "ui/hud.py" }]);
  });

  test("name what is to be installed for an external", () => {
    const slice = sliceOf(before, "ui.hud")!;
    expect(slice.uses.find(({ edge }) => edge.external)?.location).toBe("pygame >= 2.5");
  });

  test("there is none of a module that does not exist", () => {
    expect(sliceOf(before, "core")).toBeNull();
  });
});
