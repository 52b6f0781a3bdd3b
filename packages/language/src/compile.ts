import { emptyKernel, type FileSystem, type Finding, type Kernel } from "@contractc/kernel";
import { boundFile } from "./binder/bind-file.js";
import { link } from "./binder/program.js";
import {
  Acceptance,
  type CheckContext,
  checkAbsence,
  checkOwner,
  checkSuppressions,
  flowPartners,
  WHOLE_CHECKS,
} from "./checks/index.js";
import type { Lineage } from "./checks/inheritance.js";
import type { Memory } from "./incremental/memory.js";
import { type Lowered, lower } from "./lowering/kernel.js";
import { loadContract } from "./project/load.js";
import { folderOf } from "./project/paths.js";
import { SourceFiles } from "./project/source-files.js";
import { sortFindings } from "./source/report.js";
import type { ParsedFile } from "./syntax/index.js";
import { World } from "./types/world.js";

export interface CompileInput {
  fs: FileSystem;
  /** Absolute path of the file with the header, forward slashes. */
  root: string;
  /** Absolute path of the folder that no import and no module may leave; the root's folder if not given. */
  workspace?: string;
  /** Keeps parsed files from one compilation, or from `findRoots`, to the next. */
  files?: SourceFiles;
}

export interface Compilation {
  /** Always there, so that editors can go on. Whoever builds on it asks `sound` first. */
  kernel: Kernel;
  /** No finding is an error: every name of the kernel is resolved, and it may be written. */
  sound: boolean;
  /** By file, position and code. */
  findings: Finding[];
  /** The root first, then what it imports, in the order found. */
  files: ParsedFile[];
  /** The symbols and the origins of the kernel's parts; `null` where the root cannot be read. */
  lowered: Lowered | null;
}

/**
 * Compiles a contract: reads the root and what it imports, binds, resolves and checks it, and makes its kernel.
 *
 * Never throws for what stands in files; faults of the machine are findings too.
 */
export function compile(input: CompileInput): Compilation {
  return compileFrom(input, undefined);
}

/**
 * Compiles a contract again, with what an earlier compilation of the same root left. The result is that of `compile`.
 *
 * @param memory of this root alone
 */
export function compileAgain(input: CompileInput, memory: Memory): Compilation {
  try {
    return compileFrom(input, memory);
  } catch (error) {
    // A fault of ours must not make the next compilation wrong too.
    memory.forget();
    throw error;
  }
}

function compileFrom(input: CompileInput, memory: Memory | undefined): Compilation {
  const files = input.files ?? new SourceFiles(input.fs);
  const findings: Finding[] = [];
  const report = (finding: Finding): void => {
    findings.push(finding);
  };
  const workspace = input.workspace ?? folderOf(input.root);
  const loaded = loadContract(files, { root: input.root, workspace }, report);
  if (!loaded) return { kernel: emptyKernel(), sound: false, findings, files: [], lowered: null };
  const { sources } = loaded;
  const symbols = sources.map((source) => boundFile(source, report));
  const program = memory ? memory.link(symbols, report) : link(symbols, report);
  const lowered = lower(
    program,
    sources[0]!,
    report,
    memory ? { remember: true, kept: (symbol, language) => memory.kept(symbol, language) } : {},
  );
  runChecks(lowered, { fs: input.fs, workspace, findings }, memory);
  return {
    kernel: lowered.kernel,
    sound: !findings.some((finding) => finding.severity === "error"),
    findings: sortFindings(findings),
    files: sources.map((source) => source.parsed),
    lowered,
  };
}

/** Runs all checks; what they find is added to the findings there are. */
function runChecks(
  lowered: Lowered,
  { fs, workspace, findings }: { fs: FileSystem; workspace: string; findings: Finding[] },
  memory: Memory | undefined,
): void {
  const { tables, flows } = lowered;
  const owners = [...lowered.modules, ...lowered.externals];
  const world = memory?.world(lowered) ?? new World(owners);
  const acceptance = new Acceptance(tables.allows);
  const report = (finding: Finding): void => {
    if (!acceptance.accepts(finding)) findings.push(finding);
  };
  const context: CheckContext = { ...lowered, fs, workspace, world, acceptance, report };
  // Of a contract that does not parse nobody can tell what it lacks.
  const whole = !findings.some(({ code }) => code.startsWith("syntax/"));
  const lineages: Lineage[] = [];
  for (const owner of owners) {
    const checked = memory ? memory.checked(owner, context) : checkOwner(owner, world, tables);
    for (const finding of checked.findings) report(finding);
    lineages.push(checked.lineage);
  }
  if (whole) {
    const partners = flowPartners(flows);
    for (const owner of lowered.modules) {
      const near = partners.get(owner.address);
      const lacks = memory ? memory.absence(owner, context, near) : checkAbsence(owner, world, tables, near);
      for (const finding of lacks.findings) report(finding);
      for (const allow of lacks.accepted) acceptance.use(allow);
    }
  }
  for (const check of WHOLE_CHECKS) {
    if (check.absence && !whole) continue;
    if (!memory) check.run(context, lineages);
    else for (const finding of memory.whole(check, context, lineages)) report(finding);
  }
  // Only when everything has been reported is it known what was accepted.
  checkSuppressions(tables, acceptance, (finding) => findings.push(finding), whole);
}
