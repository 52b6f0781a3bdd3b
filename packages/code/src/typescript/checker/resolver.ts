import type ts from "typescript";
import { dependsOn, type Found, foundBy } from "../../project/consulted.js";
import type { Resolved, ResolverHost, TypeResolver } from "../../reading/resolver.js";
import type { CodeSymbol, CodeType, ModuleSignature, Span } from "../../reading/signature.js";
import { TYPESCRIPT_KEYWORDS } from "../../types/equivalences/typescript.js";
import { type Compiler, compiler } from "./compiler.js";
import { ExactOptional } from "./exact-optional.js";
import { WorkspaceFiles } from "./files.js";
import { declarationAt, type Named, typeParametersAt } from "./find.js";
import { namesIn, placed } from "./place.js";
import { type Printed, Printer } from "./print.js";
import { type Checked, Programs } from "./programs.js";
import { relate } from "./relation.js";
import { installedSpecifiers } from "./specifiers.js";

/** Reads the text of a declaration file; it is the reader's own way to read types. */
export type ReadText = (text: string) => ModuleSignature;

/**
 * Asks the TypeScript compiler. It is loaded, and files are parsed by it, at the first question; every answer is kept.
 *
 * Answers are printed as a declaration file would say them and read again, so that what follows is the same for types
 * that are written and types that are inferred.
 */
export function typescriptResolver(host: ResolverHost, read: ReadText): TypeResolver {
  return new CheckerResolver(host, read);
}

class CheckerResolver implements TypeResolver {
  readonly #host: ResolverHost;
  readonly #read: ReadText;
  readonly #files: WorkspaceFiles;
  readonly #exact: ExactOptional;
  readonly #answers = new Map<string, Found<unknown>>();
  #loaded: { compiler: Compiler; programs: Programs } | undefined;

  constructor(host: ResolverHost, read: ReadText) {
    this.#host = host;
    this.#read = read;
    this.#files = new WorkspaceFiles(host);
    this.#exact = new ExactOptional(this.#files, host.configurations);
  }

