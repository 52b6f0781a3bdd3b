import type { NameMeaning } from "../project/project.js";
import type { CodeImport, CodeLiteral, CodeType } from "../reading/signature.js";
import { PYTHON_LIBRARY } from "./equivalences/python.js";
import type { LibraryName } from "./equivalences/table.js";
import { TYPESCRIPT_KEYWORDS, TYPESCRIPT_LIBRARY } from "./equivalences/typescript.js";
import { apply, type LiftedFunctionParameter, type LiftedType, primitive, type Written } from "./lifted.js";
import type { TypeScope } from "./scope.js";
import { isTypeVariable } from "./type-variables.js";

/**
 * Reads a type of the code in the contract's terms.
 *
 * Names are resolved through the project; the contract's declarations and externals become references, other
 * symbols of the project stay local names (aliases among them are expanded only where a comparison needs it).
 * Names that lead nowhere become `unresolved`.
 */
export function liftType(type: CodeType, scope: TypeScope): LiftedType {
  return { ...lift(type, scope), written: new WrittenType(type, scope) };
}

/** The text of a type at its place, read when it is asked for. */
class WrittenType implements Written {
  constructor(
    private readonly type: CodeType,
    private readonly scope: TypeScope,
  ) {}

  get text(): string {
    return textOf(this.type, this.scope);
  }
}

function lift(type: CodeType, scope: TypeScope): LiftedType {
  switch (type.kind) {
    case "name":
      return liftName(type, scope);
    case "literal":
      return liftLiteral(type.literal, type, scope);
    case "union":
      return unionOf(type.members, scope);
    case "array":
      return apply(type.readonly ? "sequence" : "list", liftType(type.element, scope));
    case "tuple":
      return apply("tuple", ...type.items.map((item) => liftType(item, scope)));
    case "function":
      return liftFunction(type, scope);
    case "object":
      return liftObject(type, scope);
    case "typeof":
      return { kind: "verbatim", text: originalNames(`typeof ${type.name}`, scope) };
    case "other":
      return liftOther(originalNames(type.text, scope));
    case "intersection":
    case "list":
    case "ellipsis":
      return verbatim(type, scope);
  }
}

function textOf(type: CodeType, scope: TypeScope): string {
  return type.written ?? scope.project.files.get(scope.file)?.text.slice(type.start, type.end) ?? "";
}

function verbatim(type: CodeType, scope: TypeScope): LiftedType {
  return { kind: "verbatim", text: originalNames(textOf(type, scope), scope) };
}

/** A text with imported names as they are called where they are defined: `import { A as B }` changes no type. */
function originalNames(text: string, scope: TypeScope): string {
  const imports = scope.project.files.get(scope.file)?.signature.imports;
  const renamed = imports && renamedBy(imports);
  if (!renamed || renamed.size === 0) return text;
  return text.replace(/(?<![\p{L}\p{N}_$.])[\p{L}_$][\p{L}\p{N}_$]*/gu, (word) => renamed.get(word) ?? word);
}

/** By a file's imports: every type of it asks for the same. */
const renamings = new WeakMap<readonly CodeImport[], ReadonlyMap<string, string>>();

/** The original names of those that a file imports under another one. */
function renamedBy(imports: readonly CodeImport[]): ReadonlyMap<string, string> {
  const known = renamings.get(imports);
  if (known) return known;
  const renamed = new Map<string, string>();
  for (const { names } of imports) {
    for (const { name, local } of names) {
      if (
        local !== undefined &&
        local !== name &&
        /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) &&
        name !== "default"
      ) {
        renamed.set(local, name);
      }
    }
  }
  renamings.set(imports, renamed);
  return renamed;
}

type NamedType = CodeType & { kind: "name" };

function liftName(type: NamedType, scope: TypeScope): LiftedType {
  const { name } = type;
  if (scope.typeParameters.has(name)) return { kind: "parameter", name };
  if (scope.language === "typescript") {
    const keyword = TYPESCRIPT_KEYWORDS.get(name);
    if (keyword) return liftLibrary(keyword, type, scope);
    // Words of the language that the contract has no term for.
    if (name === "never" || name === "bigint" || name === "symbol") return { kind: "verbatim", text: name };
  }
  const meaning = followVariables(typeMeaning(name, scope), scope);
  const target = scope.addressOf(meaning, name);
  if (target !== undefined) {
    return { kind: "reference", target, arguments: liftArguments(type.arguments, meaning, scope) };
  }
  switch (meaning.kind) {
    case "symbol": {
      if (isTypeVariable(scope.project, meaning)) return { kind: "parameter", name };
      const { file, name: symbol, member } = meaning;
      return {
        kind: "local",
        file,
        name: symbol,
        ...(member === undefined ? {} : { member }),
        arguments: liftArguments(type.arguments, meaning, scope),
      };
    }
    case "external":
    case "global": {
      const known = libraryName(meaning, scope);
      if (known) return liftLibrary(known, type, scope);
      return {
        kind: "foreign",
        package: meaning.kind === "external" ? meaning.package : "",
        name: meaning.name,
        arguments: liftAll(type.arguments, scope),
      };
    }
    case "file":
    case "unknown":
      return { kind: "unresolved", name };
  }
}

