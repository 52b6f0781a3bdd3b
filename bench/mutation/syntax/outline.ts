import type { Language } from "@contractc/kernel";

/** A stretch of a file's text, in UTF-16 units; the end is exclusive. */
export interface Span {
  start: number;
  end: number;
}

export interface Parameter {
  name: string;
  nameSpan: Span;
  /** All of it: name, type and default. */
  span: Span;
  kind: "positional-only" | "standard" | "keyword-only" | "variadic" | "keyword-variadic";
  type?: Span;
  /** The `?` of TypeScript. */
  optional?: Span;
  default?: Span;
  /** A pattern instead of a name. */
  destructured?: true;
  /** A parameter of a constructor that is a field, too (TypeScript). */
  property?: true;
}

/** What can be called. */
export interface Callable {
  /** Without `self`, `cls` and TypeScript's `this`. */
  parameters: Parameter[];
  /** `self`, `cls` or `this`. */
  receiver?: Span;
  /** Inside of the parentheses. */
  inner: Span;
  /** There is a bare `*` or `/` of Python. */
  separated: boolean;
  result?: Span;
  /** Where a result's annotation would stand. */
  resultAt: number;
  /** Statements: inside of the braces; of Python, the indented block from its first statement. */
  body?: Span;
  /** Of an arrow function without braces. */
  expression?: Span;
  async?: Span;
  /** Where `async ` would stand. */
  asyncAt: number;
  generator: boolean;
  awaits: boolean;
  /** With its brackets. */
  typeParameters?: Span;
  typeParametersAt: number;
  /** Refers to `this` or `arguments`, so that an arrow function is another thing. */
  bound: boolean;
}

export type Kind =
  | "function"
  | "class"
  | "interface"
  | "type-literal"
  | "enum"
  | "alias"
  | "constant"
  | "method"
  | "constructor"
  | "field"
  | "property";

/** A declaration or a member, as the syntax has it. */
export interface Declaration {
  kind: Kind;
  name: string;
  nameSpan: Span;
  /** With decorators and `export`; no doc comment of TypeScript. */
  span: Span;
  /** Without decorators and `export`. */
  core: Span;
  decorators: (Span & { name: string })[];
  /** The white space in front of it. */
  indent: string;
  callable?: Callable;
  /** Written type of a field, a constant, an alias. */
  type?: Span;
  optional?: Span;
  /** Initial value. */
  value?: Span;
  members: Declaration[];
  /** Inside of the braces, or the block of Python. */
  body?: Span;
  /** Where the list of bases stands, or would stand. */
  basesAt: number;
  /** Each base's text; Python without keyword arguments. */
  bases: Span[];
  /** With parentheses (Python). */
  baseList?: Span;
  implements: Span[];
  typeParameters?: Span;
  typeParametersAt?: number;
  /** The words before the name: `export`, `static`, … (TypeScript). */
  modifiers: (Span & { word: string })[];
  /** `export` stands in front of it (TypeScript); of Python, the name has no underscore. */
  exported: boolean;
  accessor?: "get" | "set";
  /** One of several signatures of the name, or their implementation. */
  overload: boolean;
  /** Written in a constructor: a parameter property, or `self.x`. */
  indirect?: true;
}

export interface ImportedName {
  name: string;
  local: string;
  span: Span;
}

export interface Import {
  specifier: string;
  specifierSpan: Span;
  /** The whole statement. */
  span: Span;
  names: ImportedName[];
  /** `import a, * as b`, `import a.b`, `from m import *`: anything but a list of names. */
  other: boolean;
  typeOnly: boolean;
  /** At the top level of the file, without a condition. */
  top: boolean;
  reExport: boolean;
}

/** A name's occurrence that is no property, argument keyword or the like. */
export interface NameUse extends Span {
  name: string;
  /** It stands in a declaring place: a parameter, a variable, an import. */
  declares: boolean;
  /** It stands in a type. */
  type: boolean;
}

export interface StringLiteral extends Span {
  /** A template, a doc string, an f-string or one over several lines. */
  special: boolean;
}

/** A file as its own parser sees it: enough to change it on purpose. */
export interface Outline {
  language: Language;
  path: string;
  text: string;
  declarations: Declaration[];
  imports: Import[];
  /** Where a top-level statement can be inserted: after the imports, at the start of a line. */
  afterImports: number;
  /** Where an import can be inserted: after a doc string, `__future__` imports, directives. */
  importsAt: number;
  uses: NameUse[];
  strings: StringLiteral[];
  /** Types as written: annotations, each with the types inside it. */
  types: TypeNode[];
  /** `return` with a value: the value. */
  returns: Span[];
  /** Local variables of functions, each with all its uses, where no other thing has the name. */
  locals: { name: string; uses: Span[] }[];
  /** Names in `__all__` or in `export { … }`. */
  exportLists: { span: Span; names: ImportedName[] }[];
}

export interface TypeNode extends Span {
  /** The name in front of the arguments, or `|` for a union. */
  name: string;
  arguments: TypeNode[];
}

export function textOf(outline: Outline, { start, end }: Span): string {
  return outline.text.slice(start, end);
}

/** Every declaration and member with the names that lead to it. */
export function* walk(
  outline: Outline,
): Generator<{ declaration: Declaration; owner?: Declaration; path: string[] }> {
  for (const declaration of outline.declarations) {
    yield { declaration, path: [declaration.name] };
    for (const member of declaration.members) {
      yield { declaration: member, owner: declaration, path: [declaration.name, member.name] };
    }
  }
}
