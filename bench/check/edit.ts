import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { nodeFileSystem } from "../../packages/kernel/dist/index.js";
import { compile, SourceFiles } from "../../packages/language/dist/index.js";
import { measure } from "./measure.ts";

/** One edit in a long-lived process: a parameter more in a module that others use. */
const folder = process.argv[2] ?? ".";
const fs = nodeFileSystem();
const root = join(folder, "main.contract");
const files = new SourceFiles(fs);
const path = join(folder, "parts/part7.contract");
const before = readFileSync(path, "utf8");
const full = measure(() => compile({ fs, root, files }));
const edits = Array.from({ length: 9 }, (_, at) => {
  writeFileSync(path, before.replace("most: int", `most${at}: int`));
  files.forget(path);
  return measure(() => compile({ fs, root, files })).milliseconds;
});
writeFileSync(path, before);
const edit = edits.sort((a, b) => a - b)[4];
console.log(JSON.stringify({ full: full.milliseconds, edit }));
