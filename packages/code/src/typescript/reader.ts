import { LineIndex } from "@contractc/kernel";
import type { Program } from "oxc-parser";
import type { Reader } from "../reading/reader.js";
import type { ModuleSignature } from "../reading/signature.js";
import { typescriptResolver } from "./checker/resolver.js";
import { Comments } from "./comments.js";
import { readCommonJs } from "./commonjs.js";
import { readImports } from "./imports.js";
import { withDocTypes } from "./jsdoc.js";
import { readDocImports } from "./jsdoc-imports.js";
import { dialectOf, type Parser, parse } from "./parse.js";
import { readScope } from "./scope.js";
import { Source } from "./source.js";
import { TypeReader } from "./types.js";

/** The suffixes that the reader takes; `.d.ts` and its like are among them by their last part. */
export const TYPESCRIPT_EXTENSIONS = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"] as const;

/**
 * The reader of TypeScript and JavaScript. Loads the native parser at the first call, so that a project without such
 * files never pays for it.
 *
 * @throws if there is no parser for this platform
 */
export async function typescriptReader(): Promise<Reader> {
  return readerWith(await import("oxc-parser"));
}

function readerWith(parser: Parser): Reader {
  return {
    language: "typescript",
    extensions: TYPESCRIPT_EXTENSIONS,
    read: (file, text) => readModule(parser, file, text),
    resolver: (host) => typescriptResolver(host, (text) => readModule(parser, "resolved.d.ts", text)),
  };
}

function readModule(parser: Parser, file: string, text: string): ModuleSignature {
  const dialect = dialectOf(file);
  const { program, comments: list, problems } = parse(parser, file, text, dialect);
  const source = new Source(text);
  const comments = new Comments(text, list);
  const types = new TypeReader(source, comments, dialect.javascript);
  const module = isModule(program);
  let symbols = readScope(program.body, dialect.ambient, module, types);
  const imports = readImports(program, source, dialect.javascript);
  if (dialect.javascript) {
    if (!module) readCommonJs(program.body, symbols, types);
    symbols = withDocTypes(symbols, comments, parser);
    imports.push(...readDocImports(comments, parser));
    imports.sort((a, b) => a.start - b.start || a.end - b.end);
  }
  const signature: ModuleSignature = {
    language: "typescript",
    symbols,
    imports,
    problems,
    suppressions: !text.includes("contract-ignore") ? [] : comments.suppressions(new LineIndex(text)),
    empty: symbols.length === 0 && problems.length === 0 && isEmpty(program),
  };
  const doc = comments.fileDoc(firstStatement(program));
  if (doc !== undefined) signature.doc = doc;
  return signature;
}

function isModule(program: Program): boolean {
  return program.body.some((node) => /^(?:Import|Export|TSExport|TSImportEquals)/.test(node.type));
}

function isEmpty(program: Program): boolean {
  return program.body.every(
    (node) =>
      node.type === "ImportDeclaration" ||
      node.type === "TSImportEqualsDeclaration" ||
      node.type === "EmptyStatement" ||
      ("directive" in node && typeof node.directive === "string") ||
      (node.type === "ExportNamedDeclaration" &&
        node.declaration === null &&
        node.source === null &&
        node.specifiers.length === 0),
  );
}

function firstStatement(program: Program): { start: number; documentable: boolean } | undefined {
  const first = program.body.find((node) => !("directive" in node && typeof node.directive === "string"));
  if (first === undefined) return undefined;
  const documentable =
    !first.type.startsWith("Import") &&
    first.type !== "ExpressionStatement" &&
    first.type !== "ExportAllDeclaration" &&
    !(first.type === "ExportNamedDeclaration" && first.declaration === null);
  const declaration = "declaration" in first && first.declaration ? first.declaration : first;
  const decorator = "decorators" in declaration ? declaration.decorators?.[0] : undefined;
  return { start: Math.min(first.start, decorator?.start ?? first.start), documentable };
}