/** Type arguments; those that a `TypeVarTuple` stands for are one tuple. */
function liftArguments(given: readonly CodeType[], meaning: NameMeaning, scope: TypeScope): LiftedType[] {
  const lifted = liftAll(given, scope);
  if (scope.language !== "python" || meaning.kind !== "symbol" || meaning.member !== undefined) return lifted;
  const { file, name } = meaning;
  const symbols = scope.project.files.get(file)?.signature.symbols;
  const symbol = symbols?.find((each) => each.name === name && "typeParameters" in each);
  const parameters = symbol && "typeParameters" in symbol ? symbol.typeParameters : [];
  const at = parameters.findIndex(({ variadic }) => variadic);
  if (at < 0 || given.length === 0) return lifted;
  const count = Math.max(given.length - parameters.length + 1, 0);
  const packed = lifted.slice(at, at + count);
  const [only] = packed;
  const whole = only?.kind === "parameter" && count === 1 ? only : apply("tuple", ...packed);
  return [...lifted.slice(0, at), whole, ...lifted.slice(at + count)];
}

/** `import Box = require("./box")` names what that file exports as a whole, as `export =` says. */
function typeMeaning(name: string, scope: TypeScope): NameMeaning {
  const meaning = scope.project.resolveName(scope.file, name);
  if (meaning.kind !== "file" || scope.language !== "typescript") return meaning;
  const whole = scope.project.resolveName(scope.file, `${name}.default`);
  return whole.kind === "symbol" ? whole : meaning;
}

/** `bytes = bytes` of a compatibility module: a variable of Python that holds a type is that type. */
function followVariables(meaning: NameMeaning, scope: TypeScope): NameMeaning {
  const seen = new Set<string>();
  let at = meaning;
  while (scope.language === "python" && at.kind === "symbol" && at.member === undefined) {
    const { file, name } = at;
    const symbols = scope.project.files.get(file)?.signature.symbols.filter((symbol) => symbol.name === name);
    const [variable] = symbols ?? [];
    if (symbols?.length !== 1 || variable?.kind !== "variable" || seen.has(`${file} ${name}`)) break;
    seen.add(`${file} ${name}`);
    const value = variable.value?.literal;
    if (value?.kind !== "name") break;
    // A variable that is called like what it holds hides it from here on.
    at = value.name === name ? { kind: "global", name } : scope.project.resolveName(file, value.name);
  }
  return at;
}

/** What a name of the language's own library means in a contract; `undefined` for one that it has no word for. */
export function libraryName(
  meaning: NameMeaning & { kind: "external" | "global" },
  scope: Pick<TypeScope, "language">,
): LibraryName | undefined {
  if (scope.language === "python") {
    return PYTHON_LIBRARY.get(
      meaning.kind === "external" ? `${meaning.package}.${meaning.name}` : meaning.name,
    );
  }
  if (meaning.kind === "global") return TYPESCRIPT_LIBRARY.get(meaning.name);
  return /^(node:)?buffer$/.test(meaning.package) && meaning.name === "Buffer"
    ? TYPESCRIPT_LIBRARY.get("Buffer")
    : undefined;
}

function liftLibrary(known: LibraryName, type: NamedType, scope: TypeScope): LiftedType {
  const { arguments: given } = type;
  const argument = (index: number) => (given[index] ? liftType(given[index], scope) : primitive("any"));
  switch (known.to) {
    case "primitive":
      return primitive(known.name);
    case "apply": {
      if (known.argument !== undefined) return apply(known.name, argument(known.argument));
      const arity = known.name === "map" || known.name === "mapping" ? 2 : 1;
      return apply(known.name, ...Array.from({ length: arity }, (_, index) => argument(index)));
    }
    case "argument":
      return argument(0);
    case "readonly": {
      const inner = argument(0);
      if (inner.kind !== "apply") return verbatim(type, scope);
      if (inner.name === "list") return { ...inner, name: "sequence" };
      if (inner.name === "map") return { ...inner, name: "mapping" };
      return inner;
    }
    case "optional":
      return given[0] ? optionalOf(liftType(given[0], scope)) : primitive("any");
    case "union":
      return unionOf(given, scope);
    case "literal":
      return unionOf(given, scope);
    case "tuple":
      return liftTuple(given, scope);
    case "callable":
      return liftCallable(type, scope);
    case "self":
      return scope.self ?? { kind: "unresolved", name: type.name };
  }
}

function liftAll(types: readonly CodeType[], scope: TypeScope): LiftedType[] {
  return types.map((type) => liftType(type, scope));
}

