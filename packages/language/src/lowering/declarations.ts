import {
  type Alias,
  type ClassLike,
  type Constant,
  type Declaration,
  type Enum,
  type EnumMember,
  type FunctionDeclaration,
  finding,
} from "@contractc/kernel";
import { reportDuplicate } from "../binder/bind-file.js";
import type { DeclarationOwner, DeclarationSymbol } from "../binder/symbols.js";
import type { ModuleContext } from "../resolver/context.js";
import { resolveExpression } from "../resolver/expressions.js";
import { NO_PARAMETERS, resolveType, resolveTypeParameters } from "../resolver/types.js";
import type * as ast from "../syntax/index.js";
import { docOf, numberValue } from "../syntax/index.js";
import { addCommon, readAnnotations } from "./annotations.js";
import { isExportDefault, lowerClassLike } from "./class-like.js";
import { literalType } from "./literal-types.js";
import { lowerCallable } from "./signatures.js";
import { lowerEvent, lowerStates } from "./states.js";

/** The declarations of a module or external in source order. Repetitions of a name that were reported are left out. */
function declarationsOf(owner: DeclarationOwner): DeclarationSymbol[] {
  const symbols: DeclarationSymbol[] = [];
  for (const named of owner.declarations.values()) symbols.push(...named);
  // Names are entered in source order: only those that share one stand elsewhere.
  if (symbols.length === owner.declarations.size) return symbols;
  const order = new Map(owner.node.elements.map((node, at) => [node as object, at]));
  return symbols.sort((a, b) => order.get(a.node)! - order.get(b.node)!);
}

/** Σ of the module or external of a context. */
export function lowerDeclarations(context: ModuleContext): Declaration[] {
  const { owner } = context.scope;
  const symbols = declarationsOf(owner);
  if (symbols.length > owner.declarations.size) context.hasOverloads = true;
  return symbols.map((symbol) => {
    context.trace?.position(symbol.address, context.source, symbol.node, "name");
    return context.originate(lowerDeclaration(context, symbol), symbol.node);
  });
}

function lowerDeclaration(context: ModuleContext, symbol: DeclarationSymbol): Declaration {
  const { node } = symbol;
  switch (node.$type) {
    case "ClassDeclaration":
      return lowerClassLike(context, symbol, node, "class");
    case "InterfaceDeclaration":
      return lowerClassLike(context, symbol, node, "interface");
    case "RecordDeclaration":
      return lowerClassLike(context, symbol, node, "record");
    case "ErrorDeclaration":
      return lowerClassLike(context, symbol, node, "error");
    case "EnumDeclaration":
      return lowerEnum(context, symbol, node);
    case "TypeAlias":
      return lowerAlias(context, symbol, node);
    case "FunctionDeclaration":
      return lowerFunction(context, symbol, node);
    case "ConstDeclaration":
      return lowerConstant(context, symbol, node);
    case "EventDeclaration":
      return lowerEvent(context, symbol, node);
    case "StatesDeclaration":
      return lowerStates(context, symbol, node);
  }
}

function lowerFunction(
  context: ModuleContext,
  { name, address }: DeclarationSymbol,
  node: ast.FunctionDeclaration,
): FunctionDeclaration {
  const lowered = lowerCallable(context, "function", node, name, address, NO_PARAMETERS);
  if (isExportDefault(node.modifiers)) lowered.exportDefault = true;
  return lowered;
}

/** Adds what many declarations may carry. */
function completed<D extends Declaration & { exportDefault?: true }>(
  context: ModuleContext,
  declaration: D,
  node: ast.Declaration,
): D {
  addCommon(context, declaration, node);
  if (isExportDefault(node.modifiers)) declaration.exportDefault = true;
  return declaration;
}

function lowerAlias(
  context: ModuleContext,
  { name, address, opaque }: DeclarationSymbol,
  node: ast.TypeAlias,
): Declaration {
  const own = resolveTypeParameters(context, node.typeParameters, NO_PARAMETERS, address);
  const scope = own?.scope ?? NO_PARAMETERS;
  const lowered: ClassLike | Alias = opaque
    ? { kind: "class", name, address, members: [] }
    : { kind: "alias", name, address, type: resolveType(context, node.type, scope, address) };
  if (own) lowered.typeParameters = own.typeParameters;
  return completed(context, lowered, node);
}

function lowerConstant(
  context: ModuleContext,
  { name, address }: DeclarationSymbol,
  node: ast.ConstDeclaration,
): Constant {
  const value = node.value ? resolveExpression(context, node.value, address) : undefined;
  const type = node.type
    ? resolveType(context, node.type, NO_PARAMETERS, address)
    : value && literalType(value);
  const constant: Constant = { kind: "const", name, address, type: type ?? { kind: "unresolved", name: "" } };
  if (value) constant.value = value;
  return completed(context, constant, node);
}

function lowerEnum(context: ModuleContext, symbol: DeclarationSymbol, node: ast.EnumDeclaration): Enum {
  const { source, report, trace } = context;
  const { address } = symbol;
  const members: EnumMember[] = [];
  const byName = new Map<string, ast.EnumMember>();
  for (const each of node.members) {
    if (each.name === "") continue;
    const first = byName.get(each.name);
    if (first) {
      reportDuplicate(report, source, each, "value", address, { source, node: first });
      continue;
    }
    byName.set(each.name, each);
    const doc = docOf(each, source.parsed.root);
    const { names } = readAnnotations(context, source, each.annotations, `${address}.${each.name}`);
    const value = each.value ? enumValue(context, each.value, symbol) : undefined;
    const member: EnumMember = {
      name: each.name,
      ...(doc === undefined ? {} : { doc }),
      ...(names ? { names } : {}),
      ...(value === undefined ? {} : { value }),
    };
    members.push(context.originate(member, each));
    trace?.position(`${address}.${each.name}`, source, each, "name");
  }
  return completed(context, { kind: "enum", name: symbol.name, address, members }, node);
}

function enumValue(
  context: ModuleContext,
  node: ast.Expression,
  symbol: DeclarationSymbol,
): string | number | undefined {
  if (node.$type === "StringLiteral") return node.value;
  if (node.$type === "NumberLiteral") return numberValue(node.text);
  context.report(
    finding(
      "type/mismatch",
      context.source.place(node),
      { expected: "a string or a number", actual: "another value" },
      {
        symbol: symbol.address,
      },
    ),
  );
  return undefined;
}
