import type { Finding } from "@contractc/kernel";
import { lineStart, lineStop, skipLineEnd } from "../../build/source-text.js";
import type { CodeFile } from "../../project/project.js";
import type { CodeImport, CodeImportedName } from "../../reading/signature.js";
import type { FixContext } from "../context.js";
import { type CodeRemedy, type NoRemedy, none } from "../remedy.js";
import { type CodeEdit, replace } from "./edits.js";
import { identifiersIn } from "./identifiers.js";
import { fixOf } from "./writer.js";

/** Takes an import out that nothing in the file uses. */
export function dropImport(fix: FixContext, finding: Finding): CodeRemedy | NoRemedy {
  const file = fix.fileOf(finding.file);
  if (!file) return none("The import is in no source file.");
  const offset = fix.offsetOf(finding, file);
  const statement = file.signature.imports.find(({ start, end }) => start <= offset && offset < end);
  if (!statement) return none("The import is no statement of its own.");
  if (statement.reExport) return none("The file passes it on to others.");
  if (/(?:^|\/)__init__\.pyi?$/.test(file.path))
    return none("What an `__init__.py` imports, others may take from it.");
  if (statement.names.length === 0) return none("It is imported for what loading it does.");
  const wanted =
    finding.code === "import/internal"
      ? statement.names.filter(
          ({ span }) => span.start <= offset && offset < Math.max(span.end, span.start + 1),
        )
      : statement.names;
  const used = namesUsed(file, statement);
  const still = wanted.filter(({ local }) => local === undefined || used.has(local.split(".")[0]!));
  if (wanted.length === 0 || still.length > 0)
    return none("The file uses what it imports: without the import its code would have to change.");
  const all = wanted.length === statement.names.length;
  const edits = all ? wholeStatement(file, statement) : oneName(file, statement, wanted[0]!);
  if ("kind" in edits) return edits;
  const title = all ? `Remove the import of ${statement.specifier}` : `Do not import ${wanted[0]!.name}`;
  return { kind: "code", fix: fixOf(fix, file, title, edits) };
}

/** Names that stand anywhere but in the import itself. */
function namesUsed({ text, language, signature }: CodeFile, { start, end }: CodeImport): Set<string> {
  const used = new Set(signature.exported ?? []);
  for (const each of identifiersIn(text, { start: 0, end: text.length }, language)) {
    if (each.start >= start && each.end <= end) continue;
    if (each.role !== "member" && each.role !== "key") used.add(each.name);
  }
  // Annotations in quotes and types in comments are names, too.
  for (const [, quoted] of text.matchAll(/["'`]([\p{ID_Continue}$.[\], |]+)["'`]/gu)) {
    for (const name of quoted!.match(/[\p{ID_Start}_$][\p{ID_Continue}$]*/gu) ?? []) used.add(name);
  }
  for (const [comment] of text.matchAll(/#\s*type:.*|\/\*\*[\s\S]*?\*\//g)) {
    for (const name of comment.match(/[\p{ID_Start}_$][\p{ID_Continue}$]*/gu) ?? []) used.add(name);
  }
  return used;
}

function wholeStatement({ text }: CodeFile, { start, end }: CodeImport): CodeEdit[] | NoRemedy {
  const from = lineStart(text, start);
  const stop = lineStop(text, end);
  const before = text.slice(from, start);
  const behind = text.slice(end, stop);
  if (!/^[ \t]*$/.test(before) || !/^[ \t]*;?[ \t]*(?:#.*|\/\/.*)?$/.test(behind))
    return none("Other statements stand on the line of the import.");
  if (before !== "" && isAlone(text, from, stop, before))
    return none("The import is the only statement of its block.");
  let last = skipLineEnd(text, stop);
  // At the head of a file the blank lines behind it would be left over.
  if (text.slice(0, from).trim() === "")
    last += /^(?:[ \t]*(?:\r\n|\r|\n))*/.exec(text.slice(last))![0].length;
  return [replace({ start: from, end: last }, "")];
}

/** Whether the lines above and below an indented line belong to other blocks. */
function isAlone(text: string, from: number, stop: number, indent: string): boolean {
  const above = text.slice(0, from).trimEnd();
  const below = text.slice(stop).replace(/^(?:[ \t]*(?:\r\n|\r|\n))+/, "");
  const isDeeper = below.startsWith(indent) && below.trim() !== "";
  return /[:{]$/.test(above) && !isDeeper;
}

/** One of several names, with its comma. */
function oneName({ text }: CodeFile, { names }: CodeImport, name: CodeImportedName): CodeEdit[] | NoRemedy {
  const at = names.indexOf(name);
  const [before, next] = [names[at - 1], names[at + 1]];
  const isList = (from: number, to: number) => /^\s*,\s*$/.test(text.slice(from, to));
  if (next && isList(name.span.end, next.span.start))
    return [replace({ start: name.span.start, end: next.span.start }, "")];
  if (before && isList(before.span.end, name.span.start))
    return [replace({ start: before.span.end, end: name.span.end }, "")];
  return none("The names of the import are not simply listed.");
}
