import { type EdgeKind, finding, nearestName, printName } from "@contractc/kernel";
import type { Program } from "../binder/program.js";
import type { ExternalSymbol, ModuleSymbol } from "../binder/symbols.js";
import type { Report } from "../source/report.js";
import type * as ast from "../syntax/index.js";
import { findContainer, isUsable } from "./containers.js";
import type { ModuleScope } from "./lookup.js";
import { renameFix } from "./name-reports.js";

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

/** Resolves the `uses` clauses of every module; reports names that lead nowhere and repetitions. */
export function resolveUses(program: Program, report: Report): Map<ModuleSymbol, ModuleUses> {
  return new Map(program.modules.map((module) => [module, resolveModule(program, module, report)]));
}

/** The scope of a module whose uses are resolved. */
export function scopeOf(module: ModuleSymbol, { uses, incomplete }: ModuleUses): ModuleScope {
  const targets = [...new Set(uses.map((use) => use.target))].filter((target) => target !== module);
  return {
    owner: module,
    modules: targets.filter((target) => target.kind === "module"),
    externals: targets.filter((target) => target.kind === "external"),
    incomplete,
    cache: new Map(),
  };
}

function resolveModule(program: Program, module: ModuleSymbol, report: Report): ModuleUses {
  const uses: ResolvedUse[] = [];
  let incomplete = false;
  const { source } = module;
  const seen = new Map<string, ast.NameRef>();
  for (const clause of module.node.elements) {
    if (clause.$type !== "UsesClause") continue;
    const kind: EdgeKind = clause.kind === "type" || clause.kind === "lazy" ? clause.kind : "use";
    for (const name of clause.modules) {
      const target = resolveName(program, module, name, report);
      if (!target) {
        incomplete = true;
        continue;
      }
      const key = `${kind} ${target.address}`;
      const first = seen.get(key);
      if (first) {
        report(
          finding("name/duplicate", source.placeOfParts(name), { what: "use", name: name.parts.join(".") }, {
            symbol: module.address,
            related: [{ ...source.placeOfParts(first), message: "used here already" }],
          }),
        );
        continue;
      }
      seen.set(key, name);
      uses.push({ from: module, target, kind, clause, name });
    }
  }
  return { uses, incomplete };
}

function resolveName(
  program: Program,
  module: ModuleSymbol,
  name: ast.NameRef,
  report: Report,
): ModuleSymbol | ExternalSymbol | undefined {
  const { source } = module;
  const text = name.parts.join(".");
  const place = source.placeOfParts(name);
  const result = findContainer(program, name.parts, module.parent, isUsable, module);
  switch (result.kind) {
    case "found":
      return result.symbol;
    case "ambiguous": {
      const candidates = result.symbols.map((symbol) => symbol.address);
      const fixes = candidates.map((candidate) => ({
        title: `Write \`${candidate}\``,
        kind: "contract" as const,
        edits: [{ ...place, text: candidate.split(".").map(printName).join(".") }],
      }));
      const parameters = { what: "module", name: text, candidates };
      report(finding("name/ambiguous", place, parameters, { symbol: module.address, fixes }));
      return undefined;
    }
    case "wrong-kind":
      report(
        finding("name/wrong-kind", place, { name: text, actual: "package", expected: "module" }, {
          symbol: module.address,
        }),
      );
      return undefined;
    case "unknown": {
      const names = [...program.containersByName.keys(), ...program.externals.keys()];
      const near = nearestName(name.parts.at(-1) ?? "", names);
      report(
        finding("name/unknown", place, { what: "module", name: text, ...(near === undefined ? {} : { near }) }, {
          symbol: module.address,
          fixes: near === undefined ? [] : [renameFix(place, near)],
        }),
      );
      return undefined;
    }
  }
}
