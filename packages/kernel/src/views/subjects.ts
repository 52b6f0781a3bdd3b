import type { Declaration, EnumMember, Member } from "../model/declarations.js";
import type {
  External,
  Flow,
  Kernel,
  Module,
  Package,
  Projection,
  Quality,
  Requirement,
  Role,
} from "../model/kernel.js";
import { positionKey } from "../model/position-keys.js";
import type { Address } from "../model/types.js";
import { lastName } from "../print/names.js";
import { nearestName } from "../text/nearest.js";

/** Something in a contract that has a name of its own. */
export type Subject = SubjectPart & {
  /** Without the number of an overload: all overloads are one subject. */
  address: Address;
  /** Keys of `Kernel.positions`. */
  positions: string[];
};

type SubjectPart =
  | { kind: "package"; package: Package }
  | { kind: "module"; module: Module }
  | { kind: "external"; external: External }
  /** Several for overloads. */
  | { kind: "declaration"; declarations: [Declaration, ...Declaration[]]; owner: Address }
  | { kind: "member"; members: [Member, ...Member[]]; owner: Declaration; module: Address }
  | { kind: "enum-member"; member: EnumMember; owner: Declaration; module: Address }
  | { kind: "requirement"; requirement: Requirement | Quality }
  | { kind: "role"; role: Role }
  | { kind: "decision"; decision: Projection["decisions"][number] }
  | { kind: "flow"; flow: Flow };

export type Found =
  | { kind: "found"; subject: Subject }
  /** Sorted by address. */
  | { kind: "ambiguous"; subjects: Subject[] }
  /** `near`: addresses of what is called much the same. */
  | { kind: "unknown"; near: Address[] };

/** Everything with a name, in the order of the kernel. */
export function subjectsOf(kernel: Kernel): Subject[] {
  const subjects: Subject[] = [];
  const add = (address: Address, part: SubjectPart, key: string = address) =>
    void subjects.push({ ...part, address, positions: [key] });
  for (const each of kernel.packages) add(each.address, { kind: "package", package: each });
  for (const module of kernel.modules) {
    add(module.address, { kind: "module", module });
    subjects.push(...declarationsOf(kernel.signatures[module.address] ?? [], module.address));
  }
  for (const external of kernel.externals) {
    add(external.address, { kind: "external", external });
    subjects.push(...declarationsOf(external.declarations, external.address));
  }
  const { requirements, qualities, roles, decisions } = kernel.projection;
  for (const requirement of [...requirements, ...qualities]) {
    add(requirement.name, { kind: "requirement", requirement });
  }
  for (const role of roles) add(role.name, { kind: "role", role }, positionKey.role(role.name));
  for (const decision of decisions) {
    add(decision.name, { kind: "decision", decision }, positionKey.decision(decision.name));
  }
  for (const flow of kernel.graph.flows) add(flow.name, { kind: "flow", flow }, positionKey.flow(flow.name));
  return subjects;
}

function declarationsOf(declarations: readonly Declaration[], owner: Address): Subject[] {
  const found = new Map<Address, Subject & { kind: "declaration" }>();
  const members: Subject[] = [];
  for (const declaration of declarations) {
    const address = withoutOverload(declaration.address);
    const known = found.get(address);
    if (known) {
      known.declarations.push(declaration);
      known.positions.push(declaration.address);
    } else {
      const positions = [declaration.address];
      found.set(address, { kind: "declaration", address, declarations: [declaration], owner, positions });
    }
    members.push(...membersOf(declaration, owner));
  }
  return [...found.values(), ...members];
}

function membersOf(owner: Declaration, module: Address): Subject[] {
  if (!("members" in owner)) return [];
  if (owner.kind === "enum") {
    return owner.members.map((member) => {
      const address = `${owner.address}.${member.name}`;
      return { kind: "enum-member", member, owner, module, address, positions: [address] };
    });
  }
  const found = new Map<Address, Subject & { kind: "member" }>();
  for (const member of owner.members) {
    const address = withoutOverload(member.address);
    const known = found.get(address);
    if (known) {
      known.members.push(member);
      known.positions.push(member.address);
    } else {
      const positions = [member.address];
      found.set(address, { kind: "member", members: [member], owner, module, address, positions });
    }
  }
  return [...found.values()];
}

/** An address without the number of an overload. */
export function withoutOverload(address: Address): Address {
  return address.replace(/#\d+$/, "");
}

/**
 * Finds what a name means: a whole address, or the end of exactly one. Members give way to everything else.
 *
 * @param accepts leaves out what is not asked for
 */
export function findSubject(
  subjects: readonly Subject[],
  name: string,
  accepts: (subject: Subject) => boolean = () => true,
): Found {
  const wanted = withoutOverload(name.replaceAll("`", "").trim());
  const candidates = subjects.filter(accepts);
  const whole = candidates.filter(({ address }) => address === wanted);
  const found = whole.length > 0 ? whole : candidates.filter(({ address }) => address.endsWith(`.${wanted}`));
  // As in a contract, a bare name is that of a module or declaration before that of a member.
  const outer = found.filter(({ kind }) => kind !== "member" && kind !== "enum-member");
  const [first, ...others] = outer.length > 0 ? outer : found;
  if (first && others.length === 0) return { kind: "found", subject: first };
  if (first) return { kind: "ambiguous", subjects: [first, ...others].sort(byAddress) };
  return { kind: "unknown", near: nearest(candidates, wanted) };
}

function byAddress(a: Subject, b: Subject): number {
  return a.address < b.address ? -1 : a.address > b.address ? 1 : 0;
}

/** Most addresses that are suggested. */
const SUGGESTIONS = 5;

function nearest(subjects: readonly Subject[], wanted: string): Address[] {
  const last = lastName(wanted);
  const names = new Set(subjects.map(({ address }) => lastName(address)));
  // `core.gaem.Game` has the last part right: then the parts before are wrong.
  const near = names.has(last) ? last : nearestName(last, names);
  if (near === undefined) return [];
  const addresses = subjects.map(({ address }) => address).filter((address) => lastName(address) === near);
  return [...new Set(addresses)].sort().slice(0, SUGGESTIONS);
}
