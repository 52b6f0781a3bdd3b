import { type Fix, printName, type TextEdit } from "@contractc/kernel";
import type { Program } from "../binder/program.js";
import type { DeclarationOwner, ModuleSymbol } from "../binder/symbols.js";
import { type Source, spanOf, spanOfProperty } from "../source/source.js";
import type * as ast from "../syntax/index.js";
import { shortName } from "./containers.js";

/**
 * The fix that makes a module use another: the name is added to its last plain `uses`, or in a new line after its
 * other clauses.
 */
export function addUseFix(program: Program, module: ModuleSymbol, target: DeclarationOwner): Fix {
  const name = shortName(program, target, module.parent).split(".").map(printName).join(".");
  return {
    title: `Add \`uses ${name}\` to ${module.name}`,
    kind: "contract",
    edits: [useEdit(module, name)],
  };
}

function useEdit({ node, source }: ModuleSymbol, name: string): TextEdit {
  const clauses = node.elements.filter(isClause);
  const uses = clauses.filter((clause) => clause.$type === "UsesClause" && clause.kind === undefined).at(-1);
  if (uses) return insert(source, spanOf(uses).end, `, ${name}`);
  const last = clauses.at(-1);
  const indent = indentOf(source, node.elements[0] ?? node) + (node.elements.length > 0 ? "" : "  ");
  if (last) return insert(source, spanOf(last).end, `\n${indent}uses ${name}`);
  const brace = source.text.indexOf("{", spanOfProperty(node, "path").end);
  const at = brace < 0 ? spanOf(node).end : brace + 1;
  // In a module on one line, what follows the brace stays where it is, behind the clause.
  const rest = source.text.slice(at, lineEnd(source.text, at)).trim();
  return insert(source, at, rest === "" ? `\n${indent}uses ${name}` : `\n${indent}uses ${name}\n${indent}`);
}

function isClause(element: ast.Element): element is ast.ModuleClause {
  return (
    element.$type === "OwnerClause" ||
    element.$type === "SatisfiesClause" ||
    element.$type === "UsesClause" ||
    element.$type === "HandlesClause"
  );
}

function insert(source: Source, at: number, text: string): TextEdit {
  return { ...source.placeAt({ start: at, end: at }), text };
}

function indentOf(source: Source, node: ast.Element): string {
  const { start } = spanOf(node);
  const line = source.text.slice(source.text.lastIndexOf("\n", start - 1) + 1, start);
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}
