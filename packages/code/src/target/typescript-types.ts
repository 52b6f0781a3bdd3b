import type { Address, LiteralValue, PrimitiveName, Type } from "@contractc/kernel";
import { codeName, isPlainName } from "./names.js";

/** What the printer asks of the file it prints for. */
export interface TypeScriptTypeNames {
  /** The local name of a declared or external type; sees to the import. */
  reference(target: Address): string;
  /** The name of a type of the ambient library, also where the file defines one of that name. */
  ambient(name: string): string;
}

const PRIMITIVES: Record<PrimitiveName, string> = {
  int: "number",
  float: "number",
  bool: "boolean",
  string: "string",
  bytes: "Uint8Array",
  any: "unknown",
  void: "void",
  null: "null",
  object: "object",
  datetime: "Date",
  date: "Date",
  duration: "number",
  decimal: "string",
  uuid: "string",
  json: "unknown",
  path: "string",
};

const AMBIENT = new Set(["Uint8Array", "Date"]);

/** How tightly a type binds: what is looser than its place asks for stands in parentheses. */
enum Binding {
  Any,
  UnionMember,
  Element,
}

/** A type of the contract as TypeScript writes it. */
export function printTypeScriptType(type: Type, names: TypeScriptTypeNames): string {
  return print(type, Binding.Any, names);
}

function print(type: Type, binding: Binding, names: TypeScriptTypeNames): string {
  const inner = (part: Type) => print(part, Binding.Any, names);
  const list = (types: readonly Type[]) => types.map(inner).join(", ");
  switch (type.kind) {
    case "primitive": {
      const name = PRIMITIVES[type.name];
      return AMBIENT.has(name) ? names.ambient(name) : name;
    }
    case "apply":
      return printApplied(type, binding, names);
    case "reference": {
      const name = names.reference(type.target);
      return type.arguments.length === 0 ? name : `${name}<${list(type.arguments)}>`;
    }
    case "parameter":
    case "unresolved":
      return type.name;
    case "literal":
      return typeScriptLiteral(type.value);
    case "optional":
    case "union": {
      const members = unionMembers(type);
      const texts = [...new Set(members.map((member) => print(member, Binding.UnionMember, names)))];
      const text = [...texts, ...(isOptional(type) ? ["undefined"] : [])].join(" | ");
      return binding === Binding.Any ? text : `(${text})`;
    }
    case "function": {
      const parameters = type.parameters.map((parameter, at) => {
        const name = codeName({ name: parameter.name ?? `argument${at + 1}` }, "typescript", "parameter");
        if (parameter.rest) return `...${name}: ${print(parameter.type, Binding.Element, names)}[]`;
        return `${name}${parameter.optional ? "?" : ""}: ${inner(parameter.type)}`;
      });
      const text = `(${parameters.join(", ")}) => ${inner(type.result)}`;
      return binding === Binding.Any ? text : `(${text})`;
    }
    case "verbatim":
      return binding === Binding.Any || /^[\w.$]+$/.test(type.text) ? type.text : `(${type.text})`;
  }
}

function printApplied(type: Type & { kind: "apply" }, binding: Binding, names: TypeScriptTypeNames): string {
  const inner = (part: Type | undefined) => (part ? print(part, Binding.Any, names) : "unknown");
  const [first, second] = type.arguments;
  const generic = (name: string, ...parts: string[]) => `${names.ambient(name)}<${parts.join(", ")}>`;
  switch (type.name) {
    case "list":
      return arrayOf(first, names);
    case "sequence": {
      const text = `readonly ${arrayOf(first, names)}`;
      return binding === Binding.Element ? `(${text})` : text;
    }
    case "tuple":
      return `[${type.arguments.map(inner).join(", ")}]`;
    case "set":
      return generic("Set", inner(first));
    case "map":
      return generic("Map", inner(first), inner(second));
    case "mapping":
      return generic("ReadonlyMap", inner(first), inner(second));
    case "iterable":
      return generic("Iterable", inner(first));
    case "iterator":
      return generic("Iterator", inner(first));
    case "stream":
      return generic("AsyncIterable", inner(first));
    case "future":
      return generic("Promise", inner(first));
  }
}

function arrayOf(element: Type | undefined, names: TypeScriptTypeNames): string {
  return `${element ? print(element, Binding.Element, names) : "unknown"}[]`;
}

/** Members with nested unions flattened and `undefined` left out. */
function unionMembers(type: Type): Type[] {
  if (type.kind === "optional") return unionMembers(type.type);
  return type.kind === "union" ? type.members.flatMap(unionMembers) : [type];
}

function isOptional(type: Type): boolean {
  return type.kind === "optional" || (type.kind === "union" && type.members.some(isOptional));
}

export function typeScriptLiteral(value: LiteralValue): string {
  return JSON.stringify(value);
}

/** A member's name, in quotes where it is no identifier. */
export function memberName(name: string): string {
  return isPlainName(name, "typescript") ? name : JSON.stringify(name);
}

/** Member access: `.name`, or `["a-b"]`. */
export function memberAccess(name: string): string {
  return isPlainName(name, "typescript") ? `.${name}` : `[${JSON.stringify(name)}]`;
}
