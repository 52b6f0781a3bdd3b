import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../check/children.ts";
import { must } from "./trees.ts";

/** Exact, so that figures of two days can be compared. */
const NAMES = ["dependency-cruiser@18.7.2", "@microsoft/api-extractor@7.60.1", "typescript@5.9.3"];

/** Installs the peers that npm has into a folder of the benchmark; they are too large to be installed with it. */
export function installPeers(folder: string): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  console.log(`Installing ${NAMES.join(", ")} into ${folder} …`);
  must("npm", ["install", "--silent", "--no-audit", "--no-fund", ...NAMES], folder);
  return join(folder, "node_modules");
}

/** Imports and cycles alone, of TypeScript: processor time in ms. */
export function dependencyCruiser(modules: string, tree: string): number {
  const config = join(tree, "..", "cruiser.json");
  writeFileSync(
    config,
    JSON.stringify({
      forbidden: [{ name: "cycles", severity: "info", from: {}, to: { circular: true } }],
      options: { doNotFollow: { path: "node_modules" }, tsPreCompilationDeps: true },
    }),
  );
  const bin = join(modules, "dependency-cruiser/bin/dependency-cruiser.mjs");
  return run([bin, "src", "--config", config, "--output-type", "err"], tree).processor;
}

/** Signatures alone, of the declaration files of a package that has been compiled before: processor time in ms. */
export function apiExtractor(modules: string, folder: string, types: string): number | undefined {
  const entry = join(folder, types);
  if (!existsSync(entry)) return undefined;
  const config = join(folder, "api-extractor.json");
  const off = { enabled: false };
  writeFileSync(
    config,
    JSON.stringify({
      projectFolder: folder,
      mainEntryPointFilePath: entry,
      compiler: {
        overrideTsconfig: {
          compilerOptions: { target: "es2022", module: "nodenext", skipLibCheck: true, types: [] },
          files: [entry],
        },
      },
      apiReport: {
        enabled: true,
        reportFolder: folder,
        reportTempFolder: folder,
        reportFileName: "r.api.md",
      },
      docModel: off,
      dtsRollup: off,
      tsdocMetadata: off,
      messages: {
        compilerMessageReporting: { default: { logLevel: "none" } },
        extractorMessageReporting: { default: { logLevel: "none" } },
        tsdocMessageReporting: { default: { logLevel: "none" } },
      },
    }),
  );
  const bin = join(modules, "@microsoft/api-extractor/bin/api-extractor");
  return run([bin, "run", "--local", "--config", config], folder).processor;
}

/** Signatures alone, of one Python package: processor time in ms. */
export function griffe(sources: readonly string[], tree: string, name: string): number {
  const script = [
    "import resource, sys",
    `sys.path[:0] = ${JSON.stringify(sources)}`,
    "import griffe",
    `griffe.load(${JSON.stringify(name)}, search_paths=["."], allow_inspection=False)`,
    "usage = resource.getrusage(resource.RUSAGE_SELF)",
    "print((usage.ru_utime + usage.ru_stime) * 1000)",
  ];
  return Number(
    must("python3", ["-c", script.join("\n")], tree)
      .trim()
      .split("\n")
      .at(-1),
  );
}
