import { extract, openProject, type Reader } from "@contractc/code";
import { DIAGNOSTICS, exampleFiles, type Kernel, type Language, memoryFileSystem } from "@contractc/kernel";
import { compile } from "@contractc/language";
import { filesBelow } from "./corpus.ts";

export const CODE_ROOT = "/fuzz";
export const CODE_CONTRACT = `${CODE_ROOT}/fuzz.contract`;

/** A file of code with the contract that describes it today. */
export interface CodeBase {
  language: Language;
  /** Relative to the root. */
  path: string;
  text: string;
  contract: string;
  kernel: Kernel;
}

/** Files that are code, each with the contract extracted from it; those whose contract has errors are left out. */
export function codeCorpus(root: string, readers: readonly Reader[]): CodeBase[] {
  const files = [
    ...filesBelow(root, [".py", ".ts"], ["examples"]),
    ...filesBelow(root, [".py.txt", ".ts.txt"], ["packages/code/test/build/fixtures"]),
    ...Object.values(DIAGNOSTICS).flatMap(({ wrong, right }) =>
      [wrong, right].flatMap((example) => [...exampleFiles(example)].map(([path, text]) => ({ path, text }))),
    ),
  ];
  const bases = new Map<string, CodeBase>();
  for (const { path, text } of files) {
    const extension = /\.(?:py|ts)(?=$|\.txt$)/.exec(path)?.[0];
    if (extension === undefined || /\.test\.ts|(?:^|\/)(?:test_|conftest)/.test(path)) continue;
    const base = baseOf(extension, text, readers);
    if (base) bases.set(`${extension} ${text}`, base);
  }
  return [...bases.values()];
}

function baseOf(extension: string, text: string, readers: readonly Reader[]): CodeBase | undefined {
  const path = `unit${extension}`;
  const fs = memoryFileSystem({ [`${CODE_ROOT}/${path}`]: text });
  const project = openProject({ fs, root: CODE_ROOT, targets: [], readers });
  const contract = extract({ fs, project, name: "Fuzz" }).text;
  const { kernel, sound } = compile({
    fs: memoryFileSystem({ [CODE_CONTRACT]: contract }),
    root: CODE_CONTRACT,
  });
  const language = extension === ".py" ? "python" : "typescript";
  return sound ? { language, path, text, contract, kernel } : undefined;
}
