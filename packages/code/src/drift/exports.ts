import type { Declaration, Fix } from "@contractc/kernel";
import type { CodeFile } from "../project/project.js";
import type { CodeSymbol } from "../reading/signature.js";
import type { DriftContext } from "./context.js";
import { codeFix } from "./fixes.js";
import { codeName, type Definition, type LocatedModule } from "./locate.js";
import type { Subject } from "./subject.js";

/** TypeScript: what the contract declares for others must be exported, by default where it says so. */
export function checkExport(
  context: DriftContext,
  located: LocatedModule,
  subject: Subject,
  declaration: Declaration,
  { file, symbols }: Definition,
): void {
  if (located.language !== "typescript" || file !== located.entry) return;
  const isDefault = "exportDefault" in declaration && declaration.exportDefault === true;
  const isFoundDefault = symbols.some(({ exportDefault }) => exportDefault);
  const problem = (text: string, remedy: string, expected: string, actual: string, fixes: Fix[] = []) =>
    context.report(
      "drift/modifier",
      { file, span: symbols[0]!.nameSpan, within: subject.within },
      { name: declaration.name, problem: text, remedy },
      { symbol: declaration.address, expected, actual, key: "export", fixes },
    );
  if (isUnexported(located, declaration, { file, symbols })) {
    problem(
      "the code does not export it",
      "Export it, or declare it `internal` in the contract.",
      "export",
      "not exported",
      exportFix(context, file, symbols),
    );
  } else if (isDefault && !isFoundDefault) {
    problem(
      "the contract says `export default`, the code does not",
      "Make the two agree.",
      "export default",
      "export",
    );
  } else if (
    !isDefault &&
    isFoundDefault &&
    !symbols.some((symbol) => symbol.exported && !symbol.exportDefault)
  ) {
    problem(
      "the code exports it by default, the contract does not say so",
      "Make the two agree.",
      "export",
      "export default",
    );
  }
}

/** Writes `export` before the declaration; a variable's statement may hold more than the one. */
function exportFix(context: DriftContext, file: CodeFile, symbols: readonly CodeSymbol[]): Fix[] {
  const [first, ...others] = symbols;
  if (!first || others.length > 0) return [];
  const statement = /^(?:declare |abstract |async )*(?:class|interface|type|enum|function|const enum)\b/;
  if (!statement.test(file.text.slice(first.span.start, first.span.end))) return [];
  const at = { start: first.span.start, end: first.span.start };
  return [codeFix(context, file, "Export it", [{ span: at, text: "export " }])];
}

/** A declaration file without imports and exports speaks to every file. */
function isAmbientScript({ path, signature }: CodeFile): boolean {
  if (!/\.d\.[cm]?ts$/.test(path) || signature.imports.length > 0) return false;
  return !signature.symbols.some(({ exported }) => exported);
}

function isReExported(file: CodeFile, declaration: Declaration): boolean {
  const name = codeName(declaration, "typescript");
  return file.signature.symbols.some((symbol) => symbol.kind === "re-export" && symbol.name === name);
}

/** The contract offers it to other modules, but the code keeps it to its file. */
export function isUnexported(
  { language, entry }: LocatedModule,
  declaration: Declaration,
  { file, symbols }: Definition,
): boolean {
  if (language !== "typescript" || file !== entry || declaration.internal) return false;
  if (symbols.some(({ exported, exportDefault }) => exported || exportDefault)) return false;
  return !isReExported(file, declaration) && !isAmbientScript(file);
}
