import type { Finding } from "@contractc/kernel";
import { type Compilation, compile } from "../compile.js";
import type { Lowered } from "../lowering/kernel.js";
import { SourceFiles } from "../project/source-files.js";
import { type ReferenceSite, referenceSites } from "../references/sites.js";
import type { Source } from "../source/source.js";
import { applyEdits, type FileEdits } from "./edits.js";
import type { Overlay } from "./overlay.js";
import { Parts } from "./parts.js";

/** Why an action is not taken. */
export interface Refusal {
  reason:
    | "syntax"
    | "missing"
    | "exists"
    | "mismatch"
    | "unchanged"
    | "signature"
    | "referenced"
    | "meaning"
    | "errors"
    | "base"
    | "overlap";
  /** What is wrong, and what to do. */
  message: string;
  /** What the checker says of the contract as it would be; places of `content` are in a file named after the action. */
  findings: Finding[];
}

export function refuse(
  reason: Refusal["reason"],
  message: string,
  findings: Finding[] = [],
): { refusal: Refusal } {
  return { refusal: { reason, message, findings } };
}

export type StepResult = { edits: FileEdits } | { refusal: Refusal };

/** A contract as it stands in memory between two actions. */
export class State {
  readonly compilation: Compilation;
  readonly lowered: Lowered;
  readonly parts: Parts;
  #sites: ReferenceSite[] | undefined;

  private constructor(
    readonly fs: Overlay,
    readonly root: string,
    readonly files: SourceFiles,
    compilation: Compilation,
    lowered: Lowered,
  ) {
    this.compilation = compilation;
    this.lowered = lowered;
    this.parts = new Parts(lowered, this.rootSource);
  }

  /** @returns `null` where the root cannot be read */
  static open(fs: Overlay, root: string, files: SourceFiles = new SourceFiles(fs)): State | null {
    const compilation = compile({ fs, root, files });
    return compilation.lowered ? new State(fs, root, files, compilation, compilation.lowered) : null;
  }

  get rootSource(): Source {
    const read = this.files.read(this.root);
    if ("file" in read) return read.file.source;
    throw read.fault;
  }

  /** Every name that refers to something, by file and place. */
  get sites(): ReferenceSite[] {
    this.#sites ??= referenceSites(this.lowered);
    return this.#sites;
  }

  get errors(): Finding[] {
    return this.compilation.findings.filter(({ severity }) => severity === "error");
  }

  /** The contract after edits, which are written to the overlay. */
  after(edits: FileEdits): State {
    for (const [source, list] of edits) {
      this.fs.writeFile(source.path, applyEdits(source.text, list));
      this.files.forget(source.path);
    }
    const next = State.open(this.fs, this.root, this.files);
    if (!next) throw new Error("the root file was lost by an edit");
    return next;
  }
}
