import type { CodeType, Span } from "../reading/signature.js";
import { skim } from "./nesting.js";
import type { Parser } from "./parse.js";
import { Source } from "./source.js";
import { TypeReader } from "./types.js";

const PREFIX = "type T=";

/** A type in braces; `T=` may be left out, `...T` stands for any number. */
export interface DocType {
  type: CodeType;
  optional: boolean;
  variadic: boolean;
}

/**
 * Reads a type of a doc comment, by parsing it as the right side of an alias. Older notations are understood as the
 * TypeScript compiler does: `*`, `?T`, `T=`, `...T`, `Array.<T>`; `Object` is any object.
 *
 * @param start where the text stands in the file
 */
export function readDocType(written: { text: string; start: number }, parser: Parser): DocType {
  const lead = /^\s*(?:\.\.\.)?\s*/.exec(written.text)![0];
  const variadic = lead.includes("...");
  const body = written.text.slice(lead.length).trimEnd();
  const optional = body.endsWith("=");
  const text = (optional ? body.slice(0, -1) : body).replace(/\.</g, " <");
  const start = written.start + lead.length;
  return { type: parseType(text, start, parser), optional, variadic };
}

function parseType(text: string, start: number, parser: Parser): CodeType {
  const span: Span = { start, end: start + text.length };
  if (/^\s*[*?]?\s*$/.test(text)) return { kind: "name", name: "any", arguments: [], ...span };
  const code = PREFIX + text;
  if (skim(code, false).tooDeep === undefined) {
    const { program, errors } = parser.parseSync("type.ts", code, {
      lang: "ts",
      astType: "ts",
      preserveParens: false,
    });
    const [alias] = program.body;
    if (errors.length === 0 && program.body.length === 1 && alias?.type === "TSTypeAliasDeclaration") {
      const reader = new TypeReader(new Source(code, start - PREFIX.length));
      return reader.type(alias.typeAnnotation);
    }
  }
  return { kind: "other", text: text.trim(), ...span };
}
