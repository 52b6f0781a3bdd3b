import type { CodeFile } from "../../project/project.js";
import { PythonFile } from "../python/file.js";
import { typeCheckingBlock } from "../python/skeleton.js";
import {
  type Insertion,
  indentAt,
  indentLines,
  lineStart,
  lineStop,
  skipLineEnd,
  type TextStyle,
} from "../source-text.js";
import { ExistingNames } from "./existing-names.js";
import { boundImports } from "./python-imports.js";
import { headEnd } from "./python-text.js";
import type { InsertionTarget } from "./target.js";

/**
 * An existing Python file as one that is written to: it has the names and imports that are there.
 *
 * @param added names that the file will define
 */
export function pythonFileOf(
  { index, layout, module, project, moduleOf }: InsertionTarget,
  file: CodeFile,
  added: Iterable<string> = [],
): PythonFile {
  const { signature, text } = file;
  const names = new ExistingNames(project, file, moduleOf);
  const taken = [
    ...signature.symbols.filter((symbol) => symbol.kind !== "re-export").map(({ name }) => name),
    ...(signature.typeVariables ?? []).map(({ name }) => name),
    ...added,
  ];
  return new PythonFile({
    index,
    layout,
    module,
    taken,
    existing: boundImports(file, layout),
    known: (owner, name, load) => names.find(owner, name, load),
    lazyAnnotations: signature.imports.some(
      ({ specifier, names: given }) =>
        specifier === "__future__" && given.some(({ name }) => name === "annotations"),
    ),
    typeVariables: new Map(
      (signature.typeVariables ?? []).map(({ name, bound }) => [
        name,
        bound ? text.slice(bound.start, bound.end).replace(/^(["'])(.*)\1$/s, "$2") : "",
      ]),
    ),
  });
}

/** Insertions that stand before others at their place, and those that stand after. */
export interface ImportInsertions {
  before: Insertion[];
  after: Insertion[];
}

/** The imports and type variables that what was written needs and the file lacks. */
export function pythonImportInsertions(out: PythonFile, file: CodeFile, style: TextStyle): ImportInsertions {
  const typeVariables = out.typeVariableLines();
  const { text, signature } = file;
  const isGuarded = ({ mode, start }: { mode: string; start: number }) =>
    mode === "type" && indentAt(text, start) !== "";
  const guarded = signature.imports.filter(isGuarded).at(-1);
  const hasTypes = out.imports.hasTypeOnly;
  if (hasTypes && !guarded) out.standard("typing", "TYPE_CHECKING");
  const sections: string[][] = [];
  const load = out.imports.statements("load").flat();
  if (load.length > 0) sections.push(load);
  const found: ImportInsertions = { before: [], after: [] };
  if (hasTypes && guarded) {
    const lines = out.imports
      .statements("type")
      .flat()
      .flatMap((line) => line.split("\n"));
    const indented = indentLines(lines, indentAt(text, guarded.start)).join(style.lineEnd);
    found.after.push({ offset: lineStop(text, guarded.end), text: style.lineEnd + indented });
  } else if (hasTypes) {
    sections.push(typeCheckingBlock(out, "", style.unit));
  }
  if (typeVariables.length > 0) sections.push(typeVariables);
  if (sections.length > 0) addSections(found, file, style, sections, load.length > 0);
  return found;
}

/** @param joins the first section goes on where the imports of the file end */
function addSections(
  found: ImportInsertions,
  { text, signature }: CodeFile,
  { lineEnd }: TextStyle,
  sections: readonly string[][],
  joins: boolean,
): void {
  const inserted = sections
    .map((lines) => lines.join("\n"))
    .join("\n\n")
    .replaceAll("\n", lineEnd);
  const firstSymbol = Math.min(...signature.symbols.map(({ span }) => span.start), text.length);
  const imports = signature.imports.filter(
    ({ start, end }) => lineStart(text, start) === start && end <= firstSymbol,
  );
  const last = imports.at(-1);
  if (last) {
    const stop = lineStop(text, last.end);
    const next = text.slice(skipLineEnd(text, stop));
    const tight = sections.length > 1 && /^[^\s]/.test(next);
    found.after.push({
      offset: stop,
      text: lineEnd + (joins ? "" : lineEnd) + inserted + (tight ? lineEnd : ""),
    });
    return;
  }
  const head = headEnd(text);
  if (head === 0) {
    const gap = text.trim() === "" ? 1 : 3;
    found.before.push({ offset: 0, text: inserted + lineEnd.repeat(gap) });
    return;
  }
  found.before.push({ offset: head, text: `${lineEnd}${lineEnd}${inserted}` });
}