  typeOf(file: string, name: Span): Resolved<CodeType> | undefined {
    return this.#kept(`type ${file} ${name.start}`, () =>
      this.#asked(file, name, (question) => {
        const { checker } = question.checked;
        const { printer, named } = question;
        const type = valueType(question, checker);
        // Where neither a type nor a value is written, nothing is missing: there is none.
        const isBare =
          (type.flags & question.compiler.ts.TypeFlags.Any) !== 0 && !hasValue(named.declaration);
        return this.#type(question, isBare ? { text: "any" } : printer.type(type, named.declaration));
      }),
    );
  }

  resultOf(file: string, name: Span): Resolved<CodeType> | undefined {
    return this.#kept(`result ${file} ${name.start}`, () =>
      this.#asked(file, name, (question) => {
        const { checker } = question.checked;
        const [signature, ...others] = valueType(question, checker).getCallSignatures();
        if (!signature || others.length > 0) return undefined;
        const at = signature.declaration ?? question.named.declaration;
        return this.#type(question, question.printer.type(signature.getReturnType(), at), at);
      }),
    );
  }

  signaturesOf(file: string, name: Span): ReturnType<TypeResolver["signaturesOf"]> {
    return this.#kept(`signatures ${file} ${name.start}`, () =>
      this.#asked(file, name, (question) => {
        const { checker } = question.checked;
        const signatures = valueType(question, checker).getCallSignatures();
        if (signatures.length === 0) return undefined;
        const texts: string[] = [];
        for (const signature of signatures) {
          const printed = question.printer.signature(signature, question.named.declaration);
          if ("why" in printed) return { kind: "unknown", ...printed };
          texts.push(`export declare function x${printed.text};\n`);
        }
        const symbol = this.#declared(texts.join(""), name);
        if (symbol?.kind !== "function") return UNREADABLE;
        return this.#named(question, symbol.signatures, symbol.signatures);
      }),
    );
  }

  membersOf(file: string, name: Span): ReturnType<TypeResolver["membersOf"]> {
    return this.#kept(`members ${file} ${name.start}`, () =>
      this.#asked(file, name, (question) => {
        const { printer, named, checked, compiler } = question;
        const { checker } = checked;
        const type = checker.getTypeAtLocation(named.name);
        if (
          type.isUnion() ||
          !(type.flags & (compiler.ts.TypeFlags.Object | compiler.ts.TypeFlags.Intersection))
        ) {
          return { kind: "unknown", why: "it is no type with members" };
        }
        const lines: string[] = [];
        for (const property of checker.getPropertiesOfType(type)) {
          const printed = this.#member(question, property, printer, named.declaration);
          if ("why" in printed) return { kind: "unknown", ...printed };
          lines.push(printed.text);
        }
        const symbol = this.#declared(`export interface x {\n${lines.join("\n")}\n}\n`, name);
        if (symbol?.kind !== "class") return UNREADABLE;
        return this.#named(question, symbol.members, symbol.members);
      }),
    );
  }

  isExactOptional(file: string): boolean {
    return this.#kept(`exact ${file}`, () => {
      if (!this.#exact.isPossible(file)) return false;
      const { options } = this.#start().programs.configurationOf(file);
      return options.exactOptionalPropertyTypes === true && options.strictNullChecks !== false;
    });
  }

  relate(
    file: string,
    expected: readonly string[],
    actual: string,
    typeParameters: readonly string[],
  ): ReturnType<TypeResolver["relate"]> {
    return this.#kept(`relate ${file} ${JSON.stringify([expected, actual, typeParameters])}`, () => {
      const { compiler, programs } = this.#start();
      return relate(compiler, programs, { file, expected, actual, typeParameters });
    });
  }

  changed(paths: ReadonlySet<string>): void {
    for (const [key, { looked }] of this.#answers) if (dependsOn(looked, paths)) this.#answers.delete(key);
    this.#loaded?.programs.changed(paths);
  }

  #member(question: Question, property: ts.Symbol, printer: Printer, at: ts.Node): Printed {
    const { ts } = question.compiler;
    const { checker } = question.checked;
    const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0;
    const name = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(property.name)
      ? property.name
      : JSON.stringify(property.name);
    const type = checker.getTypeOfSymbol(property);
    const signatures = type.getCallSignatures();
    if (property.flags & ts.SymbolFlags.Method && !isOptional && signatures.length > 0) {
      const texts: string[] = [];
      for (const signature of signatures) {
        const printed = printer.signature(signature, at);
        if ("why" in printed) return printed;
        texts.push(`${name}${printed.text};`);
      }
      return { text: texts.join("\n") };
    }
    const isExact = this.isExactOptional(question.file);
    const bare = isOptional && !isExact ? withoutUndefined(question, type) : type;
    const printed = printer.type(bare, at);
    if ("why" in printed) return printed;
    const isReadonly = isReadonlyProperty(question.compiler, property);
    return { text: `${isReadonly ? "readonly " : ""}${name}${isOptional ? "?" : ""}: ${printed.text};` };
  }

  #start(): { compiler: Compiler; programs: Programs } {
    if (!this.#loaded) {
      const loaded = compiler();
      const programs = new Programs(loaded, this.#files, this.#host);
      this.#loaded = { compiler: loaded, programs };
    }
    return this.#loaded;
  }

  #kept<T>(key: string, answer: () => T): T {
    const { consulted } = this.#host;
    let found = this.#answers.get(key);
    if (!found) {
      found = foundBy(consulted, () => {
        const value = answer();
        // A program that was there before the question has been made of more than what was read for it.
        if (consulted) for (const path of this.#files.given) consulted.note(path);
        return value;
      });
      this.#answers.set(key, found);
      return found.value as T;
    }
    return (consulted ? consulted.take(found) : found.value) as T;
  }

  #asked<T>(file: string, name: Span, answer: (question: Question) => T | undefined): T | undefined {
    const { compiler, programs } = this.#start();
    const checked = programs.checked(file);
    const named = checked && declarationAt(compiler, checked.file, name.start);
    if (!checked || !named) return undefined;
    const printer = new Printer(compiler, checked.checker, checked.isIncomplete, () =>
      checked.dependsOnMissing(named.declaration),
    );
    return answer({ file, place: name, compiler, checked, named, printer });
  }

  #type(question: Question, printed: Printed, at: ts.Node = question.named.declaration): Resolved<CodeType> {
    if ("why" in printed) return { kind: "unknown", ...printed };
    const symbol = this.#declared(`export declare const x: ${printed.text};\n`, question.place);
    const type = symbol?.kind === "variable" ? symbol.type : signatureType(symbol);
    return type === undefined ? UNREADABLE : this.#named(question, type, type, at);
  }

  /** Only what the file has names for can be compared with what a contract says. */
  #named<T>(
    { file, compiler, named }: Question,
    value: T,
    part: unknown,
    at: ts.Node = named.declaration,
  ): Resolved<T> {
    const bound = typeParametersAt(compiler, at);
    for (const name of namesIn(part)) {
      const head = name.startsWith("import(") ? name : name.split(".")[0]!;
      if (TYPESCRIPT_KEYWORDS.has(head) || WORDS.has(head) || bound.has(head)) continue;
      if (this.#host.resolveName(file, name).kind !== "unknown") continue;
      return { kind: "unknown", why: `the compiler infers \`${name}\`, which has no name in the file` };
    }
    return { kind: "known", value };
  }

  /** Reads the one declaration of a text, and puts it at a place of the file. */
  #declared(text: string, place: Span): CodeSymbol | undefined {
    const clean = installedSpecifiers(text);
    const { symbols, problems } = this.#read(clean);
    const [symbol] = symbols;
    return problems.length > 0 || !symbol ? undefined : placed(symbol, clean, place);
  }
}

