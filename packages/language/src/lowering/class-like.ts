import type { ClassLike, Field, Member, Type } from "@contractc/kernel";
import { reportDuplicate } from "../binder/bind-file.js";
import type { DeclarationSymbol } from "../binder/symbols.js";
import type { ModuleContext } from "../resolver/context.js";
import { resolveExpression } from "../resolver/expressions.js";
import { NO_PARAMETERS, resolveType, resolveTypeParameters, type TypeScope } from "../resolver/types.js";
import type * as ast from "../syntax/index.js";
import { addCommon } from "./annotations.js";
import { lowerCallable } from "./signatures.js";

/** Class, interface, record or error, with its members. */
export function lowerClassLike(
  context: ModuleContext,
  symbol: DeclarationSymbol,
  node: ast.ClassLike,
  kind: ClassLike["kind"],
): ClassLike {
  const { name, address } = symbol;
  const { modifiers } = node;
  const own = resolveTypeParameters(context, node.typeParameters, NO_PARAMETERS, address);
  const scope = own?.scope ?? NO_PARAMETERS;
  const lowered: ClassLike = {
    kind,
    name,
    address,
    members: lowerMembers(context, node.members, scope, address),
  };
  addCommon(context, lowered, node);
  if (modifiers.length > 0) {
    if (modifiers.includes("abstract")) lowered.abstract = true;
    if (isExportDefault(modifiers)) lowered.exportDefault = true;
  }
  if (own) lowered.typeParameters = own.typeParameters;
  // Types that are alike may be one object; of these each has a place of its own.
  const placed = (type: ast.NamedType): Type =>
    context.originate({ ...resolveType(context, type, scope, address) }, type);
  if (node.bases.length > 0) lowered.extends = node.bases.map(placed);
  if (node.interfaces.length > 0) lowered.implements = node.interfaces.map(placed);
  return lowered;
}

/** Whether a declaration is the one that its module exports without a name. */
export function isExportDefault(modifiers: readonly string[]): boolean {
  return modifiers.length > 0 && modifiers.includes("export") && modifiers.includes("default");
}

function lowerMembers(
  context: ModuleContext,
  nodes: readonly ast.Member[],
  scope: TypeScope,
  owner: string,
): Member[] {
  const { source, trace } = context;
  const members: Member[] = [];
  const firsts = new Map<string, ast.Field | ast.Method>();
  let overloads: Map<string, number> | undefined;
  let constructors = 0;
  for (const node of nodes) {
    if (node.$type === "Incomplete") continue;
    if (node.$type === "Constructor") {
      constructors += 1;
      const address = `${owner}.new${constructors > 1 ? `#${constructors}` : ""}`;
      if (constructors > 1) context.hasOverloads = true;
      trace?.position(address, source, node);
      members.push(
        context.originate(lowerCallable(context, "constructor", node, "new", address, scope), node),
      );
      continue;
    }
    if (node.name === "") continue;
    let address = `${owner}.${node.name}`;
    const first = firsts.get(node.name);
    if (!first) firsts.set(node.name, node);
    else if (first.$type === "Field" || node.$type === "Field") {
      const what = node.$type === "Field" ? "field" : "method";
      reportDuplicate(context.report, source, node, what, owner, { source, node: first });
      continue;
    } else {
      overloads ??= new Map();
      const ordinal = (overloads.get(node.name) ?? 1) + 1;
      overloads.set(node.name, ordinal);
      address += `#${ordinal}`;
      context.hasOverloads = true;
    }
    const member =
      node.$type === "Field"
        ? lowerField(context, node, scope, address)
        : lowerMethod(context, node, scope, address);
    trace?.position(address, source, node, "name");
    members.push(context.originate(member, node));
  }
  // A list that grew has room for many more.
  return members.slice();
}

function lowerField(context: ModuleContext, node: ast.Field, scope: TypeScope, address: string): Field {
  const { modifiers } = node;
  const field: Field = {
    kind: "field",
    name: node.name,
    address,
    type: resolveType(context, node.type, scope, address),
  };
  addCommon(context, field, node);
  if (node.optional) field.optional = true;
  if (node.value) field.default = resolveExpression(context, node.value, address);
  if (modifiers.length > 0) {
    if (modifiers.includes("readonly")) field.readonly = true;
    if (modifiers.includes("static")) field.static = true;
    if (modifiers.includes("abstract")) field.abstract = true;
  }
  return field;
}

function lowerMethod(context: ModuleContext, node: ast.Method, scope: TypeScope, address: string): Member {
  const method = lowerCallable(context, "method", node, node.name, address, scope);
  if (node.modifiers.length > 0) {
    if (node.modifiers.includes("static")) method.static = true;
    if (node.modifiers.includes("abstract")) method.abstract = true;
  }
  return method;
}
