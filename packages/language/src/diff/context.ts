import type { Common, Kernel, Language } from "@contractc/kernel";
import type { ChangeList } from "./changes.js";
import { sameType, type TypeComparison } from "./types.js";

/** What comparing one declaration works with. */
export interface DiffContext {
  before: Kernel;
  after: Kernel;
  comparison: TypeComparison;
  changes: ChangeList;
  /** Of the module the declaration is in. */
  language: Language | undefined;
}

/** What every declaration carries: docs, names in code, deprecation. */
export function compareCommon(
  { changes }: Pick<DiffContext, "changes">,
  before: Common,
  after: Common,
): void {
  const { address, name } = after;
  if (!sameType(before.names, after.names))
    changes.breaking("code-name", address, `\`${name}\` has another name in code`);
  if (before.doc !== after.doc)
    changes.documentation("doc", address, `the description of \`${name}\` changed`);
  if (before.deprecated !== after.deprecated) {
    const verb = after.deprecated === undefined ? "is no longer deprecated" : "is deprecated";
    changes.documentation(
      "deprecated",
      address,
      `\`${name}\` ${verb}`,
      after.deprecated ? { after: after.deprecated } : {},
    );
  }
  if (before.stable !== after.stable) {
    changes.documentation(
      "stable",
      address,
      `\`${name}\` is ${after.stable ? "now" : "no longer"} marked stable`,
    );
  }
  if (!sameType(before.allows, after.allows))
    changes.documentation("allows", address, `the findings accepted at \`${name}\` changed`);
}
