import type { CodeClass } from "../reading/signature.js";
import type { Extraction } from "./extraction.js";

/** Exceptions that the languages come with are told by their names. */
const BUILT_IN =
  /(?:Error|Exception|Warning|ExceptionGroup|Interrupt|Exit|StopIteration|StopAsyncIteration)$/;

/** Whether a class is an error: a base, or a base's base, is one that the language comes with. */
export function isError(code: CodeClass, file: string, extraction: Extraction): boolean {
  return descends(code, file, extraction, new Set());
}

function descends(code: CodeClass, file: string, extraction: Extraction, seen: Set<CodeClass>): boolean {
  if (seen.has(code)) return false;
  seen.add(code);
  return code.extends.some((base) => {
    if (base.kind !== "name") return false;
    const meaning = extraction.project.resolveName(file, base.name);
    switch (meaning.kind) {
      case "global":
        return BUILT_IN.test(meaning.name);
      case "symbol": {
        const source = extraction.project.files.get(meaning.file);
        const symbol = source?.signature.symbols.find(({ name }) => name === meaning.name);
        return symbol?.kind === "class" && descends(symbol, meaning.file, extraction, seen);
      }
      default:
        return false;
    }
  });
}