function liftLiteral(literal: CodeLiteral, type: CodeType, scope: TypeScope): LiftedType {
  switch (literal.kind) {
    case "string":
    case "boolean":
      return { kind: "literal", value: literal.value };
    case "number": {
      const value = Number(literal.text.replaceAll("_", ""));
      return Number.isFinite(value) ? { kind: "literal", value } : { kind: "verbatim", text: literal.text };
    }
    case "null":
      return primitive("null");
    case "undefined":
      return primitive("void");
    case "name":
    case "list":
    case "map":
      return verbatim(type, scope);
  }
}

/** A union with nothing nested in it; what may be absent becomes `T?`. */
function unionOf(types: readonly CodeType[], scope: TypeScope): LiftedType {
  const members: LiftedType[] = [];
  let absent = false;
  const add = (member: LiftedType) => {
    if (member.kind === "union") member.members.forEach(add);
    else if (member.kind === "optional") {
      absent = true;
      add(member.type);
    } else if (isAbsence(member, scope)) absent = true;
    else members.push(member);
  };
  liftAll(types, scope).forEach(add);
  if (members.length === 0) return primitive(scope.language === "python" ? "null" : "void");
  const union: LiftedType = members.length === 1 ? members[0]! : { kind: "union", members };
  return absent ? { kind: "optional", type: union } : union;
}

/** In Python `None`, in TypeScript `undefined`; TypeScript's `null` is a value that the contract writes out. */
function isAbsence(type: LiftedType, scope: TypeScope): boolean {
  if (type.kind !== "primitive") return false;
  return type.name === "void" || (type.name === "null" && scope.language === "python");
}

function optionalOf(type: LiftedType): LiftedType {
  return type.kind === "optional" ? type : { kind: "optional", type };
}

function liftTuple(items: readonly CodeType[], scope: TypeScope): LiftedType {
  if (items.length === 0) return apply("sequence", primitive("any"));
  if (items.length === 2 && items[1]!.kind === "ellipsis")
    return apply("sequence", liftType(items[0]!, scope));
  return apply("tuple", ...items.filter((item) => !isEmptyTuple(item)).map((item) => liftType(item, scope)));
}

/** `tuple[()]`, the tuple without items. */
function isEmptyTuple(type: CodeType): boolean {
  return type.kind === "other" && type.text.replace(/\s/g, "") === "()";
}

function liftCallable(type: NamedType, scope: TypeScope): LiftedType {
  const [parameters, result] = type.arguments;
  const lifted = result ? liftType(result, scope) : primitive("any");
  if (!parameters || parameters.kind === "ellipsis") {
    return { kind: "function", parameters: [{ type: primitive("any"), rest: true }], result: lifted };
  }
  // `Callable[P, R]` and `Callable[Concatenate[…], R]` speak of parameters that a contract cannot name.
  if (parameters.kind !== "list") return verbatim(type, scope);
  return {
    kind: "function",
    parameters: parameters.items.map((item) => ({ type: liftType(item, scope) })),
    result: lifted,
  };
}

function liftFunction(type: CodeType & { kind: "function" }, scope: TypeScope): LiftedType {
  // A contract's function type binds no type parameters of its own.
  if (type.typeParameters.length > 0) return verbatim(type, scope);
  const parameters = type.parameters.map((parameter): LiftedFunctionParameter => {
    const lifted = parameter.type ? liftType(parameter.type, scope) : primitive("any");
    const rest = parameter.kind === "variadic";
    return {
      ...(parameter.destructured ? {} : { name: parameter.name }),
      type: rest ? elementOf(lifted) : lifted,
      ...(parameter.optional ? { optional: true } : {}),
      ...(rest ? { rest } : {}),
    };
  });
  return { kind: "function", parameters, result: liftType(type.result, scope) };
}

/** TypeScript writes the array of a variadic parameter, the contract its element. */
export function elementOf(type: LiftedType): LiftedType {
  if (type.kind === "apply" && (type.name === "list" || type.name === "sequence")) return type.arguments[0]!;
  if (type.kind === "primitive" && type.name === "any") return type;
  return { kind: "verbatim", text: `${type.written?.text ?? ""}[number]` };
}

function liftObject(type: CodeType & { kind: "object" }, scope: TypeScope): LiftedType {
  if (type.members.length === 0) {
    return type.index
      ? apply("map", liftType(type.index.key, scope), liftType(type.index.value, scope))
      : primitive("object");
  }
  const fields = [];
  for (const member of type.members) {
    if (type.index || member.kind !== "field" || member.type === undefined) return verbatim(type, scope);
    fields.push({
      name: member.name,
      type: liftType(member.type, scope),
      ...(member.optional ? { optional: true as const } : {}),
    });
  }
  return { kind: "object", fields };
}

function liftOther(text: string): LiftedType {
  // To its caller a type predicate is a `bool` and an assertion returns nothing.
  if (/^asserts\s+[\w$]/.test(text)) return primitive("void");
  if (/^[\w$]+\s+is\s/.test(text)) return primitive("bool");
  return { kind: "verbatim", text };
}
