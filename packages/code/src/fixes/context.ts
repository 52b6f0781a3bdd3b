import {
  type Address,
  type Code,
  type FileSystem,
  type Finding,
  finding,
  type Kernel,
  KernelNames,
  type Place,
} from "@contractc/kernel";
import type { Comparison } from "../drift/comparison.js";
import type { DriftContext } from "../drift/context.js";
import { compareInFull } from "../drift/index.js";
import type { Report } from "../drift/subject.js";
import { joinRoot } from "../project/discover.js";
import type { OpenedProject } from "../project/open.js";
import type { CodeFile } from "../project/project.js";

/** What both directions of mending share: the contract, the code, and what each finding compares. */
export class FixContext {
  readonly names: KernelNames;
  readonly #files = new Map<string, CodeFile>();
  #drift: DriftContext | undefined;
  #open: { fingerprints: ReadonlySet<string>; bySymbol: ReadonlyMap<Address, Finding[]> } | undefined;
  #found: Map<string, Finding> | undefined;

  /** @param only the findings that are to be mended; all where it is left out */
  constructor(
    readonly kernel: Kernel,
    readonly project: OpenedProject,
    readonly fs: FileSystem,
    readonly only?: readonly Finding[],
  ) {
    this.names = new KernelNames(kernel);
    for (const [path, file] of project.files) this.#files.set(joinRoot(project.root, path), file);
  }

  /** The comparison of the whole, made when it is first asked for. */
  get drift(): DriftContext {
    this.#drift ??= compareInFull(this.kernel, this.project);
    return this.#drift;
  }

  /**
   * What a finding compares.
   *
   * @returns `undefined` for findings of another contract or of other code, and for those about imports
   */
  comparisonOf(finding: Finding): Comparison | undefined {
    if (!this.#found) {
      this.#found = new Map();
      for (const each of this.drift.comparisons.keys()) this.#found.set(keyOf(each), each);
    }
    const own = this.#found.get(keyOf(finding));
    return own && this.drift.comparisons.get(own);
  }

  /** The drift of one address that is to be mended, in the order in which it was found. */
  findingsAt(symbol: Address): Finding[] {
    return this.#openFindings.bySymbol.get(symbol) ?? [];
  }

  /**
   * The codes that a part of the comparison reports, of the findings that are to be mended: what `@allow`, a comment or a
   * baseline accepts stays as it is.
   */
  codesOf(compare: (report: Report) => void): Set<Code> {
    const codes = new Set<Code>();
    const { fingerprints } = this.#openFindings;
    compare((code, _at, parameters, options) => {
      const { fingerprint } = finding(code, NOWHERE, parameters, { ...options, related: [] });
      if (fingerprints.has(fingerprint)) codes.add(code);
    });
    return codes;
  }

  get #openFindings(): { fingerprints: ReadonlySet<string>; bySymbol: ReadonlyMap<Address, Finding[]> } {
    if (!this.#open) {
      const wanted = this.only && new Set(this.only.map((each) => each.fingerprint));
      const open = this.drift.findings.filter(({ fingerprint }) => wanted?.has(fingerprint) ?? true);
      const bySymbol = new Map<Address, Finding[]>();
      for (const each of open) {
        const list = bySymbol.get(each.symbol);
        if (list) list.push(each);
        else bySymbol.set(each.symbol, [each]);
      }
      this.#open = { fingerprints: new Set(open.map(({ fingerprint }) => fingerprint)), bySymbol };
    }
    return this.#open;
  }

  /** The source file of a finding's path. */
  fileOf(path: string): CodeFile | undefined {
    return this.#files.get(path);
  }

  /** Where a finding starts in the text of its file. */
  offsetOf(finding: Finding, file: CodeFile): number {
    return file.lines.offsetOfLine(finding.line) + finding.column - 1;
  }
}

const NOWHERE: Place = { file: "", line: 1, column: 1, endLine: 1, endColumn: 1 };

function keyOf({ fingerprint, file, line, column }: Finding): string {
  return `${fingerprint} ${file}:${line}:${column}`;
}
