// npm run bench -- check [--modules 10,100,1000,10000] [--per-file 1] [--runs 3]
// npm run bench -- drift [--tree DIR] [--griffe DIR,…] [--files 250,500,1000,2000] [--runs 3]
// npm run bench -- lsp [--modules 1000] [--per-file 1] [--lines 1500] [--server FILE]
// npm run bench -- mutation [--corpus own|public] [--seed 1] [--per-kind 5] [--only KIND] [--at N] [--tree DIR]
import { parseArgs } from "node:util";
import { benchCheck } from "./check/run.ts";
import { benchDrift } from "./drift/index.ts";
import { benchLsp } from "./lsp/index.ts";
import { benchMutation } from "./mutation/index.ts";

const USAGE = `npm run bench -- check [--modules 10,100,1000,10000] [--per-file 1] [--runs 3]
npm run bench -- drift [--tree DIR] [--griffe DIR,…] [--files 250,500,1000,2000] [--runs 3]
npm run bench -- lsp [--modules 1000] [--per-file 1] [--lines 1500] [--server FILE]
npm run bench -- mutation [--corpus own|public] [--trees NAME,…] [--tree DIR] [--seed 1] [--per-kind 5]
                          [--only KIND] [--at N] [--clones DIR] [--json FILE] [--verify N]`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    modules: { type: "string" },
    "per-file": { type: "string", default: "1" },
    runs: { type: "string", default: "3" },
    corpus: { type: "string", default: "own" },
    trees: { type: "string", default: "" },
    tree: { type: "string" },
    seed: { type: "string", default: "1" },
    "per-kind": { type: "string" },
    only: { type: "string" },
    at: { type: "string" },
    clones: { type: "string" },
    json: { type: "string" },
    verify: { type: "string", default: "0" },
    files: { type: "string" },
    griffe: { type: "string", default: "" },
    lines: { type: "string", default: "1500" },
    server: { type: "string" },
  },
});
const { corpus } = values;
if (positionals[0] === "check") {
  benchCheck({
    sizes: (values.modules ?? "10,100,1000,10000").split(",").map(Number),
    perFile: Number(values["per-file"]),
    runs: Number(values.runs),
  });
} else if (positionals[0] === "drift") {
  const { tree } = values;
  const files = values.files ?? (tree === undefined ? "250,500,1000,2000" : "");
  benchDrift({
    runs: Number(values.runs),
    files: listed(files).map(Number),
    griffe: listed(values.griffe),
    ...(tree === undefined ? {} : { tree }),
  });
} else if (positionals[0] === "lsp") {
  await benchLsp({
    modules: Number(values.modules ?? "1000"),
    perFile: Number(values["per-file"]),
    lines: Number(values.lines),
    ...(values.server === undefined ? {} : { server: values.server }),
  });
} else if (positionals[0] === "mutation" && (corpus === "own" || corpus === "public")) {
  const { tree, only, at, clones, json } = values;
  await benchMutation({
    corpus,
    seed: Number(values.seed),
    // One mutation by its number is looked for among all of its kind.
    perKind: Number(values["per-kind"] ?? (at === undefined ? 5 : Number.MAX_SAFE_INTEGER)),
    trees: values.trees.split(",").filter((name) => name !== ""),
    verify: Number(values.verify),
    ...(tree === undefined ? {} : { tree }),
    ...(only === undefined ? {} : { only }),
    ...(at === undefined ? {} : { at: Number(at) }),
    ...(clones === undefined ? {} : { clones }),
    ...(json === undefined ? {} : { json }),
  });
} else {
  console.error(USAGE);
  process.exitCode = 2;
}

function listed(text: string): string[] {
  return text.split(",").filter((part) => part !== "");
}
