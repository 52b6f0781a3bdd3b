import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { BIN, contractc, workspace, write } from "./support/cli.js";
import { commitAll, git } from "./support/git.js";

const PARTS = 40;

const header = (at: number): string =>
  at === 0 ? "" : `import { type Kind${at - 1}, run${at - 1} } from "./part${at - 1}.js";\n\n`;

function part(at: number): string {
  const kind = at === 0 ? "string" : `Kind${at - 1}`;
  const body = at === 0 ? "text.repeat(count)" : `run${at - 1}(String(text), count)`;
  return `${header(at)}export interface Kind${at} {\n  before: ${kind};\n}\n\nexport function run${at}(text: string, count: number): string {\n  return ${body};\n}\n`;
}

function contract(): string {
  const modules = Array.from({ length: PARTS }, (_, at) => {
    const uses = at === 0 ? "" : `  uses part${at - 1}\n`;
    const kind = at === 0 ? "string" : `Kind${at - 1}`;
    return `module part${at} "src/part${at}.ts" {\n${uses}  record Kind${at} { before: ${kind} }\n  fn run${at}(text: string, count: float) -> string\n}\n`;
  });
  return `contract Parts version "1.0.0"\n\ntarget typescript {\n  roots "."\n}\n\n${modules.join("\n")}`;
}

/** A repository with an installed package, where tools keep their caches. */
function repository(): string {
  const files = Array.from({ length: PARTS }, (_, at) => [`src/part${at}.ts`, part(at)]);
  const folder = workspace({
    "main.contract": contract(),
    ".gitignore": "node_modules\n",
    ...Object.fromEntries(files),
  });
  git(folder, "init", "--quiet", "--initial-branch=main");
  commitAll(folder);
  mkdirSync(join(folder, "node_modules"));
  return folder;
}

const cacheOf = (folder: string) => join(folder, "node_modules/.cache/contractc");
const kept = (folder: string, kind: string) =>
  readdirSync(cacheOf(folder)).filter((name) => name.startsWith(`${kind}-`));

/** When the result was kept: it is not kept anew where only a few modules are compared again. */
function age(folder: string, kind: string): number[] {
  return kept(folder, kind).map((name) => statSync(join(cacheOf(folder), name)).mtimeMs);
}

const CLEAN = `${PARTS} modules compared with the code: no findings\n`;

it("compares a few modules again after a change of a file, staged or not", () => {
  const folder = repository();
  write(folder, "src/part7.ts", `${part(7)}// staged\n`);
  git(folder, "add", "-A");
  expect(contractc(folder, "drift", "--staged").stdout).toBe(`✓ 1 staged file, ${CLEAN}`);
  expect(contractc(folder, "drift").stdout).toBe(`✓ ${CLEAN}`);
  const before = [age(folder, "staged"), age(folder, "drift")];
  expect(before.flat()).toHaveLength(2);
  expect(kept(folder, "parts")).toHaveLength(2);

  write(folder, "src/part7.ts", part(7).replace("return ", "// A remark.\n  return "));
  write(
    folder,
    "src/part9.ts",
    part(9).replace("export function", "function unseen(): void {}\n\nexport function"),
  );
  git(folder, "add", "-A");
  expect(contractc(folder, "drift", "--staged").stdout).toBe(`✓ 2 staged files, ${CLEAN}`);
  expect(contractc(folder, "drift").stdout).toBe(`✓ ${CLEAN}`);
  expect([age(folder, "staged"), age(folder, "drift")]).toEqual(before);

  write(folder, "src/part9.ts", part(9).replace("count: number", "count: string"));
  git(folder, "add", "-A");
  for (const args of [["--staged"], []]) {
    const result = contractc(folder, "drift", ...args);
    expect(result.stdout).toContain("src/part9.ts:7:43 error drift/parameter-type");
    expect(result.status).toBe(1);
  }
});

