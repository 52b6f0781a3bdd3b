import type { CodeFile } from "../../project/project.js";
import { indentAt, lineStart, lineStop, type TextStyle } from "../source-text.js";
import { TypeScriptFile, type TypeScriptStyle } from "../typescript/file.js";
import type { BoundTypeScriptImport } from "../typescript/imports.js";
import { ExistingNames } from "./existing-names.js";
import type { ImportInsertions } from "./python-file.js";
import type { InsertionTarget } from "./target.js";

/**
 * An existing TypeScript file as one that is written to: it has the names and imports that are there.
 *
 * @param added names that the file will define
 */
export function typeScriptFileOf(
  { index, layout, module, project, moduleOf, style }: InsertionTarget & { style: TypeScriptStyle },
  file: CodeFile,
  added: Iterable<string> = [],
): TypeScriptFile {
  const names = new ExistingNames(project, file, moduleOf);
  const { signature, path } = file;
  const taken = [
    ...signature.symbols.filter((symbol) => symbol.kind !== "re-export").map(({ name }) => name),
    ...added,
  ];
  return new TypeScriptFile({
    index,
    layout,
    path,
    style,
    module,
    taken,
    existing: boundImports(file),
    known: (owner, name, load) => names.find(owner, name, load),
  });
}

/** The imports that what was written needs and the file lacks. */
export function typeScriptImportInsertions(
  out: TypeScriptFile,
  { text, signature }: CodeFile,
  { lineEnd }: TextStyle,
): ImportInsertions {
  const statements = out.imports.statements();
  if (statements.length === 0) return { before: [], after: [] };
  const inserted = statements.join("\n").replaceAll("\n", lineEnd);
  const last = signature.imports
    .filter(({ mode, reExport, start }) => mode !== "lazy" && !reExport && indentAt(text, start) === "")
    .filter(({ start }) => lineStart(text, start) === start && /^import\b/.test(text.slice(start)))
    .at(-1);
  if (last) return { before: [], after: [{ offset: lineStop(text, last.end), text: lineEnd + inserted }] };
  const offset = headEnd(text);
  const gap = text.slice(offset).trim() === "" ? "" : lineEnd;
  return { before: [{ offset, text: `${inserted}${lineEnd}${gap}` }], after: [] };
}

function boundImports(file: CodeFile): BoundTypeScriptImport[] {
  return file.signature.imports.flatMap(({ specifier, names, mode, reExport }) => {
    if (mode === "lazy" || reExport) return [];
    return names.flatMap(({ name, local, typeOnly }): BoundTypeScriptImport[] =>
      local === undefined
        ? []
        : [{ specifier, name, local, mode: mode === "type" || typeOnly ? "type" : "value" }],
    );
  });
}

/** Where the first import may stand: behind `#!`, a licence and directives. */
function headEnd(text: string): number {
  let at = /^#![^\r\n]*(?:\r\n|\r|\n)?/.exec(text)?.[0].length ?? 0;
  // A comment that a blank line parts from what follows speaks of the file.
  const comment =
    /^(?:\s*(?:\/\/[^\r\n]*|\/\*(?:[^*]|\*(?!\/))*\*\/)[ \t]*(?:\r\n|\r|\n))+[ \t]*(?:\r\n|\r|\n)/.exec(
      text.slice(at),
    );
  if (comment) at += comment[0].length;
  const directives = /^(?:[ \t]*(?:"use [a-z]+"|'use [a-z]+');?[ \t]*(?:\r\n|\r|\n))+/.exec(text.slice(at));
  return directives ? at + directives[0].length : at;
}
