import type { Parameter, ParameterKind } from "@contractc/kernel";
import { reportDuplicate } from "../binder/bind-file.js";
import type { ModuleContext } from "../resolver/context.js";
import { resolveExpression } from "../resolver/expressions.js";
import { resolveType, type TypeScope } from "../resolver/types.js";
import type * as ast from "../syntax/index.js";
import { readAnnotations } from "./annotations.js";

/**
 * Parameters of a function, method, constructor or event. The markers `/` and `*` become the kinds of those
 * around them.
 *
 * @param owner address of the function: a parameter's position is noted at `owner.name`
 */
export function lowerParameters(
  context: ModuleContext,
  nodes: readonly ast.Parameter[],
  typeScope: TypeScope,
  owner: string,
): Parameter[] {
  const { source, report, trace } = context;
  if (nodes.length === 0) return [];
  const parameters: Parameter[] = [];
  const byName = nodes.length > 1 ? new Map<string, ast.Parameter>() : undefined;
  let kind: ParameterKind = "standard";
  let optional = false;
  for (const node of nodes) {
    const mayBeLeftOut = node.optional || node.value !== undefined;
    if (node.marker !== undefined || node.rest !== undefined || (optional && !mayBeLeftOut)) {
      context.hasPlainParameters = false;
    }
    optional ||= mayBeLeftOut;
    if (node.marker === "/") {
      for (const before of parameters) if (before.kind === "standard") before.kind = "positional-only";
      continue;
    }
    if (node.marker === "*") {
      kind = "keyword-only";
      continue;
    }
    if (node.name === "") continue;
    const first = byName?.get(node.name);
    if (first) {
      reportDuplicate(report, source, node, "parameter", owner, { source, node: first });
      continue;
    }
    byName?.set(node.name, node);
    const parameter: Parameter = {
      name: node.name,
      type: resolveType(context, node.type, typeScope, owner),
      kind: node.rest === "..." ? "variadic" : node.rest === "**" ? "keyword-variadic" : kind,
    };
    if (mayBeLeftOut) parameter.optional = true;
    if (node.value) parameter.default = resolveExpression(context, node.value, owner);
    if (node.annotations.length > 0) {
      const { names } = readAnnotations(context, source, node.annotations, `${owner}.${node.name}`);
      if (names) parameter.names = names;
    }
    if (node.rest === "...") kind = "keyword-only";
    parameters.push(context.originate(parameter, node));
    trace?.position(`${owner}.${node.name}`, source, node, "name");
  }
  // A list that grew has room for many more, and there are many short ones.
  return parameters.slice();
}
