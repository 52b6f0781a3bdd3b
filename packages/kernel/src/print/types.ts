import type { Address, FunctionTypeParameter, Type, TypeParameter } from "../model/types.js";
import { breakMark, type MarkOptions } from "./break-marks.js";
import { declaredName, printName } from "./names.js";

export interface PrintOptions extends MarkOptions {
  /** How a declared or external type, error, event or value is written; its bare name where this is not given. */
  nameOf?: (target: Address) => string;
  /** Whether a name is that of a type in reach: a text of the target's own in back-ticks would be taken for it. */
  isTaken?: (name: string) => boolean;
  /** Writes the names that parameters have in code: `@name(python: "from_") from: int`. */
  annotations?: true;
}

/** A declaration as a contract names it. */
export function printTarget(target: Address, options: PrintOptions = {}): string {
  return options.nameOf?.(target) ?? printName(declaredName(target));
}

/** What a type stands in; a type that binds more loosely is put in parentheses. */
enum Binding {
  Any,
  /** A member of a union. */
  Union,
  /** Before `?` and `[]`. */
  Postfix,
}

/**
 * A type as a contract writes it, on one line.
 *
 * @returns the canonical form: `list<T>`, `tuple<A, B>`, `T?`
 */
export function printType(type: Type, options: PrintOptions = {}): string {
  return print(type, Binding.Any, options);
}

/** The same; where marks are asked for, a union may be broken before each of its types. */
export function printBreakableType(type: Type, options: PrintOptions): string {
  if (type.kind !== "union") return printType(type, options);
  const members = type.members.map((member) => print(member, Binding.Union, options));
  return breakMark("union", options) + members.join(` ${breakMark("bar", options)}| `);
}

function print(type: Type, binding: Binding, options: PrintOptions): string {
  switch (type.kind) {
    case "primitive":
    case "parameter":
    case "unresolved":
      return type.name;
    case "literal":
      return JSON.stringify(type.value);
    case "verbatim":
      return `\`${options.isTaken?.(type.text) ? `(${type.text})` : type.text.replaceAll("`", "'")}\``;
    case "apply":
      return type.name + printArguments(type.arguments, options);
    case "reference":
      return printTarget(type.target, options) + printArguments(type.arguments, options);
    case "optional":
      return `${print(type.type, Binding.Postfix, options)}?`;
    case "union": {
      const text = type.members.map((member) => print(member, Binding.Union, options)).join(" | ");
      return binding === Binding.Any ? text : `(${text})`;
    }
    case "function": {
      const parameters = type.parameters
        .map((parameter) => printFunctionParameter(parameter, options))
        .join(", ");
      const text = `(${parameters}) -> ${print(type.result, Binding.Any, options)}`;
      return binding === Binding.Any ? text : `(${text})`;
    }
  }
}

function printArguments(types: readonly Type[], options: PrintOptions): string {
  return types.length === 0 ? "" : `<${types.map((type) => printType(type, options)).join(", ")}>`;
}

function printFunctionParameter(parameter: FunctionTypeParameter, options: PrintOptions): string {
  const type = printType(parameter.type, options);
  const rest = parameter.rest ? "..." : "";
  if (parameter.name === undefined) return rest + type;
  return `${rest}${printName(parameter.name)}${parameter.optional ? "?" : ""}: ${type}`;
}

/** `<T, U: Entity = Player>`, or nothing for no type parameters. */
export function printTypeParameters(
  parameters: readonly TypeParameter[] = [],
  options: PrintOptions = {},
): string {
  if (parameters.length === 0) return "";
  const texts = parameters.map((parameter) => {
    const bound = parameter.bound ? `: ${printType(parameter.bound, options)}` : "";
    const standard = parameter.default ? ` = ${printType(parameter.default, options)}` : "";
    return parameter.name + bound + standard;
  });
  return `<${texts.join(", ")}>`;
}
