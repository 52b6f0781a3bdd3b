import type { PropertyKey, TSImportType, TSTypeName } from "oxc-parser";
import type { CodeField, CodeMember, Span } from "../reading/signature.js";
import type { Comments } from "./comments.js";
import { keyName } from "./literals.js";
import type { Source } from "./source.js";

/** @returns the member's name; of one that is computed (`[Symbol.iterator]`) its text in brackets */
export function memberName(key: PropertyKey, computed: boolean, source: Source): string {
  return keyName(key, computed) ?? (computed ? `[${source.slice(key)}]` : source.slice(key));
}

/** @returns what is to be spread into a symbol or member for its doc comment */
export function docOf(comments: Comments | undefined, start: number): { doc?: string } {
  const doc = comments?.describe(start);
  return doc ? { doc } : {};
}

/** A member's place without the `;` or `,` behind it. */
export function withoutSeparator(node: Span, source: Source): Span {
  const last = source.text[node.end - 1];
  if (last !== ";" && last !== ",") return node;
  let end = node.end - 1;
  while (end > node.start && /\s/.test(source.text[end - 1]!)) end--;
  return { start: node.start, end };
}

/**
 * Adds a getter or setter; a pair of them is one field, which is read-only where there is no setter. The getter
 * has the say on the field's type.
 *
 * @param known the accessors met so far
 * @param key tells static ones from others
 */
export function mergeAccessor(
  members: CodeMember[],
  known: Map<string, CodeField>,
  key: string,
  field: CodeField,
): void {
  const other = known.get(key);
  if (other === undefined) {
    known.set(key, field);
    members.push(field);
    return;
  }
  const [getter, setter] = field.readonly ? [field, other] : [other, field];
  const merged: CodeField = { ...setter, ...getter, decorators: [...other.decorators, ...field.decorators] };
  delete merged.readonly;
  known.set(key, merged);
  members[members.indexOf(other)] = merged;
}

/** Adds `m?(): T`, which is a field of function type that may be absent; overloads of it are an intersection. */
export function addOptionalMethod(members: CodeMember[], field: CodeField): void {
  const last = members.at(-1);
  const first = last?.kind === "field" && last.optional && last.name === field.name ? last : undefined;
  if (first?.type === undefined || field.type === undefined) {
    members.push(field);
    return;
  }
  const signatures = first.type.kind === "intersection" ? first.type.members : [first.type];
  const span = { start: first.span.start, end: field.span.end };
  members[members.length - 1] = {
    ...first,
    span,
    type: { kind: "intersection", members: [...signatures, field.type], ...span },
  };
}

export const KEYWORDS = {
  TSAnyKeyword: "any",
  TSBigIntKeyword: "bigint",
  TSBooleanKeyword: "boolean",
  TSNeverKeyword: "never",
  TSNumberKeyword: "number",
  TSObjectKeyword: "object",
  TSStringKeyword: "string",
  TSSymbolKeyword: "symbol",
  TSUnknownKeyword: "unknown",
  TSVoidKeyword: "void",
  TSThisType: "this",
} as const;

/** `a.b.C` */
export function typeName(node: TSTypeName): string {
  const names: string[] = [];
  let left = node;
  while (left.type === "TSQualifiedName") {
    names.push(left.right.name);
    left = left.left;
  }
  names.push(left.type === "Identifier" ? left.name : "this");
  return names.reverse().join(".");
}

/** `import("x").A.B` */
export function importName(node: TSImportType): string {
  const names: string[] = [];
  let left = node.qualifier;
  while (left?.type === "TSQualifiedName") {
    names.push(left.right.name);
    left = left.left;
  }
  if (left) names.push(left.name);
  return [`import(${JSON.stringify(node.source.value)})`, ...names.reverse()].join(".");
}
