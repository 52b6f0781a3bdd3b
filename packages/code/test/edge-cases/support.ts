import { type Finding, memoryFileSystem } from "@contractc/kernel";
import { compile } from "@contractc/language";
import { expect } from "vitest";
import { checkImports, drift, extract, type OpenedProject, openProject } from "../../src/index.js";
import { brief, ROOT, readers } from "../drift/support.js";
import { dedent } from "../python/read.js";

export type Files = Record<string, string>;

/** Opens files of a project; their common indentation is taken off. */
export function open(files: Files): OpenedProject {
  const fs = memoryFileSystem(
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`${ROOT}/${path}`, dedent(text)])),
  );
  return openProject({ fs, root: ROOT, targets: [], readers });
}

/** The contract that files keep today. */
export function contractOf(files: Files): string {
  const fs = memoryFileSystem({});
  return extract({ fs, project: open(files), name: "Test" }).text;
}

/** Everything that a comparison with the code finds, notes included; the contract must have no errors. */
export function findingsOf(contract: string, files: Files): string[] {
  const text = contract.startsWith("contract ") ? contract : `contract Test version "1.0.0"\n${contract}`;
  const { kernel, findings } = compile({
    fs: memoryFileSystem({ [`${ROOT}/test.contract`]: text }),
    root: `${ROOT}/test.contract`,
  });
  const errors = findings.filter(({ severity }) => severity === "error");
  expect(errors.map(({ line, message }) => `${line}: ${message}\n${text}`)).toEqual([]);
  const project = open(files);
  const all: Finding[] = [...drift(kernel, project), ...checkImports(kernel, project).findings];
  return brief(all);
}

/** The code's own contract, which must find nothing in it. */
export function clean(files: Files): string {
  const contract = contractOf(files);
  expect(findingsOf(contract, files), contract).toEqual([]);
  return contract;
}

/**
 * Takes the contract of the files, makes one change to a file, and compares.
 *
 * @param change from and to
 */
export function mutated(files: Files, path: string, change: readonly [from: string, to: string]): string[] {
  const contract = clean(files);
  const [from, to] = change;
  const text = files[path] ?? "";
  expect(text).toContain(from);
  return findingsOf(contract, { ...files, [path]: text.replace(from, to) });
}

/** Which kinds have had a test. */
export class Kinds {
  readonly #open: Set<string>;

  constructor(names: readonly string[]) {
    this.#open = new Set(names);
  }

  /** @returns the name, which is ticked off */
  test(name: string): string {
    expect(this.#open.delete(name), `"${name}" is no open kind`).toBe(true);
    return name;
  }

  get open(): string[] {
    return [...this.#open];
  }
}
