// npm run bench -- check [--modules 10,100,1000,10000] [--per-file 1] [--runs 3]
import { parseArgs } from "node:util";
import { benchCheck } from "./check/run.ts";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    modules: { type: "string", default: "10,100,1000,10000" },
    "per-file": { type: "string", default: "1" },
    runs: { type: "string", default: "3" },
  },
});
if (positionals[0] !== "check") {
  console.error("npm run bench -- check [--modules 10,100,1000,10000] [--per-file 1] [--runs 3]");
  process.exitCode = 2;
} else {
  benchCheck({
    sizes: values.modules.split(",").map(Number),
    perFile: Number(values["per-file"]),
    runs: Number(values.runs),
  });
}
