import { moduleOf } from "./hashing.js";
import type { Declaration } from "./model/declarations.js";
import type { Edge, Flow, Kernel, Module, Quality, Requirement, Role } from "./model/kernel.js";
import type { Address } from "./model/types.js";
import { publicOutline } from "./outline.js";

/**
 * The part of a kernel that whoever works on one module needs: that module in full, of its neighbours only what
 * they offer, of all others one line. Its size grows with the module, not with the contract.
 */
export interface ModuleSlice {
  /** The contract's name. */
  contract: string;
  module: Module;
  /** The module's own declarations in full. */
  declarations: Declaration[];
  /** What it uses, in the order of the kernel's edges. */
  uses: UsedPart[];
  /** Modules that use it: they rely on its signatures. */
  users: Address[];
  /** Flows that pass through it. */
  flows: Flow[];
  /** Requirements and qualities it satisfies. */
  satisfies: (Requirement | Quality)[];
  /** The role that owns it. */
  role?: Role;
  /** Every other module, one line each. */
  index: IndexLine[];
}

export interface UsedPart {
  edge: Edge;
  /** The used module's path; for an external what to install. */
  location: string;
  doc?: string;
  /** Outlines of what it offers: no docs, conditions, examples or internals. */
  declarations: Declaration[];
}

export interface IndexLine {
  address: Address;
  path: string;
  /** The first line of its doc comment. */
  summary?: string;
}

/**
 * Cuts the slice of one module out of a kernel.
 *
 * @param kernel of a contract without errors
 * @param address of the module
 * @returns `null` where there is no such module
 */
export function sliceOf(kernel: Kernel, address: Address): ModuleSlice | null {
  const modules = new Map(kernel.modules.map((module) => [module.address, module]));
  const module = modules.get(address);
  if (!module) return null;
  const edges = kernel.graph.uses.filter((edge) => edge.from === address);
  const users = kernel.graph.uses.filter((edge) => edge.to === address && !edge.external);
  const { requirements, qualities, roles } = kernel.projection;
  const satisfied = new Set(module.satisfies);
  const role = roles.find((each) => each.name === module.owner);
  const near = new Set([address, ...edges.map((edge) => edge.to)]);
  return {
    contract: kernel.name,
    module,
    declarations: kernel.signatures[address] ?? [],
    uses: edges.map((edge) => usedPart(kernel, modules, edge)),
    users: [...new Set(users.map((edge) => edge.from))],
    flows: kernel.graph.flows.filter((flow) => flow.hops.some((hop) => moduleOf(hop, modules) === address)),
    satisfies: [...requirements, ...qualities].filter((each) => satisfied.has(each.name)),
    ...(role ? { role } : {}),
    index: kernel.modules.filter((each) => !near.has(each.address)).map(indexLine),
  };
}

function usedPart(kernel: Kernel, modules: ReadonlyMap<Address, Module>, edge: Edge): UsedPart {
  const external = edge.external ? kernel.externals.find((each) => each.address === edge.to) : undefined;
  const module = modules.get(edge.to);
  const doc = external?.doc ?? module?.doc;
  return {
    edge,
    location: external?.requirement ?? module?.path ?? "",
    ...(doc === undefined ? {} : { doc }),
    declarations: publicOutline(external?.declarations ?? kernel.signatures[edge.to] ?? []),
  };
}

function indexLine(module: Module): IndexLine {
  const summary = module.doc?.split("\n", 1)[0];
  return { address: module.address, path: module.path, ...(summary ? { summary } : {}) };
}
