import {
  type ClassLike,
  type Declaration,
  type Fix,
  finding,
  type Language,
  type Place,
} from "@contractc/kernel";
import type { Source } from "../source/source.js";
import { spanOf, spanOfProperty } from "../source/source.js";
import type * as ast from "../syntax/index.js";
import { isClassLike } from "../types/world.js";
import type { OwnerContext } from "./context.js";
import { type ParameterList, writtenParameters } from "./parameters.js";

/** A declaration that the language of its module has no form for, but for its parameters. */
export function checkTargetFeatures(context: OwnerContext, declaration: Declaration): void {
  if (context.language === "typescript") {
    if (isClassLike(declaration)) checkBases(context, declaration);
  } else if (context.language === "python") checkDefaultExport(context, declaration);
}

function lacks(
  { report }: OwnerContext,
  language: Language,
  place: Place,
  symbol: string,
  [feature, remedy]: readonly [string, string],
  fixes: Fix[] = [],
): void {
  report(
    finding("type/target-feature", place, { feature, language, remedy }, { symbol, fixes, key: feature }),
  );
}

const KEYWORD_ONLY = [
  "keyword-only parameters",
  "remove the `*`, or take the options as one record",
] as const;
const POSITIONAL_ONLY = ["positional-only parameters", "remove the `/`: all of its are"] as const;
const KEYWORDS = ["keyword-variadic parameters", "take a `map<string, T>`, or a record"] as const;

/** Parameters that the language of their module has no form for. */
export function checkTargetParameters(context: OwnerContext, list: ParameterList): void {
  if (context.language !== "typescript" || list.kind === "event") return;
  const nodes = writtenParameters(context, list);
  const { source } = context.owner.symbol;
  const symbol = list.address;
  nodes.forEach((node, at) => {
    if (node.marker === "*" || node.marker === "/") {
      const what = node.marker === "*" ? KEYWORD_ONLY : POSITIONAL_ONLY;
      const fix = removeMarker(source, nodes, at);
      lacks(context, "typescript", source.placeOf(node, "marker"), symbol, what, [fix]);
    } else if (node.rest === "**") {
      lacks(context, "typescript", source.placeOf(node, "name"), symbol, KEYWORDS);
    }
  });
}

/** Takes a marker out together with one of the commas beside it. */
function removeMarker(source: Source, nodes: readonly ast.Parameter[], at: number): Fix {
  const own = spanOf(nodes[at]!);
  const before = nodes[at - 1];
  const after = nodes[at + 1];
  const start = after || !before ? own.start : spanOf(before).end;
  const end = after ? spanOf(after).start : own.end;
  return {
    title: `Remove the \`${nodes[at]!.marker}\``,
    kind: "contract",
    edits: [{ ...source.placeAt({ start, end }), text: "" }],
  };
}

/** A TypeScript class has one base class; of interfaces, and of records that may be such, it has many. */
function checkBases(context: OwnerContext, declaration: ClassLike): void {
  const { world } = context;
  const { kind, address, extends: bases } = declaration;
  if (bases && bases.length > 1 && (kind === "class" || kind === "error")) {
    const [, ...more] = bases.filter((type) => {
      const base = world.ancestor(type)?.declaration.kind;
      return base === "class" || base === "error";
    });
    for (const type of more) {
      const at = context.originOf(type);
      const remedy = "`implements` what of it is needed, or hold one of the two in a field";
      lacks(context, "typescript", at.source.place(at.node), address, [
        "class with several base classes",
        remedy,
      ]);
    }
  }
  if (kind !== "interface") return;
  for (const member of declaration.members) {
    if (member.kind === "constructor" || !member.static) continue;
    const of = context.originOf(member);
    lacks(context, "typescript", of.source.placeOf(of.node, "name"), member.address, [
      "static members of interfaces",
      `make \`${declaration.name}\` an abstract class, or the member a function`,
    ]);
  }
}

function checkDefaultExport(context: OwnerContext, declaration: Declaration): void {
  if (!("exportDefault" in declaration) || !declaration.exportDefault) return;
  const { node, source } = context.originOf(declaration);
  const { start, end } = spanOfProperty(node, "modifiers", 0);
  const place = source.placeAt({ start, end: Math.max(end, spanOfProperty(node, "modifiers", 1).end) });
  lacks(context, "python", place, declaration.address, [
    "default export",
    "remove `export default`: importers name the declaration",
  ]);
}
