import type { ClassLike, Constructor, Field, Member, Method } from "@contractc/kernel";
import { reportDuplicate } from "../binder/bind-file.js";
import type { DeclarationSymbol } from "../binder/symbols.js";
import type { ModuleContext } from "../resolver/context.js";
import { resolveExpression } from "../resolver/expressions.js";
import { resolveType, resolveTypeParameters, type TypeScope } from "../resolver/types.js";
import type * as ast from "../syntax/index.js";
import { commonOf } from "./annotations.js";
import { lowerSignature } from "./signatures.js";

/** Class, interface, record or error, with its members. */
export function lowerClassLike(
  context: ModuleContext,
  symbol: DeclarationSymbol,
  node: ast.ClassLike,
  kind: ClassLike["kind"],
): ClassLike {
  const { address } = symbol;
  const { scope, typeParameters } = resolveTypeParameters(context, node.typeParameters, new Set(), address);
  const types = (nodes: readonly ast.NamedType[]) =>
    nodes.map((type) =>
      context.tables.originate(resolveType(context, type, scope, address), type, context.source),
    );
  return {
    kind,
    ...commonOf(context, node, symbol.name, address),
    ...(node.modifiers.includes("abstract") ? { abstract: true as const } : {}),
    ...exportDefault(node),
    ...(typeParameters.length > 0 ? { typeParameters } : {}),
    ...(node.bases.length > 0 ? { extends: types(node.bases) } : {}),
    ...(node.interfaces.length > 0 ? { implements: types(node.interfaces) } : {}),
    members: lowerMembers(context, node.members, scope, address),
  };
}

export function exportDefault(node: { modifiers: string[] }): { exportDefault?: true } {
  return node.modifiers.includes("export") && node.modifiers.includes("default")
    ? { exportDefault: true }
    : {};
}

function lowerMembers(
  context: ModuleContext,
  nodes: readonly ast.Member[],
  scope: TypeScope,
  owner: string,
): Member[] {
  const { source, tables } = context;
  const members: Member[] = [];
  const byName = new Map<string, (ast.Field | ast.Method)[]>();
  let constructors = 0;
  for (const node of nodes) {
    if (node.$type === "Incomplete") continue;
    if (node.$type === "Constructor") {
      constructors += 1;
      const address = `${owner}.new${constructors > 1 ? `#${constructors}` : ""}`;
      members.push(lowerConstructor(context, node, scope, address));
      continue;
    }
    if (node.name === "") continue;
    const others = byName.get(node.name) ?? [];
    const clash = others.find((other) => other.$type === "Field" || node.$type === "Field");
    if (clash) {
      const what = node.$type === "Field" ? "field" : "method";
      reportDuplicate(context.report, source, node, what, owner, { source, node: clash });
      continue;
    }
    byName.set(node.name, [...others, node]);
    const address = `${owner}.${node.name}${others.length > 0 ? `#${others.length + 1}` : ""}`;
    const member =
      node.$type === "Field"
        ? lowerField(context, node, scope, address)
        : lowerMethod(context, node, scope, address);
    tables.position(address, source, node, "name");
    members.push(tables.originate(member, node, source));
  }
  return members;
}

function lowerField(context: ModuleContext, node: ast.Field, scope: TypeScope, address: string): Field {
  const has = (modifier: string) => node.modifiers.includes(modifier);
  return {
    kind: "field",
    ...commonOf(context, node, node.name, address),
    type: resolveType(context, node.type, scope, address),
    ...(node.optional ? { optional: true as const } : {}),
    ...(node.value ? { default: resolveExpression(context, node.value, address) } : {}),
    ...(has("readonly") ? { readonly: true as const } : {}),
    ...(has("static") ? { static: true as const } : {}),
    ...(has("abstract") ? { abstract: true as const } : {}),
  };
}

function lowerMethod(context: ModuleContext, node: ast.Method, scope: TypeScope, address: string): Method {
  return {
    kind: "method",
    ...commonOf(context, node, node.name, address),
    ...lowerSignature(context, node, scope, address),
    ...(node.modifiers.includes("static") ? { static: true as const } : {}),
    ...(node.modifiers.includes("abstract") ? { abstract: true as const } : {}),
  };
}

function lowerConstructor(
  context: ModuleContext,
  node: ast.Constructor,
  scope: TypeScope,
  address: string,
): Constructor {
  const lowered: Constructor = {
    kind: "constructor",
    ...commonOf(context, node, "new", address),
    name: "new",
    ...lowerSignature(context, node, scope, address),
  };
  context.tables.position(address, context.source, node);
  return context.tables.originate(lowered, node, context.source);
}
