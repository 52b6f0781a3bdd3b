import { join } from "node:path";
import { nodeFileSystem } from "../../packages/kernel/dist/index.js";
import { compile, SourceFiles } from "../../packages/language/dist/index.js";
import { contractFiles, type Measured, measure } from "./measure.ts";

const folder = process.argv[2] ?? ".";
const fs = nodeFileSystem();
const files = new SourceFiles(fs);
const parsing = measure(() => {
  for (const path of contractFiles(folder)) files.read(path);
});
const rest = measure(() => compile({ fs, root: join(folder, "main.contract"), files }));
const { findings, kernel } = rest.result;
if (findings.length > 0) throw new Error(`${findings.length} findings: ${String(findings[0]?.message)}`);
if (kernel.modules.length === 0) throw new Error("No modules were compiled");

const measured: Measured = { parsing: parsing.milliseconds, rest: rest.milliseconds };
console.log(JSON.stringify(measured));
