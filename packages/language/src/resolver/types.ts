import {
  CONSTRUCTORS,
  finding,
  isIdentifier,
  PRIMITIVES,
  type Type,
  type TypeParameter,
} from "@contractc/kernel";
import { reportDuplicate } from "../binder/bind-file.js";
import type { DeclarationSymbol } from "../binder/symbols.js";
import type * as ast from "../syntax/index.js";
import { numberValue, startOf } from "../syntax/index.js";
import { BUILTIN_TYPES, isConstructor, TYPE_ALIASES, TYPE_HABITS } from "./builtin-names.js";
import type { ModuleContext } from "./context.js";
import { EXPECTED, lookup } from "./lookup.js";
import { renameFix } from "./name-reports.js";
import { optional, union } from "./type-forms.js";

/** The type parameters in reach, innermost last. */
export type TypeScope = ReadonlySet<string>;

export const NO_PARAMETERS: TypeScope = new Set();

/** Types without parts are the same object wherever they stand. */
const PRIMITIVE_TYPES: ReadonlyMap<string, Type> = new Map(
  PRIMITIVES.map((name): [string, Type] => [name, { kind: "primitive", name }]),
);

export const VOID: Type = PRIMITIVE_TYPES.get("void")!;

const NO_ARGUMENTS: Type[] = [];

/**
 * What a type annotation means.
 *
 * @param context the module it stands in
 * @param parameters names of the type parameters in reach
 * @param symbol address of the declaration it stands in, for findings
 * @returns `unresolved` for a missing type or an unknown name; that is reported
 */
export function resolveType(
  context: ModuleContext,
  node: ast.Type | undefined,
  parameters: TypeScope,
  symbol: string,
): Type {
  if (!node) return { kind: "unresolved", name: "" };
  if (node.$type === "NamedType") return resolveNamed(context, node, parameters, symbol);
  if (node.$type === "LiteralType") return literalType(node);
  return resolveComposite(context, node, parameters, symbol);
}

function resolveComposite(
  context: ModuleContext,
  node: Exclude<ast.Type, ast.NamedType | ast.LiteralType>,
  parameters: TypeScope,
  symbol: string,
): Type {
  const resolve = (inner: ast.Type | undefined) => resolveType(context, inner, parameters, symbol);
  switch (node.$type) {
    case "OptionalType":
      return optional(resolve(node.type));
    case "ArrayType":
      return { kind: "apply", name: "list", arguments: [resolve(node.element)] };
    case "TupleType":
      return { kind: "apply", name: "tuple", arguments: node.elements.map(resolve) };
    case "ParenthesizedType":
      return resolve(node.type);
    case "UnionType":
      return union(node.members.map(resolve));
    case "FunctionType":
      return {
        kind: "function",
        parameters: node.parameters.map((parameter) => ({
          ...(parameter.name === undefined ? {} : { name: parameter.name }),
          type: resolve(parameter.type),
          ...(parameter.optional ? { optional: true as const } : {}),
          ...(parameter.rest ? { rest: true as const } : {}),
        })),
        result: node.result ? resolve(node.result) : VOID,
      };
  }
}

function literalType(node: ast.LiteralType): Type {
  if (node.text !== undefined) return { kind: "literal", value: node.text };
  if (node.number !== undefined) return { kind: "literal", value: numberValue(node.number) };
  return { kind: "literal", value: node.word === "true" };
}

function resolveNamed(
  context: ModuleContext,
  node: ast.NamedType,
  parameters: TypeScope,
  symbol: string,
): Type {
  const [name = ""] = node.parts;
  const bare = node.parts.length === 1;
  if (bare && parameters.has(name)) {
    if (node.arguments.length > 0) arity(context, node, name, "no", symbol);
    return { kind: "parameter", name };
  }
  const resolution = lookup(context.program, context.scope, node.parts, EXPECTED.type);
  if (resolution.kind === "found") {
    context.refer(node, resolution.symbol);
    return reference(context, node, resolution.symbol, parameters, symbol);
  }
  if (bare) {
    // In back-ticks stands a type that is in reach or, where there is none, one of the target language.
    if (isQuoted(context, node)) return { kind: "verbatim", text: name };
    const builtin = resolveBuiltin(context, node, name, parameters, symbol);
    if (builtin) return builtin;
    if (!isIdentifier(name)) return { kind: "verbatim", text: name };
  }
  const written = context.writtenName(node, symbol);
  const found = context.unresolved(written, resolution, EXPECTED.type, {
    more: [...BUILTIN_TYPES, ...parameters],
    certain: bare ? TYPE_HABITS.get(name) : undefined,
  });
  // Arguments are resolved for their own sake: a second unknown name in them is a fault of its own.
  if (found) return reference(context, node, found, parameters, symbol);
  for (const argument of node.arguments) resolveType(context, argument, parameters, symbol);
  return { kind: "unresolved", name: node.parts.join(".") };
}

