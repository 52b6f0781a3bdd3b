import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { Language, Parser, Tree } from "web-tree-sitter";

/** The two WebAssembly modules that reading Python takes. */
export interface ParserAssets {
  /** `web-tree-sitter.wasm` */
  runtime: Uint8Array;
  /** `tree-sitter-python.wasm` */
  grammar: Uint8Array;
}

/** Parses Python. A tree lives in WebAssembly memory until it is deleted. */
export interface PythonParser {
  /** @returns nothing where the parser itself failed */
  parse(text: string): Tree | undefined;
}

/** Finds the modules beside this file, as in a bundle, or in `node_modules`. */
export function installedAssets(): ParserAssets {
  return {
    runtime: asset("web-tree-sitter.wasm", "web-tree-sitter/web-tree-sitter.wasm"),
    grammar: asset("tree-sitter-python.wasm", "tree-sitter-python/tree-sitter-python.wasm"),
  };
}

function asset(file: string, specifier: string): Uint8Array {
  const beside = fileURLToPath(new URL(`./${file}`, import.meta.url));
  return readFileSync(existsSync(beside) ? beside : createRequire(import.meta.url).resolve(specifier));
}

/** @throws where the WebAssembly modules are damaged or do not fit each other: a broken installation */
export async function createParser(assets: ParserAssets = installedAssets()): Promise<PythonParser> {
  // Loaded here: who has read all files before need not wait for it.
  const runtime = await import("web-tree-sitter");
  await runtime.Parser.init({ wasmBinary: assets.runtime.slice().buffer });
  const language = await runtime.Language.load(assets.grammar);
  let parser = fresh(runtime.Parser, language);
  return {
    parse(text) {
      try {
        return parser.parse(text) ?? undefined;
      } catch (error) {
        // Memory ran out, or the runtime met a bug of its own. The next file deserves a parser without this one's state.
        if (!(error instanceof Error) || !FAULTS.has(error.name)) throw error;
        parser = fresh(runtime.Parser, language);
        return undefined;
      }
    },
  };
}

function fresh(Fresh: typeof Parser, language: Language): Parser {
  const parser = new Fresh();
  parser.setLanguage(language);
  return parser;
}

/** Names of what WebAssembly throws; its classes are no part of the language's own library. */
const FAULTS = new Set(["RuntimeError", "RangeError"]);