/** Each leaves the repository in another state; what comes after them sees all of it. */
const STEPS: [string, (folder: string) => void][] = [
  ["a remark", (folder) => write(folder, "src/part3.ts", `${part(3)}// A remark.\n`)],
  [
    "a type of another module",
    (folder) => write(folder, "src/part4.ts", part(4).replace("before: Kind3", "before: Kind4")),
  ],
  ["it is mended", (folder) => write(folder, "src/part4.ts", part(4))],
  [
    "an interface is renamed that others name",
    (folder) => write(folder, "src/part5.ts", part(5).replaceAll("Kind5", "Sort5")),
  ],
  ["and again", (folder) => write(folder, "src/part5.ts", part(5))],
  [
    "an import that the contract lacks",
    (folder) => write(folder, "src/part8.ts", `import "./part2.js";\n${part(8)}`),
  ],
  [
    "which is accepted",
    (folder) =>
      write(
        folder,
        "src/part8.ts",
        `import "./part2.js"; // contract-ignore import/undeclared: for now\n${part(8)}`,
      ),
  ],
  [
    "without effect",
    (folder) => write(folder, "src/part8.ts", `// contract-ignore import/undeclared: for now\n${part(8)}`),
  ],
  ["gone", (folder) => write(folder, "src/part8.ts", part(8))],
  [
    "a file that comes before another",
    (folder) => write(folder, "src/part10.tsx", "export const other = 1;\n"),
  ],
  [
    "a folder of the same name",
    (folder) => write(folder, "src/part11/index.ts", "export const other = 1;\n"),
  ],
  ["a file is deleted", (folder) => rmSync(join(folder, "src/part12.ts"))],
  ["and is there again", (folder) => write(folder, "src/part12.ts", part(12))],
  [
    "a file has another name",
    (folder) => renameSync(join(folder, "src/part13.ts"), join(folder, "src/part13a.ts")),
  ],
  ["and its own", (folder) => renameSync(join(folder, "src/part13a.ts"), join(folder, "src/part13.ts"))],
  [
    "settings of the compiler",
    (folder) =>
      write(folder, "tsconfig.json", '{ "compilerOptions": { "paths": { "#x": ["./src/part1.ts"] } } }\n'),
  ],
  ["an import by them", (folder) => write(folder, "src/part14.ts", `import "#x";\n${part(14)}`)],
  [
    "they say something else",
    (folder) =>
      write(folder, "tsconfig.json", '{ "compilerOptions": { "paths": { "#x": ["./src/part13.ts"] } } }\n'),
  ],
  ["a manifest", (folder) => write(folder, "package.json", '{ "name": "parts", "dependencies": {} }\n')],
  ["what it does not list", (folder) => write(folder, "src/part15.ts", `import "left-pad";\n${part(15)}`)],
  [
    "now it does",
    (folder) => write(folder, "package.json", '{ "name": "parts", "dependencies": { "left-pad": "1" } }\n'),
  ],
  ["the code is as it was", (folder) => write(folder, "src/part15.ts", part(15))],
  [
    "the contract",
    (folder) =>
      write(folder, "main.contract", contract().replace("fn run16(text: string", "fn run16(text: bool")),
  ],
  ["the contract as it was", (folder) => write(folder, "main.contract", contract())],
  ["a setting of ours", (folder) => write(folder, "contract.config.json", '{ "exclude": ["src/part11"] }\n')],
  [
    "a text that does not parse",
    (folder) => write(folder, "src/part17.ts", `${part(17)}export function {\n`),
  ],
  ["and does", (folder) => write(folder, "src/part17.ts", part(17))],
];

it("says after every change what a comparison of everything says", () => {
  const folder = repository();
  for (const [step, change] of STEPS) {
    change(folder);
    git(folder, "add", "-A");
    for (const mode of [["--staged"], []]) {
      const { stdout, stderr, status } = contractc(folder, "drift", ...mode);
      expect([step, mode, stdout, stderr, status]).toEqual([
        step,
        mode,
        ...Object.values(whole(folder, mode)),
      ]);
    }
  }
}, 180_000);

function whole(folder: string, mode: string[]) {
  const { stdout, stderr, status } = contractc(folder, "drift", ...mode, "--no-cache");
  return { stdout, stderr, status };
}

it("compares everything where parts are damaged, cut off or gone", () => {
  const folder = repository();
  expect(contractc(folder, "drift").stdout).toBe(`✓ ${CLEAN}`);
  const [name = ""] = kept(folder, "parts");
  const file = join(cacheOf(folder), name);
  const bytes = readFileSync(file);
  write(folder, "src/part20.ts", part(20).replace("count: number", "count: string"));
  const found = "src/part20.ts:7:44 error drift/parameter-type";
  for (const at of [3, 40, Math.floor(bytes.length / 2), bytes.length - 3]) {
    const damaged = Buffer.from(bytes);
    damaged[at] = damaged[at]! ^ 1;
    writeFileSync(file, damaged);
    expect(contractc(folder, "drift").stdout).toContain(found);
    expect(contractc(folder, "drift", "--no-cache").stdout).toContain(found);
    write(folder, "src/part20.ts", part(20));
    expect(contractc(folder, "drift").stdout).toBe(`✓ ${CLEAN}`);
    write(folder, "src/part20.ts", part(20).replace("count: number", "count: string"));
  }
  for (const each of kept(folder, "parts"))
    writeFileSync(join(cacheOf(folder), each), bytes.subarray(0, 100));
  expect(contractc(folder, "drift").stdout).toContain(found);
  for (const each of kept(folder, "parts")) rmSync(join(cacheOf(folder), each));
  expect(contractc(folder, "drift").stdout).toContain(found);
}, 60_000);

it("answers in several processes at once, whichever keeps its result last", async () => {
  const folder = repository();
  expect(contractc(folder, "drift").stdout).toBe(`✓ ${CLEAN}`);
  write(folder, "src/part30.ts", `${part(30)}// A remark.\n`);
  write(folder, "src/part31.tsx", "export const other = 1;\n");
  const run = () =>
    new Promise<string>((resolve) => {
      const child = spawn(process.execPath, [BIN, "drift"], { cwd: folder });
      let output = "";
      child.stdout.on("data", (data) => {
        output += data;
      });
      child.on("close", () => resolve(output));
    });
  const expected = contractc(folder, "drift", "--no-cache").stdout;
  expect(await Promise.all([run(), run(), run()])).toEqual([expected, expected, expected]);
  expect(contractc(folder, "drift").stdout).toBe(expected);
});
