import type { Address, CodeEdge, CodeGraph, Kernel, ViewImport } from "@contractc/kernel";
import { mapModules } from "../project/module-map.js";
import type { OpenedProject } from "../project/open.js";
import { byCodeUnit } from "../project/paths.js";
import { DeclaredUses } from "./declared.js";
import { byStrength, importGraph, type PackageImport } from "./graph.js";
import { PackageIndex } from "./packages.js";

/**
 * What the modules of a kernel really import, in the terms of Δ, to be shown beside it: one edge for each pair, with
 * every statement that makes it. Names that a module only passes on count as the comparison of imports counts them.
 */
export function codeGraph(kernel: Kernel, project: OpenedProject): CodeGraph {
  const graph = importGraph(kernel, project, mapModules(kernel, project));
  const uses = new DeclaredUses(kernel);
  const externals = new PackageIndex(kernel);
  const pairs = new Map<string, Pair>();
  const add = (end: Omit<Pair, "found">, found: Found) => {
    const key = `${end.from} ${end.undeclared ? JSON.stringify(end.to) : end.to}`;
    const pair = pairs.get(key);
    if (pair) pair.found.push(found);
    else pairs.set(key, { ...end, found: [found] });
  };
  for (const each of graph.modules) {
    for (const to of uses.targets(each)) add({ from: each.from.address, to: to.address }, each);
  }
  for (const each of graph.packages) {
    const from = each.from.address;
    const fitting = externals.all(each);
    const external = fitting.find(({ address }) => uses.between(from, address).length > 0) ?? fitting.at(0);
    const end = external
      ? { to: external.address, external: true as const }
      : { to: each.package, external: true as const, undeclared: true as const };
    add({ from, ...end }, each);
  }
  const edges = [...pairs.values()].map(({ found, ...end }): CodeEdge => {
    const [first, ...rest] = found.toSorted(byPlaceAndStrength).map(importOf);
    return { ...end, imports: [first!, ...rest] };
  });
  edges.sort((a, b) => byCodeUnit(a.from, b.from) || byCodeUnit(a.to, b.to));
  return { edges, incomplete: [...graph.incomplete].sort(byCodeUnit) };
}

type Found = Pick<PackageImport, "file" | "statement" | "mode">;

interface Pair {
  from: Address;
  to: Address;
  external?: true;
  undeclared?: true;
  found: Found[];
}

function byPlaceAndStrength(a: Found, b: Found): number {
  return byStrength(a, b) || byCodeUnit(a.file.path, b.file.path) || a.statement.start - b.statement.start;
}

function importOf({ file, statement, mode }: Found): ViewImport {
  return { mode, file: file.path, line: file.lines.position(statement.start).line };
}
