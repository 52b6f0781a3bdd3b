import type { Address, Finding } from "@contractc/kernel";
import { type Compilation, type ModuleStretch, moduleStretches } from "@contractc/language";

/**
 * What may be said of code although the contract has errors: of a module whose own text is understood and free of them,
 * what its declarations and uses say. Nothing is said of what the contract lacks, since that may be what is not understood.
 */
export class Belief {
  readonly #modules: ReadonlySet<Address>;

  /** @param errors of the contract */
  constructor(compilation: Compilation, errors: readonly Finding[]) {
    const firstUnread = new Map<string, number>();
    for (const { code, file, line } of errors) {
      if (code.startsWith("syntax/")) firstUnread.set(file, Math.min(line, firstUnread.get(file) ?? line));
    }
    const isUnderstood = ({ file, firstLine, lastLine }: ModuleStretch) =>
      lastLine < (firstUnread.get(file) ?? Number.POSITIVE_INFINITY) &&
      !errors.some((error) => error.file === file && error.line >= firstLine && error.line <= lastLine);
    this.#modules = new Set(
      moduleStretches(compilation)
        .filter(isUnderstood)
        .map(({ address }) => address),
    );
  }

  holds({ code, symbol }: Finding): boolean {
    if (UNTOLD.test(code)) return false;
    for (let at = symbol; at !== ""; at = at.slice(0, Math.max(at.lastIndexOf("."), 0))) {
      if (this.#modules.has(at)) return true;
    }
    return false;
  }
}

/** What the code has more than the contract, and what depends on all of the contract. */
const UNTOLD = /^(?:policy\/|drift\/unlisted-|import\/(?:internal|cycle|layer|external|unlisted-package)$)/;
