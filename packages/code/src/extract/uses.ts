import { type Address, stronglyConnectedComponents } from "@contractc/kernel";
import type { CodeFile } from "../project/project.js";
import type { CodeImport } from "../reading/signature.js";
import type { Extraction } from "./extraction.js";
import type { PlannedModule } from "./plan.js";

export interface ExtractedUses {
  kind: "use" | "type" | "lazy";
  /** Addresses of modules and names of externals, sorted. */
  targets: Address[];
  allowCycle?: string;
}

type Kind = ExtractedUses["kind"];

const REASON = "the code had this cycle when the contract was extracted";

/**
 * What each module uses: what its code imports, and the types that its signatures name.
 *
 * Cycles that the code has today are accepted where they close, so that the contract starts out clean and shows them.
 *
 * @param named the types that each module's declarations name
 */
export function usesOf(
  extraction: Extraction,
  named: ReadonlyMap<PlannedModule, ReadonlySet<Address>>,
): Map<PlannedModule, ExtractedUses[]> {
  const edges = new Map<PlannedModule, Map<Address, Kind>>();
  for (const module of extraction.modules) edges.set(module, edgesOf(module, extraction, named.get(module)!));
  const closing = closingEdges(extraction.modules, edges);
  return new Map(
    extraction.modules.map((module) => [module, clauses(edges.get(module)!, closing.get(module.address))]),
  );
}

function clauses(
  edges: ReadonlyMap<Address, Kind>,
  closing: ReadonlySet<Address> = new Set(),
): ExtractedUses[] {
  const of = (kind: Kind, closes: boolean) =>
    [...edges]
      .filter(([target, own]) => own === kind && closing.has(target) === closes)
      .map(([target]) => target)
      .sort();
  const found: ExtractedUses[] = [];
  for (const kind of ["use", "type", "lazy"] as const) {
    const targets = of(kind, false);
    if (targets.length > 0) found.push({ kind, targets });
  }
  const accepted = of("use", true);
  if (accepted.length > 0) found.push({ kind: "use", targets: accepted, allowCycle: REASON });
  return found;
}

/**
 * Edges whose removal leaves no load-time cycle: within each strongly connected component those that lead back to
 * a module that a depth-first walk is still in.
 */
function closingEdges(
  modules: readonly PlannedModule[],
  edges: ReadonlyMap<PlannedModule, ReadonlyMap<Address, Kind>>,
): Map<Address, Set<Address>> {
  const graph = new Map<Address, Address[]>();
  for (const module of modules) {
    const targets = [...edges.get(module)!].filter(([, kind]) => kind === "use").map(([target]) => target);
    graph.set(module.address, targets.sort());
  }
  const closing = new Map<Address, Set<Address>>();
  for (const component of stronglyConnectedComponents(graph)) {
    if (component.length < 2) continue;
    const members = new Set(component);
    const state = new Map<Address, "open" | "closed">();
    for (const start of [...component].sort()) {
      if (state.has(start)) continue;
      const stack = [{ at: start, next: 0 }];
      state.set(start, "open");
      while (stack.length > 0) {
        const top = stack.at(-1)!;
        const target = graph.get(top.at)![top.next++];
        if (target === undefined) {
          state.set(top.at, "closed");
          stack.pop();
        } else if (members.has(target)) {
          if (state.get(target) === "open")
            closing.set(top.at, (closing.get(top.at) ?? new Set()).add(target));
          else if (!state.has(target)) {
            state.set(target, "open");
            stack.push({ at: target, next: 0 });
          }
        }
      }
    }
  }
  return closing;
}

/** A stronger kind takes the place of a weaker one. */
const RANK: Record<Kind, number> = { type: 0, lazy: 1, use: 2 };

function edgesOf(
  module: PlannedModule,
  extraction: Extraction,
  named: ReadonlySet<Address>,
): Map<Address, Kind> {
  const edges = new Map<Address, Kind>();
  const add = (target: Address, kind: Kind) => {
    const before = edges.get(target);
    if (target !== module.address && (before === undefined || RANK[kind] > RANK[before]))
      edges.set(target, kind);
  };
  for (const { file, imported } of importsOf(module)) {
    const kind = kindOf(imported);
    for (const target of targetsOf(file, imported, extraction)) {
      if (target.kind === "file") {
        const used = extraction.module(target.path);
        if (used) add(used.address, kind);
      } else if (target.kind === "external" && !target.std && imported.mode !== "optional") {
        add(extraction.externals.use(target.name, false, file.language), kind);
      }
    }
  }
  for (const address of named) {
    const home = address.slice(0, address.lastIndexOf("."));
    if (!edges.has(home)) add(home, "type");
  }
  return edges;
}

function importsOf(module: PlannedModule): { file: CodeFile; imported: CodeImport }[] {
  return module.files.flatMap((file) => file.signature.imports.map((imported) => ({ file, imported })));
}

function kindOf(imported: CodeImport): Kind {
  if (imported.mode === "type" || imported.elidable) return "type";
  return imported.mode === "lazy" ? "lazy" : "use";
}

/** The files or packages that one import statement loads. */
function targetsOf(file: CodeFile, imported: CodeImport, extraction: Extraction) {
  const { project } = extraction;
  const target = project.resolveImport(file.path, imported.specifier);
  if (file.language !== "python" || imported.names.length === 0) return [target];
  // `from package import module` names a file of its own.
  const found = imported.names.flatMap(({ name, local }) => {
    const meaning = local === undefined || name === "*" ? undefined : project.resolveName(file.path, local);
    return meaning?.kind === "file" ? [{ kind: "file" as const, path: meaning.path }] : [target];
  });
  return found.length > 0 ? found : [target];
}
