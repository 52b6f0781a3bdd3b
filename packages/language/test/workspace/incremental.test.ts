import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { canonicalJson, memoryFileSystem } from "@contractc/kernel";
import { describe, expect, test } from "vitest";
import { Random } from "../../../../tests/fuzz/random.js";
import { type Compilation, compile } from "../../src/compile.js";
import { findRoots } from "../../src/project/roots.js";
import { referenceSites } from "../../src/references/sites.js";
import { Workspace } from "../../src/workspace/workspace.js";
import { edit, type Files, leaningContract } from "./random-edits.js";

/*
 * After any edit a workspace holds what a fresh compilation makes of the same files. More of it, by hand:
 *
 *   EDITS=5000 SEED=7 npx vitest run packages/language/test/workspace/incremental.test.ts
 */
const SEED = Number(process.env.SEED ?? 20_261_130);
const EDITS = Number(process.env.EDITS ?? 30);
const CONTRACTS = 8;
const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));

/** What a caller can see of a compilation: findings and hashes, or everything. */
function seen({ kernel, findings, sound, files, lowered }: Compilation, everything: boolean) {
  const { hash, modules } = kernel;
  if (!everything) return { sound, findings, hash, hashes: modules.map(({ hashes }) => hashes) };
  const references = lowered && referenceSites(lowered);
  return {
    sound,
    findings,
    kernel: canonicalJson(kernel),
    files: files.map(({ file, text }) => [file, text]),
    allows: lowered?.tables.allows,
    references: references?.map(({ target, source, span }) => [target, source.path, span]),
  };
}

/** Edits files at random, in the editor or on the disk, and compares after each edit. */
function checkEdits(pristine: Files, random: Random, edits: number): Map<string, number> {
  const files = new Map(pristine);
  const disk = memoryFileSystem(Object.fromEntries(pristine));
  const workspace = new Workspace(disk);
  const [root = ""] = pristine.keys();
  const open = new Set<string>();
  const codes = new Map<string, number>();
  for (let nth = 0; nth < edits; nth++) {
    const changes = nth === 0 ? [] : edit(files, pristine, random);
    for (const { path, text } of changes) {
      if (text === undefined) files.delete(path);
      else files.set(path, text);
      if (text !== undefined && (open.has(path) || random.once(2))) {
        open.add(path);
        workspace.update(path, text);
        continue;
      }
      // Closed: what the disk holds counts again.
      if (open.delete(path)) workspace.update(path, undefined);
      if (text === undefined) disk.remove(path);
      else disk.writeFile(path, text);
      workspace.changed(path);
    }
    const fresh = compile({ fs: memoryFileSystem(Object.fromEntries(files)), root });
    for (const { code } of fresh.findings) codes.set(code, (codes.get(code) ?? 0) + 1);
    const found = findRoots(memoryFileSystem(Object.fromEntries(files)), "/project");
    expect(workspace.roots("/project"), `roots after edit ${nth}`).toEqual(found);
    const everything = random.once(4);
    expect(seen(workspace.compilation(root), everything), `edit ${nth}`).toEqual(seen(fresh, everything));
  }
  return codes;
}

function onDisk(paths: readonly string[]): Files {
  return new Map(paths.map((path) => [`/project/${path}`, readFileSync(`${ROOT}${path}`, "utf8")]));
}

describe("a workspace after an edit is what a fresh compilation is", () => {
  test("files that lean on one another", () => {
    const codes = new Map<string, number>();
    for (let contract = 0; contract < CONTRACTS; contract++) {
      const random = new Random(SEED, contract);
      for (const [code, count] of checkEdits(leaningContract(random, "/project"), random, EDITS)) {
        codes.set(code, (codes.get(code) ?? 0) + count);
      }
    }
    // The edits reach most of what there is to find.
    const names = [...codes.keys()].sort();
    expect(names.length, names.join(" ")).toBeGreaterThan(20);
  }, 3_600_000);

  test.each([
    [["examples/plane-battle/plane-battle.contract", "examples/plane-battle/model.contract"]],
    [["examples/link-shortener/link-shortener.contract"]],
  ])(
    "%j",
    (paths) => {
      expect(checkEdits(onDisk(paths), new Random(SEED, 100), Math.ceil(EDITS / 2)).size).toBeGreaterThan(0);
    },
    3_600_000,
  );

  test("this repository's contract", () => {
    expect(
      checkEdits(onDisk(["contractc.contract"]), new Random(SEED, 200), Math.ceil(EDITS / 20)).size,
    ).toBeGreaterThan(0);
  }, 3_600_000);
});

describe("what an edit does not touch is kept", () => {
  const pristine = leaningContract(new Random(SEED, 300), "/project");
  const part = (at: number) => `/project/part${at}.contract`;

  /** The modules that were lowered or checked again after an edit of a file. */
  function again(path: string, change: (text: string) => string): string[] {
    const workspace = new Workspace(memoryFileSystem(Object.fromEntries(pristine)));
    const [root = ""] = pristine.keys();
    const before = workspace.compilation(root);
    const text = pristine.get(path)!;
    expect(change(text)).not.toBe(text);
    workspace.update(path, change(text));
    const kept = new Set(before.lowered?.modules);
    const after = workspace.compilation(root).lowered?.modules ?? [];
    return after.filter((module) => !kept.has(module)).map(({ symbol }) => symbol.name);
  }

  test("a comment, a parameter or a value changes one module", () => {
    expect(again(part(3), (text) => text.replace("Where all begins", "Where it begins"))).toEqual(["m3"]);
    expect(again(part(3), (text) => text.replace("most: int", "least: int"))).toEqual(["m3"]);
    expect(again(part(3), (text) => `// down\n${text}`)).toEqual(["m3"]);
  });

  test("a name that changes is looked up again by those that asked about it", () => {
    const others = again(part(0), (text) => text.replaceAll("Thing0", "Renamed"));
    expect(others).toContain("m0");
    const users = [...pristine].flatMap(([path, text]) =>
      /\bThing0\b/.test(text) && path !== part(0) ? [/ module (m\d)/.exec(text)?.[1]] : [],
    );
    expect(users.length).toBeGreaterThan(0);
    expect(others).toEqual(expect.arrayContaining(users));
  });

  test("a requirement that is added concerns only those whose names lead nowhere: it could be what they meant", () => {
    const lost = [...pristine].flatMap(([path, text]) =>
      / = Mode\d\.Of\n/.test(text) ? [`m${path.replace(/\D/g, "")}`] : [],
    );
    expect(again("/project/plan.contract", (text) => `${text}requirement Need9 must "More"\n`)).toEqual(lost);
  });
});
