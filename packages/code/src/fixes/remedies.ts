import type { FileSystem, Finding, Kernel } from "@contractc/kernel";
import { DIAGNOSTICS, isCode } from "@contractc/kernel";
import type { OpenedProject } from "../project/open.js";
import { CodeFixes } from "./code/index.js";
import { FixContext } from "./context.js";
import { ContractFixes } from "./contract/index.js";
import { type CodeRemedy, type ContractRemedy, type NoRemedy, none } from "./remedy.js";

export interface RemedyOptions {
  /** Of the contract that the findings are about. */
  kernel: Kernel;
  /** The code that they are about. */
  project: OpenedProject;
  /** Settings and manifests beside the code are read from it. */
  fs: FileSystem;
  /**
   * The findings that are to be mended; those that a baseline accepts are not among them. A remedy mends the whole of a
   * signature at once, and of it only what these findings say. All where it is left out.
   */
  only?: readonly Finding[];
}

/**
 * What mends findings of the comparison with code, in both directions. Nothing is read or compared before the first
 * question; each answer is made when it is asked for, and nothing is ever written.
 */
export class Remedies {
  readonly #context: FixContext;
  #code: CodeFixes | undefined;
  #contract: ContractFixes | undefined;

  constructor({ kernel, project, fs, only }: RemedyOptions) {
    this.#context = new FixContext(kernel, project, fs, only);
  }

  /**
   * Brings the code to the contract: the smallest edits, which leave layout, comments and bodies as they are.
   *
   * @param finding of `drift` or `checkImports` for this kernel and this project
   */
  code(finding: Finding): CodeRemedy | NoRemedy {
    const reason = reasonAgainst(finding, "code");
    if (reason !== undefined) return none(reason);
    this.#code ??= new CodeFixes(this.#context);
    return this.#code.remedy(finding);
  }

  /**
   * Brings the contract to the code: evolution actions, which are not tried yet. Whether they are accepted says the
   * evolution library.
   *
   * @param finding of `drift` or `checkImports` for this kernel and this project
   */
  contract(finding: Finding): ContractRemedy | NoRemedy {
    const reason = reasonAgainst(finding, "contract");
    if (reason !== undefined) return none(reason);
    this.#contract ??= new ContractFixes(this.#context);
    return this.#contract.remedy(finding);
  }
}

/** Why findings of a code are never mended in a direction. */
function reasonAgainst({ code }: Finding, direction: "code" | "contract"): string | undefined {
  const note = isCode(code) ? DIAGNOSTICS[code].fixes?.[direction] : undefined;
  if (!note) return "It is no finding of the comparison with code.";
  return "not" in note ? note.not : undefined;
}