interface Question {
  file: string;
  place: Span;
  compiler: Compiler;
  checked: Checked;
  named: Named;
  printer: Printer;
}

const UNREADABLE = {
  kind: "unknown",
  why: "the compiler infers a type that cannot be written",
} as const satisfies Resolved<never>;

/** Words of types that no declaration hides. */
const WORDS = new Set(["never", "bigint", "symbol", "asserts", "intrinsic", "const"]);

/** A constant with a function type reads as a function. */
function signatureType(symbol: CodeSymbol | undefined): CodeType | undefined {
  if (symbol?.kind !== "function") return undefined;
  const [signature] = symbol.signatures;
  if (!signature?.result) return undefined;
  const { start, end, parameters, result, typeParameters } = signature;
  const { written } = signature as typeof signature & { written?: string };
  return {
    kind: "function",
    parameters,
    result,
    typeParameters,
    start,
    end,
    ...(written === undefined ? {} : { written }),
  };
}

function hasValue(declaration: ts.Node): boolean {
  const { initializer, body } = declaration as ts.Node & { initializer?: ts.Node; body?: ts.Node };
  return (
    initializer !== undefined || body !== undefined || "right" in declaration || "expression" in declaration
  );
}

function valueType({ compiler: { ts }, named }: Question, checker: ts.TypeChecker): ts.Type {
  const { declaration, name } = named;
  if (ts.isBinaryExpression(declaration)) return checker.getTypeAtLocation(declaration.right);
  if (ts.isExportAssignment(declaration)) return checker.getTypeAtLocation(declaration.expression);
  const symbol = checker.getSymbolAtLocation(name);
  return symbol ? checker.getTypeOfSymbolAtLocation(symbol, name) : checker.getTypeAtLocation(declaration);
}

function withoutUndefined({ compiler: { ts }, checked: { checker } }: Question, type: ts.Type): ts.Type {
  if (!type.isUnion() || !type.types.some(({ flags }) => flags & ts.TypeFlags.Undefined)) return type;
  const isNullable = type.types.some(({ flags }) => flags & ts.TypeFlags.Null);
  return isNullable ? type : checker.getNonNullableType(type);
}

function isReadonlyProperty({ ts }: Compiler, property: ts.Symbol): boolean {
  const { links } = property as ts.Symbol & { links?: { checkFlags?: number } };
  const READONLY = 8;
  if (links?.checkFlags !== undefined && links.checkFlags & READONLY) return true;
  return (property.declarations ?? []).some(
    (declaration) => ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Readonly,
  );
}
