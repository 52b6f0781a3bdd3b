import { type Expression, type Fix, lastName, type Type } from "@contractc/kernel";
import type { CodeFile } from "../project/project.js";
import type { CodeDefault, CodeParameter, CodeSignature, Span } from "../reading/signature.js";
import { printPythonType } from "../target/python-types.js";
import { printTypeScriptType } from "../target/typescript-types.js";
import type { DriftContext } from "./context.js";
import { codeName } from "./locate.js";
import type { Subject } from "./subject.js";

/** Thrown by the printers' name callbacks and caught here: the file has no name for a part of the type. */
class Unavailable extends Error {}

/**
 * A type of the contract as the code of one file can write it today, with the names that the file has already.
 *
 * @returns `undefined` where an import would be needed, which is more than a small edit
 */
export function typeText(context: DriftContext, subject: Subject, type: Type): string | undefined {
  const { file } = subject;
  const unavailable = (): never => {
    throw new Unavailable();
  };
  const reference = (target: string): string => {
    const declaration = context.declarations.get(target);
    const name = declaration ? codeName(declaration, file.language) : lastName(target);
    const meaning = context.project.resolveName(file.path, name);
    return context.addressOf(meaning, name, file) === target ? name : unavailable();
  };
  const parameter = (name: string): string => (subject.scope.typeParameters.has(name) ? name : unavailable());
  try {
    if (file.language === "python") {
      const standard = (module: string, name: string): string => {
        const meaning = context.project.resolveName(file.path, name);
        const is =
          meaning.kind === "external" && `${meaning.package}.${meaning.name}` === `${module}.${name}`;
        return is ? name : unavailable();
      };
      return printPythonType(type, { standard, reference, typeVariable: parameter }, "annotation");
    }
    return hasForeignParameter(type, subject)
      ? undefined
      : printTypeScriptType(type, { reference, ambient: (name) => name });
  } catch (error) {
    if (error instanceof Unavailable) return undefined;
    throw error;
  }
}

/** TypeScript's printer writes type parameters as the contract calls them. */
function hasForeignParameter(type: Type, subject: Subject): boolean {
  switch (type.kind) {
    case "parameter":
      return !subject.scope.typeParameters.has(type.name);
    case "apply":
    case "reference":
      return type.arguments.some((part) => hasForeignParameter(part, subject));
    case "optional":
      return hasForeignParameter(type.type, subject);
    case "union":
      return type.members.some((part) => hasForeignParameter(part, subject));
    case "function":
      return (
        type.parameters.some((part) => hasForeignParameter(part.type, subject)) ||
        hasForeignParameter(type.result, subject)
      );
    default:
      return false;
  }
}

/** One edit of the code. */
export function codeFix(
  context: DriftContext,
  file: CodeFile,
  title: string,
  edits: readonly { span: Span; text: string }[],
): Fix {
  return {
    title,
    kind: "code",
    edits: edits.map(({ span, text }) => ({ ...context.codePlace(file, span), text })),
  };
}

/** Replaces an annotation by the contract's type. */
export function retype(
  context: DriftContext,
  subject: Subject,
  span: Span & { written?: string },
  type: Type,
): Fix[] {
  // The compiler's own finding stands nowhere.
  if (span.written !== undefined) return [];
  // Quotes around an annotation belong to it, but not to the span of the type in them.
  const { text } = subject.file;
  const quoted = /["']/.test(text[span.start - 1] ?? "") && /["']/.test(text[span.end] ?? "");
  const wanted = quoted ? undefined : typeText(context, subject, type);
  if (wanted === undefined) return [];
  return [codeFix(context, subject.file, `Change the type to \`${wanted}\``, [{ span, text: wanted }])];
}

/** Replaces a default or a value by the contract's literal. */
export function revalue(
  context: DriftContext,
  subject: Subject,
  value: CodeDefault,
  wanted: Expression,
): Fix[] {
  const text = literalText(wanted, subject.file);
  if (text === undefined) return [];
  return [codeFix(context, subject.file, `Change the value to \`${text}\``, [{ span: value, text }])];
}

/** A simple literal in the file's language. */
function literalText(value: Expression, { language }: CodeFile): string | undefined {
  switch (value.kind) {
    case "string":
      return JSON.stringify(value.value);
    case "number":
      return value.text;
    case "boolean":
      return language === "python" ? (value.value ? "True" : "False") : String(value.value);
    case "null":
      return language === "python" ? "None" : undefined;
    default:
      return undefined;
  }
}

/** Writes the annotations that a signature leaves out: all of them, or none where one cannot be written. */
export function annotate(
  context: DriftContext,
  subject: Subject,
  parameters: readonly { parameter: CodeParameter; type: Type }[],
  result: { signature: CodeSignature; type: Type } | undefined,
): Fix[] {
  const { file } = subject;
  const edits: { span: Span; text: string }[] = [];
  for (const { parameter, type } of parameters) {
    const isArray = file.language === "typescript" && parameter.kind === "variadic";
    const wanted = typeText(context, subject, isArray ? listOf(type) : type);
    if (wanted === undefined || parameter.destructured) return [];
    let at = parameter.nameSpan.end;
    if (file.text[at] === "?") at += 1;
    // PEP 8 puts spaces around the `=` of an annotated parameter.
    const tight = file.language === "python" && file.text[at] === "=";
    edits.push({ span: { start: at, end: tight ? at + 1 : at }, text: `: ${wanted}${tight ? " = " : ""}` });
  }
  if (result) {
    const { signature, type } = result;
    const close = signature.parameterSpan.end;
    const isCoroutine = signature.async === true && file.language === "typescript" && !signature.generator;
    const wanted = typeText(context, subject, isCoroutine ? futureOf(type) : type);
    if (wanted === undefined || signature.generator || file.text[close] !== ")") return [];
    const text = file.language === "python" ? ` -> ${wanted}` : `: ${wanted}`;
    edits.push({ span: { start: close + 1, end: close + 1 }, text });
  }
  return edits.length === 0 ? [] : [codeFix(context, file, "Annotate as the contract declares", edits)];
}

function listOf(type: Type): Type {
  return { kind: "apply", name: "list", arguments: [type] };
}

function futureOf(type: Type): Type {
  return { kind: "apply", name: "future", arguments: [type] };
}
