import type { Language } from "@contractc/kernel";

/**
 * What one source file offers and imports, as its syntax says it: names as written, nothing resolved, no other
 * file looked at. Offsets count UTF-16 units.
 */
export interface ModuleSignature {
  language: Language;
  symbols: CodeSymbol[];
  imports: CodeImport[];
  /** Python: the names of `__all__` where it is a plain list. Absent: every name without a leading underscore. */
  exported?: string[];
  /** Modules whose `__all__` belongs to this one's, by the names under which the file knows them. */
  exportedFrom?: string[];
  /**
   * Python `T = TypeVar("T", bound=…)` and the like: no symbols, but other files may import them. A bound of several
   * constraints is their union. Absent where there are none.
   */
  typeVariables?: CodeTypeParameter[];
  /** The file's own doc comment or doc string. */
  doc?: string;
  /** Where the text does not parse. The symbols before and after are still there. */
  problems: CodeProblem[];
  /** `contract-ignore CODE: why` comments. */
  suppressions: CodeSuppression[];
  /** There is nothing in the file but comments, a doc string or imports. */
  empty: boolean;
}

export interface Span {
  start: number;
  end: number;
}

export interface CodeProblem extends Span {
  message: string;
}

export interface CodeSuppression extends Span {
  code: string;
  reason: string;
  /** The line (from 1) it speaks of: its own, or for a comment that stands alone the next line of code. */
  line: number;
}

interface SymbolCommon {
  name: string;
  /** The name. */
  nameSpan: Span;
  /** The whole declaration with decorators. */
  span: Span;
  doc?: string;
  /** Others may import it: TypeScript `export`, Python no leading underscore (or listed in `__all__`). */
  exported: boolean;
  exportDefault?: true;
  /** Declared in an `if`, `try` or `else` of the module (Python). */
  conditional?: true;
}

export type CodeSymbol =
  | CodeClass
  | CodeFunction
  | CodeVariable
  | CodeAlias
  | CodeEnum
  | CodeNamespace
  | CodeReExport;

/** The forms in which code writes a class; decides what may stand for which kind of the contract. */
export type ClassForm =
  | "class"
  /** TypeScript `interface`, Python `Protocol`. */
  | "interface"
  /** TypeScript `type X = { … }`. */
  | "type-literal"
  /** Python `@dataclass`, attrs, pydantic: fields make the constructor. */
  | "dataclass"
  | "named-tuple"
  | "typed-dict";

export interface CodeClass extends SymbolCommon {
  kind: "class";
  form: ClassForm;
  abstract?: true;
  /** `@dataclass(frozen=True)`, `NamedTuple`. */
  frozen?: true;
  typeParameters: CodeTypeParameter[];
  /**
   * Python bases, TypeScript `extends`, as types. Python bases that only give the form or the type parameters are left
   * out: `object`, `ABC`, `Generic`, `Protocol`, `NamedTuple`, `TypedDict`, `BaseModel`.
   */
  extends: CodeType[];
  /** TypeScript `implements`. */
  implements: CodeType[];
  members: CodeMember[];
  decorators: CodeDecorator[];
  /** Inside of the braces or the indented block, where a member can be added. */
  body: CodeBody;
}

export interface CodeBody extends Span {
  /** Indentation of members, as white space. */
  indent: string;
}

export interface CodeDecorator extends Span {
  /** Dotted name without `@` and arguments. */
  name: string;
  /** The argument list's text with its parentheses, where there is one. */
  arguments?: string;
}

export type Visibility = "public" | "protected" | "private";

interface MemberCommon {
  name: string;
  nameSpan: Span;
  span: Span;
  doc?: string;
  visibility: Visibility;
  static?: true;
  abstract?: true;
  /** Of a Python protocol: it has a body of its own, which classes that name the protocol inherit. */
  implemented?: true;
  decorators: CodeDecorator[];
}

export type CodeMember = CodeField | CodeMethod;

