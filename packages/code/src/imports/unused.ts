import {
  type Address,
  type Declaration,
  finding,
  type Kernel,
  positionKey,
  references,
} from "@contractc/kernel";
import type { ModuleMap } from "../project/module-map.js";
import { clauseOf } from "./declared.js";
import type { ImportGraph } from "./graph.js";
import type { PackageIndex } from "./packages.js";
import type { ImportReport } from "./report.js";

/**
 * Declared uses that no import of the code realises.
 *
 * Nothing is said of modules without code, of those whose imports are not all known, of parts of the standard
 * library (their types may be ambient), and of uses that an event or a type of a signature needs: the code may reach such a
 * type through a third module.
 */
export function checkUnused(
  report: ImportReport,
  kernel: Kernel,
  map: ModuleMap,
  graph: ImportGraph,
  packages: PackageIndex,
): void {
  const realised = new Set<string>();
  const key = (from: Address, to: Address) => `${from} ${to}`;
  for (const { from, to, definers } of graph.modules) {
    for (const module of [to, ...definers]) realised.add(key(from.address, module.address));
  }
  for (const each of graph.packages) {
    for (const external of packages.all(each)) realised.add(key(each.from.address, external.address));
  }
  for (const need of eventNeeds(kernel, map)) realised.add(need);
  for (const need of typeNeeds(kernel)) realised.add(need);

  const modules = new Map(kernel.modules.map((module) => [module.address, module]));
  const externals = new Map(kernel.externals.map((external) => [external.address, external]));
  const seen = new Set<string>();
  for (const edge of kernel.graph.uses) {
    const pair = key(edge.from, edge.to);
    if (realised.has(pair) || seen.has(pair) || graph.incomplete.has(edge.from)) continue;
    const from = modules.get(edge.from);
    const to = edge.external ? externals.get(edge.to) : modules.get(edge.to);
    const entry = map.entryOf(edge.from) ?? map.filesOf(edge.from)[0];
    if (!from || !to || entry === undefined) continue;
    if ("requirement" in to && to.requirement === "std") continue;
    seen.add(pair);
    if (report.isEdgeAllowed("import/unused-use", [edge])) continue;
    if (report.isAllowed("import/unused-use", from.address)) continue;
    const name = report.nameOf(to);
    const file = report.project.files.get(entry)!;
    const code = report.place({ file, span: { start: 0, end: 0 } });
    const contract = report.contractPlace([positionKey.use(edge.from, edge.to, edge.kind), edge.from]);
    report.findings.push(
      finding(
        "import/unused-use",
        contract ?? code,
        { from: report.nameOf(from), to: name, kind: edge.kind },
        {
          symbol: from.address,
          expected: clauseOf(edge.kind, name),
          actual: `no import of ${name}`,
          related: contract ? [{ ...code, message: "nothing here imports it" }] : [],
        },
      ),
    );
  }
}

/** Pairs of modules where the one emits or handles an event of the other: there is nothing to import. */
function* eventNeeds(kernel: Kernel, map: ModuleMap): Generator<string> {
  for (const { event, emitters, handlers } of kernel.graph.events) {
    const owner = map.moduleAt(event)?.address;
    if (owner === undefined) continue;
    for (const handler of handlers) yield `${handler} ${owner}`;
    for (const emitter of emitters) yield `${map.moduleAt(emitter)?.address ?? ""} ${owner}`;
  }
}

/** Pairs of modules where a signature of the one names a type of the other. */
function* typeNeeds(kernel: Kernel): Generator<string> {
  for (const [from, declarations] of Object.entries(kernel.signatures)) {
    for (const owner of ownersOfTypes(declarations)) yield `${from} ${owner}`;
  }
}

/** A module's declarations are the same list from one kernel to the next while they do not change. */
const known = new WeakMap<readonly Declaration[], ReadonlySet<Address>>();

function ownersOfTypes(declarations: readonly Declaration[]): ReadonlySet<Address> {
  let owners = known.get(declarations);
  if (!owners) {
    owners = new Set([...references(declarations)].map((type) => type.slice(0, type.lastIndexOf("."))));
    known.set(declarations, owners);
  }
  return owners;
}
