import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { BIN, contractc, findingsOf, placed, workspace, write } from "./support/cli.js";

const PARTS = 120;

function part(at: number, type = "string"): string {
  const uses = at === 0 ? "" : `import { run${at - 1} } from "./part${at - 1}.js";\n\n`;
  const body = at === 0 ? "text.repeat(count)" : `run${at - 1}(String(text), count)`;
  return `${uses}/** Everything about part ${at}, of which there is a lot to say here and there. */\nexport function run${at}(text: ${type}, count: number): string {\n  return ${body};\n}\n\n${"// What is thought of it, line by line.\n".repeat(12)}`;
}

function contract(): string {
  const modules = Array.from({ length: PARTS }, (_, at) => {
    const uses = at === 0 ? "" : `  uses part${at - 1}\n`;
    return `module part${at} "part${at}.ts" {\n${uses}  fn run${at}(text: string, count: float) -> string\n}\n`;
  });
  return `contract Parts version "1.0.0"\n\ntarget typescript {\n  roots "."\n}\n\n${modules.join("\n")}`;
}

/** A repository with an installed package, where tools keep their caches. */
function repository(): string {
  const files = Array.from({ length: PARTS }, (_, at) => [`part${at}.ts`, part(at)]);
  const folder = workspace({ "main.contract": contract(), ...Object.fromEntries(files) });
  mkdirSync(join(folder, "node_modules"));
  return folder;
}

const CLEAN = `✓ ${PARTS} modules compared with the code: no findings\n`;
const cacheOf = (folder: string) => join(folder, "node_modules/.cache/contractc");
const packsOf = (folder: string) => readdirSync(cacheOf(folder)).filter((name) => name.endsWith(".pack"));

it("answers again as it did, and after a change as it should", () => {
  const folder = repository();
  expect(contractc(folder, "drift").stdout).toBe(CLEAN);
  expect(packsOf(folder)).toEqual([expect.stringMatching(/^code-/), expect.stringMatching(/^parts-/)]);
  expect(contractc(folder, "drift").stdout).toBe(CLEAN);
  write(folder, "part7.ts", part(7, "number"));
  const expected = ["part7.ts:4:28 drift/parameter-type"];
  expect(placed(findingsOf(folder, "drift").findings)).toEqual(expected);
  expect(placed(findingsOf(folder, "drift").findings)).toEqual(expected);
  expect(placed(findingsOf(folder, "drift", "part7.ts").findings)).toEqual(expected);
  expect(findingsOf(folder, "drift", "part8.ts").findings).toEqual([]);
  expect(placed(findingsOf(folder, "drift", "--no-cache").findings)).toEqual(expected);
  write(folder, "part7.ts", part(7));
  expect(contractc(folder, "drift").stdout).toBe(CLEAN);
});

it("finds what a change of one file means for another, and what became of the contract", () => {
  const folder = repository();
  expect(contractc(folder, "drift").stdout).toBe(CLEAN);
  write(folder, "part7.ts", part(7).replace("./part6.js", "./part5.js").replaceAll("run6", "run5"));
  const codes = ["part7.ts:1:1 import/undeclared", "main.contract:42:8 import/unused-use"];
  expect(placed(findingsOf(folder, "drift").findings).sort()).toEqual(codes.sort());
  write(folder, "part7.ts", part(7));
  write(folder, "main.contract", contract().replace("fn run9(text: string", "fn run9(text: bool"));
  expect(placed(findingsOf(folder, "drift").findings)).toEqual(["part9.ts:4:28 drift/parameter-type"]);
});

it("keeps nothing with --no-cache, and believes nothing", () => {
  const folder = repository();
  expect(contractc(folder, "drift", "--no-cache").stdout).toBe(CLEAN);
  expect(readdirSync(join(folder, "node_modules"))).toEqual([]);
});

it("works in two processes at once", async () => {
  const folder = repository();
  const run = () =>
    new Promise<string>((resolve) => {
      const child = spawn(process.execPath, [BIN, "drift"], { cwd: folder });
      let output = "";
      child.stdout.on("data", (data) => {
        output += data;
      });
      child.on("close", () => resolve(output));
    });
  expect(await Promise.all([run(), run(), run()])).toEqual([CLEAN, CLEAN, CLEAN]);
  expect(contractc(folder, "drift").stdout).toBe(CLEAN);
});

it("reads code again where an entry is cut off, or a link, or no entry at all", () => {
  const folder = repository();
  expect(contractc(folder, "drift").stdout).toBe(CLEAN);
  for (const name of readdirSync(cacheOf(folder))) writeFileSync(join(cacheOf(folder), name), "{}");
  expect(contractc(folder, "drift").stdout).toBe(CLEAN);
  const outside = workspace({ "victim.json": "untouched" });
  const linked = repository();
  symlinkSync(outside, join(linked, "node_modules/.cache"));
  expect(contractc(linked, "drift").stdout).toBe(CLEAN);
  expect(readdirSync(outside)).toEqual(["victim.json"]);
});
