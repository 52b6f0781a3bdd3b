import type { Language } from "@contractc/kernel";
import type { ResolverHost, TypeResolver } from "./resolver.js";
import type { CodeTypeParameter, ModuleSignature } from "./signature.js";

/**
 * Reads one language. Syntax only and fast: it looks at no other file and runs nothing, so that the result
 * depends on its arguments alone and can be kept by content hash.
 */
export interface Reader {
  language: Language;
  /** With the dot: `.py`. */
  extensions: readonly string[];
  /**
   * @param file the path; its extension may change how the text is read (`.tsx`, `.pyi`)
   * @param text the file's text
   * @param typeVariables Python's `T = TypeVar("T")` of other files, by the names under which this one imports them
   * @returns what could be read; never throws for text that does not parse
   */
  read(file: string, text: string, typeVariables?: readonly CodeTypeParameter[]): ModuleSignature;
  /** Answers what the syntax leaves open, for languages with a compiler that can be asked. */
  resolver?(host: ResolverHost): TypeResolver;
}

/** The languages that code can be read in. */
export const READABLE_LANGUAGES: readonly Language[] = ["python", "typescript"];
