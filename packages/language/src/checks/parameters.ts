import {
  type Constructor,
  type Event,
  type FunctionDeclaration,
  finding,
  type Language,
  type Method,
} from "@contractc/kernel";
import type { AstNode } from "langium";
import type { Source } from "../source/source.js";
import type * as ast from "../syntax/index.js";
import type { OwnerContext } from "./context.js";

/** What has parameters. */
export type ParameterList = FunctionDeclaration | Method | Constructor | Event;

/** The parameters as they are written: with the markers, and what was left out of the kernel. */
export function writtenParameters(context: OwnerContext, list: ParameterList): ast.Parameter[] {
  const node: AstNode = context.originOf(list).node;
  return "parameters" in node ? (node.parameters as ast.Parameter[]) : [];
}

/** Parameters in an order that no call can use. */
export function checkParameterOrder(context: OwnerContext, list: ParameterList): void {
  const { source } = context.owner.symbol;
  for (const { node, problem } of problemsOf(writtenParameters(context, list), context.language)) {
    const place = node.marker === undefined ? source.placeOf(node, "name") : markerPlace(source, node);
    const name = node.marker ?? node.name;
    context.report(finding("type/parameter-order", place, { name, problem }, { symbol: list.address }));
  }
}

function markerPlace(source: Source, node: ast.Parameter) {
  return source.placeOf(node, "marker");
}

interface Problem {
  node: ast.Parameter;
  problem: string;
}

function problemsOf(nodes: readonly ast.Parameter[], language: Language | undefined): Problem[] {
  const problems: Problem[] = [];
  const add = (node: ast.Parameter, problem: string) => problems.push({ node, problem });
  let optional: ast.Parameter | undefined;
  let slash: ast.Parameter | undefined;
  let star: ast.Parameter | undefined;
  let variadic: ast.Parameter | undefined;
  let keywords: ast.Parameter | undefined;
  nodes.forEach((node, at) => {
    if (keywords) {
      const what =
        node.rest === "**" ? "is a second one that takes the remaining keywords" : "comes too late";
      add(node, `${what}: \`**${keywords.name}\` takes everything that is left. Put that one last.`);
    } else if (node.marker === "/") {
      if (slash) add(node, "stands twice: remove one of the two.");
      else if (star || variadic)
        add(node, "comes too late: positional-only parameters stand before `*` and `...`.");
      else if (at === 0) add(node, "has nothing before it that could be positional-only: remove it.");
      slash = node;
    } else if (node.marker === "*") {
      const following = nodes[at + 1];
      if (star) add(node, "stands twice: remove one of the two.");
      else if (variadic)
        add(node, `is not needed: what follows \`...${variadic.name}\` is keyword-only already. Remove it.`);
      else if (!following || following.rest === "**" || following.marker !== undefined) {
        add(node, "has nothing after it that could be keyword-only: remove it.");
      }
      star = node;
    } else if (node.rest === "...") {
      if (variadic)
        add(node, `is a second variadic: \`...${variadic.name}\` takes everything that is left. Remove one.`);
      else if (star)
        add(node, "comes too late: variadic parameters stand before keyword-only ones, in place of `*`.");
      else if (node.optional || node.value)
        add(node, "is variadic and may always be left out: remove its default.");
      variadic = node;
    } else if (node.rest === "**") {
      if (node.optional || node.value)
        add(node, "is variadic and may always be left out: remove its default.");
      keywords = node;
    } else if (variadic && language === "typescript") {
      add(node, `comes too late: in TypeScript \`...${variadic.name}\` is the last parameter.`);
    } else if (!star && !variadic) {
      if (node.optional || node.value) optional = node;
      else if (optional)
        add(
          node,
          `must be given, but follows \`${optional.name}\`, which may be left out. Put it before that.`,
        );
    }
  });
  return problems;
}
