import {
  type Address,
  type Allow,
  type Code,
  type Edge,
  type Finding,
  type FindingOptions,
  finding,
  type Kernel,
  type Module,
  type Place,
  type RelatedPlace,
} from "@contractc/kernel";
import { joinRoot } from "../project/discover.js";
import type { CodeFile, CodeProject } from "../project/project.js";
import type { CodeSuppression, Span } from "../reading/signature.js";

/** A place of the code that a finding speaks of. */
export interface CodePlace {
  file: CodeFile;
  span: Span;
}

/** What kept a finding from being reported. */
export type Acceptance =
  /** `@allow` on a module or package: its address. On a `uses`: both ends. */
  | { kind: "allow"; code: Code; address: Address; to?: Address }
  /** A `contract-ignore` comment. */
  | { kind: "comment"; code: Code; file: string; suppression: CodeSuppression };

/** Findings about imports, with the contract's side and what accepts them. */
export class ImportReport {
  readonly findings: Finding[] = [];
  readonly accepted: Acceptance[] = [];
  readonly #allows = new Map<Address, readonly Allow[]>();
  readonly #names = new Map<string, number>();

  constructor(
    readonly kernel: Kernel,
    readonly project: CodeProject,
  ) {
    for (const { address, allows, name } of [...kernel.packages, ...kernel.modules, ...kernel.externals]) {
      if (allows) this.#allows.set(address, allows);
      this.#names.set(name, (this.#names.get(name) ?? 0) + 1);
    }
  }

  /** What the contract's author calls it: its name, or the address where several have the name. */
  nameOf({ name, address }: Pick<Module, "name" | "address">): string {
    return (this.#names.get(name) ?? 0) > 1 ? address : name;
  }

  /** Whether a comment at the place accepts findings of a code. */
  isIgnored(code: Code, { file, span }: CodePlace): boolean {
    const { suppressions } = file.signature;
    if (suppressions.length === 0) return false;
    const { line } = file.lines.position(span.start);
    const suppression = suppressions.find(
      (each) => each.code === code && each.line === line && each.reason.trim() !== "",
    );
    if (suppression) this.accepted.push({ kind: "comment", code, file: file.path, suppression });
    return suppression !== undefined;
  }

  /** Whether `@allow`, with a reason, on a module or on a package around it accepts findings of a code. */
  isAllowed(code: Code, symbol: Address): boolean {
    for (let at = symbol; at !== ""; at = at.slice(0, Math.max(at.lastIndexOf("."), 0))) {
      if (!this.#allows.get(at)?.some((allow) => isReasoned(allow, code))) continue;
      this.accepted.push({ kind: "allow", code, address: at });
      return true;
    }
    return false;
  }

  /** Whether one of the `uses` between two modules has an `@allow` for the code, or for the contract's own rule. */
  isEdgeAllowed(code: Code, edges: readonly Edge[], contractCode?: Code): boolean {
    for (const { from, to, allows = [] } of edges) {
      if (allows.some((allow) => isReasoned(allow, code))) {
        this.accepted.push({ kind: "allow", code, address: from, to });
        return true;
      }
      if (contractCode && allows.some((allow) => isReasoned(allow, contractCode))) return true;
    }
    return false;
  }

  /**
   * A finding in the code.
   *
   * @param declared keys of `kernel.positions`: the first that is known is where the contract speaks of it
   */
  inCode<C extends Code>(
    code: C,
    at: CodePlace,
    parameters: Parameters<typeof finding<C>>[2],
    options: Omit<FindingOptions, "related"> & { declared: readonly string[]; related?: RelatedPlace[] },
  ): void {
    const { declared, related = [], ...rest } = options;
    const contract = this.contractPlace(declared);
    this.findings.push(
      finding(code, this.place(at), parameters, {
        ...rest,
        related: contract ? [{ ...contract, message: "declared here" }, ...related] : related,
      }),
    );
  }

  place({ file, span }: CodePlace): Place {
    return file.lines.place(joinRoot(this.project.root, file.path), span.start, span.end);
  }

  contractPlace(keys: readonly string[]): Place | undefined {
    for (const key of keys) {
      const position = this.kernel.positions[key];
      if (position) return { ...position, file: joinRoot(this.project.root, position.file) };
    }
    return undefined;
  }
}

function isReasoned(allow: Allow, code: string): boolean {
  return allow.code === code && (allow.reason ?? "").trim() !== "";
}
