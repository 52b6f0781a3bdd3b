import { type EdgeKind, finding } from "@contractc/kernel";
import type { Program } from "../binder/program.js";
import type { ContainerSymbol, ExternalSymbol, ModuleSymbol } from "../binder/symbols.js";
import type { Report } from "../source/report.js";
import type * as ast from "../syntax/index.js";
import { resolveContainer } from "./container-names.js";
import { isUsable } from "./containers.js";
import type { ModuleScope } from "./lookup.js";

/** One name of a `uses` clause, resolved. */
export interface ResolvedUse {
  from: ModuleSymbol;
  target: ModuleSymbol | ExternalSymbol;
  kind: EdgeKind;
  clause: ast.UsesClause;
  name: ast.NameRef;
}

/** The `uses` clauses of one module. */
export interface ModuleUses {
  /** In source order, without repetitions. */
  uses: ResolvedUse[];
  /** Some of the names lead nowhere. */
  incomplete: boolean;
}

/** The scope of a module whose uses are resolved. */
export function scopeOf(module: ModuleSymbol, { uses, incomplete }: ModuleUses): ModuleScope {
  const modules = new Set<ModuleSymbol>();
  const externals = new Set<ExternalSymbol>();
  for (const { target } of uses) {
    if (target.kind === "external") externals.add(target);
    else if (target !== module) modules.add(target);
  }
  return {
    owner: module,
    modules: [...modules],
    externals: [...externals],
    incomplete,
    cache: [],
    open: false,
  };
}

/** Resolves the `uses` clauses of a module; reports names that lead nowhere and repetitions. */
export function resolveUses(program: Program, module: ModuleSymbol, report: Report): ModuleUses {
  const uses: ResolvedUse[] = [];
  let incomplete = false;
  const { source } = module;
  const seen = new Map<ContainerSymbol, ResolvedUse[]>();
  for (const clause of module.node.elements) {
    if (clause.$type !== "UsesClause") continue;
    const kind: EdgeKind = clause.kind === "type" || clause.kind === "lazy" ? clause.kind : "use";
    for (const name of clause.modules) {
      const target = resolveContainer(program, name, report, {
        source,
        from: module.parent,
        accepts: isUsable,
        what: "module",
        symbol: module.address,
        self: module,
      });
      if (!target) {
        incomplete = true;
        continue;
      }
      const others = seen.get(target);
      const first = others?.find((other) => other.kind === kind);
      if (first) {
        report(
          finding(
            "name/duplicate",
            source.placeOfParts(name),
            { what: "use", name: name.parts.join(".") },
            {
              symbol: module.address,
              related: [{ ...source.placeOfParts(first.name), message: "used here already" }],
            },
          ),
        );
        continue;
      }
      const use: ResolvedUse = { from: module, target, kind, clause, name };
      if (others) others.push(use);
      else seen.set(target, [use]);
      uses.push(use);
    }
  }
  return { uses, incomplete };
}