export interface CodeField extends MemberCommon {
  kind: "field";
  /** How it is realised. Attributes of `self` are assigned in a method. */
  origin: "declaration" | "property" | "self" | "parameter";
  type?: CodeType;
  optional?: true;
  readonly?: true;
  /** Text of the default. */
  default?: CodeDefault;
  /** For a property: the getter's body, so that a hollow one is seen. */
  hollow?: Span;
}

export interface CodeMethod extends MemberCommon, CodeSignatures {
  /** `constructor` is Python's `__init__` (or `__new__`) and TypeScript's `constructor`. */
  kind: "method" | "constructor";
  classMethod?: true;
}

export interface CodeFunction extends SymbolCommon, CodeSignatures {
  kind: "function";
  decorators: CodeDecorator[];
}

/** One signature or, of overloads, each public one; the implementation of overloads is not among them. */
export interface CodeSignatures {
  signatures: CodeSignature[];
  /** The body does nothing: only `pass`, `...`, a doc string, a "not implemented" error, an empty block, a lone TODO. */
  hollow?: Span;
  /** Errors the body visibly raises: names as written. */
  raises: CodeRaise[];
}

export interface CodeRaise extends Span {
  name: string;
}

export interface CodeSignature extends Span {
  typeParameters: CodeTypeParameter[];
  /** Without `self`, `cls` and TypeScript's `this`. */
  parameters: CodeParameter[];
  /** Inside of the parentheses. */
  parameterSpan: Span;
  result?: CodeType;
  async?: true;
  /** `async` with `yield`, `yield`. */
  generator?: true;
  /** No annotation, but the body tells: it returns no value. */
  returnsNothing?: true;
  /** No annotation, but what some `return` statements give is plain to see. */
  returned?: CodeReturn[];
  /** Python's `@contextmanager` and `@asynccontextmanager`: what it yields is what a `with` gets. */
  contextManager?: true;
  /** A lambda, whose types cannot be written. */
  lambda?: true;
}

/** What a `return` statement gives. */
export type CodeReturn = Span &
  (
    | { kind: "literal"; literal: CodeLiteral }
    /** A text or bytes that are put together. */
    | { kind: "text"; bytes: boolean }
    /** A parameter as it was passed. */
    | { kind: "parameter"; name: string }
    /** The receiver. */
    | { kind: "self" }
    /** A call of a class or function by its dotted name. */
    | { kind: "call"; name: string; awaited?: true }
  );

export interface CodeTypeParameter {
  name: string;
  bound?: CodeType;
  /** The file in which the bound is written, where it is another: its names are those of that file. */
  file?: string;
  /** It stands for any number of types: Python `TypeVarTuple`, `*Ts`. */
  variadic?: true;
  default?: CodeType;
}

export interface CodeParameter extends Span {
  /** Of a destructured parameter the pattern's text. */
  name: string;
  nameSpan: Span;
  kind: "positional-only" | "standard" | "keyword-only" | "variadic" | "keyword-variadic";
  /** Of a variadic one: Python the element's type, TypeScript the array's as written. */
  type?: CodeType;
  /** May be left out: `?` or a default. */
  optional?: true;
  default?: CodeDefault;
  destructured?: true;
}

export interface CodeDefault extends Span {
  text: string;
  /** The value where it is a literal. */
  literal?: CodeLiteral;
}

export type CodeLiteral =
  | { kind: "string"; value: string }
  /** The source text, so that `1.0` stays a float. Negative numbers carry their sign. */
  | { kind: "number"; text: string }
  | { kind: "boolean"; value: boolean }
  /** Python `None`, TypeScript `null`. */
  | { kind: "null" }
  | { kind: "undefined" }
  | { kind: "list"; items: CodeLiteral[] }
  | { kind: "map"; entries: { key: CodeLiteral; value: CodeLiteral }[] }
  /** A dotted name: `Side.Player`. */
  | { kind: "name"; name: string };

