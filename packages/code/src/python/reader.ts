import type { Node, Tree } from "web-tree-sitter";
import type { Reader } from "../reading/reader.js";
import type { CodeProblem, CodeTypeParameter, ModuleSignature } from "../reading/signature.js";
import { docStringOf } from "./doc-string.js";
import { concernsAll, readAll, readReExports } from "./exports.js";
import { parseArguments } from "./expression.js";
import { isDunder } from "./fields.js";
import { bindImport, isImport, readDynamicImports, readImport } from "./imports.js";
import { createParser, type ParserAssets, type PythonParser } from "./parser.js";
import { readProblems } from "./problems.js";
import { balanceBrackets, joinBracketLines, withoutBrokenLines } from "./recovery.js";
import { field, Source, statementsOf } from "./source.js";
import { collectStatements, type Statement } from "./statements.js";
import { readSuppressions } from "./suppressions.js";
import { SymbolTable } from "./symbols.js";
import { collectTypeVariables, withoutTypeParameterDefaults } from "./type-parameters.js";

/** The suffixes that the reader takes. */
export const PYTHON_EXTENSIONS = [".py", ".pyi"] as const;

/**
 * The reader of Python: `.py` and `.pyi`, all syntax up to 3.14.
 *
 * Setting it up is asynchronous, because WebAssembly is; reading is not.
 *
 * @param assets the parser's WebAssembly modules; by default those beside this file or in `node_modules`
 */
export async function pythonReader(assets?: ParserAssets): Promise<Reader> {
  const parser = await createParser(assets);
  return {
    language: "python",
    extensions: PYTHON_EXTENSIONS,
    read: (file, text, typeVariables = []) => read(parser, file, text, typeVariables),
  };
}

function read(
  parser: PythonParser,
  file: string,
  written: string,
  typeVariables: readonly CodeTypeParameter[],
): ModuleSignature {
  // The parser takes a lone CR for white space, Python for the end of a line. Offsets stay what they are.
  const text = written.replace(/\r(?!\n)/g, "\n");
  const { tree, problems } = parse(parser, text);
  if (!tree) {
    const problem = { message: "The parser gave up on this file.", start: 0, end: text.length };
    return {
      language: "python",
      symbols: [],
      imports: [],
      problems: [problem],
      suppressions: [],
      empty: false,
    };
  }
  try {
    const source = new Source(file, text);
    for (const variable of typeVariables) source.typeVariables.set(variable.name, variable);
    return readTree(tree.rootNode, source, problems);
  } finally {
    tree.delete();
  }
}

/**
 * Parses; a text that does not parse again and again, with what is known to confuse the parser taken out of its way.
 * The problems are those of the text as it is.
 */
function parse(parser: PythonParser, text: string): { tree: Tree | undefined; problems: CodeProblem[] } {
  let tree = parser.parse(text);
  if (!tree?.rootNode.hasError) return { tree, problems: [] };
  const balanced = balanceBrackets(withoutTypeParameterDefaults(text));
  if (balanced.text !== text) {
    tree.delete();
    tree = parser.parse(balanced.text);
  }
  if (!tree?.rootNode.hasError) return { tree, problems: balanced.problems };
  if (balanced.problems.length === 0) {
    const joined = parser.parse(joinBracketLines(balanced.text));
    if (joined && !joined.rootNode.hasError) {
      tree.delete();
      return { tree: joined, problems: [] };
    }
    joined?.delete();
  }
  const found = readProblems(tree.rootNode, text);
  const problems = [...balanced.problems, ...found];
  const changed = withoutBrokenLines(balanced.text, found);
  const other = changed === balanced.text ? undefined : parser.parse(changed);
  if (!other) return { tree, problems };
  const better = definitionsIn(other) >= definitionsIn(tree);
  (better ? tree : other).delete();
  return { tree: better ? other : tree, problems };
}

function definitionsIn(tree: Tree): number {
  return tree.rootNode.descendantsOfType(["function_definition", "class_definition"]).length;
}

function readTree(root: Node, source: Source, known: readonly CodeProblem[]): ModuleSignature {
  // `if TYPE_CHECKING` under another name needs the imports before it.
  for (const node of statementsOf(root)) {
    if (isImport(node.type)) for (const found of readImport(node, source, "load")) bindImport(found, source);
  }
  const statements = collectStatements(root, source);
  for (const { node, type, mode } of statements) {
    if (isImport(type)) {
      for (const found of readImport(node, source, mode)) {
        bindImport(found, source);
        source.imports.push(found);
      }
    } else {
      registerClass(node, source);
    }
  }
  const own = [...source.imports];
  collectTypeVariables(source);
  const all = readAll(statements, source);
  const exported = new Set(all?.names);
  const table = new SymbolTable(source, exported);
  for (const [i, statement] of statements.entries()) table.add(statement, statements[i + 1]);
  source.imports.push(...readDynamicImports(root, source));

  const signature: ModuleSignature = {
    language: "python",
    symbols: table.finish(readReExports(own, exported, source)),
    imports: source.imports.sort(
      (a, b) => a.start - b.start || a.specifierSpan.start - b.specifierSpan.start,
    ),
    problems: [...known, ...source.problems].sort((a, b) => a.start - b.start || a.end - b.end),
    suppressions: readSuppressions(root, source),
    empty: isEmpty(statements, known.length > 0, source),
  };
  if (all) signature.exported = all.names;
  if (all && all.from.length > 0) signature.exportedFrom = all.from;
  const variables = [...source.typeVariables.values()].filter(({ name }) => name !== "AnyStr");
  if (variables.length > 0) signature.typeVariables = variables;
  const doc = docStringOf(statementsOf(root)[0], source.text);
  if (doc !== undefined) signature.doc = doc;
  return signature;
}

/** Makes a class known by name before anything that mentions it is read. */
function registerClass(node: Node, source: Source): void {
  const definition = node.type === "decorated_definition" ? field(node, "definition") : node;
  if (definition?.type !== "class_definition") return;
  const name = field(definition, "name");
  const list = field(definition, "superclasses");
  if (!name) return;
  const bases = list ? parseArguments(source.text, list.startIndex, list.endIndex).arguments : [];
  const names = bases.flatMap((base) =>
    base.name === undefined && base.value.kind === "name" ? base.value.name : [],
  );
  source.classes.set(source.textOf(name), names);
}

/** Comments, a doc string, imports, `__all__` and `__version__`: nothing of its own. */
function isEmpty(statements: readonly Statement[], broken: boolean, source: Source): boolean {
  if (broken) return false;
  return statements.every(({ node, type }) => {
    if (isImport(type) || type === "pass_statement") return true;
    return (
      type === "expression_statement" &&
      (docStringOf(node, source.text) !== undefined || concernsAll(node, source) || isMetadata(node, source))
    );
  });
}

/** `__version__ = "1.0"`: names that speak of the package itself. */
function isMetadata(node: Node, source: Source): boolean {
  const value = node.firstNamedChild;
  const left = value?.type === "assignment" ? field(value, "left") : undefined;
  return left?.type === "identifier" && isDunder(source.textOf(left));
}
