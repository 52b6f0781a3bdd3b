import { posix } from "node:path";
import { checkImports, drift, type ExtractOptions, extract, type OpenedProject } from "@contractc/code";
import type { Address, FileSystem, Finding } from "@contractc/kernel";
import { compile } from "@contractc/language";
import type { Context } from "./context.js";

export interface Settled {
  text: string;
  /** Findings that the text accepts. */
  accepted: number;
  /** Findings that remain. */
  left: number;
}

/** Accepting one finding may bring up another that it hid. */
const ROUNDS = 3;

/**
 * Makes an extracted contract clean: what a check of it against its own code still finds (an empty body, an override
 * that does not fit) is accepted where it stands, so that from now on only changes are told.
 *
 * @param text the contract as first extracted with the options
 */
export function settle(
  context: Context,
  project: OpenedProject,
  options: ExtractOptions,
  text: string,
): Settled {
  const accept = new Map<Address, Set<string>>();
  let current = text;
  let left = findingsOf(context.fs, project, current);
  for (let round = 0; round < ROUNDS && left.length > 0; round++) {
    let isNew = false;
    for (const { symbol, code } of left) {
      if (symbol === "" || /^(?:syntax|name)\//.test(code)) continue;
      const codes = accept.get(symbol) ?? new Set();
      isNew ||= !codes.has(code);
      accept.set(symbol, codes.add(code));
    }
    if (!isNew) break;
    current = extract({ ...options, accept }).text;
    left = findingsOf(context.fs, project, current);
  }
  const accepted = [...accept.values()].reduce((sum, codes) => sum + codes.size, 0);
  return { text: current, accepted, left: left.length };
}

function findingsOf(fs: FileSystem, project: OpenedProject, text: string): Finding[] {
  const file = posix.join(project.root, "extracted.contract");
  const { kernel, findings } = compile({ fs: withFile(fs, file, text), root: file });
  // An info says how much of the folder is not described: no fault of the contract's.
  return [...findings, ...drift(kernel, project), ...checkImports(kernel, project).findings].filter(
    ({ severity }) => severity !== "info",
  );
}

/** The file system with one more file, which is not written. */
function withFile(fs: FileSystem, path: string, text: string): FileSystem {
  const bytes = new TextEncoder().encode(text);
  return {
    ...fs,
    readFile: (file) => (file === path ? bytes : fs.readFile(file)),
    stat: (file) => (file === path ? { kind: "file", size: bytes.length, modified: 0 } : fs.stat(file)),
    realPath: (file) => (file === path ? path : fs.realPath(file)),
  };
}
