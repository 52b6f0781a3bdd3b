import { readFileSync } from "node:fs";
import { join } from "node:path";
import { nodeFileSystem } from "../../packages/kernel/dist/index.js";
import { Workspace } from "../../packages/language/dist/index.js";
import { measure } from "./measure.ts";

/** Edits in a long-lived process, of a module that others use: as many of each kind, by turns. */
const EDITS = 25;
const KINDS: readonly ((text: string, at: number) => string)[] = [
  (text, at) => text.replace("most: int", `most${at}: int`),
  (text, at) => text.replace("In cents", `In cents, as of ${at}`),
  (text, at) => text.replace(/\n( +)const /, `\n$1const MORE_${at}: int = ${at}\n$1const `),
];

const folder = process.argv[2] ?? ".";
const root = join(folder, "main.contract");
const path = join(folder, "parts/part7.contract");
const before = readFileSync(path, "utf8");
const workspace = new Workspace(nodeFileSystem());
const full = measure(() => workspace.compilation(root));
const edits = Array.from({ length: EDITS * KINDS.length }, (_, at) => {
  const text = KINDS[at % KINDS.length]!(before, at);
  if (text === before) throw new Error("The module has not what is to be edited");
  return measure(() => {
    workspace.update(path, text);
    const { findings } = workspace.compilation(root);
    if (findings.length > 0) throw new Error(String(findings[0]?.message));
  }).milliseconds;
});
const edit = edits.sort((a, b) => a - b)[Math.floor(edits.length / 2)];
console.log(JSON.stringify({ full: full.milliseconds, edit }));
