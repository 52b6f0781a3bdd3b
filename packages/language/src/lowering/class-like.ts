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
    nodes.map((type) => context.originate(resolveType(context, type, scope, address), type));
  const { modifiers } = node;
  const lowered: ClassLike = {
    kind,
    ...commonOf(context, node, symbol.name, address),
    members: lowerMembers(context, node.members, scope, address),
  };
  if (modifiers.length > 0) {
    if (modifiers.includes("abstract")) lowered.abstract = true;
    if (isExportDefault(modifiers)) lowered.exportDefault = true;
  }
  if (typeParameters.length > 0) lowered.typeParameters = typeParameters;
  if (node.bases.length > 0) lowered.extends = types(node.bases);
  if (node.interfaces.length > 0) lowered.implements = types(node.interfaces);
  return lowered;
}

/** Whether a declaration is the one that its module exports without a name. */
export function isExportDefault(modifiers: readonly string[]): boolean {
  return modifiers.includes("export") && modifiers.includes("default");
}

function lowerMembers(
  context: ModuleContext,
  nodes: readonly ast.Member[],
  scope: TypeScope,
  owner: string,
): Member[] {
  const { source, trace } = context;
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
    const others = byName.get(node.name);
    const clash = others?.find((other) => other.$type === "Field" || node.$type === "Field");
    if (clash) {
      const what = node.$type === "Field" ? "field" : "method";
      reportDuplicate(context.report, source, node, what, owner, { source, node: clash });
      continue;
    }
    let address = `${owner}.${node.name}`;
    if (others) address += `#${others.push(node)}`;
    else byName.set(node.name, [node]);
    const member =
      node.$type === "Field"
        ? lowerField(context, node, scope, address)
        : lowerMethod(context, node, scope, address);
    trace?.position(address, source, node, "name");
    members.push(context.originate(member, node));
  }
  return members;
}

function lowerField(context: ModuleContext, node: ast.Field, scope: TypeScope, address: string): Field {
  const { modifiers } = node;
  const field: Field = {
    kind: "field",
    ...commonOf(context, node, node.name, address),
    type: resolveType(context, node.type, scope, address),
  };
  if (node.optional) field.optional = true;
  if (node.value) field.default = resolveExpression(context, node.value, address);
  if (modifiers.length > 0) {
    if (modifiers.includes("readonly")) field.readonly = true;
    if (modifiers.includes("static")) field.static = true;
    if (modifiers.includes("abstract")) field.abstract = true;
  }
  return field;
}

function lowerMethod(context: ModuleContext, node: ast.Method, scope: TypeScope, address: string): Method {
  const method: Method = {
    kind: "method",
    ...commonOf(context, node, node.name, address),
    ...lowerSignature(context, node, scope, address),
  };
  if (node.modifiers.length > 0) {
    if (node.modifiers.includes("static")) method.static = true;
    if (node.modifiers.includes("abstract")) method.abstract = true;
  }
  return method;
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
  context.trace?.position(address, context.source, node);
  return context.originate(lowered, node);
}
