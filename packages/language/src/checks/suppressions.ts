import { type Fix, finding, isCode } from "@contractc/kernel";
import type { Tables } from "../resolver/tables.js";
import type { Report } from "../source/report.js";
import { type Source, spanOf } from "../source/source.js";
import type * as ast from "../syntax/index.js";
import type { Acceptance } from "./accepted.js";

/** Codes that only the comparison with the code can accept something of. */
const OF_CODE = /^(?:drift|import)\//;

/**
 * `@allow` without a reason, and such as accepted nothing. Runs after all checks.
 *
 * @param whole all checks have run
 */
export function checkSuppressions(
  tables: Tables,
  acceptance: Acceptance,
  report: Report,
  whole: boolean,
): void {
  for (const { allow, symbol } of tables.allows) {
    // What is no code has been reported as an unknown name.
    if (!isCode(allow.code)) continue;
    const { code } = allow;
    if ((allow.reason ?? "").trim() === "") {
      const { node, source } = tables.originOf(allow, tables.stretchOf(symbol));
      const place = source.place(node);
      const form = `@allow("${code}", "why")`;
      report(finding("policy/suppression-reason", place, { form, code }, { symbol, key: code }));
    } else if (whole && !OF_CODE.test(code) && !acceptance.isUsed(allow)) {
      const { node, source } = tables.originOf(allow, tables.stretchOf(symbol));
      const place = source.place(node);
      const fixes = [removal(source, node as ast.Annotation)];
      report(finding("policy/unused-suppression", place, { code }, { symbol, key: code, fixes }));
    }
  }
}

/** Takes an annotation out, with its line where nothing else stands on that. */
function removal(source: Source, node: ast.Annotation): Fix {
  const { text } = source;
  let { start, end } = spanOf(node);
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const blank = /[ \t]*(?:\r?\n)?/y;
  blank.lastIndex = end;
  const after = blank.exec(text)?.[0] ?? "";
  if (text.slice(lineStart, start).trim() === "" && after.endsWith("\n")) {
    start = lineStart;
    end += after.length;
  } else if (!after.endsWith("\n")) {
    end += after.length;
  }
  return {
    title: "Remove it",
    kind: "contract",
    edits: [{ ...source.placeAt({ start, end }), text: "" }],
  };
}
