import { type FileSystem, type Finding, hashKernel, type Kernel } from "@contractc/kernel";
import { bindFile } from "./binder/bind-file.js";
import { link } from "./binder/program.js";
import { acceptance } from "./checks/accepted.js";
import { checkContext } from "./checks/context.js";
import { runChecks } from "./checks/index.js";
import { type Lowered, lower } from "./lowering/kernel.js";
import { loadContract } from "./project/load.js";
import { folderOf } from "./project/paths.js";
import { SourceFiles } from "./project/source-files.js";
import { sortFindings } from "./source/report.js";
import type { ParsedFile } from "./syntax/index.js";

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
  const files = input.files ?? new SourceFiles(input.fs);
  const findings: Finding[] = [];
  const report = (finding: Finding): void => {
    findings.push(finding);
  };
  const workspace = input.workspace ?? folderOf(input.root);
  const loaded = loadContract(files, { root: input.root, workspace }, report);
  if (!loaded) return { kernel: emptyKernel(), sound: false, findings, files: [], lowered: null };
  const program = link(
    loaded.sources.map((source) => bindFile(source, report)),
    report,
  );
  const lowered = lower(program, loaded.sources[0]!, report);
  const isAccepted = acceptance(lowered.kernel);
  const reportCheck = (finding: Finding): void => {
    if (!isAccepted(finding)) report(finding);
  };
  runChecks(checkContext(lowered, { fs: input.fs, workspace, report: reportCheck }));
  return {
    kernel: lowered.kernel,
    sound: !findings.some((finding) => finding.severity === "error"),
    findings: sortFindings(findings),
    files: loaded.sources.map((source) => source.parsed),
    lowered,
  };
}

function emptyKernel(): Kernel {
  return hashKernel({
    format: "contractc-kernel/1",
    name: "",
    version: "",
    targets: [],
    modules: [],
    packages: [],
    externals: [],
    signatures: {},
    graph: { uses: [], events: [], flows: [], layers: [], forbidden: [], independent: [] },
    projection: { requirements: [], qualities: [], decisions: [], risks: [], questions: [], roles: [] },
    positions: {},
  });
}
