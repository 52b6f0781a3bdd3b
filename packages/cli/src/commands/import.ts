import { posix } from "node:path";
import {
  codeOf,
  enrich,
  extract,
  type LeftOut,
  type MarkdownContract,
  openProject,
  READABLE_LANGUAGES,
  readMarkdownContract,
} from "@contractc/code";
import { decodeText, type Finding, type Kernel, memoryFileSystem, printKernel } from "@contractc/kernel";
import { compile, formatContract } from "@contractc/language";
import { type Context, UsageError } from "../context.js";
import { EXIT, type ExitCode } from "../exit-codes.js";
import { absolute, shown } from "../paths.js";
import { readersOf } from "../readers.js";
import { counted } from "../render/counted.js";
import { contractName, writeContract } from "./extract.js";

export interface ImportOptions {
  output?: string;
  name?: string;
}

/** `import FILE.md`: the contract that a Markdown contract describes, to the standard output or a new file. */
export async function importDocument(
  context: Context,
  document: string,
  options: ImportOptions,
): Promise<ExitCode> {
  const text = await contractOfDocument(context, document, options.name);
  if (options.output === undefined) context.out.write(text);
  else writeContract(context, absolute(context.cwd, options.output), text);
  return EXIT.clean;
}

/**
 * Reads a Markdown contract and says on the standard error what was taken, what was left out, and what a check of the
 * result will tell.
 *
 * @throws UsageError where there is no such file, or nothing in it
 */
export async function contractOfDocument(context: Context, document: string, name?: string): Promise<string> {
  const file = absolute(context.cwd, document);
  if (context.fs.stat(context.fs.realPath(file) ?? file)?.kind !== "file") {
    throw new UsageError(`There is no file "${document}".`);
  }
  const { text: markdown, fault } = decodeText(context.fs.readFile(file));
  if (fault) throw new UsageError(`${shown(context.cwd, file)} cannot be read: ${fault.message}.`);
  const contract = readMarkdownContract(markdown);
  if (contract.files.size === 0) {
    throw new UsageError(
      `${shown(context.cwd, file)} names no Python or TypeScript file: a line such as "**File:** \`core/game.py\`" starts the interface of one.`,
    );
  }
  const title =
    name ?? contractName(posix.basename(file).replace(/(?:[._-]?contract)?\.(?:md|markdown)$/i, ""));
  const kernel = await kernelOf(contract, title);
  const doc = contract.overview === undefined ? "" : `${docLines(contract.overview)}\n`;
  const printed = doc + printKernel(kernel);
  const result = formatContract(printed, CONTRACT);
  const text = "text" in result ? result.text : printed;
  tell(context, contract, kernel, shown(context.cwd, file), findingsOf(text));
  return text;
}

const CONTRACT = "/imported.contract";

/** The interfaces are read as the code that they would be, in memory. */
async function kernelOf(contract: MarkdownContract, name: string): Promise<Kernel> {
  const readers = await readersOf(READABLE_LANGUAGES);
  const files = [...codeOf(contract, readers)].map(([path, text]) => [`/${path}`, text] as const);
  const fs = memoryFileSystem(Object.fromEntries(files));
  const project = openProject({ fs, root: "/", targets: [], readers });
  const { text } = extract({ fs, project, name });
  return enrich(compile({ fs: memoryFileSystem({ [CONTRACT]: text }), root: CONTRACT }).kernel, contract);
}

function findingsOf(text: string): Finding[] {
  return compile({ fs: memoryFileSystem({ [CONTRACT]: text }), root: CONTRACT }).findings;
}

function docLines(text: string): string {
  return text
    .split("\n")
    .map((line) => `/// ${line}`.trimEnd())
    .join("\n");
}

function tell(
  context: Context,
  contract: MarkdownContract,
  kernel: Kernel,
  document: string,
  findings: readonly Finding[],
): void {
  const { err } = context;
  const declarations = Object.values(kernel.signatures).flat().length;
  const edges = kernel.graph.uses.filter(({ external }) => !external).length;
  err.write(
    `Took ${counted(kernel.modules.length, "module")} with ${counted(declarations, "declaration")}, ${edges === 1 ? "1 dependency" : `${edges} dependencies`}, ${counted(kernel.projection.requirements.length, "requirement")} and ${counted(kernel.projection.decisions.length, "decision")}.\n`,
  );
  for (const [why, lines] of byReason(contract.left)) {
    err.write(`Left out, ${why}:\n`);
    for (const { line, text } of lines) err.write(`  ${document}:${line}: ${text}\n`);
  }
  const grave = findings.filter(({ severity }) => severity !== "info").length;
  if (grave > 0) err.write(`\`contractc check\` has ${counted(grave, "finding")} for you.\n`);
}

function byReason(left: readonly LeftOut[]): Map<string, LeftOut[]> {
  const found = new Map<string, LeftOut[]>();
  for (const each of [...left].sort((a, b) => a.line - b.line))
    found.set(each.why, [...(found.get(each.why) ?? []), each]);
  return found;
}
