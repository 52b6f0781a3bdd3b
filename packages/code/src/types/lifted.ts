import {
  type Address,
  type ConstructorName,
  type FunctionTypeParameter,
  type LiteralValue,
  type PrimitiveName,
  printType,
  type Type,
} from "@contractc/kernel";
import { oneLine } from "./verbatim.js";

/**
 * A type of the code in the contract's terms. It has all forms of a contract's `Type` (every `Type` is one) and
 * those that only code has: names that the contract does not declare and type literals.
 */
export type LiftedType = {
  /** The source text, so that a verbatim type of the contract can be held against it. */
  written?: Written;
} & (
  | { kind: "primitive"; name: PrimitiveName }
  | { kind: "apply"; name: ConstructorName; arguments: LiftedType[] }
  | { kind: "reference"; target: Address; arguments: LiftedType[] }
  | { kind: "parameter"; name: string }
  | { kind: "literal"; value: Exclude<LiteralValue, null> }
  | { kind: "optional"; type: LiftedType }
  | { kind: "union"; members: LiftedType[] }
  | { kind: "function"; parameters: LiftedFunctionParameter[]; result: LiftedType }
  | { kind: "verbatim"; text: string }
  | { kind: "unresolved"; name: string }
  | LocalType
  /** A name of a package, the standard library or (`package: ""`) the ambient library that the contract does not name. */
  | { kind: "foreign"; package: string; name: string; arguments: LiftedType[] }
  /** `{ a: A; b?: B }` written in place. */
  | { kind: "object"; fields: LiftedField[] }
);

/** The text of a type. Few types are asked for it, and a file that nobody asks need not be read. */
export interface Written {
  readonly text: string;
}

/** A symbol of a project file that the contract does not declare: an alias, or a class of its own. */
export interface LocalType {
  kind: "local";
  file: string;
  name: string;
  member?: string;
  arguments: LiftedType[];
}

export interface LiftedFunctionParameter {
  name?: string;
  type: LiftedType;
  optional?: true;
  rest?: true;
}

export interface LiftedField {
  name: string;
  type: LiftedType;
  optional?: true;
}

export function primitive(name: PrimitiveName): { kind: "primitive"; name: PrimitiveName } {
  return { kind: "primitive", name };
}

export function apply<T extends LiftedType>(
  name: ConstructorName,
  ...arguments_: T[]
): { kind: "apply"; name: ConstructorName; arguments: T[] } {
  return { kind: "apply", name, arguments: arguments_ };
}

/** Whether a type or any part of it has a property. */
export function someType(type: LiftedType, test: (part: LiftedType) => boolean): boolean {
  const inner = (part: LiftedType) => someType(part, test);
  if (test(type)) return true;
  switch (type.kind) {
    case "apply":
    case "reference":
    case "local":
    case "foreign":
      return type.arguments.some(inner);
    case "optional":
      return inner(type.type);
    case "union":
      return type.members.some(inner);
    case "function":
      return type.parameters.some((parameter) => inner(parameter.type)) || inner(type.result);
    case "object":
      return type.fields.some((field) => inner(field.type));
    default:
      return false;
  }
}

/** The type with each literal widened to what it is a value of: `"a" | "b"` is a `string`. */
export function widened(type: LiftedType): LiftedType {
  if (type.kind !== "literal") {
    const { written: _, ...wide } = mapParts(type, widened);
    return wide;
  }
  switch (typeof type.value) {
    case "string":
      return primitive("string");
    case "boolean":
      return primitive("bool");
    default:
      return primitive("float");
  }
}

/** The type with a change made to each of its direct parts; what has no parts stays as it is. */
export function mapParts(type: LiftedType, change: (part: LiftedType) => LiftedType): LiftedType {
  switch (type.kind) {
    case "apply":
    case "reference":
    case "local":
    case "foreign":
      return { ...type, arguments: type.arguments.map(change) };
    case "optional":
      return { ...type, type: change(type.type) };
    case "union":
      return { ...type, members: type.members.map(change) };
    case "function":
      return {
        ...type,
        parameters: type.parameters.map((parameter) => ({ ...parameter, type: change(parameter.type) })),
        result: change(type.result),
      };
    case "object":
      return { ...type, fields: type.fields.map((field) => ({ ...field, type: change(field.type) })) };
    default:
      return type;
  }
}

/**
 * The contract type that stands for a type of the code, as `extract` writes it: what the contract language cannot
 * say becomes a verbatim type, so that comparing the result with the code finds them equivalent.
 */
export function contractType(type: LiftedType): Type {
  return convert(type, (unnamed, name) => ({
    kind: "verbatim",
    text: oneLine(unnamed.written?.text ?? name),
  }));
}

/** A type of the code as messages show it: contract notation, with the code's own names where it has no other. */
export function printLifted(type: LiftedType): string {
  return printType(
    convert(type, (unnamed, name) => ({ kind: "unresolved", name: unnamed.written?.text ?? name })),
  );
}

function convert(type: LiftedType, unnamed: (type: LiftedType, name: string) => Type): Type {
  const inner = (part: LiftedType) => convert(part, unnamed);
  switch (type.kind) {
    case "primitive":
      return { kind: "primitive", name: type.name };
    case "parameter":
      return { kind: "parameter", name: type.name };
    case "literal":
      return { kind: "literal", value: type.value };
    case "apply":
      return { kind: "apply", name: type.name, arguments: type.arguments.map(inner) };
    case "reference":
      return { kind: "reference", target: type.target, arguments: type.arguments.map(inner) };
    case "optional":
      return { kind: "optional", type: inner(type.type) };
    case "union":
      return { kind: "union", members: type.members.map(inner) };
    case "function":
      return {
        kind: "function",
        parameters: type.parameters.map(
          ({ name, type: parameter, optional, rest }): FunctionTypeParameter => ({
            ...(name === undefined ? {} : { name }),
            type: inner(parameter),
            ...(optional ? { optional } : {}),
            ...(rest ? { rest } : {}),
          }),
        ),
        result: inner(type.result),
      };
    case "verbatim":
      return { kind: "verbatim", text: oneLine(type.text) };
    case "unresolved":
      return unnamed(type, type.name);
    case "local":
    case "foreign":
      return unnamed(type, type.name);
    case "object":
      return { kind: "verbatim", text: oneLine(type.written?.text ?? objectText(type.fields)) };
  }
}

function objectText(fields: readonly LiftedField[]): string {
  const texts = fields.map(
    ({ name, type, optional }) => `${name}${optional ? "?" : ""}: ${printLifted(type)}`,
  );
  return `{ ${texts.join("; ")} }`;
}
