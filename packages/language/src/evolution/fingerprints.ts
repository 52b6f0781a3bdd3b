import {
  type Declaration,
  hashOf,
  type Kernel,
  type Member,
  type Module,
  positionKey,
} from "@contractc/kernel";
import { compare } from "../source/report.js";
import { isClassLike } from "../types/world.js";

/**
 * A hash for each part of a contract that can change on its own, by address or, where there is none, by the key of
 * its position: two contracts are compared by them, and two authors who touch different parts do not disturb each
 * other. Of a module, package, external or class the hash is of its heading alone: what is in it has hashes of its own.
 */
export function partHashes(kernel: Kernel): Map<string, string> {
  const parts = new Map<string, string>();
  const add = (key: string, value: unknown): void => {
    parts.set(key, hashOf(value).slice(0, 16));
  };
  add("", { name: kernel.name, version: kernel.version });
  for (const target of kernel.targets) add(positionKey.target(target.language), target);
  for (const pack of kernel.packages) add(pack.address, pack);
  for (const module of kernel.modules) addModule(module, add);
  for (const { declarations, ...external } of kernel.externals) {
    add(external.address, external);
    for (const declaration of declarations) addDeclaration(declaration, add);
  }
  for (const declaration of Object.values(kernel.signatures).flat()) addDeclaration(declaration, add);
  const { graph, projection } = kernel;
  for (const { from, to, kind, ...rest } of graph.uses) add(positionKey.use(from, to, kind), rest);
  for (const flow of graph.flows) add(positionKey.flow(flow.name), flow);
  const lists = [
    ["layers", graph.layers],
    ["forbid", graph.forbidden],
    ["independent", graph.independent],
    ["risk", projection.risks],
    ["question", projection.questions],
  ] as const;
  for (const [kind, list] of lists) {
    for (const [at, item] of list.entries()) add(positionKey.ordinal(kind, at + 1), item);
  }
  for (const each of [...projection.requirements, ...projection.qualities]) add(each.name, each);
  for (const role of projection.roles) add(positionKey.role(role.name), role);
  for (const decision of projection.decisions) add(positionKey.decision(decision.name), decision);
  return parts;
}

type Add = (key: string, value: unknown) => void;

function addModule({ hashes: _, owner, satisfies, handles, ...heading }: Module, add: Add): void {
  const { address } = heading;
  add(address, heading);
  if (owner !== undefined) add(positionKey.owner(address), owner);
  for (const requirement of satisfies ?? []) add(positionKey.satisfies(address, requirement), true);
  for (const event of handles ?? []) add(positionKey.handles(address, event), true);
}

function addDeclaration(declaration: Declaration, add: Add): void {
  const { address } = declaration;
  if (isClassLike(declaration)) {
    const { members, ...heading } = declaration;
    add(address, heading);
    for (const member of members) addMember(member, add);
  } else if (declaration.kind === "enum") {
    const { members, ...heading } = declaration;
    add(address, heading);
    for (const member of members) add(`${address}.${member.name}`, member);
  } else add(address, declaration);
}

function addMember(member: Member, add: Add): void {
  add(member.address, member);
}

/** What changed from one contract to another: the new hash of each part, `null` for one that is gone. */
export type Changes = Record<string, string | null>;

export function changesBetween(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): Changes {
  const keys = [...new Set([...before.keys(), ...after.keys()])].sort(compare);
  // Without a prototype: a part may well be called `constructor`.
  const changes: Changes = Object.create(null);
  for (const key of keys) {
    const now = after.get(key);
    if (before.get(key) !== now) changes[key] = now ?? null;
  }
  return changes;
}

/** Addresses of modules by what of them changed; a module that is new or gone counts everywhere. */
export interface ChangedModules {
  /** These are to be implemented again. */
  signature: string[];
  /** These are to be reviewed again. */
  slice: string[];
  /** What they use changed, or they themselves: their tests are to run again. */
  surroundings: string[];
}

export function changedModules(before: Kernel, after: Kernel): ChangedModules {
  const old = new Map(before.modules.map(({ address, hashes }) => [address, hashes]));
  const now = new Map(after.modules.map(({ address, hashes }) => [address, hashes]));
  const addresses = [...new Set([...old.keys(), ...now.keys()])].sort(compare);
  const differing = (which: keyof ChangedModules) =>
    addresses.filter((address) => old.get(address)?.[which] !== now.get(address)?.[which]);
  return {
    signature: differing("signature"),
    slice: differing("slice"),
    surroundings: differing("surroundings"),
  };
}
