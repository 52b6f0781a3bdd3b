import type {
  ClassLike,
  Declaration,
  EnumMember,
  Field,
  Member,
  Parameter,
  ParameterKind,
  Signature,
} from "../model/declarations.js";
import { breakMark, printClauseNames, printList } from "./break-marks.js";
import { printExpression, printRaised } from "./expressions.js";
import { printNamesAnnotation } from "./lines.js";
import { printName } from "./names.js";
import {
  type PrintOptions,
  printBreakableType,
  printTarget,
  printType,
  printTypeParameters,
} from "./types.js";

/** A parameter as a contract writes it, without the `*` and `/` markers around it. */
export function printParameter(parameter: Parameter, options: PrintOptions = {}): string {
  const named = options.annotations && parameter.names ? `${printNamesAnnotation(parameter.names)} ` : "";
  const stars = parameter.kind === "variadic" ? "..." : parameter.kind === "keyword-variadic" ? "**" : "";
  const mark = parameter.optional && parameter.default === undefined ? "?" : "";
  const value = parameter.default === undefined ? "" : ` = ${printExpression(parameter.default, options)}`;
  return `${named}${stars}${printName(parameter.name)}${mark}: ${printType(parameter.type, options)}${value}`;
}

/** A parameter list without its parentheses, with the `/` and `*` markers where kinds change. */
export function printParameters(parameters: readonly Parameter[], options: PrintOptions = {}): string {
  const texts: string[] = [];
  let before: ParameterKind | null = null;
  for (const parameter of parameters) {
    if (before === "positional-only" && parameter.kind !== "positional-only") texts.push("/");
    if (parameter.kind === "keyword-only" && before !== "keyword-only" && before !== "variadic")
      texts.push("*");
    texts.push(printParameter(parameter, options));
    before = parameter.kind;
  }
  if (before === "positional-only") texts.push("/");
  return texts.join(", ");
}

/** `<T>(a: int) -> bool`: what follows the name of a function, without clauses. A `void` result is left out. */
export function printSignature(signature: Signature, options: PrintOptions = {}): string {
  const result =
    signature.result.kind === "primitive" && signature.result.name === "void"
      ? ""
      : ` -> ${printType(signature.result, options)}`;
  return `${printTypeParameters(signature.typeParameters, options)}(${printParameters(signature.parameters, options)})${result}`;
}

/** One member on one line, with modifiers and without clauses and docs. */
export function printMember(member: Member, options: PrintOptions = {}): string {
  switch (member.kind) {
    case "field":
      return printField(member, options);
    case "constructor":
      return `new${printSignature({ ...member, result: { kind: "primitive", name: "void" } }, options)}`;
    case "method":
      return `${modifiers(member)}${printMethodName(member.name)}${printSignature(member, options)}`;
  }
}

/** `new(` is always the constructor: a method of that name stands in back-ticks. */
function printMethodName(name: string): string {
  return name === "new" ? "`new`" : printName(name);
}

function printField(field: Field, options: PrintOptions): string {
  const mark = field.optional && field.default === undefined ? "?" : "";
  const value = field.default === undefined ? "" : ` = ${printExpression(field.default, options)}`;
  return `${modifiers(field)}${printName(field.name)}${mark}: ${printBreakableType(field.type, options)}${value}`;
}

interface Modified {
  internal?: true;
  exportDefault?: true;
  static?: true;
  abstract?: true;
  readonly?: true;
  async?: true;
}

function modifiers(of: Modified): string {
  const words = [
    of.exportDefault && "export default",
    of.internal && "internal",
    of.static && "static",
    of.abstract && "abstract",
    of.readonly && "readonly",
    of.async && "async",
  ];
  return words.map((word) => (word ? `${word} ` : "")).join("");
}

/**
 * A declaration's first line without its braces, members, clauses and docs: `abstract class A<T> extends B`,
 * `fn f(a: int) -> bool`, `enum Side`, `type X = A | B`.
 */
export function printHeading(declaration: Declaration, options: PrintOptions = {}): string {
  const name = printName(declaration.name);
  switch (declaration.kind) {
    case "class":
    case "interface":
    case "record":
    case "error":
      return `${modifiers(declaration)}${declaration.kind} ${name}${printTypeParameters(declaration.typeParameters, options)}${bases(declaration, options)}`;
    case "enum":
      return `${modifiers(declaration)}enum ${name}`;
    case "alias":
      return `${modifiers(declaration)}type ${name}${printTypeParameters(declaration.typeParameters, options)} = ${printBreakableType(declaration.type, options)}`;
    case "function":
      return `${modifiers(declaration)}fn ${name}${printSignature(declaration, options)}`;
    case "const": {
      const value =
        declaration.value === undefined ? "" : ` = ${printExpression(declaration.value, options)}`;
      return `${modifiers(declaration)}const ${name}: ${printType(declaration.type, options)}${value}`;
    }
    case "event":
      return `event ${name}(${printParameters(declaration.parameters, options)})`;
    case "states": {
      const mark = breakMark("clause", options);
      const initial =
        declaration.initial === undefined ? "" : ` ${mark}initial ${printName(declaration.initial)}`;
      const final =
        declaration.final.length === 0
          ? ""
          : ` ${mark}final ${printList(declaration.final.map(printName), options)}`;
      return `states ${name}${initial}${final}`;
    }
  }
}

function bases(declaration: ClassLike, options: PrintOptions): string {
  const mark = breakMark("clause", options);
  const list = (word: string, types: ClassLike["extends"]) =>
    types && types.length > 0
      ? ` ${mark}${word} ${printList(
          types.map((type) => printType(type, options)),
          options,
        )}`
      : "";
  return list("extends", declaration.extends) + list("implements", declaration.implements);
}

/** `Player = "player"` */
export function printEnumMember(member: EnumMember): string {
  return printName(member.name) + (member.value === undefined ? "" : ` = ${JSON.stringify(member.value)}`);
}

/** The clauses of a function that name errors and events: `raises A, B`, `emits E`. */
export function printEffects(signature: Signature, options: PrintOptions = {}): string[] {
  const raised = (signature.raises ?? []).map((error) => printRaised(error, options));
  const emitted = (signature.emits ?? []).map((event) => printTarget(event, options));
  return [
    ...(raised.length > 0 ? [`raises ${printClauseNames(raised, options)}`] : []),
    ...(emitted.length > 0 ? [`emits ${printClauseNames(emitted, options)}`] : []),
  ];
}
