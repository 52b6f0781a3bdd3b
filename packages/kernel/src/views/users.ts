import { moduleOf } from "../hashing.js";
import type { ClassLike, Declaration, Signature } from "../model/declarations.js";
import type { Example, Expression } from "../model/expressions.js";
import type { Kernel } from "../model/kernel.js";
import { references } from "../model/references.js";
import type { Address } from "../model/types.js";
import { type Subject, withoutOverload } from "./subjects.js";

/** How something is used. */
export type Usage =
  | "uses"
  | "uses type"
  | "uses lazy"
  | "extends"
  | "implements"
  | "names"
  | "raises"
  | "emits"
  | "handles"
  | "trigger"
  | "flow"
  | "example"
  | "satisfies"
  | "verifies"
  | "owner";

export interface User {
  /** The declaration, member or module; for a flow its name. */
  by: Address;
  how: Usage;
  /** The module it lies in; absent for a flow. */
  module?: Address;
}

/**
 * Who uses something: the modules that depend on it, and the signatures, clauses, flows and examples that name it or a
 * part of it. Of modules, packages and externals only Δ is told: who names one of their types depends on them anyway.
 *
 * @returns sorted by user, each way of use once; what lies in the subject itself is left out
 */
export function usersOf(kernel: Kernel, subject: Subject): User[] {
  const { address } = subject;
  const isInside = (other: Address) => other === address || other.startsWith(`${address}.`);
  const isWide = subject.kind === "module" || subject.kind === "package" || subject.kind === "external";
  const isProse = subject.kind === "requirement" || subject.kind === "role";
  const modules = new Set(kernel.modules.map((module) => module.address));
  const found = new Map<string, User>();
  for (const mention of mentionsOf(kernel)) {
    const target = withoutOverload(mention.target);
    const isMeant = isProse
      ? target === address && PROSE_USE[subject.kind].includes(mention.how)
      : !PROSE_USE.any.includes(mention.how) && isInside(target);
    if (!isMeant || (isWide && !DELTA.has(mention.how))) continue;
    const by = withoutOverload(mention.by);
    if (!isProse && mention.how !== "flow" && isInside(by)) continue;
    const module = mention.how === "flow" ? null : moduleOf(by, modules);
    found.set(`${by} ${mention.how}`, { by, how: mention.how, ...(module === null ? {} : { module }) });
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, user]) => user);
}

/** The ways in which requirements and roles are used: these are known by name, everything else by address. */
const PROSE_USE: Record<"requirement" | "role" | "any", Usage[]> = {
  requirement: ["satisfies", "verifies"],
  role: ["owner"],
  any: ["satisfies", "verifies", "owner"],
};

const DELTA: ReadonlySet<Usage> = new Set(["uses", "uses type", "uses lazy", "emits", "handles", "flow"]);

interface Mention {
  by: Address;
  how: Usage;
  target: Address;
}

function* mentionsOf(kernel: Kernel): Generator<Mention> {
  for (const { from, to, kind } of kernel.graph.uses) {
    yield { by: from, how: kind === "use" ? "uses" : `uses ${kind}`, target: to };
  }
  for (const { name, hops } of kernel.graph.flows) {
    for (const target of hops) yield { by: name, how: "flow", target };
  }
  for (const { address, handles = [], satisfies = [], owner } of kernel.modules) {
    for (const target of handles) yield { by: address, how: "handles", target };
    for (const target of satisfies) yield { by: address, how: "satisfies", target };
    if (owner !== undefined) yield { by: address, how: "owner", target: owner };
    for (const declaration of kernel.signatures[address] ?? []) yield* inDeclaration(declaration);
  }
  for (const { declarations } of kernel.externals) {
    for (const declaration of declarations) yield* inDeclaration(declaration);
  }
}

function* inDeclaration(declaration: Declaration): Generator<Mention> {
  const by = declaration.address;
  switch (declaration.kind) {
    case "class":
    case "interface":
    case "record":
    case "error":
      yield* inClass(declaration);
      return;
    case "function":
      yield* inSignature(by, declaration, declaration);
      return;
    case "states":
      for (const { trigger } of declaration.transitions) {
        if (trigger.kind !== "text") yield { by, how: "trigger", target: trigger.target };
      }
      return;
    default:
      for (const target of references([declaration])) yield { by, how: "names", target };
      if (declaration.kind === "const" && declaration.value) yield* inExpression(by, declaration.value);
  }
}

function* inClass(declaration: ClassLike): Generator<Mention> {
  const by = declaration.address;
  const { extends: bases = [], implements: interfaces = [], members } = declaration;
  for (const base of bases) if (base.kind === "reference") yield { by, how: "extends", target: base.target };
  for (const base of interfaces) {
    if (base.kind === "reference") yield { by, how: "implements", target: base.target };
  }
  for (const member of members) {
    // A class of one member names what that member names.
    const alone: ClassLike = { kind: "class", name: "", address: "", members: [member] };
    if (member.kind !== "field") yield* inSignature(member.address, member, alone);
    else {
      for (const target of references([alone])) yield { by: member.address, how: "names", target };
      if (member.default) yield* inExpression(member.address, member.default);
    }
  }
}

function* inSignature(by: Address, signature: Signature, named: Declaration): Generator<Mention> {
  const raised = (signature.raises ?? []).flatMap((error) =>
    error.kind === "declared" ? [error.target] : [],
  );
  for (const target of raised) yield { by, how: "raises", target };
  for (const target of references([withoutRaises(named)])) yield { by, how: "names", target };
  for (const target of signature.emits ?? []) yield { by, how: "emits", target };
  for (const { default: value } of signature.parameters) if (value) yield* inExpression(by, value);
  for (const example of signature.examples ?? []) yield* inExample(by, example);
}

/** Raised errors are a use of their own. */
function withoutRaises(declaration: Declaration): Declaration {
  if (declaration.kind === "function") return { ...declaration, raises: [] };
  if (!("members" in declaration) || declaration.kind === "enum") return declaration;
  const members = declaration.members.map((member) =>
    member.kind === "field" ? member : { ...member, raises: [] },
  );
  return { ...declaration, members };
}

function* inExample(by: Address, { steps, verifies = [] }: Example): Generator<Mention> {
  for (const target of verifies) yield { by, how: "verifies", target };
  for (const step of steps) {
    if (step.kind === "let" || step.kind === "do") yield* inExpression(by, step.value);
    else {
      yield* inExpression(by, step.actual);
      if (step.kind === "equal") yield* inExpression(by, step.expected);
      else if (step.error.kind === "declared") yield { by, how: "example", target: step.error.target };
    }
  }
}

function* inExpression(by: Address, expression: Expression): Generator<Mention> {
  switch (expression.kind) {
    case "declaration":
      yield { by, how: "example", target: expression.target };
      return;
    case "list":
      for (const item of expression.items) yield* inExpression(by, item);
      return;
    case "map":
      for (const { key, value } of expression.entries) {
        yield* inExpression(by, key);
        yield* inExpression(by, value);
      }
      return;
    case "member":
      // A value of an enum is known, a member of a computed object is not.
      if (expression.object.kind === "declaration") {
        yield { by, how: "example", target: `${expression.object.target}.${expression.name}` };
      } else yield* inExpression(by, expression.object);
      return;
    case "call":
      yield* inExpression(by, expression.callee);
      for (const { value } of expression.arguments) yield* inExpression(by, value);
      return;
    default:
  }
}
