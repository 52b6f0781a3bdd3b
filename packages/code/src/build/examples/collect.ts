import type { Address, Type } from "@contractc/kernel";
import {
  type Declaration,
  type Example,
  type Module,
  printExample,
  type Requirement,
  type Signature,
} from "@contractc/kernel";
import { isClassLike, type KernelIndex } from "../kernel-index.js";
import type { ExpressionTypes } from "./typing.js";

/** One `example` clause with what its test is called. */
export interface FoundExample {
  example: Example;
  /** The function or method that has the clause. */
  owner: Address;
  /** The owner's address inside of its module: `Player.move`. */
  local: string;
  /** Its place among the clauses of its owner, from 1. */
  ordinal: number;
  /** What the test shows: the title, or the example as written. */
  title: string;
  /** The requirements that the test verifies, with their texts. */
  verifies: { name: string; text: string }[];
}

/** Every example of a module, in source order. */
export function examplesOf(index: KernelIndex, module: Module): FoundExample[] {
  const found: FoundExample[] = [];
  const add = (owner: Address, { examples = [] }: Signature): void => {
    for (const [at, example] of examples.entries()) {
      const title = example.title ?? printExample(example).replace(/^example\s+(verifies [^{]*)?/, "");
      const verifies = (example.verifies ?? []).map((name) => ({ name, text: requirementText(index, name) }));
      found.push({
        example,
        owner,
        local: owner.slice(module.address.length + 1),
        ordinal: at + 1,
        title,
        verifies,
      });
    }
  };
  for (const declaration of index.declarations(module.address)) {
    if (declaration.kind === "function") add(declaration.address, declaration);
    if (!isClassLike(declaration)) continue;
    for (const member of declaration.members) if (member.kind !== "field") add(member.address, member);
  }
  return found;
}

function requirementText(index: KernelIndex, name: string): string {
  const { requirements, qualities } = index.kernel.projection;
  const found = [...requirements, ...qualities].find(
    (each: Pick<Requirement, "name" | "text">) => each.name === name,
  );
  return found?.text ?? "";
}

/** How a test compares two values. */
export type Comparison =
  /** By value; floats and the fields of plain objects need no help. */
  | "plain"
  /** Two floats. */
  | "float"
  /** By structure: somewhere inside are floats or objects without an equality of their own. */
  | "deep";

/** Chooses the comparison from the types of both sides. */
export function comparisonOf(
  types: ExpressionTypes,
  actual: Type | undefined,
  expected: Type | undefined,
): Comparison {
  const scalars = [...types.alternatives(actual), ...types.alternatives(expected)];
  if (scalars.length === 0) return "deep";
  const isFloat = (type: Type) => type.kind === "primitive" && type.name === "float";
  const isNumber = (type: Type) =>
    isFloat(type) || (type.kind === "primitive" && /^(int|null)$/.test(type.name));
  if (scalars.every(isNumber)) return scalars.some(isFloat) ? "float" : "plain";
  return scalars.every((type) => isPlain(types, type)) ? "plain" : "deep";
}

const INEXACT = new Set(["float", "any", "json", "object"]);

/** Whether values of the type are equal exactly where their parts are, in every language. */
function isPlain(types: ExpressionTypes, type: Type): boolean {
  switch (type.kind) {
    case "primitive":
      return !INEXACT.has(type.name);
    case "literal":
      return true;
    case "apply":
      return type.arguments.every((part) => types.alternatives(part).every((each) => isPlain(types, each)));
    case "reference": {
      const declaration: Declaration | undefined = types.index.home(type.target)?.declaration;
      return declaration?.kind === "enum";
    }
    default:
      return false;
  }
}

/** The sequence-like constructor that a value has to be gathered from before it can be compared with a list. */
export function gathered(
  types: ExpressionTypes,
  actual: Type | undefined,
): "stream" | "iterable" | undefined {
  for (const each of types.alternatives(actual)) {
    if (each.kind !== "apply") continue;
    if (each.name === "stream") return "stream";
    if (each.name === "sequence" || each.name === "iterable" || each.name === "iterator") return "iterable";
  }
  return undefined;
}
