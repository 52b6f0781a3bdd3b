import {
  type Alias,
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
import { resolveType, resolveTypeParameters, type TypeScope } from "../resolver/types.js";
import type * as ast from "../syntax/index.js";
import { docOf, numberValue } from "../syntax/index.js";
import { commonOf, readAnnotations } from "./annotations.js";
import { isExportDefault, lowerClassLike } from "./class-like.js";
import { literalType } from "./literal-types.js";
import { lowerSignature } from "./signatures.js";
import { lowerEvent, lowerStates } from "./states.js";

const NO_PARAMETERS: TypeScope = new Set();

/** The declarations of a module or external in source order. Repetitions of a name that were reported are left out. */
export function declarationsOf(owner: DeclarationOwner): DeclarationSymbol[] {
  const symbols: DeclarationSymbol[] = [];
  let several = false;
  for (const named of owner.declarations.values()) {
    several ||= named.length > 1;
    for (const symbol of named) symbols.push(symbol);
  }
  // Names are entered in source order: only those that share one stand elsewhere.
  if (!several) return symbols;
  const order = new Map(owner.node.elements.map((node, at) => [node as object, at]));
  return symbols.sort((a, b) => order.get(a.node)! - order.get(b.node)!);
}

/** Σ of one module or external. */
export function lowerDeclarations(
  context: ModuleContext,
  symbols: readonly DeclarationSymbol[],
): Declaration[] {
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
  symbol: DeclarationSymbol,
  node: ast.FunctionDeclaration,
): FunctionDeclaration {
  const lowered: FunctionDeclaration = {
    kind: "function",
    ...commonOf(context, node, symbol.name, symbol.address),
    ...lowerSignature(context, node, NO_PARAMETERS, symbol.address),
  };
  if (isExportDefault(node.modifiers)) lowered.exportDefault = true;
  return lowered;
}

function exportDefault(node: { modifiers: string[] }): { exportDefault?: true } {
  return isExportDefault(node.modifiers) ? { exportDefault: true } : {};
}

function lowerAlias(context: ModuleContext, symbol: DeclarationSymbol, node: ast.TypeAlias): Declaration {
  const { address } = symbol;
  const { scope, typeParameters } = resolveTypeParameters(
    context,
    node.typeParameters,
    NO_PARAMETERS,
    address,
  );
  const head = {
    ...commonOf(context, node, symbol.name, address),
    ...exportDefault(node),
    ...(typeParameters.length > 0 ? { typeParameters } : {}),
  };
  if (symbol.opaque) return { kind: "class", ...head, members: [] };
  const alias: Alias = { kind: "alias", ...head, type: resolveType(context, node.type, scope, address) };
  return alias;
}

function lowerConstant(
  context: ModuleContext,
  symbol: DeclarationSymbol,
  node: ast.ConstDeclaration,
): Constant {
  const { address } = symbol;
  const value = node.value ? resolveExpression(context, node.value, address) : undefined;
  const type = node.type
    ? resolveType(context, node.type, NO_PARAMETERS, address)
    : value && literalType(value);
  return {
    kind: "const",
    ...commonOf(context, node, symbol.name, address),
    ...exportDefault(node),
    type: type ?? { kind: "unresolved", name: "" },
    ...(value ? { value } : {}),
  };
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
    const doc = docOf(each);
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
  return {
    kind: "enum",
    ...commonOf(context, node, symbol.name, address),
    ...exportDefault(node),
    members,
  };
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
