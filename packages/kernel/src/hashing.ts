import { hash } from "node:crypto";
import { canonicalJson } from "./json.js";
import { lazily } from "./lazy.js";
import type { Declaration } from "./model/declarations.js";
import type {
  Edge,
  External,
  Flow,
  Kernel,
  Module,
  ModuleHashes,
  Quality,
  Requirement,
} from "./model/kernel.js";
import type { Address } from "./model/types.js";
import { outlineOf, proseOf } from "./outline.js";

/*
 * Hashes form a tree: those of modules are made of the hashes of their declarations' outlines, and the kernel's is made
 * of the modules' and of what belongs to no module. Positions are in none of them.
 */

/** A kernel before its hashes are known. */
export type UnhashedKernel = Omit<Kernel, "hash" | "modules"> & { modules: Omit<Module, "hashes">[] };

/**
 * Gives a kernel its hashes, each worked out when it is first read: a check of the contract alone reads none.
 *
 * @param kernel everything else, sorted as `Kernel` demands; not to be changed afterwards
 * @returns the same kernel with `hash` and each module's `hashes`
 */
export function hashKernel(kernel: UnhashedKernel): Kernel {
  const whole = lazily({ ...kernel }, "modules", (): Module[] => {
    let context: Context | undefined;
    return kernel.modules.map((module) =>
      lazily({ ...module }, "hashes", (): ModuleHashes => {
        context ??= contextOf(kernel);
        return hashModule(module, kernel, context);
      }),
    );
  });
  return lazily(whole, "hash", () => kernelHash(whole));
}

/**
 * The hash of a whole kernel: of everything but positions.
 *
 * Declarations take part through the `slice` hash of their module, so only those of externals are read again.
 */
export function kernelHash(kernel: Omit<Kernel, "hash">): string {
  const { format, name, version, targets, modules, packages, externals, graph, projection } = kernel;
  return hashOf({ format, name, version, targets, modules, packages, externals, graph, projection });
}

/** @returns SHA-256 of the value's canonical JSON, 64 hexadecimal digits */
export function hashOf(value: unknown): string {
  return hash("sha256", canonicalJson(value, 0), "hex");
}

interface Context {
  edges: Map<Address, Edge[]>;
  flows: Map<Address, Flow[]>;
  externals: Map<Address, External>;
  requirements: Map<string, Requirement | Quality>;
  /** Of each module or external, filled at the first use. */
  outlines: Map<Address, Outlines>;
}

function contextOf(kernel: UnhashedKernel): Context {
  const edges = new Map<Address, Edge[]>();
  for (const edge of kernel.graph.uses) append(edges, edge.from, edge);
  const modules = new Set(kernel.modules.map((module) => module.address));
  const flows = new Map<Address, Flow[]>();
  for (const flow of kernel.graph.flows) {
    const passed = new Set(flow.hops.map((hop) => moduleOf(hop, modules)));
    for (const module of passed) if (module !== null) append(flows, module, flow);
  }
  const { requirements, qualities } = kernel.projection;
  return {
    edges,
    flows,
    externals: new Map(kernel.externals.map((external) => [external.address, external])),
    requirements: new Map([...requirements, ...qualities].map((each) => [each.name, each])),
    outlines: new Map(),
  };
}

function hashModule(module: Omit<Module, "hashes">, kernel: UnhashedKernel, context: Context): ModuleHashes {
  const edges = context.edges.get(module.address) ?? [];
  const flows = context.flows.get(module.address) ?? [];
  const { outlines, prose } = outlinesOf(module.address, kernel.signatures[module.address] ?? [], context);
  const signature = hashOf({
    address: module.address,
    path: module.path,
    folder: module.folder,
    language: module.language,
    names: module.names,
    handles: module.handles,
    uses: edges.map(({ to, kind, external }) => ({ to, kind, external })),
    flows: flows.map((flow) => flow.hops),
    outlines,
  });
  const requirements = (module.satisfies ?? []).map((name) => context.requirements.get(name) ?? name);
  const slice = hashOf({ signature, module, prose, edges, flows, requirements });
  const surroundings = hashOf({
    slice,
    uses: edges.map((edge) => ({ to: edge.to, kind: edge.kind, offer: offerOf(edge, kernel, context) })),
  });
  return { signature, slice, surroundings };
}

/** A module's declarations as hashes of their own, so that each is serialised once for all that it takes part in. */
interface Outlines {
  outlines: string[];
  /** Of those that others may name. */
  offered: string[];
  /** What the outlines leave out. */
  prose: unknown[];
}

function outlinesOf(owner: Address, declarations: readonly Declaration[], context: Context): Outlines {
  const known = context.outlines.get(owner);
  if (known) return known;
  const outlines = declarations.map((declaration) => hashOf(outlineOf(declaration)));
  const offered = outlines.filter((_, at) => !declarations[at]?.internal);
  const result = { outlines, offered, prose: declarations.map(proseOf) };
  context.outlines.set(owner, result);
  return result;
}

/** What a user of a module or external can see of it: Σ without internals, not its own Δ. */
function offerOf(edge: Edge, kernel: UnhashedKernel, context: Context): unknown {
  const external = edge.external ? context.externals.get(edge.to) : undefined;
  const declarations = external?.declarations ?? kernel.signatures[edge.to] ?? [];
  const { offered } = outlinesOf(edge.to, declarations, context);
  return { requirement: external?.requirement, from: external?.from, offered };
}

/**
 * The module an address lies in.
 *
 * @param modules addresses of all modules
 * @returns the module's address; `null` where the address is of no module
 */
export function moduleOf(address: Address, modules: { has(address: Address): boolean }): Address | null {
  for (let at: Address = address; ; ) {
    if (modules.has(at)) return at;
    const dot = at.lastIndexOf(".");
    if (dot < 0) return null;
    at = at.slice(0, dot);
  }
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
