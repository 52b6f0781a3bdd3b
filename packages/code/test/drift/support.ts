import { type Finding, type Kernel, memoryFileSystem } from "@contractc/kernel";
import { compile } from "@contractc/language";
import { expect } from "vitest";
import { drift, openProject, pythonReader, typescriptReader } from "../../src/index.js";
import { dedent } from "../python/read.js";

export const ROOT = "/repo";
export const readers = [await pythonReader(), await typescriptReader()];

/** A contract's kernel; its text must have no errors. */
export function kernelFrom(contract: string, allowErrors = false): Kernel {
  const text = contract.includes("contract Test") ? contract : `contract Test version "1.0.0"\n${contract}`;
  const fs = memoryFileSystem({ [`${ROOT}/test.contract`]: text });
  const { kernel, findings } = compile({ fs, root: `${ROOT}/test.contract` });
  const errors = findings.filter(({ severity }) => severity === "error");
  if (!allowErrors) expect(errors.map(({ line, message }) => `${line}: ${message}`)).toEqual([]);
  return kernel;
}

/** Compares a contract with files; their common indentation is taken off. */
export function driftOf(contract: string, files: Record<string, string>): Finding[] {
  const kernel = kernelFrom(contract);
  const entries = Object.entries(files).map(([path, text]) => [`${ROOT}/${path}`, dedent(text)]);
  const fs = memoryFileSystem(Object.fromEntries(entries));
  const project = openProject({ fs, root: ROOT, targets: kernel.targets, readers });
  return drift(kernel, project);
}

/** One module `m` in `m.py` or `m.ts`. */
export function python(declarations: string, code: string): string[] {
  return brief(driftOf(`module m "m.py" {\n${declarations}\n}`, { "m.py": code }));
}

export function typescript(declarations: string, code: string): string[] {
  return brief(driftOf(`module m "m.ts" {\n${declarations}\n}`, { "m.ts": code }));
}

/**
 * What a finding says without its words: code, line of the code (none for the contract's), symbol, and `expected ≠
 * actual` where it compares.
 */
export function brief(findings: readonly Finding[]): string[] {
  return findings.map(({ code, severity, file, line, symbol, expected, actual }) => {
    const place = file.endsWith(".contract") ? "contract" : `${file.slice(ROOT.length + 1)}:${line}`;
    const level = severity === "error" ? "" : ` ${severity}`;
    const sides =
      expected === undefined && actual === undefined ? "" : ` ${expected ?? ""} ≠ ${actual ?? ""}`;
    return `${code.replace("drift/", "")}${level} ${place} ${symbol}${sides}`;
  });
}