export interface CodeVariable extends SymbolCommon {
  kind: "variable";
  type?: CodeType;
  /** TypeScript `const`, Python `Final` or all capitals. */
  constant: boolean;
  value?: CodeDefault;
  /** What it takes, where the value is a lambda of Python. */
  signature?: CodeSignature;
}

export interface CodeAlias extends SymbolCommon {
  kind: "alias";
  typeParameters: CodeTypeParameter[];
  type: CodeType;
}

export interface CodeEnum extends SymbolCommon {
  kind: "enum";
  /** Python `StrEnum`/`IntEnum`/`Enum`, TypeScript `enum`, an `as const` object. */
  form: "enum" | "const-object";
  members: (Span & { name: string; nameSpan: Span; value?: CodeDefault })[];
  /** Python only: an enum may have methods. */
  methods: CodeMethod[];
  body: CodeBody;
}

/** TypeScript `namespace N { … }`; merged with a class or function of the same name by the comparison. */
export interface CodeNamespace extends SymbolCommon {
  kind: "namespace";
  symbols: CodeSymbol[];
}

/** A name that another file defines: `export { a as b } from "./x"`, `export * as ns from "./x"`, Python `from .x import a` in `__init__.py`. */
export interface CodeReExport extends SymbolCommon {
  kind: "re-export";
  specifier: string;
  /** The name over there; `*` for the module as a whole; `default` for its default export. */
  original: string;
  typeOnly?: true;
}

export interface CodeImport extends Span {
  /** As written: `./a.js`, `node:fs`, `a.b`, `..x` (Python relative imports with their dots). */
  specifier: string;
  specifierSpan: Span;
  names: CodeImportedName[];
  /**
   * `type`: TypeScript `import type` (or every name is so marked), Python below `if TYPE_CHECKING`.
   * `lazy`: in a function, or TypeScript `import()`.
   * `optional`: in `try … except ImportError`.
   */
  mode: "load" | "type" | "lazy" | "optional";
  /** It re-exports: TypeScript `export … from`. */
  reExport?: true;
  /** TypeScript: every imported name stands only in types, so the compiler drops the import. */
  elidable?: true;
}

export interface CodeImportedName {
  /** The name over there; `*` for all or for the module as a whole; `default`. */
  name: string;
  /**
   * The name here. Absent for `from m import *` and `export * from`. Python's `import a.b` makes `a.b` usable: the
   * local name is then the dotted `a.b`, so that the longest local name that begins a dotted name leads to its module.
   */
  local?: string;
  typeOnly?: true;
  span: Span;
}

/** A type as written. */
export type CodeType = Span & {
  /** Its text, where it does not stand at its place of the file: the compiler has found it out. */
  written?: string;
  /** Of `new Name()` without type arguments, which a generic class would have others of. */
  constructed?: true;
} & (
    | { kind: "name"; name: string; arguments: CodeType[] }
    | { kind: "literal"; literal: CodeLiteral }
    | { kind: "union"; members: CodeType[] }
    | { kind: "intersection"; members: CodeType[] }
    /** `T[]` and `readonly T[]` of TypeScript. */
    | { kind: "array"; element: CodeType; readonly?: true }
    /** `[A, B]` of TypeScript; Python writes `tuple[A, B]` as a name. */
    | { kind: "tuple"; items: CodeType[]; readonly?: true }
    /** `(a: A) => R`; Python `Callable[[A], R]` is a name with a `list` argument. */
    | { kind: "function"; parameters: CodeParameter[]; result: CodeType; typeParameters: CodeTypeParameter[] }
    /** `[A, B]` as an argument, for `Callable[[A, B], R]`. */
    | { kind: "list"; items: CodeType[] }
    /** `...` in Python. */
    | { kind: "ellipsis" }
    /** A type literal of TypeScript. */
    | { kind: "object"; members: CodeMember[]; index?: { key: CodeType; value: CodeType } }
    /** `typeof x` */
    | { kind: "typeof"; name: string }
    /** Everything else: conditional, mapped, indexed access, template literal, `keyof`, `x is T`. */
    | { kind: "other"; text: string }
  );
