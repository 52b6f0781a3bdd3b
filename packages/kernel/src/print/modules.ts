import type { Allow, Declaration } from "../model/declarations.js";
import type { EdgeKind } from "../model/kernel.js";
import { type Annotated, type Lines, printAnnotations } from "./lines.js";
import { printName } from "./names.js";
import type { PrintOptions } from "./types.js";
import { writeDeclarations } from "./whole-declarations.js";

/** A module as it stands in a contract; names are written as its place demands. */
export interface ModuleText extends Annotated {
  name: string;
  /** Relative to the package around it; a folder's ends in `/`. */
  path: string;
  doc?: string;
  owner?: string;
  satisfies?: readonly string[];
  uses: readonly UsesText[];
  handles?: readonly string[];
  declarations: readonly Declaration[];
}

/** One `uses` clause. */
export interface UsesText {
  kind: EdgeKind;
  names: readonly string[];
  allows?: Allow[];
}

/** Writes a module with its clauses and declarations. */
export function writeModule(out: Lines, module: ModuleText, options: PrintOptions = {}): void {
  out.space();
  out.doc(module.doc);
  out.lines(printAnnotations(module));
  const head = `module ${printName(module.name)} ${JSON.stringify(module.path)}`;
  const clauses = [module.owner, module.satisfies, module.handles].some((clause) => clause !== undefined);
  const isEmpty = !clauses && module.uses.length === 0 && module.declarations.length === 0;
  out.block(head, isEmpty, () => {
    if (module.owner !== undefined) out.line(`owner ${printName(module.owner)}`);
    if (module.satisfies) out.list("satisfies", module.satisfies.map(printName));
    for (const clause of module.uses) writeUses(out, clause);
    if (module.handles) out.list("handles", module.handles);
    writeDeclarations(out, module.declarations, options);
  });
}

function writeUses(out: Lines, { kind, names, allows }: UsesText): void {
  out.lines(printAnnotations(allows ? { allows } : {}));
  // `uses type` opens a list of types, and `uses lazy` one of late imports.
  const written = names.map((name, at) => (at === 0 && /^(?:type|lazy)$/.test(name) ? `\`${name}\`` : name));
  out.list(kind === "use" ? "uses" : `uses ${kind}`, written);
}
