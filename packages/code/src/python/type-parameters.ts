import type { Node } from "web-tree-sitter";
import type { CodeParameter, CodeType, CodeTypeParameter, Span } from "../reading/signature.js";
import { type Expression, parseArguments, parseExpression } from "./expression.js";
import { field, type Source } from "./source.js";
import { skipBlank, skipTo } from "./tokens.js";
import { eachName, toType } from "./types.js";

const VARIABLE = /^[ \t]*(\w+)\s*(?::[^=\n]+)?=\s*([\w.]*(?:TypeVar|ParamSpec|TypeVarTuple))\s*\(/gm;

/** Finds `T = TypeVar("T", bound=…)` and the like, anywhere in the file, before annotations are read. */
export function collectTypeVariables(source: Source): void {
  if (/\bAnyStr\b/.test(source.text)) source.typeVariables.set("AnyStr", anyStr());
  for (const match of source.text.matchAll(VARIABLE)) {
    if (!isTypeVariableCall(match[2] as string, source)) continue;
    const name = match[1] as string;
    const open = match.index + match[0].length - 1;
    const call = parseArguments(source.text, open, source.text.length);
    const bound = boundOf(call.arguments, source);
    const variadic = source.known(match[2] as string) === "TypeVarTuple" ? { variadic: true as const } : {};
    source.typeVariables.set(name, bound ? { name, bound, ...variadic } : { name, ...variadic });
  }
}

/** Whether a call of this name defines a type variable. */
export function isTypeVariableCall(callee: string, source: Source): boolean {
  return /^(?:TypeVar|ParamSpec|TypeVarTuple)$/.test(source.known(callee));
}

function boundOf(found: { name?: string; value: Expression }[], source: Source): CodeType | undefined {
  const bound = found.find((argument) => argument.name === "bound");
  if (bound) return toType(bound.value, source.text, source);
  const constraints = found.filter((argument) => argument.name === undefined).slice(1);
  return unionOf(constraints.map((argument) => toType(argument.value, source.text, source)));
}

function unionOf(members: CodeType[]): CodeType | undefined {
  const first = members[0];
  if (!first || members.length === 1) return first;
  return { kind: "union", members, start: first.start, end: (members.at(-1) as CodeType).end };
}

/** `typing.AnyStr`, which nobody defines. */
function anyStr(): CodeTypeParameter {
  const name = (text: string): CodeType => ({ kind: "name", name: text, arguments: [], start: 0, end: 0 });
  return {
    name: "AnyStr",
    bound: { kind: "union", members: [name("str"), name("bytes")], start: 0, end: 0 },
  };
}

/** The type parameters of PEP 695: `[T: Bound, *Ts, **P]` behind the name of a function, class or type. */
export function declaredTypeParameters(node: Node, source: Source): CodeTypeParameter[] | undefined {
  const list = field(node, "type_parameters");
  return list && parseTypeParameters(source, { start: list.startIndex + 1, end: list.endIndex - 1 });
}

/** @param span inside of the brackets */
export function parseTypeParameters(source: Source, span: Span): CodeTypeParameter[] {
  const { text } = source;
  const found: CodeTypeParameter[] = [];
  let at = skipBlank(text, span.start, span.end);
  while (at < span.end) {
    const end = skipTo(text, at, span.end, ",");
    const colon = skipTo(text, at, end, ":=");
    const name = /[\p{XIDS}_][\p{XIDC}]*/u.exec(text.slice(at, colon))?.[0];
    // PEP 696: a default, which says nothing about what is allowed.
    const bounded = text[colon] === ":" ? skipTo(text, colon + 1, end, "=") : colon;
    const bound = bounded > colon ? parseExpression(text, colon + 1, bounded) : undefined;
    if (name !== undefined) {
      const members = bound?.kind === "tuple" ? bound.items : bound ? [bound] : [];
      const type = unionOf(members.map((member) => toType(member, text, source)));
      // `*Ts`, and not `**P`.
      const variadic = /^\*(?!\*)/.test(text.slice(at, colon)) ? { variadic: true as const } : {};
      found.push(type ? { name, bound: type, ...variadic } : { name, ...variadic });
    }
    at = skipBlank(text, end + 1, span.end);
  }
  return found;
}

/**
 * The type variables that types mention, in order of appearance: what makes a function generic where it declares no
 * type parameters.
 *
 * @param bound names that an enclosing class has already given a meaning
 */
export function inferTypeParameters(
  types: readonly (CodeType | undefined)[],
  source: Source,
  bound: ReadonlySet<string>,
): CodeTypeParameter[] {
  if (source.typeVariables.size === 0) return [];
  const found = new Map<string, CodeTypeParameter>();
  for (const type of types) {
    if (!type) continue;
    eachName(type, (name) => {
      // `P.args` and `P.kwargs` of a ParamSpec.
      const head = name.replace(/\.(?:kw)?args$/, "");
      const variable = source.typeVariables.get(head);
      if (variable && !bound.has(head)) found.set(head, variable);
    });
  }
  return [...found.values()];
}

/** Types of a signature in reading order. */
export function typesOf(
  parameters: readonly CodeParameter[],
  result: CodeType | undefined,
): (CodeType | undefined)[] {
  return [...parameters.map((parameter) => parameter.type), result];
}

const NEW_STYLE = /\b(?:def|class|type)\s+[\p{XIDS}_][\p{XIDC}]*\s*\[/gu;

/**
 * The grammar at hand does not know defaults of type parameters (PEP 696, Python 3.13). Blanks out those of a text
 * that did not parse; offsets stay as they are.
 *
 * @returns the same text where there are none
 */
export function withoutTypeParameterDefaults(text: string): string {
  const parts: string[] = [];
  let done = 0;
  for (const match of text.matchAll(NEW_STYLE)) {
    const open = match.index + match[0].length;
    if (open < done) continue;
    const close = skipTo(text, open, text.length, "]");
    for (let at = open; at < close; ) {
      const end = skipTo(text, at, close, ",");
      const equals = skipTo(text, at, end, "=");
      parts.push(text.slice(done, equals), text.slice(equals, end).replace(/[^\r\n]/g, " "));
      done = end;
      at = end + 1;
    }
  }
  return done === 0 ? text : parts.join("") + text.slice(done);
}