function isQuoted(context: ModuleContext, node: ast.NamedType): boolean {
  return context.source.text.charCodeAt(startOf(node)) === 96;
}

function resolveBuiltin(
  context: ModuleContext,
  node: ast.NamedType,
  name: string,
  parameters: TypeScope,
  symbol: string,
): Type | undefined {
  const primitive = PRIMITIVE_TYPES.get(name);
  if (primitive) {
    if (node.arguments.length > 0) arity(context, node, name, "no", symbol);
    return primitive;
  }
  if (isConstructor(name)) {
    const arguments_ = resolveArguments(context, node, parameters, symbol);
    const wanted = CONSTRUCTORS[name];
    if (wanted === null || arguments_.length === wanted)
      return { kind: "apply", name, arguments: arguments_ };
    arity(context, node, name, String(wanted), symbol);
    return { kind: "unresolved", name };
  }
  const canonical = TYPE_ALIASES.get(name);
  if (canonical === undefined) return undefined;
  const place = context.source.placeOf(node, "parts", 0);
  context.report(
    finding("name/canonical", place, { name, canonical }, { symbol, fixes: [renameFix(place, canonical)] }),
  );
  return { kind: "primitive", name: canonical };
}

function reference(
  context: ModuleContext,
  node: ast.NamedType,
  target: DeclarationSymbol,
  parameters: TypeScope,
  symbol: string,
): Type {
  const arguments_ =
    node.arguments.length === 0 ? NO_ARGUMENTS : resolveArguments(context, node, parameters, symbol);
  const typeParameters = typeParametersOf(target.node);
  if (typeParameters.length === 0 && arguments_.length === 0) {
    return { kind: "reference", target: target.address, arguments: arguments_ };
  }
  const most = typeParameters.length;
  const least = typeParameters.filter((parameter) => !parameter.default).length;
  if (arguments_.length < least || arguments_.length > most) {
    const text = target.node.name;
    const wanted = least === most ? String(most) : `${least} to ${most}`;
    arity(context, node, text, most === 0 ? "no" : wanted, symbol);
    return { kind: "unresolved", name: text };
  }
  const type = { kind: "reference" as const, target: target.address, arguments: arguments_ };
  if (typeParameters.some((parameter) => parameter.bound)) {
    context.applications.push({ type, symbol });
    context.originate(type, node);
  }
  return type;
}

function resolveArguments(
  context: ModuleContext,
  node: ast.NamedType,
  parameters: TypeScope,
  symbol: string,
): Type[] {
  return node.arguments.map((argument) => resolveType(context, argument, parameters, symbol));
}

/** The type parameters that a declaration's users give arguments for. */
export function typeParametersOf(node: ast.Declaration): readonly ast.TypeParameter[] {
  switch (node.$type) {
    case "ClassDeclaration":
    case "InterfaceDeclaration":
    case "RecordDeclaration":
    case "ErrorDeclaration":
    case "TypeAlias":
      return node.typeParameters;
    default:
      return NOTHING_TAKEN;
  }
}

const NOTHING_TAKEN: readonly never[] = [];

function arity(
  context: ModuleContext,
  node: ast.NamedType,
  name: string,
  wanted: string,
  symbol: string,
): void {
  const given = node.arguments.length;
  context.report(
    finding(
      "type/arity",
      context.source.place(node),
      { name, wanted, given },
      {
        symbol,
        expected: wanted,
        actual: String(given),
        key: name,
      },
    ),
  );
}

/**
 * Type parameters with their bounds and defaults, which may name any of them.
 *
 * @returns them, and what is in reach together with them; `undefined` where there are none
 */
export function resolveTypeParameters(
  context: ModuleContext,
  nodes: readonly ast.TypeParameter[] | undefined,
  outer: TypeScope,
  symbol: string,
): { scope: TypeScope; typeParameters: TypeParameter[] } | undefined {
  if (nodes === undefined || nodes.length === 0) return undefined;
  const byName = new Map<string, ast.TypeParameter>();
  for (const node of nodes) {
    const first = byName.get(node.name);
    const { source, report } = context;
    if (!first) byName.set(node.name, node);
    else reportDuplicate(report, source, node, "type parameter", symbol, { source, node: first });
  }
  const scope = new Set([...outer, ...byName.keys()]);
  const typeParameters = [...byName.values()].map((node) => ({
    name: node.name,
    ...(node.bound ? { bound: resolveType(context, node.bound, scope, symbol) } : {}),
    ...(node.default ? { default: resolveType(context, node.default, scope, symbol) } : {}),
  }));
  return { scope, typeParameters };
}
