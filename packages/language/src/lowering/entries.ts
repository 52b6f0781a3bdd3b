import { finding } from "@contractc/kernel";
import type { Report } from "../source/report.js";
import type { Source } from "../source/source.js";
import type * as ast from "../syntax/index.js";

/** The keys a block takes: `list` may stand several times and holds several texts, `one` is said once. */
export type EntryKeys = Record<string, "list" | "one">;

/**
 * Reads a block of `key "text", …` lines; reports repetitions and texts too many. Unknown keys are
 * findings of the syntax stage.
 *
 * @returns the texts of each key that stands there
 */
export function readEntries<K extends string>(
  source: Source,
  nodes: readonly ast.Entry[],
  keys: Record<K, "list" | "one">,
  symbol: string,
  report: Report,
): Partial<Record<K, string[]>> {
  const found = new Map<string, string[]>();
  const firsts = new Map<string, ast.Entry>();
  const known: EntryKeys = keys;
  for (const node of nodes) {
    const kind = Object.hasOwn(known, node.name) ? known[node.name] : undefined;
    if (kind === undefined) continue;
    const first = firsts.get(node.name);
    if (first && kind === "one") {
      report(
        finding(
          "name/duplicate",
          source.placeOf(node, "name"),
          { what: "entry", name: node.name },
          {
            symbol,
            related: [{ ...source.placeOf(first, "name"), message: "first given here" }],
          },
        ),
      );
      continue;
    }
    if (kind === "one" && node.values.length > 1) {
      const problem = `\`${node.name}\` takes one text.`;
      report(finding("syntax/error", source.placeOf(node, "values", 1), { problem }, { symbol }));
    }
    firsts.set(node.name, first ?? node);
    found.set(node.name, [...(found.get(node.name) ?? []), ...node.values]);
  }
  return Object.fromEntries(found) as Partial<Record<K, string[]>>;
}
