import type { Argument, Expression } from "@contractc/kernel";
import { declarationAt } from "../binder/program.js";
import type { ContainerSymbol, DeclarationSymbol } from "../binder/symbols.js";
import type * as ast from "../syntax/index.js";
import type { ModuleContext } from "./context.js";
import { EXPECTED, isNamed, lookup } from "./lookup.js";
import type { WrittenName } from "./name-reports.js";

/** Names bound by `let` so far. */
export type Variables = ReadonlySet<string>;

const NO_VARIABLES: Variables = new Set();

/**
 * What an expression of a default or an example means.
 *
 * @param symbol address of the declaration it stands in, for findings
 * @returns `unresolved` for a missing expression or an unknown name; that is reported
 */
export function resolveExpression(
  context: ModuleContext,
  node: ast.Expression | undefined,
  symbol: string,
  variables: Variables = NO_VARIABLES,
): Expression {
  if (!node) return { kind: "unresolved", name: "" };
  return context.originate(resolve(context, node, symbol, variables), node);
}

function resolve(
  context: ModuleContext,
  node: ast.Expression,
  symbol: string,
  variables: Variables,
): Expression {
  switch (node.$type) {
    case "StringLiteral":
      return { kind: "string", value: node.value };
    case "NumberLiteral":
      return { kind: "number", text: node.text };
    case "BooleanLiteral":
      return { kind: "boolean", value: node.text.toLowerCase() === "true" };
    case "NullLiteral":
      return { kind: "null" };
    case "NameExpression":
      return resolveName(context, node, symbol, variables);
    case "MemberExpression":
      return resolveMember(context, node, symbol, variables);
    default:
      return resolveComposite(context, node, symbol, variables);
  }
}

function resolveComposite(
  context: ModuleContext,
  node: ast.CallExpression | ast.ListLiteral | ast.MapLiteral | ast.ParenthesizedExpression,
  symbol: string,
  variables: Variables,
): Expression {
  const inner = (child: ast.Expression | undefined) => resolveExpression(context, child, symbol, variables);
  switch (node.$type) {
    case "ParenthesizedExpression":
      return inner(node.expression);
    case "ListLiteral":
      return { kind: "list", items: node.elements.map(inner) };
    case "MapLiteral":
      return {
        kind: "map",
        entries: node.entries.map((entry) => ({ key: inner(entry.key), value: inner(entry.value) })),
      };
    case "CallExpression":
      return {
        kind: "call",
        callee: inner(node.callee),
        arguments: node.arguments.map(
          ({ name, value }): Argument =>
            name === undefined ? { value: inner(value) } : { name, value: inner(value) },
        ),
      };
  }
}

function resolveName(
  context: ModuleContext,
  node: ast.NameExpression,
  symbol: string,
  variables: Variables,
): Expression {
  if (variables.has(node.name)) return { kind: "variable", name: node.name };
  const written = () => {
    const place = context.source.place(node);
    return { parts: [node.name], place, last: place, symbol };
  };
  return declaration(context, node, [node.name], written, variables);
}

/** `a.b`: a member of what `a` is, or the declaration `b` of a module `a`. */
function resolveMember(
  context: ModuleContext,
  node: ast.MemberExpression,
  symbol: string,
  variables: Variables,
): Expression {
  const parts = dottedName(node);
  if (parts && !variables.has(parts[0]!) && isModulePath(context, parts.slice(0, -1))) {
    const written = () => ({
      parts,
      place: context.source.place(node),
      last: context.source.placeOf(node, "name"),
      symbol,
    });
    return declaration(context, node, parts, written, variables);
  }
  const object = resolveExpression(context, node.receiver, symbol, variables);
  if (object.kind === "declaration") checkEnumValue(context, node, object.target, symbol);
  return { kind: "member", object, name: node.name };
}

/** @param written the name with its places, which only a name that does not resolve needs */
function declaration(
  context: ModuleContext,
  node: ast.NameExpression | ast.MemberExpression,
  parts: readonly string[],
  written: () => WrittenName,
  variables: Variables,
): Expression {
  const resolution = lookup(context.program, context.scope, parts, EXPECTED.value);
  if (resolution.kind === "found") refer(context, node, resolution.symbol);
  const symbol: DeclarationSymbol | undefined =
    resolution.kind === "found"
      ? resolution.symbol
      : context.unresolved(written(), resolution, EXPECTED.value, { more: variables });
  return symbol
    ? { kind: "declaration", target: symbol.address }
    : { kind: "unresolved", name: parts.join(".") };
}

/** Notes what a name in an expression stands for; what is before it leads to the module around. */
function refer(
  context: ModuleContext,
  node: ast.NameExpression | ast.MemberExpression,
  symbol: DeclarationSymbol,
): void {
  context.need(symbol.owner);
  const { trace, source } = context;
  if (!trace) return;
  trace.refer(symbol.address, source, node, "name");
  let part: ast.Expression | undefined = node.$type === "MemberExpression" ? node.receiver : undefined;
  for (let at: ContainerSymbol | null = symbol.owner; at && part; ) {
    trace.refer(at.address, source, part, "name");
    part = part.$type === "MemberExpression" ? part.receiver : undefined;
    at = at.kind === "external" ? null : at.parent;
  }
}

function dottedName(node: ast.MemberExpression): string[] | undefined {
  const { receiver } = node;
  if (receiver.$type === "NameExpression") return [receiver.name, node.name];
  const before = receiver.$type === "MemberExpression" ? dottedName(receiver) : undefined;
  return before && [...before, node.name];
}

/** A declaration in reach hides a module of its name. */
function isModulePath(context: ModuleContext, parts: readonly string[]): boolean {
  const { program, scope } = context;
  const path = parts.join(".");
  const [first = ""] = parts;
  if (parts.length === 1 && lookup(program, scope, [first], EXPECTED.value).kind === "found") return false;
  return [scope.owner, ...scope.modules, ...scope.externals].some((owner) => isNamed(owner, path));
}

function checkEnumValue(
  context: ModuleContext,
  node: ast.MemberExpression,
  target: string,
  symbol: string,
): void {
  const declared = declarationAt(context.program, target)?.node;
  if (declared?.$type !== "EnumDeclaration") return;
  const names = declared.members.map((member) => member.name);
  if (names.includes(node.name)) {
    context.trace?.refer(`${target}.${node.name}`, context.source, node, "name");
    return;
  }
  const place = context.source.placeOf(node, "name");
  context.names.unknown({ parts: [node.name], place, last: place, symbol }, "value", names, declared.name);
}
