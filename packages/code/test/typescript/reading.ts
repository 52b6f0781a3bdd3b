import { expect } from "vitest";
import type {
  CodeClass,
  CodeField,
  CodeFunction,
  CodeMember,
  CodeMethod,
  CodeSymbol,
  CodeType,
  ModuleSignature,
  Span,
} from "../../src/index.js";
import { typescriptReader } from "../../src/typescript/index.js";

const reader = await typescriptReader();

/** Reads a text that is expected to parse. */
export function read(text: string, file = "module.ts"): ModuleSignature {
  const signature = reader.read(file, text);
  expect(signature.problems).toEqual([]);
  return signature;
}

/** Reads a text that may not parse. */
export function readAny(text: string, file = "module.ts"): ModuleSignature {
  return reader.read(file, text);
}

type Kind = CodeSymbol["kind"];

/** The only symbol of a name and kind. */
export function symbol<K extends Kind>(
  from: { symbols: CodeSymbol[] },
  kind: K,
  name: string,
): Extract<CodeSymbol, { kind: K }> {
  const found = from.symbols.filter((each) => each.name === name && each.kind === kind);
  expect(
    found,
    `${kind} ${name} among ${from.symbols.map((each) => `${each.kind} ${each.name}`).join(", ")}`,
  ).toHaveLength(1);
  return found[0] as Extract<CodeSymbol, { kind: K }>;
}

export function fn(text: string, name = "f", file?: string): CodeFunction {
  return symbol(read(text, file), "function", name);
}

export function cls(text: string, name = "C", file?: string): CodeClass {
  return symbol(read(text, file), "class", name);
}

/** Methods and constructors share one shape, told apart by `kind`. */
type MemberOf<K extends CodeMember["kind"]> = K extends "field" ? CodeField : CodeMethod;

export function member<K extends CodeMember["kind"]>(from: CodeClass, kind: K, name: string): MemberOf<K> {
  const found = from.members.filter((each) => each.kind === kind && each.name === name);
  expect(found, `${kind} ${name} among ${from.members.map((each) => each.name).join(", ")}`).toHaveLength(1);
  return found[0] as MemberOf<K>;
}

export function at(text: string, span: Span): string {
  return text.slice(span.start, span.end);
}

/** A type as a short text, so that expectations can be read; says everything but places. */
export function show(type: CodeType | undefined): string {
  if (type === undefined) return "-";
  switch (type.kind) {
    case "name":
      return type.arguments.length === 0 ? type.name : `${type.name}<${type.arguments.map(show).join(", ")}>`;
    case "literal":
      return "value" in type.literal
        ? JSON.stringify(type.literal.value)
        : "text" in type.literal
          ? type.literal.text
          : type.literal.kind;
    case "union":
      return `(${type.members.map(show).join(" | ")})`;
    case "intersection":
      return `(${type.members.map(show).join(" & ")})`;
    case "array":
      return `${type.readonly ? "readonly " : ""}${show(type.element)}[]`;
    case "tuple":
      return `${type.readonly ? "readonly " : ""}[${type.items.map(show).join(", ")}]`;
    case "function": {
      const generics = type.typeParameters.map((each) => each.name).join(", ");
      return `${generics && `<${generics}>`}(${type.parameters.map(showParameter).join(", ")}) => ${show(type.result)}`;
    }
    case "object": {
      const members = type.members.map((each) =>
        each.kind === "field"
          ? `${each.name}${each.optional ? "?" : ""}: ${show(each.type)}`
          : `${each.name}()`,
      );
      if (type.index) members.push(`[${show(type.index.key)}]: ${show(type.index.value)}`);
      return `{ ${members.join("; ")} }`;
    }
    case "typeof":
      return `typeof ${type.name}`;
    case "other":
      return `other(${type.text})`;
    default:
      return type.kind;
  }
}

function showParameter(each: CodeFunction["signatures"][number]["parameters"][number]): string {
  return `${each.kind === "variadic" ? "..." : ""}${each.name}${each.optional ? "?" : ""}: ${show(each.type)}`;
}

/** Signatures as a short text each: `async (a: string, b?: number) -> void`. */
export function showSignatures(from: Pick<CodeFunction, "signatures">): string[] {
  return from.signatures.map((each) => {
    const words = `${each.async ? "async " : ""}${each.generator ? "generator " : ""}`;
    const generics = each.typeParameters.map((one) =>
      one.bound ? `${one.name}: ${show(one.bound)}` : one.name,
    );
    const result = each.result ? show(each.result) : each.returnsNothing ? "nothing" : "-";
    const parameters = each.parameters.map(showParameter).join(", ");
    return `${words}${generics.length > 0 ? `<${generics.join(", ")}>` : ""}(${parameters}) -> ${result}`;
  });
}
