import type { Allow, Common, Language } from "@contractc/kernel";
import { DIAGNOSTICS, finding, isCode, nearestName, positionKey } from "@contractc/kernel";
import type { AstNode } from "langium";
import { isLanguage, LANGUAGES } from "../binder/languages.js";
import type { ModuleContext } from "../resolver/context.js";
import { renameFix } from "../resolver/name-reports.js";
import type { Gathered } from "../resolver/trace.js";
import type { Report } from "../source/report.js";
import type { Source } from "../source/source.js";
import type * as ast from "../syntax/index.js";
import { docOf } from "../syntax/index.js";

/** The parts of the kernel that annotations make. */
export type Annotated = Pick<Common, "names" | "deprecated" | "stable" | "allows">;

export const ANNOTATIONS = ["allow", "deprecated", "name", "stable"] as const;

const NOTHING: Annotated = Object.freeze({});

/**
 * Reads the annotations of a node; reports those that are unknown, doubled or malformed.
 *
 * @param symbol address of what they stand on, or its key in the position table
 * @param ofEdge they stand on a `uses`
 */
export function readAnnotations(
  gathered: Gathered,
  source: Source,
  annotations: readonly ast.Annotation[],
  symbol: string,
  ofEdge = false,
): Annotated {
  if (annotations.length === 0) return NOTHING;
  const { report, allows, trace } = gathered;
  const result: Annotated = {};
  const seen = new Map<string, ast.Annotation>();
  for (const node of annotations) {
    const first = seen.get(node.name);
    // Several findings may be accepted at one place; everything else is said once.
    if (first && node.name !== "allow") {
      report(
        finding(
          "name/duplicate",
          source.placeOf(node, "name"),
          { what: "annotation", name: `@${node.name}` },
          {
            symbol,
            related: [{ ...source.placeOf(first, "name"), message: "first given here" }],
          },
        ),
      );
      continue;
    }
    seen.set(node.name, node);
    switch (node.name) {
      case "allow":
        {
          const allow = readAllow(source, node, symbol, report);
          trace?.originate(allow, node, source);
          allows.push({ allow, symbol, ofEdge });
          if (!ofEdge) trace?.position(positionKey.allow(symbol, allow.code), source, node);
          result.allows = [...(result.allows ?? []), allow];
        }
        break;
      case "deprecated":
        result.deprecated = stringArgument(node, 0) ?? "";
        break;
      case "stable":
        result.stable = true;
        break;
      case "name": {
        const names = readNames(source, node, symbol, report);
        if (Object.keys(names).length > 0) result.names = names;
        break;
      }
      default:
        unknownAnnotation(source, node, symbol, report);
    }
  }
  return result;
}

function readAllow(source: Source, node: ast.Annotation, symbol: string, report: Report): Allow {
  const code = stringArgument(node, 0);
  if (code === undefined) malformed(source, node, '@allow("family/code", "why")', symbol, report);
  else if (!isCode(code)) unknownCode(source, node, code, symbol, report);
  const reason = stringArgument(node, 1);
  return { code: code ?? "", ...(reason === undefined ? {} : { reason }) };
}

function unknownCode(
  source: Source,
  node: ast.Annotation,
  code: string,
  symbol: string,
  report: Report,
): void {
  const place = source.place(node.arguments[0]!);
  const near = nearestName(code, Object.keys(DIAGNOSTICS));
  const parameters = { what: "diagnostic", name: code, hint: "see `contractc explain --list`." };
  report(
    finding("name/unknown", place, near === undefined ? parameters : { ...parameters, near }, {
      symbol,
      fixes:
        near === undefined
          ? []
          : [
              {
                title: `Change to "${near}"`,
                kind: "contract",
                edits: [{ ...place, text: JSON.stringify(near) }],
              },
            ],
    }),
  );
}

function readNames(
  source: Source,
  node: ast.Annotation,
  symbol: string,
  report: Report,
): Partial<Record<Language, string>> {
  const names: Partial<Record<Language, string>> = {};
  for (const argument of node.arguments) {
    const { name, value } = argument;
    if (name === undefined || value?.$type !== "StringLiteral") {
      malformed(source, node, '@name(python: "x", typescript: "y")', symbol, report);
    } else if (isLanguage(name)) {
      names[name] = value.value;
    } else {
      reportUnknown(source, argument, "name", "target", name, LANGUAGES, symbol, report);
    }
  }
  return names;
}

function stringArgument(node: ast.Annotation, index: number): string | undefined {
  const value = node.arguments[index]?.value;
  return value?.$type === "StringLiteral" ? value.value : undefined;
}

function malformed(source: Source, node: ast.Annotation, form: string, symbol: string, report: Report): void {
  const problem = `\`@${node.name}\` is written \`${form}\`.`;
  report(finding("syntax/error", source.place(node), { problem }, { symbol }));
}

function unknownAnnotation(source: Source, node: ast.Annotation, symbol: string, report: Report): void {
  reportUnknown(source, node, "name", "annotation", node.name, ANNOTATIONS, symbol, report);
}

/** Reports a word that is none of a few known ones, with the nearest of them. */
export function reportUnknown(
  source: Source,
  node: AstNode,
  property: string,
  what: string,
  name: string,
  known: readonly string[],
  symbol: string,
  report: Report,
): void {
  const place = source.placeOf(node, property);
  const near = nearestName(name, known);
  const parameters = { what, name, known, ...(near === undefined ? {} : { near }) };
  const fixes = near === undefined ? [] : [renameFix(place, near)];
  report(finding("name/unknown", place, parameters, { symbol, fixes }));
}

/** Adds what every module, declaration and member may carry, from a node with annotations and modifiers. */
export function addCommon(
  context: ModuleContext,
  common: Common,
  node: AstNode & { annotations: ast.Annotation[]; modifiers: string[] },
): void {
  const { source } = context;
  const doc = docOf(node, source.parsed.root);
  if (doc !== undefined) common.doc = doc;
  if (node.annotations.length > 0) {
    Object.assign(common, readAnnotations(context, source, node.annotations, common.address));
  }
  if (node.modifiers.length > 0 && node.modifiers.includes("internal")) common.internal = true;
}
