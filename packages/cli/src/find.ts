import { findSubject, kindOf, type Subject, subjectsOf } from "@contractc/kernel";
import { type Context, UsageError } from "./context.js";
import type { Contract } from "./contracts.js";
import { shown } from "./paths.js";

export interface FoundSubject {
  contract: Contract;
  subject: Subject;
}

/**
 * Finds the one thing that a name means in some contracts.
 *
 * @param what for messages: `module`
 * @param accepts leaves out what is not asked for
 * @throws UsageError with the candidates of an ambiguous name, or what is called much the same as an unknown one
 */
export function findIn(
  context: Context,
  contracts: readonly Contract[],
  name: string,
  what: string,
  accepts?: (subject: Subject) => boolean,
): FoundSubject {
  const candidates: FoundSubject[] = [];
  const near: string[] = [];
  for (const contract of contracts) {
    const found = findSubject(subjectsOf(contract.compilation.kernel), name, accepts);
    if (found.kind === "found") candidates.push({ contract, subject: found.subject });
    else if (found.kind === "ambiguous") {
      candidates.push(...found.subjects.map((subject) => ({ contract, subject })));
    } else near.push(...found.near);
  }
  const [only] = candidates;
  if (only && candidates.length === 1) return only;
  if (only) {
    const lines = candidates.map(({ contract, subject }) => {
      const where = contracts.length > 1 ? ` in ${shown(context.cwd, contract.file)}` : "";
      return `  ${subject.address}  ${kindOf(subject)}${where}`;
    });
    throw new UsageError(`"${name}" means ${candidates.length} things; name one of:\n${lines.join("\n")}`);
  }
  const suggestions = [...new Set(near)];
  const hint =
    suggestions.length === 0
      ? "`contractc graph --format json` lists every module."
      : `Did you mean ${suggestions.join(" or ")}?`;
  throw new UsageError(`There is no ${what} "${name}". ${hint}`);
}
