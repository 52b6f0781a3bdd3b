import type { CodeImport } from "../reading/signature.js";
import { type Comments, isDoc } from "./comments.js";
import { readImports } from "./imports.js";
import { readTags } from "./jsdoc-tags.js";
import type { Parser } from "./parse.js";
import { Source } from "./source.js";

const IMPORT_TYPE =
  /\bimport\(\s*(["'])([^"'\r\n]+)\1\s*\)(?:\s*\.\s*([\p{ID_Start}$_][\p{ID_Continue}$]*))?/gu;

/** Imports that doc comments of JavaScript make: `import("m").T` in braces, and `@import { T } from "m"`. */
export function readDocImports(comments: Comments, parser: Parser): CodeImport[] {
  const found: CodeImport[] = [];
  for (const comment of comments.comments) {
    if (!isDoc(comment) || !comment.value.includes("import")) continue;
    for (const tag of readTags(comment)) {
      if (tag.name === "import") found.push(...importTag(tag.rest, tag.restStart, parser));
      if (tag.type === undefined) continue;
      for (const match of tag.type.text.matchAll(IMPORT_TYPE)) {
        const start = tag.type.start + match.index;
        const end = start + match[0].length;
        const quote = start + match[0].indexOf(match[1]!);
        found.push({
          specifier: match[2]!,
          specifierSpan: { start: quote, end: quote + match[2]!.length + 2 },
          names: [{ name: match[3] ?? "*", typeOnly: true, span: { start, end } }],
          mode: "type",
          start,
          end,
        });
      }
    }
  }
  return found;
}

const PREFIX = "import type ";

/** `@import { A, B as C } from "m"`, `@import * as m from "m"`, `@import D from "m"` */
function importTag(rest: string, start: number, parser: Parser): CodeImport[] {
  const code = PREFIX + rest;
  const { program, errors } = parser.parseSync("import.ts", code, { lang: "ts", sourceType: "module" });
  if (errors.length > 0 || program.body[0]?.type !== "ImportDeclaration") return [];
  return readImports(program, new Source(code, start - PREFIX.length), true);
}
