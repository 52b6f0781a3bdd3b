/** Names of the token types that are no keywords; see the terminals of the grammar. */
export const ID = "ID";
export const START = "START";
export const STRING = "STRING";
export const NUMBER = "NUMBER";
export const STEP = "STEP";
export const FAILS = "FAILS";

/** The words that open an element of a file, package, module or external. */
export const elementKeywords: ReadonlySet<string> = new Set([
  "contract",
  "import",
  "target",
  "requirement",
  "quality",
  "decision",
  "risk",
  "question",
  "role",
  "external",
  "package",
  "module",
  "owner",
  "satisfies",
  "uses",
  "handles",
  "class",
  "interface",
  "record",
  "error",
  "enum",
  "type",
  "fn",
  "const",
  "event",
  "states",
  "layers",
  "forbid",
  "independent",
  "flow",
]);

/** The words that may stand before a declaration or a member. */
export const modifierKeywords: ReadonlySet<string> = new Set([
  "export",
  "default",
  "internal",
  "async",
  "static",
  "abstract",
  "readonly",
]);

/** The words that open a clause of a function or method. */
export const clauseKeywords: ReadonlySet<string> = new Set([
  "raises",
  "emits",
  "requires",
  "ensures",
  "example",
]);

/** The words that have a meaning only at one place of a declaration. */
export const innerKeywords: ReadonlySet<string> = new Set([
  "version",
  "because",
  "answer",
  "from",
  "must",
  "should",
  "could",
  "lazy",
  "extends",
  "implements",
  "initial",
  "final",
  "on",
  "new",
  "verifies",
  "let",
]);

/** Every word of the language that has a meaning somewhere; all of them may be names. */
export const keywords: ReadonlySet<string> = new Set([
  ...elementKeywords,
  ...modifierKeywords,
  ...clauseKeywords,
  ...innerKeywords,
]);

/** The words that may be neither a type nor a value of another kind: they stand for a value. */
export const valueWords: ReadonlySet<string> = new Set([
  "true",
  "false",
  "null",
  "none",
  "None",
  "True",
  "False",
]);
