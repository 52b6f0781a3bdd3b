import { type Fix, printName, type TextEdit } from "@contractc/kernel";
import type { Program } from "../binder/program.js";
import type { DeclarationOwner, ModuleSymbol } from "../binder/symbols.js";
import { lineBefore, lineEnd } from "../source/layout.js";
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
  const indent = indentWithin(source, node);
  if (last) return insert(source, spanOf(last).end, `\n${indent}uses ${name}`);
  const brace = source.text.indexOf("{", spanOfProperty(node, "path").end);
  const at = brace < 0 ? spanOf(node).end : brace + 1;
  const line = source.text.slice(at, lineEnd(source.text, at));
  if (line.trim() === "") return insert(source, at, `\n${indent}uses ${name}`);
  // What follows the brace on its line moves to one of its own.
  const blank = line.length - line.trimStart().length;
  return { ...source.placeAt({ start: at, end: at + blank }), text: `\n${indent}uses ${name}\n${indent}` };
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

/** The indentation of a module's elements: that of the first one that begins a line. */
function indentWithin(source: Source, node: ast.Module): string {
  const indentOf = (element: ast.Element) =>
    /^([ \t]*)$/.exec(lineBefore(source.text, spanOf(element).start))?.[1];
  for (const element of node.elements) {
    const indent = indentOf(element);
    if (indent !== undefined) return indent;
  }
  return `${/^[ \t]*/.exec(lineBefore(source.text, spanOf(node).start))?.[0] ?? ""}  `;
}
